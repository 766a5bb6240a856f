"""The value network of a policy's plans: what it learns from, and the checkpoint that it is added to."""

import dataclasses

import numpy as np
import pytest
from support.lab import lab, refusal
from support.policies import save_random_policy

from ctv_env.agents.learned.archive import read, read_facts
from ctv_env.agents.learned.plan_trials import PlanTrials
from ctv_env.agents.learned.policy_agent import PolicyAgent
from ctv_env.agents.learned.policy_plans import PLAN_VALUES, is_planning, plan_nodes_of
from ctv_env.agents.registry import make_agent
from ctv_env.agents.search.policy import PolicySearchAgent
from ctv_env.agents.training import plan_values, policy_games
from ctv_env.agents.training.manager_runs import train_rounds
from ctv_env.agents.training.plan_games import PLAIN, Player
from ctv_env.agents.training.plan_side import PlanSide
from ctv_env.agents.training.plan_values import Config, Trainer
from ctv_env.agents.training.policy_games import PolicyGames, PolicyPlayer
from ctv_env.envs.batch import BatchGames
from ctv_env.games.ctv.spec import SPEC


@pytest.fixture(scope="module")
def policy(tmp_path_factory):
    """The checkpoint of a policy that has learned nothing."""
    file = tmp_path_factory.mktemp("policy") / "model.zip"
    save_random_policy(file, "random", with_values=False)
    return file


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr(plan_values, "_AT_ONCE", 6)


def config(policy, **changes) -> Config:
    few = {"seed": 1, "rounds": 2, "games": 4, "plans": 3}
    return Config(side="republican", policy=str(policy), scenario="last-stand", **few | changes)


def _games(policy, side: str, n: int, players=(PLAIN,)) -> tuple[PolicyGames, BatchGames]:
    env = BatchGames(n, "last-stand", "both", obs="flat")
    env.reset(list(range(n)))
    trials = PlanTrials(SPEC, SPEC.load("last-stand"), 5)
    agent = PolicyAgent(policy, "ctv", "last-stand")
    return PolicyGames(env, agent, trials, SPEC.sides.index(side), players, 5), env


def test_a_run_adds_a_value_network_to_the_policy_and_says_how_it_came_about(policy, tmp_path):
    lines = []
    file = train_rounds(Trainer, config(policy), tmp_path / "run", lines.append)
    assert [line.split(",")[0] for line in lines] == ["round 1", "round 2"]
    assert all(": wins " in line and " games; loss " in line for line in lines)
    facts = read_facts(file)
    assert facts[PLAN_VALUES]["command"] == (
        f"ctv lab plan-values --scenario last-stand --side republican --policy {policy} "
        "--opponent learned --seed 1 --rounds 2 --games 4 --plans 3"
    )
    assert {"config", "seconds", "training_data", "data", "versions"} <= facts[PLAN_VALUES].keys()
    assert facts | read_facts(policy) == facts
    old, new = read(policy, "weights"), read(file, "weights")
    assert all(np.array_equal(old[name], new[name]) for name in old)
    assert type(make_agent(str(file), "ctv", "last-stand", "republican")) is PolicyAgent
    assert type(make_agent(f"search:{file}", "ctv", "last-stand", "republican")) is PolicySearchAgent


def test_the_same_command_trains_the_same_network(policy, tmp_path):
    files = [
        train_rounds(Trainer, config(policy, seed=seed), tmp_path / f"{k}", print) for k, seed in enumerate((1, 1, 2))
    ]
    one, again, other = (read(file, PLAN_VALUES) for file in files)
    assert all(np.array_equal(one[name], again[name]) for name in one)
    assert not all(np.array_equal(one[name], other[name]) for name in one)
    data = [read_facts(file)[PLAN_VALUES]["training_data"] for file in files]
    assert data[0] == data[1] != data[2]


