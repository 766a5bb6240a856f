"""Who beat whom: results of the learner against the members of the pool, and how hard each member is.

A generation of the learner ends when a copy of it joins the pool; the next one is the current.
"""

import typing
from collections.abc import Iterator

PRIOR = 4.0
"""Games that the estimate from earlier generations counts for."""


class Games(typing.NamedTuple):
    """Games of the learner on one side against one member; a draw is half a win."""

    wins: float
    games: int


class Payoffs:
    """Results of each generation.

    Args:
        generations: for each generation, by member and by side of the learner, its ``Games``.
    """

    def __init__(self, generations: list[dict[str, dict[str, Games]]] | None = None):
        self.generations = generations or [{}]

    def record(self, member: str, side: str, wins: float, games: int) -> None:
        """Add games of the current generation.

        Args:
            member: name of the opponent.
            side: that the learner played.
            wins: games won by the learner, a draw counting half.
            games: games played.
        """
        its = self.generations[-1].setdefault(member, {})
        before = its.get(side, Games(0.0, 0))
        its[side] = Games(before.wins + wins, before.games + games)

    def end_generation(self) -> None:
        """Begin the next generation."""
        self.generations.append({})

    def chance(self, member: str, side: str) -> float:
        """Estimate the learner's chance to beat a member, from 0 to 1; 1/2 if they have never met.

        What earlier generations achieved counts as much as ``PRIOR`` games of the next.
        """
        estimate = 0.5
        for generation in self.generations:
            wins, games = generation.get(member, {}).get(side, Games(0.0, 0))
            estimate = (wins + PRIOR * estimate) / (games + PRIOR)
        return estimate

    def total(self, member: str, side: str) -> Games:
        """Return the games of all generations."""
        each = [generation.get(member, {}).get(side, Games(0.0, 0)) for generation in self.generations]
        return Games(sum(one.wins for one in each), sum(one.games for one in each))

    def __iter__(self) -> Iterator[tuple[int, str, str, Games]]:
        """Iterate over (index of the generation, member, side of the learner, games)."""
        for k, generation in enumerate(self.generations):
            for member, its in generation.items():
                for side, games in its.items():
                    yield k, member, side, games


def shares(chances: list[float], floor: float) -> list[float]:
    """Return how often each opponent is to be met: in proportion to (1 - chance)^2 + floor; the sum is 1.

    This is prioritized fictitious self-play (Vinyals et al., Nature 575, 2019, 350-354).  If every weight is 0, all
    opponents are met equally often.
    """
    weights = [(1 - chance) ** 2 + floor for chance in chances]
    total = sum(weights)
    return [weight / total if total else 1 / len(weights) for weight in weights]
