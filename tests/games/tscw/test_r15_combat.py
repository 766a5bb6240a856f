"""Chapters 12 and 15: attacks, support, odds, modifiers, losses, advances, pursuits."""

from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import LINE, Stage, Where
from ctv_env.games.tscw.rules.r15_odds import step_of

N_FIGHTS, R_FIGHTS = Stage.COMBAT_N, Stage.COMBAT_R


def kinds(game, event="DRM"):
    """Shifts or modifiers of the last step by kind."""
    return dict(tuple(one.values()) for one in game.said(event))


def test_15_6_T_83_C_64_odds_round_in_favour_of_the_defender():
    steps = {(29, 10): 2, (15, 10): 1, (149, 100): 0, (10, 11): -1, (7, 21): -2, (7, 22): -3, (50, 5): 10}
    for (attack, defence), step in steps.items():
        assert step_of(attack, defence) == step


def test_15_8_C_62_three_divisions_attack_over_a_river():
    units = {"3706": "1A 2A 3A", "3705": "N-13"}
    game = scene(R_FIGHTS, units, turn=8, support="AIR-N", control={"N": "3704"})
    game.attack("3705", "1A 2A 3A", AIR_ATT="AIR-N")
    assert (game.column, game.drm) == ("3:2", -1)
    game.roll(3)
    game.act("PIECE", "1A", "2A")
    game.act("PIECE", "N-13")
    assert (game.where("1A"), game.where("2A"), game.steps("N-13")) == (Where.DEAD, Where.DEAD, 1)
    assert game.node == "TARGET"


def test_12_1_4_C_63_released_units_attack_in_exploitation():
    units = {"3706": "3A", "3707": "HQ-N 4A 5A 6A 3BA 9BA", "3705": "N-13-"}
    reserve = "4A 5A 6A 3BA 9BA"
    game = scene(Stage.EXPLOIT_R, units, turn=8, rp={"NOR": 1}, used="HQ-N", reserve=reserve, control={"N": "3704"})
    game.act("PIECE", "HQ-N", *reserve.split())
    assert game.purse("NOR") == 0
    for name in reserve.split():
        game.act("PIECE", name)
        if game.node == "MOVE_MODE":
            game.act("OPTION", 0)
        assert game.s["mf_left"] == 3
        game.act("HEX", "3706")
    game.done()
    assert game.stage == Stage.EXPLOIT_COMBAT_R
    game.act("HEX", "3705")
    assert game.refusal("PIECE", "3A") == "HAS_ATTACKED"
    game.act("PIECE", *reserve.split())
    game.done()
    while game.node != "COMBAT_DIE":
        game.done()
    assert (game.column, game.drm) == ("1:1", -1)
    game.roll(6)
    game.act("PIECE", "3BA", "9BA", "N-13")
    assert game.where("N-13") == Where.DEAD
    game.act("PIECE", "4A")
    game.act("HEX", "3705")
    assert game.at("4A") == "3705"


def test_15_6_C_67_an_attack_below_one_to_three_may_not_be_declared():
    game = scene(N_FIGHTS, {"3513": "LTR", "3613": "1BA 2BA"})  # 2 against 6
    game.attack("3613", "LTR")
    assert game.column == "1:3"
    assert kinds(game)[0] == -1  # the city shifts to 1:4
    weak = scene(N_FIGHTS, {"3513": "LTR", "3613": "1BA 2BA 3BA"})
    assert weak.refusal("HEX", "3613") == "ODDS_TOO_LOW"


def test_15_7_C_66_beyond_the_table_a_modifier_replaces_columns():
    game = scene(N_FIGHTS, {"3513": "N-82 N-83 N-61 1N 2N 3N", "3613": "BM2"})  # 27 against 1, city
    game.attack("3613", "N-82 N-83 N-61 1N 2N 3N")
    assert game.column == "7:1"
    assert kinds(game)[1] == 1


