"""Rule 10.6: the Republican Morale Table, for defenders and attackers, and the morale marker."""

import pytest
from support.fights import FIELD, fight, lose, retreat, strike
from support.scene import act, done, hexes, may_pass, move, pieces, refusal, roll, said, scene, unit

from ctv_env.games.ctv.model.state import MORALE_RESULTS

ATTACKERS = {"LIT 1": "2108", "LIT 2": "2108"}
# Every hex around the field is occupied by one of these, or in its ZoC.
RING = {"LIT 1": "2108", "LIT 2": "2108", "I N/1": "1908", "I N/2": "2010"}


def hit(defenders, result="1/1", ground=ATTACKERS, **more):
    """Defenders of the field at their morale die."""
    units = defenders if isinstance(defenders, dict) else dict.fromkeys(defenders, FIELD)
    game = fight(ground | units, FIELD, ["LIT 1", "LIT 2"], **more)
    strike(game, result)
    if game.node == "LOSS_ATT":
        lose(game, "LIT 1")
    return game


def morale(game) -> str:
    """Result of the last morale die."""
    return MORALE_RESULTS[int(game.record["morale_result"])]


# -- the table (10.6) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("brigade", "troops"), [("CLXXVII", 0), ("CLVII", -1), ("CLXXXIII", -2)])
@pytest.mark.parametrize("marker", range(6))
def test_R_41_10_6_die_and_marker_and_troops_lead_to_the_four_bands(brigade, troops, marker):
    """1 or less holds, 2 and 3 retreat, 4 to 6 flee, 7 and more collapse."""
    bands = {1: "hold", 3: "retreat", 6: "flight", 99: "collapse"}
    game = hit([brigade], morale=marker)
    for die in range(1, 7):
        twin = game.clone()
        roll(twin, die)
        assert said(twin, "Morale of 2009 Arija: die")
        total = die + marker + troops
        assert morale(twin) == next(result for top, result in bands.items() if total <= top)


@pytest.mark.parametrize(
    ("stack", "troops"),
    [
        (["CLVII", "CLXX"], 0),
        (["CLVII", "CLXXXIII"], -1),
        (["CLVII", "HQ XV"], -1),
        (["CLVII", "FT-17"], 0),
        (["CLXXXIII", "T-N", "HQ XIV"], -2),
        (["R1", "CLXXXIII"], -1),
    ],
)
def test_R_41_10_6_the_worst_modifier_among_the_combat_units_counts(stack, troops):
    """With 3 in all the stack must retreat, with 4 it flees."""
    marker = 2 - troops
    for total, expected in ((3, "retreat"), (4, "flight")):
        game = hit(stack, morale=marker)
        roll(game, total - marker - troops)
        assert morale(game) == expected


def test_10_6_nationalists_do_not_roll():
    standing = {"CLXXVI": FIELD, "CLXXVII": FIELD, "LIT 1": "2108"}
    game = fight(standing, "2108", ["CLXXVI", "CLXXVII"], side="republican")
    strike(game, "1/1")
    lose(game, "CLXXVI")
    roll(game, 1)
    assert (game.node, game.to_move) == ("RETREAT", "nationalist")


def test_10_6_without_a_loss_nobody_rolls():
    game = fight(ATTACKERS | dict.fromkeys(("CLXXVI", "CLXXVII"), "2008"), "2008", ["LIT 1", "LIT 2"])
    strike(game, "2/0")
    lose(game, "LIT 1", "LIT 2")
    assert game.node == "TARGET"


def test_R_41_10_6_losses_that_would_kill_the_whole_stack_roll_all_the_same():
    """A last step traded for the retreat saves the unit."""
    game = hit({"CLXXVII": (FIELD, {"steps": 1}), "HQ XV": FIELD})
    assert game.node == "MORALE_DIE"
    roll(game, 3)
    retreat(game, "1908")
    assert unit(game, "CLXXVII").at == "1908"


