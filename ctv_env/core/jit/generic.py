"""Compiled functions written once for all games: each game gets copies that use its own functions.

Generic code refers to a game's functions as attributes of one global, such as ``game.take_step``.  ``instantiate``
copies each function with the game's module as that global, so that numba compiles a direct call.
"""

import sys
import types
from collections.abc import Sequence
from types import FunctionType, ModuleType

from ctv_env.core.jit.decorators import jit_of


def functions_of(module: str) -> tuple[FunctionType, ...]:
    """Return the functions that a module has defined so far."""
    found = vars(sys.modules[module]).values()
    return tuple(one for one in found if isinstance(one, FunctionType) and one.__module__ == module)


def instantiate(functions: Sequence[FunctionType], hooks: ModuleType, **constants: object) -> types.SimpleNamespace:
    """Return copies of generic ``functions`` for one game, compiled as by ``jit``, by name.

    Args:
        functions: of one module, none of them compiled.
        hooks: the game's module, which the copies see as ``game``; its sources determine their cache folder.
        constants: additional globals of the copies.
    """
    scope = {**functions[0].__globals__, "game": hooks, **constants}
    for function in functions:
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__doc__, copy.__module__ = function.__doc__, hooks.__name__
        scope[function.__name__] = jit_of(copy, [str(hooks.__file__), function.__code__.co_filename])
    return types.SimpleNamespace(**{function.__name__: scope[function.__name__] for function in functions})