def test_15_15_C_66_madrid_held_by_republicans_shifts_two_columns():
    units = {"2711": "N-11 N-12 N-15", "2712": "R-3"}
    game = scene(N_FIGHTS, units, scenario="1937")
    game.attack("2712", "N-11 N-12 N-15")
    assert kinds(game, "SHIFT")[0] == -2
    units = {"2713": "R-4 R-14 R-15", "2712": "N-71", "2612": "R-5"}
    game = scene(R_FIGHTS, units, scenario="1937", control={"N": "2711"})
    game.attack("2712", "R-4 R-14 R-15")
    assert kinds(game, "SHIFT")[0] == -1


def test_15_22_C_68_barcelona_behind_an_active_line():
    units = {"3022": "N-11 N-12", "3023": "R-3"}
    game = scene(N_FIGHTS, units, scenario="1937", lines={2: LINE.ACTIVE})
    game.attack("3023", "N-11 N-12", TERRAIN_PICK=0)
    assert kinds(game, "SHIFT")[0] == -1
    drms = kinds(game)
    assert 2 not in drms
    assert (drms[3], drms[4]) == (-1, -1)


def test_15_22_T_84_the_defender_may_pick_the_terrain():
    game = scene(N_FIGHTS, {"3513": "N-82 1N 2N", "3613": "1BA 2BA"})
    game.attack("3613", "N-82 1N 2N", TERRAIN_PICK=1)
    assert 0 not in kinds(game, "SHIFT")
    assert kinds(game)[2] == -1


def test_15_11_C_69_halves_are_rounded_once():
    rear = "3306 3308 3404 3405 3408 3410 3506 3507 3508 3604 3605 3606 3704 3705"
    game = scene(N_FIGHTS, {"3607": "OG AV- LTR", "3608": "1A"}, control={"R": rear})
    game.attack("3608", "OG AV LTR")
    assert game.said("STRENGTH")[0]["units"] == 3  # 1 + 2 + 2 halved is 2.5


def test_15_22_C_74_a_major_river_counts_instead_of_a_minor_one():
    units = {"3017": "N-51 N-52", "3116": "N-53", "3117": "R-3"}
    game = scene(N_FIGHTS, units, scenario="1937")
    game.attack("3117", "N-51 N-52 N-53")
    assert kinds(game)[3] == -2


def test_15_19_C_71_concentric_attacks():
    def bonus(*places):
        names = ("1N", "2N", "3N")[: len(places)]
        game = scene(N_FIGHTS, {**dict(zip(places, names, strict=True)), "3613": "1BA"})
        game.attack("3613", " ".join(names))
        return kinds(game).get(6, 0)

    assert bonus("3612", "3614") == 1  # opposite
    assert bonus("3512", "3513") == 0
    assert bonus("3612", "3512", "3513") == 0  # three, but neighbours
    assert bonus("3612") == 0


def test_15_19_no_concentric_attack_of_republicans_with_a_column():
    units = {"3608": "1A", "3706": "2A", "3506": "AM1", "3607": "LTR"}
    plain = scene(R_FIGHTS, units)
    plain.attack("3607", "1A 2A", TERRAIN_PICK=0)
    ring = scene(R_FIGHTS, {"3608": "1A", "3606": "2A", "3607": "LTR"})
    ring.attack("3607", "1A 2A", TERRAIN_PICK=0)
    assert (kinds(plain).get(6, 0), kinds(ring).get(6, 0)) == (0, 1)
    mixed = scene(R_FIGHTS, {"3608": "1A", "3606": "2A AM1", "3607": "LTR"})
    mixed.attack("3607", "1A 2A AM1", TERRAIN_PICK=0)
    mixed.roll(4)
    assert kinds(mixed).get(6, 0) == 0


def test_15_18_C_72_colonial_units_and_columns():
    game = scene(N_FIGHTS, {"3607": "MG", "3608": "SM1 1S"})
    game.attack("3608", "MG")
    assert kinds(game)[7] == 1
    game = scene(R_FIGHTS, {"3608": "AM1 1A 2A", "3607": "MG"})
    game.attack("3607", "1A 2A AM1", TERRAIN_PICK=0)
    assert game.node == "COLUMN_DIE"
    game.roll(4)
    assert kinds(game)[7] == -1


