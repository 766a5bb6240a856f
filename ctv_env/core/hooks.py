"""The hooks of a game: its functions for generic code, gathered from their modules."""

import functools
from types import ModuleType

from ctv_env.core.jit.generic import Namespace, sources_of
from ctv_env.core.rooms import members_of
from ctv_env.core.terms import SpecError


def check_hooks(hooks: ModuleType, protocol: type, game: str) -> None:
    """Raise a SpecError if ``hooks`` lack a member of ``protocol``."""
    for wanted in members_of(protocol):
        if not hasattr(hooks, wanted):
            raise SpecError(f"{hooks.__name__}, the hooks of {game}, lacks {wanted!r}")


@functools.cache
def gather_hooks(game: str, protocol: type, *parts: ModuleType) -> Namespace:
    """Return hooks with the members of ``protocol``, each from the first of ``parts`` that has it.

    Code for them is compiled in the name of the first.  The same arguments give the same hooks.

    Raises:
        SpecError: none of them has a member; the message names it.
    """
    hooks = Namespace(parts[0].__name__, (source for part in parts for source in sources_of(part)))
    for wanted in members_of(protocol):
        part = next((part for part in parts if hasattr(part, wanted)), None)
        if part is None:
            raise SpecError(f"none of {', '.join(one.__name__ for one in parts)}, the hooks of {game}, has {wanted!r}")
        setattr(hooks, wanted, getattr(part, wanted))
    return hooks