@pytest.mark.parametrize("side", SPEC.sides)
def test_lessons_are_the_positions_after_the_policys_plans_with_the_result_of_their_game(side, policy):
    games, env = _games(policy, side, 3)
    index, noted, won, step = SPEC.sides.index(side), [], [], env.step
    after = PlanTrials.after

    def noting(self, states, of):
        noted.append((states.copy(), of))
        return after(self, states, of)

    def counting(actions):
        found = step(actions)
        for i in np.flatnonzero(found[2]):
            won.append(float(env.episodes["final_winner"][i] == index))
        return found

    games._trials.after = noting.__get__(games._trials)
    env.step = counting
    lessons = [games.play(2), games.play(3)]
    results = [float(part.results[part.games == k][0]) for part in lessons for k in np.unique(part.games)]
    assert results == won
    assert {of for _, of in noted} == {index}
    states = np.concatenate([states for states, _ in noted])
    assert len(states) >= sum(len(part.rows) for part in lessons) > 5
    assert not is_planning(states, plan_nodes_of(SPEC), index).any()
    valued = after(games._trials, states, index)
    known = {row.tobytes() for row in valued.rows}
    assert all(row.tobytes() in known for part in lessons for row in part.rows)


def test_a_plan_that_ends_the_game_teaches_nothing_since_the_next_game_stands_there(policy):
    games, env = _games(policy, "republican", 2)
    step, nodes = env.step, plan_nodes_of(SPEC)

    def ending(actions):
        """Say of each game that it is over once a plan has ended."""
        planned = is_planning(env.batch.states, nodes, 1)
        found = step(actions)
        return (*found[:2], found[2] | (planned & ~is_planning(env.batch.states, nodes, 1)))

    env.step = ending
    with pytest.raises(ValueError, match="nothing was planned in these games"):
        games.play(4)


def test_a_plan_ends_with_its_turn(policy, monkeypatch):
    games, env = _games(policy, "republican", 2)
    step, nodes, ends = env.step, plan_nodes_of(SPEC), []

    def next_turn(actions):
        """Turn the page while a plan goes on."""
        planned = is_planning(env.batch.states, nodes, 1)
        found = step(actions)
        env.batch.states["turn"][planned] = 2
        ends.append(np.flatnonzero(planned).tolist())
        return found

    noted = []
    monkeypatch.setattr(games, "_note", lambda its: noted.append(its.tolist()))
    env.step = next_turn
    with pytest.raises(ValueError, match="nothing was planned"):
        games.play(2)
    first = next(k for k, its in enumerate(ends) if its)
    assert noted[first] == ends[first]


def test_the_policy_plays_its_most_likely_actions_without_temperature(policy, monkeypatch):
    monkeypatch.setattr(policy_games, "_TEMPERATURES", (0.0,))
    games, env = _games(policy, "republican", 2)
    agent, step, compared = PolicyAgent(policy, "ctv", "last-stand"), env.step, 0

    def checked(actions):
        nonlocal compared
        own = np.flatnonzero(env.batch.states["to_move"] == 1)
        if len(own):
            assert actions[own].tolist() == agent.act_many(env.observation()[own], env.masks[own]).tolist()
            compared += len(own)
        return step(actions)

    env.step = checked
    games.play(3)
    assert compared > 20


def test_temperature_is_for_plans_and_little_of_it_elsewhere(policy, monkeypatch):
    monkeypatch.setattr(policy_games, "_TEMPERATURES", (1.5,))
    games, env = _games(policy, "republican", 2)
    given, sampled = set(), policy_games.sampled

    def noted(logits, temperatures, random):
        own = env.batch.states[env.batch.states["to_move"] == 1]
        given.update(zip([SPEC.node_name(k) for k in own["node"]], temperatures.tolist(), strict=True))
        return sampled(logits, temperatures, random)

    monkeypatch.setattr(policy_games, "sampled", noted)
    games.play(3)
    assert {temperature for node, temperature in given if node in ("MOVE", "MOVE_TO")} == {1.5}
    assert {temperature for node, temperature in given if node not in ("MOVE", "MOVE_TO")} == {0.3}


