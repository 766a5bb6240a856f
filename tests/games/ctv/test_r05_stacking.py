"""Rule 5, rulings R-11 and R-12: stacking limits, the cost of exceeding them, and what masks prevent."""

import pytest
from support.scene import act, attack, goals, hexes, may_pass, move, refusal, roll, scene, unit

from ctv_env.core.game import Game

BRIGADES = ("CLXVI", "CLXVII", "CLXVIII")  # 2-3, 2 SP each
CLEAR, CITY, HILL, MOUNTAIN = "2108", "2006", "2109", "1909"
BESIDE = {CLEAR: "2209", CITY: "2106", HILL: "2110", MOUNTAIN: "2010"}


def defence(code: str, *names: str) -> int:
    """Defence strength of these units in a hex, attacked from beside it."""
    game = scene({"LIT 1": BESIDE[code]} | dict.fromkeys(names, code), node="TARGET")
    attack(game, code, ["LIT 1"])
    return int(game.record["strength_def"])


# -- limits ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "n_brigades", "full", "over"),
    [
        (CLEAR, 3, 9, 5),  # 9; half of 11
        (CITY, 3, 14, 8),  # times 1.5
        (HILL, 2, 9, 6),  # 6 times 1.5; half of 8, times 1.5
        (MOUNTAIN, 2, 12, 8),  # times 2
    ],
)
def test_5_six_points_in_clear_and_city_four_in_hill_and_mountain(code, n_brigades, full, over):
    """DC, one point and a defence of 2, is what overstacks the hex (5.1)."""
    brigades = BRIGADES[:n_brigades]
    assert defence(code, *brigades) == full
    assert defence(code, *brigades, "DC") == over


def test_5_R_11_HQs_columns_and_armour_have_no_stacking_value():
    assert defence(CLEAR, *BRIGADES, "HQ XV", "FT-17", "R SC 1") == 9 + 2 + 1


def test_5_units_of_all_Nationalist_nationalities_stack():
    game = scene({"LIT 1": "2110", "FN As": "2110", "I N/1": "2111", "3Pz1": "2111"})
    for name in ("I N/1", "3Pz1"):
        move(game, name, "2110")
    assert {unit(game, name).at for name in ("LIT 1", "FN As", "I N/1", "3Pz1")} == {"2110"}


@pytest.mark.parametrize(
    ("mover", "there"),
    [("HQ LIT", "HQ N"), ("3Pz1", "4T-26"), ("3Pz1", "L3/35"), ("N SC 1", "N SC 2")],
)
def test_5_R_11_one_HQ_one_armour_unit_and_one_column_a_hex(mover, there):
    """Whatever the types; the hex may be passed through."""
    game = scene({mover: "2110", there: "2210"})
    assert "2210" not in goals(game, mover)
    assert {"2209", "2309"} & goals(game, mover)


def test_5_R_11_an_HQ_a_column_and_armour_share_a_hex():
    game = scene({"HQ LIT": "2110", "3Pz1": "2110", "N SC 1": "2110", "LIT 1": "2210"})
    for name in ("HQ LIT", "3Pz1", "N SC 1"):
        assert "2210" in goals(game, name)
        move(game, name, "2210")


# -- overstacking (5.1) ----------------------------------------------------------------------------------------


def test_5_1_all_attack_factors_of_an_overstacked_hex_are_halved_rounded_down():
    """Seven points in 2110, though only LIT 1 attacks: half of 5 is 2."""
    stack = dict.fromkeys(("LIT 1", "LIT 2", "FIN 8"), "2110")
    game = scene(stack | {"CLXVI": "2109"}, node="TARGET")
    attack(game, "2109", ["LIT 1"])
    assert int(game.record["strength_att"]) == 5
    game = scene(stack | {"Ar": "2110", "CLXVI": "2109"}, node="TARGET")
    attack(game, "2109", ["LIT 1"])
    assert int(game.record["strength_att"]) == 2


def test_5_1_defence_factors_of_an_overstacked_hex_are_halved_rounded_down():
    """English edition: half of 9 is 4, where supply or disorder would leave 5; a mountain doubles it."""
    assert defence(MOUNTAIN, "CLXVI", "CLXVII", "DC", "FT-17") == 8


