"""Chapters 13.10 and 8: where northern units may stand, how many units a hex takes, and which parties."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage

N_MOVES, R_MOVES = Stage.MOVEMENT_N, Stage.MOVEMENT_R
EUSKADI = "3413 3414 3512 3513 3613 3614 3615"


# -- 13.10 ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("abroad", "mover", "start", "goal", "legal"),
    [
        ("1BA", "4BA", "3613", "3612", True),
        ("1BA 2BA", "4BA", "3613", "3612", False),
        ("1S", "2S", "3612", "3613", True),
        ("1S 3S", "2S", "3612", "3613", False),
        ("1A 2A 3A", "4A", "3609", "3610", True),
        ("1A 2A 3A 5A", "4A", "3609", "3610", False),
    ],
)
def test_13_10_steps_outside_the_own_region(abroad, mover, start, goal, legal):
    game = scene(R_MOVES, {start: mover, ("3614" if mover[-1] == "S" else "3611"): abroad})
    game.move(mover)
    assert (goal in game.legal()) == legal


def test_13_10_C_42_a_way_through_another_region_is_free_but_no_end():
    game = scene(R_MOVES, {"3612": "1BA 2BA", "3613": "4BA"}, control={"R": "3511 3512"})
    game.move("4BA")
    assert game.refusal("HEX", "3612") == "BEYOND_REGION"


@pytest.mark.parametrize("lost", [True, False])
def test_13_10_C_41_a_group_whose_region_is_lost_is_free(lost):
    game = scene(R_MOVES, {"3612": "1BA 2BA", "3711": "4BA"}, control={"N": EUSKADI})
    if not lost:
        game.take(1, "3613")
    game.put("3511", "3BA")
    game.begin(R_MOVES)
    game.move("3BA")
    assert ("3611" in game.legal()) == lost


def test_13_10_C_41_the_limits_of_the_other_groups_still_hold():
    game = scene(R_MOVES, {"3611": "1A 2A 3A 4A", "3609": "5A"}, control={"N": EUSKADI})
    game.move("5A")
    assert "3610" not in game.legal()


def test_13_10_T_68_units_above_a_limit_that_comes_back_stay_and_may_move_on():
    game = scene(R_MOVES, {"3612": "1BA 2BA 3BA"})
    game.move("3BA")
    assert "3711" in game.legal()  # the count does not rise


def test_13_10_T_68_regions_elsewhere_do_not_count():
    game = scene(R_MOVES, {"3612": "1BA 2BA", "3613": "4BA", "3512": "CH"}, control={"R": "3511"})
    game.move("4BA")
    assert "3511" in game.legal()  # Old Castile


# -- 7.12.1, T-149 ------------------------------------------------------------------------------------------------


def test_7_12_1_T_149_units_from_elsewhere_never_enter_the_north():
    game = scene(R_MOVES, {"3511": "R-3"}, scenario="1937", control={"R": "3410 3411"})
    game.move("R-3")
    assert game.refusal("HEX", "3510") != "LEGAL"
    assert not {"3510", "3512", "3611", "3612"} & game.legal()


# -- 8.2: stacking ------------------------------------------------------------------------------------------------

SIX = "1N 2N 3N 4N 5N 6N"


def ends(unit, others):
    """Whether a unit may move into 3410, where others stand."""
    game = scene(N_MOVES, {"3310": unit, "3410": others})
    game.move(unit)
    return "3410" in game.legal()


def test_8_2_six_combat_units():
    assert ends("AV", "1N 2N 3N 4N 5N")
    assert not ends("AV", SIX)


def test_8_2_four_divisions():
    assert ends("N-61", "N-81 N-82 N-83")
    assert not ends("N-61", "N-81 N-82 N-83 N-13")
    assert ends("AV", "N-81 N-82 N-83 N-13")


def test_8_2_C_43_one_hq_besides():
    assert ends("HQ-NAV", SIX)
    assert not ends("HQ-NAV", "HQ-GLC")
    assert ends("AV", "HQ-GLC 1N 2N 3N 4N 5N")


def test_8_1_T_36_passing_through_a_full_hex_is_free():
    game = scene(N_MOVES, {"3310": "AV", "3410": SIX, "3411": "HQ-NAV"}, control={"R": "3409"})
    game.move("AV")
    game.s["mf_left"] = 4  # 3410 with a river 2, 3509 2
    assert "3410" not in game.legal()
    assert "3509" in game.legal()


# -- 8.3, 15.25.3: parties ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mover", "there", "legal"),
    [
        ("DRT", "LEN", True),  # anarchist, POUM
        ("DRT", "MRX", False),  # communist
        ("DRT", "MC-R", False),  # Catalan
        ("DRT", "BM1", False),  # Basque
        ("DRT", "ASC", True),
        ("DRT", "VLB", True),  # mixed
        ("DRT", "R-3", True),  # a division is no column
        ("MRX", "LEN", False),
        ("MRX", "MC-R", False),
        ("MRX", "BM1", False),
        ("MRX", "VLB", True),
        ("LEN", "MC-R", True),
        ("MC-R", "BM1", True),
    ],
)
def test_8_3_15_25_2_15_25_3_C_44_T_37_parties_that_share_a_hex(mover, there, legal):
    game = scene(R_MOVES, {"2918": mover, "2919": there}, scenario="1937")
    game.s["may_march"][:] = 0
    game.move(mover)
    game.s["mf_left"] = 5
    assert ("2919" in game.legal()) == legal


def test_15_25_3_C_44_converted_columns_join_anybody():
    game = scene(R_MOVES, {"2918": "R-26", "2919": "MRX"}, scenario="1937")
    game.s["may_march"][:] = 0
    game.move("R-26")
    assert "2919" in game.legal()
