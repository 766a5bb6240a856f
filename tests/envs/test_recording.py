"""Games of the environments, recorded although compiled code plays them."""

import pathlib

import gymnasium
import numpy as np
import pytest
from support.records import SCRIPTED

import ctv_env.envs.aec
from ctv_env.core.jit import records
from ctv_env.core.replay.playback import Playback, verify
from ctv_env.core.spec import spec_of
from ctv_env.envs.batch import BatchGames
from ctv_env.envs.recording import PlayedGame
from ctv_env.envs.sb3 import SB3VecEnv

ENV_ID = "ctv_env/Escudo1937-v0"


def records_in(folder: pathlib.Path) -> list[pathlib.Path]:
    """The records in a folder, all found right."""
    files = sorted(folder.iterdir())
    for file in files:
        verify(file)
    return files


def header_of(file: pathlib.Path) -> dict:
    return Playback(file).header


def play_single(env, seed: int | None) -> list[float]:
    """One game of random decisions; its rewards."""
    _, info = env.reset(seed=seed)
    chooser, rewards, ended = np.random.default_rng(5), [], False
    while not ended:
        action = chooser.choice(np.flatnonzero(info["action_mask"]))
        _, reward, ended, _, info = env.step(action)
        rewards.append(reward)
    return rewards


class _First:
    """An opponent that takes the first legal action."""

    def act(self, observation, mask, info):
        return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("opponent", [SCRIPTED, "random", _First()], ids=["scripted", "random", "object"])
@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_games_of_a_gymnasium_environment(opponent, side, tmp_path):
    env = gymnasium.make(ENV_ID, side=side, opponent=opponent, record=tmp_path)
    play_single(env, 3)
    play_single(env, None)
    files = records_in(tmp_path)
    assert [file.name for file in files] == ["game-00001.jsonl.gz", "game-00002.jsonl.gz"]
    for nth, file in enumerate(files, 1):
        header = header_of(file)
        assert header["players"][side] == "learner"
        assert set(header["players"].values()) == {"learner", opponent if isinstance(opponent, str) else "opponent"}
        assert (header["seed"], header["nth"]) == (3, nth)


def test_recording_changes_nothing(tmp_path):
    plain, watched = gymnasium.make(ENV_ID), gymnasium.make(ENV_ID, record=tmp_path)
    assert play_single(plain, 3) == play_single(watched, 3)


def test_the_end_of_a_record_is_that_of_the_game(tmp_path):
    env = gymnasium.make(ENV_ID, opponent=SCRIPTED, record=tmp_path)
    play_single(env, 4)
    (file,) = records_in(tmp_path)
    playback = Playback(file)
    list(playback)
    assert playback.game.state_hash() == env.unwrapped.game.state_hash()
    assert playback.game.to_bytes() != env.unwrapped.game.to_bytes()  # the record does not contain the dice to come


def test_games_that_are_broken_off_are_kept_as_far_as_they_went(tmp_path):
    env = gymnasium.make(ENV_ID, record=tmp_path)
    for _ in range(2):
        _, info = env.reset(seed=1)
        for _ in range(5):
            *_, info = env.step(np.flatnonzero(info["action_mask"])[-1])
    assert len(list(tmp_path.iterdir())) == 1
    now = env.unwrapped.game.state_hash()
    env.close()
    for file in sorted(tmp_path.iterdir()):
        playback = Playback(file)
        steps = list(playback)
        assert playback.result is None
        assert steps[-1].hash == now


def test_a_game_without_a_decision_is_no_game(tmp_path):
    env = gymnasium.make(ENV_ID, record=tmp_path)
    env.reset(seed=1)
    env.reset(seed=2)
    env.close()
    assert list(tmp_path.iterdir()) == []


def test_a_scenario_of_one_game_is_that_of_its_record(tmp_path):
    env = gymnasium.make(ENV_ID, record=tmp_path)
    _, info = env.reset(seed=1, options={"scenario": "duel", "edition": "it"})
    env.step(np.flatnonzero(info["action_mask"])[0])
    env.reset(seed=1)
    (file,) = tmp_path.iterdir()
    assert header_of(file)["scenario"] == "duel"
    assert header_of(file)["options"]["edition"] == "it"


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_games_of_a_vector_environment(mode, tmp_path):
    vector = {"num_envs": 3, "vectorization_mode": "vector_entry_point"}
    chosen = {"opponent": SCRIPTED, "side": "random", "autoreset_mode": mode}
    plain = gymnasium.make_vec(ENV_ID, **vector, **chosen)
    watched = gymnasium.make_vec(ENV_ID, **vector, **chosen, record=tmp_path)
    chooser = np.random.default_rng(2)
    seen = [env.reset(seed=7) for env in (plain, watched)]
    for _ in range(400):
        masks = seen[1][-1]["action_mask"]
        actions = np.array([chooser.choice(np.flatnonzero(mask)) for mask in masks])
        seen = [env.step(actions) for env in (plain, watched)]
        for one, other in zip(seen[0][:4], seen[1][:4], strict=True):
            np.testing.assert_equal(one, other)
    n_ended = len(records_in(tmp_path))
    assert n_ended >= 3
    watched.close()
    assert len(list(tmp_path.iterdir())) == n_ended + 3


def test_games_of_both_seats(tmp_path):
    games = BatchGames(2, scenario="duel", side="both", record=str(tmp_path), autoreset=True)
    games.reset([1, 2])
    for _ in range(60):
        games.step(games.draw_actions())
    files = records_in(tmp_path)
    assert len(files) > 4
    assert header_of(files[0])["players"] == {"nationalist": "learner", "republican": "learner"}


def test_games_of_an_aec_environment(tmp_path):
    env = ctv_env.envs.aec.env(scenario="duel", record=tmp_path)
    for seed in (1, 2):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, *_, terminated, _, _ = env.last()
            env.step(None if terminated else int(np.flatnonzero(observation["action_mask"])[0]))
    assert [header_of(file)["seed"] for file in records_in(tmp_path)] == [1, 2]


class _Many:
    """An opponent that decides for many games."""

    def act_many(self, observations, masks):
        return masks.argmax(axis=1)


def test_games_for_stable_baselines(tmp_path):
    env = SB3VecEnv(3, opponent=[_Many(), "random", SCRIPTED], scenario="escudo", side="nationalist", record=tmp_path)
    env.seed(3)
    env.reset()
    for _ in range(300):
        env.step(env.games.draw_actions())
    met = {header_of(file)["players"]["republican"] for file in records_in(tmp_path)}
    assert met == {"opponent", "random", SCRIPTED}


def test_a_game_that_comes_out_otherwise_is_no_record(tmp_path):
    spec = spec_of("ctv")
    played = PlayedGame(spec, spec.load("duel"), 5, 1, (0, 0), {"nationalist": "a", "republican": "b"})
    with pytest.raises(RuntimeError, match="ended in another position on replay"):
        played.write(tmp_path / "game.jsonl", records(1, spec.state))
    assert not (tmp_path / "game.jsonl").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").touch()
    env = gymnasium.make(ENV_ID, record=tmp_path / "file")
    with pytest.raises(ValueError, match="cannot write games in"):
        play_single(env, 3)