# -- effects on defenders (R-41) -------------------------------------------------------------------------------------

THREE = ["CLXX", "CLXXI", "CLXXII"]


def test_R_41_10_6_hold_leaves_the_choice():
    game = hit(["CLXXVII"])
    roll(game, 1)
    assert (game.node, game.to_move, may_pass(game)) == ("RETREAT", "republican", True)
    assert hexes(game) == {"1908", "1909", "2010"}


def test_R_41_10_6_retreat_forces_the_trade():
    game = hit(THREE[:2], "1/2")
    roll(game, 3)
    assert not may_pass(game)
    assert "morale of the stack" in refusal(game, "DONE")
    retreat(game, "1909")
    lose(game, "CLXX")
    assert [(unit(game, name).at, unit(game, name).steps, unit(game, name).dsg) for name in THREE[:2]] == [
        ("1909", 1, 1),
        ("1909", 2, 1),
    ]


def test_R_41_10_6_flight_costs_all_steps_and_one_dsg():
    game = hit(THREE[:2], "1/2")
    roll(game, 6)
    assert not may_pass(game)
    retreat(game, "1909")
    lose(game, "CLXX", "CLXXI")
    assert [(unit(game, name).at, unit(game, name).steps, unit(game, name).dsg) for name in THREE[:2]] == [
        ("1909", 1, 1),
        ("1909", 1, 1),
    ]
    assert game.node == "ADVANCE"


def test_R_41_10_6_collapse_costs_a_step_more_and_two_dsg():
    game = hit(THREE[:2], "1/2", morale=3)
    roll(game, 6)
    assert not may_pass(game)
    retreat(game, "1909")
    lose(game, "CLXX", "CLXXI", "CLXX")
    assert unit(game, "CLXX").at == "eliminated"
    assert (unit(game, "CLXXI").at, unit(game, "CLXXI").steps, unit(game, "CLXXI").dsg) == ("1909", 1, 2)


@pytest.mark.parametrize(("die", "marker", "steps"), [(4, 0, 3), (6, 0, 3), (6, 3, 4)])
def test_R_61_R_41_10_6_who_must_go_back_and_cannot_loses_one_step_more_and_stays(die, marker, steps):
    """Two steps by the table; retreat and flight make three, collapse four; nobody is disorganised."""
    standing = RING | dict.fromkeys(("CLXXVI", "CLXXVII", "DC"), FIELD)
    game = fight(standing, FIELD, ["LIT 1", "LIT 2", "I N/1"], morale=marker)
    strike(game, "1/2")
    lose(game, "LIT 1")
    roll(game, die)
    assert (game.node, said(game, "No hex to go back to")) == ("LOSS_DEF", True)
    for name in ("DC", "CLXXVI", "CLXXVII", "CLXXVI")[:steps]:
        assert game.node == "LOSS_DEF"
        lose(game, name)
    assert (unit(game, "CLXXVII").at, unit(game, "CLXXVII").dsg) == (FIELD, 0)
    assert game.node == "TARGET"


# -- attackers (R-41) ------------------------------------------------------------------------------------------------

# 5 against 4: 1:1.
COUNTER = {"CLXXVI": FIELD, "CLXXVII": FIELD, "LIT 1": "2108"}


def repelled(pieces_there=COUNTER, attackers=("CLXXVI", "CLXXVII"), result="2/0", losses=("CLXXVI", "CLXXVII"), **more):
    """Republican attackers of 2108 after their losses, at the first morale die if there is one."""
    game = fight(pieces_there, "2108", list(attackers), side="republican", **more)
    strike(game, result)
    lose(game, *losses)
    return game


