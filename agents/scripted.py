"""The compiled policies as agents: what plays inside a batch at full speed also plays one game from Python."""

import numpy as np

from agents.compiled import POLICIES, advise
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.view import View

_ANY_DRAW = 0  # a policy looks at nothing that differs between determinizations, so any one will do


class GamePolicy:
    """A compiled policy at the board.

    It is never given the true position: it decides on a determinization, with randomness of its own.
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
        """The policy's action in ``info["view"]``."""
        return self.choose(info["view"])

    def choose(self, view: View) -> int:
        """The policy's action for the side that looks, which is to move."""
        return self.advise(view.determinize(_ANY_DRAW))

    def advise(self, game: Game) -> int:
        """The policy's action for the side to move in ``game``, which is not changed."""
        if self._works is None:
            self._works = records(1, game.rules.work)
            self._works[0]["rng"] = stream(self._seed, POLICY)
        states = records(1, game.rules.state)
        states[0] = game.record
        action = np.zeros(1, np.int64)
        advise(states, game.tables.record, self._works, self._code, action)
        return int(action[0])
