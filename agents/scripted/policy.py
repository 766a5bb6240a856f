"""The compiled policies as agents: the same code that plays inside a batch plays one game from Python."""

import numpy as np

from ctv_env.core.dice import POLICY, stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.spec import spec_of
from ctv_env.core.view import View


class GamePolicy:
    """A compiled policy as an agent, with its own randomness.

    Args:
        name: one of the game's policies.
        game: as ``spec_of`` takes it.

    Attributes:
        sources: modules of the game by which it decides.
    """

    observation = None

    def __init__(self, name: str, game: str | None = None):
        self.name = name
        self._spec = spec_of(game)
        self.reset(0)

    @property
    def sources(self) -> tuple[str, ...]:
        return (self._spec.hooks().choose.__module__,)

    def reset(self, seed: int) -> None:
        """Reset its randomness."""
        self._scratch = records(1, self._spec.scratch)
        self._scratch[0]["rng"] = stream(seed, POLICY)

    def act(self, observation: object, mask: np.ndarray, info: dict) -> int:
        """Return the policy's action in ``info["view"]``."""
        return self.choose(info["view"])

    def choose(self, view: View) -> int:
        """Return the policy's action for the viewing side, which is to move."""
        return view.advise(self.name, self._scratch)

    def advise(self, game: Game) -> int:
        """Return the policy's action for the side to move in ``game``, which is not modified."""
        return self.choose(View(game, str(game.to_move)))
