"""Attacks by their odds: how many, and how many succeed."""

import typing
from collections import Counter
from collections.abc import Sequence

from ctv_env.core.analysis import Battle


class Attacks(typing.NamedTuple):
    """Attacks at the same odds.

    Attributes:
        odds: one of ``Analysis.odds``.
        made: number of them.
        won: those in which the attacker won.
    """

    odds: str
    made: int
    won: int


def attacks_by_odds(battles: Sequence[Battle], attacker: str, odds: Sequence[str]) -> list[Attacks]:
    """Return the attacks of a side by their odds, in the order of ``odds``; odds without attacks are included."""
    made = Counter(battle.odds for battle in battles if battle.attacker == attacker)
    won = Counter(battle.odds for battle in battles if battle.attacker == battle.winner == attacker)
    return [Attacks(one, made[one], won[one]) for one in odds]
