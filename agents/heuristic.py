"""The compiled policies as agents: what plays inside a batch at full speed also plays one game from Python."""

import numpy as np

from agents.compiled import POLICIES, advise
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records


class GamePolicy:
    """A compiled policy at the board of a ``Game``.

    It looks at a copy of the position, and its randomness is its own: the game and its dice are not touched.
    """

    observation = None

    def __init__(self, name: str):
        self.name = name
        self._code = POLICIES.index(name)
        self._works = None
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start its randomness anew."""
        self._works, self._seed = None, seed

    def act(self, observation, mask, info) -> int:
        """The policy's action in ``info["game"]``."""
        return self.choose(info["game"])

    def choose(self, game: Game) -> int:
        """The policy's action for the side to move in ``game``."""
        if self._works is None:
            self._works = records(1, game.rules.work)
            self._works[0]["rng"] = stream(self._seed, POLICY)
        states = records(1, game.rules.state)
        states[0] = game.record
        action = np.zeros(1, np.int64)
        advise(states, game.tables.record, self._works, self._code, action)
        return int(action[0])
