"""Compiled playouts and the expectation over a combat, generic over the functions that a game gives to search.

The functions of the game are those of ``core.terms.OrderHooks``.  Its policy plays on for both sides.
"""

import functools
import types
import typing
from types import ModuleType

from ctv_env.core.dice import FACES
from ctv_env.core.jit.generic import functions_of, instantiate
from ctv_env.core.terms import CHANCE, NOBODY, OrderHooks

game = typing.cast(OrderHooks, None)  # the game's module, set by ``instantiate``

PLAIN_ORDERS = 0
"""Orders that vary nothing."""

LEVELS = 3
"""Maximum number of branching dice in a line, given ``LEAST``."""

ROWS_A_LEVEL = 2
"""Records per level: the position, and the last one reached by another face of the preceding die."""

ROWS = ROWS_A_LEVEL * (LEVELS + 1) + 1

LEAST = 1 / 20
_OUTCOMES = 3  # approximate number of different outcomes of a die, which share the likelihood


def plan(states, i, tables, scratch, orders, actions):
    """Play the plan nodes of ``states[i]`` to their end by the policy under ``orders``.

    Args:
        orders: ``PLAIN_ORDERS`` for the policy's own plan; each other number varies it in a way of its own.
        actions: int64 (n,), receives the actions taken.

    Returns:
        The number of actions.
    """
    game.fill_mask(states[i], tables[0], scratch[0])
    return game.march(states[i], tables[0], scratch[0], orders, actions)


def heed(states, i, tables, scratch, orders):
    """Return the action of the policy under ``orders`` in ``states[i]``, which is at an order node."""
    game.fill_mask(states[i], tables[0], scratch[0])
    return game.heed(states[i], tables[0], scratch[0], orders)


def obey(states, tables, scratch, orders):
    """Play all ``states``, which are at order nodes, to the end of what ``orders`` are about, dice included."""
    for i in range(len(states)):
        game.fill_mask(states[i], tables[0], scratch[0])
        game.obey(states[i], tables[0], scratch[0], orders)


def _play_on(s, t, w, turn, actions):
    """Play on until ``turn`` begins; return the ``outlook``.  The mask must be in ``w``."""
    while s.to_move != NOBODY and s.turn < turn:
        w.n_event = 0
        if s.to_move == CHANCE:
            game.take_step(s, t, w, game.draw_outcome(s, t))
        elif game.begins_plan(s):
            game.march(s, t, w, PLAIN_ORDERS, actions)
        else:
            game.take_step(s, t, w, game.advise(s, t, w))
    return game.outlook(s, t)


def play_until(states, tables, scratch, turn, actions, values):
    """Play all ``states`` on until ``turn`` begins.

    Args:
        actions: int64 (n,), scratch for a plan.
        values: float64 (n,), receives the final ``outlook`` of the first side, -1 to 1.
    """
    t, w = tables[0], scratch[0]
    for i in range(len(states)):
        game.fill_mask(states[i], t, w)
        values[i] = _play_on(states[i], t, w, turn, actions)


def _take(s, t, w, action):
    """Apply an action or a face so that equivalent faces lead to the same position."""
    w.n_event = 0
    game.take_step(s, t, w, action)
    game.settle(s)


def _reaches_branch(s, t, w, exact):
    """Play on to the next branch; return False if the combat ends first, as it does unless ``exact``."""
    while s.to_move != NOBODY and game.is_fighting(s):
        if s.to_move != CHANCE:
            _take(s, t, w, game.advise(s, t, w))
        elif exact and game.branches(s):
            return True
        else:
            _take(s, t, w, game.draw_outcome(s, t))
    return False


def _are_same(raw, a, b):
    for k in range(raw.shape[1]):
        if raw[a, k] != raw[b, k]:
            return False
    return True


def fight(states, raw, tables, scratch, level, likelihood, turn, actions):
    """Return the value for the first side, -1 to 1, of the position at ``level``, whose mask is in ``scratch``.

    It is calculated exactly over the dice of the combat; faces that lead to the same position are merged.  Dice at
    which the game does not branch, and those of lines less likely than ``LEAST``, are rolled.  The leaves of the tree
    are ends of the combat, each played on once.

    The function is recursive and can only be called from Python, since numba cannot infer its type in compiled code.

    Args:
        states: (``ROWS``,) records, with the position at the level's record; later ones are overwritten.
        raw: uint8 (``ROWS``, bytes), the same memory.
        tables: tables of the scenario without forced play, since otherwise the stage could end with the combat.
        scratch: (1,) scratch records.
        level: 0.
        likelihood: 1.0; the probability of reaching this position.
        turn: the turn at whose beginning the playouts end.
        actions: int64 (n,), scratch for a plan.
    """
    t, w = tables[0], scratch[0]
    here = ROWS_A_LEVEL * level
    before, after = here + 1, here + ROWS_A_LEVEL
    s = states[here]
    if not _reaches_branch(s, t, w, likelihood >= LEAST):
        return _play_on(s, t, w, turn, actions)
    total = 0.0
    value = 0.0
    for face in range(1, FACES + 1):
        states[after] = states[here]
        _take(states[after], t, w, face)
        if face == 1 or not _are_same(raw, before, after):
            states[before] = states[after]
            value = fight(states, raw, tables, scratch, level + 1, likelihood / _OUTCOMES, turn, actions)
        total += value
    return total / FACES


_GENERIC = functions_of(__name__)


@functools.cache
def search_playouts(hooks: ModuleType) -> types.SimpleNamespace:
    """Return ``plan``, ``heed``, ``obey``, ``play_until`` and ``fight`` for a game."""
    return instantiate(_GENERIC, hooks)
