"""A random sample of the positions in which an agent decides."""

import numpy as np

from ctv_env.core.game import Game


class Sample:
    """Keeps up to ``size`` of all positions offered, each equally likely (reservoir sampling).

    Args:
        size: maximum number of positions.
        seed: of the choice.

    Attributes:
        games: the positions.
    """

    def __init__(self, size: int, seed: int = 0):
        self._size, self._random = size, np.random.default_rng(seed)
        self._offered = 0
        self.games: list[Game] = []

    def offer(self, game: Game) -> None:
        """Offer a position; one with a single legal action is passed over."""
        if len(game.legal_actions()) < 2:
            return
        self._offered += 1
        if len(self.games) < self._size:
            self.games.append(game.clone_for_search(0))
        elif (place := int(self._random.integers(self._offered))) < self._size:
            self.games[place] = game.clone_for_search(0)
