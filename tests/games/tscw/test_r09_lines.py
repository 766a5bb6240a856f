"""Chapter 9: lines of supply, supply states, and what they do."""

import pytest
from naive_tscw.board import hexes, is_town, on_board, within
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import LINE, Stage

N_MOVES, R_MOVES = Stage.MOVEMENT_N, Stage.MOVEMENT_R
OVIEDO = {"3706": "1A", "3707": "2A", "3608": "3A", "3607": "OG"}


def towns_near(code, n=3):
    return {near for near in within(code, n) if near in hexes() and is_town(near)}


def in_spain(side, units, taken, **more):
    """A position of the whole map in which the other side holds the hexes ``taken``."""
    stage = N_MOVES if side == "N" else R_MOVES
    other = {"N": "R", "R": "N"}[side]
    return scene(stage, units, scenario="1937", control={other: " ".join(taken)}, **more)


# -- 9.1, 9.4: two legs --------------------------------------------------------------------------------------------


def test_9_4_C_19_full_supply_through_madrid_and_town_supply_in_talavera():
    ring = {"2508": "N-11", "2510": "N-12", "2409": "N-14", "2410": "N-15", "2609": "N-16", "2610": "N-71"}
    game = scene(R_MOVES, {"2812": "R-3", "2509": "R-4", **ring}, scenario="1937")
    assert (game.supply("R-3"), game.supply("R-4")) == ("full", "town")


@pytest.mark.parametrize("source", ["2211", "2312", "2413"])
def test_9_4_C_20_a_unit_traces_to_a_town_or_an_hq_within_three_hexes(source):
    units = {"2311": "R-3"} | ({"2413": "HQ-CEN"} if source == "2413" else {})
    others = towns_near("2311") - {source}
    assert in_spain("R", units, others).supply("R-3") == "full"
    assert in_spain("R", {"2311": "R-3"}, others | {source}).supply("R-3") == "out"


def test_9_5_C_20_two_hqs_in_a_row_are_no_chain():
    # HQ-CEN in 2413 has a second leg and lies four hexes from 2309; HQ-EST in 2311, between them, has none of its own.
    towns = towns_near("2309") | towns_near("2311")
    around = {code for code in within("2311", 1) if code != "2311"}
    units = {"2309": "R-3", "2311": "HQ-EST", "2413": "HQ-CEN"}
    assert in_spain("R", units, towns).supply("R-3") == "full"
    game = in_spain("R", units, towns | around)
    assert (game.supply("HQ-EST"), game.supply("R-3")) == ("full", "out")


def test_9_4_a_first_leg_has_three_hexes_at_most_the_source_included():
    # The only town left is Alcazar (2312): 2311 is one hex from it, 2309 three, 2308 four.
    for start, state in (("2311", "full"), ("2309", "full"), ("2308", "out")):
        taken = towns_near(start, 4) - {"2312"}
        assert in_spain("R", {start: "R-3"}, taken).supply("R-3") == state


def test_9_4_a_unit_in_a_supplied_town_needs_no_first_leg():
    assert scene(R_MOVES, {"3707": "1A", "3706": "N-81"}).supply("1A") == "full"


# -- 9.4: what cuts a line --------------------------------------------------------------------------------------


def test_9_4_C_21_oviedo_is_supplied_through_the_empty_hex_outside_all_enemy_zoc():
    assert scene(N_MOVES, OVIEDO).supply("OG") == "full"


def test_9_6_C_22_zoc_on_every_way_out_leaves_oviedo_in_town_supply():
    assert scene(N_MOVES, OVIEDO | {"3606": "4A"}).supply("OG") == "town"


def test_10_3_C_23_T_48_a_friendly_battalion_in_the_zoc_reopens_the_line():
    assert scene(N_MOVES, OVIEDO | {"3606": "4A", "3506": "AGC"}).supply("OG") == "full"


def test_9_4_C_24_a_first_leg_crosses_empty_enemy_hexes():
    taken = {"N": "3608 3708 3510 3610 3611 3612 3613 3710 3711"}
    assert scene(R_MOVES, {"3609": "1A"}, control=taken).supply("1A") == "full"


def test_9_4_C_24_a_second_leg_does_not_cross_them():
    # Ribadesella (3708) is beside the unit, but only hexes of the Nationalists join it to Gijon, which is four away.
    taken = {"N": "3608 3707 3609 3510 3610 3611 3612 3613 3710 3711"}
    assert scene(R_MOVES, {"3610": "1S"}, control=taken).supply("1S") == "out"
    open_way = {"N": "3608 3609 3510 3610 3611 3612 3613 3710 3711"}
    assert scene(R_MOVES, {"3610": "1S"}, control=open_way).supply("1S") == "full"


def test_9_4_no_line_enters_a_hex_with_enemy_units():
    # The battalion in 3506, the way out of C-21, has no ZOC.
    assert scene(N_MOVES, OVIEDO | {"3506": "CH"}).supply("OG") == "town"


