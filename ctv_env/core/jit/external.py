"""Functions compiled separately, which compiled code calls by their address."""

import ctypes
import gc
import os
import pathlib
import typing
from collections.abc import Callable, Sequence

import llvmlite.binding
import numba
import tqdm
from numba.core.ccallback import CFunc
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from ctv_env.core.host import shows_progress, tell
from ctv_env.core.jit.cache import cache_key
from ctv_env.core.jit.compiled import COMMON, Compiled
from ctv_env.core.jit.helpers import Helpers
from ctv_env.core.jit.native import NativeCache
from ctv_env.core.jit.pipeline import RuleCompiler, before_loading
from ctv_env.core.jit.store import STORE

_NOTE = "ctv_env: compiling the rules for this machine, which takes 15 to 30 seconds and is done once"


class ExternalFunction:
    """A function compiled separately: callers call it by its address instead of including its code.

    numba compiles the code of a function again into every caller, and into the callers' callers: with ten levels of
    calls a first start took three minutes.  External functions are compiled, or read from the cache, before any other
    code, because their symbols must be known when the code of a caller is loaded.
    """

    def __init__(self, function: Callable, signature: typing.Any, files: Sequence[str]):
        self.__name__, self.__doc__, self.__wrapped__ = function.__name__, function.__doc__, function
        self.__module__ = function.__module__
        self.signature = signature
        self.key = cache_key(*map(pathlib.Path, files))
        self.symbol = f"{function.__module__}.{function.__name__}.{self.key}"
        self._cache = NativeCache(function, self.key, "by address")
        self._linked: typing.Any = None
        self._from_python = Compiled(function, files)
        _waiting.append(self)

    def declare(self) -> None:
        """Define its symbol before it is compiled, in a process that compiles its callers but does not run them."""
        llvmlite.binding.add_symbol(self.symbol, ctypes.cast(ctypes.pythonapi.Py_IncRef, ctypes.c_void_p).value)

    def is_cached(self) -> bool:
        """Whether its code for this processor is in the cache."""
        return self._cache.has(self.signature, cpu_target.target_context)

    def link(self) -> None:
        """Compile it, or read it from the cache, and define its symbol."""
        if self._linked is None:
            types = self.signature.args, self.signature.return_type
            self._linked = CFunc(self.__wrapped__, types, locals={}, options=COMMON, pipeline_class=RuleCompiler)
            self._linked._cache = self._cache
            self._linked.compile()
            llvmlite.binding.add_symbol(self.symbol, self._linked.address)

    def __call__(self, *args: typing.Any) -> typing.Any:
        return self._from_python(*args)


_waiting: list[ExternalFunction] = []


def waiting(module: str, name: str) -> ExternalFunction:
    """Return the function of that module and name, which is not linked yet."""
    return next(one for one in _waiting if (one.__module__, one.__name__) == (module, name))


def declare_all() -> None:
    """Define the symbols of all waiting functions, in a process that compiles their callers but does not run them."""
    for function in _waiting:
        function.declare()


def _link_all() -> None:
    """Link all external functions in order of definition: callees before their callers.

    This holds numba's own lock, so that other threads wait until the symbols are known, without a deadlock.
    """
    with global_compiler_lock:
        if len(_missing()) > 1:
            with STORE.one_at_a_time():
                if len(missing := _missing()) > 1:
                    _compile(missing)
        for function in _waiting:
            function.link()
        _waiting.clear()


def _missing() -> list[ExternalFunction]:
    return [function for function in _waiting if not function.is_cached()]


def _compile(missing: list[ExternalFunction]) -> None:
    """Link all waiting functions with the help of other processes, and show the progress on a terminal.

    tqdm's own setting ``TQDM_DISABLE`` silences both.
    """
    if not os.environ.get("TQDM_DISABLE"):
        tell(_NOTE)
    with tqdm.tqdm(total=len(missing), unit="function", disable=not shows_progress(), leave=False) as bar:
        helpers, collects = Helpers(missing, bar.update), gc.isenabled()
        gc.disable()  # it would scan all of the compiler's objects again and again
        try:
            for function in _waiting:
                own = helpers.take(function)
                function.link()
                bar.update(own)
        finally:
            helpers.close()
            if collects:
                gc.enable()


before_loading.append(_link_all)


@numba.extending.typeof_impl.register(ExternalFunction)
def _type_of_external(value: ExternalFunction, _context: object) -> numba.types.Type:
    return numba.types.ExternalFunction(value.symbol, value.signature)
