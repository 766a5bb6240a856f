"""Parts: functions that become native code only as parts of their callers.

numba optimises and stores every function together with everything that it calls, at any depth.  A part is only typed
and lowered, once for all processes, and stored as the code of this one function with the names of the parts that it
calls.  Native code links all parts that it reaches and optimises them together.
"""

import hashlib
import io
import pickle
import typing
from collections.abc import Callable, Iterator

import llvmlite.binding
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import compile_result
from numba.core.funcdesc import default_mangler
from numba.core.serialize import dumps

from ctv_env.core.jit.native import digest_of
from ctv_env.core.jit.pipeline import RuleCompiler
from ctv_env.core.jit.store import STORE

_Internal = typing.Any  # an object of numba's compiler, which has no type annotations


class _Part(JITCodeLibrary):
    """The unoptimised code of one function."""

    def __init__(self, codegen: _Internal, name: str):
        super().__init__(codegen, name)
        self.file = ""  # in the cache
        self.calls: list[_Part] = []
        self._whole: _Internal = None

    def add_linking_library(self, library: _Internal) -> None:
        """Note a part that this one calls; other kinds of code are linked when this part is finalized."""
        if not isinstance(library, _Part):
            super().add_linking_library(library)
        elif library not in self.calls:
            self.calls.append(library)

    def _optimize_functions(self, module: _Internal) -> None:
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Do nothing: the code that links this part optimises it."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def _reached(self) -> "Iterator[_Part]":
        """Yield this part and all parts that it calls, directly or indirectly."""
        seen, todo = {self}, [self]
        while todo:
            part = todo.pop()
            yield part
            new = [callee for callee in part.calls if callee not in seen]
            seen.update(new)
            todo += new

    def _get_module_for_linking(self) -> _Internal:
        if self._whole is None:
            own, *others = (super(_Part, part)._get_module_for_linking() for part in self._reached())
            self._whole = own.clone()
            for module in others:
                self._whole.link_in(module, preserve=True)
        return self._whole

    def to_bytes(self) -> bytes:
        self._ensure_finalized()
        return dumps((self.name, self._final_module.as_bitcode(), [part.file for part in self.calls]))


class PartCompiler(RuleCompiler):
    """Compiles a function to a part, which serves as its entry point."""

    def compile_extra(self, func: Callable) -> _Internal:
        """Compile ``func`` without an entry."""
        context = self.state.targetctx
        self.state.flags.no_compile = True
        self.state.library = _Part(context.codegen(), func.__qualname__)
        context.mangler = _mangled  # the context is a copy for this function
        part = super().compile_extra(func)
        _declare(part, context)
        return part._replace(entry_point=part.library)

    def _compile_bytecode(self) -> _Internal:
        # numba numbers functions in order of use, but a part must have the same name in each process that compiles it.
        digest = digest_of(self.state.func_id.func, self.state.args, self.state.targetctx.codegen())
        self.state.func_id.unique_id = int(digest[:8], 16)
        return super()._compile_bytecode()


def _mangled(name: str, arguments: tuple, *, abi_tags: tuple = (), uid: int | None = None) -> str:
    """Return the symbol of a function. numba names records by numbers, which differ between processes."""
    digest = hashlib.sha256("\n".join(map(str, arguments)).encode()).hexdigest()[:16]
    return default_mangler(name, (), abi_tags=(*abi_tags, digest), uid=uid)


def _declare(part: _Internal, context: _Internal) -> None:
    context.insert_user_function(part.library, part.fndesc, [part.library])


_parts: dict[str, _Part] = {}
"""Parts of this process by their files."""


class PartCache:
    """Stores the parts of one function in one file per signature, so that several processes can add to it.

    Args:
        function: the function.
        key: name of the folder of its files.
    """

    def __init__(self, function: Callable, key: str):
        self._function, self._key = function, key

    def _file(self, arguments: tuple, codegen: _Internal) -> str:
        return f"{self._key}/{self._function.__name__}-{digest_of(self._function, arguments, codegen)[:32]}.part"

    def load_overload(self, arguments: tuple, context: _Internal) -> _Internal:
        """Return the part for ``arguments``, None if it, or one that it calls, is not stored."""
        context.refresh()
        file = self._file(arguments, context.codegen())
        try:
            content = _read(file)
            library = _part(file, content, context.codegen())
            fndesc, environment, signature = pickle.load(content)
        except Exception:  # whatever is missing or wrong, compiling puts it right
            return None
        part = compile_result(
            target_context=context,
            typing_context=context.typing_context,
            library=library,
            environment=environment,
            entry_point=library,
            fndesc=fndesc,
            signature=signature,
            objectmode=False,
        )
        _declare(part, context)
        return part

    def save_overload(self, arguments: tuple, part: _Internal) -> None:
        """Store ``part``."""
        part.fndesc.typemap = part.fndesc.calltypes = None  # large, and not needed by callers
        part.library.file = self._file(arguments, part.codegen)
        _parts[part.library.file] = part.library
        STORE.write(part.library.file, part.library.to_bytes() + dumps((part.fndesc, part.environment, part.signature)))


def _read(file: str) -> io.BytesIO:
    """Return the content of a file of the cache.

    Raises:
        FileNotFoundError: it is missing, or not whole.
    """
    content = STORE.read(file)
    if content is None:
        raise FileNotFoundError(file)
    return io.BytesIO(content)


def _part(file: str, content: io.BytesIO, codegen: _Internal) -> _Part:
    """Return the part at the beginning of the content of a file, with the parts that it calls.

    Raises:
        FileNotFoundError: the file of a part that it calls is missing.
    """
    name, bitcode, calls = pickle.load(content)
    if file not in _parts:
        part = _Part(codegen, name)
        part.file = file
        for callee in calls:
            part.calls.append(_parts.get(callee) or _part(callee, _read(callee), codegen))
        part._final_module = llvmlite.binding.parse_bitcode(bitcode)
        part._finalize_final_module()
        _parts[file] = part
    return _parts[file]