@pytest.mark.parametrize("die", [1, 3])
def test_R_41_10_6_attackers_hold_their_ground_on_hold_and_on_retreat(die):
    game = repelled()
    roll(game, die)
    assert said(game, "Morale of 2009 Arija: die")
    assert game.node == "TARGET"
    assert (unit(game, "CLXXVI").at, unit(game, "CLXXVI").dsg, unit(game, "CLXXVI").steps) == (FIELD, 0, 1)


@pytest.mark.parametrize(("marker", "levels", "extra"), [(0, 1, 0), (3, 2, 1)])
def test_R_41_10_6_attackers_go_back_on_flight_and_on_collapse_lose_one_more(marker, levels, extra):
    game = repelled(morale=marker)
    roll(game, 6)
    if extra:
        assert (game.node, pieces(game)) == ("LOSS_ATT", {"CLXXVI", "CLXXVII"})
        lose(game, "CLXXVI")
    assert (game.node, game.to_move, may_pass(game)) == ("RETREAT", "republican", False)
    assert hexes(game) == {"1908", "1909", "2010"}
    retreat(game, "1909")
    assert game.node == "TARGET"
    assert (unit(game, "CLXXVII").at, unit(game, "CLXXVII").dsg) == ("1909", levels)
    assert unit(game, "CLXXVI").at == ("eliminated" if extra else "1909")


def test_R_41_10_6_only_the_attackers_of_a_stack_go_back():
    game = repelled(COUNTER | {"CLXX": FIELD, "HQ XV": FIELD})
    roll(game, 6)
    retreat(game, "1909")
    assert (unit(game, "CLXX").at, unit(game, "CLXX").dsg, unit(game, "HQ XV").at) == (FIELD, 0, FIELD)


def test_R_34_9_2_an_hq_that_attackers_leave_alone_by_going_back_dies():
    game = repelled(COUNTER | {"HQ XV": FIELD})
    roll(game, 6)
    retreat(game, "1909")
    assert unit(game, "HQ XV").at == "eliminated"


def test_R_41_10_4_attackers_that_went_back_do_not_advance():
    """FIN 8 in 2108 falls to the brigades of two hexes, of which one flees."""
    standing = {"CLXXVI": FIELD, "CLXXVIII": "2109", "CLXXIX": "2109", "Ar": "2108", "HQ LIT": "2108"}
    game = fight(standing, "2108", ["CLXXVI", "CLXXVIII", "CLXXIX"], side="republican")
    strike(game, "1/2")
    lose(game, "CLXXVI")
    roll(game, 6)
    retreat(game, "1909")
    done(game)
    lose(game, "Ar")
    assert (game.node, pieces(game)) == ("ADVANCE", {"CLXXVIII", "CLXXIX"})
    assert "driven back" in refusal(game, "PIECE", "CLXXVI")


def test_R_61_10_6_stacks_that_lost_are_judged_one_by_one_by_rising_hex():
    standing = {"CLXXVI": FIELD, "CLXXVII": "2008", "CLXXVIII": "2109", "LIT 1": "2108", "LIT 2": "2108"}
    game = fight(standing, "2108", ["CLXXVI", "CLXXVII", "CLXXVIII"], side="republican")
    strike(game, "2/0")
    lose(game, "CLXXVIII", "CLXXVII")
    roll(game, 6)
    assert hexes(game) == {"1907", "1908", "2007", FIELD}
    retreat(game, "1907")
    assert game.node == "MORALE_DIE"
    roll(game, 6)
    assert hexes(game) == {FIELD, "2010", "2110", "2210"}
    retreat(game, "2010")
    assert game.node == "TARGET"
    assert [unit(game, f"CLXXVI{more}").at for more in ("", "I", "II")] == [FIELD, "1907", "2010"]


