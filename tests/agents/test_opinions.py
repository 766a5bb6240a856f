"""Opinions of agents: what each kind of agent says of a position, and what is refused."""

import dataclasses
import pickle

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.agents.opinions.ask import opinion_of
from ctv_env.agents.opinions.opinion import CHANCE, Opinion, certain, chance_of
from ctv_env.agents.opinions.words import listed, valued
from ctv_env.agents.registry import make_agent
from ctv_env.agents.training.pack import pack
from ctv_env.core.prospects import potential_of
from ctv_env.core.view import View


def at(node: str, side: str = "nationalist", scenario: str = "escudo"):
    """A game of the staff at the first such decision with a choice."""
    game = new_game("ctv", scenario, seed=5)
    agents = {one: make_agent("staff", "ctv", scenario, one) for one in game.spec.sides}
    play(game, agents, 5, until=lambda now: now.node == node and now.to_move == side and now.action_mask().sum() > 1)
    return game


def named(name: str, game) -> object:
    return make_agent(name, "ctv", game.tables.scenario, game.to_move)


class Says:
    """An agent with an opinion that is given to it."""

    name, observation = "says", None

    def __init__(self, opinion):
        self._opinion = opinion

    def reset(self, seed):
        pass

    def act(self, observation, mask, info):
        raise AssertionError("it is asked to explain, not to act")

    def explain(self, observation, mask, info):
        return self._opinion


def test_the_scores_of_the_staff_are_those_of_its_advice():
    game = at("MOVE_TO")
    found = opinion_of(named("staff", game), game)
    assert found.preferences.sum() == found.preferences[found.best] == 1
    assert found.scores.keys() == set(game.legal_actions())
    assert found.scores[found.best] == max(found.scores.values())
    assert found.unit == "points"
    assert found.value is None


def test_a_random_agent_prefers_nothing():
    game = at("MOVE")
    found = opinion_of(named("random", game), game)
    assert set(found.preferences[game.legal_actions()]) == {np.float32(1 / len(game.legal_actions()))}


def test_a_search_says_how_likely_it_wins_by_each_choice_in_combat():
    game = at("RETREAT", "republican", "campaign")
    found = opinion_of(named("expectimax", game), game)
    assert found.unit == CHANCE
    assert found.scores.keys() == set(game.legal_actions())
    assert found.scores[found.best] == max(found.scores.values())
    assert 0 <= min(found.scores.values()) <= max(found.scores.values()) <= 100
    assert opinion_of(named("expectimax", game), game).scores == found.scores, "the same question, the same answer"


@pytest.mark.parametrize("name", ["rollout:6", "mcts:6"])
def test_a_search_for_plans_says_the_same_in_combat_as_expectimax(name):
    game = at("RETREAT", "republican", "campaign")
    found, fighter = opinion_of(named(name, game), game), opinion_of(named("expectimax", game), game)
    assert (found.scores, found.unit, found.best) == (fighter.scores, CHANCE, fighter.best)


@pytest.mark.parametrize("name", ["expectimax", "rollout:6", "mcts:6"])
def test_a_search_has_no_scores_where_nobody_fights(name):
    game = at("MOVE")
    found = opinion_of(named(name, game), game)
    assert (found.scores, found.unit) == ({}, "")


def test_an_opinion_lists_the_best_first_then_by_scores():
    found = Opinion(np.array([0, 0.3, 0.7, 0, 0]), scores={1: 5, 2: 1, 3: 2, 4: 9})
    assert found.top(9) == [2, 1, 4, 3]
    assert found.top(2) == [2, 1]
    assert (chance_of(-1), chance_of(0.5), chance_of(3)) == (0, 0.75, 1)


def test_an_opinion_can_be_sent_from_one_process_to_another():
    again = pickle.loads(pickle.dumps(certain(1, 3)))
    assert (again.best, again.value, again.scores) == (1, None, {})


