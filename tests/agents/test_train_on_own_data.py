"""Training on the user's own data: a scenario that only the user's folder has."""

import shutil

import pytest
from support.lab import lab
from support.policies import save_random_policy

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.learned.archive import read_facts
from ctv_env.agents.learned.policy_plans import PLAN_VALUES
from ctv_env.agents.registry import make_agent
from ctv_env.agents.training import exploit, manager, plan_values, tune
from ctv_env.agents.training.manager_runs import train_rounds
from ctv_env.games.ctv.loading.load import DATA_DIR
from ctv_env.games.ctv.spec import SPEC

NEW = "mine"


@pytest.fixture(scope="module")
def own(tmp_path_factory) -> str:
    """The folder of data."""
    folder = tmp_path_factory.mktemp("own") / "data"
    shutil.copytree(DATA_DIR, folder)
    (folder / "scenarios/last-stand.yaml").rename(folder / f"scenarios/{NEW}.yaml")
    return str(folder)


@pytest.fixture(scope="module")
def managed(own, tmp_path_factory):
    """Checkpoint of a manager on tuned constants."""
    config = manager.Config(scenario=NEW, data_dir=own, base="staff-tuned", seed=1, first_games=1, rounds=1, games=4)
    return train_rounds(manager.Trainer, config, tmp_path_factory.mktemp("manager"), print)


def trained_on(facts: dict, own: str) -> bool:
    """Return whether a checkpoint says that it has learned on these data, and how."""
    return facts["data"] == SPEC.load(NEW, own).data_hash and f"--data-dir {own}" in facts["command"]


def winner(own: str, file, side: str) -> str | None:
    """Return who wins a game of the trained agent against ``random``."""
    game = new_game(seed=3, scenario=NEW, data_dir=own)
    agents = {one: make_agent("random", None, NEW, one) for one in SPEC.sides}
    agents[side] = make_agent(str(file), None, NEW, side, options={"data_dir": own})
    play(game, agents, 3)
    return game.winner


def test_a_manager_learns_and_plays_there(managed, own):
    assert trained_on(read_facts(managed), own)
    assert winner(own, managed, "nationalist") in SPEC.sides


def test_an_exploiter_begins_with_that_manager_and_learns_there(managed, own, tmp_path):
    where = {"side": "republican", "scenario": NEW, "data_dir": own}
    config = exploit.Config(opponent=["staff"], **where, start=str(managed), rounds=1, games=4, plans=3)
    file = train_rounds(exploit.Exploiter, config, tmp_path, print)
    assert trained_on(read_facts(file), own)


@pytest.mark.parametrize("opponent", ["manager", "policy"])
def test_the_values_of_plans_are_learned_there(opponent, managed, own, tmp_path, monkeypatch):
    monkeypatch.setattr(plan_values, "_AT_ONCE", 4)
    policy = tmp_path / "policy.zip"
    save_random_policy(policy, "random", NEW, with_values=False, data_dir=own)
    against = {"manager": str(managed), "policy": str(policy)}[opponent]
    where = {"side": "republican", "scenario": NEW, "data_dir": own}
    config = plan_values.Config(policy=str(policy), opponent=against, **where, rounds=1, games=2, plans=2)
    file = train_rounds(plan_values.Trainer, config, tmp_path / "run", print)
    assert trained_on(read_facts(file)[PLAN_VALUES], own)


def test_constants_are_tuned_and_evaluated_there(own, tmp_path):
    small = {"generations": 1, "population": 4, "games": 2, "held_out": 2}
    file = tune.tune(tune.Config(side="nationalist", scenario=NEW, data_dir=own, **small), tmp_path / "a", 1, print)
    assert trained_on(read_facts(file), own)
    again = tune.Config(side="republican", scenario=NEW, data_dir=own, opponent=str(file), **small)
    assert trained_on(read_facts(tune.tune(again, tmp_path / "b", 1, print)), own)


def test_the_command_lines_take_the_folder(own, tmp_path):
    where = ["--scenario", NEW, "--data-dir", own]
    few = ["--first-games", "1", "--rounds", "0"]
    lab("manager", *where, *few, "--out", str(tmp_path / "a"))
    few = ["--generations", "1", "--population", "4", "--games", "2", "--held-out", "2", "--threads", "1"]
    lab("tune", "--side", "republican", *where, *few, "--out", str(tmp_path / "b"))
    assert all(trained_on(read_facts(tmp_path / run / "model.zip"), own) for run in "ab")


def test_a_folder_without_data_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(ValueError, match="nowhere"):
        train_rounds(manager.Trainer, manager.Config(data_dir=str(tmp_path / "nowhere")), tmp_path / "run", print)
    assert not (tmp_path / "run").exists()
