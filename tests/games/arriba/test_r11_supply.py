"""Chapter 11: supply."""

from support.arriba_scene import KINDS, act, area_code, done, scene, value

from ctv_env.games.arriba.model.codes import CONTESTED, SIDE, SIDE_NAMES
from ctv_env.games.arriba.rules.r11_supply import in_supply

NORTH = {region: "rebel" for region in ("basque", "navarre", "old_castile", "santander", "leon", "aragon")}
WEST = {"andalusia": "government", "old_castile": "government", "new_castile": "government", "leon": "government"}


def supplied(game, side, kind, area):
    return bool(in_supply(game.s, game.t, SIDE_NAMES.index(side), int(KINDS[kind]), area_code(game, area)))


def test_11_1_a_in_a_friendly_region():
    game = scene(control=NORTH | {"murcia": "government"}, stage="RECOVERY")
    assert supplied(game, "government", "PA", "murcia")
    assert not supplied(game, "government", "PA", "burgos")
    assert supplied(game, "rebel", "Nat", "burgos")


def test_11_1_b_A_98_in_a_contested_region_with_the_city_occupied():
    bare = {"control": {region: "rebel" for region in ("new_castile", "old_castile", "extremadura", "valencia")}}
    contested = {"control": bare["control"] | {"new_castile": "contested"}}
    for where, control, expected in (("city", contested, True), ("field", contested, False), ("city", bare, False)):
        game = scene(government={"toledo": f"{where}: PA b"}, stage="RECOVERY", **control)
        assert supplied(game, "government", "PA", "toledo") == expected


def test_11_1_c_C_89_beside_an_area_that_is_supplied():
    game = scene(
        rebel={"badajoz": "field: Nat b", "caceres": "city: Nat b"},
        government={"badajoz": "city: PA b"},
        control=WEST | {"extremadura": "contested"},
        stage="RECOVERY",
    )
    assert supplied(game, "rebel", "Nat", "badajoz")


def test_11_1_c_C_90_beside_a_foreign_country_that_backs_the_side():
    for box, expected in ((1, True), (3, True), (0, False), (-1, False)):
        game = scene(
            rebel={"badajoz": "field: Nat b"},
            government={"badajoz": "city: PA b", "caceres": "city: PA b"},
            control=WEST | {"extremadura": "contested"},
            powers={"PO": box},
            stage="RECOVERY",
        )
        assert supplied(game, "rebel", "Nat", "badajoz") == expected


def test_11_1_3_C_88_gobernitos_are_in_supply_unless_rebels_occupy_their_capital():
    game = scene(government={"logrono": "field: Bas b"}, control=NORTH, stage="RECOVERY")
    assert supplied(game, "government", "Bas", "logrono")
    assert not supplied(game, "government", "PA", "logrono")
    lost = scene(
        government={"logrono": "field: Bas b"}, rebel={"bilbao": "city: Nat b"}, control=NORTH, stage="RECOVERY"
    )
    assert not supplied(lost, "government", "Bas", "logrono")
    beside = scene(
        government={"logrono": "field: Bas b"}, rebel={"bilbao": "field: Nat b"}, control=NORTH, stage="RECOVERY"
    )
    assert supplied(beside, "government", "Bas", "logrono")


def test_14_2_e_A_15_on_turn_1_all_are_in_supply():
    game = scene(rebel={"bilbao": "city: Nat b"}, control=NORTH, turn=1, stage="RECOVERY")
    assert supplied(game, "government", "Bas", "logrono")
    assert supplied(game, "government", "PA", "logrono")


def test_A_99_morocco_is_always_in_supply():
    assert supplied(scene(stage="RECOVERY"), "rebel", "Col", "morocco")


def test_A_100_occupation_changes_at_once_and_control_in_the_inter_phase():
    rebels = {region: "rebel" for region in ("old_castile", "extremadura", "valencia")}
    game = scene(government={"toledo": "field: PA b"}, stage="MOVEMENT", control=rebels | {"new_castile": "contested"})
    region = game.tables.places.regions.index("new_castile")
    assert not supplied(game, "government", "PA", "toledo")
    act(game, "AREA", "toledo")
    act(game, "BG", "1")
    act(game, "POST", "city")
    assert supplied(game, "government", "PA", "toledo")
    while game.node in ("MOVE", "ATTACK", "COUNTER"):
        assert value(game, "control")[region] == CONTESTED
        done(game)
    assert value(game, "control")[region] == SIDE.GOVERNMENT
