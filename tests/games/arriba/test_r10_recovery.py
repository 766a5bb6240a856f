"""Chapter 10: recovery."""

import pytest
from support.arriba_scene import groups, roll, said, scene, value

from ctv_env.games.arriba.model.events import EVENTS

CUT_OFF = {"new_castile": "rebel", "old_castile": "rebel", "extremadura": "rebel"}


def recovery(units, die, *, side="government", place="field", **more):
    """One area of disrupted units, and one die; returns what stands there."""
    game = scene(**{side: {"toledo": f"{place}: {units}"}, "stage": "RECOVERY", "side": side, **more})
    assert game.node == "RECOVERY_DIE"
    roll(game, die)
    return groups(game, side, "toledo")["city" if place == "city" else "1"]


@pytest.mark.parametrize(("die", "left"), [(5, "PA b"), (4, "PA b!")])
def test_10_C_85_a_unit_recovers_on_5_or_more(die, left):
    assert recovery("PA b!", die) == left


@pytest.mark.parametrize(("die", "left"), [(3, "Nat b"), (2, "Nat b!")])
def test_10_5_1_1_C_86_a_city_and_a_high_level_help(die, left):
    assert recovery("Nat b!", die, side="rebel", place="city", ps=(50, 80)) == left


@pytest.mark.parametrize(
    ("place", "level", "left"), [("city", 79, "Nat b"), ("field", 80, "Nat b"), ("field", 79, "Nat b!")]
)
def test_10_city_and_level_add_1_each(place, level, left):
    assert recovery("Nat b!", 4, side="rebel", place=place, ps=(50, level)) == left


@pytest.mark.parametrize(
    ("level", "control", "left"), [(20, CUT_OFF, "PA b!"), (21, CUT_OFF, "PA b"), (20, {}, "PA b")]
)
def test_10_11_1_2_C_87_want_of_supply_and_a_low_level_take_1_each(level, control, left):
    assert recovery("PA b!", 6, ps=(level, 50), control=control) == left
    assert recovery("PA b!", 5, ps=(level, 50), control=control) == "PA b!"


def test_10_A_97_each_disrupted_unit_rolls_and_nobody_else_by_areas_and_classes():
    game = scene(
        government={"toledo": "field: PA d1!, PA b!, Cat b", "madrid": "city: IB b!"},
        rebel={"avila": "field: Nat b!"},
        stage="RECOVERY",
    )
    roll(game, 1, 5, 1)
    areas = game.tables.places.areas
    rolled = [(areas[e.area], e.unit // 4) for e in game.events if isinstance(e, EVENTS.RECOVERY_DIE)]
    assert [area for area, _ in rolled] == ["madrid", "toledo", "toledo"]
    assert rolled[1][1] < rolled[2][1]
    assert groups(game, "government", "toledo") == {"1": "PA b, PA d1!, Cat b"}
    assert game.node != "RECOVERY_DIE"
    assert groups(game, "rebel", "avila") == {"1": "Nat b!"}


def test_10_A_142_nobody_in_a_pool_or_in_morocco_rolls():
    game = scene(rebel={"morocco": "pool: Col b!", "burgos": "pool: Nat b!"}, stage="RECOVERY", side="rebel")
    assert game.node != "RECOVERY_DIE"
    assert not said(game, EVENTS.RECOVERY_DIE)


def test_10_A_128_of_a_class_the_city_rolls_first_and_flags_change_after_the_last_die_of_the_area():
    game = scene(government={"toledo": "city: PA b!; field: PA b!"}, stage="RECOVERY")
    roll(game, 4)
    assert said(game, EVENTS.RECOVERY_DIE, city=1, recovers=1)
    assert groups(game, "government", "toledo") == {"city": "PA b!", "1": "PA b!"}
    roll(game, 4)
    assert groups(game, "government", "toledo") == {"city": "PA b", "1": "PA b!"}
    assert not game.s["rolled"].any()
    assert not game.s["recovered"].any()
    assert value(game, "cursor") == 0


def test_A_05_improvement_stays_when_a_unit_recovers_and_rows_are_sorted_anew():
    assert recovery_of("PA b!, PA b+!, PA d1!", 5, 1, 5) == "PA b, PA b+!, PA d1"


def recovery_of(units, *dice):
    game = scene(government={"toledo": f"field: {units}"}, stage="RECOVERY")
    roll(game, *dice)
    return groups(game, "government", "toledo")["1"]
