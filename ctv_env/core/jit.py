"""The one door to numba: compile options, and a cache that cannot serve stale code.

numba's own ``cache=True`` looks only at the file that holds a function: after an edit in *another* file it
returns the old machine code.  Here each module's functions are cached in a folder named by a hash of the sources
of that module and of every module of this package that it imports, directly or not.
"""

import contextlib
import ctypes
import functools
import hashlib
import os
import pathlib
import re
import shutil
import time
import typing

import llvmlite.binding
import llvmlite.ir
import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.np.arrayobj import np_cfarray

from ctv_env.core import second_process

COMPILED = not numba.config.DISABLE_JIT
"""False when ``NUMBA_DISABLE_JIT=1`` runs the same functions interpreted (for coverage)."""

if COMPILED:
    from numba.cpython.unsafe.numbers import trailing_zeros
else:

    def trailing_zeros(bits):
        """The same for plain numbers."""
        return (bits & -bits).bit_length() - 1


_PACKAGE = __name__.split(".")[0]
_COMMENT = re.compile("#.*")
_IMPORT = re.compile(
    rf"^\s*(?:from\s+({_PACKAGE}[\w.]*)\s+import\s+(\([^)]*\)|[^\n]+)|import\s+({_PACKAGE}[\w.]*))", re.M
)
_KEEP_DAYS = 30
_CACHE_LINE = 64  # bytes
_PATIENCE = 120  # seconds for a function that another process compiles


