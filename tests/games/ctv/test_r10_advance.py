"""Rule 10.4: advance after combat, and breakthrough."""

import pytest
from support.fights import FIELD, fight, lose, retreat, strike
from support.scene import (
    act,
    control,
    done,
    goals,
    hexes,
    may_pass,
    move,
    pieces,
    refusal,
    roll,
    scene,
    trench,
    unit,
)

from ctv_env.core.game import Game

# 14 against 2: 7:1, where no attacker is lost and a 6 breaks through.
STORM = {"LIT 1": "2108", "LIT 2": "2108", "FIN 8": "2108"}


def cleared(more=None, defenders=("DC",), attackers=STORM, target=FIELD, result="0/4", **extra) -> Game:
    """A Nationalist attack that kills all defenders, at ``ADVANCE``."""
    units = dict.fromkeys(defenders, target)
    game = fight(attackers | units | (more or {}), target, list(attackers), **extra)
    strike(game, result)
    roll(game, 1)
    done(game)
    while game.node == "LOSS_DEF":
        lose(game, sorted(pieces(game))[0])
    assert game.node == "ADVANCE"
    return game


def broken(more=None, attackers=STORM, target=FIELD, **extra) -> Game:
    """A breakthrough, at ``ADVANCE``."""
    game = fight(attackers | {"DC": target} | (more or {}), target, list(attackers), **extra)
    strike(game, "B")
    assert game.node == "ADVANCE"
    return game


# -- advance (10.4) --------------------------------------------------------------------------------------------------


def test_R_43_10_4_an_advance_begins_in_the_vacated_hex_in_the_far_east_too():
    """Uncompiled, a target in column 16 or beyond once let an advance begin anywhere."""
    game = cleared(attackers=dict.fromkeys(STORM, "2116"), target="2216")
    assert goals(game, "LIT 1") == {"2216"}
    move(game, "LIT 1", "2216")
    assert (unit(game, "LIT 1").at, control(game, "2216")) == ("2216", "nationalist")


def test_10_4_all_some_or_none_of_the_attackers_advance():
    game = cleared({"I N/1": "2109", "HQ CTV": "2108"})
    assert (pieces(game), may_pass(game)) == (set(STORM), True)
    assert "did not attack here" in refusal(game, "PIECE", "I N/1")
    assert "did not attack here" in refusal(game, "PIECE", "HQ CTV")
    move(game, "LIT 1", FIELD)
    move(game, "LIT 2", FIELD)
    done(game)
    assert [unit(game, name).at for name in STORM] == [FIELD, FIELD, "2108"]
    assert (game.node, control(game, FIELD)) == ("TARGET", "nationalist")


def test_10_4_who_fell_does_not_advance():
    game = fight({"LIT 1": "2108", "LIT 2": "2108", "Ar": "2109", "DC": FIELD}, FIELD, ["LIT 1", "LIT 2", "Ar"])
    strike(game, "1/3")
    lose(game, "Ar")
    roll(game, 1)
    done(game)
    lose(game, "DC")
    assert (game.node, pieces(game)) == ("ADVANCE", {"LIT 1", "LIT 2"})
    assert "did not attack here" in refusal(game, "PIECE", "Ar")


def test_R_43_10_4_an_advance_goes_one_hex_into_the_vacated_one_whatever_zocs_are_there():
    game = cleared({"CLXX": "1909", "CLXXI": "1908"})
    for name in STORM:
        assert goals(game, name) == {FIELD}
    move(game, "LIT 1", FIELD)
    assert "LIT 1" not in pieces(game)
    assert "has advanced as far as it may" in refusal(game, "PIECE", "LIT 1")


def test_10_4_nobody_advances_while_a_defender_is_left():
    game = fight(STORM | {"CLXX": FIELD, "CLXXI": FIELD}, FIELD, list(STORM))
    strike(game, "1/2")
    lose(game, "LIT 1")
    roll(game, 1)
    done(game)
    lose(game, "CLXX", "CLXXI")
    assert (game.node, unit(game, "CLXX").at) == ("TARGET", FIELD)


def test_10_4_a_hex_left_in_retreat_may_be_entered():
    game = fight(STORM | {"CLXX": FIELD, "CLXXI": FIELD}, FIELD, list(STORM))
    strike(game, "1/2")
    lose(game, "LIT 1")
    roll(game, 1)
    retreat(game, "1909")
    lose(game, "CLXX")
    assert goals(game, "LIT 1") == {FIELD}


def test_R_43_10_4_the_stacking_limit_holds_where_an_advance_ends():
    """Two brigades of two points fill a mountain; a third does not follow, armour does, but only one."""
    attackers = {"LIT 1": FIELD, "LIT 2": FIELD, "L3/35": FIELD, "I N/1": "2008", "3Pz1": "2008"}
    game = cleared(attackers=attackers, target="1908", result="0/3")
    move(game, "LIT 1", "1908")
    move(game, "I N/1", "1908")
    assert pieces(game) == {"L3/35", "3Pz1"}
    move(game, "3Pz1", "1908")
    assert pieces(game) == set()
    assert "cannot be entered" in refusal(game, "PIECE", "LIT 2")


def stormed_by_republicans(bystander) -> Game:
    """2108, taken from 2009; only a Republican left in 2009 would keep it in supply."""
    ring = {"LIT 1": "2107", "LIT 2": "2210", "R9M": "1908"}
    brigades = {"CLXXVI": FIELD, "CLXXVII": FIELD}
    game = fight(ring | brigades | bystander | {"Ar": "2108"}, "2108", list(brigades), side="republican")
    strike(game, "0/3")
    done(game)
    lose(game, "Ar")
    assert game.node == "ADVANCE"
    return game


