"""OpenSpiel's interface of every game; it is imported by a fixture, so that the marker can exclude these tests."""

import importlib
import random

import numpy as np
import pytest

pytestmark = pytest.mark.openspiel


@pytest.fixture(scope="module")
def spiel():
    return importlib.import_module("pyspiel")


@pytest.fixture
def game(spiel, subject):
    """The game as OpenSpiel loads it."""
    envs = importlib.import_module("ctv_env.envs.openspiel")
    envs.register(subject.spec)
    return spiel.load_game(f"{envs.short_name(subject.spec)}(scenario={subject.scenario})")


def play(state, seed: int):
    """Play on at random; yields the state before each action and at the end."""
    chooser = random.Random(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(chooser.choice(state.legal_actions()))
    yield state


def test_random_games_are_played_to_their_ends(game, subject):
    for seed in range(2):
        decisions = chances = 0
        for state in play(game.new_initial_state(), seed):
            decisions += not state.is_chance_node() and not state.is_terminal()
            chances += state.is_chance_node()
        assert sum(state.returns()) == 0
        assert {-1.0, 0.0, 1.0} >= set(state.returns())
        assert decisions <= game.max_game_length()
        assert chances <= game.max_chance_nodes_in_history()


def test_chance_nodes_have_the_outcomes_of_the_game(game, subject):
    for state in play(game.new_initial_state(), 1):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert [outcome for outcome, _ in outcomes] == state.legal_actions()
            assert sum(p for _, p in outcomes) == pytest.approx(1.0)
            assert max(outcome for outcome, _ in outcomes) < game.max_chance_outcomes()


def test_the_mover_sees_an_observation_and_actions_have_names(game, subject):
    for state in play(game.new_initial_state(), 2):
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        assert len(state.observation_tensor(player)) == np.prod(game.observation_tensor_shape())
        assert state.observation_string(player)
        assert state.information_state_string(player)
        names = [state.action_to_string(player, action) for action in state.legal_actions()]
        assert len(set(names)) == len(names)


def test_of_a_secret_choice_the_other_player_is_told_nothing(game, subject):
    secret = {node.name for node in subject.spec.nodes if node.secret}
    for state in play(game.new_initial_state(), 3):
        if state.is_terminal() or state.is_chance_node() or state.current_player() != 0:
            continue
        if state.position.node in secret:
            states_of_information = {
                state.child(action).information_state_string(1) for action in state.legal_actions()
            }
            assert len(states_of_information) == 1


def test_the_library_finds_nothing_wrong(spiel, game, subject):
    spiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
