"""Rules 1.3, 1.4 and 2, rulings R-01 to R-04: the grid, what is closed, rounding, kinds and sides of pieces."""

import collections

import pytest
from support.scene import act, attack, control, done, goals, hexes, in_zoc, move, pieces, refusal, scene

from ctv_env.core.hexgrid import hex_distance
from ctv_env.games.ctv.loading.load import load
from ctv_env.games.ctv.model.codes import COLUMNS, FIRST_ROW, N_CELLS

GRID = load().grid
BESIDE = GRID.neighbours


def beside(code: str) -> set[str]:
    """Codes of the hexes that touch ``code``, sea too."""
    return {GRID.code(cell) for cell in BESIDE[GRID.cell(code)] if cell != N_CELLS}


def strengths(game) -> tuple[int, int]:
    """Attack and defence of a combat whose die is due."""
    assert game.node == "COMBAT_DIE"
    return int(game.record["strength_att"]), int(game.record["strength_def"])


# -- the grid --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "neighbours"),
    [
        ("2006", {"2007", "2105", "1906", "2005", "2106", "1905"}),  # five of them are in the example of 10.2.1
        ("1211", {"1110", "1111", "1210", "1212", "1310", "1311"}),  # 1110 and 1210: 1.3.2
        ("1314", {"1214", "1215", "1313", "1315", "1414", "1415"}),  # 1215: 1.3.2
    ],
)
def test_R_01_1_3_neighbours_of_a_hex_by_its_printed_number(code, neighbours):
    assert beside(code) == neighbours


def test_R_01_odd_rows_stand_half_a_hex_further_east():
    assert GRID.centre(GRID.cell("1505"))[0] - GRID.centre(GRID.cell("1405"))[0] == 0.5
    for cell in range(N_CELLS):
        for other in BESIDE[cell]:
            if other != N_CELLS:
                (x, y), (u, v) = GRID.centre(cell), GRID.centre(int(other))
                assert (x - u) ** 2 + (y - v) ** 2 == pytest.approx(1)


def test_R_01_the_grid_goes_round_at_the_edges():
    assert beside("1501") == {"1401", "1402", "1502", "1601", "1602"}
    assert beside("1601") == {"1501", "1602", "1701"}
    assert beside("1620") == {"1519", "1520", "1619", "1719", "1720"}
    assert beside("1520") == {"1420", "1519", "1620"}


def test_R_02_distance_is_the_number_of_steps_over_any_terrain():
    assert hex_distance(COLUMNS, FIRST_ROW, GRID.cell("1110"), GRID.cell("1113")) == 3  # across the sea
    for start in range(0, N_CELLS, 7):
        steps = {start: 0}
        queue = collections.deque([start])
        while queue:
            cell = queue.popleft()
            for other in map(int, BESIDE[cell]):
                if other != N_CELLS and other not in steps:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        for cell in range(N_CELLS):
            assert hex_distance(COLUMNS, FIRST_ROW, start, cell) == steps[cell]


# -- the map (1.3) ---------------------------------------------------------------------------------------------


def test_1_3_1_hexes_1603_and_1618_are_mountains():
    """Printed example.  A mountain costs two points on foot, which a unit with one and a half does not have."""
    west = scene({"CLXVI": ("1604", {"mp": 2})}, side="republican")
    assert "1603" in goals(west, "CLXVI")
    assert "1603" not in goals(scene({"CLXVI": ("1604", {"mp": 1.5})}, side="republican"), "CLXVI")
    assert "1618" in goals(scene({"III N/1": ("1619", {"mp": 2})}), "III N/1")
    assert "1618" not in goals(scene({"III N/1": ("1619", {"mp": 1.5})}), "III N/1")


def test_1_3_2_the_hexside_between_1314_and_1215_is_impassable():
    """One step would do; 1214 is the way round."""
    game = scene({"CLXVI": ("1314", {"mp": 1})}, side="republican")
    assert goals(game, "CLXVI") >= {"1214", "1313", "1315"}
    assert "1215" not in goals(game, "CLXVI")
    assert "1215" in goals(scene({"CLXVI": ("1314", {"mp": 2})}, side="republican"), "CLXVI")


def test_1_3_2_nobody_attacks_across_the_closed_hexside():
    game = scene({"LIT 1": "1314", "CLXVI": "1215"}, node="TARGET")
    assert hexes(game) == set()
    assert "No unit of yours beside 1215" in refusal(game, "HEX", "1215")
    assert hexes(scene({"LIT 1": "1214", "CLXVI": "1215"}, node="TARGET")) == {"1215"}


@pytest.mark.parametrize("code", ["1110", "1210"])
def test_1_3_2_Santander_is_attacked_from_1110_and_1210(code):
    assert hexes(scene({"LIT 1": code, "CLXVI": "1211"}, node="TARGET")) == {"1211"}


@pytest.mark.parametrize("code", ["1212", "1310", "1311"])
def test_1_3_2_Santander_is_not_attacked_from_its_other_land_neighbours(code):
    game = scene({"LIT 1": code, "CLXVI": "1211"}, node="TARGET")
    assert hexes(game) == set()
    assert not in_zoc(game, "1211", "nationalist")


