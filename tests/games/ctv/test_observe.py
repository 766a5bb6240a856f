"""Observations: shapes, ranges and types, and what fog of war keeps out of them (rule 5.2, rulings R-56, R-57).

What each channel holds is in ``test_observe_planes.py``, ``..._pieces.py``, ``..._globals.py``, ``..._flat.py`` and
``..._advice.py``.
"""

import numpy as np
import pytest
from support.knowledge import all_arrays
from support.scene import act, done, scene
from support.views import flat, piece, plane

import ctv_env
from ctv_env.core.observation import DTYPES
from ctv_env.games.ctv.model.channels import OBSERVATION_HASHES, OBSERVATIONS, PIECES, PLANES
from ctv_env.games.ctv.model.codes import FIRST_HEX, FIRST_PIECE, PLACE, SIDE_NAMES, SIDE_SLOTS, Kind, Place
from ctv_env.games.ctv.rules.pieces import rebuild

FIELD = "2009"  # clear, Republican at start
SIDES = SIDE_NAMES[:2]
CASES = ({}, {"fog": False, "setup": "placement", "air_combat": True, "rivers": True})


def on_the_way(game, every, seed=0):
    """Play ``game`` at random to its end, yielding it at every so many decisions, and at last."""
    rng, n = np.random.default_rng(seed), 0
    while game.to_move is not None:
        if game.to_move == "chance":
            game.roll()
            continue
        if n % every == 0:
            yield game
        game.step(rng.choice(game.legal_actions()))
        n += 1
    yield game


def arrays_of(game, side, kind, dtype="uint8"):
    """The arrays of a kind by name, also where it has only one."""
    seen = game.observation(side, kind, dtype)
    return seen if isinstance(seen, dict) else {OBSERVATIONS[kind][0].name: seen}


# -- shapes, ranges, types -----------------------------------------------------------------------------------------


def test_an_observation_is_a_dictionary_or_the_array_itself_where_it_has_only_one():
    game = ctv_env.new_game("ctv", seed=1)
    assert {kind: list(arrays_of(game, "republican", kind)) for kind in OBSERVATIONS} == {
        "planes": ["planes", "globals"],
        "pieces": ["pieces", "globals"],
        "both": ["planes", "pieces", "globals"],
        "flat": ["flat"],
        "advised": ["planes", "pieces", "flat", "advice"],
    }
    assert isinstance(game.observation("republican", "flat"), np.ndarray)
    assert list(game.observation("republican")) == ["planes", "globals"]


def test_an_unknown_kind_or_type_is_refused_with_those_there_are():
    game = ctv_env.new_game("ctv", seed=1)
    with pytest.raises(
        ValueError, match="no observation kind 'compact'; there are planes, pieces, both, flat, advised"
    ):
        game.observation("republican", "compact")
    with pytest.raises(ValueError, match="no observation dtype 'float64'; there are uint8, float32"):
        game.observation("republican", "flat", "float64")


def test_every_kind_has_a_hash_of_its_own():
    assert list(OBSERVATION_HASHES) == list(OBSERVATIONS)
    assert len(set(OBSERVATION_HASHES.values())) == len(OBSERVATIONS)


@pytest.mark.whole_games
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("options", CASES)
def test_every_array_keeps_to_its_declared_shape_and_range(options, dtype):
    game = ctv_env.new_game("ctv", seed=5, **options)
    for position in on_the_way(game, 9):
        for side in SIDES:
            for kind, layouts in OBSERVATIONS.items():
                arrays = arrays_of(position, side, kind, dtype)
                for layout in layouts:
                    array, (low, high) = arrays[layout.name], layout.bounds(dtype)
                    assert (array.shape, array.dtype) == (layout.shape, np.dtype(dtype))
                    wrong = np.argwhere(~((array >= low) & (array <= high)))
                    assert not len(wrong), f"{layout.name} {wrong[:3]} at {position.node}"


def _value(channel, number):
    """What a number of a channel means."""
    return (number - channel.zero) / channel.unit


