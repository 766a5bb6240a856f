"""Two agents in the same positions: how often they agree, and where they differ most."""

import typing
from collections.abc import Callable, Sequence

import numpy as np

from ctv_env.agents.base import Agent
from ctv_env.agents.opinions.ask import opinion_of
from ctv_env.agents.opinions.opinion import Opinion
from ctv_env.core.game import Game

_OF_A_KIND = 2  # disagreements shown at the same kind of decision


class Compared(typing.NamedTuple):
    """A position, and what two agents think of it."""

    game: Game
    opinions: tuple[Opinion, Opinion]

    @property
    def agrees(self) -> bool:
        """Whether both take the same action as the most likely."""
        one, other = self.opinions
        return one.best == other.best

    @property
    def distance(self) -> float:
        """Total variation distance between the probabilities, 0 to 1."""
        one, other = self.opinions
        return float(np.abs(one.preferences.astype(float) - other.preferences).sum() / 2)

    @property
    def regret(self) -> float:
        """By how much the second agent scores its own choice above the first agent's; 0 if it does not."""
        one, other = self.opinions
        if one.best not in other.scores or other.best not in other.scores:
            return 0.0
        return max(other.scores[other.best] - other.scores[one.best], 0.0)


class Agreement(typing.NamedTuple):
    """How often two agents agree at a kind of decision."""

    node: str
    positions: int
    same: int
    distance: float  # mean


def compare(games: Sequence[Game], agents: tuple[Agent, Agent], progress: Callable[[int], object]) -> list[Compared]:
    """Return what both agents think of each position; ``progress`` is called with 1 after each."""
    found = []
    for game in games:
        first, second = (opinion_of(agent, game) for agent in agents)
        found.append(Compared(game, (first, second)))
        progress(1)
    return found


def agreement(found: Sequence[Compared]) -> list[Agreement]:
    """Return how often they agree at each kind of decision, the most frequent kind first."""
    by_node: dict[str, list[Compared]] = {}
    for one in found:
        by_node.setdefault(one.game.node, []).append(one)
    rows = [
        Agreement(node, len(same), sum(one.agrees for one in same), float(np.mean([one.distance for one in same])))
        for node, same in by_node.items()
    ]
    return sorted(rows, key=lambda row: (-row.positions, row.node))


def greatest(found: Sequence[Compared], n: int) -> list[Compared]:
    """Return up to ``n`` positions in which they differ most, few of the same kind of decision."""
    taken: list[Compared] = []
    for one in sorted(found, key=lambda one: (-round(one.distance, 3), -one.regret)):
        alike = sum(other.game.node == one.game.node for other in taken)
        if not one.agrees and alike < _OF_A_KIND and len(taken) < n:
            taken.append(one)
    return taken
