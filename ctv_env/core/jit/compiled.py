"""Functions compiled together with their callers: one entry for Python, one for compiled code."""

import functools
import pathlib
import typing
from collections.abc import Callable, Sequence

import numba
from numba.core.compiler_lock import global_compiler_lock

from ctv_env.core.jit.cache import cache_key
from ctv_env.core.jit.native import NativeCache
from ctv_env.core.jit.parts import PartCache, PartCompiler
from ctv_env.core.jit.pipeline import EntryCompiler, before_loading

_Internal = typing.Any  # an object of numba's compiler, which has no type annotations

# Compiled code neither creates nor returns arrays, so reference counting is off.
COMMON: dict[str, typing.Any] = {"error_model": "numpy", "_nrt": False}
_OPTIONS = COMMON | {"nogil": True}
_PART_OPTIONS = _OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class Compiled:
    """A rule function, compiled when it is first called from Python or by other compiled code.

    A process calls a dozen of several hundred functions, and numba needs a millisecond to prepare each.  A function has
    two forms: one with an entry for Python, and one without, for compiled code.  Entries take two fifths of the compile
    time of a small function, and most are never called from Python.
    """

    __slots__ = ("__call__", "__dict__", "__weakref__")  # so that a call reaches the compiled entry without Python code

    __call__: Callable[..., typing.Any]
    __wrapped__: Callable[..., typing.Any]

    def __init__(self, function: Callable, files: Sequence[str]):
        functools.update_wrapper(self, function)
        self._key = cache_key(*map(pathlib.Path, files))
        self._inner: _Internal = None
        self.__call__ = self._first_call

    def _first_call(self, *args: typing.Any) -> typing.Any:
        with global_compiler_lock:
            if self.__call__ == self._first_call:  # else another thread was faster
                self.__call__ = _entry(self.__wrapped__, self._key)
        return self.__call__(*args)

    def callee(self) -> _Internal:
        """The dispatcher for compiled code; numba holds its lock when it requests it."""
        entry: _Internal = self.__call__
        if getattr(entry, "is_compiling", False) and entry.typingctx.callstack.findfirst(self.__wrapped__):
            return entry  # a recursive call
        if self._inner is None:
            self._inner = _inner(self.__wrapped__, self._key)
        return self._inner


def _entry(function: Callable, key: str) -> _Internal:
    """Return the dispatcher of a function that is called from Python."""
    entry: _Internal = numba.njit(**_OPTIONS, pipeline_class=EntryCompiler)(function)
    entry._cache = NativeCache(function, key, "for Python", before_loading)
    return entry


def _widen(arg: numba.types.Type) -> numba.types.Type:
    plain = numba.types.unliteral(arg)
    return numba.types.int64 if isinstance(plain, numba.types.Integer) else plain


def _inner(function: Callable, key: str) -> _Internal:
    """Return the dispatcher of a function that becomes native code only as a part of its callers.

    All integer arguments are widened to int64: numba would recompile the function for each combination of int8, int16
    and int64, which doubled the time of a first start.
    """
    inner: _Internal = numba.njit(**_PART_OPTIONS, pipeline_class=PartCompiler)(function)
    inner._cache = PartCache(function, key)
    template = inner.get_call_template

    def get_call_template(args: Sequence[numba.types.Type], kws: dict[str, numba.types.Type]) -> _Internal:
        return template(tuple(map(_widen, args)), {name: _widen(arg) for name, arg in kws.items()})

    def add_overload(part: _Internal) -> None:  # numba's own requires an entry for Python
        inner.overloads[tuple(part.signature.args)] = part

    inner.get_call_template, inner.add_overload = get_call_template, add_overload
    return inner


@numba.extending.typeof_impl.register(Compiled)
def _type_of_compiled(value: Compiled, _context: _Internal) -> numba.types.Type:
    return numba.types.Dispatcher(value.callee())
