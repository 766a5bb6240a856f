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


def test_the_page_lists_every_example():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"({file.name})" in page for file in FOLDER.glob("*.py"))