def cache_root() -> pathlib.Path:
    """Folder of all compiled code: ``$NUMBA_CACHE_DIR``, else ``ctv_env`` in the user's cache folder."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return pathlib.Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / _PACKAGE


_ROOT = pathlib.Path(__file__).parents[1]


def _file(module: str) -> pathlib.Path | None:
    """Source file of a module of this package, None if there is none of that name."""
    path = _ROOT.joinpath(*module.split(".")[1:])
    return next((p for p in (path.with_suffix(".py"), path / "__init__.py") if p.is_file()), None)


class _Source(typing.NamedTuple):
    """What the cache needs to know of a source file."""

    digest: bytes
    imports: set[pathlib.Path]
    """Files of this package that its import lines name."""


_sources: dict[pathlib.Path, _Source] = {}


def _named(origin: str, members: str, plain: str) -> set[pathlib.Path]:
    """Files that one match of ``_IMPORT`` names: a module, or a package with modules in it."""
    found = _file(origin or plain)
    if found and found.name != "__init__.py":
        return {found}
    names = (f"{origin}.{name.split()[0]}" for name in members.strip("()").split(",") if name.split())
    return {file for file in (found, *map(_file, names)) if file}


def _source(path: pathlib.Path) -> _Source:
    if path not in _sources:
        content = path.read_bytes()
        lines = _IMPORT.findall(_COMMENT.sub("", content.decode()))
        imports = set().union(*(_named(*line) for line in lines))
        _sources[path] = _Source(hashlib.sha256(content).digest(), imports)
    return _sources[path]


def _closure_key(path: pathlib.Path) -> str:
    """Hash of a source file and of all it imports from this package, at any depth."""
    seen, todo = set(), [path]
    while todo:
        found = todo.pop()
        if found not in seen:
            seen.add(found)
            todo.extend(_source(found).imports)
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for found in sorted(seen):
        digest.update(_source(found).digest)
    return digest.hexdigest()[:16]


def _drop_old_folders(root: pathlib.Path) -> None:
    """Remove compiled code that no run has used for ``_KEEP_DAYS`` days."""
    limit = time.time() - _KEEP_DAYS * 86400
    if root.is_dir():
        for folder in root.iterdir():
            if re.fullmatch(r"[0-9a-f]{16}", folder.name) and folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)


_folders: dict[pathlib.Path, str] = {}


def _cache_folder(path: pathlib.Path) -> str:
    if path not in _folders:
        root = cache_root()
        if not _folders:
            _drop_old_folders(root)
        folder = root / _closure_key(path)
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _folders[path] = str(folder)
    return _folders[path]


# No array is made or returned by compiled code, so no references to them are counted.
_COMMON = {"cache": True, "error_model": "numpy", "_nrt": False}
_OPTIONS = _COMMON | {"nogil": True}
_NO_ENTRIES = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class _Part(JITCodeLibrary):
    """Code that is only ever taken into other code, and made native there.

    It is optimised here with all that it calls: left to the code that takes it in, that runs an eighth slower.
    """

    def _finalize_final_module(self):
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self):
        return self.serialize_using_bitcode()


class _PartCompiler(Compiler):
    """Compiles a function to a ``_Part``, which stands for its entry point."""

    def compile_extra(self, func):
        context = self.state.targetctx
        self.state.flags.no_compile = True
        self.state.library = _Part(context.codegen(), func.__qualname__)
        part = super().compile_extra(func)
        context.insert_user_function(part.library, part.fndesc, [part.library])
        return part._replace(entry_point=part.library)


class _PartCacheImpl(CompileResultCacheImpl):
    """Reads a part as what it was written as, not as native code."""

    def rebuild(self, target_context, payload):
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

    def __init__(self, function):
        functools.update_wrapper(self, function)
        self._folder = _cache_folder(pathlib.Path(function.__code__.co_filename))
        self._inner = None
        self.__call__ = self._first_call

    def _first_call(self, *args):
        with global_compiler_lock, _cache_in(self._folder):
            if self.__call__ == self._first_call:  # else another thread was here before
                self.__call__ = _after_linking(numba.njit(**_OPTIONS)(self.__wrapped__))
        return self.__call__(*args)

    def callee(self):
        """The dispatcher for compiled code; numba holds its lock when it asks for it."""
        if getattr(self.__call__, "is_compiling", False):
            return self.__call__  # it calls itself
        if self._inner is None:
            self._inner = _inner(self.__wrapped__, str(pathlib.Path(self._folder, "inner")))
        return self._inner


def _inner(function, folder: str):
    """Dispatcher of a function that is made native only as a part of what calls it.

    It takes every whole number as int64: numba would compile it anew for each mixture of int8, int16 and int64
    arguments, which doubled the time of a first start.
    """
    with _cache_in(folder):
        inner = numba.njit(**_OPTIONS, **_NO_ENTRIES, pipeline_class=_PartCompiler)(function)
        inner._cache = _PartCache(function)
    template = inner.get_call_template

    def get_call_template(args, kws):
        plain = [numba.types.unliteral(arg) for arg in args]
        wide = tuple(numba.types.int64 if isinstance(arg, numba.types.Integer) else arg for arg in plain)
        return template(wide, kws)

    def add_overload(part):  # numba would want an entry for Python
        inner.overloads[tuple(part.signature.args)] = part

    inner.get_call_template, inner.add_overload = get_call_template, add_overload
    return _after_linking(inner)


def _after_linking(dispatcher):
    """Let ``dispatcher`` compile only when all is known that is compiled apart."""
    compile_for = dispatcher.compile

    def compile_linked(signature):
        _link_all()
        return compile_for(signature)

    dispatcher.compile = compile_linked
    return dispatcher


class Apart:
    """A function compiled by itself, which others call by its address instead of taking in its code.

    numba compiles what a function calls once more into every caller, and a caller's callers: with ten floors of
    calls a first start took three minutes.  Everything registered here is compiled, or read from the cache, before any
    other code is: a caller's code names it as a symbol, which must be known when that code is loaded.
    """

    def __init__(self, function, signature):
        self.__name__, self.__doc__, self.__wrapped__ = function.__name__, function.__doc__, function
        self.__module__ = function.__module__
        self.signature = signature
        self.folder = pathlib.Path(_cache_folder(pathlib.Path(function.__code__.co_filename)))
        self.symbol = f"{function.__module__}.{function.__name__}.{self.folder.name}"
        self._linked = None
        self._from_python = jit(function)
        _apart.append(self)

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
            with _cache_in(str(self.folder)):
                self._linked = numba.cfunc(self.signature, **_COMMON)(self.__wrapped__)
            llvmlite.binding.add_symbol(self.symbol, self._linked.address)

    def __call__(self, *args):
        return self._from_python(*args)


_apart: list[Apart] = []
_busy = False


def _link_all() -> None:
    """Link all that is compiled apart, in the order in which it was defined: callees before their callers.

    Under numba's own lock, so that another thread waits till the symbols are known, and neither waits for the other.
    """
    if not _apart:
        return
    with global_compiler_lock:
        if not _busy:  # else what is being linked, in this thread, compiles what it calls
            with linking():
                _link_in_order()


@contextlib.contextmanager
def linking():
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
    if len(_apart) > 1 and len(_missing()) == len(_apart):
        helper = second_process.start(_apart, cache_root())
    try:
        while _apart:
            if helper and _missing() == _apart[:1]:
                helper.wait(_PATIENCE)
            _apart[0].link()
            del _apart[0]
    finally:
        if helper:
            helper.close()


def _missing() -> list[Apart]:
    """What waits to be linked and has not been compiled."""
    return [function for function in _apart if not function.is_cached(function.folder)]


@contextlib.contextmanager
def _cache_in(folder: str):
    """Other libraries keep their own cache folder."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = folder
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def jit(function):
    """Compile a rule function: no Python objects, no GIL, C division, cached under its sources' hash."""
    if not COMPILED:
        return function
    return Compiled(function)


