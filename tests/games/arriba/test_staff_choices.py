"""Choices of the staff in positions where the right one is plain."""

import pytest
from support.arriba_battle import FIELD, combat
from support.arriba_scene import Scene, act, action, groups, legal, roll, scene

from ctv_env import new_game
from ctv_env.games.arriba.loading.load import load
from ctv_env.games.arriba.model.codes import MOROCCO, NOWHERE, SIDE
from ctv_env.games.arriba.policies import STAFF
from ctv_env.games.arriba.policies.survey import garrison
from ctv_env.games.arriba.spec import SPEC


def chooses(game: Scene, kind: str, name: str | None = None) -> bool:
    """Whether the staff takes that action, which must be legal."""
    wanted = action(game, kind, name)
    assert game.mask()[wanted]
    return SPEC.advise(game.states, 0, game.tables.record, game.scratch, STAFF) == wanted


def follow(game: Scene, node: str) -> None:
    """Let the staff decide until a node is asked."""
    while game.node != node:
        game.step(SPEC.advise(game.states, 0, game.tables.record, game.scratch, STAFF))


# -- combat --------------------------------------------------------------------------------------------------------


def test_9_1_it_attacks_at_odds_that_pay_and_pays_for_the_offensive():
    game = combat("field: 3 Nat d1, Nat b", "city: 2 PA b", ep=(0, 3))
    assert chooses(game, "AREA", FIELD)
    act(game, "AREA", FIELD)
    act(game, "BG", "1", "city")
    assert game.node == "OFFENSIVE"
    assert chooses(game, "YES")


@pytest.mark.parametrize("defence", ["city: 3 PA d1", "city: 2 PA d2, PA b"])
def test_9_1_it_does_not_attack_at_bad_odds(defence):
    assert chooses(combat("field: Nat d1, Nat b", defence), "DONE")


def test_9_1_1_without_ep_for_the_offensive_the_same_attack_does_not_pay():
    force, target = "field: 2 Nat d1, 2 Nat b", "city: 3 PA b"
    assert chooses(combat(force, target, ep=(0, 3)), "AREA", FIELD)
    assert chooses(combat(force, target, ep=(0, 0)), "DONE")


def test_9_1_the_battlegroup_and_the_target_that_promise_most():
    game = combat("field: Nat b; field: 3 Nat d1, Nat b", "field: PA d1; city: PA b", ep=(0, 3))
    act(game, "AREA", FIELD)
    strong = next(place for place, what in groups(game, "rebel", FIELD).items() if "d1" in what)
    assert chooses(game, "BG", strong)
    act(game, "BG", strong)
    assert chooses(game, "BG", "city")


@pytest.mark.parametrize(("owed", "given"), [(1, "Nat b"), (3, "Nat d1")])
def test_9_2_it_gives_up_a_brigade_for_one_cf_and_a_division_for_three(owed, given):
    game = combat("field: 2 Nat d1, 2 Nat b", "city: PA b", ep=(0, 3))
    act(game, "AREA", FIELD)
    act(game, "BG", "1", "city")
    act(game, "YES")
    roll(game, 3)
    if game.node == "SPLIT":
        act(game, "AMOUNT", "0")
    assert game.node == "LOSS_ATT"
    game.s["owed_att"] = owed
    assert chooses(game, "UNIT", given)


# -- movement ------------------------------------------------------------------------------------------------------


def test_8_1_it_walks_into_an_open_city_of_the_enemy():
    game = scene(
        government={"madrid": "city: 3 PA d1"},
        rebel={"caceres": "city: Nat b; field: Nat b"},
        control={"new_castile": "government"},
        stage="MOVEMENT",
        side="rebel",
    )
    follow(game, "MOVE_TO")
    assert chooses(game, "AREA", "toledo") or chooses(game, "AREA", "ciudad_real")


def front(side: str, own: dict[str, str], enemy: dict[str, str]) -> Scene:
    """Movement of a side that holds all regions, with a brigade in each city around what is named."""
    brigade = "city: PA b" if side == "government" else "city: Nat b"
    tables = load(None)
    areas, borders = tables.places.areas, tables.record[0]["border"]
    named = [areas.index(area) for area in own | enemy]
    ring = {areas[near] for area in named for near in borders[area] if near >= 0} - set(own | enemy)
    other = "rebel" if side == "government" else "government"
    return scene(
        **{side: dict.fromkeys(ring, brigade) | own, other: enemy},
        control=dict.fromkeys(tables.places.regions, side),
        stage="MOVEMENT",
        side=side,
        ep=(3, 3),
    )


def test_12_2_a_brigade_enters_a_region_to_deny_the_enemy_its_control():
    """It is too weak to attack anything there."""
    game = front("rebel", {"burgos": "city: Nat b; field: Nat b"}, {"santander": "city: 3 PA d1"})
    follow(game, "MOVE_TO")
    assert chooses(game, "AREA", "santander")


def test_8_1_an_army_goes_where_its_attack_pays_and_not_against_a_fortress():
    army = {"avila": "city: Nat b; field: 3 Nat d1, Nat b"}
    game = front("rebel", army, {"madrid": "city: 3 PA d2", "toledo": "city: PA b"})
    assert chooses(game, "AREA", "avila")
    follow(game, "MOVE_TO")
    assert "madrid" in legal(game, "AREA")
    assert chooses(game, "AREA", "toledo")


