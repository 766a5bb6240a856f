"""Observations: what the channels hold, and what fog of war keeps out of them (rule 5.2, rulings R-56, R-57)."""

import numpy as np
import pytest
from support.scene import act, done, scene

import ctv_env
from ctv_env.games.ctv import engine
from ctv_env.games.ctv.codes import FIRST_HEX, FIRST_PIECE, MAP, N_GROUND, SIDE_NAMES, SIDE_SLOTS, Kind, Node, Place
from ctv_env.games.ctv.observing.layout import COMPACT, GLOBALS, OBSERVATIONS, PIECES, PLANES

FIELD = "2009"  # clear, Republican at start
LAYOUTS = [layout for layouts in OBSERVATIONS.values() for layout in layouts]
SIDES = SIDE_NAMES[:2]


def plane(game, side, name, code):
    """One value of the array ``planes``."""
    return game.observation(side)["planes"][PLANES.at(name)].flat[game.tables.grid.cell(code)]


def piece(game, side, name, channel):
    """One value of the array ``pieces``."""
    return game.observation(side)["pieces"][game.tables.piece_index[name], PIECES.at(channel)]


def general(game, side, name):
    """One value of the array ``globals``."""
    return game.observation(side)["globals"][GLOBALS.at(name)]


def compact(game, side, name, offset=0):
    """One value of the array ``compact``."""
    return game.observation(side)["compact"][COMPACT.at(name) + offset]


def on_the_way(game, every, seed=0):
    """Play ``game`` at random to its end, yielding it at every so many decisions."""
    rng, n = np.random.default_rng(seed), 0
    while game.to_move is not None:
        if game.to_move == "chance":
            game.roll()
            continue
        if n % every == 0:
            yield game
        game.step(rng.choice(game.legal_actions()))
        n += 1


# -- shapes and ranges ---------------------------------------------------------------------------------------------


@pytest.mark.whole_games
@pytest.mark.parametrize("options", [{}, {"fog": False, "setup": "placement", "air_combat": True, "rivers": True}])
def test_every_array_keeps_to_its_declared_shape_and_range(options):
    game = ctv_env.new_game("ctv", seed=5, **options)
    for position in on_the_way(game, 9):
        for side in SIDES:
            arrays = position.observation(side)
            assert list(arrays) == [layout.name for layout in LAYOUTS]
            for layout in LAYOUTS:
                array, (low, high) = arrays[layout.name], layout.bounds()
                assert (array.shape, array.dtype) == (layout.shape, np.float32)
                wrong = np.argwhere(~((array >= low) & (array <= high)))
                assert not len(wrong), f"{layout.name} {wrong[:3]} at {position.node}"
    assert np.isfinite(game.observation("nationalist")["compact"]).all()


def test_the_compact_vector_is_small_and_begins_with_the_globals():
    assert COMPACT.size <= 1024
    game = ctv_env.new_game("ctv", seed=1)
    arrays = game.observation("republican")
    assert (arrays["compact"][: GLOBALS.size] == arrays["globals"]).all()


@pytest.mark.whole_games
def test_looking_changes_nothing():
    game = ctv_env.new_game("ctv", seed=1)
    for position in on_the_way(game, 40):
        before, legal = position.to_bytes(), position.legal_actions()
        for side in SIDES:
            position.observation(side)
        assert position.to_bytes() == before
        assert position.legal_actions() == legal


# -- what the channels hold ----------------------------------------------------------------------------------------


def test_planes_show_stacks_with_strengths_as_they_stand():
    game = scene({"LIT 1": "2108", "LIT 2": ("2108", {"steps": 1}), "R SC 1": FIELD, "CLXX": FIELD, "HQ LIT": "2110"})
    assert plane(game, "nationalist", "own_units", "2108") == pytest.approx(2 / 6)
    assert plane(game, "nationalist", "own_attack", "2108") == pytest.approx((5 + 3) / 20)
    assert plane(game, "nationalist", "own_steps", "2108") == pytest.approx(3 / 12)
    assert plane(game, "nationalist", "own_hq", "2110") == 1
    assert plane(game, "nationalist", "enemy_pieces", FIELD) == pytest.approx(2 / 6)
    assert plane(game, "nationalist", "enemy_defence", FIELD) == pytest.approx(2 / 20)
    assert plane(game, "nationalist", "odds", FIELD) == pytest.approx(2 / 4)  # 8 to 2
    assert plane(game, "republican", "odds", FIELD) == pytest.approx(-2 / 4)
    assert plane(game, "republican", "own_units", FIELD) == pytest.approx(1 / 6)
    assert plane(game, "republican", "own_column", FIELD) == 1
    assert plane(game, "republican", "enemy_zoc", FIELD) == 1
    assert plane(game, "republican", "own_zoc", "2108") == pytest.approx(1 / 6)


