"""The game's data in the tables record: the contents of the rulebook's map, counters and charts."""

import collections

import numpy as np
import pytest

from ctv_env.core.datafile import Document
from ctv_env.games.ctv.loading.board import MAP
from ctv_env.games.ctv.loading.charts import CHARTS
from ctv_env.games.ctv.loading.deployment import SCENARIO
from ctv_env.games.ctv.loading.load import DATA_DIR, load
from ctv_env.games.ctv.loading.pieces import UNITS
from ctv_env.games.ctv.model import codes as c

TABLES = load()
T = TABLES.record[0]
GRID = TABLES.grid
SIDES = (c.SIDE.NATIONALIST, c.SIDE.REPUBLICAN)


def cell(code: str) -> int:
    return GRID.cell(code)


def open_neighbours(code: str) -> set[str]:
    return {GRID.code(other) for other in T["nbr"][cell(code)] if other != c.OFF}


def slots(where) -> list[int]:
    return [int(slot) for slot in np.flatnonzero(where)]


# -- the map -------------------------------------------------------------------------------------------------------


def test_283_land_hexes_by_terrain():
    counts = collections.Counter(T["terrain"][: c.N_CELLS].tolist())
    assert {t: counts[t] for t in (c.TERRAIN.CLEAR, c.TERRAIN.CITY, c.TERRAIN.HILL, c.TERRAIN.MOUNTAIN)} == {
        c.TERRAIN.CLEAR: 58,
        c.TERRAIN.CITY: 3,
        c.TERRAIN.HILL: 103,
        c.TERRAIN.MOUNTAIN: 119,
    }


def test_terrain_of_the_hexes_that_the_rules_name():
    assert T["terrain"][[cell("1603"), cell("1618")]].tolist() == [c.TERRAIN.MOUNTAIN] * 2  # 1.3.1
    assert T["terrain"][[cell("1211"), cell("2006")]].tolist() == [c.TERRAIN.CITY] * 2


def test_control_and_front_at_the_start():
    land = T["terrain"] != c.TERRAIN.SEA
    assert (T["start_control"][~land] == c.SIDE.NOBODY).all()
    assert [(T["start_control"] == side).sum() for side in SIDES] == [138, 145]
    assert T["n_front"].tolist() == [27, 26]
    republican = (
        "1418 1517 1617 1716 1812 1813 1814 1815 1816 1901 1902 1910 1911 2003 2004 2010 2104 2105 2109 2206 2209 2306"
        " 2309 2407 2408 2409"
    )
    nationalist = (
        "1518 1618 1717 1817 1912 1913 1914 1915 1916 2001 2002 2011 2012 2102 2103 2110 2204 2205 2210 2305 2310 2406"
        " 2410 2506 2507 2508 2509"
    )
    for side, codes in ((c.SIDE.REPUBLICAN, republican), (c.SIDE.NATIONALIST, nationalist)):
        front = T["front_cell"][side, : T["n_front"][side]]
        assert " ".join(GRID.code(hex_) for hex_ in front) == codes
        assert T["front_bit"][side, front].tolist() == list(range(len(front)))
        assert (T["front_bit"][side] >= 0).sum() == len(front)


def test_cover_is_the_front_hexes_in_reach_of_a_zoc():
    for side in SIDES:
        for here in range(c.CELLS):
            reach = {here, *T["nbr"][here].tolist()} - {c.OFF}
            front = {int(T["front_cell"][side, bit]) for bit in range(62) if int(T["cover"][side, here]) >> bit & 1}
            assert front == {hex_ for hex_ in reach if T["front_bit"][side, hex_] >= 0}


def test_neighbours_of_reinosa_as_in_the_concentric_example():
    assert open_neighbours("2006") == {"1905", "1906", "2005", "2007", "2105", "2106"}  # 10.2.1


def test_santander_is_reached_from_1110_and_1210_only():
    assert open_neighbours("1211") == {"1110", "1210"}  # 1.3.2
    reaching = {GRID.code(other) for other in range(c.N_CELLS) if cell("1211") in T["nbr"][other]}
    assert reaching == {"1110", "1210"}


def test_the_hexside_1215_1314_is_closed():
    assert "1314" not in open_neighbours("1215")  # 1.3.2
    assert "1215" not in open_neighbours("1314")
    assert open_neighbours("1215") == {"1214", "1315"}


def test_open_hexsides_are_mutual_and_between_land():
    for here in range(c.CELLS):
        for direction, other in enumerate(T["nbr"][here]):
            if other != c.OFF:
                assert c.TERRAIN.SEA not in T["terrain"][[here, other]]
                assert T["nbr"][other, 5 - direction] == here
    assert (T["nbr"][c.OFF] == c.OFF).all()


def test_roads_lead_across_open_hexsides_both_ways():
    assert T["road"].sum() == 2 * 93
    for here, direction in np.argwhere(T["road"]):
        other = T["nbr"][here, direction]
        assert other != c.OFF
        assert T["road"][other, 5 - direction]
    direction = T["nbr"][cell("1211")].tolist().index(cell("1210"))
    assert T["road"][cell("1211"), direction]


