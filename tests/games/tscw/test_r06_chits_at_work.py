"""Chapter 6: drawing, what each chit does and to whom, and when held chits may be played."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.model.codes import LINE, N_CHITS, Stage, Where
from ctv_env.games.tscw.rules.r06_events import weight_of

N_DRAWS, R_DRAWS = Stage.EVENTS_N, Stage.EVENTS_R
N_FIGHTS, R_FIGHTS = Stage.COMBAT_N, Stage.COMBAT_R
N_MOVES, R_MOVES = Stage.MOVEMENT_N, Stage.MOVEMENT_R


def drawn(chit, units=None, side="R", **more):
    """The position after a side has drawn a chit."""
    game = scene(None, units or {}, **more)
    game.s["cup"][chit] = 1
    game.begin(R_DRAWS if side == "R" else N_DRAWS)
    game.step(chit)
    return game


def why(game, *names, segment="PIECE"):
    return [game.refusal(segment, name) for name in names]


# -- the draw (6.1, 6.2) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", [N_DRAWS, R_DRAWS])
def test_6_2_every_counter_in_the_cup_is_drawn_by_as_many_numbers(stage):
    game = scene(stage, {}, scenario="1937")
    weights = {chit: int(weight_of(game.s, game.t, chit)) for chit in range(N_CHITS + 1)}
    whole = sum(weights.values())
    found = [int(RULES.outcome_of(game.s, game.t, number)) for number in range(3 * whole)]
    assert {chit: found.count(chit) for chit in weights} == {chit: 3 * n for chit, n in weights.items()}
    assert (weights[40], weights[3]) == ((1, 0) if stage == N_DRAWS else (0, 1))


def test_6_1_chits_of_a_turn_join_the_cups_of_both_sides_after_the_republican_draw():
    game = scene(None, {}, turn=8).begin(N_DRAWS)
    late = {chit: int(game.t["chit_count"][chit]) for chit in range(1, N_CHITS + 1) if game.t["chit_entry"][chit] == 8}
    assert {8, 10, 28, 31, 41} <= set(late)
    game.step(0)
    assert not any(game.s["cup"][chit] for chit in late)
    assert game.said("CHIT_ADDED") == []
    game.step(0)
    assert {chit: int(game.s["cup"][chit]) for chit in late} == late
    added = {one["chit"]: one["side"] for one in game.said("CHIT_ADDED")}
    assert added == {chit: int(game.t["chit_side"][chit]) for chit, n in late.items() if n}


def test_6_2_T_16_chit_38_asks_for_no_unit_of_the_side_that_drew_it():
    game = drawn(38, {"3513": "1N"}, side="N", scenario="1937", support="AIR-R1 AIR-LC")
    assert why(game, "AIR-R1", "AIR-LC") == ["LEGAL", "NOT_PICKED"]


def test_6_1_chits_of_another_turn_stay_out():
    game = scene(None, {}, turn=9).begin(N_DRAWS)
    game.step(0)
    game.step(0)
    assert not any(game.s["cup"][chit] for chit in (8, 10, 28, 31, 41))


def test_6_1_T_12_the_cup_of_the_start_holds_every_chit_of_the_start():
    game = scene(None, {}, scenario="1937")
    for chit in range(1, N_CHITS + 1):
        expected = int(game.t["chit_count"][chit]) if game.t["chit_entry"][chit] == 0 else 0
        assert int(game.s["cup"][chit]) == expected, chit
    assert int(game.s["cup"][40]) == 1


def test_6_2_6_4_a_drawn_chit_leaves_the_cup_and_the_draw_is_told():
    game = drawn(22)
    assert (int(game.s["cup"][22]), int(game.s["hand"][22])) == (0, 1)
    assert game.said("DRAWN") == [{"side": 1, "chit": 22, "void": 0}]
    assert drawn(5, control={"N": "3613"}).said("DRAWN") == [{"side": 1, "chit": 5, "void": 1}]
    assert drawn(5).said("DRAWN") == [{"side": 1, "chit": 5, "void": 0}]


# -- immediate chits ----------------------------------------------------------------------------------------------


def test_6_4_T_16_a_loss_is_no_gain_and_takes_from_its_own_purse():
    game = drawn(40, side="N", rp={"NAT": 3, "ITA": 1})
    assert [int(n) for n in game.s["rp_fall"]] == [2, 0, 0, 0]
    assert (game.purse("NAT"), game.purse("ITA")) == (3, 1)
    assert not drawn(26, side="N").s["rp_fall"].any()


def test_6_4_T_16_a_capacity_never_falls_below_0():
    game = scene(None, {"3513": "1N"})
    game.s["cup"][17] = 1
    game.begin(R_DRAWS)
    game.s["rail"][:] = (1, 2)
    game.step(17)
    assert game.s["rail"].tolist() == [0, 2]


def test_6_4_chits_without_a_word_on_transport_leave_the_capacities_alone():
    game = drawn(22)
    assert (game.s["rail"].tolist(), game.s["sea"].tolist(), int(game.s["north_rail_only"])) == ([4, 2], [2, 0], 0)
    ten = drawn(10, turn=8)
    assert (ten.s["rail"].tolist(), ten.s["sea"].tolist(), int(ten.s["north_rail_only"])) == ([0, 2], [2, 0], 0)
    fourteen = drawn(14)
    assert (fourteen.s["rail"].tolist(), int(fourteen.s["north_rail_only"])) == ([4, 2], 1)


def test_6_4_T_150_chit_14_counts_for_its_turn_only():
    game = drawn(14)
    game.begin(N_DRAWS)
    assert int(game.s["north_rail_only"]) == 0


@pytest.mark.parametrize(("state", "void"), [(LINE.INACTIVE, 0), (LINE.ACTIVE, 1), (LINE.NEUTRALISED, 1)])
def test_6_2_T_13_chit_7_is_void_for_a_line_that_is_no_longer_inactive(state, void):
    assert drawn(7, lines={0: state}).said("DRAWN") == [{"side": 1, "chit": 7, "void": void}]


@pytest.mark.parametrize(
    ("state", "destroyed", "void"),
    [(LINE.INACTIVE, False, 0), (LINE.ACTIVE, False, 0), (LINE.ACTIVE, True, 1), (LINE.NEUTRALISED, False, 1)],
)
def test_6_2_T_13_chit_27_is_void_for_a_line_that_is_gone(state, destroyed, void):
    game = scene(None, {}, lines={0: state})
    if destroyed:
        row, column = divmod(game.cell("3613"), int(game.t["n_columns"]))
        game.s["destroyed_rows"][row + 1] |= 1 << column
    game.s["cup"][27] = 1
    game.begin(N_DRAWS).step(27)
    assert game.said("DRAWN")[0]["void"] == void
    assert int(game.s["line"][0]) == (LINE.ACTIVE if destroyed else LINE.NEUTRALISED)


def test_6_4_chit_8_uses_up_only_what_is_in_play():
    game = drawn(8, support="AIR-LC AIR-N", turn=8)
    game_used = {name: int(game.s["used"][game.piece(name)]) for name in ("AIR-LC", "AIR-BAH", "AIR-N")}
    assert game_used == {"AIR-LC": 1, "AIR-BAH": 0, "AIR-N": 0}
    assert game.said("USED_UP") == [{"piece": game.piece("AIR-LC")}]


def test_6_4_T_139_chit_18_is_for_own_dead_armour_of_any_kind():
    game = drawn(18, {"2712": "1/2T-"}, scenario="1937", box="BT 3/2T RCP RC R-3")
    assert game.legal("PIECE") == {"BT", "3/2T", "RCP"}
    assert why(game, "1/2T", "R-3", "RC") == ["NOT_PICKED"] * 3
    game.act("PIECE", "BT")
    assert game.said("REBUILT") == [{"piece": game.piece("BT")}]
    assert game.purse("REP") == 0
    assert game.stage > R_DRAWS


def test_6_4_chit_19_only_reduced_supplied_divisions_on_the_map():
    ring = {"2509": "R-4-", "2508": "N-71", "2510": "N-14", "2610": "N-16"}
    units = {"2712": "R-14- R-15 TH- R-34-", **ring}
    game = drawn(19, units, scenario="1937", box="R-35", control={"N": "2409 2410 2408 2609"})
    assert game.legal("PIECE") == {"R-14", "R-34"}  # no brigade, none out of supply
    assert why(game, "R-15", "TH", "R-4", "R-35") == ["NOT_PICKED"] * 4
    game.act("PIECE", "R-14")
    assert game.said("REPLENISHED") == [{"piece": game.piece("R-14")}]
    assert (game.steps("R-14"), game.steps("R-34")) == (2, 1)


def test_6_4_T_139_chit_41_is_for_divisions_and_brigades_of_the_nationalists():
    game = drawn(41, {"3513": "1N- LT- 23M-", "3514": "MG- 2N N-61-"}, side="N", turn=8)
    assert game.legal("PIECE") == {"1N", "N-61"}
    assert why(game, "LT", "MG", "2N") == ["NOT_PICKED"] * 3


def test_6_4_chit_34_needs_one_of_the_two_on_the_map_in_supply():
    ring = {"3608": "1A", "3508": "2A", "3509": "3A", "3610": "4A", "3708": "5A"}
    game = drawn(34, {"3513": "FIN", "3609": "DLV", **ring}, side="N", scenario="1937")
    assert game.legal("PIECE") == {"FIN"}
    assert why(game, "DLV") == ["NOT_PICKED"]
    game.act("PIECE", "FIN")
    assert game.said("WITHDRAWN") == [{"piece": game.piece("FIN"), "cell": game.cell("3513")}]
    box = drawn(34, {"3513": "LT"}, side="N", scenario="1937", box="FIN DLV")
    assert (box.node != "EVENT_PICK", box.purse("ITA")) == (True, 0)


def test_6_4_chit_38_is_for_available_republican_air_units():
    game = drawn(
        38, {"3513": "1N"}, side="N", scenario="1937", support="AIR-R1 NAV-R1 AIR-LC AIR-N", used="AIR-N", box="AIR-R2"
    )
    assert (int(game.s["to_move"]), game.legal("PIECE")) == (1, {"AIR-R1"})
    assert why(game, "NAV-R1", "AIR-N", "AIR-R2", "AIR-LC") == ["NOT_PICKED"] * 4
    game.act("PIECE", "AIR-R1")
    assert game.said("USED_UP") == [{"piece": game.piece("AIR-R1")}]


def test_6_4_chit_38_has_no_effect_without_one():
    game = drawn(38, side="N", scenario="1937", support="AIR-LC", rp={"REP": 0, "NAT": 0})
    assert game.node != "EVENT_PICK"
    assert int(game.s["used"].sum()) == 0


@pytest.mark.parametrize(("die", "lost"), [(3, 0), (4, 1)])
def test_6_4_chit_28_a_four_costs_a_step(die, lost):
    game = drawn(28, {"3711": "1BA 2BA", "3613": "1N", "3710": "HQ-N 1S", "3609": "3BA"}, side="N", turn=8)
    game.roll(die)
    assert {"piece": game.piece("1BA"), "die": die, "lost": lost} in game.said("SANTONA_DIE")
    assert game.where("1BA") == (Where.DEAD if lost else Where.ON_MAP)
    assert game.node == "SANTONA_DIE"
    game.roll(die)
    assert game.node != "SANTONA_DIE"  # neither HQ-N, nor 1S, nor 3BA in Asturias
    assert game.where("2BA") == (Where.DEAD if lost else Where.ON_MAP)


# -- operation chits ------------------------------------------------------------------------------------------------


def test_6_4_T_14_only_the_operation_chits_of_the_side_that_moves_are_played():
    game = scene(N_MOVES, {"3513": "1N", "3707": "1A"}, hand=(6, 22, 23, 36, 39))
    assert [int(game.s["hand"][chit]) for chit in (6, 22, 23, 36, 39)] == [1, 1, 1, 0, 1]  # 36 asks first
    assert game.said("PLAYED") == [{"side": 0, "chit": 36}]
    game.act("HEX", "3513")
    game.done()
    assert [int(game.s["hand"][chit]) for chit in (6, 22, 23, 36, 39)] == [1, 1, 1, 0, 0]
    assert (int(game.s["attacks_left"]), game.node) == (4, "MOVE_PIECE")
    republican = scene(R_MOVES, {"3513": "1N", "3707": "1A"}, hand=(6, 36, 39))
    assert [int(republican.s["hand"][chit]) for chit in (6, 36, 39)] == [0, 1, 1]
    assert int(republican.s["attacks_left"]) == -1


def test_6_4_T_129_T_157_chit_36_names_units_of_the_hex_once_each():
    game = scene(N_MOVES, {"3513": "1N HQ-NAV", "3514": "2N", "3613": "1BA"}, hand=(36,))
    assert why(game, "3513", "3514", "3613", "3409", segment="HEX") == ["LEGAL", "LEGAL"] + ["NO_UNITS_THERE"] * 2
    game.act("HEX", "3513")
    assert game.legal("PIECE") == {"1N", "HQ-NAV"}
    game.act("PIECE", "1N")
    assert game.said("BONUS") == [{"piece": game.piece("1N")}]
    assert why(game, "1N", "2N", "1BA", "HQ-NAV") == ["NOT_IN_HEX"] * 3 + ["LEGAL"]
    game.act("PIECE", "HQ-NAV")
    assert game.node == "MOVE_PIECE"  # nobody else stands there
    bonus = {game.tables.pieces.names[p] for p in game.s["bonus"].nonzero()[0]}
    assert bonus == {"1N", "HQ-NAV"}


def test_6_4_T_129_the_fifth_unit_gets_no_factor():
    game = scene(N_MOVES, {"3513": "1N 2N 3N 4N AV"}, hand=(36,))
    game.act("HEX", "3513")
    game.act("PIECE", "1N", "2N", "3N")
    assert game.node == "CHIT_UNITS"
    game.act("PIECE", "4N")
    assert game.node == "MOVE_PIECE"


def test_6_4_T_17_the_loss_comes_once():
    game = scene(R_MOVES, {"3707": "1A", "3607": "OG"}, hand=(6,), rml=50)
    game.done()
    game.done()
    assert (int(game.s["rml"]), int(game.s["must_attack"])) == (48, 0)
    game.begin(R_FIGHTS)
    game.done()
    assert int(game.s["rml"]) == 48


# -- held chits at the start of combat ---------------------------------------------------------------------------------

HQS = {"3513": "HQ-NAV 1N", "3707": "HQ-N 1A"}


@pytest.mark.parametrize(
    ("stage", "chits"),
    [
        (N_FIGHTS, [(0, {"30", "35"}), (1, {"12"})]),
        (R_FIGHTS, [(1, {"12", "13"})]),
        (Stage.EXPLOIT_COMBAT_N, [(0, {"30", "35"})]),
        (Stage.EXPLOIT_COMBAT_R, []),
    ],
)
def test_6_4_T_15_T_19_T_140_which_chits_open_which_combat_segment(stage, chits):
    game = scene(stage, HQS, hand=(1, 2, 12, 13, 22, 23, 30, 35), used="HQ-NAV HQ-N NAV-N1", support="NAV-N1")
    found = []
    while game.node == "EVENT_PLAY":
        found.append((int(game.s["to_move"]), game.legal("CHIT")))
        if len(found) == 1 and found[0][0] == 0:
            assert why(game, 12, 23, 25, segment="CHIT") == ["NOT_HELD", "CHIT_NOT_NOW", "NOT_HELD"]
        game.done()
    assert found == chits
    assert game.node == "TARGET"


@pytest.mark.parametrize(
    ("more", "offered"),
    [
        ({"used": "HQ-NAV"}, True),
        ({"used": ""}, False),
        ({"used": "HQ-N"}, False),  # the enemy's
        ({"used": "HQ-NAV", "reserve": "1N"}, False),
        ({"used": "1N"}, False),
    ],
)
def test_6_4_chit_35_needs_a_committed_hq_of_its_side(more, offered):
    game = scene(N_FIGHTS, HQS, hand=(35,), **more)
    assert (game.node == "EVENT_PLAY") == offered


def test_6_4_chit_35_needs_an_hq_on_the_map_in_supply():
    ring = {"3609": "HQ-NAV", "3608": "1A", "3508": "2A", "3509": "3A", "3610": "4A", "3708": "5A"}
    assert scene(N_FIGHTS, ring, hand=(35,), used="HQ-NAV").node == "TARGET"
    dead = scene(None, {"3513": "1N"}, hand=(35,), box="HQ-NAV")
    dead.s["used"][dead.piece("HQ-NAV")] = 1
    assert dead.begin(N_FIGHTS).node == "TARGET"


@pytest.mark.parametrize(
    ("support", "used", "offered"),
    [("NAV-N1", "NAV-N1", True), ("AIR-LC NAV-N1", "AIR-LC HQ-NAV", False), ("", "NAV-N1", False)],
)
def test_6_4_chit_30_needs_a_used_naval_unit_in_play(support, used, offered):
    game = scene(N_FIGHTS, HQS, hand=(30,), support=support, used=used)
    assert (game.node == "EVENT_PLAY") == offered


def test_6_4_chits_30_and_35_are_for_their_own_kind():
    game = scene(N_FIGHTS, HQS, hand=(30, 35), used="HQ-NAV NAV-N1 HQ-N", support="NAV-N1")
    game.act("CHIT", 30)
    assert game.s["hand"][30] == 0
    assert {"side": 0, "chit": 30} in game.said("PLAYED")
    assert why(game, "NAV-N1", "HQ-NAV", "HQ-N") == ["LEGAL", "NOT_PICKED", "NOT_PICKED"]
    game.act("PIECE", "NAV-N1")
    assert game.said("NAVAL_READY") == [{"piece": game.piece("NAV-N1")}]
    assert (game.node, game.legal("CHIT")) == ("EVENT_PLAY", {"35"})
    game.act("CHIT", 35)
    assert why(game, "HQ-NAV", "HQ-N", "NAV-N1", "1N") == ["LEGAL"] + ["NOT_PICKED"] * 3
    game.act("PIECE", "HQ-NAV")
    assert game.said("HQ_READY") == [{"piece": game.piece("HQ-NAV")}]
    assert (game.node, int(game.s["chit"])) == ("TARGET", 0)


def test_6_4_T_140_after_a_chit_the_same_side_is_asked_again_then_the_other():
    game = scene(N_FIGHTS, {"3513": "HQ-NAV", "3514": "HQ-GLC", "3707": "1A"}, hand=(12, 35, 35), used="HQ-NAV HQ-GLC")
    game.act("CHIT", 35)
    game.act("PIECE", "HQ-NAV")
    assert (game.node, game.legal("CHIT")) == ("EVENT_PLAY", {"35"})
    game.act("CHIT", 35)
    game.act("PIECE", "HQ-GLC")
    assert (game.node, int(game.s["to_move"]), game.legal("CHIT")) == ("EVENT_PLAY", 1, {"12"})
    game.act("CHIT", 12)
    assert (game.node, int(game.s["no_air"]), int(game.s["hand"][12])) == ("TARGET", 1, 0)
    assert int(game.s["to_move"]) == 0