def test_planes_and_compact_halve_units_out_of_supply_or_disorganised():
    game = scene({"LIT 1": ("2108", {"dsg": "DSG"}), "LIT 2": ("2110", {"supplied": False}), "CLXX": "1909"})
    assert plane(game, "nationalist", "own_attack", "2108") == pytest.approx(2.5 / 20)
    assert plane(game, "nationalist", "own_unsupplied", "2110") == pytest.approx(1 / 6)
    assert plane(game, "nationalist", "own_dsg", "2108") == pytest.approx(1 / 3)
    slot = game.tables.piece_index["LIT 1"]
    assert compact(game, "nationalist", "unit_attack", slot) == pytest.approx(2.5 / 6)
    assert piece(game, "nationalist", "LIT 1", "full_attack") == pytest.approx(5 / 6)


def test_planes_show_the_map():
    game = scene({"LIT 1": "2108", "CLXX": "1909"})
    assert [plane(game, "nationalist", name, "1211") for name in ("city", "sea", "vp")] == [1, 0, 1]
    assert plane(game, "nationalist", "vp", "1408") == pytest.approx(1 / 3)
    assert plane(game, "nationalist", "open_sides", "1211") == pytest.approx(2 / 6)  # from 1110 and 1210 (1.3.2)
    assert plane(game, "nationalist", "sea", "1001") == 1
    assert [plane(game, side, "own_source", "1620") for side in SIDES] == [1, 0]
    assert [plane(game, side, "own_source", "1211") for side in SIDES] == [0, 1]
    assert [plane(game, side, "own_control", "1211") for side in SIDES] == [0, 1]
    assert plane(game, "nationalist", "odd_row", "1101") == 1
    assert [plane(game, "nationalist", "own_net", code) for code in ("2610", "1909")] == [1, 0]


@pytest.mark.whole_games
def test_what_is_legal_is_shown_to_the_side_that_decides_only():
    for position in on_the_way(ctv_env.new_game("ctv", seed=3), 25):
        mask = position.action_mask()
        for side in SIDES:
            arrays = position.observation(side)
            expected = mask if position.to_move == side else np.zeros_like(mask)
            assert (arrays["planes"][PLANES.at("legal")].ravel() == expected[FIRST_HEX:]).all()
            assert (arrays["pieces"][:, PIECES.at("legal")] == expected[FIRST_PIECE:FIRST_HEX]).all()


def test_the_piece_in_hand_is_described():
    game = scene({"LIT 1": "2108", "CLXX": FIELD})
    assert not compact(game, "nationalist", "piece_combat")
    act(game, "PIECE", "LIT 1")
    row, column = divmod(game.tables.grid.cell("2108"), 20)
    assert compact(game, "nationalist", "focus_row", row) == compact(game, "nationalist", "focus_column", column) == 1
    assert compact(game, "nationalist", "piece_attack") == pytest.approx(5 / 6)
    assert compact(game, "nationalist", "piece_to_enemy") == pytest.approx(1 / 20)
    assert compact(game, "nationalist", "piece_to_objective") == pytest.approx(3 / 20)  # Reinosa, 2006
    assert compact(game, "nationalist", "piece_in_zoc") == 1
    assert plane(game, "nationalist", "moving", "2108") == 1
    assert piece(game, "nationalist", "LIT 1", "chosen") == 1


def test_the_attack_being_made_is_described():
    game = scene({"LIT 1": "2108", "LIT 2": "2108", "CLXX": FIELD}, node="TARGET")
    act(game, "HEX", FIELD)
    assert compact(game, "nationalist", "target_odds") == 0
    assert compact(game, "nationalist", "target_best_odds") == pytest.approx(np.log2(10 / 2) / 4)
    act(game, "PIECE", "LIT 1")
    assert compact(game, "nationalist", "target_named") == pytest.approx(5 / 20)
    assert compact(game, "nationalist", "target_odds") == pytest.approx(np.log2(5 / 2) / 4)
    assert plane(game, "nationalist", "attacks", "2108") == pytest.approx(1 / 6)
    assert plane(game, "nationalist", "target", FIELD) == 1
    done(game)
    assert compact(game, "republican", "target_own") == 1
    assert compact(game, "republican", "target_odds") == pytest.approx(np.log2(5 / 2) / 4)


def test_globals_tell_the_state_of_the_game():
    game = scene({"LIT 1": "2108", "CLXX": FIELD}, turn=7, weather="rain", morale=2)
    seen = game.observation("nationalist")["globals"]
    assert np.flatnonzero(seen[: len(Node)]).tolist() == [Node.MOVE]
    expected = {"to_move": 1, "republican": 0, "own_phase": 1, "turn": 1, "last_turn": 1, "rain": 1, "morale": 0.4}
    assert {name: round(float(seen[GLOBALS.at(name)]), 6) for name in expected} == expected
    assert [general(game, "republican", name) for name in ("to_move", "republican", "own_phase")] == [0, 1, 0]