def test_9_4_sea_and_closed_hexsides_carry_no_line():
    # 1505 and 1406 share only the closed side of the Guadalquivir mouth; 1506 between them is enemy occupied.
    units = {"1505": "N-21", "1506": "R-3", "1606": "R-4", "1605": "R-5", "1604": "R-6"}
    game = scene(N_MOVES, units, scenario="1937", control={"R": "1705 1704 1607"})
    assert game.supply("N-21") == "out"


def test_9_4_C_25_T_40_a_committed_hq_feeds_like_an_available_one():
    taken = towns_near("2609") | towns_near("2610")
    for used in ("", "HQ-MRC"):
        game = in_spain("N", {"2609": "N-11", "2809": "HQ-MRC"}, taken - {"2809"}, used=used)
        assert game.supply("N-11") == "full"
    assert in_spain("N", {"2609": "N-11"}, taken - {"2809"}).supply("N-11") == "out"


def test_9_4_T_40_an_hq_without_a_second_leg_is_fed_like_any_unit():
    # The hexes around HQ-EXT are enemy controlled: no second leg, but Alcazar is near.
    around = within("2411", 1) - {"2411"}
    game = in_spain("R", {"2411": "HQ-EXT"}, around)
    assert game.supply("HQ-EXT") == "full"


def test_10_6_C_26_a_column_cuts_lines_with_its_limited_zoc():
    # 3508 beside the column is the only way from 3608 to the Nationalist rear.
    cut = {"3707": "1A", "3608": "N-81", "3507": "CH", "3607": "2A", "3609": "BM1", "3708": "HQ-N"}
    assert scene(N_MOVES, cut).supply("N-81") == "town"
    open_way = {code: names for code, names in cut.items() if code != "3609"}
    assert scene(N_MOVES, open_way | {"3711": "BM1"}).supply("N-81") == "full"


# -- 9.4, 9.7, 9.8: ultimate sources ------------------------------------------------------------------------------


def test_9_4_C_27_a_captured_source_is_a_town_of_the_captor_only():
    units = {"3613": "1N", "3612": "1S", "3512": "1BA", "3513": "2BA", "3614": "3BA"}
    assert scene(N_MOVES, units).supply("1N") == "town"
    linked = {"3613": "1N", "3512": "2N", "3612": "1S", "3614": "3BA"}
    assert scene(N_MOVES, linked).supply("1N") == "full"


def test_9_4_C_27_a_retaken_source_works_again():
    ring = {"3512": "1N", "3513": "2N", "3614": "3N", "3612": "4N"}
    game = scene(None, {"3613": "1BA", **ring})
    game.take(0, "3613")
    game.take(1, "3613")
    assert game.begin(R_MOVES).supply("1BA") == "full"


@pytest.mark.parametrize("source", ["3023", "2318", "1717", "3324"])
def test_9_8_central_units_trace_to_barcelona_valencia_cartagena_or_3324(source):
    taken = {"3023", "2318", "1717", "3324"}
    assert in_spain("R", {"2712": "R-3"}, taken).supply("R-3") == "town"
    assert in_spain("R", {source: "R-3"}, taken - {source}).supply("R-3") == "full"


def test_9_8_T_42_northern_units_trace_to_northern_sources_and_others_to_central_ones():
    game = scene(R_MOVES, {"2712": "1A R-3"}, scenario="1937")
    assert (game.supply("1A"), game.supply("R-3")) == ("town", "full")


@pytest.mark.parametrize("source", ["3707", "3613", "3710"])
def test_9_8_northern_sources(source):
    taken = {"N": " ".join({"3707", "3613", "3710"} - {source})}
    assert scene(R_MOVES, {source: "1A"}, control=taken).supply("1A") == "full"


def test_9_7_cadiz_and_corunna_are_the_nationalist_sources():
    assert in_spain("N", {"1410": "N-33"}, ["3701"]).supply("N-33") == "full"
    assert in_spain("N", {"1410": "N-33"}, ["3701", "1305"]).supply("N-33") == "town"


def northern(codes):
    return " ".join(codes & on_board("north-1937"))


def test_T_31_on_the_north_board_second_legs_leave_by_an_edge_link():
    # Sahagun (3308) is itself an edge link, Leon (3408) has to reach one.
    for town, state in (("3308", "full"), ("3408", "town")):
        taken = (towns_near(town) | within(town, 1)) - {town}
        assert scene(N_MOVES, {town: "N-81"}, control={"R": northern(taken)}).supply("N-81") == state


def test_T_167_a_first_leg_does_not_leave_the_board():
    assert scene(N_MOVES, {"3304": "N-81"}).supply("N-81") == "full"
    taken = northern(towns_near("3304"))
    assert scene(N_MOVES, {"3304": "N-81"}, control={"R": taken}).supply("N-81") == "out"


def test_15_14_5_nationalist_lines_do_not_cross_an_active_fortified_side():
    units = {"3613": "1N", "3612": "1S"}
    assert scene(N_MOVES, units, lines={0: 2}).supply("1N") == "full"
    assert scene(N_MOVES, units, lines={0: LINE.ACTIVE}).supply("1N") == "town"


def test_15_14_5_republican_lines_cross_them():
    assert scene(R_MOVES, {"3512": "1BA", "3613": "2BA"}, lines={0: LINE.ACTIVE}).supply("1BA") == "full"
