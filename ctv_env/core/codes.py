"""Vocabularies: codes with their names, for Python and for compiled code."""

import enum
import types
from collections.abc import Iterable, Mapping
from typing import Self, TypeVar


class Vocabulary(enum.IntEnum):
    """Codes that people and data know by words.

    Attributes:
        word: given after the code, as in ``HQ = 7, "hq"``; by default the name in small letters.
    """

    word: str

    def __new__(cls, code: int, word: str = "") -> Self:
        member = int.__new__(cls, code)
        member._value_ = code
        member.word = word
        return member

    def __init__(self, *_: object) -> None:
        self.word = self.word or self.name.lower().replace("_", " ")


_Vocabulary = TypeVar("_Vocabulary", bound=Vocabulary)


class Codes(types.ModuleType):
    """Plain ints by name, such as ``KIND.HQ``.

    It is a module for numba's sake, which does not convert members of an ``IntEnum`` but reads an attribute of a module
    as a constant.  A named tuple would be as fast in play and take nearly twice as long to compile.
    """


def codes(names: type[enum.IntEnum] | Iterable[str]) -> Codes:
    """Return the codes of a vocabulary as plain ints by name.

    Args:
        names: an enumeration, or the names of a table's rows, whose codes are 0, 1, 2 ...

    Raises:
        ValueError: a repeated name.
    """
    members: Mapping[str, int] | None = getattr(names, "__members__", None)  # with aliases
    found = Codes("codes")
    for k, name in enumerate(members or names):
        if name in vars(found):
            raise ValueError(f"a vocabulary says {name!r} twice")
        setattr(found, str(name), int(members[name]) if members else k)
    return found


def by_word(vocabulary: type[_Vocabulary]) -> dict[str, _Vocabulary]:
    """Return the members of a vocabulary by word, in order."""
    return {member.word: member for member in vocabulary}
