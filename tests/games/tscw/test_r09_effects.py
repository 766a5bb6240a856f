"""Chapter 9.2, 9.3, 9.6: when supply is judged, what it takes from a unit, and where a move may end."""

import pytest
from naive_tscw.board import hexes, is_town, on_board, within
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage

RING = {"3612": "1S", "3512": "1A", "3513": "2A", "3614": "3BA"}
"""Republicans around Bilbao, which is in town supply if a Nationalist holds it."""


def lost(code, n=4):
    """All hexes of the north within some of one, itself excepted."""
    return " ".join((within(code, n) & on_board("north-1937")) - {code})


def out_of_supply(units, **more):
    """Units in 2309, where no town within three hexes is theirs."""
    taken = " ".join(near for near in within("2309", 3) if near in hexes() and is_town(near))
    more.setdefault("control", {"N": taken})
    return scene(more.pop("stage", Stage.MOVEMENT_R), {"2309": units}, scenario="1937", **more)


# -- 9.2: when ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "stage",
    ["TRANSPORT_N", "MOVEMENT_N", "EXPLOIT_N", "MOVEMENT_R", "EXPLOIT_R", "CONDITIONS"],
)
def test_9_1_9_2_T_43_supply_states_are_set_at_the_start_of_a_segment(stage):
    game = scene(None, {"3613": "1N", **RING})
    assert game.supply("1N") == "full"  # not judged yet
    assert game.begin(Stage[stage]).supply("1N") == "town"


@pytest.mark.parametrize("stage", ["RESOURCES_N", "TRANSPORT_R", "RESERVES_N", "COMBAT_N", "EXPLOIT_COMBAT_N"])
def test_9_2_T_43_other_segments_leave_them_as_they_are(stage):
    game = scene(None, {"3613": "1N", **RING}, rp={"NAT": 1})
    assert game.begin(Stage[stage]).supply("1N") == "full"


def test_9_2_T_43_battles_judge_supply_afresh():
    # 1N has been cut off since the last check.
    game = scene(None, {"3613": "1N", **RING}).begin(Stage.COMBAT_N)
    assert game.supply("1N") == "full"
    game.attack("3614", "1N")
    assert game.strengths == (3, 3)  # 5 halved


# -- 9.2: where a move may end --------------------------------------------------------------------------------


def test_9_2_T_45_C_28_a_move_ends_out_of_supply_only_in_a_town():
    game = scene(Stage.MOVEMENT_N, {"3608": "1N"}, control={"R": lost("3608")})
    assert game.supply("1N") == "town"
    game.move("1N")
    assert game.refusal("HEX", "3609") == "UNSUPPLIED_THERE"
    assert "3708" in game.legal()


def test_9_2_T_45_the_mover_no_longer_holds_the_hex_that_it_leaves():
    # OG alone keeps the ZOC of the three divisions from closing 3506, its only way.
    units = {"3706": "1A", "3707": "2A", "3608": "3A", "3606": "4A", "3506": "AGC", "3607": "OG MG"}
    game = scene(Stage.MOVEMENT_N, units)
    assert (game.supply("OG"), game.supply("AGC")) == ("full", "full")
    game.act("PIECE", "AGC")
    assert "3505" in game.legal()
    assert "3506" not in game.legal()


def test_9_2_T_45_the_hexes_just_walked_count_as_taken():
    # 3609 is enemy country; the second leg from Ribadesella (3708) runs over the hexes that the mover takes.
    game = scene(Stage.MOVEMENT_N, {"3508": "1N"}, control={"N": "3608"})
    game.move("1N")
    assert "3609" in game.legal()


# -- 9.3, 9.6: effects --------------------------------------------------------------------------------------------


def test_1_1_9_3_C_35_movement_is_halved_and_rounded_up():
    game = out_of_supply("R-3")
    assert game.supply("R-3") == "out"
    game.act("PIECE", "R-3")
    assert int(game.s["mf_left"]) == 3  # of 5


def test_9_3_T_110_no_march_and_no_strategic_movement():
    game = out_of_supply("R-3")
    game.act("PIECE", "R-3")
    assert game.node == "MOVE_TO"  # no choice of a march
    train = scene(Stage.TRANSPORT_N, {"3613": "1N", **RING}, control={"N": "3612"})
    assert train.supply("1N") == "town"
    assert "1N" not in train.legal("PIECE")


def test_9_3_attackers_out_of_supply_attack_with_half_their_sum():
    game = scene(None, {"3609": "1N 2N", "3608": "3A", "3610": "1S", "3708": "1A", "3508": "4A", "3509": "5A"})
    game.begin(Stage.COMBAT_N).attack("3608", "1N 2N")
    assert game.strengths == (5, 5)


def test_9_3_9_6_defenders_out_of_supply_defend_with_half_and_in_a_town_with_all():
    for code, target, strength in (("3609", "3609", 3), ("3608", "3608", 6)):
        ring = {near: f"{k}N" for k, near in enumerate(sorted(set(within(code, 1)) & set(hexes()) - {code}), 1)}
        few = dict(list(ring.items())[:4])
        game = scene(None, {**few, target: "1A"}, control={"N": lost(code)})
        game.begin(Stage.COMBAT_N).attack(target, next(iter(few.values())))
        assert game.strengths[1] == strength, code
        assert game.drms["15.17"] == 1


def test_9_6_C_22_town_supply_halves_attack_and_movement_but_not_defence():
    units = {"3706": "1A", "3707": "2A", "3608": "3A", "3606": "4A", "3607": "OG"}
    sortie = scene(Stage.COMBAT_N, units | {"3707": "CH"})
    sortie.attack("3707", "OG")
    assert sortie.strengths == (1, 1)  # half of 1 is not below 1
    defence = scene(Stage.COMBAT_R, units)
    defence.attack("3607", "1A 2A")
    assert defence.strengths == (7, 6)
    assert defence.drms["15.17"] == 1


def test_9_3_T_04_the_halved_are_summed_before_they_are_halved():
    # Three columns with 1 each in Talavera, cut off: 3/2, rounded up.
    ring = {"2508": "N-11", "2510": "N-12", "2409": "N-14", "2410": "N-15", "2609": "N-16", "2610": "SER"}
    game = scene(None, {"2509": "DRT ASC ORT", **ring}, scenario="1937")
    game.begin(Stage.COMBAT_R).attack("2610", "DRT ASC ORT")
    game.roll(4)  # the columns' die, without effect
    assert game.strengths == (2, 2)
