"""The examples for other libraries run, and learn: ``make test-examples``, with these libraries installed."""

import importlib.util
import pathlib
from types import ModuleType

import pytest

ROOT = pathlib.Path(__file__).parents[1]
FOLDER = ROOT / "examples"
RANDOM_PLAY = 0.05
"""More than random play wins as the Nationalist: 31 of 1,000 games (``ctv evaluate random random --scenario duel``)."""


def load(name: str) -> ModuleType:
    """The example ``name`` as a module."""
    found = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_cleanrl_learns():
    rates = load("cleanrl_ppo").main(steps=20_000)
    assert rates[0] < 3 * RANDOM_PLAY < rates[-1]


@pytest.mark.examples
def test_torchrl_learns():
    rates = load("torchrl_ppo").main(steps=6000)
    assert rates[0] < 3 * RANDOM_PLAY < rates[-1]


@pytest.mark.examples
def test_tianshou_learns_more_than_random_play():
    results = load("tianshou_dqn").main(steps=4000)
    assert results[-1] > 2 * RANDOM_PLAY - 1


@pytest.mark.examples
def test_minari_stores_the_games_that_were_played(tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    dataset = load("minari_dataset").main(games=20)
    assert dataset.total_episodes == 20
    assert dataset.total_steps >= 20


@pytest.mark.examples
def test_minari_loads_the_data_sets_of_this_package(tmp_path, monkeypatch):
    import minari
    import numpy as np

    from ctv_env.agents.evaluation.records import Setting
    from ctv_env.agents.offline.data_set import DataSet
    from ctv_env.agents.offline.record_games import Recording, record_games

    record_games(Recording("staff", "greedy", games=6), Setting("ctv", "duel"), tmp_path / "duel-staff-v0", quiet=True)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    loaded, own = minari.load_dataset("duel-staff-v0"), DataSet(tmp_path / "duel-staff-v0")
    assert (loaded.total_episodes, loaded.total_steps) == (len(own), own.steps) == (6, own.steps)
    for theirs, ours in zip(loaded.iterate_episodes(), own, strict=True):
        assert np.array_equal(theirs.actions, ours.actions)
        assert np.array_equal(theirs.observations["action_mask"], ours.masks)
        assert theirs.rewards.sum() == ours.result
        assert theirs.terminations.tolist() == [False] * (ours.n - 1) + [True]
        assert theirs.infos["taught"][:-1].all()
        arrays = (loaded.observation_space[name] for name in theirs.observations)
        assert all(
            box.contains(theirs.observations[name][0]) for name, box in zip(theirs.observations, arrays, strict=True)
        )
    env = loaded.recover_environment()
    assert env.observation_space == loaded.observation_space
    seen, _ = env.reset(seed=1)
    assert loaded.observation_space.contains(seen)


def test_the_page_lists_every_example():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"({file.name})" in page for file in FOLDER.glob("*.py"))
