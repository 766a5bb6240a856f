"""Functions compiled with what calls them: one entry for Python, one for compiled code."""

import functools
import pathlib
import typing
from collections.abc import Callable, Sequence

import llvmlite.binding
import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result
from numba.core.compiler_lock import global_compiler_lock

from ctv_env.core.jit.cache import SETTINGS, cache_folder, cache_in

_Function = typing.TypeVar("_Function", bound=Callable)
_Internal = typing.Any  # an object of numba's compiler, which has no types

COMPILED: bool = not SETTINGS.DISABLE_JIT
"""False when ``NUMBA_DISABLE_JIT=1`` runs the same functions interpreted (for coverage)."""

# No array is made or returned by compiled code, so no references to them are counted.
COMMON: dict[str, typing.Any] = {"cache": True, "error_model": "numpy", "_nrt": False}
_OPTIONS = COMMON | {"nogil": True}
_NO_ENTRIES: dict[str, typing.Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class _Part(JITCodeLibrary):
    """Code that is only ever taken into other code, and made native there.

    It is optimised here with all that it calls: left to the code that takes it in, that runs an eighth slower.
    """

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self) -> _Internal:
        return self.serialize_using_bitcode()


class _PartCompiler(Compiler):
    """Compiles a function to a ``_Part``, which stands for its entry point."""

    def compile_extra(self, func: Callable) -> _Internal:
        context = self.state.targetctx
        self.state.flags.no_compile = True
        self.state.library = _Part(context.codegen(), func.__qualname__)
        part = super().compile_extra(func)
        context.insert_user_function(part.library, part.fndesc, [part.library])
        return part._replace(entry_point=part.library)


class _PartCacheImpl(CompileResultCacheImpl):
    """Reads a part as what it was written as, not as native code."""

    def rebuild(self, target_context: _Internal, payload: _Internal) -> _Internal:
        (name, _, bitcode), fndesc, environment, signature, *_ = payload
        library = _Part(target_context.codegen(), name)
        library._final_module = llvmlite.binding.parse_bitcode(bitcode)
        library._finalize_final_module()
        return compile_result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=library,
            fndesc=fndesc,
            signature=signature,
            objectmode=False,
        )


class _PartCache(FunctionCache):
    _impl_class = _PartCacheImpl


class Compiled:
    """A rule function, compiled when it is first called from Python, or by other compiled code.

    Of several hundred a process calls a dozen; numba needs a millisecond for each that it only gets ready.  There are
    two of each: one with an entry for Python, and one for compiled code, without.  The entries take two fifths of the
    time that a small function needs to be compiled, and most are never called from Python.
    """

    __slots__ = ("__call__", "__dict__", "__weakref__")  # so that a call finds the compiled entry without Python code

    __call__: Callable[..., typing.Any]
    __wrapped__: Callable[..., typing.Any]

    def __init__(self, function: Callable, files: Sequence[str]):
        functools.update_wrapper(self, function)
        self._folder = cache_folder(*map(pathlib.Path, files))
        self._inner: _Internal = None
        self.__call__ = self._first_call

    def _first_call(self, *args: typing.Any) -> typing.Any:
        with global_compiler_lock, cache_in(self._folder):
            if self.__call__ == self._first_call:  # else another thread was here before
                self.__call__ = _after_linking(numba.njit(**_OPTIONS)(self.__wrapped__))
        return self.__call__(*args)

    def callee(self) -> _Internal:
        """The dispatcher for compiled code; numba holds its lock when it asks for it."""
        if getattr(self.__call__, "is_compiling", False):
            return self.__call__  # it calls itself
        if self._inner is None:
            self._inner = _inner(self.__wrapped__, str(pathlib.Path(self._folder, "inner")))
        return self._inner


def _widen(arg: numba.types.Type) -> numba.types.Type:
    plain = numba.types.unliteral(arg)
    return numba.types.int64 if isinstance(plain, numba.types.Integer) else plain


def _inner(function: Callable, folder: str) -> _Internal:
    """Dispatcher of a function that is made native only as a part of what calls it.

    It takes every whole number as int64: numba would compile it anew for each mixture of int8, int16 and int64
    arguments, which doubled the time of a first start.
    """
    with cache_in(folder):
        inner: _Internal = numba.njit(**_OPTIONS, **_NO_ENTRIES, pipeline_class=_PartCompiler)(function)
        inner._cache = _PartCache(function)
    template = inner.get_call_template

    def get_call_template(args: Sequence[numba.types.Type], kws: dict[str, numba.types.Type]) -> _Internal:
        return template(tuple(map(_widen, args)), {name: _widen(arg) for name, arg in kws.items()})

    def add_overload(part: _Internal) -> None:  # numba would want an entry for Python
        inner.overloads[tuple(part.signature.args)] = part

    inner.get_call_template, inner.add_overload = get_call_template, add_overload
    return _after_linking(inner)


before_compiling: list[Callable[[], None]] = []
"""Functions that are called before anything is compiled: ``external`` has one."""


def _after_linking(dispatcher: _Internal) -> _Internal:
    """Let ``dispatcher`` compile only when all is known that is compiled apart."""
    compile_for = dispatcher.compile

    def compile_linked(signature: _Internal) -> _Internal:
        for prepare in before_compiling:
            prepare()
        return compile_for(signature)

    dispatcher.compile = compile_linked
    return dispatcher


def jit(function: _Function) -> _Function:
    """Compile a rule function: no Python objects, no GIL, C division, cached under its sources' hash."""
    return jit_of(function, [function.__code__.co_filename])


def jit_of(function: _Function, files: Sequence[str]) -> _Function:
    """As ``jit``, cached under the hash of the source ``files`` and of all that they import."""
    return typing.cast(_Function, Compiled(function, files)) if COMPILED else function


if COMPILED:

    @numba.extending.typeof_impl.register(Compiled)
    def _type_of_compiled(value: Compiled, _context: _Internal) -> numba.types.Type:
        return numba.types.Dispatcher(value.callee())