def test_15_25_1_C_73_the_columns_die():
    def attack():
        game = scene(R_FIGHTS, {"3608": "AM1 1A 2A", "3607": "OG"}, support="AIR-N")
        game.attack("3607", "1A 2A AM1", AIR_ATT="AIR-N", TERRAIN_PICK=0)
        return game

    game = attack()
    game.roll(1)
    assert game.node == "TARGET"
    assert game.s["used"][game.piece("AIR-N")] == 1
    assert game.refusal("HEX", "3607") == "ATTACKED_BEFORE"
    for die, elan in ((2, -1), (3, -1), (5, 0), (6, 1)):
        game = attack()
        game.roll(die)
        assert kinds(game).get(10, 0) == elan


def test_15_20_T_117_a_unit_without_factor_joins_another():
    game = scene(R_FIGHTS, {"3608": "AM1 1A 2A", "3607": "OG"})
    game.act("HEX", "3607")
    assert game.refusal("PIECE", "AM1") == "NO_FACTOR_YET"
    game.act("PIECE", "1A", "AM1")


def test_15_17_an_unsupplied_defender_gives_one():
    rear = "3306 3308 3404 3405 3408 3410 3508 3606 3704 3705"
    game = scene(R_FIGHTS, {"3608": "1A 2A 3A", "3607": "OG"}, control={"R": rear + " 3506 3507 3605 3604"})
    game.attack("3607", "1A 2A 3A", TERRAIN_PICK=0)
    assert kinds(game)[5] == 1
    assert game.said("STRENGTH")[1]["units"] == 6  # full defence in a town (9.6)


# -- support -------------------------------------------------------------------------------------------------


def test_12_1_3_C_51_an_hq_and_air_add_at_most_the_units_own_factors():
    units = {"2712": "HQ-EXT R-3 R-5", "2711": "N-71"}
    game = scene(R_FIGHTS, units, scenario="1937", support="AIR-R1")
    game.attack("2711", "R-3 R-5", HQ_ATT="HQ-EXT", AIR_ATT="AIR-R1")
    assert [game.said("STRENGTH")[0][key] for key in ("units", "support")] == [6, 6]
    assert game.s["used"][game.piece("HQ-EXT")] == 1


def test_12_1_3_C_53_an_able_hq_in_the_target_must_support():
    units = {"3607": "1N 2N", "3707": "1A HQ-N"}
    game = scene(N_FIGHTS, units)
    game.act("HEX", "3707")
    game.act("PIECE", "1N", "2N")
    game.done()
    assert game.node == "HQ_DEF"
    assert game.refusal("DONE") == "HQ_IN_TARGET_FIRST"
    game.act("PIECE", "HQ-N")
    committed = scene(N_FIGHTS, units, used="HQ-N")
    committed.attack("3707", "1N 2N")
    assert committed.said("STRENGTH")[1]["support"] == 0


def test_12_1_3_C_54_an_hq_whose_hex_was_attacked_supports_nobody_else():
    units = {"3707": "1A HQ-N", "3607": "1N 2N", "3706": "2A", "3606": "3N 4N"}
    game = scene(N_FIGHTS, units)
    game.attack("3707", "1N", HQ_DEF="HQ-N")
    game.roll(3)
    while game.node in ("LOSS_ATT", "LOSS_DEF"):
        game.act("PIECE", sorted(game.legal("PIECE"))[-1])
    game.s["used"][game.piece("HQ-N")] = 0
    game.act("HEX", "3706")
    game.act("PIECE", "3N")
    game.done()
    assert game.node != "HQ_DEF"


def test_12_1_5_C_55_artillery_shifts_for_a_resource_point():
    units = {"3513": "HQ-CTV 1N", "3614": "1BA"}
    game = scene(N_FIGHTS, units, rp={"ITA": 1})
    game.attack("3614", "1N", HQ_ATT="HQ-CTV", ARTILLERY_ATT=1)
    assert game.purse("ITA") == 0
    assert game.said("STRENGTH")[0] == {"side": 0, "units": 5, "support": 5}
    assert kinds(game, "SHIFT")[3] == 1
    poor = scene(N_FIGHTS, units, rp={"NAT": 5})
    poor.attack("3614", "1N", HQ_ATT="HQ-CTV")  # no artillery is offered


