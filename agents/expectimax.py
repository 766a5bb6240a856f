"""The exact value of small positions: both sides play perfectly with open cards, dice weigh their chances.

Every decision is tried, to the end of the game; positions that come up again by another way are looked up by
``Game.state_hash``.  That is for positions of a few units and a single turn, such as the scenario ``duel``.
"""

from collections.abc import Callable

from ctv_env.core.game import CHANCE_NAME, Game


def won(game: Game) -> float:
    """Payoff at the end: 1 if the first side has won, so that a value is its probability to win."""
    return float(game.winner == game.rules.sides[0])


def points(game: Game) -> float:
    """Payoff at the end: the victory points of the first side."""
    return float(game.vp())


class Expectimax:
    """Values for the first side, which makes the payoff large; the second makes it small.

    Attributes:
        values: those of all positions met so far, by ``state_hash``.
    """

    def __init__(self, payoff: Callable[[Game], float] = won):
        """``payoff`` says what a finished game is worth to the first side."""
        self._payoff = payoff
        self.values: dict[str, float] = {}

    def value(self, game: Game) -> float:
        """Exact value of the position, which stays as it is."""
        key = game.state_hash()
        if key not in self.values:
            self.values[key] = self._evaluate(game)
        return self.values[key]

    def best_actions(self, game: Game) -> list[int]:
        """All actions of the side to move that keep the value of the position."""
        value = self.value(game)
        return [action for action in game.legal_actions() if self.value(_after(game, action)) == value]

    def _evaluate(self, game: Game) -> float:
        if game.to_move is None:
            return self._payoff(game)
        if game.to_move == CHANCE_NAME:
            return sum(chance * self.value(_after(game, face)) for face, chance in game.chance_outcomes())
        choose = max if game.to_move == game.rules.sides[0] else min
        return choose(self.value(_after(game, action)) for action in game.legal_actions())


def _after(game: Game, action: int) -> Game:
    """The position after an action or a die."""
    twin = game.clone()
    twin.step(action)
    return twin
