"""Dispatch by a number: numba cannot index a table of different functions, so the choice is written out as code."""

import inspect
from collections.abc import Callable, Mapping, Sequence

from ctv_env.core.jit.decorators import jit_of
from ctv_env.core.jit.filled_in import filled_in


def dispatch(cases: Mapping[int, Callable], otherwise: int | None = None) -> Callable:
    """Decorator: fill in a function without a body that calls one of ``cases`` by the number in its first argument.

    ::

        @dispatch({MOVE: move, WAIT: wait}, otherwise=0)
        def act(node, s, die):
            \"\"\"Apply a die at ``node``.\"\"\"

    becomes, compiled by ``jit``, where ``wait(s)`` needs no die::

        def act(node, s, die):
            if node == 10:
                return move(s, die)
            if node == 11:
                return wait(s)
            return 0

    Args:
        cases: functions by number.  Each is called with those parameters of the decorated function that it names; a
            last parameter with another name receives the last of them.
        otherwise: returned for any other number.  If it is None, the function never returns a value.

    Raises:
        TypeError: a case has a parameter that the decorated function lacks.
    """

    def decorate(function: Callable) -> Callable:
        return dispatch_of(function, cases, otherwise, function.__module__, [function.__code__.co_filename])

    return decorate


def dispatch_of(
    function: Callable,
    cases: Mapping[int, Callable],
    otherwise: int | None,
    module: str,
    files: Sequence[str],
    suffix: str = "",
) -> Callable:
    """Return ``function`` filled in as by ``dispatch``.

    Args:
        function: without a body.
        cases: as in ``dispatch``.
        otherwise: as there.
        module: name of the module in whose name it is compiled.
        files: as in ``jit_of``.
        suffix: of its name, which distinguishes it in the cache from those with the same function and module.
    """
    names: dict[str, object] = {f"case_{number}": case for number, case in cases.items()}
    made = filled_in(function, _source(function, cases, otherwise), names | {"__name__": module})
    made.__name__ = made.__qualname__ = function.__name__ + suffix
    return jit_of(made, files)


def _source(function: Callable, cases: Mapping[int, Callable], otherwise: int | None) -> str:
    """Return the definition of the function."""
    parameters = list(inspect.signature(function).parameters)
    keyword = "" if otherwise is None else "return "
    lines = [f"def {function.__name__}({', '.join(parameters)}):"]
    for number, case in cases.items():
        call = f"case_{number}({', '.join(_arguments(function, parameters[1:], case))})"
        lines += [f"    {'if' if len(lines) == 1 else 'elif'} {parameters[0]} == {number}:", f"        {keyword}{call}"]
    if otherwise is not None:
        lines.append(f"    return {otherwise}")
    elif not cases:
        lines.append("    return")
    return "\n".join(lines)


def _arguments(function: Callable, parameters: list[str], case: Callable) -> list[str]:
    """Return the arguments of the call of a case."""
    wanted = list(inspect.signature(case).parameters)
    if wanted and wanted[-1] not in parameters:
        wanted[-1] = parameters[-1]
    if not set(wanted) <= set(parameters):
        missing = ", ".join(sorted(set(wanted) - set(parameters)))
        raise TypeError(f"{function.__name__} has no {missing} for {case.__name__}, but {', '.join(parameters)}")
    return wanted