def test_12_1_3_C_56_a_lone_hq_dies_without_a_die():
    game = scene(N_FIGHTS, {"3607": "1N", "3707": "HQ-N"})
    game.act("HEX", "3707")
    game.act("PIECE", "1N")
    game.done()
    assert game.where("HQ-N") == Where.DEAD
    game.act("PIECE", "1N")
    assert game.legal() == {"3707"}
    game.act("HEX", "3707")
    assert game.legal() == set()


def test_12_2_3_C_57_air_units_of_one_zone_do_not_fly_for_the_other():
    game = scene(R_FIGHTS, {"3614": "1BA 2BA", "3615": "LTR"}, scenario="1937", support="AIR-N AIR-R1 AIR-R2")
    game.act("HEX", "3615")
    game.act("PIECE", "1BA", "2BA")
    game.done()
    assert game.legal("PIECE") == {"AIR-N"}


def test_12_2_2_air_units_need_a_base_within_three_hexes():
    units = {"3509": "1A", "3409": "LTR"}
    near = scene(R_FIGHTS, units, support="AIR-N")
    near.act("HEX", "3409")
    near.act("PIECE", "1A")
    near.done()
    assert near.node == "AIR_ATT"  # Reinosa
    far = scene(R_FIGHTS, units, support="AIR-N", control={"N": "3510 3608 3611 3707 3708 3706 3710"})
    far.act("HEX", "3409")
    far.act("PIECE", "1A")
    far.done()
    assert far.node != "AIR_ATT"


def test_12_2_7_C_58_aa_halves_an_air_unit():
    game = scene(N_FIGHTS, {"3513": "J88 1N 2N", "3614": "1BA 2BA"}, support="AIR-N")
    game.attack("3614", "1N 2N J88", AIR_DEF="AIR-N", AA_PICK="AIR-N")
    assert game.said("STRENGTH")[1] == {"side": 1, "units": 6, "support": 2}


def test_12_2_5_C_59_the_legion_condor_shifts_once():
    game = scene(N_FIGHTS, {"3513": "HQ-CTV 1N", "3614": "1BA"}, rp={"ITA": 1}, support="AIR-LC")
    game.attack("3614", "1N", HQ_ATT="HQ-CTV", ARTILLERY_ATT=1, AIR_ATT="AIR-LC")
    assert kinds(game, "SHIFT") == {2: 1, 3: 1}
    game = scene(R_FIGHTS, {"3608": "1A 2A 3A", "3607": "OG"}, support="AIR-LC")
    game.attack("3607", "1A 2A 3A", AIR_DEF="AIR-LC", TERRAIN_PICK=0)
    assert kinds(game, "SHIFT")[2] == -1


def test_12_2_6_C_60_naval_units_on_the_coast_only():
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3613": "1BA"}, support="NAV-N1")
    game.attack("3613", "1N 2N", NAVAL_ATT="NAV-N1")
    assert kinds(game)[8] == 1
    inland = scene(N_FIGHTS, {"3511": "1N 2N", "3611": "1S"}, support="NAV-N1")
    inland.act("HEX", "3611")
    inland.act("PIECE", "1N", "2N")
    inland.done()
    assert inland.node == "COMBAT_DIE"


def test_11_8_C_49_landed_units_defend_with_half():
    game = scene(R_FIGHTS, {"3609": "1N 2N", "3608": "1A 2A"}, landed="1N 2N")
    game.s["landed"][[game.piece("1N"), game.piece("2N")]] = 1
    game.attack("3609", "1A 2A")
    assert game.said("STRENGTH")[1]["units"] == 6


# -- results -------------------------------------------------------------------------------------------------


