"""Functions whose body is generated."""

import ast
import typing
from collections.abc import Callable, Mapping


def filled_in(function: Callable, source: str, names: Mapping[str, object]) -> Callable:
    """Return ``function``, which has no body, as ``source`` defines it.

    The code has the file and line of ``function``, so that the cache covers the table from which it is generated and
    everything that this imports.

    Args:
        function: gives name, docstring, file and line.
        source: the ``def``.
        names: the globals of the code.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr | ast.arg | ast.keyword):
            node.lineno = node.end_lineno = function.__code__.co_firstlineno
    space: dict[str, typing.Any] = {"__name__": function.__module__, **names}
    exec(compile(tree, function.__code__.co_filename, "exec"), space)
    made: Callable = space[function.__name__]
    made.__doc__ = function.__doc__
    return made