def test_rivers_are_an_option():
    assert not T["river"].any()
    with_rivers = load(rivers=True).record[0]
    assert with_rivers["river"].sum() == 2 * 81
    besaya = with_rivers["nbr"][cell("1407")].tolist().index(cell("1408"))
    assert with_rivers["river"][cell("1407"), besaya]


def test_supply_sources_by_side():
    sources = {GRID.code(hex_): int(T["source"][hex_]) for hex_ in np.flatnonzero(T["source"])}
    edges = ("1620", "1720", "2604", "2608", "2610", "2613", "2615")
    expected = dict.fromkeys(edges, c.SOURCE.NAT) | {"1301": c.SOURCE.REP, "1211": c.SOURCE.REP_CITY}
    assert sources == expected  # 6.2, R-14


def test_objectives_are_worth_seven_points_three_of_them_santander():
    vp = {GRID.code(hex_): int(T["vp"][hex_]) for hex_ in np.flatnonzero(T["vp"])}
    assert vp == {"1211": 3, "2006": 1, "1408": 1, "1215": 1, "1418": 1}
    assert GRID.code(T["factory_cell"]) == "2006"
    assert [TABLES.town_names[cell(code)] for code in ("1211", "2006")] == ["Santander", "Reinosa"]


@pytest.mark.parametrize(
    ("field", "columns"),
    [("basque_setup_zone", range(15, 21)), ("basque_zone", range(14, 21)), ("ctv_zone", range(10, 16))],
)
def test_zones_are_columns(field, columns):
    flagged = {int(GRID.code(hex_)[2:]) for hex_ in np.flatnonzero(T[field])}
    assert flagged == set(columns)
    assert T[field].sum() == c.ROWS * len(columns)


# -- counters ------------------------------------------------------------------------------------------------------


