"""Rule 14: the set-up and the first turn; its dice with the options 15.5 and 15.6."""

import dataclasses

from support.arriba_scene import Scene, act, area_code, groups, roll, said, scene, value

from ctv_env.core.dice import stream
from ctv_env.core.jit import records
from ctv_env.games.arriba.engine.machine import RULES
from ctv_env.games.arriba.loading.load import load
from ctv_env.games.arriba.model.codes import Kind, Stage
from ctv_env.games.arriba.model.events import EVENTS


def new_game(seed: int = 1, **options) -> Scene:
    """A game from its beginning."""
    return begun(load(**({"play_forced": False} | options)), seed)


def begun(tables, seed: int = 1) -> Scene:
    """A game from its beginning with tables that may be one's own."""
    states = records(1, RULES.STATE)
    states[0]["rng"] = stream(seed)
    game = Scene(states, tables)
    game.engine.start(game.states, 0, game.tables.record, game.scratch)
    game._note()
    return game


def brigades(game) -> dict[str, int]:
    """Units in pools by kind."""
    found: dict[str, int] = {}
    for side in range(2):
        for area in range(48):
            for c in game.s["pool_unit"][side, area][: game.s["pool_units"][side, area]]:
                kind = Kind(int(game.t["pair_kind"][c // 4])).name
                found[kind] = found.get(kind, 0) + 1
    return found


def stages(game) -> list[str]:
    return [Stage(event.stage).name for event in game.events if isinstance(event, EVENTS.STAGE_BEGUN)]


def test_C_100_14_1_A_19_the_brigades_of_both_sides_and_air_AP_that_are_ready():
    game = new_game()
    assert brigades(game) == {
        **{"POPULAR_ARMY": 22, "ANARCHIST": 3, "POUM": 1, "CATALONIA": 3, "ASTURIAS": 3, "BASQUE": 3, "SANTANDER": 2},
        **{"NATIONALIST": 27, "CARLIST": 3, "COLONIAL": 6},
    }
    assert value(game, "ps") == [50, 50]
    assert value(game, "ep") == [0, 0]
    assert value(game, "air_ready") == [1, 1]
    assert value(game, "ap_free") == [[9, 10, 10]] * 2
    assert value(game, "power_at") == [0, 0, 2, 2, 0, -1]


def test_14_1_A_11_the_side_of_the_chart_stands_in_the_city_unorganised():
    game = new_game()
    oviedo, madrid = area_code(game, "oviedo"), area_code(game, "madrid")
    assert groups(game, "government", "oviedo") == {"pool": "3 Ast b"}
    assert (value(game, "pool_in_city")[0][oviedo], value(game, "pool_in_city")[1][oviedo]) == (1, 0)
    assert value(game, "pool_in_city")[0][madrid] == 1


def test_14_2_f_all_regions_are_contested():
    assert value(new_game(), "control") == [3] * 14


def test_14_2_a_the_first_turn_begins_with_the_Political_Phase():
    game = new_game()
    assert (game.node, value(game, "turn")) == ("ORDER_DIE", 1)
    assert stages(game) == ["SETUP", "EVENTS", "POLITICAL_ORDER"]


# -- 15.5, 15.6 ------------------------------------------------------------------------------------------------


def test_15_6_A_115_a_die_for_each_brigade_of_the_two_armies():
    game = new_game(variable_set_up=True)
    assert game.node == "REVOLT_DIE"
    roll(game, 5, 6)  # the two of La Coruna: up to 5 rebel
    assert groups(game, "rebel", "la_coruna") == {"pool": "Nat b"}
    assert groups(game, "government", "la_coruna") == {"pool": "PA b"}
    assert game.node == "CITY_DIE"
    roll(game, 3)
    area = area_code(game, "la_coruna")
    assert [value(game, "pool_in_city")[side][area] for side in range(2)] == [1, 0]
    assert game.node == "REVOLT_DIE"
    roll(game, 1)  # Lugo: one brigade, which holds the city
    lugo = area_code(game, "lugo")
    assert [value(game, "pool_in_city")[side][lugo] for side in range(2)] == [0, 1]


def test_15_6_A_115_C_108_areas_without_a_number_and_other_kinds_are_exempt():
    game = new_game(variable_set_up=True)
    assert groups(game, "rebel", "pamplona") == {"pool": "3 Car b"}
    assert groups(game, "rebel", "morocco") == {"pool": "6 Col b"}
    dice = 0
    while game.node in ("REVOLT_DIE", "CITY_DIE"):
        dice += game.node == "REVOLT_DIE"
        roll(game, 1)
    assert dice == 49
    assert game.node == "ORDER_DIE"
    assert brigades(game)["NATIONALIST"] == 34  # C-108: no counter is left, so the others join the Popular Army
    assert brigades(game)["POPULAR_ARMY"] == 15


def test_15_6_A_115_of_a_city_without_a_number_the_chart_names_the_holder_whoever_else_is_there():
    tables = load(variable_set_up=True, play_forced=False)
    tables = dataclasses.replace(tables, record=tables.record.copy())
    pamplona = tables.places.areas.index("pamplona")
    tables.record[0]["start_brigades"][pamplona, Kind.BASQUE] = 1
    game = begun(tables)
    while game.node in ("REVOLT_DIE", "CITY_DIE"):
        assert (game.node, int(game.s["area"])) != ("CITY_DIE", pamplona)
        roll(game, 1)
    assert [value(game, "pool_in_city")[side][pamplona] for side in range(2)] == [0, 1]


def test_15_5_A_114_eight_dice_for_each_side_the_Government_first():
    game = new_game(doctrine=True)
    roll(game, 1, 2, 3, 4, 5, 6, 1, 3)
    assert value(game, "doctrine") == [[1, 2, 3, 4, 5, 6, 1, 3], [0] * 8]
    assert said(game, EVENTS.DOCTRINE_DIE, side=0, doctrine=7, die=3)
    roll(game, *[6] * 8)
    assert value(game, "doctrine")[1] == [6] * 8
    assert value(game, "doctrine_until") == [4, 5]  # turn 1 and 3 or 4 turns
    assert game.node == "ORDER_DIE"


def test_15_5_A_114_a_whole_new_doctrine_is_rolled_in_the_Strategic_Phase():
    game = scene(stage="STRATEGIC", doctrine=True, government={"madrid": "city: PA b"})
    game.s["doctrine_until"] = 4, 4
    act(game, "VERB", "doctrine")
    roll(game, 6, 5, 4, 3, 2, 1, 6, 1)
    assert value(game, "doctrine")[0] == [6, 5, 4, 3, 2, 1, 6, 1]
    assert value(game, "doctrine_until") == [6, 4]
    assert game.node == "SUPPLY_MENU"
    assert value(game, "cursor") == 0