def test_8_1_nobody_garrisons_Morocco_and_what_stands_elsewhere_does_not_count_there():
    game = new_game("arriba", seed=1)
    s, t = game.record.copy(), game.tables.record[0]
    s["at_large"], s["bg_unit"] = 1, 2
    assert garrison(s, t, SIDE.REBEL, 0, NOWHERE) > 0
    assert [garrison(s, t, side, MOROCCO, NOWHERE) for side in (SIDE.GOVERNMENT, SIDE.REBEL)] == [0, 0]


def test_8_1_it_garrisons_a_threatened_city():
    game = front("government", {"madrid": "field: PA d1"}, {"avila": "city: 3 Nat d1, Nat b"})
    assert chooses(game, "AREA", "madrid")
    follow(game, "MOVE_TO")
    assert chooses(game, "POST", "city")


# -- equipment -----------------------------------------------------------------------------------------------------


def shop(side: str, ep: int, **more) -> Scene:
    """The purchases of a side that has so many EP."""
    own = {"madrid": "city: 2 PA b", "barcelona": "city: PA b"} if side == "government" else {"burgos": "city: 2 Nat b"}
    money = (ep, 0) if side == "government" else (0, ep)
    more = {side: own, "node": "SUPPLY_MENU", "side": side, "ep": money} | more
    return scene(**more)


def test_5_2_1_it_serves_the_factions_first():
    game = shop("government", 5, powers={"USSR": -1}, could_serve=[1, 0, 0, 0, 0, 0])
    assert chooses(game, "VERB", "build")
    act(game, "VERB", "build")
    assert chooses(game, "UNIT", "An b")


def test_5_2_1_A_181_it_owes_nothing_to_a_faction_whose_capital_is_lost():
    asturias = {"could_serve": [0, 0, 0, 1, 0, 0]}
    assert chooses(shop("government", 3, **asturias), "VERB", "build")
    assert chooses(shop("government", 3, **asturias, rebel={"oviedo": "city: Nat b"}), "DONE")


def test_6_4_2_it_makes_divisions_of_brigades_before_all_else():
    game = shop("rebel", 5, powers={"GE": 1})
    assert chooses(game, "VERB", "convert")
    act(game, "VERB", "convert")
    follow(game, "SUPPLY_MENU")
    assert groups(game, "rebel", "burgos") == {"city": "Nat b, Nat d1"}


def test_9_1_1_it_keeps_a_reserve_for_offensives():
    assert chooses(shop("rebel", 3), "DONE")
    assert chooses(shop("rebel", 4), "VERB", "build")


@pytest.mark.parametrize(("price", "taken"), [(3, "YES"), (6, "DONE")])
def test_6_5_it_buys_asset_points_while_they_are_cheap(price, taken):
    game = shop("rebel", 8, node="AP_PAY", ap=0, price=price, powers={"GE": 1})
    assert chooses(game, taken)


def test_6_7_it_brings_the_army_of_africa_over():
    game = scene(
        rebel={"morocco": "pool: 2 Col b", "seville": "city: Nat b"},
        node="LIFT_MENU",
        side="rebel",
        stage="STRATEGIC_1",
    )
    assert chooses(game, "VERB", "sea_lift")
    act(game, "VERB", "sea_lift")
    assert chooses(game, "AREA", "morocco")


def test_7_1_it_forms_its_strongest_units_together_with_a_brigade_to_take_the_losses():
    game = scene(rebel={"burgos": "pool: 4 Nat d1, 3 Nat b"}, stage="ORGANISATION", side="rebel")
    for given in ("Nat d1", "Nat d1", "Nat d1", "Nat b"):
        follow(game, "FORM")
        assert chooses(game, "UNIT", given)
        act(game, "UNIT", given)


# -- politics ------------------------------------------------------------------------------------------------------


def politics(**more) -> Scene:
    """The attempts of the Rebel, whose friends Germany and Italy support him."""
    powers = {"GE": 1, "IT": 1, "PO": 1, "USSR": -1, "FR": -1} | more.pop("powers", {})
    return scene(rebel={"burgos": "city: Nat b"}, stage="POLITICAL", side="rebel", powers=powers, turn=2, **more)


def test_5_3_1_it_courts_a_friend_who_may_intervene():
    assert chooses(politics(), "POWER", "GE")


def test_5_3_1_it_spends_nothing_when_support_is_low_or_the_war_nearly_over():
    assert chooses(politics(ps=(50, 11)), "DONE")
    late = politics()
    late.s["turn"] = 14
    assert chooses(late, "DONE")


def test_5_3_1_it_does_not_risk_the_support_that_dice_could_cost():
    """Three dice cost up to 20 PSP; the Rebel keeps at least 10."""
    game = politics(powers={"FR": 0}, ps=(50, 29))
    act(game, "POWER", "USSR")
    assert not chooses(game, "AMOUNT", "3")


def test_5_3_1_it_turns_a_friend_of_the_enemy_away_who_is_not_his_only_one_and_intervenes():
    assert chooses(politics(powers={"USSR": -3, "GE": 3, "IT": 3}), "POWER", "USSR")


def test_5_3_1_it_turns_away_the_only_friend_of_the_enemy_with_all_dice():
    game = politics(powers={"FR": 0})
    assert chooses(game, "POWER", "USSR")
    act(game, "POWER", "USSR")
    assert chooses(game, "AMOUNT", "3")


def test_5_2_2_it_purges_nobody():
    assert chooses(scene(government={"madrid": "city: PA b"}, node="PURGE", turn=4), "DONE")