@pytest.mark.whole_games
@pytest.mark.parametrize(("options", "seed"), [(CASES[0], 2), (CASES[0], 6), (CASES[1], 3)])
def test_float32_holds_the_values_of_the_numbers_in_uint8(options, seed):
    game = ctv_env.new_game("ctv", seed=seed, **options)
    n_values = 0
    for position in on_the_way(game, 60, seed):
        for side in SIDES:
            for kind, layouts in OBSERVATIONS.items():
                numbers, values = (arrays_of(position, side, kind, dtype) for dtype in DTYPES)
                for layout in layouts:
                    axis = len(layout.before)
                    for channel in layout.channels:
                        at = range(layout.at(channel.name), layout.at(channel.name) + channel.n)
                        some = numbers[layout.name].take(at, axis).astype(float)
                        assert np.allclose(values[layout.name].take(at, axis), _value(channel, some), atol=1e-6)
                        n_values += some.size
    assert n_values > 1e6


@pytest.mark.whole_games
@pytest.mark.parametrize("dtype", DTYPES)
def test_an_array_is_the_same_in_every_kind_that_has_it(dtype):
    for position in on_the_way(ctv_env.new_game("ctv", seed=9), 40):
        for side in SIDES:
            seen = {kind: arrays_of(position, side, kind, dtype) for kind in OBSERVATIONS}
            for kind in ("planes", "pieces"):
                assert all(np.array_equal(array, seen["both"][name]) for name, array in seen[kind].items())


@pytest.mark.whole_games
def test_looking_changes_nothing():
    game = ctv_env.new_game("ctv", seed=1)
    for position in on_the_way(game, 40):
        before, legal = position.to_bytes(), position.legal_actions()
        for side in SIDES:
            first = all_arrays(position, side)
            assert all_arrays(position, side) == first
        assert position.to_bytes() == before
        assert position.legal_actions() == legal


@pytest.mark.whole_games
def test_what_is_legal_is_shown_to_the_side_that_decides_only():
    for position in on_the_way(ctv_env.new_game("ctv", seed=3), 25):
        mask = position.action_mask()
        for side in SIDES:
            arrays = position.observation(side, "both")
            expected = mask if position.to_move == side else np.zeros_like(mask)
            assert (arrays["planes"][PLANES.at("legal")].ravel() == expected[FIRST_HEX:]).all()
            assert (arrays["pieces"][:, PIECES.at("legal")] == expected[FIRST_PIECE:FIRST_HEX]).all()


# -- fog of war ----------------------------------------------------------------------------------------------------


def views(game, side):
    """All that ``side`` may look at, and its mask if it decides, as bytes."""
    return all_arrays(game, side), game.action_mask().tobytes() if game.to_move == side else b""


def hidden_combat_units(game, side):
    """Slots of enemy combat units that ``side`` does not see."""
    s, t = game.record, game.tables.record[0]
    first = (1 - SIDES.index(side)) * SIDE_SLOTS
    return [
        u
        for u in range(first, first + SIDE_SLOTS)
        if s["piece_place"][u] == PLACE.MAP and t["is_combat"][u] and not s["piece_seen"][u]
    ]


def shuffle(game, units, seed):
    """Exchange the places of these units (supply goes with the place, since it makes the ZoC) and alter the rest."""
    rng = np.random.default_rng(seed)
    s, t = game.record, game.tables.record[0]
    order = rng.permutation(units)
    for field in ("piece_hex", "unit_supplied"):
        s[field][units] = s[field][order]
    for u in units:
        s["unit_steps"][u] = rng.integers(1, t["steps"][u] + 1)
        s["unit_dsg"][u] = rng.integers(0, 4)
        s["unit_attacked"][u] = rng.integers(0, 2)
    s["piece_mp"][units] = rng.integers(0, 9, len(units))
    rebuild(game._states[0], game.tables.record[0])


@pytest.mark.whole_games
@pytest.mark.parametrize("seed", [1, 5, 8])
@pytest.mark.parametrize("side", SIDES)
def test_who_the_unseen_enemies_are_changes_nothing_that_a_side_sees(side, seed):
    compared = 0
    for position in on_the_way(ctv_env.new_game("ctv", seed=seed), 4):
        units = hidden_combat_units(position, side)
        twin = position.clone()
        shuffle(twin, units, compared)
        if len(units) > 3:
            assert views(twin, side) == views(position, side), position
            compared += 1
    assert compared > 50


def test_without_fog_the_same_changes_are_seen():
    game = ctv_env.new_game("ctv", seed=8, fog=False)
    twin = game.clone()
    shuffle(twin, hidden_combat_units(game, "nationalist"), 1)
    assert views(twin, "nationalist") != views(game, "nationalist")


