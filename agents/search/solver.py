"""The exact value of small positions: perfect play with open information, outcomes of chance by their weights.

Every decision is tried, to the end of the game; transpositions are looked up by hash.  This is for scenarios of a few
decisions without hidden information: enable the game's option for open information, if it has one.
"""

from collections.abc import Callable

from ctv_env.core.game import Game
from ctv_env.core.terms import CHANCE_NAME

_ROUNDING = 1e-9  # equal values may differ by the rounding of sums over dice


class Solver:
    """Values of positions: the first side's probability of winning under perfect play; a draw counts half.

    Attributes:
        values: those of all positions met so far, by ``Game.state_hash``.
    """

    def __init__(self) -> None:
        self.values: dict[str, float] = {}

    def value(self, game: Game) -> float:
        """Return the exact value of the position, which is not modified."""
        key = game.state_hash()
        if key not in self.values:
            self.values[key] = self._work_out(game)
        return self.values[key]

    def best_actions(self, game: Game) -> list[int]:
        """Return all actions of the side to move that preserve the value of the position."""
        values = {action: self.value(after(game, action)) for action in game.legal_actions()}
        best = chooser(game)(values.values())
        return [action for action, value in values.items() if abs(value - best) < _ROUNDING]

    def _work_out(self, game: Game) -> float:
        if game.to_move is None:
            return 0.5 if game.winner is None else float(game.winner == game.spec.sides[0])
        if game.to_move == CHANCE_NAME:
            return sum(chance * self.value(after(game, outcome)) for outcome, chance in game.chance_outcomes())
        return chooser(game)(self.value(after(game, action)) for action in game.legal_actions())


def chooser(game: Game) -> Callable:
    """Return the function that the side to move applies to values: max for the first side, min for the second."""
    return max if game.to_move == game.spec.sides[0] else min


def after(game: Game, action: int) -> Game:
    """Return the position after an action, or after an outcome of the chance that is due."""
    twin = game.clone()
    twin.step(action)
    return twin
