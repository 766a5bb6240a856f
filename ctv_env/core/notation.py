"""Actions by name, for games in which each action names one thing: ``Language.decode`` and ``encode``."""

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np

from ctv_env.core.terms import Tables


@dataclasses.dataclass(frozen=True)
class Notation:
    """Segments and names.

    Attributes:
        names: (tables, segment) -> the names of its actions in order; empty for a segment without names.
    """

    names: Callable[[Tables, str], Sequence[str]]

    def decode(self, tables: Tables, action: int) -> tuple[str, str | None]:
        """See ``Language.decode``; ValueError if there is no such action."""
        if not isinstance(action, int | np.integer) or isinstance(action, bool):
            raise ValueError(f"no action {action!r}: actions are whole numbers from 0 to {tables.actions.n - 1}")
        segment, index = tables.actions.locate(action)
        names = self.names(tables, segment)
        return segment, names[index] if names else None

    def encode(self, tables: Tables, segment: str, name: str | None = None) -> int:
        """See ``Language.encode``; the ValueError lists the valid names."""
        first, names = tables.actions.first(segment), self.names(tables, segment)
        if not names and name is None:
            return first
        if name not in names:
            known = ", ".join(names) or "nothing: give None"
            raise ValueError(f"no {name!r} in {segment}: it names {known}")
        return first + names.index(name)
