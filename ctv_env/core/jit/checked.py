"""Functions whose calls are checked: once, when the caller is compiled, or at each call of interpreted code."""

import functools
import typing
from collections.abc import Callable

import numba

from ctv_env.core.jit.decorators import jit
from ctv_env.core.jit.versions import COMPILED, USES_PRIVATE_PARTS

if USES_PRIVATE_PARTS:
    from numba.core import ir

_Function = typing.TypeVar("_Function", bound=Callable)
_Internal = typing.Any  # an object of numba's compiler, which has no type annotations

_CHECK = "check_of_calls"
"""Attribute of a function that holds its check; a table would need the hash of whatever others' code calls."""


def checked(check: Callable[..., None]) -> Callable[[_Function], _Function]:
    """Decorator: like ``jit``, but wrong calls are refused.

    Args:
        check: raises an error for a wrong call.  It receives the arguments of the call; when a caller is compiled,
            None stands for each that is neither a constant of a module nor one of a namespace, such as ``EV.MOVED``.
            Compiled code is checked only if numba's private parts are used.
    """

    def decorate(function: _Function) -> _Function:
        if COMPILED:
            compiled = jit(function)
            setattr(compiled, _CHECK, check)
            return compiled

        @functools.wraps(function)
        def call(*arguments: typing.Any) -> typing.Any:
            check(*arguments)
            return function(*arguments)

        return typing.cast(_Function, call)

    return decorate


def _constant(code: _Internal, variable: _Internal) -> typing.Any:
    """Return the value of a variable that is a global or an attribute of one, else None."""
    try:
        definition = code.get_definition(variable)
    except KeyError:  # it has several, or is a parameter
        return None
    if isinstance(definition, ir.Global):
        return definition.value
    if isinstance(definition, ir.Expr) and definition.op == "getattr":
        return getattr(_constant(code, definition.value), definition.attr, None)
    return None


if USES_PRIVATE_PARTS:

    @numba.core.rewrites.register_rewrite("before-inference")
    class _CheckCalls(numba.core.rewrites.Rewrite):
        """Checks the calls of a function that is compiled; rewrites nothing."""

        def match(self, code: _Internal, block: _Internal, _types: object, _calls: object) -> bool:
            for call in block.find_exprs(op="call"):
                check = getattr(_constant(code, call.func), _CHECK, None)
                if check is not None:
                    try:
                        check(*(_constant(code, argument) for argument in call.args))
                    except Exception as error:
                        error.add_note(str(call.loc))
                        raise
            return False