def test_each_player_of_the_other_side_has_its_places(policy, monkeypatch):
    players = (Player(2), PLAIN)
    games, _ = _games(policy, "republican", 4, players)
    asked, actions = {}, PlanSide.actions

    def noted(self, player, places, states, masks):
        asked.setdefault(player, set()).update(places.tolist())
        assert (states["to_move"] == 0).all()
        return actions(self, player, places, states, masks)

    monkeypatch.setattr(PlanSide, "actions", noted)
    games.play(4)
    assert asked == {players[0]: {0, 2}, players[1]: {1, 3}}


def test_it_plays_against_a_manager_on_its_base_in_two_of_three_places(policy):
    trainer = Trainer(config(policy, plans=5))
    one, two, three = trainer._games._players
    assert one is two
    assert (one.plans, one.values is None, three) == (5, False, PLAIN)
    assert trainer._games._trials.tables[SPEC.tuning.seats].tolist() == [[1, 2]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"plans": 0}, "plans must be at least 1, not 0"),
        ({"rounds": 0}, "rounds must be at least 1, not 0"),
        ({"seed": -1}, "seed must be at least 0, not -1"),
        ({"side": "french"}, "side cannot be 'french'"),
        ({"policy": "nobody"}, "no agent 'nobody'"),
        ({"policy": "staff"}, r"staff is not the checkpoint of a policy for the republican: .*pack RUN"),
        ({"opponent": "nothing"}, "no agent 'nothing'"),
        ({"opponent": "staff"}, "staff is neither a manager nor the checkpoint of a policy for the nationalist"),
        ({"opponent": "search:net"}, "search:net is neither a manager nor the checkpoint of a policy"),
        ({"scenario": "duel"}, "its scenario is last-stand, here it is duel"),
    ],
)
def test_a_wrong_config_is_an_error_before_the_first_game(change, message, policy, tmp_path):
    with pytest.raises(ValueError, match=message):
        train_rounds(Trainer, dataclasses.replace(config(policy), **change), tmp_path / "run", print)
    assert not (tmp_path / "run").exists()


def test_a_policy_is_an_opponent_in_two_of_three_places_once_with_its_most_likely_actions(policy):
    trainer = Trainer(config(policy, opponent=str(policy)))
    one, two, three = trainer._games._players
    assert (one.policy.files, one.temperature) == ((policy,), 0.0)
    assert two == (one.policy, 0.5)
    assert three == PLAIN
    assert not trainer._games._trials.tables[SPEC.tuning.seats].any()


def test_a_policy_on_the_other_side_sees_what_it_observes_and_is_sampled_at_its_temperature(policy, monkeypatch):
    class Other:
        observation = "pieces"

        def logits(self, seen, masks):
            its = np.flatnonzero((env.batch.states["to_move"] == 0) & (np.arange(4) % 2 == 0))
            for k, i in enumerate(its):
                expected = env.game(i).observation("nationalist", "pieces", "float32")
                assert expected.keys() == seen.keys()
                assert all(np.array_equal(expected[name], seen[name][k]) for name in seen)
            assert np.array_equal(masks, env.masks[its])
            asked.append(its)
            return np.where(masks, 0.0, -np.inf)

    asked, given, drawn = [], [], policy_games.sampled

    def noted(logits, temperatures, random):
        if not logits[np.isfinite(logits)].any():
            given.append(temperatures)
        return drawn(logits, temperatures, random)

    monkeypatch.setattr(policy_games, "sampled", noted)
    games, env = _games(policy, "republican", 4, (PolicyPlayer(Other(), 0.7), PLAIN))
    games.play(3)
    assert sum(len(its) for its in asked) > 100
    assert [len(its) for its in asked] == [len(temperatures) for temperatures in given]
    assert set(np.concatenate(given)) == {0.7}


def test_the_command_line_trains_and_reports_errors(policy, tmp_path, capsys):
    words = ["plan-values", "--side", "republican", "--scenario", "last-stand", "--policy", str(policy)]
    words += ["--out", str(tmp_path)]
    lab(*words, "--rounds", "1", "--games", "1", "--plans", "2")
    assert f"the agent is in {tmp_path / 'model.zip'}" in capsys.readouterr().out
    assert "error: rounds must be at least 1" in refusal(capsys, *words, "--rounds", "0")
