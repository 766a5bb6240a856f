"""Functions compiled by themselves, which compiled code calls by their address."""

import ctypes
import gc
import os
import pathlib
import sys
import typing
from collections.abc import Callable

import llvmlite.binding
import numba
import numpy as np
import tqdm
from numba.core.compiler_lock import global_compiler_lock

from ctv_env.core.jit.cache import cache_folder, cache_in
from ctv_env.core.jit.compiled import COMMON, COMPILED, jit
from ctv_env.core.jit.helpers import Helpers
from ctv_env.core.jit.pipeline import RuleCompiler, before_loading

_Function = typing.TypeVar("_Function", bound=Callable)
_NOTE = "ctv_env: compiling the rules for this machine, which takes 15 to 30 seconds and is done once"


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

    def is_cached(self) -> bool:
        """Whether its compiled code is in the cache."""
        return any(self.folder.glob(f"*/*.{self.__name__}-*.nbi"))

    def link(self) -> None:
        """Compile it, or read it from the cache, and make its symbol known."""
        if self._linked is None:
            with cache_in(str(self.folder)):
                self._linked = numba.cfunc(self.signature, pipeline_class=RuleCompiler, **COMMON)(self.__wrapped__)
            llvmlite.binding.add_symbol(self.symbol, self._linked.address)

    def __call__(self, *args: typing.Any) -> typing.Any:
        return self._from_python(*args)


_waiting: list[ExternalFunction] = []


def declare_all() -> None:
    """Make the symbols of all that waits known, in a process that compiles what calls it but does not run it."""
    for function in _waiting:
        function.declare()


def _link_all() -> None:
    """Link all that is compiled by itself, in the order in which it was defined: callees before their callers.

    Under numba's own lock, so that another thread waits till the symbols are known, and neither waits for the other.
    """
    with global_compiler_lock:
        missing = [function for function in _waiting if not function.is_cached()]
        if len(missing) > 1:
            _compile(missing)
        for function in _waiting:
            function.link()
        _waiting.clear()


def _compile(missing: list[ExternalFunction]) -> None:
    """Link all that waits, together with helpers, and say so: with the progress on a terminal.

    tqdm's own setting ``TQDM_DISABLE`` silences both.
    """
    if not os.environ.get("TQDM_DISABLE"):
        print(_NOTE, file=sys.stderr, flush=True)
    with tqdm.tqdm(total=len(missing), unit="function", disable=None, leave=False) as bar:
        helpers, collects = Helpers(missing, bar.update), gc.isenabled()
        gc.disable()  # it would go through all that the compiler keeps, again and again
        try:
            for function in _waiting:
                own = helpers.take(function)
                function.link()
                bar.update(own)
        finally:
            helpers.close()
            if collects:
                gc.enable()


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
    before_loading.append(_link_all)

    @numba.extending.typeof_impl.register(ExternalFunction)
    def _type_of_external(value: ExternalFunction, _context: object) -> numba.types.Type:
        return numba.types.ExternalFunction(value.symbol, value.signature)
