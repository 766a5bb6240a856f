"""The potential of a position, of which shaped rewards are the changes, for any game.

Like ``consult.py``, this is generic over the game's hooks.
"""

import functools
import types
import typing
from types import ModuleType

from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.jit.generic import functions_of, instantiate
from ctv_env.core.terms import Hooks

game = typing.cast(Hooks, None)  # the game's module, set by ``instantiate``


def potential(states, i, tables, scratch):
    """Return the potential of ``states[i]`` for the first side, -1 to 1."""
    game.fill_mask(states[i], tables[0], scratch[0])
    return game.potential(states[i], tables[0], scratch[0])


_GENERIC = functions_of(__name__)


@functools.cache
def _compiled(hooks: ModuleType) -> types.SimpleNamespace:
    return instantiate(_GENERIC, hooks)


def potential_of(position: Game, side: str) -> float:
    """Return the potential of a position for ``side``, -1 to 1; 0 once the game is over."""
    spec = position.spec
    states, scratch = records(1, spec.state), records(1, spec.scratch)
    states[0] = position.record
    found = float(_compiled(spec.hooks()).potential(states, 0, position.tables.record, scratch))
    return found if side == spec.sides[0] else -found
