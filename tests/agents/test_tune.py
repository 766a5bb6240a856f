"""Tuning by CMA-ES, and the tuned policy: compiled wherever it plays, and refused in words where it does not fit."""

import dataclasses
import json

import gymnasium as gym
import numpy as np
import pytest
from support.lab import refusal
from support.players import whole_games

import ctv_env  # noqa: F401  # registers the environments
from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.evaluation import arena as arena_module
from ctv_env.agents.evaluation.arena import can_play_compiled
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.learned.archive import CheckpointError, read_facts
from ctv_env.agents.learned.checkpoint import save
from ctv_env.agents.learned.tuned import TunedPolicy
from ctv_env.agents.registry import make_agent
from ctv_env.agents.training import tune as training
from ctv_env.agents.training.settings import options_in
from ctv_env.agents.training.tune import Config, tune
from ctv_env.cli.lab import parser_of
from ctv_env.core.batch import EXTERNAL
from ctv_env.core.spec import spec_of
from ctv_env.core.tuning import N_VARIANTS
from ctv_env.envs.batch import BatchGames
from ctv_env.envs.many_opponents import ManyOpponents

SPEC = spec_of("ctv")
TINY = Config(side="nationalist", scenario="last-stand", seed=1, generations=3, population=4, games=6, held_out=20)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Folder of a tiny run, and the lines that it said."""
    folder, lines = tmp_path_factory.mktemp("tuned") / "run", []
    tune(TINY, folder, 1, lines.append)
    return folder, lines


def written(file, run, side: str, constants: dict, **changed):
    """Write the checkpoint of the run with other contents."""
    facts = read_facts(run[0] / "model.zip")
    identity = facts["identity"] | {"side": side} | changed.pop("identity", {})
    save(file, facts | {"identity": identity, "constants": constants} | changed)
    return str(file)


@pytest.fixture(scope="module")
def bold(run, tmp_path_factory) -> dict[str, str]:
    """By side, the checkpoint of a staff that attacks at any price."""
    folder = tmp_path_factory.mktemp("bold")
    return {
        side: written(folder / f"{side}.zip", run, side, {f"hurdle_{side}": -30, f"own_step_{side}": 0, "ground": 90})
        for side in SPEC.sides
    }


def test_a_run_says_how_it_goes_and_evaluates_what_it_has_found(run):
    folder, lines = run
    assert len(lines) == TINY.generations + 2
    assert "proposals win" in lines[0]
    tuned, default = json.loads((folder / "evaluation.json").read_text())["results"]
    assert (tuned["constants"], default["constants"]) == ("tuned", "default")
    for one in (tuned, default):
        assert one["games"] == 20
        assert one["low"] <= one["wins"] / 20 == one["win_rate"] <= one["high"]


def test_the_evaluation_is_that_of_the_checkpoint(run):
    folder, _ = run
    seeds = training.read_seeds("suite-v1", 20)
    setting = Setting(None, "last-stand", SPEC.common_random_numbers)
    played = whole_games((str(folder / "model.zip"), "staff"), seeds, setting)
    tuned, _ = json.loads((folder / "evaluation.json").read_text())["results"]
    assert sum(one.winner == 0 for one in played) == tuned["wins"]


def test_a_checkpoint_says_how_it_came_about(run):
    facts = read_facts(run[0] / "model.zip")
    assert facts["config"] == dataclasses.asdict(TINY)
    assert facts["constants_hash"] == SPEC.tuning.hash
    assert set(facts["constants"]) == {one.name for one in SPEC.tuning.of_side(0)}
    assert {"command", "seconds", "training_data", "versions", "data"} <= facts.keys()


def test_the_command_in_a_checkpoint_is_that_of_its_config(run):
    ctv, lab, program, *words = read_facts(run[0] / "model.zip")["command"].split()
    assert (ctv, lab) == ("ctv", "lab")
    assert options_in(Config, parser_of(program).parse_args([*words, "--out", "x"])) == TINY


def test_an_interrupted_run_continues_to_the_same_end(run, tmp_path):
    log = (run[0] / "log.csv").read_text().splitlines(keepends=True)
    generation = TINY.population + 1
    (tmp_path / "config.json").write_bytes((run[0] / "config.json").read_bytes())
    (tmp_path / "log.csv").write_text("".join(log[: 1 + generation + 2]))  # the second generation is incomplete
    lines = []
    tune(TINY, tmp_path, 2, lines.append)
    assert sum("generation" in line for line in lines) == 2
    assert read_facts(tmp_path / "model.zip")["constants"] == read_facts(run[0] / "model.zip")["constants"]
    rows = [line.split(",") for line in (tmp_path / "log.csv").read_text().splitlines()]
    assert [row[:6] + row[7:] for row in rows] == [row[:6] + row[7:] for row in (one.strip().split(",") for one in log)]


def test_a_log_of_other_proposals_is_refused(run, tmp_path):
    (tmp_path / "config.json").write_bytes((run[0] / "config.json").read_bytes())
    head, *rows = (run[0] / "log.csv").read_text().splitlines()
    (tmp_path / "log.csv").write_text("\n".join([head, *(f"{row.rpartition(',')[0]},999" for row in rows), ""]))
    with pytest.raises(ValueError, match="generation 0 of the log has other proposals than those drawn now"):
        tune(TINY, tmp_path, 1, lambda line: None)
    assert not (tmp_path / "model.zip").exists()


def test_a_finished_run_goes_on_with_more_generations(run, tmp_path):
    for name in ("config.json", "log.csv"):
        (tmp_path / name).write_bytes((run[0] / name).read_bytes())
    lines = []
    tune(dataclasses.replace(TINY, generations=4), tmp_path, 1, lines.append)
    assert [line.split(",")[0] for line in lines if "generation" in line] == ["generation 3"]


def test_the_mean_before_the_first_generation_is_the_policy_as_it_is(run):
    trial = training.TuneLog(run[0] / "log.csv", TINY.population + 1).read()[0][0][-1]
    assert SPEC.tuning.row(trial.constants).tolist() == SPEC.tuning.defaults.tolist()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"side": "red"}, "no side 'red'; the sides are nationalist, republican"),
        ({"games": 0}, "games must be at least 1, not 0"),
        ({"population": 2}, "population must be at least 3, not 2"),
        ({"held_out": 1001}, "suite-v1 has 1000 seeds, but 1001 are wanted"),
        ({"opponent": "rollout"}, "the opponent rollout is not compiled"),
        ({"opponent": "nobody"}, "no agent 'nobody'"),
        ({"game": "tscw", "scenario": None}, "the game tscw offers no constants to tune"),
    ],
)
def test_a_wrong_config_is_an_error_before_the_first_game(change, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        tune(dataclasses.replace(TINY, **change), tmp_path / "run", 1, lambda line: None)
    assert not (tmp_path / "run").exists()


def test_the_folder_of_another_run_is_left_alone(run, tmp_path):
    with pytest.raises(ValueError, match=r"holds a run with seed 1, not 2: name another folder"):
        tune(dataclasses.replace(TINY, seed=2), run[0], 1, lambda line: None)
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ValueError, match="is not empty and holds no run of this command"):
        tune(TINY, tmp_path, 1, lambda line: None)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("line", ["1,0,6,x,0,0,1.0", "0,4,6,1,0,0,1.0", ""])
def test_a_damaged_log_is_an_error(line, run, tmp_path):
    rows = (run[0] / "log.csv").read_text().splitlines()
    tail = ",".join(rows[6].split(",")[7:])
    (tmp_path / "log.csv").write_text("\n".join([*rows[:6], f"{line},{tail}", *rows[7:11], ""]))
    with pytest.raises(ValueError, match=r"log\.csv is damaged"):
        training.TuneLog(tmp_path / "log.csv", 5).read()


def test_the_command_line_reports_errors(tmp_path, capsys):
    assert "error: no side 'red'" in refusal(capsys, "tune", "--side", "red", "--out", str(tmp_path))


def test_a_tuned_opponent_can_be_tuned_against(bold, tmp_path):
    file = tune(
        dataclasses.replace(TINY, generations=1, opponent=bold["republican"]), tmp_path / "run", 1, lambda line: None
    )
    assert read_facts(file)["config"]["opponent"] == bold["republican"]
    row = training.TuneLog(tmp_path / "run" / "log.csv", 5).read()[0][0][-1]
    seeds = np.random.default_rng([1, 0]).integers(0, 2**62, TINY.games).tolist()
    options = SPEC.common_random_numbers
    played = whole_games(("staff", bold["republican"]), seeds, Setting(scenario="last-stand", options=options))
    assert row.wins == sum(one.winner == 0 for one in played)


# -- the agent ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SPEC.sides)
def test_it_plays_compiled_as_it_does_decision_by_decision(side, bold, monkeypatch):
    seats = tuple(bold[side] if one == side else "staff" for one in SPEC.sides)
    setting = Setting(scenario="last-stand")
    agents = [make_agent(name, None, "last-stand", one) for name, one in zip(seats, SPEC.sides, strict=True)]
    assert can_play_compiled(agents, setting)
    compiled, plain = (whole_games(names, [1, 2, 3], setting) for names in (seats, ("staff", "staff")))
    monkeypatch.setattr(arena_module, "can_play_compiled", lambda agents, setting: False)
    single = whole_games(seats, [1, 2, 3], setting)
    assert [one.digest for one in single] == [one.digest for one in compiled] != [one.digest for one in plain]


def test_a_recorded_game_is_played_decision_by_decision(bold, tmp_path):
    setting = Setting(scenario="last-stand", record=tmp_path)
    assert len(whole_games((bold["nationalist"], "staff"), [1], setting)) == 1
    assert len(list(tmp_path.iterdir())) == 1


def batch(side: str, opponent, inside: bool, record=None):
    """Some decisions in many games against an opponent; the observations and rewards."""
    games = BatchGames(8, scenario="last-stand", side=side, record=record)
    if not inside:
        games.set_tuned_opponent = lambda constants, games: False
    opponents = ManyOpponents(games, opponent)
    games.seed(range(8))
    opponents.begin(np.ones(8, bool))
    seen = []
    for _ in range(60):
        games.set_actions(games.masks.argmax(1))
        games.run(1 << 1)
        opponents.answer()
        games.run(1 << 3)
        seen += [games.observation().copy(), games.episodes["reward"].copy()]
        if (done := games.episodes["done"] != 0).any():
            opponents.begin(done)
    codes = games.episodes["policy"].tolist()
    games.close()
    return np.concatenate([one.ravel() for one in seen]), codes


@pytest.mark.parametrize("side", SPEC.sides)
def test_in_a_batch_it_plays_inside_the_compiled_code(side, bold):
    (other,) = (one for one in SPEC.sides if one != side)
    inside, codes = batch(side, bold[other], True)
    assert all(EXTERNAL in pair and min(pair) < EXTERNAL for pair in codes)
    outside, codes = batch(side, bold[other], False)
    assert {code for pair in codes for code in pair} == {EXTERNAL}
    plain, _ = batch(side, "staff", True)
    assert (inside == outside).all()
    assert (inside != plain).any()


def test_a_batch_mixes_it_with_other_opponents(bold):
    mixed = [bold["republican"], "staff", "greedy", "random"] * 2
    _, codes = batch("nationalist", mixed, True)
    assert [pair[1] for pair in codes] == [-2, 2, 1, 0] * 2


def test_a_batch_with_records_leaves_it_outside(bold, tmp_path):
    _, codes = batch("nationalist", bold["republican"], True, record=tmp_path / "games")
    assert {code for pair in codes for code in pair} == {EXTERNAL}


def test_a_batch_has_room_for_a_number_of_variants():
    games = BatchGames(4)
    for k in range(1, N_VARIANTS):
        assert games.set_tuned_opponent([None, SPEC.tuning.row({"exposed": k})], slice(None))
    assert not games.set_tuned_opponent([None, SPEC.tuning.row({"exposed": N_VARIANTS})], slice(None))
    assert games.set_tuned_opponent([None, SPEC.tuning.row({"exposed": 1})], slice(None))  # known already
    assert games.episodes["wanted_opponent"].tolist() == [[EXTERNAL, -2]] * 4


def test_environments_take_its_file(bold):
    env = gym.make("ctv_env/Santander1937-v0", opponent=bold["republican"], side="nationalist", scenario="last-stand")
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    assert env.unwrapped.games.episodes["policy"].tolist() == [[EXTERNAL, -2]]
    _, info = env.reset(seed=1, options={"opponent": "staff"})
    assert env.unwrapped.games.episodes["policy"].tolist() == [[EXTERNAL, 2]]
    env.close()


def test_its_other_side_is_refused(bold):
    with pytest.raises(CheckpointError, match="has learned to play the republican, not the nationalist"):
        make_agent(bold["republican"], None, None, "nationalist")


def test_it_plays_any_scenario(bold):
    game = new_game(seed=3, scenario="duel")
    play(game, {side: make_agent(bold[side], None, "duel", side) for side in SPEC.sides}, 3)
    assert game.winner in SPEC.sides


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"constants_hash": "0"}, "does not fit: the constants of staff have changed since"),
        ({"constants": {"inertia": 10**6}}, "is damaged: constant inertia is a whole number from 0 to 20"),
        ({"constants": {"speed": 1}}, "is damaged: no constant 'speed'"),
        ({"constants": [1]}, "is damaged: its constants are"),
        ({"identity": {"rules": "0"}}, "does not fit: its rules version is 0"),
        ({"identity": {"game": "tscw"}}, "does not fit: its game is tscw"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(change, message, run, tmp_path):
    file = written(tmp_path / "a.zip", run, "nationalist", **({"constants": {}} | change))
    with pytest.raises(CheckpointError, match=message):
        make_agent(file, None, "last-stand", "nationalist")


def test_its_name_is_that_of_its_run(run):
    agent = make_agent(str(run[0]), None, "last-stand", "nationalist")
    assert isinstance(agent, TunedPolicy)
    assert agent.name == run[0].name
    assert agent.files == (run[0] / "model.zip",)
