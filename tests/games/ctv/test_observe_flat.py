"""The array ``flat``: for every channel beyond the globals, a position with it set and one without."""

import functools

import numpy as np
import pytest
from support.scene import act, scene
from support.views import Fact, check, flat

from ctv_env import new_game
from ctv_env.games.ctv.loading.board import GRID
from ctv_env.games.ctv.model.channels import DISTANCE, EIGHTHS, FLAT, FRESH, GLOBALS, MIDDLE, MOST_MP
from ctv_env.games.ctv.model.codes import FIRST_ROW, N_CELLS, SIDE_NAMES, SIDE_SLOTS

NAT, REP = SIDE_NAMES[:2]
FIELD, HILL = "2009", "2109"
SANTANDER, TORRELAVEGA, REINOSA = 0, 2, 4  # objectives by rising cell: 1211, 1215, 1408, 1418, 2006
LIT_1, LIT_2, FIN_8 = 7, 8, 9  # slots of the side
CLXX, CLXVI = 18, 14
FIVE_TO_THREE, TWO_TO_ONE, FIVE_TO_TWO, TEN_TO_TWO = 23, 32, 42, 74  # log2 of odds, of 4, in steps of 127, rounded


@functools.cache
def objectives():
    """CLXX holds Torrelavega with others beside it, the factory of Reinosa is blown up."""
    return scene(
        {"LIT 1": "2108", "HQ LIT": "2007", "CLXX": "1408", "R SC 1": "1409", "R1": "1407"}, factory=False, turn=5
    )


@functools.cache
def conquered():
    return scene({"LIT 1": "1211"})


def in_hand(name: str, at: str = "2108", **state):
    """``name`` has been chosen to move; CLXX stands in FIELD."""
    game = scene({"LIT 1": "2108", "CLXX": FIELD, "HQ LIT": "2110"} | {name: (at, state)})
    act(game, "PIECE", name)
    return game


@functools.cache
def lit():
    return in_hand("LIT 1")


@functools.cache
def tired():
    return in_hand("FIN 8", "2210", dsg="DSG", mp=1.5)


@functools.cache
def column():
    return in_hand("N SC 1", "2110")


@functools.cache
def tanks():
    return in_hand("L3/35", "2210")


@functools.cache
def naming():
    """FIELD is attacked, LIT 1 is named; LIT 2 beside it and FIN 8 on the other side could be."""
    pieces = {"LIT 1": "2108", "LIT 2": "2108", "FIN 8": ("2010", {"attacked": True}), "CLXX": FIELD}
    game = scene(pieces | {"R SC 1": FIELD, "Trench 1": FIELD}, node="TARGET")
    act(game, "HEX", FIELD)
    act(game, "PIECE", "LIT 1")
    return game


@functools.cache
def unnamed():
    """Torrelavega, a city and an objective, is attacked; nobody is named yet."""
    game = scene({"LIT 1": "1508", "CLXX": "1408"}, node="TARGET")
    act(game, "HEX", "1408")
    return game


@functools.cache
def from_two_sides():
    game = scene({"LIT 1": "2108", "FIN 8": "2010", "CLXX": FIELD}, node="TARGET")
    act(game, "HEX", FIELD)
    act(game, "PIECE", "LIT 1", "FIN 8")
    return game


@functools.cache
def retreating():
    role = {"role": "attacks", "seen": True}
    return scene({"LIT 1": ("2110", role), "CLXX": HILL}, node="RETREAT", target=HILL, owed_def=1, result_def=1)


@functools.cache
def remembered():
    """Turn 4, fog: CLXVI was last seen on turn 2, CLXX is seen now, CLXVII never."""
    last = {"last_hex": FIELD, "last_turn": 2, "last_steps": 2}
    pieces = {"LIT 1": "2108", "CLXVI": ("1709", last), "CLXX": ("1909", {"seen": True}), "CLXVII": "1708"}
    return scene(pieces, turn=4, fog=True)


