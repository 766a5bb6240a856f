"""Rule 6, rulings R-13 to R-17: sources, lines of supply, when they are checked, the effects of being out of supply."""

import pytest
from support.frontline import around
from support.scene import act, attack, done, pieces, refusal, roll, scene, unit

from ctv_env.core.jit import records
from ctv_env.games.ctv.model.state import SCRATCH
from ctv_env.games.ctv.spec import SPEC

# CLXVI in 2208 is cut off: the ZoC of the two beside it holds all six hexes around it.
EAST_AND_WEST = {"I N/1": "2207", "I N/2": "2209"}
CUT_OFF = EAST_AND_WEST | {"CLXVI": "2208"}


def supplied(at: dict, name: str, **more) -> bool:
    """Supply of a unit after the check at the start of the next combat segment."""
    game = scene(at, **more)
    done(game)
    return unit(game, name).supplied


def besieged(code: str, own: str, enemies) -> dict:
    """A unit with an enemy in every hex beside it."""
    return {own: code} | dict(zip(enemies, sorted(around(code)), strict=False))


NATIONALISTS = ("I N/1", "I N/2", "I N/3", "IV N/1", "IV N/2", "IV N/3")
REPUBLICANS = ("CLXVI", "CLXVII", "CLXVIII", "CLXX", "CLXXI", "CLXXII")


# -- 6.1, 6.2: sources -----------------------------------------------------------------------------------------


def test_6_1_a_line_of_supply_may_have_any_length():
    assert supplied({"LIT 1": "1303"}, "LIT 1")
    assert supplied({"CLXVI": "2620"}, "CLXVI")


@pytest.mark.parametrize("code", ["1620", "1720", "2604", "2608", "2610", "2613", "2615"])
def test_6_2_R_14_Nationalist_sources_are_the_road_exits_in_the_east_and_south(code):
    assert supplied(besieged(code, "LIT 1", REPUBLICANS), "LIT 1")


@pytest.mark.parametrize("code", ["1520", "1820", "2601", "2605", "2611", "2620", "1301", "1211"])
def test_6_2_other_hexes_of_the_edge_and_Republican_sources_are_none_of_the_Nationalist(code):
    assert not supplied(besieged(code, "LIT 1", REPUBLICANS), "LIT 1")


@pytest.mark.parametrize(("code", "source"), [("1301", True), ("1211", True), ("1401", False), ("2604", False)])
def test_6_2_R_14_Republican_sources_are_the_western_road_exit_and_Santander(code, source):
    assert supplied(besieged(code, "CLXXIII", NATIONALISTS), "CLXXIII") == source


def may_move(game, tables, scratch) -> list[int]:
    """The legal actions of ``game`` if ``tables`` were its own."""
    SPEC.engine.mask(game._states, 0, tables, scratch)
    return scratch[0]["mask"].nonzero()[0].tolist()


def test_6_1_the_line_on_one_map_is_not_taken_for_that_on_another():
    game, scratch = scene({"LIT 1": "1303", "I N/1": "2207"}), records(1, SCRATCH)
    walled = game.tables.record.copy()
    walled["open_rows"] = 0
    walled["map_key"] += 1
    everywhere = may_move(game, game.tables.record, scratch)
    nowhere = may_move(game, walled, scratch)
    assert nowhere == may_move(game, walled, records(1, SCRATCH)) != everywhere


AT_THE_CITY = {"LIT 1": "1209", "LIT 2": "1310", "CLXVI": "1210"}
"""CLXVI in 1210 has one line left, by 1110 to Santander."""


def test_6_2_R_14_Santander_is_a_source_while_the_Republican_controls_it():
    assert supplied(AT_THE_CITY, "CLXVI")
    assert not supplied(AT_THE_CITY, "CLXVI", control={"nationalist": ["1211"]})


def test_R_25_no_other_source_depends_on_control():
    at = besieged("1301", "CLXXIII", NATIONALISTS)
    assert supplied(at, "CLXXIII")
    assert supplied({"CLXXIII": "1305"}, "CLXXIII", control={"nationalist": ["1301", "1211"]})


def test_R_13_a_source_must_be_able_to_carry_a_line_itself():
    """LIT 1 holds the western exit in its ZoC; a friend there, even an HQ, opens it again."""
    at = {"LIT 1": "1302", "CLXVI": "1305"}
    taken = {"control": {"nationalist": ["1211"]}}
    assert not supplied(at, "CLXVI", **taken)
    assert supplied(at | {"HQ XV": "1301"}, "CLXVI", **taken)


# -- 6.2.1: lines ----------------------------------------------------------------------------------------------


def test_6_2_1_no_line_passes_an_enemy_unit():
    """HQs have no ZoC, but those in 1213 and 1214 close both ways out of 1113."""
    at = {"CLXVI": "1113", "HQ LIT": "1213"}
    assert supplied(at, "CLXVI")
    assert not supplied(at | {"HQ FIN": "1214"}, "CLXVI")


