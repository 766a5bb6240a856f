"""The rooms of a game: modules of its package with fixed names, found and imported when they are first needed.

A room has the members that a protocol declares: functions, and constants in capitals.  What it leaves out is taken from
the module of the protocol, if that has a function of the same name.
"""

import functools
import importlib
import inspect
import sys
from types import ModuleType

from ctv_env.core.terms import SpecError


@functools.cache
def members_of(protocol: type) -> tuple[str, ...]:
    """Return the names of the members that a protocol and its bases declare."""
    declared = {name for kind in protocol.__mro__ for name in (*inspect.get_annotations(kind), *vars(kind))}
    return tuple(sorted(name for name in declared if not name.startswith("_")))


@functools.cache
def room(package: str, name: str, protocol: type) -> ModuleType | None:
    """Return the module ``name`` of a game's package, with what it leaves out; None if the game has no such room.

    Raises:
        SpecError: it lacks a member of ``protocol`` that has no default.
    """
    whole = f"{package}.{name}"
    try:
        module = importlib.import_module(whole)
    except ModuleNotFoundError as error:
        if error.name and f"{whole}.".startswith(f"{error.name}."):
            return None
        raise  # the room is there, but something that it imports is not
    lacking = [member for member in members_of(protocol) if not hasattr(module, member)]
    if not lacking:
        return module
    furnished, defaults = ModuleType(whole), vars(sys.modules[protocol.__module__])
    vars(furnished).update(vars(module))
    for member in lacking:
        if member not in defaults:
            raise SpecError(f"{whole} lacks {member!r}, which {protocol.__module__}.{protocol.__name__} describes")
        setattr(furnished, member, defaults[member])
    return furnished
