"""The compiled opponents: legal in every game, unaffected by what fog hides (5.2), and ``staff`` as a strong one."""

import numpy as np
import pytest
from support.players import GREEDY, STAFF, ask, copy_of, decisions, whole_games

from ctv_env import new_game
from ctv_env.agents.evaluation.records import Setting
from ctv_env.games.ctv.model.codes import PLACE, SIDE_SLOTS
from ctv_env.games.ctv.rules.pieces import rebuild

OPTIONS = (
    {},
    {"edition": "it"},
    {"setup": "placement"},
    {"setup": "placement", "edition": "it", "historical_setup": True},
    {"air_combat": True, "dsg_reduction": True, "rivers": True},
    {"fog": False},
    {"play_forced": False},
)


def play(n: int, nationalist: str, republican: str) -> np.ndarray:
    """Winners of ``n`` games."""
    return np.array([played.winner for played in whole_games((nationalist, republican), list(range(n)), Setting())])


@pytest.mark.whole_games
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options) or "default")
def test_policies_play_whole_games_legally(options):
    for seed, policy in ((1, STAFF), (2, STAFF), (1, GREEDY)):
        game = new_game(seed=seed, **options)
        for _ in decisions(game, policy):
            pass
        assert game.winner


@pytest.mark.whole_games
def test_asking_leaves_the_position_alone_and_equal_positions_get_the_same_answer():
    game = new_game(seed=3, setup="placement")
    for _ in decisions(game):
        states = copy_of(game)
        before = states.tobytes()
        first = ask(states, game.tables, seed=7)
        assert states.tobytes() == before
        assert ask(states, game.tables, seed=7) == first


def disguise(states: np.ndarray, tables, viewer: int, rng: np.random.Generator) -> bool:
    """Change what ``viewer`` cannot see: who stands where, steps, disorganisation.  True if anything was.

    Places, numbers of pieces, trenches and zones of control, which are open to all (ruling R-56), stay the same.
    """
    s, t = states[0], tables.record[0]
    own = range((1 - viewer) * SIDE_SLOTS, (2 - viewer) * SIDE_SLOTS)
    hidden = [u for u in own if s["piece_place"][u] == PLACE.MAP and not s["piece_seen"][u] and t["is_combat"][u]]
    supplied = [u for u in hidden if s["unit_supplied"][u]]
    places = s["piece_hex"][supplied]
    s["piece_hex"][supplied] = rng.permutation(places)
    for u in hidden:
        s["unit_steps"][u] = rng.integers(1, t["steps"][u] + 1)
        s["unit_dsg"][u] = rng.integers(0, 3)
    rebuild(states[0], tables.record[0])
    return len(supplied) > 1


@pytest.mark.whole_games
@pytest.mark.parametrize(("seed", "policy"), [(4, STAFF), (5, STAFF), (6, STAFF), (7, GREEDY)])
def test_5_2_what_fog_hides_does_not_change_what_a_policy_does(seed, policy):
    rng = np.random.default_rng(seed)
    game = new_game(seed=seed)
    asked = [0, 0]
    for _ in decisions(game, policy):
        side = game.spec.sides.index(game.to_move)
        states = copy_of(game)
        wanted = ask(states, game.tables, policy=policy)
        if disguise(states, game.tables, side, rng):
            assert ask(states, game.tables, policy=policy) == wanted, f"{game.node} on turn {game.turn}"
            asked[side] += 1
    assert min(asked) > 50


@pytest.mark.whole_games
def test_the_disguise_is_noticed_without_fog():
    """The test above can fail: with fog off the same change is seen, and some action changes."""
    rng = np.random.default_rng(0)
    game = new_game(seed=4, fog=False)
    changed = 0
    for _ in decisions(game):
        states = copy_of(game)
        wanted = ask(states, game.tables)
        disguise(states, game.tables, game.spec.sides.index(game.to_move), rng)
        changed += ask(states, game.tables) != wanted
    assert changed > 20


@pytest.mark.whole_games
def test_the_staff_beats_random_on_both_sides():
    assert (play(40, "staff", "random") == 0).sum() >= 36
    assert (play(40, "random", "staff") == 1).sum() >= 36


@pytest.mark.whole_games
def test_greed_beats_random_on_both_sides_and_the_staff_beats_greed_over_both():
    assert (play(40, "greedy", "random") == 0).sum() >= 36
    assert (play(40, "random", "greedy") == 1).sum() >= 36
    assert (play(40, "staff", "greedy") == 0).sum() + (play(40, "greedy", "staff") == 1).sum() >= 52


@pytest.mark.slow
def test_the_staff_against_random_and_against_itself_in_many_games():
    assert (play(200, "staff", "random") == 0).mean() > 0.95
    assert (play(200, "random", "staff") == 1).mean() > 0.95
    assert 0.2 < (play(200, "staff", "staff") == 0).mean() < 0.8