def test_objectives_are_described_one_by_one():
    game = scene({"LIT 1": "2108", "CLXX": "1408"})
    # By rising cell: 1211, 1215, 1408, 1418, 2006.
    values = [compact(game, "nationalist", "objective_control", k) for k in range(8)]
    assert values == pytest.approx([-1, -1 / 3, -1 / 3, -1 / 3, -1 / 3, 0, 0, 0])
    assert compact(game, "nationalist", "objective_guard", 2) == pytest.approx(1 / 6)
    assert compact(game, "nationalist", "objective_distance", 4) == pytest.approx(3 / 20)
    assert compact(game, "republican", "objective_control", 2) == pytest.approx(1 / 3)
    assert compact(game, "republican", "objective_distance", 2) == 0


# -- fog of war ----------------------------------------------------------------------------------------------------


def views(game, side):
    """All that ``side`` may look at, and its mask if it decides, as bytes."""
    seen = b"".join(array.tobytes() for array in game.observation(side).values())
    return seen, game.action_mask().tobytes() if game.to_move == side else b""


def hidden_combat_units(game, side):
    """Slots of enemy combat units that ``side`` does not see."""
    s, t = game.record, game.tables.record[0]
    first = (1 - SIDES.index(side)) * SIDE_SLOTS
    return [
        u
        for u in range(first, first + SIDE_SLOTS)
        if s["piece_place"][u] == MAP and t["is_combat"][u] and not s["piece_seen"][u]
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
    engine.derive(game._states, 0, game.tables.record)


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
    assert plane(game, "nationalist", "enemy_pieces", FIELD) == pytest.approx(1 / 6)
    assert plane(game, "nationalist", "enemy_seen", FIELD) == 0
    assert [piece(game, "nationalist", "CLXX", name) for name in ("known", "row", "steps")] == [0, 0, 0]
    act(game, "HEX", FIELD)
    act(game, "PIECE", "LIT 1")
    done(game)
    assert plane(game, "nationalist", "enemy_seen", FIELD) == pytest.approx(1 / 6)
    assert [piece(game, "nationalist", "CLXX", name) for name in ("known", "steps")] == [1, 1]
    assert piece(game, "nationalist", "CLXXI", "known") == 0
    assert piece(game, "nationalist", "CLXXI", "kind") == 0
    assert piece(game, "nationalist", "CLXXI", "place") == 0
    row = game.observation("nationalist")["pieces"][game.tables.piece_index["CLXXI"]]
    assert row[PIECES.at("kind") + Kind.INFANTRY] == row[PIECES.at("place") + Place.MAP] == 1  # what the counters tell


def test_unseen_strength_is_guessed_from_the_counters_still_hidden():
    standing = {"LIT 1": "2108", "CLXX": (FIELD, {"steps": 1}), "CLXXVI": "1909"}
    game = scene(standing, fog=True)
    # CLXX has 1-2 printed (attack 2), CLXXVI 3-3: on average a defence of 2.5, whatever steps are left.
    assert plane(game, "nationalist", "enemy_defence", FIELD) == pytest.approx(2.5 / 20)
    assert plane(game, "nationalist", "enemy_attack", FIELD) == pytest.approx(2.5 / 20)
    open_game = scene(standing, fog=False)
    assert plane(open_game, "nationalist", "enemy_defence", FIELD) == pytest.approx(1 / 20)


def test_the_enemy_does_not_see_which_piece_is_in_hand():
    game = scene({"LIT 1": "2108", "CLXX": FIELD}, fog=True)
    act(game, "PIECE", "LIT 1")
    assert piece(game, "republican", "LIT 1", "chosen") == 0
    assert plane(game, "republican", "moving", "2108") == 0
    assert compact(game, "republican", "piece_attack") == 0


def test_a_trench_is_seen_by_the_enemy_once_its_garrison_has_fought():
    game = scene({"LIT 1": "2108", "CLXX": FIELD, "Trench 1": FIELD}, node="TARGET", fog=True)
    assert [plane(game, side, "trench", FIELD) for side in SIDES] == [0, 1]
    act(game, "HEX", FIELD)
    act(game, "PIECE", "LIT 1")
    done(game)
    assert plane(game, "nationalist", "trench", FIELD) == 1
    assert compact(game, "nationalist", "target_trench") == 1


def test_ground_slots_of_the_compact_vector_are_those_of_the_observer():
    game = scene({"LIT 1": "2108", "CLXX": FIELD})
    slot = game.tables.piece_index["CLXX"]
    assert SIDE_SLOTS <= slot < N_GROUND
    row, column = divmod(game.tables.grid.cell(FIELD), 20)
    assert compact(game, "republican", "unit_row", slot - SIDE_SLOTS) == pytest.approx((row + 1) / 17)
    assert compact(game, "republican", "unit_column", slot - SIDE_SLOTS) == pytest.approx((column + 1) / 20)
    assert compact(game, "nationalist", "unit_row", slot - SIDE_SLOTS) == 0
