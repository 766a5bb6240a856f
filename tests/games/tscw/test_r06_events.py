"""Chapter 6: the draw of event chits, and those that are played at once."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import LINE, Stage, Where
from ctv_env.games.tscw.rules.r06_events import weight_of

N_DRAWS, R_DRAWS = Stage.EVENTS_N, Stage.EVENTS_R


def drawn(chit, units=None, side="R", cup=1, **more):
    """The position after a side has drawn a chit."""
    game = scene(None, units or {}, **more)
    game.s["cup"][chit] = cup
    game.begin(R_DRAWS if side == "R" else N_DRAWS)
    game.step(chit)
    return game


# -- 6.1, 6.2 -----------------------------------------------------------------------------------------------------


def test_6_2_C_18_no_event_goes_back_and_is_not_drawn_again():
    game = scene(N_DRAWS, {})
    cup = game.s["cup"].tolist()
    game.step(0)
    assert game.stage == R_DRAWS
    assert game.s["cup"].tolist() == cup


def test_6_2_C_18_T_13_a_void_chit_is_discarded_without_another_draw():
    game = drawn(5, control={"N": "3613"})
    assert game.stage != R_DRAWS
    assert (game.s["cup"][5], game.s["hand"][5]) == (0, 0)
    game.begin(Stage.RESOURCES_R)
    assert game.purse("NOR") == 0


def test_6_2_a_side_draws_from_its_own_cup_each_counter_alike():
    game = scene(N_DRAWS, {})
    t, s = game.t, game.s
    weights = {chit: int(s["cup"][chit]) for chit in range(1, 42) if t["chit_side"][chit] == 0 and s["cup"][chit]}
    assert {chit: weight_of(s, t, chit) for chit in weights} == weights
    assert weight_of(s, t, 0) == 2
    assert weight_of(s, t, 1) == 0  # a Republican chit
    assert weights[23] == 2  # two copies


def test_6_1_chits_are_added_after_both_draws_of_their_turn():
    game = scene(None, {}, turn=8)
    assert game.s["cup"][31] == 0  # enters in turn 8
    game.begin(N_DRAWS)
    game.step(0)
    assert game.s["cup"][31] == 0
    game.step(0)
    assert game.s["cup"][31] == 1


def test_6_1_T_12_chits_of_the_start_are_in_the_cup_before_turn_7_and_those_of_turn_7_not():
    game = scene(None, {})
    assert (game.s["cup"][1], game.s["cup"][14], game.s["cup"][21]) == (2, 0, 0)


def test_6_4_a_held_chit_goes_into_the_hand():
    assert drawn(22).s["hand"][22] == 1


# -- immediate chits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chit", "side", "purse", "n", "scenario"),
    [
        (3, "R", "REP", 2, "1937"),
        (4, "R", "NOR", 2, "north-1937"),
        (5, "R", "NOR", 1, "north-1937"),
        (15, "R", "REP", 2, "1937"),
        (16, "R", "REP", 2, "1937"),
        (21, "R", "NOR", 2, "north-1937"),
        (24, "N", "ITA", 2, "north-1937"),
        (26, "N", "NAT", 2, "north-1937"),
        (33, "N", "NAT", 2, "1937"),
    ],
)
def test_6_4_T_16_gains_of_rp_come_at_once(chit, side, purse, n, scenario):
    assert drawn(chit, side=side, scenario=scenario).purse(purse) == n


@pytest.mark.parametrize(("chit", "side", "purse"), [(10, "R", "NAT"), (29, "N", "NOR"), (40, "N", "NAT")])
def test_6_4_T_16_T_155_losses_are_taken_after_the_income_of_the_turn(chit, side, purse):
    stage = Stage.RESOURCES_N if purse == "NAT" else Stage.RESOURCES_R
    game = drawn(chit, side=side, scenario="north-1937", turn=8, rp={purse: 1})
    if game.stage < stage:  # nothing was decided before the income of the Nationalists
        assert game.purse(purse) == 1
        game.begin(stage)
    income = int(game.t["income"][8][("NAT", "ITA", "REP", "NOR").index(purse)])
    assert game.purse(purse) == max(0, 1 + income - 2)


@pytest.mark.parametrize(("chit", "change"), [(14, -3), (21, -1)])
def test_4_2_2_6_4_morale(chit, change):
    assert int(drawn(chit, rml=50).s["rml"]) == 50 + change


@pytest.mark.parametrize("chit", [4, 21])
def test_6_4_void_without_a_northern_port(chit):
    game = drawn(chit, control={"N": "3613 3707 3710"}, rml=50)
    assert (game.purse("NOR"), int(game.s["rml"])) == (0, 50)


@pytest.mark.parametrize(
    ("chit", "side", "rail", "scenario"),
    [(10, "R", (0, 2), "north-1937"), (17, "R", (2, 2), "north-1937"), (16, "R", (8, 10), "1937")],
)
def test_6_4_rail_capacities(chit, side, rail, scenario):
    game = drawn(chit, side=side, scenario=scenario)
    assert tuple(game.s["rail"].tolist()) == rail  # in halves of a unit


def test_6_4_chit_20_no_nationalist_sea_movement():
    assert drawn(20).s["sea"][0] == 0


def test_6_4_T_150_chit_14_no_republican_rail_outside_the_north():
    game = drawn(14, {"2712": "R-3", "3707": "1A"}, scenario="1937")
    assert int(game.s["rail"][1]) == 8
    game.begin(Stage.TRANSPORT_R)
    game.s["sea"][1] = 0
    game.begin(Stage.TRANSPORT_R)
    assert game.legal("PIECE") == {"1A"}
    assert game.refusal("PIECE", "R-3") == "RAIL_IN_NORTH_ONLY"


@pytest.mark.parametrize(
    ("state", "after"), [(LINE.INACTIVE, LINE.ACTIVE), (LINE.ACTIVE, LINE.ACTIVE), (LINE.NEUTRALISED, LINE.NEUTRALISED)]
)
def test_6_4_chit_7_mans_the_iron_belt(state, after):
    assert drawn(7, lines={0: state}).s["line"][0] == after


@pytest.mark.parametrize("state", [LINE.INACTIVE, LINE.ACTIVE])
def test_6_4_chit_27_neutralises_it(state):
    assert drawn(27, side="N", lines={0: state}).s["line"][0] == LINE.NEUTRALISED


def test_6_4_chit_8_uses_up_condor_and_hispanic_air():
    game = drawn(8, support="AIR-LC AIR-BAH AIR-AL", turn=8)
    used = [int(game.s["used"][game.piece(name)]) for name in ("AIR-LC", "AIR-BAH", "AIR-AL")]
    assert used == [1, 1, 0]


def test_6_4_chit_18_an_armoured_unit_returns_or_an_rp_comes():
    game = drawn(18, scenario="1937", box="BT R-3")
    assert (game.node, game.legal("PIECE")) == ("EVENT_PICK", {"BT"})
    game.act("PIECE", "BT")
    assert (game.where("BT"), game.steps("BT"), game.purse("REP")) == (Where.REBUILT, 1, 0)
    assert drawn(18, scenario="1937").purse("REP") == 1


def test_6_4_chit_19_a_reduced_supplied_division_becomes_full():
    game = drawn(19, {"2712": "R-4- R-3 TH-"}, scenario="1937")
    assert game.legal("PIECE") == {"R-4"}
    game.act("PIECE", "R-4")
    assert game.steps("R-4") == 2
    assert drawn(19, {"2712": "TH-"}, scenario="1937").node != "EVENT_PICK"


def test_6_4_T_139_chit_41_a_nationalist_division_or_brigade_not_italian():
    ring = {"3608": "1A", "3508": "2A", "3509": "3A", "3610": "4A", "3708": "5A"}
    game = drawn(41, {"3513": "1N- 23M- FN- N-61- OG-", "3609": "2N-", **ring}, side="N", turn=8)
    assert game.legal("PIECE") == {"1N", "FN", "N-61"}  # Flechas are not CTV; 2N is out of supply


def test_6_4_chit_28_a_die_for_each_basque_unit_in_the_santander_region():
    units = {"3711": "1BA 2BA", "3710": "1S", "3612": "BM1", "3614": "3BA", "3613": "1N"}
    game = drawn(28, units, side="N", turn=8)
    assert game.node == "SANTONA_DIE"
    game.roll(3, 4, 6)
    assert (game.steps("1BA"), game.where("2BA"), game.where("BM1")) == (1, Where.DEAD, Where.DEAD)
    assert game.where("3BA") == Where.ON_MAP
    assert game.stage != N_DRAWS


def test_6_4_T_18_chit_28_is_void_while_bilbao_is_republican():
    assert drawn(28, {"3711": "1BA"}, side="N", turn=8).node != "SANTONA_DIE"


def test_6_4_chit_34_withdraws_an_italian_division_for_two_italian_rp():
    game = drawn(34, {"2913": "FIN DLV LT"}, side="N", scenario="1937")
    assert game.legal("PIECE") == {"FIN", "DLV"}
    game.act("PIECE", "FIN")
    assert (game.where("FIN"), game.purse("ITA")) == (Where.GONE, 2)
    assert game.s["slots"][game.cell("2913")] == 1  # 7.4, T-23


def test_6_2_chit_34_is_void_without_one_on_the_map_in_supply():
    game = drawn(34, {"2913": "LT"}, side="N", scenario="1937")
    assert (game.node == "EVENT_PICK", game.purse("ITA")) == (False, 0)


def test_6_4_chit_38_the_republicans_choose_an_air_unit_that_is_used_up():
    game = drawn(38, side="N", scenario="1937", support="AIR-R1 AIR-R2 AIR-N", used="AIR-R2")
    assert (game.node, int(game.s["to_move"]), game.legal("PIECE")) == ("EVENT_PICK", 1, {"AIR-R1", "AIR-N"})
    game.act("PIECE", "AIR-N")
    assert int(game.s["used"][game.piece("AIR-N")]) == 1