def test_1_3_2_an_attack_on_Santander_is_not_joined_from_a_closed_side():
    game = scene({"LIT 1": "1210", "LIT 2": "1310", "CLXVI": "1211"}, node="TARGET")
    act(game, "HEX", "1211")
    assert pieces(game) == {"LIT 1"}
    assert "not adjacent across a passable hexside" in refusal(game, "PIECE", "LIT 2")


def test_1_3_2_sea_hexes_are_impassable():
    """Italian edition.  1110 and 1113 are two sea hexes apart, and neither has a way over the water."""
    game = scene({"CLXVI": "1110"}, side="republican")
    assert goals(game, "CLXVI") & {"1109", "1111", "1112"} == set()
    act(game, "PIECE", "CLXVI")
    assert "not a land hex" in refusal(game, "HEX", "1111")


# -- rounding (1.4) --------------------------------------------------------------------------------------------


def test_1_4_values_in_a_hex_are_added_before_they_are_rounded():
    """Two defenders of 3 out of supply: half of 6 is 3; rounded one by one they would be 4."""
    game = scene({"LIT 1": "2110", "I N/1": "2108", "CLXVI": "2109", "CLXVII": "2109"}, node="TARGET")
    attack(game, "2109", ["LIT 1"])
    assert strengths(game) == (5, 5)  # 2109 is a hill: 3 x 1.5 = 4.5, a fraction is rounded up


def test_1_4_a_fraction_is_rounded_up():
    """3 on a hill is 4.5, so 5."""
    game = scene({"LIT 1": "2110", "CLXVI": "2109"}, node="TARGET")
    attack(game, "2109", ["LIT 1"])
    assert strengths(game) == (5, 5)


# -- pieces (2, R-03, R-04) ------------------------------------------------------------------------------------


def test_2_1_a_reduced_unit_fights_with_the_values_of_its_back():
    """LIT 1 is 5-4 in front and 3-2 on its back; CLXVI 2-3 and 1-2."""
    game = scene({"LIT 1": ("2009", {"steps": 1}), "CLXVI": ("2108", {"steps": 1})}, node="TARGET")
    attack(game, "2108", ["LIT 1"])
    assert strengths(game) == (3, 2)


def test_2_3_1_Nationalists_of_every_nationality_are_one_side():
    """Spanish, Italian and Italo-Spanish units attack together."""
    game = scene({"I N/1": "2009", "LIT 1": "2009", "FN 3": "2107", "CLXVI": "2108"}, node="TARGET")
    attack(game, "2108", ["I N/1", "LIT 1", "FN 3"])
    assert strengths(game) == (14, 3)


def test_R_03_2_2_armour_is_a_combat_unit_and_an_HQ_is_none():
    game = scene({"3Pz1": "2110", "HQ CTV": "2210", "CLXVI": "2109"}, node="TARGET")
    assert in_zoc(game, "2010", "nationalist")
    assert not in_zoc(game, "2310", "nationalist")
    act(game, "HEX", "2109")
    assert pieces(game) == {"3Pz1"}
    assert "not a combat unit with an attack factor" in refusal(game, "PIECE", "HQ CTV")


def test_R_03_2_2_an_HQ_is_a_ground_unit_and_a_supply_column_is_none():
    """Both move into hexes of the other side: the unit takes control of them."""
    game = scene({"HQ CTV": "2110", "N SC 1": "2210"})
    move(game, "HQ CTV", "2109")
    move(game, "N SC 1", "2209")
    assert (control(game, "2109"), control(game, "2209")) == ("nationalist", "republican")


def test_R_04_2_3_an_Italo_Spanish_unit_counts_as_Italian_for_Spanish_support():
    at = {"HQ N": "2110", "FN 3": "2009", "CLXVI": "2108", "FAN 1": "air_ready", "AL 1": "air_ready"}
    game = scene(at, node="TARGET")
    act(game, "HEX", "2108")
    act(game, "PIECE", "FN 3")
    done(game)
    assert pieces(game) == {"AL 1"}
    game = scene(at | {"I N/1": "2009"}, node="TARGET")
    act(game, "HEX", "2108")
    act(game, "PIECE", "I N/1")
    done(game)
    assert pieces(game) == {"AL 1", "FAN 1", "HQ N"}


# -- closed hexsides (R-21) ------------------------------------------------------------------------------------


def test_R_21_nobody_retreats_across_a_closed_hexside():
    at = {"LIT 1": ("1414", {"role": "attacks"}), "CLXVI": "1314"}
    game = scene(at, node="RETREAT", target="1314", owed_def=1, result_def=1)
    assert hexes(game) == {"1214", "1315"}


def test_R_21_nobody_advances_across_a_closed_hexside():
    """The third hex of a breakthrough, out of 1314; not back to 1414 where it began."""
    at = {"LIT 1": ("1314", {"role": "attacks", "from": "1414", "advanced": 2})}
    game = scene(at, node="ADVANCE", target="1313", result_def="B")
    assert goals(game, "LIT 1") == {"1214", "1313", "1315", "1415"}


def test_R_21_fire_crosses_closed_hexsides():
    """HQ CTV in 1310 is one hex from Santander, across the bay."""
    game = scene({"LIT 1": "1210", "HQ CTV": "1310", "CLXVI": "1211"}, node="TARGET")
    act(game, "HEX", "1211")
    act(game, "PIECE", "LIT 1")
    done(game)
    assert pieces(game) == {"HQ CTV"}