@pytest.mark.parametrize("edition", ["en", "it"])
def test_R_61_10_6_an_extra_step_of_a_collapse_is_taken_by_the_judged_stack(edition):
    standing = {"CLXXVI": FIELD, "CLXXVII": FIELD, "CLXXVIII": "2109", "LIT 1": "2108", "LIT 2": "2108"}
    game = fight(standing, "2108", list(standing)[:3], side="republican", morale=3, edition=edition)
    strike(game, "2/0")
    lose(game, "CLXXVI", "CLXXVII")
    roll(game, 6)
    assert (game.node, pieces(game)) == ("LOSS_ATT", {"CLXXVI", "CLXXVII"})


@pytest.mark.parametrize(("marker", "lost"), [(0, 1), (3, 2)])
def test_R_61_10_6_attackers_that_cannot_go_back_lose_one_more_and_stay(marker, lost):
    ring = {"LIT 1": "2108", "LIT 2": "2108", "I N/1": "1908", "I N/2": "2010"}
    game = repelled(ring | {"CLXXVI": FIELD, "CLXXVII": FIELD}, morale=marker)
    roll(game, 6)
    assert (game.node, said(game, f"No hex to go back to from {FIELD}")) == ("LOSS_ATT", lost == 1)
    assert game.record["owed_att"] == 1
    lose(game, *("CLXXVI", "CLXXVII")[:lost])
    assert (game.node, said(game, f"No hex to go back to from {FIELD}")) == ("TARGET", True)
    assert unit(game, "CLXXVI").at == "eliminated"
    assert unit(game, "CLXXVII").at == ("eliminated" if lost == 2 else FIELD)
    assert unit(game, "CLXXVII").dsg == 0


def test_R_59_R_41_10_6_after_a_stack_that_a_collapse_destroys_no_stack_rolls_again():
    """With 1 + 2 the brigade in 2008 stands; with 6 + 2 that in 2009, the next hex, loses its last step."""
    standing = {"CLXXVI": "2008", "CLXXVII": (FIELD, {"steps": 2}), "LIT 1": "2108", "LIT 2": "2108"}
    game = fight(standing, "2108", ["CLXXVI", "CLXXVII"], side="republican", morale=2)
    strike(game, "2/0")
    lose(game, "CLXXVI", "CLXXVII")
    roll(game, 1)
    assert game.node == "MORALE_DIE"
    roll(game, 6)
    lose(game, "CLXXVII")
    assert (unit(game, "CLXXVII").at, game.node) == ("eliminated", "TARGET")


def test_R_59_10_6_a_stack_of_which_no_attacker_is_left_does_not_roll():
    game = repelled({"CLXXVI": (FIELD, {"steps": 1}), "LIT 1": "2108"}, ["CLXXVI"], "2/0", ["CLXXVI"])
    assert game.node == "TARGET"


def test_R_59_10_6_survivors_give_the_troop_modifier():
    """FT-17 (0) dies, CLVII (-1) is left: 1 + 3 - 1 is a retreat, which attackers stand."""
    standing = {"CLVII": FIELD, "FT-17": FIELD, "LIT 1": "2108"}
    game = repelled(standing, ["CLVII", "FT-17"], "2/0", ["FT-17", "CLVII"], morale=3)
    roll(game, 1)
    assert morale(game) != "flight"
    assert game.node == "TARGET"


# -- the marker (10.6.1) ---------------------------------------------------------------------------------------------


def test_R_45_10_6_1_the_marker_rises_with_each_objective_that_the_nationalist_takes():
    game = scene({"LIT 1": "2106", "LIT 2": "2106", "CLXX": "1301"}, morale=2)
    move(game, "LIT 1", "2006")
    assert game.record["morale"] == 3
    assert game.log[-2:] == [
        "  Nationalist control: 2006 Reinosa",
        "  Republican morale marker +1: now 3 (rule 10.6.1)",
    ]
    move(game, "LIT 2", "2006")
    assert game.record["morale"] == 3
    move(game, "LIT 2", "2007")
    assert game.record["morale"] == 3


