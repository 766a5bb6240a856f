"""Rule 11, ruling R-46: the weather and the effects of rain."""

import pytest
from support.scene import act, done, goals, move, pieces, roll, scene, unit

from ctv_env import new_game

RAIN, FAIR = 1, 0


@pytest.mark.parametrize(
    ("before", "die", "after"),
    [
        ("fair", 1, FAIR),
        ("fair", 5, FAIR),
        ("fair", 6, RAIN),
        ("rain", 4, FAIR),
        ("rain", 5, RAIN),
        ("rain", 6, RAIN),
    ],
)
def test_11_2_R_46_rain_on_a_six_one_more_on_the_die_after_rain(before, die, after):
    game = scene({"LIT 1": "2110"}, node="WEATHER_DIE", weather=before)
    roll(game, die)
    assert int(game.record["weather"]) == after


def test_11_2_R_46_the_first_turn_is_fair_without_a_die():
    game = new_game(seed=1)
    assert (game.turn, game.node, int(game.record["weather"])) == (1, "MOVE", FAIR)


@pytest.mark.parametrize(("weather", "air"), [("fair", {"LK 1"}), ("rain", set())])
def test_11_1_11_3_no_air_operations_in_rain_for_the_attacker(weather, air):
    at = {"LIT 1": "2110", "CLXVI": "2109", "LK 1": "air_ready"}
    game = scene(at, node="TARGET", weather=weather)
    act(game, "HEX", "2109")
    act(game, "PIECE", "LIT 1")
    done(game)
    assert game.node == "SUPPORT_ATT"
    assert pieces(game) == air


@pytest.mark.parametrize(("weather", "air"), [("fair", {"FARE 1"}), ("rain", set())])
def test_11_1_11_3_nor_for_the_defender(weather, air):
    at = {"LIT 1": "2110", "CLXVI": "2109", "FARE 1": "air_ready"}
    game = scene(at, node="TARGET", weather=weather)
    act(game, "HEX", "2109")
    act(game, "PIECE", "LIT 1")
    done(game)
    done(game)
    assert game.node == "SUPPORT_DEF"
    assert pieces(game) == air


@pytest.mark.parametrize(
    ("name", "start", "goal", "fair", "rain"),
    [
        ("FN 3", "2106", "2105", 2, 3),  # mountain, on foot
        ("LIT 1", "2106", "2105", 3, 4),  # mountain, motorised
        ("FN 3", "2209", "2208", 1, 1),  # hill
        ("LIT 1", "2209", "2208", 2, 2),
        ("FN 3", "2209", "2108", 1, 1),  # clear
        ("FN 3", "1905", "2006", 1, 1),  # city
    ],
)
def test_11_1_11_3_entering_a_mountain_costs_one_point_more_in_rain(name, start, goal, fair, rain):
    for weather, cost in (("fair", fair), ("rain", rain)):
        game = scene({name: start}, weather=weather)
        before = unit(game, name).mp
        move(game, name, goal)
        assert before - unit(game, name).mp == cost


def test_11_3_rain_shortens_the_reach_in_the_mountains():
    assert "1805" in goals(scene({"FN 3": "1803"}), "FN 3")
    assert "1805" not in goals(scene({"FN 3": "1803"}, weather="rain"), "FN 3")