def test_6_2_1_no_line_passes_an_enemy_ZoC():
    """From 1313 the ZoC reaches 1213 and 1214, not 1113 itself."""
    assert supplied({"CLXVI": "1113"}, "CLXVI")
    assert not supplied({"CLXVI": "1113", "LIT 1": "1313"}, "CLXVI")


@pytest.mark.parametrize(("friend", "opens"), [("CLXVII", True), ("HQ XV", True), ("R SC 1", False)])
def test_6_2_1_R_13_a_friendly_ground_unit_opens_a_hex_in_enemy_ZoC(friend, opens):
    assert supplied({"CLXVI": "1113", "LIT 1": "1313", friend: "1214"}, "CLXVI") == opens


def test_R_13_a_trench_takes_nobody_off_the_hex_that_he_holds_open():
    assert supplied({"CLXVI": "1113", "LIT 1": "1313", "CLXVII": "1214", "Trench 4": "1214"}, "CLXVI")


def test_R_13_a_unit_in_enemy_ZoC_counts_as_friendly_in_its_own_hex():
    assert supplied({"CLXVI": "2208", "I N/1": "2207"}, "CLXVI")
    assert not supplied(CUT_OFF, "CLXVI")


def test_R_13_no_line_crosses_a_closed_hexside():
    """1212 touches Santander across the bay; the land ways are in the ZoC of LIT 1 and LIT 2."""
    assert not supplied({"CLXVI": "1212", "LIT 1": "1313", "LIT 2": "1411"}, "CLXVI")


# -- 6.3: out of supply ----------------------------------------------------------------------------------------


def test_6_3_the_attack_factor_is_halved_rounded_down():
    """Printed example: half of 5 is 2."""
    game = scene({"LIT 1": "2110", "CLXVI": "2109", "CLXVII": "2111"}, node="TARGET")
    attack(game, "2109", ["LIT 1"])
    assert not unit(game, "LIT 1").supplied
    assert int(game.record["strength_att"]) == 2


def test_6_3_the_defence_factor_is_halved_rounded_up():
    """Printed example: half of 5 is 3.  CLXVI and CLXX have 3 and 2 in a clear hex."""
    game = scene({"LIT 1": "2109", "LIT 2": "2107", "CLXVI": "2108", "CLXX": "2108"}, node="TARGET")
    attack(game, "2108", ["LIT 1"])
    assert not unit(game, "CLXX").supplied
    assert int(game.record["strength_def"]) == 3


def test_6_3_the_movement_allowance_is_halved_rounded_up():
    """Printed example: half of 5 is 3.  FIN 8 moves 5."""
    game = scene({"FIN 8": ("2110", {"supplied": False}), "FIN 10": "2110"})
    assert (unit(game, "FIN 8").mp, unit(game, "FIN 10").mp) == (3, 5)


def test_R_06_an_allowance_is_halved_once():
    """Out of supply and disorganised, and not a supply column's."""
    both = {"supplied": False, "dsg": "DSG1"}
    game = scene({"FIN 8": ("2110", both), "LIT 1": ("2110", {"dsg": "DSG"}), "N SC 1": "2110"})
    assert [unit(game, name).mp for name in ("FIN 8", "LIT 1", "N SC 1")] == [3, 4, 6]


def test_6_3_1_an_HQ_out_of_supply_does_not_bombard():
    at = {"LIT 1": "2110", "CLXVI": "2109"}
    for flag in (True, False):
        game = scene(at | {"HQ CTV": ("2211", {"supplied": flag})}, node="TARGET")
        act(game, "HEX", "2109")
        act(game, "PIECE", "LIT 1")
        done(game)
        assert pieces(game) == ({"HQ CTV"} if flag else set())
    assert "out of supply" in refusal(game, "PIECE", "HQ CTV")


def test_6_3_1_a_DSG_result_on_a_unit_out_of_supply_is_a_DSG1_and_halves_no_further():
    """Printed example.  Two air units: a 5 disorganises."""
    game = scene(CUT_OFF | {"LK 1": "air_ready", "LK 2": "air_ready"}, node="TARGET")
    attack(game, "2208", ["I N/1"], support=["LK 1", "LK 2"])
    roll(game, 5, 6, 6)
    assert unit(game, "CLXVI").dsg == 2  # DSG1
    assert int(game.record["strength_def"]) == 3  # half of 3 is 2, times 1.5 on a hill


def test_9_5_1_R_08_a_DSG2_unit_found_out_of_supply_is_eliminated():
    for level, at in (("DSG2", "eliminated"), ("DSG1", "2208")):
        game = scene(EAST_AND_WEST | {"CLXVI": ("2208", {"dsg": level})})
        done(game)
        assert unit(game, "CLXVI").at == at
