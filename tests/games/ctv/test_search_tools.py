"""The basis of searches: orders that alter the map, and the outlook at which a playout stops."""

import numpy as np
from support.players import copy_of

from ctv_env import new_game
from ctv_env.core.jit import records
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.games.ctv.model.codes import N_CELLS, SIDE
from ctv_env.games.ctv.policies.orders import is_ignored, perturb_threat, perturb_worth
from ctv_env.games.ctv.policies.outlook import outlook
from ctv_env.games.ctv.spec import SPEC


def bent(orders: int) -> tuple[list[int], list[int]]:
    scratch = records(1, SPEC.scratch)
    scratch[0]["worth"], scratch[0]["threat"] = 40, 20
    perturb_worth(scratch[0], orders)
    perturb_threat(scratch[0], SIDE.REPUBLICAN, orders)
    return scratch[0]["worth"][:N_CELLS].tolist(), scratch[0]["threat"][:N_CELLS].tolist()


def test_plain_orders_leave_the_map_as_it_is():
    assert bent(PLAIN_ORDERS) == ([40] * N_CELLS, [20] * N_CELLS)
    assert not any(is_ignored(PLAIN_ORDERS, c) for c in range(N_CELLS))


def test_other_orders_bend_it_each_in_its_own_way_and_always_alike():
    assert bent(3) == bent(3) != bent(4)
    assert set(bent(3)[0]) == {20, 30, 40, 50, 60, 70}
    assert len(set(bent(3)[1])) == 1
    aside = [is_ignored(3, c) for c in range(N_CELLS)]
    assert 0.3 < np.mean(aside) < 0.7


def test_the_outlook_rises_with_what_is_held_and_falls_with_time_and_with_the_enemys_steps():
    game = new_game(seed=1)
    tables = game.tables.record[0]

    def chance(**fields) -> float:
        states = copy_of(game)
        for name, value in fields.items():
            states[0][name] = value
        return outlook(states[0], tables)

    control, steps = game.record["cell_control"].copy(), game.record["unit_steps"].copy()
    control[game.tables.grid.cell("1408")] = 0
    steps[48:] //= 2
    assert chance(turn=5) < chance(turn=4)
    assert chance(turn=5) < chance(turn=5, cell_control=control) < 1
    assert chance(turn=5) < chance(turn=5, unit_steps=steps)
    assert (chance(winner=0), chance(winner=1)) == (1.0, -1.0)