def test_R_45_10_6_1_and_falls_with_each_that_the_republican_takes_back():
    game = scene({"CLXX": "1906", "LIT 1": "2610"}, side="republican", morale=2, control={"nationalist": ["2006"]})
    move(game, "CLXX", "2006")
    assert game.record["morale"] == 1


def test_R_45_R_25_10_6_1_a_retreat_into_an_objective_takes_it_back():
    standing = {"LIT 1": "2206", "LIT 2": "2206", "CLXXVII": "2106"}
    game = fight(standing, "2106", ["LIT 1", "LIT 2"], morale=2, control={"nationalist": ["2006"]})
    strike(game, "1/1")
    lose(game, "LIT 1")
    roll(game, 1)
    retreat(game, "2006")
    assert game.record["morale"] == 1


@pytest.mark.parametrize(
    ("side", "brigade", "start", "holder", "marker"),
    [("nationalist", "LIT 1", "2106", "republican", 5), ("republican", "CLXX", "1906", "nationalist", 0)],
)
def test_R_45_10_6_1_the_marker_stays_between_zero_and_five(side, brigade, start, holder, marker):
    more = {"control": {holder: ["2006"]}, "morale": marker}
    game = scene({brigade: start, "I N/1": "2610", "CLXXX": "1301"}, side=side, **more)
    move(game, brigade, "2006")
    assert game.record["morale"] == marker
    assert not said(game, "morale marker")


def win(target: str, attackers: dict, more: dict, **extra):
    """A Republican attack that takes all defenders of ``target``, at ``ADVANCE``."""
    game = fight(attackers | more, target, list(attackers), side="republican", morale=4, **extra)
    strike(game, "0/3")
    done(game)
    lose(game, *[name for name, at in more.items() if at == target])
    assert game.node == "ADVANCE"
    return game


ASSAULT = {"CLXXVI": FIELD, "CLXXVIII": FIELD}


def test_R_45_10_6_1_an_advance_into_a_hex_won_lowers_the_marker_once_a_combat():
    game = win("2108", ASSAULT, {"Ar": "2108"})
    move(game, "CLXXVI", "2108")
    assert game.record["morale"] == 3
    move(game, "CLXXVIII", "2108")
    assert game.record["morale"] == 3


def test_R_45_10_6_1_without_an_advance_it_stays():
    game = win("2108", ASSAULT, {"Ar": "2108"})
    done(game)
    assert game.record["morale"] == 4


def test_R_45_10_6_1_an_objective_won_by_an_advance_does_not_count_twice():
    game = win("1418", {"CLXXVI": "1417", "CLXXVIII": "1417", "CLXXIX": "1517"}, {"Ar": "1418"})
    move(game, "CLXXVI", "1418")
    assert game.record["morale"] == 3
    move(game, "CLXXVIII", "1418")
    assert game.record["morale"] == 3


def test_R_45_10_6_1_a_nationalist_advance_moves_it_only_by_objectives():
    standing = {"LIT 1": "2108", "LIT 2": "2108", "CLXXXIII": FIELD}
    game = fight(standing, FIELD, ["LIT 1", "LIT 2"], morale=2)
    strike(game, "0/2")
    roll(game, 1)
    done(game)
    lose(game, "CLXXXIII", "CLXXXIII")
    move(game, "LIT 1", FIELD)
    assert game.record["morale"] == 2


def test_R_45_10_4_1_each_objective_of_a_breakthrough_counts_also_in_passing():
    """From 2205 over 2105 and Reinosa to 2007."""
    standing = {"LIT 1": "2205", "LIT 2": "2205", "I N/1": "2104", "I N/2": "2104", "V N/1": "2206", "V N/2": "2206"}
    game = fight(standing | {"DC": "2105"}, "2105", list(standing), morale=1)
    strike(game, "B")
    act(game, "PIECE", "LIT 1")
    assert "2007" in hexes(game)
    act(game, "HEX", "2007")
    assert said(game, "via 2105, 2006 Reinosa")
    assert game.record["morale"] == 2