def test_totals_of_both_orders_of_battle():
    infantry = np.isin(T["kind"], (c.KIND.INFANTRY, c.KIND.MECHANISED)) & (T["is_breakdown"] == 0)
    full = {name: T[name][T["steps"], np.arange(c.N_PIECES)] for name in ("attack", "defence")}
    totals = []
    for side in SIDES:
        units = infantry & (np.arange(c.N_PIECES) // c.SIDE_SLOTS == side) & (np.arange(c.N_PIECES) < c.N_GROUND)
        values = (units, full["attack"][units], full["defence"][units], T["sp"][units], T["steps"][units])
        totals.append([int(np.sum(value)) for value in values])
    assert totals == [[36, 137, 125, 69, 70], [31, 70, 86, 61, 61]]


def test_pieces_by_kind_and_side():
    count = collections.Counter((c.Kind(T["kind"][slot]).name, slot // c.SIDE_SLOTS) for slot in slots(T["kind"]))
    assert count == {
        ("INFANTRY", 0): 33,
        ("MECHANISED", 0): 3,
        ("ARMOUR", 0): 3,
        ("HQ_DIVISION", 0): 5,
        ("HQ_CORPS", 0): 2,
        ("INFANTRY", 1): 36,
        ("ARMOUR", 1): 3,
        ("HQ_CORPS", 1): 2,
        ("SUPPLY_COLUMN", 2): 9,
        ("AIR", 2): 11,
        ("TRENCH", 2): 4,
    }
    assert T["is_brigade"].sum() == 31
    assert [TABLES.piece_names[slot] for slot in slots(T["is_breakdown"])] == ["R1", "R2", "R3", "R4", "R5"]
    assert slots(T["is_combat"]) == [s for s in slots(T["kind"]) if c.Kind(T["kind"][s]) <= c.Kind.ARMOUR]


def test_names_and_slots_agree():
    assert len(TABLES.piece_names) == c.N_PIECES
    assert {name: slot for slot, name in enumerate(TABLES.piece_names) if name} == TABLES.piece_index
    assert slots(T["kind"]) == sorted(TABLES.piece_index.values())
    assert TABLES.piece_index["HQ XIV"] == c.SIDE_SLOTS
    assert TABLES.piece_index["R SC 1"] == c.REP_SC
    assert TABLES.piece_names[T["ctv_hq"]] == "HQ CTV"


def test_one_counter_of_each_make():
    littorio, dc = TABLES.piece_index["LIT 1"], TABLES.piece_index["DC"]
    assert T["attack"][:, littorio].tolist() == [0, 3, 5]
    assert T["defence"][:, littorio].tolist() == [0, 2, 4]
    assert [T[name][littorio] for name in ("steps", "sp", "move_mp", "motorised", "pb")] == [2, 2, 8, 1, 0]
    assert T["attack"][:, dc].tolist() == [0, 0, 0]
    assert T["defence"][:, dc].tolist() == [0, 2, 0]
    assert [T[name][dc] for name in ("steps", "sp", "move_mp", "motorised", "is_brigade")] == [1, 1, 3, 0, 1]
    column = TABLES.piece_index["N SC 1"]
    assert [T[name][column] for name in ("move_mp", "motorised", "pb", "sp")] == [6, 1, 1, 0]
    assert [T["pb"][TABLES.piece_index[name]] for name in ("HQ N", "HQ LIT", "LK 1")] == [2, 1, 1]  # 9.4.2


def test_divisions_join_an_hq_and_its_units():
    def division(name: str) -> int:
        return int(T["division"][TABLES.piece_index[name]])

    assert division("HQ FIN") == division("R9M") == division("FIN 8") > 0
    assert division("HQ LIT") != division("HQ FIN")
    assert [division(name) for name in ("Ar", "Cel", "HQ CTV", "CLXXVII", "DC")] == [0] * 5


# -- charts --------------------------------------------------------------------------------------------------------


def test_terrain_effects_in_half_points():
    rows = {"1309": (2, 2, 6, 2), "1211": (2, 2, 6, 3), "2210": (2, 4, 4, 3), "2105": (4, 6, 4, 4)}
    for code, (foot, motorised, stacking, defence) in rows.items():
        rain = 2 if code == "2105" else 0  # 11.3: mountain only
        assert T["enter_half_mp"][:, :, T["terrain"][cell(code)]].tolist() == [
            [foot, foot + rain],
            [motorised, motorised + rain],
        ]
        assert T["stack_limit"][cell(code)] == stacking
        assert T["defence_halves"][cell(code)] == defence
    assert not T["enter_half_mp"][:, :, T["terrain"][[c.OFF, cell("1001")]]].any()
    assert T["stack_limit"][c.OFF] == T["defence_halves"][c.OFF] == T["terrain"][c.OFF] == 0
    assert (T["road_half_mp"], T["zoc_exit_half_mp"], T["river_half_mp"].tolist()) == (1, 2, [2, 4])


def test_combat_results():
    odds = [f"{a}:{d}" for a, d in zip(T["odds_att"], T["odds_def"], strict=True)]
    assert odds == ["1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]
    known = {("2:1", 1): (2, 1), ("4:1", 1): (2, 2), ("4:1", 3): (0, 2), ("3:2", 2): (2, 1), ("1:1", 5): (2, 1)}
    known |= {("7:1", 2): (1, 4), ("1:2", 0): (3, 0), ("7:1", 8): (0, c.BREAKTHROUGH)}
    for (column, die), losses in known.items():
        at = odds.index(column), die
        assert (T["crt_att"][at], T["crt_def"][at]) == losses


def test_numbers_of_the_events():
    expected = {
        "n_turns": 7,
        "bombard_from": [7, 6, 5, 4, 3, 3, 2, 2],
        "morale_up_to": [1, 3, 6],
        "beyond_drm": [-1, 1],
        "offensive_from": [0, 0, 0, 5, 4, 1] + [0] * 10,
        "offensive_infantry": [0, 2, 2, 2, 2, 4, 4],
        "offensive_air": [0, 2, 2, 2, 2, 3, 3],
        "sc_max": [8, 1],
        "sc_first_turn": 2,
        "sc_last_turn": 6,
        "vp_to_win": 6,
        "brigades_for_vp": 10,
        "first_turn_radius": 2,
        "free_basques": 2,
        "n_trenches": 4,
    }
    assert {name: T[name].tolist() for name in expected} == expected
    troops = {
        nation: int(T["troop_drm"][nation]) for nation in (c.NATION.SANTANDER, c.NATION.BASQUE, c.NATION.ASTURIAN)
    }
    assert troops == {c.NATION.SANTANDER: 0, c.NATION.BASQUE: -1, c.NATION.ASTURIAN: -2}
    armour = {TABLES.piece_names[slot]: int(T["armour_from"][slot]) for slot in slots(T["armour_from"])}
    assert armour == {"3Pz1": 1, "4T-26": 3, "L3/35": 5}  # 4.3


# -- provenance ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "schema", "path", "status"),
    [
        ("map.yaml", MAP, ("terrain", "1618"), "found"),
        ("map.yaml", MAP, ("terrain", "1617"), "reconstructed"),
        ("map.yaml", MAP, ("closed_sides", "1215/1314"), "found"),
        ("map.yaml", MAP, ("closed_sides", "1211/1212"), "derived"),
        ("map.yaml", MAP, ("objectives", "1408"), "reconstructed"),
        ("units.yaml", UNITS, ("nationalist", "ground", "LIT 1", "attack", 0), "reconstructed"),
        ("units.yaml", UNITS, ("nationalist", "ground", "LIT 1", "id"), "found"),
        ("units.yaml", UNITS, ("nationalist", "ground", "IV N/2", "id"), "reconstructed"),
        ("units.yaml", UNITS, ("republican", "ground", "CLV", "id"), "derived"),
        ("tables.yaml", CHARTS, ("combat", "results", "4:1", 3), "derived"),
        ("tables.yaml", CHARTS, ("combat", "results", "4:1", 4), "reconstructed"),
        ("tables.yaml", CHARTS, ("weather", "rain_from"), "found"),
        ("scenarios/campaign.yaml", SCENARIO, ("deployment", "republican", "2010", 0), "reconstructed"),
    ],
)
def test_provenance_of_known_values(file, schema, path, status):
    assert Document(DATA_DIR / file, schema).source_of(path).status == status
