"""The decorators of compiled functions.

If numba's private parts are used, they return what ``compiled`` and ``external`` describe, otherwise a plain dispatcher
of numba, and the function itself if the rules run interpreted.
"""

import pathlib
import threading
import typing
from collections.abc import Callable, Sequence

import numba
import numpy as np

from ctv_env.core.jit.cache import cache_in, plain_folder
from ctv_env.core.jit.versions import COMPILED, USES_PRIVATE_PARTS

if USES_PRIVATE_PARTS:
    from ctv_env.core.jit.compiled import Compiled
    from ctv_env.core.jit.external import ExternalFunction

_Function = typing.TypeVar("_Function", bound=Callable)

_setting_the_folder = threading.Lock()


def jit(function: _Function) -> _Function:
    """Compile a rule function: no Python objects, no GIL, C division, cached under its sources' hash."""
    return jit_of(function, [function.__code__.co_filename])


def jit_of(function: _Function, files: Sequence[str]) -> _Function:
    """Like ``jit``, cached under the hash of the source ``files`` and everything that they import."""
    if not COMPILED:
        return function
    return typing.cast(_Function, Compiled(function, files) if USES_PRIVATE_PARTS else _plain(function, files))


def _plain(function: Callable, files: Sequence[str]) -> Callable:
    """Return a dispatcher of numba, which includes the code of all that the function calls."""
    folder = plain_folder(*map(pathlib.Path, files))
    with _setting_the_folder, cache_in(folder):
        return numba.njit(cache=folder is not None, error_model="numpy", nogil=True)(function)


def jit_external(
    *records: np.dtype, numbers: int = 0, returns: bool = False, files: Sequence[str] = ()
) -> Callable[[_Function], _Function]:
    """Like ``jit``, for a function with many callers: it is compiled once, not again within each caller.

    Without numba's private parts it is like any other function.

    Args:
        records: types of its first arguments.
        numbers: number of integers that follow.
        returns: whether it returns an integer.
        files: source files whose hash, with all that they import, names its cache folder; by default its own.
    """

    def decorate(function: _Function) -> _Function:
        sources = files or [function.__code__.co_filename]
        if not USES_PRIVATE_PARTS:
            return jit_of(function, sources)
        arguments = [numba.from_dtype(record) for record in records] + [numba.types.int64] * numbers
        signature = (numba.types.int64 if returns else numba.types.void)(*arguments)
        return typing.cast(_Function, ExternalFunction(function, signature, sources))

    return decorate
