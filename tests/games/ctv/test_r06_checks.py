"""Rules 6.4 and 8.1.1, rulings R-15 to R-17: when supply is checked, and hexes that may not be entered unsupplied."""

import pytest
from support.frontline import around
from support.scene import (
    act,
    control,
    done,
    goals,
    hexes,
    in_zoc,
    move,
    pass_until,
    pieces,
    refusal,
    roll,
    said,
    scene,
    unit,
)

# CLXVI in 2208 is cut off: the ZoC of the two beside it holds all six hexes around it.
EAST_AND_WEST = {"I N/1": "2207", "I N/2": "2209"}
CUT_OFF = EAST_AND_WEST | {"CLXVI": "2208"}
WRONG = {"supplied": False}


# -- when ------------------------------------------------------------------------------------------------


def test_6_4_R_15_both_sides_are_checked_before_Nationalist_movement():
    game = scene(CUT_OFF | {"FN 3": ("2611", WRONG)}, node="WEATHER_DIE")
    assert unit(game, "CLXVI").supplied
    roll(game, 1)
    pass_until(game, "MOVE")
    assert not unit(game, "CLXVI").supplied
    assert unit(game, "FN 3").supplied


@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_6_4_R_15_both_sides_are_checked_before_ground_combat(side):
    game = scene(CUT_OFF | {"FN 3": ("2611", WRONG), "HQ XV": ("1301", WRONG)}, side=side)
    done(game)
    assert game.node == "TARGET"
    assert [unit(game, name).supplied for name in ("CLXVI", "FN 3", "HQ XV")] == [False, True, True]


def test_R_15_both_sides_are_checked_at_the_start_of_the_Republican_phase():
    game = scene(CUT_OFF | {"HQ XV": ("1301", WRONG), "FN 3": ("2611", WRONG)}, node="TARGET")
    done(game)
    assert (game.node, game.to_move) == ("MOVE", "republican")
    assert [unit(game, name).supplied for name in ("CLXVI", "FN 3", "HQ XV")] == [False, True, True]
    assert unit(game, "CLXVI").mp == 2  # it serves for the movement segment: half of 4


def test_R_15_there_is_no_other_check_before_Republican_movement():
    """CLXVI has its line by CLVII, whose surrender without a battalion comes after the check."""
    basques = dict.fromkeys(("CLVIII", "CLXIII"), "1406") | dict.fromkeys(("CLIX", "CLXII"), "1407") | {"CLXV": "1408"}
    game = scene(CUT_OFF | basques | {"CLVII": "2108"}, node="TARGET")
    done(game)
    roll(game, 1)
    act(game, "PIECE", *basques)
    assert (game.node, unit(game, "CLVII").at) == ("MOVE", "surrendered")
    assert unit(game, "CLXVI").supplied
    done(game)
    assert not unit(game, "CLXVI").supplied


def test_R_15_between_checks_the_status_stays():
    """I N/2 closes the ring round CLXVI: it is out of supply, and loses its ZoC, at the check and not before."""
    game = scene({"I N/1": "2207", "I N/2": "2210", "CLXVI": "2208"})
    move(game, "I N/2", "2209")
    assert unit(game, "CLXVI").supplied
    assert in_zoc(game, "2308", "republican")
    done(game)
    assert not unit(game, "CLXVI").supplied
    assert not in_zoc(game, "2308", "republican")


def test_10_2_R_15_the_units_of_a_combat_are_checked_again_when_it_begins():
    """Attackers and those in the attacked hex; LIT 2 and CLXVII stand by."""
    at = {"LIT 1": ("2110", WRONG), "LIT 2": ("2110", WRONG), "CLXVI": ("2109", WRONG), "HQ XV": ("2109", WRONG)}
    game = scene(at | {"CLXVII": ("2009", WRONG)}, node="TARGET")
    act(game, "HEX", "2109")
    act(game, "PIECE", "LIT 1")
    assert not unit(game, "LIT 1").supplied
    done(game)
    flags = {name: unit(game, name).supplied for name in ("LIT 1", "CLXVI", "HQ XV", "LIT 2", "CLXVII")}
    assert flags == {"LIT 1": True, "CLXVI": True, "HQ XV": True, "LIT 2": False, "CLXVII": False}


