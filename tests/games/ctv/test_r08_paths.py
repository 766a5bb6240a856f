"""The path of a move: a cheapest one; among those the most hexes not yet under own control, then the lowest codes."""

import re

import numpy as np
import pytest
from support.frontline import GRID, T
from support.players import copy_of, scratch_of
from support.scene import control, goals, hexes, move, scene

from ctv_env.games.ctv.model.codes import TERRAIN
from ctv_env.games.ctv.spec import SPEC

REPUBLICAN_HEXES = {"control": {"republican": ["2212"]}}


def way(game, name: str, goal: str) -> list[str]:
    """Hexes that the piece enters on its way, by the log."""
    move(game, name, goal)
    line = next(line for line in reversed(game.log) if f"{name} moves" in line)
    _, last, *passed = re.findall(r"\b\d{4}\b", line)
    return [*passed, last]


def test_8_1_the_path_is_a_cheapest_one():
    game = scene({"FN 3": "2110"})
    assert way(game, "FN 3", "2108") == ["2109", "2108"]


def test_8_1_a_cheap_path_goes_before_new_control():
    """From 2014 to 2114: straight, though a way by 2015 would bring another hex."""
    game = scene({"FN 3": "2014"}, control={"republican": ["2015", "2114"]})
    assert way(game, "FN 3", "2114") == ["2114"]


def test_8_1_among_cheapest_paths_new_control_decides():
    """From 2211 to 2112 by 2111 or 2212, both hills."""
    game = scene({"FN 3": "2211"}, **REPUBLICAN_HEXES)
    assert way(game, "FN 3", "2112") == ["2212", "2112"]
    assert control(game, "2212") == "nationalist"


def test_8_1_then_the_lowest_codes_decide():
    assert way(scene({"FN 3": "2211"}), "FN 3", "2112") == ["2111", "2112"]
    both = {"republican": ["2111", "2212"]}
    assert way(scene({"FN 3": "2211"}, control=both), "FN 3", "2112") == ["2111", "2112"]


def test_8_1_codes_are_compared_in_order_of_travel():
    """From 2113 to 2311: the first step decides, lowest first, whatever comes later."""
    game = scene({"FIN 8": "2113"})
    path = way(game, "FIN 8", "2311")
    assert path == min(cheapest_paths("2113", "2311", foot_cost))


def test_8_1_a_player_who_wants_another_path_moves_hex_by_hex():
    game = scene({"FN 3": "2211"})
    move(game, "FN 3", "2212", "2112")
    assert control(game, "2111") == "nationalist"
    game = scene({"FN 3": "2211"}, control={"republican": ["2111"]})
    move(game, "FN 3", "2212", "2112")
    assert control(game, "2111") == "republican"


# -- all paths, against an enumeration -------------------------------------------------------------------------


def foot_cost(cell: int, d: int, other: int) -> float:
    return float(T["enter_half_mp"][0, 0, T["terrain"][other]]) / 2


def motorised_cost(cell: int, d: int, other: int) -> float:
    return 0.5 if T["road"][cell, d] else float(T["enter_half_mp"][1, 0, T["terrain"][other]]) / 2


def all_paths(start: str, points: float, cost) -> dict[str, list[tuple[float, list[str]]]]:
    """Every path without a loop that ``points`` pay for, by its last hex: cost and hexes entered."""
    found: dict[str, list] = {}

    def go_on(cell: int, spent: float, path: list[str]) -> None:
        for d, other in enumerate(map(int, T["nbr"][cell])):
            if T["terrain"][other] == TERRAIN.SEA:
                continue
            code = GRID.code(other)
            if code in path or code == start:
                continue
            total = spent + cost(cell, d, other)
            if total <= points:
                found.setdefault(code, []).append((total, [*path, code]))
                go_on(other, total, [*path, code])

    go_on(GRID.cell(start), 0.0, [])
    return found


def cheapest_paths(start: str, goal: str, cost, points: float = 5) -> list[list[str]]:
    paths = all_paths(start, points, cost)[goal]
    least = min(spent for spent, _ in paths)
    return [path for spent, path in paths if spent == least]


@pytest.mark.parametrize(
    ("name", "start", "points", "cost"),
    [
        ("FN 3", "2110", 4, foot_cost),
        ("FN 3", "2613", 4, foot_cost),
        ("LIT 1", "2110", 3, motorised_cost),
        ("LIT 1", "2013", 3, motorised_cost),
        ("HQ CTV", "2305", 3, motorised_cost),
    ],
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_8_1_every_path_is_the_best_of_all_written_out(name, start, points, cost, seed):
    """With control of the hexes strewn at random."""
    rng = np.random.default_rng(seed)
    land = [GRID.code(cell) for cell in np.flatnonzero(T["terrain"][:-1])]
    hostile = [code for code in land if rng.random() < 0.5 and code != start]
    own = [code for code in land if code not in hostile]
    game = scene({name: (start, {"mp": points})}, control={"republican": hostile, "nationalist": own})
    paths = all_paths(start, points, cost)
    assert goals(game, name) == set(paths)
    for goal, candidates in paths.items():
        best = min(candidates, key=lambda found: (found[0], -len(set(found[1]) & set(hostile)), found[1]))
        assert way(game.clone(), name, goal) == best[1], goal


# -- the scratch -----------------------------------------------------------------------------------------------

ADVANCING = {"node": "ADVANCE_TO", "piece": "LIT 1", "target": "2009", "result_def": "B"}


@pytest.mark.parametrize(
    ("where", "more"),
    [("2110", {"node": "MOVE_TO", "piece": "LIT 1"}), (("2010", {"role": "attacks", "from": "2010"}), ADVANCING)],
    ids=["move", "advance"],
)
def test_8_1_10_4_a_way_is_found_anew_whatever_the_scratch_holds(where, more):
    """The same step with the scratch of the mask and with an empty one."""
    game = scene({"LIT 1": where, "CLXX": "1908"}, **more)
    action = game.encode("HEX", max(hexes(game)))
    states, scratch = copy_of(game), scratch_of(0)
    game.step(action)
    SPEC.engine.step(states, 0, game.tables.record, scratch, action)
    assert states[0].tobytes() == game.record.tobytes()