def test_an_enemy_who_has_fought_is_seen_and_one_who_has_not_is_only_counted():
    standing = {"LIT 1": "2108", "CLXX": FIELD, "CLXXI": ("1909", {"steps": 1})}
    game = scene(standing, node="TARGET", fog=True)
    assert [plane(game, "nationalist", name, FIELD) for name in ("enemy_pieces", "enemy_seen")] == [1, 0]
    assert [piece(game, "nationalist", name, "CLXX") for name in ("known", "row", "steps")] == [0, 0, 0]
    act(game, "HEX", FIELD)
    act(game, "PIECE", "LIT 1")
    done(game)
    assert plane(game, "nationalist", "enemy_seen", FIELD) == 1
    assert [piece(game, "nationalist", name, "CLXX") for name in ("known", "steps")] == [1, 2]
    assert piece(game, "nationalist", "known", "CLXXI") == 0
    assert piece(game, "nationalist", "kind", "CLXXI")[Kind.INFANTRY] == 1  # what the counters reveal
    assert piece(game, "nationalist", "place", "CLXXI")[Place.MAP] == 1


def test_unseen_strength_is_guessed_from_the_counters_still_hidden():
    standing = {"LIT 1": "2108", "CLXX": (FIELD, {"steps": 1}), "CLXXVI": "1909"}
    game = scene(standing, fog=True)
    # CLXX is printed 2-2, CLXXVI 3-3: on average 2.5 of either, whatever steps are left.
    assert plane(game, "nationalist", "enemy_defence", FIELD) == 2.5 * 8
    assert plane(game, "nationalist", "enemy_attack", FIELD) == 2.5 * 8
    open_game = scene(standing, fog=False)
    assert plane(open_game, "nationalist", "enemy_defence", FIELD) == 1 * 8


def test_who_is_seen_is_no_longer_guessed_at():
    """The mean is of those still hidden: it changes as one of them is seen."""
    standing = {"LIT 1": "2108", "CLXX": (FIELD, {"seen": True}), "CLXXVI": "1909"}
    game = scene(standing, fog=True)
    assert plane(game, "nationalist", "enemy_defence", FIELD) == 2 * 8
    assert plane(game, "nationalist", "enemy_attack", "1909") == 3 * 8


def test_the_enemy_does_not_see_which_piece_is_in_hand():
    game = scene({"LIT 1": "2108", "CLXX": FIELD}, fog=True)
    act(game, "PIECE", "LIT 1")
    assert piece(game, "republican", "chosen", "LIT 1") == 0
    assert plane(game, "republican", "moving", "2108") == 0
    assert flat(game, "republican", "piece_attack") == 0


def test_5_2_R_56_10_7_trenches_are_seen_by_both_sides_wherever_they_are():
    """Before their garrison has fought, in an empty hex, and under a Nationalist (English edition)."""
    dug = {"Trench 1": FIELD, "Trench 2": "1909", "Trench 3": "2108"}
    game = scene({"LIT 1": "2108", "CLXX": FIELD} | dug, node="TARGET", fog=True)
    for side in SIDES:
        assert [plane(game, side, "trench", code) for code in dug.values()] == [1, 1, 1]
        assert [piece(game, side, "row", name) for name in dug] == [11, 10, 12]
        assert [piece(game, side, "known", name) for name in dug] == [1, 1, 1]
    act(game, "HEX", FIELD)
    assert [flat(game, side, "target_trench") for side in SIDES] == [1, 1]


def test_an_attacker_that_is_not_named_yet_to_the_defender_adds_nothing_to_what_he_sees():
    game = scene({"LIT 1": "2108", "CLXX": FIELD}, node="TARGET", fog=True)
    act(game, "HEX", FIELD)
    before = flat(game, "republican", "target_named")
    act(game, "PIECE", "LIT 1")
    assert flat(game, "republican", "target_named") == before == 0
    done(game)
    assert flat(game, "republican", "target_named") == 5 * 8


def test_R_65_5_2_what_stands_beside_the_attackers_unseen_does_not_show_in_their_strength():
    """FIN 8 and LIT 2 overstack the hills from which LIT 1 attacks (5.1): the defender learns it from the battle."""
    standing = dict.fromkeys(("LIT 1", "LIT 2", "FIN 8"), "1908") | {"CLXX": FIELD, "HQ XV": "2010"}
    game = scene(standing, node="TARGET", fog=True)
    act(game, "HEX", FIELD)
    act(game, "PIECE", "LIT 1")
    done(game)
    assert [flat(game, side, "target_named") for side in SIDES] == [2 * 8, 5 * 8]