def test_R_15_a_piece_that_comes_onto_the_map_is_in_supply_until_the_next_check():
    """CLVII in the ring surrenders and leaves R1."""
    game = scene(EAST_AND_WEST | {"CLVII": "2208"}, node="TARGET")
    done(game)
    assert not unit(game, "CLVII").supplied
    roll(game, 1)
    assert (unit(game, "R1").at, unit(game, "R1").supplied) == ("2208", True)
    assert in_zoc(game, "2308", "republican")
    done(game)
    assert not unit(game, "R1").supplied


# -- R-16 ------------------------------------------------------------------------------------------------------


def test_R_16_ZoCs_are_read_from_before_the_check_and_both_sides_judged_at_once():
    """A row of enemies, each between two others: the three in the middle cut each other off; then none has a ZoC."""
    row = {"CLXVI": "2206", "I N/1": "2207", "CLXVII": "2208", "I N/2": "2209", "CLXVIII": "2210"}
    game = scene(row)
    done(game)
    assert [unit(game, name).supplied for name in row] == [True, False, False, False, True]
    assert said(game, "  Out of supply: I N/1, I N/2, CLXVII")
    done(game)
    assert said(game, "  In supply: I N/1, I N/2, CLXVII")
    assert [unit(game, name).supplied for name in row] == [True, True, True, True, True]


def test_R_16_all_units_start_the_game_in_supply():
    at = {name: code for name, code in CUT_OFF.items() if name != "CLXVI"}
    game = scene(at, stage="SETUP_REPUBLICAN", node="PLACE", setup="placement", reserve=[1, 2, 3])
    act(game, "HEX", "1408")
    assert unit(game, "HQ XIV").supplied


# -- R-17 (8.1.1): no entry without supply ---------------------------------------------------------------------


def test_8_1_1_no_unit_enters_a_hex_where_it_would_be_out_of_supply():
    game = scene(EAST_AND_WEST | {"CLXVI": "2008"}, side="republican")
    assert "2108" in goals(game, "CLXVI")
    assert "2208" not in goals(game, "CLXVI")


def test_R_17_the_moving_unit_is_taken_off_its_old_hex():
    """2208 would be fed through 2108 only, which lies in a ZoC: somebody must stay there."""
    at = EAST_AND_WEST | {"CLXVI": "2108"}
    game = scene(at, side="republican")
    assert "2208" not in goals(game, "CLXVI")
    act(game, "PIECE", "CLXVI")
    assert "out of supply in 2208" in refusal(game, "HEX", "2208")
    assert "2208" in goals(scene(at | {"HQ XV": "2108"}, side="republican"), "CLXVI")


def test_R_17_who_would_cut_himself_off_wherever_he_goes_may_not_be_chosen():
    """Two points, one of them to leave the ZoC: 2009 alone is near enough, and is fed through 2108."""
    at = {"LIT 1": ("2108", {"mp": 2}), "I N/1": "2107", "CLXX": "1908", "CLXXI": "2109"}
    assert pieces(scene(at)) == {"I N/1"}
    assert pieces(scene(at | {"HQ LIT": "2108"})) == {"LIT 1", "HQ LIT", "I N/1"}


def test_R_17_each_mover_is_judged_when_it_moves():
    """CLXVI may go since CLXVII stays; CLXVII may not follow; CLXVI is not asked again."""
    game = scene(EAST_AND_WEST | {"CLXVI": "2108", "CLXVII": "2108"}, side="republican")
    move(game, "CLXVI", "2208")
    assert "2208" not in goals(game, "CLXVII")
    assert "2008" in goals(game, "CLXVII")


def test_8_1_1_every_hex_on_the_way_must_be_in_supply():
    """1213 and 1214 lie in the ZoC of LIT 1, and 1113 beyond them is cut off."""
    game = scene({"LIT 1": "1313", "CLXVI": "1212"}, side="republican")
    assert "1213" in goals(game, "CLXVI")
    assert "1113" not in goals(game, "CLXVI")


