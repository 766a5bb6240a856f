"""One game in which the caller decides for both sides; the dice are rolled in between."""

import numpy as np

from ctv_env.core.batch import ACT, LOOK, OPEN, REPORT, START
from ctv_env.core.game import Game
from ctv_env.envs.sight import KINDS, look
from ctv_env.envs.vector import BatchGames, pick


class TwoSeats:
    """A game from decision to decision, with the rewards of both sides.

    Args:
        scenario: name of a scenario.
        obs: ``"flat"`` or ``"planes"``.
        reward: ``"vp"``, ``"win"`` or ``"shaped"``, as in ``SingleSideEnv``.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: an unknown name or option; the message says which there are.
    """

    def __init__(self, scenario: str = "campaign", obs: str = "flat", reward: str = "win", **options):
        pick("obs", obs, KINDS)
        self._obs = obs
        self._games = BatchGames(1, scenario, "random", "random", KINDS[obs], reward, autoreset=False, **options)
        self._games.set_side(self.sides[0])
        self._games.leave_opponents_outside()

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the sides."""
        return self._games.rules.sides

    @property
    def n_actions(self) -> int:
        """Number of actions, legal or not."""
        return self._games.rules.n_actions

    @property
    def to_move(self) -> str | None:
        """The side that decides, None at the end."""
        return self._games.rules.decider(self._games.batch.states[0])

    @property
    def game(self) -> Game:
        """A copy of the game in play."""
        return self._games.game(0)

    def reset(self, seed: int) -> None:
        """A new game, whose dice the seed decides."""
        self._games.seed([seed])
        self._games.run(START | OPEN)
        self._games.run(LOOK)

    def step(self, action: int) -> tuple[float, float]:
        """One decision of the side to move; returns the rewards of both sides, in their order.

        Raises:
            IllegalActionError: the action is not legal; nothing has moved.
        """
        self._games.set_actions(np.array([action]))
        self._games.run(ACT | REPORT)
        if self.to_move is not None:
            self._games.run(LOOK)
        reward = float(self._games.books["reward"][0])
        return reward, 0.0 - reward  # no negative zero

    def mask(self) -> np.ndarray:
        """int8 (n_actions,): what the side to move may do, at the end DONE alone; overwritten by the next step."""
        return self._games.masks[0]

    def look(self, side: str):
        """What ``side`` sees: an array, or a dictionary of arrays."""
        if side != self.to_move:
            return look(self.game, side, self._obs)
        seen = self._games.observation()
        return {name: array[0].copy() for name, array in seen.items()} if isinstance(seen, dict) else seen[0].copy()
