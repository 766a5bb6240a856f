"""Chapters 15.7 to 15.22, 15.25.1: odds, shifts and die modifiers."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage
from ctv_env.games.tscw.model.events import DRM

N_FIGHTS, R_FIGHTS = Stage.COMBAT_N, Stage.COMBAT_R


def fight(units, target, attackers, stage=N_FIGHTS, more=None, **answers):
    """An attack, up to its die; columns roll a 4 before."""
    game = scene(stage, units, **(more or {}))
    game.attack(target, attackers, **answers)
    if game.node == "COLUMN_DIE":
        game.roll(4)
    return game


def odds(attack, defence):
    """Column and modifier of an attack with such sums, on a clear hex."""
    game = scene(None, {"3409": "1A", "3410": "1N"})
    game.print_factors("1N", attack, 1)
    game.print_factors("1A", 1, defence)
    game.begin(N_FIGHTS).attack("3409", "1N")
    return game.column, game.drms.get("15.7", 0)


# -- 15.6, 15.7 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "column", "drm"),
    [
        (10, 30, "1:3", 0),
        (10, 29, "1:3", 0),
        (10, 20, "1:2", 0),
        (10, 21, "1:3", 0),
        (10, 11, "1:2", 0),
        (10, 10, "1:1", 0),
        (29, 20, "1:1", 0),
        (15, 10, "3:2", 0),
        (19, 10, "3:2", 0),
        (29, 10, "2:1", 0),
        (20, 10, "2:1", 0),
        (40, 10, "4:1", 0),
        (50, 10, "5:1", 0),
        (60, 10, "6:1", 0),
        (70, 10, "7:1", 0),
        (79, 10, "7:1", 0),
        (80, 10, "7:1", 1),
        (120, 10, "7:1", 1),
    ],
)
def test_15_6_15_7_C_64_odds_are_rounded_in_favour_of_the_defender(attack, defence, column, drm):
    assert odds(attack, defence) == (column, drm)


def test_15_7_C_66_columns_beyond_the_table_count_before_the_shifts():
    # 10:1 less a column for the city is 9:1: still above 7:1.
    game = scene(None, {"3512": "1N", "3613": "1BA"})
    game.print_factors("1N", 50, 1)
    game.print_factors("1BA", 1, 5)
    game.begin(N_FIGHTS).attack("3613", "1N", TERRAIN_PICK=0)
    assert (game.column, game.drms["15.7"], game.shifts["city"]) == ("7:1", 1, -1)


@pytest.mark.parametrize(("factor", "column", "drm"), [(40, "6:1", 0), (50, "7:1", 1)])
def test_15_7_15_15_C_66_madrid(factor, column, drm):
    game = scene(None, {"2711": "N-12", "2712": "R-3"}, scenario="1937")
    game.print_factors("N-12", factor, 8)
    game.begin(N_FIGHTS).attack("2712", "N-12")
    assert (game.column, game.drms.get("15.7", 0)) == (column, drm)


def test_15_7_C_67_below_the_table():
    game = scene(None, {"3512": "1N", "3613": "1BA"})
    game.print_factors("1N", 10, 1)
    game.print_factors("1BA", 1, 29)
    game.begin(N_FIGHTS).attack("3613", "1N", TERRAIN_PICK=0)
    assert (game.column, game.drms["15.7"]) == ("1:3", -1)
    game.roll(6)
    assert game.said("COMBAT_DIE")[0]["net"] == 5


# -- 15.22: terrain -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "start", "drm"),
    [("3710", "3611", 0), ("3611", "3511", -1), ("3509", "3409", -2)],  # clear, rough, mountain
)
def test_15_22_the_terrain_of_the_defenders_hex(target, start, drm):
    game = fight({start: "1N", target: "1S"}, target, "1N")
    assert game.drms.get("15.22", 0) == drm


def test_15_22_marsh_shifts_a_column():
    game = fight({"1507": "N-21", "1506": "R-3"}, "1506", "N-21", more={"scenario": "1937"})
    assert game.shifts == {"terrain": -1}


def test_15_22_the_attackers_terrain_has_no_bearing():
    assert "15.22" not in fight({"3506": "1N", "3407": "CH"}, "3407", "1N").drms  # from mountains into the plain


def test_15_22_C_74_a_minor_river_gives_1_a_major_one_2_and_they_do_not_add():
    units = {"3018": "R-11 R-4", "2917": "R-14", "3017": "N-51"}
    for attackers, drms in (("R-14", []), ("R-11 R-14", [-2])):
        game = scene(R_FIGHTS, units, scenario="1937")
        game.attack("3017", attackers)
        assert [one["change"] for one in game.said("DRM") if one["modifier"] == DRM.RIVER] == drms


def test_15_22_C_74_T_85_a_unit_without_factor_across_the_river_is_enough():
    # 3608 lies across the Sella, 3509 does not; both attack into mountains, -2.
    units = {"3509": "3A", "3608": "AM1", "3609": "LTR"}
    for attackers, drms in (("3A", [-2]), ("3A AM1", [-2, -1])):
        game = fight(units, "3609", attackers, R_FIGHTS)
        assert [one["change"] for one in game.said("DRM") if one["modifier"] in (DRM.TERRAIN, DRM.RIVER)] == drms


def test_15_22_T_84_the_defender_chooses_between_city_and_rough():
    for pick, shifts, drm in ((0, {"city": -1}, 0), (1, {}, -1)):
        game = fight({"3512": "1N", "3613": "1BA"}, "3613", "1N", TERRAIN_PICK=pick)
        assert (game.shifts, game.drms.get("15.22", 0)) == (shifts, drm)


def test_15_15_nationalists_in_madrid_have_the_citys_shift_only():
    game = fight({"2713": "R-4 R-14", "2712": "N-71"}, "2712", "R-4 R-14", R_FIGHTS, {"scenario": "1937"})
    assert game.shifts["city"] == -1


# -- 15.17 ---------------------------------------------------------------------------------------------------------


def test_15_17_T_88_one_defender_out_of_supply_is_enough_and_counts_once():
    # In 2712 the Asturian division has no northern source, R-3 has Valencia.
    game = fight({"2711": "N-12", "2712": "R-3 1A 2A"}, "2712", "N-12", more={"scenario": "1937"})
    assert game.drms["15.17"] == 1
    supplied = fight({"2711": "N-12", "2712": "R-3"}, "2712", "N-12", more={"scenario": "1937"})
    assert "15.17" not in supplied.drms


# -- 15.18: Colonial units and columns -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attackers", "defenders", "drm"),
    [
        ("MG", "1S SM1", 1),  # a mixed stack
        ("MG 1N", "SM1", 1),
        ("MG", "1S", 0),
        ("1N", "SM1", 0),
    ],
)
def test_15_18_C_72_colonial_units_attack_columns(attackers, defenders, drm):
    game = fight({"3511": attackers, "3611": defenders}, "3611", attackers)
    assert game.drms.get("15.18", 0) == drm


@pytest.mark.parametrize(
    ("attackers", "defenders", "drm"),
    [("1A AM1", "MG", -1), ("1A", "MG", 0), ("1A AM1", "SG", 0), ("1A AM1", "MG SG", -1)],
)
def test_15_18_C_72_T_87_columns_attack_colonial_units(attackers, defenders, drm):
    game = fight({"3706": attackers, "3705": defenders}, "3705", attackers, R_FIGHTS)
    assert game.drms.get("15.18", 0) == drm


# -- 15.19 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hexes", "drm"),
    [
        ("3612 3614", 1),  # opposite
        ("3512 3513", 0),
        ("3512 3614", 0),  # one hex between them
        ("3612 3512 3513", 0),  # three in a row
        ("3612 3512 3513 3614", 1),  # four, and opposite
    ],
)
def test_15_19_C_71_concentric_attacks(hexes, drm):
    places = dict(zip(hexes.split(), ("1N", "2N", "3N", "4N"), strict=False))
    game = fight({**places, "3613": "1BA"}, "3613", " ".join(places.values()))
    assert game.drms.get("15.19", 0) == drm


def test_15_19_three_hexes_with_one_between_each():
    places = {"2609": "N-11", "2409": "N-12", "2510": "N-14"}  # around 2509: NW, SW, E
    for names, drm in ((places, 1), ({code: places[code] for code in ("2609", "2409")}, 0)):
        game = fight({**names, "2509": "R-3"}, "2509", " ".join(names.values()), more={"scenario": "1937"})
        assert game.drms.get("15.19", 0) == drm


def test_15_19_T_86_four_hexes_always():
    places = {"2409": "N-11", "2410": "N-12", "2508": "N-14", "2510": "N-15"}
    few = {"2409": "N-11", "2410": "N-12", "2508": "N-14"}
    for names, drm in ((places, 1), (few, 0)):
        game = fight({**names, "2509": "R-3"}, "2509", " ".join(names.values()), more={"scenario": "1937"})
        assert game.drms.get("15.19", 0) == drm


def test_15_19_T_86_hqs_do_not_count_units_without_factor_do():
    units = {"3612": "1N", "3513": "2N", "3614": "HQ-NAV", "3613": "1BA"}
    hq = fight(units, "3613", "1N 2N", HQ_ATT="HQ-NAV")
    assert "15.19" not in hq.drms
    rider = scene(None, {"3612": "1N", "3614": "2N", "3613": "1BA"})
    rider.print_factors("2N", 0, 6)
    rider.begin(N_FIGHTS).attack("3613", "1N 2N")
    assert rider.drms["15.19"] == 1


def test_15_19_C_71_no_republican_attack_with_a_column():
    units = {"3706": "1A AM1", "3507": "3A", "3607": "AGC"}
    assert fight(units, "3607", "1A 3A", R_FIGHTS).drms["15.19"] == 1
    assert "15.19" not in fight(units, "3607", "1A AM1 3A", R_FIGHTS).drms


def test_15_19_nationalist_columns_may():
    assert fight({"3612": "SG 1N", "3614": "2N", "3613": "1BA"}, "3613", "SG 1N 2N").drms["15.19"] == 1


# -- 15.12, 15.13 ----------------------------------------------------------------------------------------------------


def test_15_10_15_12_chits_add_up():
    units = {"3512": "1N 2N", "3613": "1BA"}
    game = fight(units, "3613", "1N 2N", more={"hand": (23, 37, 1, 22)}, CHIT_ATT=[23, 37], CHIT_DEF=[1, 22])
    assert "15.12" not in game.drms  # +2 and -2
    game = fight(units, "3613", "1N 2N", more={"hand": (23, 37, 1)}, CHIT_ATT=[23, 37], CHIT_DEF=1)
    assert game.drms["15.12"] == 1
    assert int(game.s["hand"].sum()) == 0


@pytest.mark.parametrize(("drm", "die", "net"), [(3, 4, 7), (3, 6, 8), (-3, 2, 0), (0, 1, 1)])
def test_15_13_C_70_a_die_is_read_as_0_to_8(drm, die, net):
    game = fight({"3513": "1N 2N", "3614": "1BA 2BA"}, "3614", "1N 2N")
    game.fix("1:1", drm)
    game.roll(die)
    (rolled,) = game.said("COMBAT_DIE")
    assert rolled["net"] == net


# -- 15.25.1 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "drm"), [(2, -1), (3, -1), (4, 0), (5, 0), (6, 1)])
def test_15_25_1_C_73_the_columns_die(die, drm):
    game = scene(R_FIGHTS, {"3706": "1A AM1", "3705": "LTR"})
    game.attack("3705", "1A AM1")
    game.roll(die)
    assert game.drms.get("15.25.1", 0) == drm


def test_15_25_1_C_73_T_82_T_90_on_1_nothing_happens_but_all_is_spent():
    game = scene(R_FIGHTS, {"3706": "1A AM1 2A", "3705": "LTR"}, support="AIR-N", hand=(2,))
    game.attack("3705", "1A AM1", AIR_ATT="AIR-N", CHIT_ATT=2)
    game.roll(1)
    assert game.node == "TARGET"
    assert (game.steps("LTR"), game.steps("1A"), game.s["hand"][2]) == (1, 1, 0)
    assert int(game.s["used"][game.piece("AIR-N")]) == 1
    assert game.refusal("HEX", "3705") == "ATTACKED_BEFORE"
    assert bool(game.s["attacked"][game.piece("1A")])
    assert not bool(game.s["attacked"][game.piece("2A")])


def test_15_25_1_no_die_without_republican_columns_or_for_nationalist_ones():
    game = scene(R_FIGHTS, {"3706": "1A", "3705": "LTR"})
    game.attack("3705", "1A")
    assert game.node == "COMBAT_DIE"
    game = scene(N_FIGHTS, {"3706": "1A", "3705": "MG"})
    game.attack("3706", "MG")
    assert game.node == "COMBAT_DIE"


def test_15_25_1_converted_columns_roll_no_die():
    game = scene(R_FIGHTS, {"3706": "11A", "3705": "LTR"})
    game.attack("3705", "11A")
    assert game.node == "COMBAT_DIE"