def test_an_opinion_in_words():
    game = at("MOVE")
    one, two, three, *_ = game.legal_actions()
    preferences = np.zeros(game.n_actions)
    preferences[[one, two]] = 0.997, 0.003
    found = Opinion(preferences, 0.5, {one: 12.2, three: 7}, "points")
    words = [game.describe(action) for action in (one, two, three)]
    assert listed(game, found, 5) == [
        f"{words[0]}, 100 %, 12 points",
        f"{words[1]}, below 1 %",
        f"{words[2]}, 7 points",
    ]
    assert valued(found) == ", which expects to win with 75 %"
    assert valued(dataclasses.replace(found, value=None)) == ""


def test_a_network_says_its_probabilities_and_expects_a_result_without_its_shaping(tiny_run):
    game = at("MOVE", scenario="campaign")
    agent = PPOAgent(tiny_run / "model.zip", "ctv", "campaign")
    found = opinion_of(agent, game)
    observation, mask = game.observation(game.to_move, agent.observation, "float32"), game.action_mask()
    assert found.preferences == pytest.approx(agent.probabilities(observation, mask))
    value = float(agent.policy.values(observation[None], mask[None])[0])
    potential = potential_of(game, "nationalist")
    assert potential == -potential_of(game, "republican") != 0
    assert found.value == pytest.approx(np.clip(value + potential, -1, 1), abs=0.1)  # of a draw of what it cannot see
    assert abs(found.value - value) > 0.1


def test_a_packed_policy_says_the_same_probabilities(tiny_run, tmp_path):
    pack(tiny_run, "quick", tmp_path / "packed.zip")
    game = at("MOVE", scenario="campaign")
    trained, packed = (opinion_of(named(str(file), game), game) for file in (tiny_run, tmp_path / "packed.zip"))
    assert packed.preferences == pytest.approx(trained.preferences, abs=1e-6)
    assert packed.value is None


def test_the_manager_says_how_likely_it_wins_by_its_plan():
    game = at("MOVE", scenario="campaign")
    found = opinion_of(named("learned", game), game)
    assert found.unit == CHANCE
    assert found.scores[found.best] == pytest.approx(100 * chance_of(found.value))
    assert {type(number) for number in (found.value, *found.scores.values())} == {float}


def test_the_manager_passes_over_plans_that_begin_with_what_it_cannot_do():
    game = at("MOVE", scenario="campaign")
    agent, mask = named("learned", game), game.action_mask()
    first = opinion_of(agent, game).best
    mask[first] = 0
    agent.reset(0)
    found = agent.explain(None, mask, {"view": View(game, game.to_move)})
    assert first not in found.scores


@pytest.mark.parametrize(
    ("opinion", "error", "message"),
    [
        ((1, 2), TypeError, "must return an Opinion, not tuple"),
        (Opinion(np.zeros(3)), ValueError, "must be 469 probabilities"),
        (Opinion(np.zeros(469)), ValueError, "add up to 1"),
        (Opinion(np.full(469, 1 / 469)), ValueError, "over the legal actions"),
        (certain(0, 469, value=1.5), ValueError, r"must be -1 to 1, not 1\.5"),
    ],
)
def test_opinions_that_are_none_are_refused(opinion, error, message):
    game = at("MOVE")
    with pytest.raises(error, match=message):
        opinion_of(Says(opinion), game)


@pytest.mark.parametrize("preferences", [(1.5, -0.5), (np.nan, 1.0), (np.inf, -np.inf)])
def test_preferences_for_legal_actions_that_are_no_probabilities_are_refused(preferences):
    game = at("MOVE")
    found = np.zeros(game.n_actions)
    found[game.legal_actions()[:2]] = preferences
    with pytest.raises(ValueError, match="must be 469 probabilities"):
        opinion_of(Says(Opinion(found)), game)


def test_nobody_is_asked_where_nobody_decides():
    with pytest.raises(ValueError, match="nobody decides here: chance"):
        opinion_of(named("staff", at("MOVE")), at("COMBAT_DIE", "chance"))
