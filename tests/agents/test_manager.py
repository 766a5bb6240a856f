"""The manager: it takes the best plan of the staff, plays as the staff elsewhere, and its checkpoints are checked."""

import dataclasses
import json
import zipfile

import numpy as np
import pytest
from support.lab import lab, refusal
from support.plans import ask, at_plan, row_of_plan

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.learned.archive import CheckpointError, read, read_facts
from ctv_env.agents.learned.checkpoint import identity_of, read_identity, save
from ctv_env.agents.learned.manager import ManagerAgent, base_in, is_manager
from ctv_env.agents.learned.plan_trials import OBSERVATION, PlanTrials
from ctv_env.agents.learned.value_network import ValueNetwork
from ctv_env.agents.registry import make_agent
from ctv_env.agents.training.manager import Config, Trainer
from ctv_env.agents.training.manager_runs import train_rounds
from ctv_env.agents.training.plan_games import PLAIN
from ctv_env.core.jit import records
from ctv_env.games.ctv.spec import SPEC

TINY = Config(scenario="last-stand", seed=1, first_games=256, rounds=1, games=8, plans=4, plans_played=8)
SIDES = ("nationalist", "republican")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Folder of a tiny run, and the lines that it said."""
    folder, lines = tmp_path_factory.mktemp("manager") / "run", []
    train_rounds(Trainer, TINY, folder, lines.append)
    return folder, lines


def test_a_run_trains_both_sides_and_says_how_they_play(run):
    folder, lines = run
    assert len(lines) == 2
    assert "positions; losses" in lines[0]
    assert "against the plain plans, nationalist" in lines[1]
    for side in SIDES:
        agent = make_agent(str(folder), "ctv", "last-stand", side)
        assert (type(agent), agent.name, agent.files) == (ManagerAgent, "run", (folder / "model.zip",))


def test_a_checkpoint_says_how_it_came_about(run):
    with zipfile.ZipFile(run[0] / "model.zip") as archive:
        facts = json.loads(archive.read("checkpoint.json"))
    assert facts["config"]["seed"] == 1
    assert facts["command"].startswith("ctv lab manager --scenario last-stand --seed 1 ")
    assert len(facts["training_data"]) == 64
    assert facts["data"] == SPEC.load("last-stand").data_hash
    assert facts["versions"].keys() == {"numpy", "torch"}


def test_the_same_command_trains_the_same_agent(run, tmp_path):
    again = train_rounds(Trainer, TINY, tmp_path, lambda line: None)
    other = train_rounds(Trainer, dataclasses.replace(TINY, seed=2, rounds=0), tmp_path / "other", lambda line: None)
    weights = [_weights(file) for file in (run[0] / "model.zip", again, other)]
    assert weights[0].keys() == weights[1].keys() == weights[2].keys()
    assert all(np.array_equal(weights[0][name], weights[1][name]) for name in weights[0])
    assert not all(np.array_equal(weights[0][name], weights[2][name]) for name in weights[0])


def _weights(file):
    return read(file, "weights")


@pytest.mark.parametrize("side", SIDES)
def test_it_takes_the_plan_with_the_highest_value(side, run, monkeypatch):
    game = at_plan(side)
    tried = []

    def values(self, found):
        tried.append(found)
        return np.arange(len(found.rows)) == 5  # the sixth plan

    monkeypatch.setattr(ValueNetwork, "values", values)
    orders, offered = [], []
    plan, outcomes = PlanTrials.plan, PlanTrials.outcomes
    monkeypatch.setattr(
        PlanTrials, "outcomes", lambda self, states, all_: offered.append(all_) or outcomes(self, states, all_)
    )
    monkeypatch.setattr(PlanTrials, "plan", lambda self, states, one: orders.append(one) or plan(self, states, one))
    agent = make_agent(str(run[0]), "ctv", "last-stand", side)
    agent.reset(3)
    start = records(1, SPEC.state)
    start[0] = game.record
    taken = row_of_plan(agent, game)
    assert [len(found.rows) for found in tried] == [8]
    assert orders == [offered[0][0, 5]]
    assert offered[0][0, 0] == 0  # the plain plan is among them
    assert taken == PlanTrials(SPEC, game.tables, 0).plan(start, orders[0])


def agree_beside_plans(game, side: str, one, other, agents: dict) -> None:
    """Play on by ``agents``, and assert that two agents of a side do the same wherever nothing is planned."""
    asked = 0
    while game.to_move is not None:
        if game.to_move == side and game.node not in ("MOVE", "MOVE_TO"):
            assert ask(one, game) == ask(other, game)
            asked += 1
        game.step(ask(agents[game.to_move], game)) if game.to_move != "chance" else game.roll()
    assert asked > 5


@pytest.mark.parametrize("side", SIDES)
def test_it_plays_as_the_staff_where_there_is_nothing_to_plan(side, run):
    game, agent, staff = (
        at_plan(side),
        make_agent(str(run[0]), "ctv", "last-stand", side),
        make_agent("staff", "ctv", "last-stand", side),
    )
    agents = {one: make_agent("staff", "ctv", "last-stand", one) for one in SIDES}
    agree_beside_plans(game, side, agent, staff, agents)


@pytest.fixture(scope="module")
def on_tuned(tmp_path_factory):
    """The checkpoint of a tiny manager on the base of the tuned staff."""
    tiny = dataclasses.replace(TINY, base="staff-tuned", rounds=0)
    return train_rounds(Trainer, tiny, tmp_path_factory.mktemp("manager") / "on-tuned", lambda line: None)


@pytest.mark.parametrize("side", SIDES)
def test_on_a_tuned_base_it_plans_and_plays_as_the_tuned_staff(side, on_tuned, monkeypatch):
    monkeypatch.setattr(ValueNetwork, "values", lambda self, found: np.arange(len(found.rows)) == 0)  # the plain plan
    manager, tuned = (make_agent(name, "ctv", "last-stand", side) for name in (str(on_tuned), "staff-tuned"))
    agents = {one: make_agent("staff", "ctv", "last-stand", one) for one in SIDES} | {side: tuned}
    game, start = at_plan(side), records(2, SPEC.state)
    start[:] = game.record
    record = game.tables.record.copy()
    record["staff"][0, 0] = tuned.tuned_constants
    tables = dataclasses.replace(game.tables, record=record)
    wanted, plain = (PlanTrials(SPEC, one, 0).plan(start[k : k + 1], 0) for k, one in enumerate((tables, game.tables)))
    assert row_of_plan(manager, game) == wanted != plain
    agree_beside_plans(game, side, manager, tuned, agents)


def test_on_a_tuned_base_each_side_learns_only_from_games_in_which_it_has_its_constants(monkeypatch):
    trainer = Trainer(dataclasses.replace(TINY, base="staff-tuned", first_games=768, games=2))
    tuned = [make_agent("staff-tuned", "ctv", "last-stand", side).tuned_constants for side in SIDES]
    seen = []

    def rows_of(conditions):
        record = conditions.tables.record
        assert (conditions.trials.tables == record).all()
        return record["staff"][0, record["staff_row"][0]]

    for conditions in trainer._conditions:
        for side, row in enumerate(rows_of(conditions)):
            assert (row == (tuned[side] if side in conditions.sides else SPEC.tuning.defaults)).all()

    def noted(players, games, conditions):
        seen.append((players, conditions.sides, played(players, games, conditions)))
        return seen[-1][2]

    played = trainer._play
    monkeypatch.setattr(trainer, "_play", noted)
    trainer.round()
    assert [sides for _, sides, _ in seen] == [(0, 1), (0,), (1,)]
    for side in range(2):
        parts = [part.rows[part.sides == side] for _, sides, part in seen if side in sides]
        assert np.array_equal(trainer._first[side].rows, np.concatenate(parts))
    seen.clear()
    trainer.round()
    assert [sides for _, sides, _ in seen] == [(0,), (1,), (0, 1)]
    assert [[player is PLAIN for player in players] for players, _, _ in seen] == [
        [False, True],
        [True, False],
        [False, False],
    ]


def test_a_checkpoint_has_the_constants_of_its_base(on_tuned):
    for side, row in zip(SIDES, base_in(on_tuned, SPEC), strict=True):
        assert row.tolist() == make_agent("staff-tuned", "ctv", None, side).tuned_constants.tolist()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"base": {"nationalist": {}}}, "is damaged: its constants are not by side"),
        ({"base": 3}, "is damaged: its constants are not by side"),
        ({"base": {"nationalist": {"inertia": 1000}, "republican": {}}}, "is damaged: constant inertia is a whole"),
        ({"constants_hash": "0"}, "does not fit: the constants of staff have changed since"),
    ],
)
def test_constants_that_do_not_fit_are_refused_in_words(changed, message, on_tuned, tmp_path):
    save(tmp_path / "altered.zip", read_facts(on_tuned) | changed, weights=_weights(on_tuned))
    with pytest.raises(CheckpointError, match=message):
        make_agent(str(tmp_path / "altered.zip"), "ctv", "last-stand", "nationalist")


def test_the_same_seed_gives_the_same_plans_and_a_game_between_two_ends(run):
    ends = []
    for _ in range(2):
        game = new_game(seed=7, scenario="last-stand")
        play(game, {side: make_agent(str(run[0]), "ctv", "last-stand", side) for side in SIDES}, 7)
        ends.append(game.state_hash())
    assert ends[0] == ends[1]


def test_a_plan_that_the_position_does_not_allow_is_left_to_the_staff(run, monkeypatch):
    game = at_plan("nationalist")
    monkeypatch.setattr(PlanTrials, "plan", lambda self, states, orders: [game.tables.actions.n - 1])
    agent = make_agent(str(run[0]), "ctv", "last-stand", "nationalist")
    assert ask(agent, game) == ask(make_agent("staff", "ctv", "last-stand", "nationalist"), game)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"plans": 0}, "its number of plans is not 1 to 10000"),
        ({"plans": None}, "its number of plans"),
        ({"plans": "8"}, "its number of plans"),
        ({"identity": {"rules": "0"}}, "does not fit: its rules version is 0"),
        ({"identity": {"scenario": "duel"}}, "its scenario is duel, here it is last-stand"),
        ({"identity": {"side": "republican"}}, "has learned to play the republican, not the nationalist"),
        ({"weights": {}}, "cannot be used: the layers do not end in 1 number"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(change, message, run, tmp_path):
    identity = read_identity(run[0] / "model.zip") | change.get("identity", {})
    file = tmp_path / "altered.zip"
    facts = {"agent": "manager", "identity": identity, "plans": change.get("plans", 8)}
    save(file, facts, weights=change.get("weights", _weights(run[0] / "model.zip")))
    with pytest.raises(CheckpointError, match=message):
        make_agent(str(file), "ctv", "last-stand", "nationalist")


def test_a_checkpoint_of_another_kind_is_none(tmp_path):
    save(tmp_path / "a.zip", {"identity": identity_of("ctv", "duel", OBSERVATION, "random")}, weights={})
    assert not is_manager(tmp_path / "a.zip")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"plans": 0}, "plans must be at least 1, not 0"),
        ({"games": -2}, "games must be at least 1, not -2"),
        ({"rounds": -1}, "rounds must be at least 0, not -1"),
        ({"seed": -1}, "seed must be at least 0, not -1"),
        ({"scenario": "nowhere"}, "nowhere"),
        ({"base": "greedy"}, "the base must be a tuned agent, such as staff-tuned, not greedy"),
        ({"base": "nobody"}, "no agent 'nobody'"),
    ],
)
def test_a_wrong_config_is_an_error_before_the_first_game(change, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        train_rounds(Trainer, dataclasses.replace(TINY, **change), tmp_path / "run", lambda line: None)
    assert not (tmp_path / "run").exists()


def test_the_command_line_trains_and_reports_errors(tmp_path, capsys):
    lab("manager", "--scenario", "duel", "--first-games", "1", "--rounds", "0", "--out", str(tmp_path))
    assert f"the agent is in {tmp_path / 'model.zip'}" in capsys.readouterr().out
    assert "nowhere" in refusal(capsys, "manager", "--scenario", "nowhere", "--out", str(tmp_path))
    file = str(tmp_path / "model.zip")
    assert "model.zip" in refusal(capsys, "manager", "--scenario", "duel", "--out", file)


def test_the_first_round_has_as_many_games_as_wanted(monkeypatch):
    trainer, played = Trainer(dataclasses.replace(TINY, first_games=300)), []
    games = trainer._play

    def noted(players, n, conditions):
        played.append(n)
        return games(players, n, conditions)

    monkeypatch.setattr(trainer, "_play", noted)
    trainer.round()
    assert played == [256, 44]
