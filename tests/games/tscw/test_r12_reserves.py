"""Chapter 12.1.4: reserves."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage

GIJON = {"3707": "HQ-N 4A 5A 6A 3BA 9BA"}
PLACING = Stage.RESERVES_R


def in_reserve(game):
    return {name for p, name in enumerate(game.tables.pieces.names) if game.s["reserve"][p]}


# -- placing ------------------------------------------------------------------------------------------------------


def test_12_1_4_C_61_an_hq_on_a_rail_line_to_a_source_places_units_in_reserve():
    game = scene(PLACING, GIJON)
    assert game.legal("PIECE") == {"HQ-N"}
    game.act("PIECE", "HQ-N", "4A")
    assert int(game.s["used"][game.piece("HQ-N")]) == 1
    game.act("PIECE", "5A", "6A", "3BA", "9BA")
    assert in_reserve(game) == set(GIJON["3707"].split()) - {"HQ-N"}
    assert game.node == "RESERVE_HQ"


def test_12_1_4_units_are_chosen_one_by_one():
    game = scene(PLACING, GIJON)
    game.act("PIECE", "HQ-N")
    assert game.legal("DONE") == set()
    game.act("PIECE", "5A")
    game.done()
    assert in_reserve(game) == {"5A"}


@pytest.mark.parametrize("enemy", ["OG", "N-83"])
def test_12_1_4_C_61_not_in_enemy_zoc(enemy):
    game = scene(None, GIJON | {"3607": enemy}).begin(PLACING)
    assert game.refusal("PIECE", "HQ-N") == "IN_ENEMY_ZOC"


def test_12_1_4_T_56_a_limited_zoc_does_not_matter():
    game = scene(PLACING, {"3608": "HQ-N 4A", "3508": "AGC", "3609": "SG"})
    assert "HQ-N" in game.legal("PIECE")


def test_12_1_4_only_available_hqs():
    game = scene(None, GIJON, used="HQ-N", control={"N": "3707"})
    game.s["used"][game.piece("HQ-N")] = 1
    assert game.begin(PLACING).refusal("PIECE", "HQ-N") == "HQ_COMMITTED"


def test_12_1_4_the_hq_stands_on_a_railway():
    game = scene(PLACING, {"3509": "HQ-NAV 1N"})
    assert scene(Stage.RESERVES_N, {"3509": "HQ-NAV 1N"}).refusal("PIECE", "HQ-NAV") == "NOT_ON_RAIL"
    assert game.legal("PIECE") == set()


def test_12_1_4_the_railway_is_friendly_all_the_way_to_a_source():
    free = scene(Stage.RESERVES_N, {"3513": "HQ-NAV 1N"})
    assert "HQ-NAV" in free.legal("PIECE")
    cut = scene(Stage.RESERVES_N, {"3513": "HQ-NAV 1N"}, control={"R": "3413 3514"})
    assert cut.refusal("PIECE", "HQ-NAV") == "NOT_JOINED_BY_RAIL"


def test_12_1_4_the_railway_may_pass_through_enemy_zoc():
    # 3514 and 3513 lie in the ZOC of Eibar; the line to Miranda is the only one.
    units = {"3515": "HQ-NAV 1N", "3614": "1BA"}
    game = scene(Stage.RESERVES_N, units, control={"R": "3416 3615"})
    assert "HQ-NAV" in game.legal("PIECE")


def test_12_1_4_T_42_northern_hqs_need_a_northern_source():
    # Reinosa is joined to Santander by rail, unless Torrelavega is lost.
    assert "HQ-N" in scene(PLACING, {"3510": "HQ-N 1S"}).legal("PIECE")
    lost = scene(PLACING, {"3510": "HQ-N 1S"}, control={"N": "3611"})
    assert lost.refusal("PIECE", "HQ-N") == "NOT_JOINED_BY_RAIL"


def test_12_1_4_an_hq_without_units_places_none():
    assert scene(PLACING, {"3707": "HQ-N"}).legal("PIECE") == set()


# -- while in reserve -----------------------------------------------------------------------------------------------


def test_12_1_4_T_57_reserves_and_their_hq_do_not_move_in_the_operational_segment():
    game = scene(Stage.MOVEMENT_R, {"3707": "HQ-N 4A 5A"}, reserve="4A", used="HQ-N")
    assert game.legal("PIECE") == {"5A"}
    assert game.refusal("PIECE", "4A") == "IN_RESERVE"
    assert game.refusal("PIECE", "HQ-N") == "IN_RESERVE"


def test_12_1_4_T_57_reserves_do_not_attack():
    game = scene(Stage.COMBAT_R, {"3706": "4A 5A HQ-N", "3705": "AGC"}, reserve="4A", used="HQ-N")
    game.act("HEX", "3705")
    assert game.legal("PIECE") == {"5A"}


def test_12_1_4_T_57_reserves_keep_their_zoc():
    assert scene(PLACING, {"3707": "HQ-N 4A"}, reserve="4A", used="HQ-N").zoc("R", "3607")


def test_12_1_4_T_59_attacked_reserves_defend_at_half_and_leave_reserve():
    game = scene(Stage.COMBAT_N, {"3513": "1N 2N", "3614": "1BA 2BA 3BA HQ-N"}, reserve="1BA 2BA", used="HQ-N")
    game.attack("3614", "1N 2N")
    assert game.strengths[1] == 3 + 3  # two of 3 halved, and the third
    assert in_reserve(game) == set()


def test_12_1_4_T_04_reserves_out_of_supply_are_halved_once():
    ring = {"3608": "1N", "3508": "2N", "3509": "3N", "3610": "4N", "3708": "AV"}
    game = scene(Stage.COMBAT_N, {"3609": "1A 2A HQ-N", **ring}, reserve="1A 2A", used="HQ-N")
    game.attack("3609", "1N 2N")
    assert game.strengths[1] == 6  # (6 + 5) / 2


def test_12_1_4_T_59_a_cancelled_attack_leaves_them_in_reserve():
    game = scene(Stage.COMBAT_R, {"3706": "AM1 4A", "3705": "AV HQ-GLC"}, reserve="AV", used="HQ-GLC")
    game.attack("3705", "4A AM1")
    game.roll(1)
    assert in_reserve(game) == {"AV"}


def test_12_1_4_T_144_reserves_are_ordinary_units_once_their_hq_is_gone():
    game = scene(Stage.COMBAT_N, {"3513": "1N 2N 3N", "3614": "CH HQ-N"}, reserve="CH", used="HQ-N")
    assert in_reserve(game) == {"CH"}
    game.attack("3614", "1N")
    assert in_reserve(game) == set()


# -- releasing --------------------------------------------------------------------------------------------------


def test_12_1_4_C_63_release_costs_an_rp_of_the_hqs_purse():
    game = scene(Stage.EXPLOIT_R, GIJON, reserve="4A 5A 6A 3BA 9BA", used="HQ-N", rp={"NOR": 1, "REP": 3})
    assert game.node == "RELEASE_HQ"
    game.act("PIECE", "HQ-N", "4A")
    assert (game.purse("NOR"), game.purse("REP")) == (0, 3)
    game.act("PIECE", "5A")
    game.done()
    assert in_reserve(game) == {"6A", "3BA", "9BA"}
    assert game.legal("PIECE") == {"4A", "5A"}


def test_12_1_4_no_release_without_an_rp():
    game = scene(Stage.EXPLOIT_R, GIJON, reserve="4A", used="HQ-N", rp={"REP": 3})
    assert game.node == "MOVE_PIECE"


@pytest.mark.parametrize(("reserve", "moves"), [("4A", True), ("4A 5A", False)])
def test_12_1_4_T_58_the_hq_moves_once_all_its_reserves_are_released(reserve, moves):
    game = scene(Stage.EXPLOIT_R, {"3707": "HQ-N 4A 5A"}, reserve=reserve, used="HQ-N", rp={"NOR": 1})
    game.act("PIECE", "HQ-N", "4A")
    if game.node == "RELEASE_UNIT":
        game.done()
    assert ("HQ-N" in game.legal("PIECE")) == moves


def test_12_1_4_T_58_not_next_to_enemies():
    game = scene(Stage.EXPLOIT_R, {"3707": "HQ-N 4A", "3607": "AGC"}, reserve="4A", used="HQ-N", rp={"NOR": 1})
    game.act("PIECE", "HQ-N", "4A")
    assert game.legal("PIECE") == {"4A"}  # it moves although it began next to the enemy


@pytest.mark.parametrize("stage", [Stage.RELEASE_N, Stage.RELEASE_R])
def test_12_1_4_release_is_free_at_the_end_of_the_turn(stage):
    units = {"3707": "HQ-N 4A", "3513": "HQ-NAV 1N"}
    game = scene(stage, units, reserve="4A 1N", used="HQ-N HQ-NAV")
    side = "N" if stage == Stage.RELEASE_N else "R"
    hq, unit = {"N": ("HQ-NAV", "1N"), "R": ("HQ-N", "4A")}[side]
    assert game.legal("PIECE") == {hq}
    game.act("PIECE", hq, unit)
    assert unit not in in_reserve(game)


def test_12_1_4_T_154_an_hq_releases_once_a_segment():
    game = scene(Stage.EXPLOIT_R, GIJON, reserve="4A 5A", used="HQ-N", rp={"NOR": 3})
    game.act("PIECE", "HQ-N", "4A")
    game.done()
    assert game.node == "MOVE_PIECE"


def test_12_1_4_reserves_may_stay_over_turns():
    game = scene(Stage.RELEASE_R, {"3707": "HQ-N 4A"}, reserve="4A", used="HQ-N")
    game.done()
    assert in_reserve(game) == {"4A"}
