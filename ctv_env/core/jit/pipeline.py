"""The passes of numba's compiler that the rules need: no closures, generators, context managers or new arrays."""

import typing
from collections.abc import Callable

import numba
from numba.core.compiler import Compiler, DefaultPassBuilder, Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.typed_passes import AnnotateTypes, DumpParforDiagnostics, InlineOverloads, NopythonRewrites
from numba.core.untyped_passes import (
    InlineClosureLikes,
    InlineInlinables,
    MakeFunctionToJitFunction,
    WithLifting,
)

_Internal = typing.Any  # an object of numba's compiler, which has no type annotations

_UNUSED = {
    DumpParforDiagnostics,
    InlineClosureLikes,
    InlineInlinables,
    InlineOverloads,
    MakeFunctionToJitFunction,
    NopythonRewrites,
    WithLifting,
}


class Passes(PassManager):
    """numba's own passes except the unused ones, without its per-pass reports for profilers."""

    @classmethod
    def for_rules(cls, state: _Internal) -> "Passes":
        """Return the passes in order."""
        passes = cls("rules")
        usual = DefaultPassBuilder.define_nopython_pipeline(state).passes
        passes.passes = [one for one in usual if one[0] not in _UNUSED]
        passes.finalize()
        return passes

    @global_compiler_lock
    def _runPass(self, _index: int, one: _Internal, state: _Internal) -> None:
        one.analysis = self._analysis
        one.run_initialization(state)
        one.run_pass(state)
        one.run_finalizer(state)


class _Flags(Flags):
    """A faster form of numba's flags, which are part of the key of every lookup of a call's types."""

    def values(self) -> dict[str, typing.Any]:
        """Return the value of each flag by name."""
        return {name: self._values.get(name, option.default) for name, option in _Flags.options.items()}


class _Typing:
    """numba's typing context with a cache of the signatures of its own functions, of which it tries many per call."""

    def __init__(self, context: _Internal):
        self._context = context

    def __getattr__(self, name: str) -> _Internal:
        return getattr(self._context, name)

    def resolve_function_type(self, function: _Internal, arguments: tuple, keywords: dict) -> _Internal:
        """Return the signature of a call."""
        if keywords or isinstance(function, numba.types.Dispatcher):
            return self._context.resolve_function_type(function, arguments, keywords)
        call = function, tuple(arguments)
        if call not in _signatures:
            _signatures[call] = self._context.resolve_function_type(function, arguments, keywords)
        return _signatures[call]


_signatures: dict[tuple, _Internal] = {}


class RuleCompiler(Compiler):
    """Compiles a rule function."""

    def compile_extra(self, func: Callable) -> _Internal:
        """Compile ``func``."""
        self.state.flags = _Flags(self.state.flags)
        self.state.typingctx = _Typing(self.state.typingctx)
        return super().compile_extra(func)

    def define_pipelines(self) -> list[Passes]:
        """Return the passes above."""
        return [Passes.for_rules(self.state)]


before_loading: list[Callable[[], None]] = []
"""Functions that are called before native code with an entry for Python is loaded: ``external`` has one."""


@register_pass(mutates_CFG=False, analysis_only=True)
class _Prepare(FunctionPass):
    """Prepares for loading native code, once everything that a function calls has been compiled."""

    _name = "prepare_loading"

    def __init__(self) -> None:  # required by the base class
        FunctionPass.__init__(self)

    def run_pass(self, _state: _Internal) -> bool:
        for prepare in before_loading:
            prepare()
        return False


class EntryCompiler(RuleCompiler):
    """Compiles a rule function with an entry for Python."""

    def define_pipelines(self) -> list[Passes]:
        """Return the passes above, with the preparation for loading."""
        passes = Passes.for_rules(self.state)
        passes.add_pass_after(_Prepare, AnnotateTypes)
        passes.finalize()
        return [passes]