def test_15_9_C_75_a_large_battle_adds_two_dice():
    units = {"2715": "N-11 N-12 N-13 1/81", "2616": "N-14 N-15 N-16", "2816": "HQ-NAV"}
    units |= {"2615": "R-46 R-37 1/2T R-3 R-5"}
    held = {"N": "2617 2816 2817 2915", "R": "2614 2514"}
    game = scene(N_FIGHTS, units, scenario="1937", turn=10, control=held, hand=(22,), support="AIR-LC", rp={"NAT": 1})
    names = "N-11 N-12 N-13 1/81 N-14 N-15 N-16"
    game.attack("2615", names, HQ_ATT="HQ-NAV", ARTILLERY_ATT=1, AIR_ATT="AIR-LC", CHIT_DEF=22)
    assert game.s["dice_left"] == 2
    assert kinds(game)[9] == -1
    game.s["column"], game.s["drm"] = 6, -2  # 4:1 with -2, as in the example
    game.roll(3, 5)
    assert (game.s["result_att"], game.s["result_def"]) == (2, 4)
    game.act("PIECE", "N-11", "1/81")
    assert game.legal("PIECE") == {"R-46", "R-37", "1/2T"}
    game.act("PIECE", "R-46", "R-37", "1/2T")
    assert game.legal("PIECE") == {"R-46", "R-37", "1/2T", "R-3", "R-5"}
    game.act("PIECE", "1/2T")
    assert (game.steps("R-46"), game.steps("R-37"), game.where("1/2T")) == (1, 1, Where.DEAD)


def test_15_8_C_85_two_step_units_lose_first():
    game = scene(N_FIGHTS, {"3513": "1N LTR", "3614": "1BA 2BA"})
    game.attack("3614", "1N LTR")
    game.s["column"], game.s["drm"] = 2, 0  # 1:1
    game.roll(3)  # 2/0
    assert game.refusal("PIECE", "LTR") == "TWO_STEPS_FIRST"
    game.act("PIECE", "1N")
    assert game.legal("PIECE") == {"1N", "LTR"}


def test_15_8_C_84_an_hq_beside_the_last_unit_may_be_lost_and_holds_nothing_alone():
    game = scene(N_FIGHTS, {"3611": "1N 2N 3N", "3710": "1S HQ-N"})
    game.attack("3710", "1N 2N 3N", HQ_DEF="HQ-N")
    game.s["column"], game.s["drm"] = 3, 0  # 3:2
    game.roll(4)  # 1/1
    game.act("PIECE", "1N")
    assert game.legal("PIECE") == {"1S", "HQ-N"}
    game.act("PIECE", "1S")
    assert game.node == "ADVANCE"
    game.act("PIECE", "2N")
    game.act("HEX", "3710")
    assert game.where("HQ-N") == Where.DEAD


def test_15_23_C_78_C_79_breakthrough_with_surplus_losses():
    units = {"2920": "R-4 R-14", "3020": "R-15 R-11 HQ-EST", "2919": "N-50"}
    game = scene(R_FIGHTS, units, scenario="1937", turn=10, control={"R": "2918 2819 2820 3019"})
    game.attack("2919", "R-4 R-14 R-15 R-11")
    game.s["column"], game.s["drm"] = 9, -2
    game.roll(4)  # 1/4, two steps in the hex
    game.act("PIECE", "R-4", "N-50", "N-50")
    assert game.s["surplus"] == 2
    game.act("PIECE", "R-11")
    assert game.s["mf_left"] == 2
    assert {"2919", "2918", "2819"} <= game.legal()
    assert "3019" not in game.legal()
    exact = scene(R_FIGHTS, units, scenario="1937", turn=10, control={"R": "2918 2819 2820 3019"})
    exact.attack("2919", "R-4 R-14 R-15 R-11")
    exact.s["column"], exact.s["drm"] = 6, 0
    exact.roll(3)  # 0/2: no surplus
    exact.act("PIECE", "N-50", "N-50")
    exact.act("PIECE", "R-11")
    assert exact.legal() == {"2919"}


def test_13_12_8_C_81_motorized_units_do_not_advance_over_a_major_river():
    units = {"2920": "R-4 R-14 BT", "2919": "N-50"}
    game = scene(R_FIGHTS, units, scenario="1937", turn=10, control={"R": "2918 2819 2820 3019"})
    game.attack("2919", "R-4 R-14 BT")
    game.s["column"], game.s["drm"] = 9, -2
    game.roll(4)
    game.act("PIECE", "R-4", "N-50", "N-50")
    assert game.refusal("PIECE", "BT") == "RIVER_TOO_WIDE"


