"""The game in OpenSpiel: its own checks, its searches, and exact values of the duel by its algorithms.

OpenSpiel is imported by a fixture, so that these tests can be collected without it, and excluded by their marker.
"""

import importlib
import pickle
import random

import numpy as np
import pytest
from golden import duel
from golden.games import read_action

from ctv_env import new_game
from ctv_env.core.game import IllegalActionError
from ctv_env.core.spec import spec_of
from ctv_env.games.ctv.loading.load import LOADER, OPTIONS, load

pytestmark = pytest.mark.openspiel

OPEN_DUEL = "python_ctv(scenario=duel,fog=False)"
DUEL = "python_ctv(scenario=duel)"
LAST_STAND = "python_ctv(scenario=last-stand)"
WALKABLE = 500  # number of positions walked without a table in a tenth of a second
LARGER = 2365  # positions whose entries take a second


@pytest.fixture(scope="module")
def spiel():
    """The module ``pyspiel``, with the game registered."""
    importlib.import_module("ctv_env.envs.openspiel")
    return importlib.import_module("pyspiel")


def algorithm(name):
    """A module of OpenSpiel's Python algorithms."""
    return importlib.import_module(f"open_spiel.python.algorithms.{name}")


def uniform(game):
    """The policy of both players that chooses at random."""
    return importlib.import_module("open_spiel.python.policy").UniformRandomPolicy(game)


def play(state, seed, decisions=10**6):
    """Play on at random; yields the state before each action and at the end."""
    chooser = random.Random(seed)
    while not state.is_terminal() and decisions:
        yield state
        decisions -= not state.is_chance_node()
        state.apply_action(chooser.choice(state.legal_actions()))
    yield state


def some_way_into(game, seed, decisions):
    """A state after a number of random decisions, in which a side is to move."""
    *_, state = play(game.new_initial_state(), seed, decisions)
    while state.is_chance_node():
        state.apply_action(1)
    return state


def at(game, line):
    """The state after a line of actions in words."""
    state = game.new_initial_state()
    for words in line:
        state.apply_action(read_action(state.position, words.split(" ")))
    return state


def resampled(spiel, state, player, n=5):
    """Some states that ``player`` cannot tell from this one."""
    sampler = spiel.UniformProbabilitySampler(0.0, 1.0)
    return [state.resample_from_infostate(player, sampler) for _ in range(n)]


# -- OpenSpiel's own checks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "games"),
    [
        (OPEN_DUEL, 5),
        (DUEL, 5),
        (LAST_STAND, 1),
        ("python_ctv(scenario=escudo,edition=it,play_forced=False)", 1),
        ("python_ctv(setup=placement)", 1),
    ],
)
def test_random_games_pass_openspiels_checks(spiel, name, games):
    spiel.random_sim_test(spiel.load_game(name), games, True, False)


def test_states_are_the_same_after_saving_at_every_step(spiel):
    for name in (OPEN_DUEL, DUEL, LAST_STAND):
        game = spiel.load_game(name)
        for state in play(game.new_initial_state(), seed=3, decisions=25):
            saved = pickle.loads(pickle.dumps(state))
            _, restored = spiel.deserialize_game_and_state(spiel.serialize_game_and_state(game, state))
            for other in (saved, restored, state.clone()):
                assert str(other) == str(state)
                assert other.history() == state.history()
                for player in (0, 1):
                    assert other.information_state_string(player) == state.information_state_string(player)
                if not state.is_terminal():
                    before = str(state)
                    other.apply_action(other.legal_actions()[-1])
                    assert str(state) == before != str(other)


def test_a_game_is_the_same_after_pickling(spiel):
    for name in (OPEN_DUEL, LAST_STAND):
        game = spiel.load_game(name)
        again = pickle.loads(pickle.dumps(game))
        assert str(again) == str(game)
        assert again.get_type() == game.get_type()
        assert again.max_chance_nodes_in_history() == game.max_chance_nodes_in_history()
        assert str(again.new_initial_state()) == str(game.new_initial_state())


# -- the conventions -----------------------------------------------------------------------------------------------


