"""The compiled policies as agents: what plays inside a batch at full speed also plays one game from Python."""

from agents.scripted.compiled import WORK
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.view import View


class GamePolicy:
    """A compiled policy at the board, with randomness of its own."""

    observation = None

    def __init__(self, name: str):
        self.name = name
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start its randomness anew."""
        self._works = records(1, WORK)
        self._works[0]["rng"] = stream(seed, POLICY)

    def act(self, observation, mask, info) -> int:
        """The policy's action in ``info["view"]``."""
        return self.choose(info["view"])

    def choose(self, view: View) -> int:
        """The policy's action for the side that looks, which is to move."""
        return view.advise(self.name, self._works)

    def advise(self, game: Game) -> int:
        """The policy's action for the side to move in ``game``, which is not changed."""
        return self.choose(View(game, game.to_move))
