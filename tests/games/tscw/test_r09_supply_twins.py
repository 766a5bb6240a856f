"""Supply, moves, railway journeys and arrivals of random fronts in the north, against their naive twins."""

import random

import pytest
from naive_tscw import position as naive
from naive_tscw.board import REGIONS, has_rail, hexes, is_town, lines, neighbours, on_board
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


@pytest.mark.parametrize(("line", "inside", "outside"), [(1, "2417", "2416"), (2, "3222", "3221"), (2, "3122", "3121")])
def test_15_14_3_15_14_5_T_45_T_186_a_move_into_or_through_an_active_line_opens_it(line, inside, outside):
    """Lines of supply may cross the sides of hexes that the path destroys."""
    taken = [code for code in on_board("1937") if int(code[2:]) < int(inside[2:])]
    lost = [code for one in lines().values() for code in one["hexes"]]
    control = {"N": " ".join([*taken, outside]), "R": " ".join(lost)}
    game = scene(STAGES["N"][0], {outside: "N-11"}, scenario="1937", control=control, lines={line: 1}, turn=8)
    game.move("N-11")
    position = naive.of(game.s, game.tables)
    ends = Move(position, position.units["N-11"], int(game.s["mf_left"]), False, set()).ends()
    assert inside in ends
    assert game.legal() == ends


def rails(position, unit, chit=False):
    """Where a unit gets by rail (11.4, T-51), all its way in hexes that are open to it (T-149, T-150, T-187)."""
    enemies = {one.code for one in position.others(unit.side)}
    friends = {one.code for one in position.own(unit.side)}

    def open_to_trains(code):
        north = hexes()[code]["region"] in REGIONS
        if unit.side == "R" and ((north and not unit.is_northern) or (chit and not north)):
            return False
        beside = enemies & set(neighbours(position.scenario, code))
        return position.owner[code] == unit.side and (not beside or code in friends)

    found, queue = {unit.code}, [unit.code]
    for code in queue:
        for near in neighbours(position.scenario, code):
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


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("chit", [0, 1])
def test_11_4_T_149_T_150_T_187_the_way_by_rail_of_every_republican_unit(chit, seed):
    """In all of Spain, most of it Republican, with hexes of the north and around it lost."""
    dice = random.Random(40 + seed)
    land = sorted(on_board("1937"))
    near = [
        code for code in land if int(code[:2]) >= 33 and int(code[2:]) >= 9 and code not in ("3613", "3710", "3707")
    ]
    lost = dice.sample(near, 12)
    stations = [
        code for code in land if code not in lost and any(has_rail(code, one) for one in neighbours("1937", code))
    ]
    north = [code for code in stations if hexes()[code]["region"] in REGIONS]
    around = [code for code in stations if code in near and code not in north]
    units = dict(zip(dice.sample(north, 4), ("1A", "1S", "1BA", "HQ-N"), strict=True))
    units |= dict(zip(dice.sample(around, 4), ("R-3", "R-4", "HQ-EST", "TH"), strict=True))
    units[lost[0]] = "N-71"
    control = {"R": " ".join(set(land) - set(lost)), "N": " ".join(lost)}
    game = scene(None, units, scenario="1937", control=control)
    game.s["sea"][:] = 0
    game.s["north_rail_only"] = chit
    game.begin(Stage.TRANSPORT_R)
    game.s["rail"][:] = 4
    position, start = naive.of(game.s, game.tables), game.states.copy()
    for unit in position.own("R"):
        barred = chit and hexes()[unit.code]["region"] not in REGIONS
        ends = set() if barred else {code for code in rails(position, unit, chit) if may_end(position, unit, code)}
        game.states[:] = start
        assert (game.refusal("PIECE", unit.name) == "LEGAL") == (unit.supply == "full" and bool(ends)), unit
        if ends and unit.supply == "full":
            game.act("PIECE", unit.name)
            assert game.legal() == ends, unit


@pytest.mark.parametrize("seed", range(6))
def test_11_5_T_45_T_52_where_every_unit_may_be_shipped(seed):
    units, control, dice = front(seed)
    ports = [code for code in on_board(BOARD) if hexes()[code].get("port")]
    free = [code for code in ports if code not in units]
    for name, code in zip(("C1", "MG"), dice.sample(free, 2), strict=True):
        units[code] = name
    game = scene(STAGES["N"][1], units, control=control, turn=8, lines={0: dice.choice((0, 1, 2))})
    if game.node != "SEA_PIECE":
        return
    game.s["sea"][:] = 4
    position, start, legal = naive.of(game.s, game.tables), game.states.copy(), game.legal("PIECE")
    for unit in position.own("N"):
        harbours = {code for code in ports if position.owner[code] == "N" and code != unit.code}
        ends = {code for code in harbours if may_end(position, unit, code)}
        able = unit.code in ports and unit.supply == "full" and not unit.is_hq
        assert (unit.name in legal) == (able and bool(ends)), unit
        if unit.name in legal:
            game.states[:] = start
            game.act("PIECE", unit.name)
            assert game.legal() == ends, unit


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
