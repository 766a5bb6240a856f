"""Compiled play from plan to plan: many games to where their next plan begins, and what each of several plans leads to.

The functions of the game are those of ``core.terms.SearchHooks``.  Its policy decides all that is not planned.
"""

import functools
import types
import typing
from types import ModuleType

from ctv_env.core.jit.generic import functions_of, instantiate
from ctv_env.core.terms import CHANCE, NOBODY, SearchHooks

game = typing.cast(SearchHooks, None)  # the game's module, set by ``instantiate``


def play_to_plans(states, tables, scratch):
    """Play all ``states`` on by the policy, dice included, until a plan begins or the game is over."""
    t, w = tables[0], scratch[0]
    for i in range(len(states)):
        s = states[i]
        game.fill_mask(s, t, w)
        while s.to_move != NOBODY and (s.to_move == CHANCE or not game.begins_plan(s)):
            w.n_event = 0
            if s.to_move == CHANCE:
                game.take_step(s, t, w, game.draw_outcome(s, t))
            else:
                game.take_step(s, t, w, game.advise(s, t, w))


def try_plans(states, tables, scratch, orders, actions, ends, outlooks):
    """Play the plans that begin in ``states`` to their end, by the policy under each of several orders.

    Args:
        states: (n,) records, which are not modified.
        tables: (1,) tables record.
        scratch: (1,) scratch record.
        orders: int64 (n, k).
        actions: int64 (m,), scratch for a plan.
        ends: (n * k,) records, receives the positions after the plans, those of the first state first.
        outlooks: float32 (n * k,), receives their ``outlook`` for the first side, -1 to 1.
    """
    t, w = tables[0], scratch[0]
    for i in range(orders.shape[0]):
        for k in range(orders.shape[1]):
            at = i * orders.shape[1] + k
            ends[at] = states[i]
            game.fill_mask(ends[at], t, w)
            game.march(ends[at], t, w, orders[i, k], actions)
            outlooks[at] = game.outlook(ends[at], t)


_GENERIC = functions_of(__name__)


@functools.cache
def plan_play(hooks: ModuleType) -> types.SimpleNamespace:
    """Return ``play_to_plans`` and ``try_plans`` for a game; ``hooks`` are its ``SearchHooks``."""
    return instantiate(_GENERIC, hooks)