def test_actions_are_sorted_agree_with_the_mask_and_are_empty_at_the_end_only(spiel):
    game = spiel.load_game(LAST_STAND)
    n_words = n_dice = 0
    for state in play(game.new_initial_state(), seed=5):
        legal = state.legal_actions()
        assert (legal == []) == state.is_terminal()
        if state.is_terminal():
            assert state.legal_actions(0) == state.legal_actions(1) == []
            continue
        mask = state.legal_actions_mask()
        assert np.flatnonzero(mask).tolist() == legal == sorted(legal) == state.position.legal_actions()
        if state.is_chance_node():
            assert legal == [1, 2, 3, 4, 5, 6]
            assert len(mask) == game.max_chance_outcomes() == 7  # the faces are indices of the mask
            assert state.chance_outcomes() == [(face, 1 / 6) for face in legal]
            assert state.action_to_string(4) == "roll 4"
            n_dice += 1
        else:
            assert len(mask) == game.num_distinct_actions() == 469
            assert state.legal_actions(1 - state.current_player()) == []
            words = [state.action_to_string(action) for action in legal]
            assert [state.string_to_action(word) for word in words] == legal
            assert words[0] == f"{legal[0]}: {state.position.describe(legal[0])}"
            n_words += len(words)
    assert n_dice > 5
    assert n_words > 200


def test_it_plays_the_games_of_the_rules_and_says_who_wins(spiel):
    winners = set()
    for seed in range(40):
        *_, state = play(spiel.load_game(DUEL).new_initial_state(), seed)
        game = new_game("ctv", "duel", seed)
        for action in state.history():
            assert game.to_move is not None
            game.step(action)
        assert state.position.state_hash() == game.state_hash()
        assert state.returns() == {"nationalist": [1.0, -1.0], "republican": [-1.0, 1.0]}[game.winner]
        assert state.current_player() == spiel.PlayerId.TERMINAL
        winners.add(game.winner)
    assert len(winners) == 2
    assert spiel.load_game(DUEL).new_initial_state().returns() == [0.0, 0.0]


def test_an_illegal_action_is_refused_and_changes_nothing(spiel):
    state = some_way_into(spiel.load_game(LAST_STAND), seed=1, decisions=6)
    before = str(state), state.history(), state.information_state_string(0)
    illegal = next(action for action in range(469) if action not in state.legal_actions())
    for action in (illegal, 469):
        with pytest.raises(IllegalActionError):
            state.apply_action(action)
    assert (str(state), state.history(), state.information_state_string(0)) == before


def test_parameters_are_the_scenario_and_the_options(spiel):
    game = spiel.load_game("python_ctv")
    assert game.get_parameters() == {"scenario": "campaign"} | {
        option.name: option.default for option in OPTIONS if option.name != "dice"
    }
    position = spiel.load_game("python_ctv", {"scenario": "escudo", "edition": "it"}).new_initial_state().position
    assert (position.tables.scenario, position.tables.options["edition"]) == ("escudo", "it")
    with pytest.raises(ValueError, match="did you mean"):
        spiel.load_game("python_ctv(scenario=last-stnad)")
    with pytest.raises(spiel.SpielError, match="Unknown parameter"):
        spiel.load_game("python_ctv(fgo=False)")


def test_information_is_perfect_without_fog_only(spiel):
    information = spiel.GameType.Information
    assert spiel.load_game(OPEN_DUEL).get_type().information == information.PERFECT_INFORMATION
    assert spiel.load_game(DUEL).get_type().information == information.IMPERFECT_INFORMATION
    assert spiel.load_game(DUEL).get_type().utility == spiel.GameType.Utility.ZERO_SUM


def test_no_game_can_be_longer_than_is_said(spiel):
    """What the derivation at ``spec._DECISIONS_A_TURN`` of the game counts on."""
    for scenario in LOADER.scenarios():
        tables = load(scenario.name).record[0]
        assert tables["n_turns"] <= 7
        assert 2 * int(tables["move_mp"].sum()) < 950
        assert tables["road_half_mp"] >= 1
        assert np.delete(np.unique(tables["enter_half_mp"]), 0).min() >= 1
    game = spiel.load_game("python_ctv(setup=placement,play_forced=False)")
    *_, state = play(game.new_initial_state(), seed=2)
    assert 1000 < state.move_number() < game.max_game_length() + game.max_chance_nodes_in_history()
    assert (game.max_game_length(), game.max_chance_nodes_in_history()) == spec_of("ctv").max_steps(load())


# -- player information --------------------------------------------------------------------------------------------


