"""Native code of single functions in the cache, a file for each function and types of its arguments."""

import hashlib
import pickle
import typing
from collections.abc import Callable, Sequence

from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from ctv_env.core.jit.store import STORE

_Internal = typing.Any  # an object of numba's compiler, which has no type annotations


def digest_of(function: Callable, arguments: Sequence, codegen: _Internal) -> str:
    """Return a hash that distinguishes a function from others of its module, and its code for other processors."""
    code: _Internal = function.__code__
    cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
    values = [value for value in code.co_consts if not hasattr(value, "co_code")]
    named = (function.__module__, function.__qualname__, *map(str, arguments), *map(str, codegen.magic_tuple()))
    told = (*named, code.co_firstlineno, code.co_names, values, function.__defaults__)
    return hashlib.sha256("\n".join(map(str, told)).encode() + code.co_code + dumps(cells)).hexdigest()


class NativeCache:
    """Takes the place of numba's own cache of a function, which fails if its files are damaged or cannot be written.

    Args:
        function: the function.
        key: name of the folder of its files.
        kind: of its entry.
        before_loading: called before its code is loaded.
    """

    def __init__(self, function: Callable, key: str, kind: str, before_loading: Sequence[Callable[[], None]] = ()):
        self._function, self._key, self._kind, self._before_loading = function, key, kind, before_loading

    def _file(self, signature: _Internal, codegen: _Internal) -> str:
        arguments: _Internal = getattr(signature, "args", signature)
        digest = digest_of(self._function, (self._kind, *arguments), codegen)
        return f"{self._key}/{self._function.__name__}-{digest[:32]}.nbc"

    def has(self, signature: _Internal, context: _Internal) -> bool:
        """Whether the code for a signature and this processor is stored whole."""
        context.refresh()
        return STORE.read(self._file(signature, context.codegen())) is not None

    def load_overload(self, signature: _Internal, context: _Internal) -> _Internal:
        """Return the stored code, None if there is none that serves."""
        context.refresh()
        content = STORE.read(self._file(signature, context.codegen()))
        if content is None:
            return None
        for prepare in self._before_loading:
            prepare()
        try:
            return CompileResult._rebuild(context, *pickle.loads(content))
        except Exception:  # whatever is wrong with it, compiling puts it right
            return None

    def save_overload(self, signature: _Internal, result: _Internal) -> None:
        """Store code, unless it refers to addresses of this process."""
        if not result.library.has_dynamic_globals:
            STORE.write(self._file(signature, result.codegen), dumps(result._reduce()))
