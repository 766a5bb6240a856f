"""Compiled play from plan to plan, and observations of many positions, in every game."""

import numpy as np
import pytest

from ctv_env.core.dice import stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.plan_play import plan_play
from ctv_env.core.playout import playout
from ctv_env.core.rows import row_filler
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import NOBODY
from ctv_env.games import GAMES

N = 3
ORDERS = np.array([[0, 5], [0, 6], [7, 8]])


@pytest.fixture(params=GAMES)
def at_plans(request):
    """Game, tables, compiled functions, scratch, and positions in which a plan begins, after a few plain ones."""
    spec = spec_of(request.param)
    tables, scratch = spec.load(None), records(1, spec.scratch)
    search = spec.search()
    scratch[0]["rng"] = 1
    states = records(N, spec.state)
    states["rng"] = [stream(seed) for seed in range(N)]
    playout(spec.hooks()).start_games(states, tables.record, scratch)
    compiled = plan_play(search.hooks)
    actions = np.zeros(search.plan_length, np.int64)
    for _ in range(3):
        compiled.play_to_plans(states, tables.record, scratch)
        for i in range(N):
            search.plan(states, i, tables.record, scratch, 0, actions)
    compiled.play_to_plans(states, tables.record, scratch)
    return spec, tables, compiled, scratch, states


def test_games_are_played_to_where_a_plan_begins(at_plans):
    spec, _, compiled, scratch, states = at_plans
    assert {spec.node_name(int(node)) for node in states["node"]} <= set(spec.search().plan_nodes)
    assert (states["to_move"] != NOBODY).all()
    before = states.copy()
    compiled.play_to_plans(states, at_plans[1].record, scratch)
    assert states.tobytes() == before.tobytes()  # they are there


def test_plans_are_tried_as_the_search_plays_them_and_the_positions_stay(at_plans):
    spec, tables, compiled, scratch, states = at_plans
    search, before = spec.search(), states.copy()
    actions = np.zeros(search.plan_length, np.int64)
    ends, outlooks = records(2 * N, spec.state), np.zeros(2 * N, np.float32)
    compiled.try_plans(states, tables.record, scratch, ORDERS, actions, ends, outlooks)
    assert states.tobytes() == before.tobytes()
    for i, k in np.ndindex(ORDERS.shape):
        one = before[i : i + 1].copy()
        search.plan(one, 0, tables.record, scratch, int(ORDERS[i, k]), actions)
        assert ends[2 * i + k].tobytes() == one[0].tobytes()
        value = np.zeros(1)
        search.play_until(one, tables.record, scratch, 0, actions, value)  # the turn has begun: no more than its value
        assert outlooks[2 * i + k] == pytest.approx(value[0], abs=1e-6)
    assert len({end.tobytes() for end in ends}) > N  # orders make a difference


def test_rows_are_the_observations_of_both_sides(at_plans):
    spec, tables, _, scratch, states = at_plans
    kinds = tuple(tables.observations)
    for kind in kinds:
        rows = np.zeros((N, sum(layout.size for layout in tables.observations[kind])), np.uint8)
        sides = np.array([0, 1, 1])
        row_filler(spec.hooks())(states, tables.record, scratch, sides, kinds.index(kind), rows)
        for i, side in enumerate(sides):
            seen = Game(spec, tables, states[i : i + 1].copy()).observation(spec.sides[side], kind)
            arrays = seen.values() if isinstance(seen, dict) else [seen]
            assert np.array_equal(rows[i], np.concatenate([array.ravel() for array in arrays]))
