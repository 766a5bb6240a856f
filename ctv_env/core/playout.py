"""Compiled play outside a batch: advice for many positions, whole games between policies, sequences of actions.

Like ``driver.py``, this is generic over the game's hooks.
"""

import functools
import types
import typing
from types import ModuleType

from ctv_env.core.jit.generic import functions_of, instantiate
from ctv_env.core.terms import CHANCE, NOBODY, Hooks

game = typing.cast(Hooks, None)  # the game's module, set by ``instantiate``


def _roll_on(s, t, w):
    """Resolve chance nodes with the game's own stream until a side decides or the game is over."""
    while s.to_move == CHANCE:
        game.take_step(s, t, w, game.draw_outcome(s, t))


def advise(states, tables, scratch, policy, actions):
    """Write to ``actions``, int64 (n,), the choices of ``policy`` in n ``states``, all at decision nodes."""
    w = scratch[0]
    for i in range(states.shape[0]):
        game.fill_mask(states[i], tables[0], w)
        actions[i] = game.choose(states[i], tables[0], w, policy)


def play_games(states, tables, scratch, policies, streams, decisions, ends):
    """Play new games in all ``states``, in which only ``rng`` is set, to the end.

    Args:
        policies: int64 (2,), index of the policy of each side.
        streams: uint64 (n,), random stream of the policies in each game.
        decisions: int64 (n, 2), zeroed: receives the number of decisions of each side.
        ends: (n, turns) records, zeroed: receives the position at the end of each turn; may have zero turns.
    """
    for i in range(states.shape[0]):
        s, t, w = states[i], tables[0], scratch[0]
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


def start_games(states, tables, scratch):
    """Begin games in all ``states``, in which only ``rng`` is set, and roll on to their first decisions."""
    for i in range(states.shape[0]):
        scratch[0].n_event = 0
        game.begin(states[i], tables[0], scratch[0])
        while states[i].to_move == CHANCE:
            scratch[0].n_event = 0
            _roll_on(states[i], tables[0], scratch[0])


def follow(states, i, tables, scratch, actions):
    """Apply ``actions``, int64 (n,), in ``states[i]``, rolling any dice in between."""
    s, t, w = states[i], tables[0], scratch[0]
    for action in actions:
        _roll_on(s, t, w)
        w.n_event = 0
        game.take_step(s, t, w, action)


_GENERIC = functions_of(__name__)


@functools.cache
def playout(hooks: ModuleType) -> types.SimpleNamespace:
    """Return ``advise``, ``play_games``, ``start_games`` and ``follow`` for a game."""
    return instantiate(_GENERIC, hooks)