def jit_apart(*records: np.dtype, numbers: int = 0, returns: bool = False):
    """As ``jit``, for a function that much other code calls: it is compiled once, not again within every caller.

    Args:
        records: types of its first arguments.
        numbers: how many whole numbers follow.
        returns: whether it returns a whole number.
    """

    def decorate(function):
        if not COMPILED:
            return function
        arguments = [numba.from_dtype(record) for record in records] + [numba.types.int64] * numbers
        return Apart(function, (numba.types.int64 if returns else numba.types.void)(*arguments))

    return decorate


if COMPILED:

    @numba.extending.typeof_impl.register(Compiled)
    def _type_of_compiled(value, _context):
        return numba.types.Dispatcher(value.callee())

    @numba.extending.typeof_impl.register(Apart)
    def _type_of_apart(value, _context):
        return numba.types.ExternalFunction(value.symbol, value.signature)


@jit
def lowest_bit(bits):
    """Index of the lowest bit that is set in ``bits``, a whole number that is not 0."""
    return trailing_zeros(bits)


if COMPILED:

    @numba.extending.intrinsic
    def _prefetch_line(_context, address):
        """Ask the processor for the cache line at an address, to be read soon."""

        def generate(_context, builder, _signature, arguments):
            pointer = llvmlite.ir.IntType(8).as_pointer()
            flag = llvmlite.ir.IntType(32)
            kind = llvmlite.ir.FunctionType(llvmlite.ir.VoidType(), [pointer, flag, flag, flag])
            function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
            builder.call(function, [builder.inttoptr(arguments[0], pointer), flag(0), flag(3), flag(1)])
            return _context.get_dummy_value()

        return numba.types.none(numba.types.int64), generate

    @numba.extending.register_jitable
    def prefetch(address, size):
        """Ask the processor for ``size`` bytes of memory before they are needed; they need not be ours."""
        for place in range(address, address + size, _CACHE_LINE):
            _prefetch_line(place)

    @numba.extending.intrinsic
    def array_at(_context, address, shape, dtype):
        """The array of ``shape`` and ``dtype`` at an address; see below."""

        def generate(context, builder, signature, arguments):
            pointer = builder.inttoptr(arguments[0], llvmlite.ir.IntType(8).as_pointer())
            return np_cfarray(context, builder, signature, (pointer, *arguments[1:]))

        return numba.types.Array(dtype.dtype, len(shape), "C")(address, shape, dtype), generate

else:

    def prefetch(address, size):
        """Nothing to do."""

    def array_at(address, shape, dtype):
        """The array of ``shape`` and ``dtype`` at an address, for compiled code that is called with addresses.

        numba needs half a microsecond for every array that it is called with.  The caller keeps the array alive.
        """
        dtype = np.dtype(dtype)
        block = (ctypes.c_char * (int(np.prod(shape)) * dtype.itemsize)).from_address(int(address))
        array = np.frombuffer(block, dtype).reshape(shape)
        return array.view(np.recarray) if dtype.names else array


def records(n: int, dtype: np.dtype) -> np.ndarray:
    """``n`` zeroed records that compiled and interpreted code read alike, as ``records[i].field``."""
    block = np.zeros(n, dtype)
    return block if COMPILED else block.view(np.recarray)
