"""Compiled play outside a batch: advice for many positions, whole games between policies, lists of actions.

Written once for all games, as ``driver.py``.
"""

import functools
import types
import typing
from types import ModuleType

from ctv_env.core.jit.generic import functions_of, instantiate
from ctv_env.core.spec import CHANCE, NOBODY, Hooks

game = typing.cast(Hooks, None)  # the module of a game: filled in by ``instantiate``


def _roll_on(s, t, w):
    """Let the game's own stream decide at every chance node, until a side decides or the game is over."""
    while s.to_move == CHANCE:
        game.take_step(s, t, w, game.draw_outcome(s, t))


def advise(states, tables, works, policy, actions):
    """Write what ``policy`` would do in each of n ``states``, all at decision nodes, in ``actions``, int64 (n,)."""
    w = works[0]
    for i in range(states.shape[0]):
        game.fill_mask(states[i], tables[0], w)
        actions[i] = game.choose(states[i], tables[0], w, policy)


def play_games(states, tables, works, policies, streams, decisions, ends):
    """Play new games in all ``states``, of which only ``rng`` is set, to their ends.

    Args:
        policies: int64 (2,), index of the policy of each side.
        streams: uint64 (n,), random stream of the policies in each game.
        decisions: int64 (n, 2), zeros before: decisions of each side.
        ends: (n, turns) records, zeros before: the position at the end of each turn; with no turns none is kept.
    """
    for i in range(states.shape[0]):
        s, t, w = states[i], tables[0], works[0]
        w.rng = streams[i]
        w.n_event = 0
        game.begin(s, t, w)
        while s.to_move != NOBODY:
            turn = int(s.turn)
            w.n_event = 0
            if s.to_move == CHANCE:
                _roll_on(s, t, w)
            else:
                decisions[i, s.to_move] += 1
                game.take_step(s, t, w, game.choose(s, t, w, policies[s.to_move]))
            if 0 < turn <= ends.shape[1] and (s.turn != turn or s.to_move == NOBODY):
                ends[i, turn - 1] = s


def start_games(states, tables, works):
    """Begin games in all ``states``, of which only ``rng`` is set, and roll on to their first decisions."""
    for i in range(states.shape[0]):
        works[0].n_event = 0
        game.begin(states[i], tables[0], works[0])
        while states[i].to_move == CHANCE:
            works[0].n_event = 0
            _roll_on(states[i], tables[0], works[0])


def follow(states, i, tables, works, actions):
    """Take ``actions``, int64 (n,), in ``states[i]``; a die that is due before one of them is rolled."""
    s, t, w = states[i], tables[0], works[0]
    for action in actions:
        _roll_on(s, t, w)
        w.n_event = 0
        game.take_step(s, t, w, action)


_GENERIC = functions_of(__name__)


@functools.cache
def playout(hooks: ModuleType) -> types.SimpleNamespace:
    """``advise``, ``play_games``, ``start_games`` and ``follow`` for a game."""
    return instantiate(_GENERIC, hooks)
