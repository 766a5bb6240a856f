"""Compiled functions written once for all games: each game gets copies that use its own functions.

Generic code refers to a game's functions as attributes of one global, such as ``game.take_step``.  ``instantiate``
copies each function with the game's module as that global, so that numba compiles a direct call.
"""

import sys
import types
import typing
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType, ModuleType

from ctv_env.core.jit.decorators import jit_external, jit_of

_Function = typing.TypeVar("_Function", bound=Callable)


class Namespace(ModuleType):
    """Functions and constants for generic code, made at run time: numba reads the attributes of a module as constants.

    Its sources distinguish the code compiled for it from that for others.

    Args:
        name: name of the module in whose name its functions are compiled.
        sources: source files that determine, with all that they import, what is compiled anew.
        members: functions and constants by name.
    """

    def __init__(self, name: str, sources: Iterable[str], **members: object):
        super().__init__(name)
        self.sources = tuple(sources)
        vars(self).update(members)


def sources_of(hooks: ModuleType) -> tuple[str, ...]:
    """Return the source files of a module or a namespace."""
    return getattr(hooks, "sources", None) or (str(hooks.__file__),)


def functions_of(module: str) -> tuple[FunctionType, ...]:
    """Return the functions that a module has defined so far."""
    found = vars(sys.modules[module]).values()
    return tuple(one for one in found if isinstance(one, FunctionType) and one.__module__ == module)


def separate(numbers: int = 0, returns: bool = False) -> Callable[[_Function], _Function]:
    """Decorator for a generic function with many callers: the copies are compiled as by ``jit_external``.

    Args:
        numbers: number of integers that it takes after the records ``s``, ``t`` and ``w``.
        returns: whether it returns an integer.
    """

    def mark(function: _Function) -> _Function:
        function.__dict__["separate"] = {"numbers": numbers, "returns": returns}
        return function

    return mark


def instantiate(
    functions: Sequence[FunctionType], hooks: ModuleType, suffix: str = "", **constants: object
) -> types.SimpleNamespace:
    """Return copies of generic ``functions`` for one game, compiled as by ``jit`` or ``separate``, by name.

    Args:
        functions: of one module, none of them compiled; those that are called by separate ones before them.
        hooks: the game's functions, which the copies see as ``game``; their sources determine the cache folder.  Its
            records are the first arguments of separate functions.
        suffix: of the names of the copies, which distinguishes those with other ``constants`` in the cache.
        constants: additional globals of the copies.
    """
    scope = {**functions[0].__globals__, "game": hooks, **constants}
    for function in functions:
        copy = FunctionType(function.__code__, scope, function.__name__ + suffix, function.__defaults__)
        copy.__qualname__ = copy.__name__
        copy.__doc__, copy.__module__ = function.__doc__, hooks.__name__
        files = [*sources_of(hooks), function.__code__.co_filename]
        if "separate" in function.__dict__:
            records = hooks.STATE, hooks.TABLES, hooks.SCRATCH
            scope[function.__name__] = jit_external(*records, files=files, **function.__dict__["separate"])(copy)
        else:
            scope[function.__name__] = jit_of(copy, files)
    return types.SimpleNamespace(**{function.__name__: scope[function.__name__] for function in functions})
