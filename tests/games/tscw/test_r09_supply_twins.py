"""Supply, moves, railway journeys and arrivals of random fronts in the north, against their naive twins."""

import random

import pytest
from naive_tscw import position as naive
from naive_tscw.board import has_rail, is_town, neighbours, on_board
from naive_tscw.reach import Move, fits
from naive_tscw.supply import Lines, net_of, states
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import MODE, Stage, Where

BOARD = "north-1937"
SIDES = {
    "N": ["HQ-NAV", "HQ-GLC", "1N", "2N", "3N", "N-61", "N-81", "AV", "SG", "OG", "AGC", "RC", "1/81", "23M"],
    "R": ["HQ-N", "1A", "2A", "3A", "1S", "2S", "P", "1BA", "2BA", "3BA", "AM1", "BM1", "SM1", "CH"],
}
FRONTS = (6, 7, 10, 17, 20, 31, 35, 71)
"""Seeds, of which several have units that alone keep an enemy ZOC from cutting lines (10.3, T-48), and leave."""
STAGES = {"N": (Stage.MOVEMENT_N, Stage.TRANSPORT_N), "R": (Stage.MOVEMENT_R, Stage.TRANSPORT_R)}


def front(seed):
    """Units of both sides at random in a strip of the board, stacks of up to three, and hexes that changed hands."""
    dice = random.Random(seed)
    land = sorted(on_board(BOARD))
    middle = [code for code in land if 34 <= int(code[:2]) <= 36]
    units: dict[str, str] = {}
    for names in SIDES.values():
        shuffled = dice.sample(names, 9)
        while shuffled:
            code = dice.choice([one for one in middle if one not in units])
            n = dice.randint(1, 3)
            party, shuffled = shuffled[:n], shuffled[n:]
            while sum(name.startswith("HQ") for name in party) > 1:
                party.remove(next(name for name in party if name.startswith("HQ")))
            units[code] = " ".join(party)
    control = {side: " ".join(dice.sample(land, 8)) for side in "NR"}
    control["R"] = " ".join(set(control["R"].split()) - set(control["N"].split()))
    return units, control, dice


def begun(seed, stage):
    units, control, dice = front(seed)
    # a group abroad is in nobody's way here: the limit of 13.10 has tests of its own
    return scene(stage, units, control=control, turn=8, lines={0: dice.choice((0, 1, 2))}), dice


def held(game):
    columns, rows = game.tables.grid.columns, game.s["held_rows"].tolist()
    return {code for c, code in enumerate(game.tables.grid.names) if rows[c // columns + 1] >> c % columns & 1}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("side", "NR")
def test_9_4_9_6_T_38_T_39_T_42_the_supply_of_every_unit(side, seed):
    game, _ = begun(seed, STAGES[side][0])
    position = naive.of(game.s, game.tables)
    assert {unit.name: unit.supply for unit in position.units.values()} == states(position)


@pytest.mark.parametrize("seed", FRONTS)
@pytest.mark.parametrize("side", "NR")
def test_13_2_9_2_T_45_T_48_where_every_mover_may_go(side, seed):
    game, dice = begun(seed, STAGES[side][0])
    start = game.states.copy()
    for name in sorted(game.legal("PIECE")):
        game.states[:] = start
        game.act("PIECE", name)
        if game.node == "MOVE_MODE":
            game.act("OPTION", dice.choice((0, 1)))
        position = naive.of(game.s, game.tables)
        march = int(game.s["mode"]) == MODE.MARCH
        move = Move(position, position.units[name], int(game.s["mf_left"]), march, held(game))
        assert game.legal() == move.ends(), f"{name} in {position.units[name].code}"
        if game.legal():
            goal = dice.choice(sorted(game.legal()))
            path = move.best[goal]
            game.act("HEX", goal)
            after = naive.of(game.s, game.tables)
            assert after.owner == position.moved(name, path).owner


def rails(position, unit):
    """Where a unit gets by rail (11.4, T-51)."""
    enemies = {one.code for one in position.others(unit.side)}
    friends = {one.code for one in position.own(unit.side)}

    def open_to_trains(code):
        beside = enemies & set(neighbours(BOARD, code))
        return position.owner[code] == unit.side and (not beside or code in friends)

    found, queue = {unit.code}, [unit.code]
    for code in queue:
        for near in neighbours(BOARD, code):
            if near not in found and has_rail(code, near) and open_to_trains(near):
                found.add(near)
                queue.append(near)
    return found - {unit.code}


def may_end(position, unit, code):
    after = position.moved(unit.name, [code])
    return fits(position, unit, code) and (is_town(code) or Lines(after, unit.side).is_fed(code, net_of(unit)))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("side", "NR")
def test_11_4_T_45_T_51_where_every_unit_may_go_by_rail(side, seed):
    game, dice = begun(seed, STAGES[side][1])
    game.s["rail"][:] = 4
    game.s["sea"][:] = 0
    game.s["node"] = 18
    position = naive.of(game.s, game.tables)
    start, legal = game.states.copy(), game.legal("PIECE")
    for unit in position.own(side):
        has_end = any(may_end(position, unit, code) for code in rails(position, unit))
        on_rail = any(has_rail(unit.code, near) for near in neighbours(BOARD, unit.code))
        if on_rail:
            assert (unit.name in legal) == (unit.supply == "full" and has_end), unit
    for name in dice.sample(sorted(legal), min(3, len(legal))):
        game.states[:] = start
        game.act("PIECE", name)
        unit = position.units[name]
        assert game.legal() == {code for code in rails(position, unit) if may_end(position, unit, code)}, name


@pytest.mark.parametrize("seed", range(10))
def test_7_8_T_29_T_30_where_a_free_unit_enters(seed):
    units, control, dice = front(seed)
    for name in ("N-13", "HQ-CTV"):
        game = scene(None, units, control=control, turn=8, lines={0: dice.choice((0, 1, 2))})
        game.box(name, Where.REBUILT)
        game.begin(Stage.ARRIVALS_N)
        position = naive.of(game.s, game.tables)
        steps = game.steps(name)
        expected = set()
        for code in on_board(BOARD):
            if is_town(code) and position.owner[code] == "N":
                unit = naive.Unit(name, code, steps, "full", False, False, True)
                position.units[name] = unit
                if fits(position, unit, code) and Lines(position, "N").is_fed(code, "N"):
                    expected.add(code)
                del position.units[name]
        assert (game.legal() if game.node == "ARRIVE" else set()) == expected, name


def test_15_14_3_15_14_5_a_destroyed_hex_of_a_line_closes_no_hexside():
    for destroyed, state in ((False, "town"), (True, "full")):
        game = scene(None, {"3613": "1N", "3612": "CH"}, lines={0: 1})
        if destroyed:
            row, column = divmod(game.cell("3613"), int(game.t["n_columns"]))
            game.s["destroyed_rows"][row + 1] |= 1 << column
        game.begin(Stage.MOVEMENT_N)
        assert game.supply("1N") == state
