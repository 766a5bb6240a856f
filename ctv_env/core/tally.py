"""Battles counted by their spaces, winners and attackers, for maps of battles."""

import typing
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ctv_env.core.analysis import Battle

_FAINTEST, _FULLEST = 0.12, 0.85  # opacity of the heat


class Tally(typing.NamedTuple):
    """Battles in a space, by the side that won them."""

    first: int
    second: int

    @property
    def battles(self) -> int:
        """Number of battles."""
        return self.first + self.second


class Attacks(typing.NamedTuple):
    """Battles in which one side attacked."""

    made: int
    won: int

    def words(self, name: str) -> str:
        """Return them in words, with their success rate; ``name`` is that of the side."""
        share = f", {self.won / self.made:.0%} won" if self.made else ""
        return f"{name} attacks: {self.made:,}{share}"


def tallies(battles: Mapping[Battle, int], sides: Sequence[str]) -> dict[str, Tally]:
    """Return the battles of each space.

    Args:
        battles: number of times that each battle was fought.
        sides: names of both sides, the first side first.
    """
    wins: dict[str, Counter] = {}
    for battle, times in battles.items():
        wins.setdefault(battle.space, Counter())[battle.winner] += times
    return {space: Tally(*(count[side] for side in sides)) for space, count in sorted(wins.items())}


def most_fought_for(found: Mapping[str, Tally], n: int) -> list[tuple[str, Tally]]:
    """Return the ``n`` spaces with the most battles, these first."""
    return sorted(found.items(), key=lambda item: (-item[1].battles, item[0]))[:n]


def attacks_of(battles: Mapping[Battle, int], side: str) -> Attacks:
    """Return the attacks of a side."""
    made = sum(times for battle, times in battles.items() if battle.attacker == side)
    won = sum(times for battle, times in battles.items() if battle.attacker == battle.winner == side)
    return Attacks(made, won)


def odds_columns(attack: Iterable[int], defence: Iterable[int]) -> tuple[str, ...]:
    """Return the columns of a combat table in words, with one beyond either end.

    Args:
        attack: the attacker's part of the odds of each printed column, the worst for the attacker first.
        defence: the defender's part.
    """
    printed = [f"{one}:{other}" for one, other in zip(attack, defence, strict=True)]
    return (f"below {printed[0]}", *printed, f"above {printed[-1]}")


def odds_of(column: int, columns: Sequence[str]) -> str:
    """Return which of ``odds_columns`` the column with that number is; 0 is the first that is printed."""
    return columns[min(max(column + 1, 0), len(columns) - 1)]


def opacity(battles: int, most: int) -> float:
    """Return the opacity of a space's colour; ``most`` is the largest number of battles in one space."""
    return round(_FAINTEST + (_FULLEST - _FAINTEST) * battles / most, 3)


def steps_of(most: int) -> list[int]:
    """Return some numbers of battles, up to ``most``, to explain the colours."""
    return sorted({1, *(max(round(most * k / 3), 1) for k in (1, 2)), most})
