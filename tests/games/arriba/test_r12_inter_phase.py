"""Chapter 12: control of regions, political support."""

import dataclasses

import pytest
from support.arriba_scene import roll, said, scene, value

from ctv_env.games.arriba.loading.load import load
from ctv_env.games.arriba.model.events import EVENTS
from ctv_env.games.arriba.rules.r03_sequence import begin
from ctv_env.games.arriba.rules.r12_inter_phase import begin_inter_phase, roll_control

ARAGON = {
    "rebel": {"huesca": "city: Nat b"},
    "government": {"saragossa": "city: PA b", "teruel": "city: PA b"},
}


def inter_phase(**more):
    return scene(stage="INTER_PHASE", **more)


def holder(game, region):
    return {0: "government", 1: "rebel", 3: "contested"}[
        value(game, "control")[game.tables.places.regions.index(region)]
    ]


def change(game, side):
    """What the Inter-Phase did to a level."""
    code = ("government", "rebel").index(side)
    return sum(e.change for e in game.events if isinstance(e, EVENTS.SUPPORT_CHANGED) and e.side == code)


def hold(game, side):
    code = ("government", "rebel").index(side)
    return next(e.change for e in game.events if isinstance(e, EVENTS.HOLD_ROW) and e.side == code)


def halves(**more):
    """Seven regions each, so that the hold row counts nothing unless Aragon changes."""
    names = load().places.regions
    others = [name for name in names if name != "aragon"]
    return {name: "government" if k < 6 else "rebel" for k, name in enumerate(others)} | more


def test_12_2_who_is_alone_in_a_region_controls_it():
    game = inter_phase(government={"murcia": "field: PA b"}, control={"murcia": "rebel"})
    assert holder(game, "murcia") == "government"
    assert game.node == "PS_DIE"


def test_12_2_A_04_asset_points_hold_no_region():
    game = inter_phase(
        government={"murcia": "field: armour"}, rebel={"albacete": "field: Nat b"}, control={"murcia": "contested"}
    )
    assert holder(game, "murcia") == "rebel"


def test_12_2_A_121_disrupted_units_hold_a_region():
    game = inter_phase(government={"murcia": "field: PA b!"}, control={"murcia": "rebel"})
    assert holder(game, "murcia") == "government"


def test_12_2_A_102_an_empty_region_keeps_its_status():
    game = inter_phase(control=halves(aragon="contested"))
    assert holder(game, "aragon") == "contested"


def test_12_2_C_91_both_succeed_and_the_example_ends_contested():
    game = inter_phase(**ARAGON, control=halves(aragon="government"))
    assert game.node == "CONTROL_DIE"
    roll(game, 3, 2)
    assert said(game, EVENTS.CONTROL_DIE, side=0, needed=4, succeeds=1)
    assert said(game, EVENTS.CONTROL_DIE, side=1, needed=2, succeeds=1)
    assert holder(game, "aragon") == "contested"
    assert game.node == "PS_DIE"
    roll(game, 4)
    assert change(game, "government") == -4 + hold(game, "government")
    assert change(game, "rebel") == hold(game, "rebel")


def test_12_2_C_92_only_one_succeeds_and_controls_and_gains_a_die():
    game = inter_phase(**ARAGON, control=halves(aragon="contested"))
    roll(game, 5, 2)
    assert holder(game, "aragon") == "rebel"
    roll(game, 6)
    assert change(game, "rebel") == 6 + hold(game, "rebel")
    assert change(game, "government") == hold(game, "government")


def test_12_2_neither_succeeds_and_nobody_controls():
    game = inter_phase(**ARAGON, control=halves(aragon="rebel"))
    roll(game, 5, 3)
    assert holder(game, "aragon") == "contested"


def test_12_2_A_102_C_93_without_a_city_nobody_succeeds_and_three_cities_always_do():
    three = {
        "rebel": {a: "city: Nat b" for a in ("huesca", "saragossa", "teruel")},
        "government": {"huesca": "field: PA b"},
    }
    game = inter_phase(**three, control=halves(aragon="contested"))
    roll(game, 1, 6)
    assert holder(game, "aragon") == "rebel"


def test_12_3_A_104_a_region_that_changes_sides_costs_one_and_gives_to_the_other():
    game = inter_phase(**ARAGON, control=halves(aragon="rebel"))
    roll(game, 4, 6)
    assert holder(game, "aragon") == "government"
    roll(game, 2, 5)
    assert change(game, "rebel") == -2 + hold(game, "rebel")
    assert change(game, "government") == 5 + hold(game, "government")


def test_A_16_on_turn_1_regions_that_change_count_nothing_but_the_hold_row_does():
    game = inter_phase(government={"murcia": "field: PA b"}, turn=1, control=halves(murcia="contested"))
    assert game.node != "PS_DIE"
    assert change(game, "government") == hold(game, "government") != 0
    lost = inter_phase(government={"murcia": "field: PA b"}, turn=1, control=halves(murcia="rebel", aragon="contested"))
    assert lost.node != "PS_DIE"
    assert change(lost, "rebel") == hold(lost, "rebel")


@pytest.mark.parametrize(("government", "rebel", "divisor", "expected"), [(3, 8, 1, 5), (3, 8, 2, 2), (4, 4, 1, 0)])
def test_12_3_A_106_A_09_C_94_the_hold_row_counts_the_difference_toward_zero(government, rebel, divisor, expected):
    names = load().places.regions
    sides = ["government"] * government + ["rebel"] * rebel + ["contested"] * (14 - government - rebel)
    game = scene(control=dict(zip(names, sides, strict=True)), side="rebel", node="RECOVERY_DIE")
    game.tables = dataclasses.replace(game.tables, record=game.tables.record.copy())
    game.t["hold_divisor"] = divisor
    begin_inter_phase(game.s, game.t, game.scratch[0])
    assert value(game, "ps") == [50 - expected, 50 + expected]


def test_12_3_A_103_A_110_C_96_the_first_players_sum_is_applied_first():
    for first, winner in (("rebel", "government"), ("government", "rebel")):
        game = inter_phase(control=halves(aragon="contested"), side=first, ps=(4, 3), sum_ps=(-6, -5))
        assert game.winner == winner


def test_9_1_6_A_101_air_ap_are_ready_again():
    game = inter_phase(control=halves(), air_used=(2, 1), air_ready=(1, 0))
    assert (value(game, "air_ready"), value(game, "air_used")) == ([3, 1], [0, 0])
    assert not game.s["control_before"].any()
    assert not game.s["sum_ps"].any()


def test_C_101_the_first_inter_phase_if_nobody_moves():
    game = scene(stage="RECOVERY")
    game.states[:] = 0
    begin(game.s, game.t)
    game.s["turn"] = 1
    begin_inter_phase(game.s, game.t, game.scratch[0])
    rolled = set()
    names = game.tables.places.regions
    while game.node == "CONTROL_DIE":
        rolled.add(names[int(game.s["cursor"])])
        roll_control(game.s, game.t, game.scratch[0], 6)
    assert rolled == {"asturias", "basque", "extremadura", "andalusia"}
    for side, alone in (
        ("government", ("santander", "catalonia", "new_castile", "valencia", "murcia")),
        ("rebel", ("galicia", "navarre", "aragon", "leon", "old_castile")),
    ):
        assert {holder(game, region) for region in alone} == {side}