def test_15_24_C_82_pursuit():
    units = {"2920": "R-4 R-14", "3020": "R-15 R-11", "2919": "N-50", "3021": "2CAV 3/2T"}
    game = scene(R_FIGHTS, units, scenario="1937", turn=10, control={"R": "2918 2819 2820 3019"})
    game.attack("2919", "R-4 R-14 R-15 R-11")
    game.s["column"], game.s["drm"] = 9, -2
    game.roll(4)
    game.act("PIECE", "R-4", "N-50", "N-50")
    game.act("PIECE", "2CAV")
    assert game.legal() == {"2920", "3020", "3120", "2921"}
    game.act("HEX", "3020")
    game.done()
    game.act("PIECE", "3/2T")
    assert game.legal() == {"2920", "3020", "3120"}


def test_15_8_C_83_an_elimination_gives_four_factors():
    game = scene(N_FIGHTS, {"3513": "1N OG 2N 3N", "3614": "BM2"})
    game.attack("3614", "1N OG 2N 3N")
    game.s["column"], game.s["drm"] = 9, 2
    game.roll(6)  # 0/E
    assert game.where("BM2") == Where.DEAD
    game.act("PIECE", "1N")
    assert game.s["mf_left"] == 4
    game.act("HEX", "3614")
    game.done()
    game.act("PIECE", "OG")
    assert game.s["mf_left"] == 3


def test_15_14_2_C_86_an_advance_into_an_inactive_line_neutralises_it():
    game = scene(N_FIGHTS, {"3513": "1N 2N 3N", "3613": "BM2"})
    game.attack("3613", "1N 2N 3N")
    game.s["column"], game.s["drm"] = 9, 2
    game.roll(6)
    game.act("PIECE", "1N")
    game.act("HEX", "3613")
    assert game.s["line"][0] == LINE.NEUTRALISED


def test_15_3_15_2_units_attack_once_and_hexes_are_attacked_once():
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "1BA 2BA", "3613": "3BA"})
    game.attack("3614", "1N")
    game.s["column"], game.s["drm"] = 6, 0
    game.roll(3)
    while game.node in ("LOSS_DEF", "LOSS_ATT"):
        game.act("PIECE", sorted(game.legal("PIECE"))[0])
    if game.node == "ADVANCE":
        game.done()
    assert game.refusal("HEX", "3614") in ("ATTACKED_BEFORE", "NO_ENEMY_THERE")
    game.act("HEX", "3613")
    assert game.refusal("PIECE", "1N") == "HAS_ATTACKED"


def test_15_12_T_15_the_attacker_plays_chits_before_the_defender():
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "1BA"}, hand=(23, 23, 1))
    game.attack("3614", "1N 2N", CHIT_ATT=[23, 23], CHIT_DEF=1)
    assert kinds(game)[9] == 1


def test_15_13_C_70_a_modified_die_is_held_between_0_and_8():
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "1BA"})
    game.attack("3614", "1N 2N")
    game.s["drm"] = 3
    game.roll(6)
    assert game.said("COMBAT_DIE")[0]["net"] == 8
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "1BA"})
    game.attack("3614", "1N 2N")
    game.s["drm"] = -4
    game.roll(2)
    assert game.said("COMBAT_DIE")[0]["net"] == 0


def test_15_6_12_2_4_C_52_air_support_is_capped_by_the_units_it_supports():
    # 14 attack factors with two air units of 5 and 1 against a division reduced to 3 factors by hand.
    units = {"2711": "N-11 N-14 N-71", "2712": "R-201"}
    game = scene(N_FIGHTS, units, scenario="1937", support="AIR-AL AIR-BAH AIR-R1")
    game.attack("2712", "N-11 N-14 N-71", AIR_ATT=["AIR-AL", "AIR-BAH"], AIR_DEF="AIR-R1")
    assert [one["units"] + one["support"] for one in game.said("STRENGTH")] == [20, 6]
    assert game.said("ODDS")[0]["step"] == 3