def row(code: str) -> int:
    """Row of a hex as the channels count: from 1, so that 0 is nowhere."""
    return int(code[:2]) - FIRST_ROW + 1


def eighths(factors: float) -> int:
    return int(factors * 8)


def of_twenty(factors: float) -> int:
    """A strength as a signed channel has it."""
    return eighths(factors) * MIDDLE // EIGHTHS


def facts(*rows) -> tuple[Fact, ...]:
    return tuple(Fact(*row) if len(row) == 4 else Fact(row[0], row[1], 0, row[2]) for row in rows)


def at(code: str) -> int:
    return GRID.cell(code)


FACTS = {
    "objective_control": facts(
        (objectives, NAT, SANTANDER, 0),
        (objectives, NAT, TORRELAVEGA, 3 - 1),
        (objectives, REP, TORRELAVEGA, 3 + 1),
        (objectives, NAT, REINOSA, 3),
        (objectives, NAT, 5, 3),
        (conquered, NAT, SANTANDER, 6),
    ),
    "objective_distance": facts(
        (objectives, NAT, REINOSA, 3), (objectives, REP, TORRELAVEGA, 0), (conquered, REP, TORRELAVEGA, DISTANCE)
    ),
    "objective_guard": facts(
        (objectives, NAT, TORRELAVEGA, 3), (objectives, NAT, REINOSA, 0), (objectives, REP, REINOSA, 1)
    ),
    "piece_attack": facts((lit, NAT, 5 * 4), (tired, NAT, 4 * 4 // 2), (column, NAT, 0), (naming, NAT, 0)),
    "piece_defence": facts((lit, NAT, 4 * 4), (tired, NAT, 3 * 4 // 2), (column, NAT, 0), (naming, NAT, 0)),
    "piece_mp": facts((lit, NAT, MOST_MP), (tired, NAT, 3), (naming, NAT, 0)),
    "piece_combat": facts((lit, NAT, 1), (column, NAT, 0), (naming, NAT, 0)),
    "piece_column": facts((column, NAT, 1), (lit, NAT, 0)),
    "piece_armour": facts((tanks, NAT, 1), (lit, NAT, 0)),
    "piece_motorised": facts((lit, NAT, 1), (tired, NAT, 0)),
    "piece_in_zoc": facts((lit, NAT, 1), (tired, NAT, 0)),
    "piece_to_objective": facts((lit, NAT, 3), (tired, NAT, 5)),
    "piece_to_enemy": facts((lit, NAT, 1), (tired, NAT, 2)),
    "target_defence": facts((naming, NAT, eighths(2)), (unnamed, NAT, eighths(2 * 1.5)), (lit, NAT, 0)),
    "target_named": facts((naming, NAT, eighths(5)), (unnamed, NAT, 0)),
    "target_could": facts((naming, NAT, eighths(5 + 5)), (unnamed, NAT, eighths(5)), (lit, NAT, 0)),
    "target_odds": facts((naming, NAT, MIDDLE + FIVE_TO_TWO), (unnamed, NAT, MIDDLE), (lit, NAT, MIDDLE)),
    "target_best_odds": facts(
        (naming, NAT, MIDDLE + TEN_TO_TWO), (unnamed, NAT, MIDDLE + FIVE_TO_THREE), (lit, NAT, MIDDLE)
    ),
    "target_pieces": facts((naming, NAT, 2), (naming, REP, 2), (unnamed, NAT, 1), (lit, NAT, 0)),
    "target_vp": facts((unnamed, NAT, 1), (naming, NAT, 0)),
    "target_concentric": facts((from_two_sides, NAT, 1), (naming, NAT, 0)),
    "target_trench": facts((naming, NAT, 1), (from_two_sides, NAT, 0)),
    "target_own": facts((naming, REP, 1), (naming, NAT, 0)),
    "focus_row": facts(
        (lit, NAT, row("2108") - 1, 1),
        (retreating, NAT, row(HILL) - 1, 1),
        (naming, NAT, row(FIELD) - 1, 1),
        (lit, NAT, row(FIELD) - 1, 0),
    ),
    "focus_column": facts(
        (lit, NAT, 8 - 1, 1), (retreating, NAT, 9 - 1, 1), (naming, NAT, 9 - 1, 1), (lit, NAT, 9 - 1, 0)
    ),
    "unit_row": facts(
        (lit, NAT, LIT_1, row("2108")), (lit, REP, CLXX, row(FIELD)), (lit, NAT, LIT_2, 0), (lit, NAT, CLXX, 0)
    ),
    "unit_column": facts((lit, NAT, LIT_1, 8), (lit, REP, CLXX, 9), (lit, NAT, LIT_2, 0)),
    "unit_attack": facts((lit, NAT, LIT_1, 5 * 4), (tired, NAT, FIN_8, 4 * 4 // 2), (lit, NAT, LIT_2, 0)),
    "unit_ready": facts(
        (lit, NAT, LIT_1, MOST_MP), (tired, NAT, FIN_8, 3), (naming, NAT, LIT_2, MOST_MP), (naming, NAT, FIN_8, 0)
    ),
    "foe_row": facts(
        (remembered, NAT, CLXVI, row(FIELD)), (remembered, NAT, CLXX, row("1909")), (remembered, NAT, CLXVI + 1, 0)
    ),
    "foe_column": facts(
        (remembered, NAT, CLXVI, 9), (remembered, NAT, CLXX, 9), (remembered, NAT, CLXVI + 1, 0), (lit, REP, LIT_1, 8)
    ),
    "foe_fresh": facts(
        (remembered, NAT, CLXVI, FRESH - 2), (remembered, NAT, CLXX, FRESH), (remembered, NAT, CLXVI + 1, 0)
    ),
    "strength": facts(
        (lit, NAT, at("2108"), MIDDLE + of_twenty(4)),
        (lit, NAT, at(FIELD), MIDDLE - of_twenty(2)),
        (lit, NAT, at(HILL), MIDDLE),
    ),
    "odds": facts(
        (lit, NAT, at(FIELD), MIDDLE + FIVE_TO_TWO),
        (lit, REP, at(FIELD), MIDDLE - FIVE_TO_TWO),
        (lit, NAT, at("2108"), MIDDLE + TWO_TO_ONE),  # 4 against 2
        (lit, NAT, at(HILL), MIDDLE),
    ),
}
BEYOND = [channel.name for channel in FLAT.channels[len(GLOBALS.channels) :]]


@pytest.mark.parametrize("name", BEYOND)
def test_a_channel_of_the_vector_says_what_it_says(name):
    check(FACTS[name], lambda game, side, offset: flat(game, side, name, offset))


def test_one_row_and_one_column_are_in_focus():
    for game, n in ((lit(), 1), (scene({"LIT 1": "2108"}), 0)):
        vector = game.observation(NAT, "flat")
        first, last = FLAT.at("focus_row"), FLAT.at("unit_row")
        assert vector[first:last].sum() == 2 * n


def test_the_vector_begins_with_the_globals():
    game = new_game(seed=1)
    for side in (NAT, REP):
        assert np.array_equal(game.observation(side, "flat")[: GLOBALS.size], game.observation(side)["globals"])


def test_a_piece_that_is_being_placed_is_described_as_it_is_printed():
    game = new_game(seed=1, setup="placement")
    while game.node != "PLACE":
        game.roll()
    p, side = int(game.record["piece"]), game.to_move
    table = game.tables.record[0]
    full = [4 * int(table[name][table["steps"][p], p]) for name in ("attack", "defence")]
    assert [flat(game, side, name) for name in ("piece_attack", "piece_defence", "piece_mp")] == [*full, 0]
    assert any(full)


def test_the_vector_is_small():
    assert FLAT.size <= 1200
    assert FLAT.at("odds") - FLAT.at("strength") == N_CELLS
    assert FLAT.at("unit_column") - FLAT.at("unit_row") == SIDE_SLOTS