def test_what_a_player_is_told_depends_on_what_he_sees_only(spiel):
    for scenario in ("last-stand", "escudo", "reinosa"):
        changed = 0
        for seed in range(3):
            state = some_way_into(spiel.load_game("python_ctv", {"scenario": scenario}), seed, 40)
            for player in (0, 1):
                for other in resampled(spiel, state, player):
                    assert other.information_state_string(player) == state.information_state_string(player)
                    assert other.observation_string(player) == state.observation_string(player)
                    assert other.observation_tensor(player) == state.observation_tensor(player)
                    if player == state.current_player():
                        assert other.legal_actions() == state.legal_actions()
                    changed += str(other) != str(state)
                    changed += other.observation_string(1 - player) != state.observation_string(1 - player)
        assert changed


def test_resampled_states_differ_and_follow_the_sampler(spiel):
    state = some_way_into(spiel.load_game(LAST_STAND), seed=4, decisions=30)
    assert len({str(other) for other in resampled(spiel, state, 1, 10)}) > 1
    one, two = (str(state.resample_from_infostate(1, lambda: 0.25)) for _ in range(2))
    assert one == two


def test_a_player_remembers_what_he_did(spiel):
    """Two ways to one position are two information states with fog; every later state remembers them."""
    game = spiel.load_game(DUEL)
    ways = {}
    for seed in range(60):
        state = some_way_into(game, seed, 3)
        if not state.is_terminal():
            ways.setdefault(str(state), {})[tuple(state.history())] = state
    several = next(list(states.values()) for states in ways.values() if len(states) > 1)
    one, two = several[:2]
    player = one.current_player()
    assert one.observation_string(player) == two.observation_string(player)
    assert one.information_state_string(0) != two.information_state_string(0)
    drawn = [state.resample_from_infostate(1, lambda: 0.25) for state in (one, two)]  # with no knowledge of its past
    assert drawn[0].information_state_string(0) == drawn[1].information_state_string(0)
    for state in (one, two):
        state.apply_action(state.legal_actions()[-1])
    assert str(one) == str(two)
    assert one.information_state_string(0) != two.information_state_string(0)


def test_memory_holds_ones_own_actions_besides_what_is_seen(spiel, monkeypatch):
    monkeypatch.setattr(importlib.import_module("ctv_env.envs.openspiel"), "all_that_is_seen", lambda game, side: b"")
    state = spiel.load_game(LAST_STAND).new_initial_state()
    one, two = (state.child(action) for action in state.legal_actions()[:2])
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_string(1) == two.information_state_string(1)


def test_memory_is_the_same_whenever_it_is_asked_for(spiel):
    game = spiel.load_game(LAST_STAND)
    for asked in play(game.new_initial_state(), seed=6, decisions=30):
        asked.information_state_string(0)
    *_, quiet = play(game.new_initial_state(), seed=6, decisions=30)
    for player in (0, 1):
        assert quiet.information_state_string(player) == asked.information_state_string(player)
    assert quiet.information_state_string(0) != quiet.information_state_string(1)


def test_with_open_cards_the_information_is_the_history(spiel):
    state = some_way_into(spiel.load_game(OPEN_DUEL), seed=1, decisions=3)
    assert state.information_state_string(0) == state.information_state_string(1) == state.history_str()


@pytest.mark.parametrize(("kind", "names"), [("flat", ["flat"]), ("planes", ["planes", "globals"])])
def test_observers_show_the_arrays_of_the_game(spiel, kind, names):
    game = spiel.load_game(LAST_STAND)
    observation = importlib.import_module("open_spiel.python.observation")
    observer = observation.make_observation(game, None, {"kind": kind})
    state = some_way_into(game, seed=2, decisions=20)
    for player, side in enumerate(("nationalist", "republican")):
        observer.set_from(state, player)
        assert list(observer.dict) == names
        for name, array in observer.dict.items():
            seen = state.position.observation(side, kind, "float32")
            assert (array == (seen[name] if isinstance(seen, dict) else seen)).all()
            assert np.shares_memory(array, observer.tensor)
        assert observer.tensor.dtype == np.float32
        assert observer.string_from(state, player) == state.observation_string(player)


def test_tensors_have_the_shape_that_is_said(spiel):
    game = spiel.load_game(LAST_STAND)
    state = game.new_initial_state()
    assert game.observation_tensor_shape() == [len(state.observation_tensor(1))]
    assert np.float32(state.observation_tensor(1)) == pytest.approx(
        state.position.observation("republican", "flat", "float32")
    )