AT_THE_CITY = {"LIT 1": "1209", "LIT 2": "1309", "FIN 8": "1310"}
"""A piece in 1210 has only 1110 and Santander to go to and to be fed by."""
TAKEN = {"nationalist": ["1211"]}


def test_R_17_a_Republican_that_enters_Santander_controls_it_and_is_fed_by_it():
    game = scene(AT_THE_CITY | {"CLXVI": ("1210", {"mp": 2})}, side="republican", control=TAKEN)
    assert goals(game, "CLXVI") == {"1211"}  # not 1110: its line needs the city
    move(game, "CLXVI", "1211")
    assert control(game, "1211") == "republican"


def test_R_17_who_passes_Santander_is_fed_by_it_afterwards():
    """Three points: one to leave the ZoC, 1211, 1110; straight to 1110 is closed."""
    game = scene(AT_THE_CITY | {"CLXVI": ("1210", {"mp": 3})}, side="republican", control=TAKEN)
    assert goals(game, "CLXVI") == {"1211", "1110"}
    move(game, "CLXVI", "1110")
    assert (control(game, "1211"), unit(game, "CLXVI").mp) == ("republican", 0)


def test_R_17_who_has_taken_Santander_may_go_back_through_the_hex_where_it_began():
    """LIT 1 holds the western exit, so the city alone feeds CLXVI: to 1211, back to 1210 and on, three points."""
    taken = {"side": "republican", "control": TAKEN}
    game = scene({"LIT 1": "1302", "CLXVI": ("1210", {"mp": 3})}, **taken)
    step_by_step = game.clone()
    move(step_by_step, "CLXVI", "1211", "1210", "1209")
    assert unit(step_by_step, "CLXVI").at == "1209"
    assert goals(game, "CLXVI") == {"1211", "1110", "1209", "1309", "1310"}


def test_R_17_a_supply_column_takes_no_control_so_Santander_does_not_feed_it():
    game = scene(AT_THE_CITY | {"R SC 1": "1210"}, side="republican", control=TAKEN)
    assert "R SC 1" not in pieces(game)
    assert "1211" in goals(scene(AT_THE_CITY | {"R SC 1": "1210"}, side="republican"), "R SC 1")


def test_R_14_R_17_only_a_Republican_makes_Santander_a_source():
    """LIT 1 may not fall back on a Santander in Nationalist hands."""
    at = {"CLXVI": "1209", "CLXVII": "1309", "CLXVIII": "1310", "LIT 1": "1210"}
    assert goals(scene(at, control=TAKEN), "LIT 1") == set()


def test_R_14_R_17_only_Santander_is_opened_by_taking_it():
    game = scene(EAST_AND_WEST | {"CLXVI": "2108"}, side="republican", control={"nationalist": ["2208"]})
    assert "2208" not in goals(game, "CLXVI")


def test_R_17_a_source_feeds_who_enters_it_though_it_carries_no_line():
    """Every hex beside 2603 and 2604, the exit to Palencia, is held by an enemy or in its ZoC."""
    ring = dict(
        zip(("CLXVI", "CLXVII", "CLXVIII", "CLXX", "CLXXI"), ("2502", "2503", "2504", "2602", "2605"), strict=True)
    )
    assert goals(scene(ring | {"LIT 1": "2603"}), "LIT 1") == {"2604"}


def test_R_17_who_moves_off_a_source_no_longer_holds_it_open():
    """LIT 1 has the western exit in its ZoC: with CLXVI gone it carries no line, with another there it does."""
    at = {"LIT 1": "1402", "CLXVI": "1301"}
    assert pieces(scene(at, side="republican", control=TAKEN)) == set()
    assert "1302" in goals(scene(at | {"CLXVII": "1301"}, side="republican", control=TAKEN), "CLXVI")


