"""The nodes of Arriba España: what a position holds at each, and that random play never comes to a dead end."""

import numpy as np
import pytest
from support.arriba_scene import Scene

from ctv_env.core.dice import stream
from ctv_env.core.jit import records
from ctv_env.games.arriba.engine.machine import RULES
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.loading.load import load
from ctv_env.games.arriba.model.codes import NO_UNIT, NOWHERE, SIDE, Node, Stage
from ctv_env.games.arriba.rules import pieces

NAMED = ("event", "power", "faction", "verb", "area", "bg", "unit", "ap", "lift_from", "lift_to")
COUNTED = (
    *("effect", "tens", "dice_left", "dice_sum", "price", "foreign_ep", "bought", "boxes", "cursor", "power_before"),
    *(
        "lift_armour",
        "lift_artillery",
        "lifts_used",
        "tried",
        "served",
        "could_serve",
        "kind_ep",
        "ap_closed",
        "ap_due",
    ),
    *("organised", "hold_units", "hold_armour", "hold_artillery", "hold_marks"),
)
EMPTY = {**{name: NOWHERE for name in NAMED}, **{name: 0 for name in COUNTED}, "hold_unit": NO_UNIT}
"""Fields that say nothing but at the nodes that hold them, and what they then are."""
POLITICAL = (Stage.POLITICAL_ORDER, Stage.POLITICAL_1, Stage.POLITICAL_2)

OPTIONS = {name: True for name in ("blockade", "doctrine", "variable_set_up", "forts")}


def play(seed: int, steps: int, pace: int = 1, **options):
    """The positions of a game of random choices, with few purges and attempts, which would end it soon."""
    states = records(1, RULES.STATE)
    states[0]["rng"] = stream(seed)
    game = Scene(states, load(**options))
    game.engine.start(game.states, 0, game.tables.record, game.scratch)
    rng = np.random.default_rng(seed)
    for n in range(steps):
        s = game.s
        if game.winner:
            return
        if n % pace == 0:
            yield game
        if s["to_move"] == SIDE.CHANCE:
            game.engine.step(states, 0, game.tables.record, game.scratch, int(rng.integers(1, 7)))
            continue
        legal = np.flatnonzero(game.scratch[0]["mask"])
        assert len(legal), game.node
        shy = game.node in ("PURGE", "INFLUENCE") and rng.random() < 0.8
        game.engine.step(states, 0, game.tables.record, game.scratch, 0 if shy else int(rng.choice(legal)))


@pytest.mark.parametrize(("seed", "options"), [(1, {}), (2, OPTIONS)])
def test_a_field_says_nothing_but_at_the_nodes_that_hold_it(seed, options):
    """Equal positions are equal bytes."""
    for game in play(seed, 600, **options):
        s = game.s
        held = NODES[Node(int(s["node"]))].holds
        for name, empty in EMPTY.items():
            if name in held or (name == "power_before" and s["stage"] in POLITICAL):
                continue
            assert (np.asarray(s[name]) == empty).all(), f"{name} at {game.node} is {s[name]}"


@pytest.mark.parametrize(("seed", "options"), [(3, {}), (4, OPTIONS)])
def test_counters_are_neither_lost_nor_made(seed, options):
    """On the map, in hand and off the map there are as many as the chart has; areas are sorted and counted right."""
    for game in play(seed, 600, pace=7, **options):
        s, t = game.s, game.t
        free, improved = s["counters_free"].astype(int), int(s["improved_free"])
        for side in range(2):
            for area in range(48):
                units = list(s["pool_unit"][side, area][: s["pool_units"][side, area]])
                assert units == sorted(units)
                if area < 47:
                    keys = [pieces.order_key(s, side, area, b) for b in range(1, 1 + s["at_large"][side, area])]
                    assert keys == sorted(keys)
                    assert all(pieces.is_bg(s, side, area, b) for b in range(1, 1 + s["at_large"][side, area]))
                    for b in range(12):
                        row, n = s["bg_unit"][side, area, b], s["bg_units"][side, area, b]
                        assert (row[n:] == NO_UNIT).all()
                        assert pieces.is_bg(s, side, area, b) or s["bg_marks"][side, area, b] == 0
                        assert list(row) == sorted(row)
                        units += list(row[:n])
                assert len(units) == s["area_units"][side, area]
                for c in units:
                    free[pieces.counter_pair(t, c // 4)] += 1
                    improved += c & 1
        for hand in range(len(s["hold_units"])):  # what is being formed, moved or dropped
            for c in s["hold_unit"][hand][: s["hold_units"][hand]]:
                free[pieces.counter_pair(t, c // 4)] += 1
                improved += c & 1
        assert (free == t["counters"]).all()
        assert improved == t["improved_limit"]
