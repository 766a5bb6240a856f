"""Compiled functions that are written once for all games: each game gets them with its own functions filled in.

Generic code names what a game has to offer as attributes of one global, say ``game.take_step``.  ``instantiate`` makes
a copy of each function in which that global is the game's module, so that numba compiles the call as if it had been
written out there.
"""

import sys
import types
from collections.abc import Sequence
from types import FunctionType, ModuleType

from ctv_env.core.jit.compiled import jit_of


def functions_of(module: str) -> tuple[FunctionType, ...]:
    """The functions that a module has defined so far."""
    found = vars(sys.modules[module]).values()
    return tuple(one for one in found if isinstance(one, FunctionType) and one.__module__ == module)


def instantiate(functions: Sequence[FunctionType], hooks: ModuleType, **constants: object) -> types.SimpleNamespace:
    """Copies of generic ``functions`` for one game, compiled as by ``jit``, by their names.

    Args:
        functions: of one module, none of them compiled.
        hooks: the game's module, which the copies find as ``game``; its sources decide where they are cached.
        constants: further globals of the copies.
    """
    scope = {**functions[0].__globals__, "game": hooks, **constants}
    for function in functions:
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__doc__, copy.__module__ = function.__doc__, hooks.__name__
        scope[function.__name__] = jit_of(copy, [str(hooks.__file__), function.__code__.co_filename])
    return types.SimpleNamespace(**{function.__name__: scope[function.__name__] for function in functions})