def test_5_1_R_12_overstacking_is_allowed_up_to_twice_the_limit():
    """English edition.  Six points on a hill, one more makes seven, two more eight."""
    stack = dict.fromkeys(("LIT 1", "LIT 2", "FIN 8"), "2109")
    game = scene(stack | {"Ar": "2110", "FIN 10": "2110", "3Pz1": "2110"})
    assert "2109" in goals(game, "Ar")
    assert "2109" not in goals(game, "FIN 10")
    assert "2109" in goals(game, "3Pz1")
    act(game, "PIECE", "FIN 10")
    assert "twice its stacking limit" in refusal(game, "HEX", "2109")


def test_5_1_1_R_12_in_clear_terrain_twice_the_limit_is_twelve():
    stack = dict.fromkeys(("LIT 1", "LIT 2", "FIN 8", "FIN 10", "I N/1"), "2108")
    game = scene(stack | {"Ar": "2109", "R9M": "2109"})
    assert "2108" in goals(game, "Ar")
    assert "2108" not in goals(game, "R9M")


def test_5_1_1_R_12_a_unit_may_come_to_twice_the_limit_in_the_Italian_edition_and_no_unit_after_it():
    """Six points on a hill and two more make eight, beside which nobody survives, whatever its points."""
    stack = dict.fromkeys(("LIT 1", "LIT 2", "FIN 8"), "2109")
    game = scene(stack | dict.fromkeys(("FIN 10", "R9M", "3Pz1", "HQ LIT", "N SC 1"), "2110"), edition="it")
    for name in ("FIN 10", "3Pz1", "HQ LIT", "N SC 1"):
        assert "2109" in goals(game, name)
    move(game, "FIN 10", "2109")
    assert {unit(game, name).at for name in (*stack, "FIN 10")} == {"2109"}
    for name in ("R9M", "3Pz1", "HQ LIT"):
        assert "2109" not in goals(game, name)
    assert "2109" in goals(game, "N SC 1")  # a marker, not a unit
    act(game, "PIECE", "R9M")
    assert "twice its stacking limit" in refusal(game, "HEX", "2109")


def test_5_1_1_R_12_a_position_holds_as_much_as_its_edition_lets_come_together():
    """Four units of two points on a hill: the last may have come to six in the Italian edition; five may not."""
    four = dict.fromkeys(("LIT 1", "LIT 2", "FIN 8", "FIN 10"), "2109")
    game = scene(four, edition="it")
    assert Game.from_dict(game.to_dict()).state_hash() == game.state_hash()
    with pytest.raises(ValueError, match=r"8 stacking points in 2109; it must hold fewer than 8 \(5.1.1\)"):
        scene(four)
    with pytest.raises(ValueError, match=r"10 stacking points in 2109; it must hold fewer than 8 without one of its"):
        scene(four | {"R9M": "2109"}, edition="it")


def test_R_12_passing_through_a_full_hex_is_free():
    """Two points take FN 3 from 2110 to 2108, and only by 2109."""
    stack = dict.fromkeys(("LIT 1", "LIT 2", "FIN 8"), "2109")
    game = scene(stack | {"FN 3": ("2110", {"mp": 2})})
    assert "2109" not in goals(game, "FN 3")
    assert "2108" in goals(game, "FN 3")


def test_R_12_a_piece_that_can_only_pass_through_may_be_chosen():
    """Both hexes beside 1113 hold armour, so FT-17 must go further."""
    game = scene({"FT-17": "1113", "BA-6": "1213", "T-N": "1214"}, side="republican")
    assert goals(game, "FT-17") >= {"1212", "1313", "1314"}
    assert not goals(game, "FT-17") & {"1213", "1214"}


# -- twice the limit (5.1.1): retreats -------------------------------------------------------------------------

# Republicans in 2109 retreat; Nationalist ZoC leaves them only 2209, where friends are.
ATTACK = {"LIT 1": ("2110", {"role": "attacks"}), "LIT 2": "2008", "FIN 8": "2309"}
FRIENDS = {"CLXVIII": "2209", "CLXIX": "2209"}


def retreat(pieces: dict, **more):
    """The retreat of the stack in 2109 after a loss of one step, before its hex is chosen."""
    return scene(ATTACK | pieces, node="RETREAT", target="2109", owed_def=1, result_def=1, **more)


