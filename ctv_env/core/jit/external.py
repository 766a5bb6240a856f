"""Functions compiled by themselves, which compiled code calls by their address."""

import contextlib
import ctypes
import pathlib
import typing
from collections.abc import Callable, Iterator

import llvmlite.binding
import numba
import numpy as np
from numba.core.compiler_lock import global_compiler_lock

from ctv_env.core.jit import second_process
from ctv_env.core.jit.cache import cache_folder, cache_in, cache_root
from ctv_env.core.jit.compiled import COMMON, COMPILED, before_compiling, jit

_Function = typing.TypeVar("_Function", bound=Callable)
_PATIENCE = 120  # seconds for a function that another process compiles


class ExternalFunction:
    """A function compiled by itself, which others call by its address instead of taking in its code.

    numba compiles what a function calls once more into every caller, and a caller's callers: with ten floors of
    calls a first start took three minutes.  Everything registered here is compiled, or read from the cache, before any
    other code is: a caller's code names it as a symbol, which must be known when that code is loaded.
    """

    def __init__(self, function: Callable, signature: typing.Any):
        self.__name__, self.__doc__, self.__wrapped__ = function.__name__, function.__doc__, function
        self.__module__ = function.__module__
        self.signature = signature
        self.folder = pathlib.Path(cache_folder(pathlib.Path(function.__code__.co_filename)))
        self.symbol = f"{function.__module__}.{function.__name__}.{self.folder.name}"
        self._linked: typing.Any = None
        self._from_python = jit(function)
        _waiting.append(self)

    def declare(self) -> None:
        """Make its symbol known before it is compiled, in a process that compiles its callers but does not run them."""
        llvmlite.binding.add_symbol(self.symbol, ctypes.cast(ctypes.pythonapi.Py_IncRef, ctypes.c_void_p).value)

    def cache_files(self, folder: pathlib.Path, suffix: str) -> list[pathlib.Path]:
        """Files of its compiled code in ``folder`` or the same one of another cache: ``nbi`` indices, ``nbc`` code."""
        return list(folder.glob(f"*/*.{self.__name__}-*.{suffix}"))

    def is_cached(self, folder: pathlib.Path) -> bool:
        """Whether its compiled code is in ``folder``."""
        return bool(self.cache_files(folder, "nbi"))

    def link(self) -> None:
        """Compile it, or read it from the cache, and make its symbol known."""
        if self._linked is None:
            with cache_in(str(self.folder)):
                self._linked = numba.cfunc(self.signature, **COMMON)(self.__wrapped__)
            llvmlite.binding.add_symbol(self.symbol, self._linked.address)

    def __call__(self, *args: typing.Any) -> typing.Any:
        return self._from_python(*args)


_waiting: list[ExternalFunction] = []
_busy = False


def _link_all() -> None:
    """Link all that is compiled apart, in the order in which it was defined: callees before their callers.

    Under numba's own lock, so that another thread waits till the symbols are known, and neither waits for the other.
    """
    if not _waiting:
        return
    with global_compiler_lock:
        if not _busy:  # else what is being linked, in this thread, compiles what it calls
            with linking():
                _link_in_order()


@contextlib.contextmanager
def linking() -> Iterator[None]:
    """What is compiled within this block links nothing by itself."""
    global _busy
    _busy = True
    try:
        yield
    finally:
        _busy = False


def _link_in_order() -> None:
    """Link all that waits; where all of it has to be compiled, together with a second process.

    That one goes from the last to the first: when the next alone is missing, it is at the next.
    """
    helper = None
    if len(_waiting) > 1 and len(_missing()) == len(_waiting):
        helper = second_process.start(_waiting, cache_root())
    try:
        while _waiting:
            if helper and _missing() == _waiting[:1]:
                helper.wait(_PATIENCE)
            _waiting[0].link()
            del _waiting[0]
    finally:
        if helper:
            helper.close()


def _missing() -> list[ExternalFunction]:
    """What waits to be linked and has not been compiled."""
    return [function for function in _waiting if not function.is_cached(function.folder)]


def jit_external(*records: np.dtype, numbers: int = 0, returns: bool = False) -> Callable[[_Function], _Function]:
    """As ``jit``, for a function that much other code calls: it is compiled once, not again within every caller.

    Args:
        records: types of its first arguments.
        numbers: how many whole numbers follow.
        returns: whether it returns a whole number.
    """

    def decorate(function: _Function) -> _Function:
        if not COMPILED:
            return function
        arguments = [numba.from_dtype(record) for record in records] + [numba.types.int64] * numbers
        signature = (numba.types.int64 if returns else numba.types.void)(*arguments)
        return typing.cast(_Function, ExternalFunction(function, signature))

    return decorate


if COMPILED:
    before_compiling.append(_link_all)

    @numba.extending.typeof_impl.register(ExternalFunction)
    def _type_of_external(value: ExternalFunction, _context: object) -> numba.types.Type:
        return numba.types.ExternalFunction(value.symbol, value.signature)
