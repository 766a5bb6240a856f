"""The exact value of small positions: both sides play perfectly with open cards, outcomes of chance by their weights.

Every decision is tried, to the end of the game; a position that comes up again by another way is looked up by its
hash.  That is for scenarios of a few decisions, without hidden information: play one that has an option for it with
open cards.
"""

from collections.abc import Callable

from ctv_env.core.game import Game
from ctv_env.core.spec import CHANCE_NAME

_ROUNDING = 1e-9  # equal values may differ by the rounding of sums over dice


class Solver:
    """Values of positions: how likely the first side wins if both sides play perfectly; a draw counts half.

    Attributes:
        values: those of all positions met so far, by ``Game.state_hash``.
    """

    def __init__(self) -> None:
        self.values: dict[str, float] = {}

    def value(self, game: Game) -> float:
        """Exact value of the position, which stays as it is."""
        key = game.state_hash()
        if key not in self.values:
            self.values[key] = self._work_out(game)
        return self.values[key]

    def best_actions(self, game: Game) -> list[int]:
        """All actions of the side to move that keep the value of the position."""
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
    """What the side to move does with values: the first side takes the largest, the second the smallest."""
    return max if game.to_move == game.spec.sides[0] else min


def after(game: Game, action: int) -> Game:
    """The position after an action, or an outcome of the chance that is due."""
    twin = game.clone()
    twin.step(action)
    return twin
