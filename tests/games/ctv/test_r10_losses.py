"""Rule 10.3: step losses, and what happens to HQs and trenches of eliminated pieces."""

import pytest
from support.fights import FIELD, fight, lose, strike
from support.scene import done, pieces, refusal, roll, said, trench, unit

# 15 against 6: 2:1.
TWO_STACKS = {"LIT 1": "2108", "LIT 2": "2108", "I N/1": "2109", "CLXXVI": FIELD, "CLXXVII": FIELD}
ATTACKERS = ["LIT 1", "LIT 2", "I N/1"]


def test_10_3_a_unit_is_flipped_by_its_first_step_and_eliminated_by_its_last():
    game = fight({"LIT 1": "2108", "Ar": "2108", "CLXXVI": FIELD, "CLXXVII": FIELD}, FIELD, ["LIT 1", "Ar"])
    strike(game, "2/0")
    lose(game, "LIT 1", "Ar")
    assert (unit(game, "LIT 1").steps, unit(game, "LIT 1").at) == (1, "2108")
    assert (unit(game, "Ar").steps, unit(game, "Ar").at) == (0, "eliminated")
    assert game.log[-3:] == [
        "  LIT 1 loses a step",
        "  Ar loses its last step",
        "  Ar is eliminated in 2108: step losses (rule 10.3)",
    ]


def test_R_40_10_3_the_attacker_loses_first():
    game = fight(TWO_STACKS, FIELD, ATTACKERS)
    strike(game, "1/1")
    assert (game.node, game.to_move) == ("LOSS_ATT", "nationalist")
    lose(game, "LIT 1")
    roll(game, 1)
    done(game)
    assert (game.node, game.to_move) == ("LOSS_DEF", "republican")


def test_R_40_10_3_the_owner_chooses_among_the_attackers_who_loses():
    bystanders = {"FIN 8": "2108", "HQ CTV": "2108"}
    game = fight(TWO_STACKS | bystanders, FIELD, ATTACKERS)
    strike(game, "2/1")
    assert pieces(game) == set(ATTACKERS)
    assert "not among the units" in refusal(game, "PIECE", "FIN 8")
    assert "not among the units" in refusal(game, "PIECE", "HQ CTV")


@pytest.mark.parametrize(("edition", "alone"), [("en", True), ("it", False)])
def test_R_40_10_3_losses_are_balanced_in_a_stack_or_over_the_whole_side(edition, alone):
    game = fight(TWO_STACKS, FIELD, ATTACKERS, edition=edition)
    strike(game, "2/1")
    lose(game, "I N/1")
    assert pieces(game) == ({"LIT 1", "LIT 2", "I N/1"} if alone else {"LIT 1", "LIT 2"})
    assert ("lost fewer steps" in refusal(game, "PIECE", "I N/1")) != alone


@pytest.mark.parametrize("edition", ["en", "it"])
def test_R_40_10_3_no_unit_of_a_stack_loses_a_second_step_before_the_others_lost_one(edition):
    game = fight(TWO_STACKS, FIELD, ATTACKERS, edition=edition)
    strike(game, "2/1")
    lose(game, "LIT 1")
    assert pieces(game) == {"LIT 2", "I N/1"}
    assert "lost fewer steps" in refusal(game, "PIECE", "LIT 1")


def test_R_40_10_3_bystanders_in_the_stack_do_not_hold_up_a_second_step():
    game = fight({"LIT 1": "2108", "FIN 8": "2108", "CLXXVI": FIELD, "CLXXVII": FIELD}, FIELD, ["LIT 1"])
    strike(game, "2/0")
    lose(game, "LIT 1")
    assert pieces(game) == {"LIT 1"}


def test_R_40_10_3_a_unit_that_cannot_lose_more_is_skipped_and_losses_beyond_the_last_step_are_void():
    game = fight({"Ar": "2108", "FN As": "2108", "CLXXVI": FIELD, "CLXXVII": FIELD}, FIELD, ["Ar", "FN As"])
    strike(game, "2/0")
    lose(game, "Ar")
    assert pieces(game) == {"FN As"}
    lose(game, "FN As")
    assert game.node == "TARGET"
    game = fight({"Ar": "2108", "CLXXVI": FIELD, "CLXXVII": FIELD}, FIELD, ["Ar"])
    strike(game, "2/0")
    lose(game, "Ar")
    assert game.node == "TARGET"


def test_R_40_10_3_steps_taken_in_any_order_leave_the_same_position():
    games = [fight(TWO_STACKS, FIELD, ATTACKERS) for _ in range(2)]
    for game, names in zip(games, (("LIT 1", "I N/1"), ("I N/1", "LIT 1")), strict=True):
        strike(game, "2/1")
        lose(game, *names)
    assert games[0].state_hash() == games[1].state_hash()


