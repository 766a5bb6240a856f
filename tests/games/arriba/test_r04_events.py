"""Rule 4: random events, with the worked cases C-97 to C-99, C-105 and C-109."""

import dataclasses

import pytest
from support.arriba_scene import act, area_code, class_of, group, groups, legal, refusal, roll, said, scene, value

from ctv_env.games.arriba.model.codes import Power
from ctv_env.games.arriba.model.events import EVENTS


def event(number: int, turn: int = 4, **more):
    """The event of a roll, in a turn."""
    game = scene(stage="EVENTS", turn=turn - 1, **more)
    assert game.node == "EVENT_TENS"
    roll(game, number // 10, number % 10)
    return game


def occurred(game) -> bool:
    return said(game, EVENTS.EVENT_DRAWN, occurs=1)


def test_4_1_the_first_die_is_tens_the_second_ones():
    game = event(46, powers={"USSR": -1}, government={"valencia": "city: PA b"})
    assert said(game, EVENTS.EVENT_DRAWN, tens=4, ones=6, occurs=1)
    assert game.node == "EVENT_PLACE"  # armour for the Government


def test_14_2_a_no_event_on_the_first_turn():
    assert scene(stage="EVENTS", turn=0).node == "ORDER_DIE"
    assert scene(stage="EVENTS", turn=1).node == "EVENT_TENS"


def test_C_97_gold_for_arms():
    game = event(14, turn=2, powers={"USSR": -1})
    roll(game, 5)
    assert value(game, "ep") == [5, 0]


def test_A_21_no_event_without_its_condition():
    game = event(14, turn=2)
    assert game.node == "ORDER_DIE"
    assert said(game, EVENTS.EVENT_DRAWN, occurs=0)


@pytest.mark.parametrize(("turn", "moves"), [(2, True), (4, True), (5, False), (13, False)])
def test_C_98_A_21_an_event_occurs_in_its_turns(turn, moves):
    game = event(12, turn=turn, powers={"FR": -1})
    assert value(game, "power_at")[Power.FR] == (0 if moves else -1)


def test_A_21_an_event_marked_once_occurs_once():
    done_before = [0] * 36
    done_before[1] = 1
    assert not occurred(event(12, turn=3, powers={"FR": -1}, event_done=done_before))


def test_A_144_an_event_without_effect_has_happened():
    game = event(12, turn=3)  # France is neutral already
    assert value(game, "event_done")[1] == 1


def test_C_99_A_123_support_falls_by_two_dice_at_once():
    game = event(66, turn=12, ps=(30, 50))
    roll(game, 4)
    assert value(game, "ps") == [30, 50]
    roll(game, 3)
    assert value(game, "ps") == [23, 50]


@pytest.mark.parametrize(("ps", "occurs"), [(40, True), (41, False)])
def test_A_21_a_condition_on_support(ps, occurs):
    assert occurred(event(66, turn=12, ps=(ps, 50))) == occurs


@pytest.mark.parametrize(("purged", "occurs"), [((), True), (("poum",), True), (("poum", "anarchist"), False)])
def test_A_21_a_condition_with_alternatives(purged, occurs):
    game = event(32, turn=5, government={"barcelona": "city: PA b"}, purged=purged)
    assert occurred(game) == occurs


@pytest.mark.parametrize(("where", "occurs"), [("city: Nat b", True), ("field: Nat b", False)])
def test_A_04_an_event_that_asks_who_occupies_a_city(where, occurs):
    assert occurred(event(25, turn=4, rebel={"toledo": where})) == occurs


@pytest.mark.parametrize(("start", "goal"), [(-2, -1), (0, 0), (2, 1)])
def test_A_23_toward_neutral_stops_there(start, goal):
    assert value(event(45, turn=8, powers={"USSR": start}), "power_at")[Power.USSR] == goal


@pytest.mark.parametrize(
    ("number", "turn", "start", "goal"), [(41, 4, 0, -1), (41, 4, -3, -3), (42, 10, -1, 0), (42, 10, 3, 3)]
)
def test_A_23_toward_a_side_goes_past_neutral_and_stops_at_the_end(number, turn, start, goal):
    assert value(event(number, turn=turn, powers={"FR": start}), "power_at")[Power.FR] == goal


def test_A_20_effects_follow_in_order():
    game = event(44, turn=12, powers={"USSR": -2})
    assert value(game, "power_at")[Power.USSR] == -2
    roll(game, 6)
    assert value(game, "ps") == [44, 50]
    assert value(game, "power_at")[Power.USSR] == -1


def test_A_22_an_EP_loss_stops_at_0():
    game = event(36, turn=6, powers={"USSR": -1}, ep=(3, 0))
    roll(game, 5)
    assert value(game, "ep") == [0, 0]


def test_A_22_an_air_AP_needs_no_port():
    game = event(21, turn=3)
    assert value(game, "air_ready") == [1, 0]
    assert value(game, "ap_free")[0] == [9, 10, 10]


def test_C_109_A_22_no_AP_above_the_limit():
    game = event(22, turn=4, powers={"IT": 1}, air_ready=(0, 10), ap_free=[[10, 10, 10], [0, 10, 10]])
    assert value(game, "air_ready") == [0, 10]


@pytest.mark.parametrize(("free", "ready"), [(1, 9), (2, 11)])
def test_A_153_AP_of_one_effect_come_all_or_none(free, ready):
    game = scene(stage="EVENTS", turn=3, air_ready=(9, 0), ap_free=[[free, 10, 10], [10, 10, 10]])
    game.tables = copied(game.tables)
    game.tables.record[0]["event_effect"][6, 0, 3] = 2  # two air AP for the Government
    roll(game, 2, 1)
    assert value(game, "air_ready") == [ready, 0]


def test_A_22_an_armour_AP_lands_at_a_port_of_the_owners_choice():
    where = {"valencia": "city: PA b", "madrid": "city: PA b", "barcelona": "city: Cat b", "alicante": "field: PA b"}
    game = event(46, powers={"USSR": -1}, government=where)
    assert (game.node, game.to_move) == ("EVENT_PLACE", "government")
    assert legal(game, "AREA") == {"valencia", "barcelona"}
    act(game, "AREA", "valencia")
    assert group(game, "government", "valencia", "pool") == "armour"
    assert value(game, "ap_free")[0] == [10, 9, 10]


def test_A_22_without_a_port_it_is_lost():
    game = event(46, powers={"USSR": -1}, government={"madrid": "city: PA b"})
    assert game.node == "ORDER_DIE"


def test_A_22_a_brigade_comes_where_it_could_be_built_and_costs_nothing():
    where = {"madrid": "city: PA b", "cuenca": "field: PA b"}
    game = event(64, government={**where, "murcia": "city pool: PA b"})
    assert legal(game, "AREA") == {"madrid", "murcia"}
    act(game, "AREA", "madrid")
    assert group(game, "government", "madrid", "pool") == "PA b"
    assert value(game, "ep") == [0, 0]
    assert value(game, "kind_ep") == [0] * 13


def test_A_22_a_Colonial_brigade_comes_in_Morocco():
    game = event(15, play_forced=True)
    assert group(game, "rebel", "morocco", "pool") == "Col b"


def test_A_22_no_brigade_without_a_counter():
    free = [5] * 29
    free[0] = 0
    assert event(64, government={"madrid": "city: IB b"}, counters_free=free).node == "ORDER_DIE"


def test_C_105_A_118_A_149_the_owner_names_area_and_brigade_and_the_one_at_large_goes_first():
    where = {"barcelona": "city: PA b", "lerida": "city: An b; field: An b"}
    game = event(32, turn=5, government=where)
    roll(game, 4)
    assert value(game, "ps") == [46, 50]
    assert (game.node, legal(game, "AREA"), legal(game, "UNIT")) == ("EVENT_LOSE", {"lerida"}, set())
    assert refusal(game, "AREA", "barcelona") == "NO_UNIT_OF_YOURS"
    act(game, "AREA", "lerida")
    assert legal(game, "UNIT") == {"An b"}
    assert refusal(game, "UNIT", "PA b") == "NOT_THAT_KIND"
    act(game, "UNIT", "An b")
    assert group(game, "government", "lerida", "city") == "An b"
    assert group(game, "government", "lerida", 1) == ""


def test_A_24_a_brigade_lost_to_an_event_is_no_combat_loss():
    game = event(55, turn=12, government={"madrid": "city: IB b"}, play_forced=True)
    assert value(game, "lost_cf") == [0, 0]
    assert value(game, "counters_free")[4] == 5
    assert value(game, "ps") == [52, 50]


@pytest.mark.parametrize(("number", "turn", "factor"), [(16, 4, 2), (61, 8, 0)])
def test_4_1_A_154_an_event_changes_the_lifts_of_its_turn(number, turn, factor):
    game = event(number, turn=turn)
    if game.node == "EVENT_DIE":
        roll(game, 1)
    assert value(game, "lift_factor") == [1, factor]


def test_A_34_an_event_too_can_send_a_legion_home_and_goes_on_afterwards():
    """None of the table moves GE away; the first effect of event 56 is turned about for this."""
    game = scene(stage="EVENTS", turn=6, powers={"GE": 1}, legions={"GE"}, rebel={"burgos": "field: armour"})
    game.tables = copied(game.tables)
    game.tables.record[0]["event_effect"][29, 0, 2] = 0  # toward the Government
    roll(game, 5, 6)
    assert (game.node, game.to_move) == ("LEGION_LEAVES", "rebel")
    act(game, "AREA", "burgos")
    assert value(game, "ps") == [50, 48]  # the second effect
    assert game.node == "ORDER_DIE"


def test_A_24_A_122_a_battlegroup_whose_only_brigade_an_event_removes_is_gone_and_the_choice_forgotten():
    game = event(32, turn=5, government={"barcelona": "city: PA b", "lerida": "field: An b; field: An d1; field: PA b"})
    roll(game, 4)
    act(game, "AREA", "lerida")
    act(game, "UNIT", "An b")
    assert groups(game, "government", "lerida") == {"1": "PA b", "2": "An d1"}
    assert (value(game, "at_large")[0][area_code(game, "lerida")], value(game, "area")) == (2, -1)
    assert said(game, EVENTS.REMOVED, side=0, unit=class_of("An b"), at=area_code(game, "lerida"))


def test_A_20_nothing_of_an_event_is_left_when_it_is_over():
    """Of an AP, a brigade and dice; the order die of the next phase is due."""
    ports = {"valencia": "city: PA b", "barcelona": "city: PA b"}
    for number, turn, answers in ((46, 4, ("valencia",)), (64, 4, ("valencia",)), (66, 12, ())):
        game = event(number, turn=turn, powers={"USSR": -1}, government=ports, ps=(30, 50))
        while game.node == "EVENT_DIE":
            roll(game, 4)
        act(game, "AREA", *answers) if answers else None
        assert game.node == "ORDER_DIE"
        left = [value(game, name) for name in ("event", "effect", "unit", "ap", "area", "dice_left", "dice_sum")]
        assert left == [-1, 0, -1, -1, -1, 0, 0]


def copied(tables):
    """Tables of one's own, to change a chart."""
    return dataclasses.replace(tables, record=tables.record.copy())