def test_5_1_1_R_12_all_units_at_twice_the_limit_are_eliminated_in_the_English_edition():
    """Printed example: eight points on a hill."""
    game = retreat(FRIENDS | {"CLXVI": "2109", "CLXVII": "2109", "R SC 1": "2209", "HQ XV": "2209"})
    assert hexes(game) == {"2209"}
    act(game, "HEX", "2209")
    names = ("CLXVI", "CLXVII", "CLXVIII", "CLXIX", "HQ XV")
    assert {unit(game, name).at for name in names} == {"eliminated"}


def test_5_1_1_R_12_units_that_come_where_twice_the_limit_is_already_are_eliminated_in_the_Italian_edition():
    """Unit by unit in the order of the pieces: CLXVI makes eight points and survives, CLXVII comes after it."""
    game = retreat(FRIENDS | {"CLXVI": "2109", "CLXVII": "2109", "CLXX": "2209"}, edition="it")
    act(game, "HEX", "2209")
    assert unit(game, "CLXVII").at == "eliminated"
    assert {unit(game, name).at for name in ("CLXVI", "CLXVIII", "CLXIX", "CLXX")} == {"2209"}


def test_5_1_1_R_12_5_1_eight_points_on_a_hill_survive_halved_in_the_Italian_edition():
    """Three brigades are there and a fourth comes: half of 11 is 5, times 1.5 on a hill, rounded up."""
    game = retreat(FRIENDS | {"CLXVI": "2109", "CLXX": "2209"}, edition="it")
    act(game, "HEX", "2209")
    four = {"CLXVI": ("2209", {"dsg": "DSG"}), "CLXVIII": "2209", "CLXIX": "2209", "CLXX": "2209"}
    assert {unit(game, name).at for name in four} == {"2209"}
    game = scene({"FIN 8": "2309"} | four, node="TARGET", edition="it")
    attack(game, "2209", ["FIN 8"])
    assert int(game.record["strength_def"]) == 8


def test_5_1_1_R_12_a_retreat_to_twice_the_limit_is_as_good_as_any_in_the_Italian_edition():
    """Eight points in 2209 for CLXVI, beside the free hex 2108; with CLXVII it would be lost there."""
    at = FRIENDS | {"CLXX": "2209", "CLXVI": "2109", "CLXXI": "2108"}
    assert hexes(retreat(at, edition="it")) == {"2209", "2108"}
    assert hexes(retreat(at)) == {"2108"}
    assert hexes(retreat(at | {"CLXVII": "2109"}, edition="it")) == {"2108"}


@pytest.mark.parametrize("edition", ["en", "it"])
def test_5_1_1_below_twice_the_limit_a_retreat_only_overstacks(edition):
    game = retreat(FRIENDS | {"CLXVI": "2109", "DC": "2109"}, edition=edition)
    act(game, "HEX", "2209")
    assert {unit(game, name).at for name in ("CLXVI", "DC", "CLXVIII", "CLXIX")} == {"2209"}


def test_R_12_a_retreat_may_end_so_only_if_no_other_hex_is_left():
    """Without FIN 8 in 2309 and its friends elsewhere, 2209 and 2108 compete."""
    at = FRIENDS | {"CLXVI": "2109", "CLXVII": "2109", "CLXX": "2108"}
    game = retreat(at)
    assert hexes(game) == {"2108"}
    assert "overstacked" in refusal(game, "HEX", "2209")


def test_R_12_10_6_who_flees_goes_there_rather_than_stay():
    """A six: the stack in 2109 must go back, into the hex where all are eliminated (5.1.1)."""
    at = ATTACK | FRIENDS | {"CLXVI": "2109", "CLXVII": "2109"}
    game = scene(at, node="MORALE_DIE", target="2109", owed_def=1, result_def=1)
    roll(game, 6)
    assert (game.node, hexes(game), may_pass(game)) == ("RETREAT", {"2209"}, False)


def test_R_12_two_armour_units_that_meet_in_a_retreat_both_stay():
    game = retreat({"CLXVI": "2109", "FT-17": "2109", "BA-6": "2209"})
    assert hexes(game) == {"2209"}
    act(game, "HEX", "2209")
    assert {unit(game, name).at for name in ("CLXVI", "FT-17", "BA-6")} == {"2209"}
    elsewhere = retreat({"CLXVI": "2109", "FT-17": "2109", "BA-6": "2209", "CLXX": "2108"})
    assert hexes(elsewhere) == {"2108"}