def test_R_43_R_17_8_1_1_nobody_advances_out_of_supply_and_each_is_judged_when_it_moves():
    game = stormed_by_republicans({"CLXX": FIELD})
    move(game, "CLXXVI", "2108")
    assert pieces(game) == {"CLXXVII"}
    game = stormed_by_republicans({})
    assert pieces(game) == {"CLXXVI", "CLXXVII"}
    move(game, "CLXXVI", "2108")
    assert pieces(game) == set()


def test_10_4_republicans_advance_too():
    game = stormed_by_republicans({})
    move(game, "CLXXVI", "2108")
    assert control(game, "2108") == "republican"


@pytest.mark.parametrize("result", ["0/4", "B"])
def test_R_43_9_3_an_advance_overruns_the_column_left_in_the_hex(result):
    game = (cleared if result == "0/4" else broken)({"R SC 1": FIELD})
    assert unit(game, "R SC 1").at == FIELD
    move(game, "LIT 1", FIELD)
    assert unit(game, "R SC 1").at == "eliminated"


# -- breakthrough (10.4.1) -------------------------------------------------------------------------------------------

ONE = {FIELD}
TWO = {"1908", "1909", "2008", "2010", "2109"}


def test_R_43_10_4_1_a_breakthrough_leads_up_to_three_hexes_through_the_vacated_one():
    """Nobody else is about: all hexes within two of 2009, but for the start and 2208 beyond it."""
    game = broken()
    three = {"1808", "1809", "1810", "1907", "1910", "2007", "2011", "2107", "2110", "2209", "2210"}
    assert goals(game, "LIT 1") == ONE | TWO | three


def test_R_43_10_4_1_terrain_and_zocs_do_not_slow_it_but_enemies_bar_the_way():
    """CLXX in 1909 is passed by: 1808 and 1907 lie behind its ZoC in 1908, 1809 and 1810 do not come in reach."""
    game = broken({"CLXX": "1909", "CLXXI": "2109"}, weather="rain")
    reached = goals(game, "LIT 1")
    assert {"1908", "2010", "1808", "1907", "1910", "2110"} <= reached
    assert not {"1909", "2109", "1810", "2209"} & reached


def test_R_62_R_43_10_4_1_in_several_goes_three_hexes_in_all_and_never_back_to_the_start():
    game = broken()
    move(game, "LIT 1", FIELD)
    assert "2108" not in goals(game, "LIT 1")
    move(game, "LIT 1", "1908")
    assert goals(game, "LIT 1") == {"1808", "1809", "1907", "1909", "2008", FIELD}
    move(game, "LIT 1", "1907")
    assert "LIT 1" not in pieces(game)
    assert pieces(game) == {"LIT 2", "FIN 8"}


def test_R_43_R_62_10_4_1_a_full_hex_may_be_passed():
    game = broken({"I N/1": "2008", "I N/2": "2008"})
    reached = goals(game, "LIT 1")
    assert "2008" not in reached
    assert {"2007", "2107"} <= reached


def test_R_43_R_17_8_1_1_a_breakthrough_does_not_leave_supply():
    """Out of 1908 into the ZoCs of CLXX and CLXXI the hexes 1808 and 1809 would be cut off."""
    game = broken({"CLXX": "1708", "CLXXI": "1809", "CLXXII": "1807"})
    reached = goals(game, "LIT 1")
    assert "1908" in reached
    assert "1808" not in reached


def test_R_43_10_4_1_no_breakthrough_over_a_closed_hexside():
    game = broken(attackers={"LIT 1": "1411", "LIT 2": "1411", "FIN 8": "1412", "L3/35": "1412"}, target="1311")
    reached = goals(game, "LIT 1")
    assert {"1310", "1212", "1210"} <= reached
    assert "1211" not in reached


@pytest.mark.parametrize("edition", ["en", "it"])
def test_R_45_R_44_10_4_1_columns_and_trenches_on_the_way_are_met(edition):
    attackers = STORM | {"I N/1": "2109", "I N/2": "2109"}
    game = broken({"R SC 1": "1908", "Trench 1": "1908", "Trench 2": FIELD}, attackers, edition=edition)
    act(game, "PIECE", "LIT 1")
    assert "1808" in hexes(game)
    act(game, "HEX", "1908")
    move(game, "LIT 1", "1808")
    assert unit(game, "R SC 1").at == "eliminated"
    assert control(game, "1908") == "nationalist"
    assert trench(game, "1908") == (edition == "en")
    assert not trench(game, FIELD)


# -- trenches (10.7) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["en", "it"])
def test_R_44_10_7_an_empty_trench_goes_when_a_nationalist_enters_in_the_italian_edition(edition):
    game = scene({"LIT 1": "2108", "Trench 1": FIELD, "CLXX": "1301"}, edition=edition)
    move(game, "LIT 1", FIELD)
    assert trench(game, FIELD) == (edition == "en")


def test_R_44_10_7_a_republican_who_enters_leaves_it_in_both_editions():
    game = scene({"CLXX": "1908", "Trench 1": FIELD, "LIT 1": "2610"}, side="republican", edition="it")
    move(game, "CLXX", FIELD)
    assert trench(game, FIELD)


@pytest.mark.parametrize("edition", ["en", "it"])
def test_R_44_10_7_in_the_italian_edition_a_trench_outlives_its_occupants_until_the_advance(edition):
    game = cleared({"Trench 1": FIELD}, edition=edition, attackers=STORM | {"I N/1": "2109", "I N/2": "2109"})
    assert trench(game, FIELD) == (edition == "it")
    move(game, "LIT 1", FIELD)
    assert not trench(game, FIELD)
