"""The compiled policies outside a batch: one decision, many decisions, whole games.

With ``course`` and the files of the balance report the only one of this package that knows which game it is about.
"""

import typing

import numpy as np

from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine.entries import start
from ctv_env.games.ctv.engine.legal import fill_mask
from ctv_env.games.ctv.engine.nodes import roll_on, take_step
from ctv_env.games.ctv.model.codes import CHANCE, OVER
from ctv_env.games.ctv.model.state import WORK
from ctv_env.games.ctv.policies import POLICIES
from ctv_env.games.ctv.policies.choose import choose
from ctv_env.games.ctv.policies.fight_out import LEVELS, ROWS_A_LEVEL, fight_out
from ctv_env.games.ctv.policies.playouts import follow, march, play_until

__all__ = [
    "FIGHT_ROWS",
    "MOVEMENT",
    "POLICIES",
    "WORK",
    "advise",
    "fight_out",
    "follow",
    "is_over",
    "march",
    "objective_cells",
    "objectives_of",
    "play_games",
    "play_until",
    "start_games",
]

MOVEMENT = ("MOVE", "MOVE_TO")
"""Nodes of a movement segment."""

FIGHT_ROWS = ROWS_A_LEVEL * (LEVELS + 1) + 1
"""Records that ``fight_out`` needs."""


@jit
def advise(states, tables, works, policy, actions):
    """Write what ``policy`` would do in each of n ``states``, all at decision nodes, in ``actions``, int64 (n,)."""
    w = works[0]
    for i in range(states.shape[0]):
        fill_mask(states[i], tables[0], w)
        actions[i] = choose(states[i], tables[0], w, policy)


@jit
def play_games(states, first, last, tables, works, policies, streams, decisions, ends):
    """Play new games in ``states[first:last]``, of which only ``rng`` is set, to their ends.

    Args:
        policies: int64 (2,), policy code of each side.
        streams: uint64 (n,), random stream of the policies in each game.
        decisions: int64 (n, 2), zeros before: decisions of each side.
        ends: (n, turns) positions, updated as by ``course.note_end``.
    """
    for i in range(first, last):
        s, t, w = states[i], tables[0], works[0]
        w.rng = streams[i]
        start(states, i, tables, works)
        fill_mask(s, t, w)
        while s.node != OVER:
            turn = int(s.turn)
            w.n_event = 0
            if s.to_move == CHANCE:
                roll_on(s, t, w)
            else:
                decisions[i, s.to_move] += 1
                take_step(s, t, w, choose(s, t, w, policies[s.to_move]))
            if turn > 0 and (s.turn != turn or s.node == OVER):
                ends[i, turn - 1] = s


@jit
def start_games(states, tables, works):
    """Begin games in all ``states``, of which only ``rng`` is set, and roll on to their first decisions."""
    for i in range(states.shape[0]):
        start(states, i, tables, works)
        roll_to_decision(states, i, tables, works)


@jit
def roll_to_decision(states, i, tables, works):
    """Roll all dice that are due in game ``i``."""
    while states[i].node != OVER and states[i].to_move == CHANCE:
        works[0].n_event = 0
        roll_on(states[i], tables[0], works[0])


def is_over(states: np.ndarray) -> np.ndarray:
    """bool (n,): which of n games are over."""
    return states["node"] == OVER


class Objective(typing.NamedTuple):
    """An objective hex."""

    cell: int
    name: str
    vp: int


def objectives_of(tables) -> list[Objective]:
    """The objectives of a scenario's ``tables``, dearest first."""
    points = tables.record["vp"][0]
    found = [
        Objective(cell, tables.town_names.get(cell) or tables.grid.code(cell), int(points[cell]))
        for cell in np.flatnonzero(points).tolist()
    ]
    return sorted(found, key=lambda objective: (-objective.vp, objective.name))


def objective_cells(tables) -> np.ndarray:
    """int64 (m,): the cells of the objectives, in the same order."""
    return np.array([objective.cell for objective in objectives_of(tables)], np.int64)