def test_10_3_defenders_share_their_losses_too():
    standing = {"LIT 1": "2108", "LIT 2": "2108", "FIN 8": "2108", "CLXX": FIELD, "CLXXI": FIELD, "DC": FIELD}
    game = fight(standing, FIELD, ["LIT 1", "LIT 2", "FIN 8"])
    strike(game, "1/2")
    lose(game, "LIT 1")
    roll(game, 1)
    done(game)
    assert pieces(game) == {"CLXX", "CLXXI", "DC"}
    lose(game, "DC")
    assert pieces(game) == {"CLXX", "CLXXI"}


# -- HQs (9.2) -------------------------------------------------------------------------------------------------------


def test_9_2_an_hq_absorbs_no_loss_and_goes_with_the_last_step_of_its_hex():
    standing = {"LIT 1": "2108", "LIT 2": "2108", "CLXXVII": (FIELD, {"steps": 1}), "HQ XV": FIELD}
    game = fight(standing, FIELD, ["LIT 1", "LIT 2"])
    strike(game, "1/1")
    lose(game, "LIT 1")
    roll(game, 1)
    done(game)
    assert pieces(game) == {"CLXXVII"}
    lose(game, "CLXXVII")
    assert unit(game, "HQ XV").at == "eliminated"
    assert said(game, "an HQ left without combat units")


def test_9_2_an_hq_stays_with_a_combat_unit_that_is_left():
    standing = {"LIT 1": "2108", "LIT 2": "2108", "DC": FIELD, "CLXX": FIELD, "HQ XV": FIELD}
    game = fight(standing, FIELD, ["LIT 1", "LIT 2"])
    strike(game, "1/1")
    lose(game, "LIT 1")
    roll(game, 1)
    done(game)
    lose(game, "DC")
    assert unit(game, "HQ XV").at == FIELD


@pytest.mark.parametrize(("bystander", "place"), [({}, "eliminated"), ({"FIN 8": "2108"}, "2108")])
def test_R_34_9_2_an_attackers_hq_goes_with_the_last_combat_unit_of_its_hex(bystander, place):
    game = fight({"Ar": "2108", "HQ CTV": "2108", "CLXXVI": FIELD} | bystander, FIELD, ["Ar"])
    strike(game, "2/0")
    lose(game, "Ar")
    assert unit(game, "HQ CTV").at == place


# -- trenches (10.7) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "stays"), [("en", False), ("it", True)])
def test_R_44_10_7_a_trench_goes_when_its_occupants_are_destroyed_in_the_english_edition(edition, stays):
    standing = {"LIT 1": "2108", "LIT 2": "2108", "CLXX": (FIELD, {"steps": 1}), "DC": FIELD, "Trench 1": FIELD}
    game = fight(standing, FIELD, ["LIT 1", "LIT 2"], edition=edition)
    strike(game, "1/2")
    lose(game, "LIT 1")
    roll(game, 1)
    done(game)
    lose(game, "DC")
    assert trench(game, FIELD)
    lose(game, "CLXX")
    assert trench(game, FIELD) == stays
    assert unit(game, "Trench 1").at == (FIELD if stays else "eliminated")


def test_R_60_10_7_a_trench_goes_with_a_unit_that_surrenders_at_dsg2_out_of_supply():
    standing = {"LIT 1": "1908", "LIT 2": "2109", "CLXX": (FIELD, {"dsg": "DSG2"}), "Trench 1": FIELD}
    game = fight(standing, FIELD, ["LIT 1"])
    assert unit(game, "CLXX").at == "eliminated"
    assert not trench(game, FIELD)


# -- result B (10.4.1) -----------------------------------------------------------------------------------------------


def test_10_4_1_a_breakthrough_eliminates_every_unit_in_the_hex_at_no_loss_and_without_morale():
    attackers = dict.fromkeys(("LIT 1", "LIT 2", "FIN 8"), "2108") | dict.fromkeys(("I N/1", "I N/2"), "2109")
    game = fight(attackers | {"DC": FIELD, "HQ XV": FIELD, "R SC 1": FIELD}, FIELD, list(attackers))
    strike(game, "B")
    assert game.node == "ADVANCE"
    assert (unit(game, "DC").at, unit(game, "HQ XV").at, unit(game, "R SC 1").at) == ("eliminated", "eliminated", FIELD)
    assert all(unit(game, name).steps == 2 for name in attackers)