def test_R_17_a_column_that_leaves_takes_no_unit_off_its_hex():
    """2208 is fed through 2108, where CLXVI stays."""
    at = EAST_AND_WEST | {"CLXVI": "2108", "R SC 1": "2108"}
    assert "2208" in goals(scene(at, side="republican"), "R SC 1")


def test_R_17_a_column_that_has_no_other_way_is_found_to_have_one():
    """Two points, one of them to leave the ZoC: 2009 alone is near enough, and is fed through 2108."""
    at = {"CLXVI": "2108", "CLXVII": "2107", "I N/1": "2008", "I N/2": "2010", "R SC 1": ("2108", {"mp": 2})}
    assert goals(scene(at, side="republican"), "R SC 1") == {"2009"}


def test_R_17_it_binds_supply_columns_too():
    game = scene(EAST_AND_WEST | {"R SC 1": "2008"}, side="republican")
    assert "2108" in goals(game, "R SC 1")  # in a ZoC, but next to a line: the column counts for itself
    assert "2208" not in goals(game, "R SC 1")


def test_R_17_a_supply_column_opens_a_hex_for_itself_alone():
    """2208 is fed through 2108; the column there is no friend to CLXVI."""
    at = EAST_AND_WEST | {"CLXVI": "2108", "R SC 1": "2108"}
    assert "2208" not in goals(scene(at, side="republican"), "CLXVI")


def test_R_17_an_advance_is_bound():
    """2109 would be fed through 2110 only, which lies in a ZoC: the advance needs somebody who stays."""
    at = {"LIT 1": ("2110", {"role": "attacks", "from": "2110"}), "CLXVI": "2009", "CLXVII": "2210"}
    assert pieces(scene(at, node="ADVANCE", target="2109")) == set()
    assert pieces(scene(at | {"LIT 2": "2110"}, node="ADVANCE", target="2109")) == {"LIT 1"}


def test_R_17_a_breakthrough_is_bound():
    """Through 2109 to 2108, unless CLXVII closes the ring round it."""
    at = {"LIT 1": ("2110", {"role": "attacks", "from": "2110"}), "LIT 2": "2110", "CLXVI": "2008"}
    won = {"node": "ADVANCE", "target": "2109", "result_def": "B"}
    assert goals(scene(at, **won), "LIT 1") >= {"2109", "2108"}
    cut = goals(scene(at | {"CLXVII": "2209"}, **won), "LIT 1")
    assert "2109" in cut
    assert "2108" not in cut


def test_R_17_a_retreat_is_not_bound():
    """1113 is no enemy ZoC, but both hexes beside it are."""
    at = {"LIT 1": ("1313", {"role": "attacks"}), "CLXVI": "1214"}
    game = scene(at, node="RETREAT", target="1214", owed_def=1, result_def=1)
    assert hexes(game) == {"1113", "1215"}
    act(game, "HEX", "1113")
    pass_until(game, "MOVE")
    assert (unit(game, "CLXVI").at, unit(game, "CLXVI").supplied) == ("1113", False)


def test_R_17_only_a_Republican_is_fed_by_Santander_on_entering_it():
    """LIT 1 in 1210, cut off, has only 1110 and Santander to go to."""
    around_it = {"CLXVI": "1209", "CLXVII": "1309", "CLXX": "1310"}
    assert not pieces(scene(around_it | {"LIT 1": ("1210", {"mp": 3})}, control=TAKEN))


def test_R_20_who_has_only_hexes_with_enemy_columns_to_go_to():
    """At 1210, with a road to Santander: units overrun columns, columns do not pass them."""
    shut = AT_THE_CITY | {"N SC 1": "1110", "N SC 2": "1211"}
    assert goals(scene(shut | {"CLXVI": "1210"}, side="republican"), "CLXVI") == {"1110", "1211"}
    assert not pieces(scene(shut | {"R SC 1": "1210"}, side="republican"))


def test_R_20_a_column_passes_own_columns():
    ring = dict(zip([f"N SC {k}" for k in range(2, 8)], sorted(around("2310")), strict=True))
    assert "N SC 1" in pieces(scene(ring | {"N SC 1": "2310", "LIT 1": "2410", "CLXX": "1708"}))
