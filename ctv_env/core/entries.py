"""Compiled entry points: the only calls from Python into the rules of a game, for one position at a time.

Like ``driver.py``, they are generic over the game's hooks.
"""

import functools
import types
import typing
from types import ModuleType

from ctv_env.core.jit.generic import functions_of, instantiate
from ctv_env.core.terms import RuleHooks

game = typing.cast(RuleHooks, None)  # the game's module, set by ``instantiate``


def start(states, i, tables, scratch):
    """Begin a game in ``states[i]``, in which all fields but ``rng`` are zero; play on to the first node."""
    scratch[0].n_event = 0
    game.begin(states[i], tables[0], scratch[0])


def step(states, i, tables, scratch, action):
    """Apply one legal action, or an outcome at a chance node; play on to the next node that needs one."""
    scratch[0].n_event = 0
    game.take_step(states[i], tables[0], scratch[0], action)


def draw(states, i, tables):
    """Return an outcome for the chance node of ``states[i]``, from the game's own stream, without applying it."""
    return game.draw_outcome(states[i], tables[0])


def weigh(states, i, tables, weights):
    """Write to ``weights``, int64 (n,), those of the outcomes of the chance node of ``states[i]``."""
    for outcome in range(len(weights)):
        weights[outcome] = game.weight(states[i], tables[0], outcome)


def mask(states, i, tables, scratch):
    """Fill ``scratch[0].mask`` for the current node; return the number of legal actions."""
    return game.fill_mask(states[i], tables[0], scratch[0])


def reason(states, i, tables, scratch, action):
    """Return the code of the reason why ``action`` is illegal, 0 if it is legal."""
    return game.why_not(states[i], tables[0], scratch[0], action)


def score(states, i, tables):
    """Return the score of the first side."""
    return game.score(states[i], tables[0])


def determinize(states, i, tables, scratch, side):
    """Replace ``states[i]`` by a position that ``side`` cannot distinguish from it, drawn with ``scratch[0].rng``."""
    game.redraw(states[i], tables[0], scratch[0], side)


_GENERIC = functions_of(__name__)


@functools.cache
def entries(hooks: ModuleType) -> types.SimpleNamespace:
    """Return the entry points of a game by name; each is compiled on its first call."""
    return instantiate(_GENERIC, hooks)
