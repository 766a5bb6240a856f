"""The compiled entries: the only crossings from Python into the rules of a game, one position at a time.

Written once for all games, as ``driver.py``.
"""

import functools
import types
import typing
from types import ModuleType

from ctv_env.core.jit.generic import functions_of, instantiate
from ctv_env.core.spec import RuleHooks

game = typing.cast(RuleHooks, None)  # the module of a game: filled in by ``instantiate``


def start(states, i, tables, works):
    """Begin a game in ``states[i]``, all fields but ``rng`` zeroed before; plays on to the first node."""
    works[0].n_event = 0
    game.begin(states[i], tables[0], works[0])


def step(states, i, tables, works, action):
    """Apply one legal action, or an outcome at a chance node; plays on to the next node that asks something."""
    works[0].n_event = 0
    game.take_step(states[i], tables[0], works[0], action)


def draw(states, i, tables):
    """The outcome of the chance node of ``states[i]``, by the game's own stream; not applied."""
    return game.draw_outcome(states[i], tables[0])


def mask(states, i, tables, works):
    """Fill ``works[0].mask`` for the present node; returns the number of legal actions."""
    return game.fill_mask(states[i], tables[0], works[0])


def reason(states, i, tables, works, action):
    """Code of the reason against ``action``, 0 if it is legal."""
    return game.why_not(states[i], tables[0], works[0], action)


def score(states, i, tables):
    """The score of the first side."""
    return game.score(states[i], tables[0])


def determinize(states, i, tables, works, side):
    """Change ``states[i]`` into a position that ``side`` cannot tell from it, drawn with ``works[0].rng``."""
    game.redraw(states[i], tables[0], works[0], side)


_GENERIC = functions_of(__name__)


@functools.cache
def entries(hooks: ModuleType) -> types.SimpleNamespace:
    """The entries of a game, by their names; each is compiled when it is first called."""
    return instantiate(_GENERIC, hooks)