def test_15_6_C_76_C_77_a_battle_for_eibar():
    units = {"3615": "1N 2N", "3513": "3N 4N HQ-NAV", "3613": "9BA"}
    units["3614"] = "1BA 2BA 3BA 4BA 5BA 6BA"
    support = "AIR-LC AIR-AL AIR-N"
    game = scene(N_FIGHTS, units, support=support, rp={"NAT": 1})
    answers = {"HQ_ATT": "HQ-NAV", "ARTILLERY_ATT": 1, "AIR_ATT": ["AIR-LC", "AIR-AL"], "AIR_DEF": "AIR-N"}
    game.attack("3614", "1N 2N 3N 4N", **answers)
    assert [one["units"] + one["support"] for one in game.said("STRENGTH")] == [33, 22]
    assert (game.column, game.drm, int(game.s["dice_left"])) == ("3:1", -2, 1)
    game.roll(5)
    assert (game.s["result_att"], game.s["result_def"]) == (1, 2)
    large = scene(N_FIGHTS, {**units, "3513": "3N- 4N- 5N- 6N- HQ-NAV", "3615": "1N- 2N-"}, turn=7)
    large.attack("3614", "1N 2N 3N 4N 5N 6N")
    assert int(large.s["dice_left"]) == 2
    large.s["column"], large.s["drm"] = 5, -2
    large.roll(5, 2)
    assert (large.s["result_att"], large.s["result_def"]) == (4, 3)


def test_15_23_9_2_C_80_a_breakthrough_ends_where_the_unit_is_supplied():
    def reach(extra):
        control = {"R": "2506 2607 2709 2306 2509 2407 2406 2510 2507 1908", "N": "2206 " + extra}
        units = {"2206": "ASN BAR CST N-71", "2207": "HZ"}
        game = scene(N_FIGHTS, units, scenario="1937", control=control)
        game.attack("2207", "ASN BAR CST N-71")
        game.s["column"], game.s["drm"] = 9, 0
        game.roll(6)  # 0/6
        game.act("PIECE", "HZ")
        assert game.s["surplus"] == 5
        game.act("PIECE", "ASN")
        assert game.s["mf_left"] == 3
        return game.legal()

    near = reach("")
    assert "2308" in near
    assert not {"2309", "2409"} & near
    assert {"2309"} <= reach("2306 2110 2109 2107 2108")


def test_12_2_3_T_79_northern_units_get_no_other_air_support_and_others_none_from_the_north():
    def refusals(attacker):
        units = {"2712": "1A R-3", "2711": "BPE"}
        game = scene(R_FIGHTS, units, scenario="1937", support="AIR-N AIR-R1 AIR-R2")
        game.act("HEX", "2711")
        game.act("PIECE", *attacker.split())
        game.done()
        return {name: game.refusal("PIECE", name) for name in ("AIR-N", "AIR-R1")} if game.node == "AIR_ATT" else {}

    assert refusals("R-3") == {"AIR-N": "WRONG_ZONE", "AIR-R1": "LEGAL"}
    assert refusals("1A") == {}
    assert refusals("1A R-3") == {}


def test_12_2_7_T_80_aa_in_the_target_halves_an_air_unit_of_the_attacker():
    game = scene(R_FIGHTS, {"3614": "1A 2A 3A", "3513": "J88 1N"}, support="AIR-N")
    game.attack("3513", "1A 2A 3A", AIR_ATT="AIR-N", AA_PICK="AIR-N")
    factor = int(game.t["factor"][game.piece("AIR-N")])
    assert game.said("STRENGTH")[0]["support"] == (factor + 1) // 2 < factor


def test_15_12_T_18_chit_31_is_for_the_north_once_bilbao_has_fallen():
    north, south = {"3511": "1N", "3611": "1S"}, {"3410": "1N", "3411": "1S"}
    for units, target, bilbao, asked in (
        (north, "3611", "N", True),
        (north, "3611", "R", False),
        (south, "3411", "N", False),
    ):
        game = scene(N_FIGHTS, units, hand=(31,), control={bilbao: "3613"})
        game.act("HEX", target)
        game.act("PIECE", "1N")
        game.done()
        assert (game.node == "CHIT_ATT") == asked