def test_observers_of_other_kinds_do_not_exist(spiel):
    game = spiel.load_game(LAST_STAND)
    make = game.make_py_observer
    assert make(spiel.IIGObservationType(perfect_recall=True)).tensor is None
    for public_info, private_info in ((False, "SINGLE_PLAYER"), (True, "NONE"), (True, "ALL_PLAYERS")):
        other = spiel.IIGObservationType(
            perfect_recall=False, public_info=public_info, private_info=getattr(spiel.PrivateInfoType, private_info)
        )
        assert make(other) is None
    with pytest.raises(ValueError, match="no observation kind 'plane'; there are planes"):
        make(None, {"kind": "plane"})
    with pytest.raises(ValueError, match="unknown observation parameter 'knid'"):
        make(None, {"knid": "planes"})


@pytest.mark.parametrize("parameters", [None, "observer(kind=planes)"])
def test_openspiel_writes_a_playthrough(spiel, parameters):
    """It asks for every kind of observer, public and private."""
    write = importlib.import_module("open_spiel.python.algorithms.generate_playthrough").playthrough
    text = write(DUEL, action_sequence=[], observation_params_string=parameters, seed=1)
    assert "IsTerminal() = True" in text
    assert 'Apply action "' in text


# -- algorithms ----------------------------------------------------------------------------------------------------


def test_expectiminimax_finds_the_exact_values_of_the_duel(spiel):
    """The values are chances of the Nationalist; the utility is 1 for a win and -1 for a loss."""
    expectiminimax, game = algorithm("minimax").expectiminimax, spiel.load_game(OPEN_DUEL)
    entries = [entry for entry in duel.read() if entry["positions"] < WALKABLE or entry["positions"] == LARGER]
    assert len(entries) > 10
    assert any(0 < entry["value"] < 1 for entry in entries)
    for entry in entries:
        value, action = expectiminimax(at(game, entry["line"]), game.max_game_length(), None, 0)
        assert value == pytest.approx(2 * entry["value"] - 1, abs=1e-9)
        if entry["to_move"] != "chance":
            words = [words for words, there in entry["after"].items() if there == entry["value"]]
            assert action in [read_action(duel.at(entry["line"]), word.split(" ")) for word in words]


def test_a_best_response_wins_no_less_than_play_and_no_less_with_open_cards(spiel):
    best_response = algorithm("best_response").BestResponsePolicy
    policy_value = algorithm("expected_game_score").policy_value
    entry = next(e for e in duel.read() if e["to_move"] == "republican" and 100 < e["positions"] < 200)
    exact = 1 - 2 * entry["value"]  # of the Republican, who has the last decision here
    values = {}
    for name in (OPEN_DUEL, DUEL):
        game = spiel.load_game(name)
        state = at(game, entry["line"])
        response = best_response(game, 1, uniform(game), root_state=state)
        values[name] = response.value(state)
        assert values[name] > policy_value(state, [uniform(game)] * 2)[1] + 0.1
    assert values[OPEN_DUEL] >= exact - 1e-9
    assert values[OPEN_DUEL] >= values[DUEL] - 1e-9


def test_mcts_sees_what_loses_at_once(spiel):
    mcts, entry = algorithm("mcts"), duel.read()[0]
    assert entry["line"] == []
    for name in (OPEN_DUEL, DUEL):
        chance = np.random.RandomState(1)
        game = spiel.load_game(name)
        bot = mcts.MCTSBot(game, 2.0, 150, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
        state = game.new_initial_state()
        for _ in range(4):
            if state.is_terminal():
                break
            action = 3 if state.is_chance_node() else bot.step(state)
            assert action in state.legal_actions()
            if not state.history():
                assert entry["after"]["DONE"] == 0.0 < entry["value"]
                assert state.position.decode(action) != ("DONE", None)
            state.apply_action(action)


@pytest.mark.parametrize("name", [DUEL, LAST_STAND])
@pytest.mark.parametrize("by_observation", [False, True])
def test_is_mcts_plays_in_fog(spiel, name, by_observation):
    mcts, chance = algorithm("mcts"), np.random.RandomState(2)
    game = spiel.load_game(name)
    bot = algorithm("ismcts").ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1, chance), uct_c=2.0, max_simulations=20,
        random_state=chance, use_observation_string=by_observation,
    )  # fmt: skip
    state, decided = game.new_initial_state(), 0
    while decided < 4 and not state.is_terminal():
        action = 1 if state.is_chance_node() else bot.step(state)
        decided += not state.is_chance_node()
        assert action in state.legal_actions()
        state.apply_action(action)
    assert decided
