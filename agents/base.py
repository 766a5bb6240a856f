"""What an agent is, and a game between two of them on the Python face of a game."""

import typing

import numpy as np

from ctv_env.core.game import CHANCE_NAME, Game
from ctv_env.core.view import View


class Agent(typing.Protocol):
    """Whoever decides for a side.

    Attributes:
        name: for tables and messages.
        observation: kind of observation that ``act`` wants (``"flat"``, ...), in float32; None if it wants none.
    """

    name: str
    observation: str | None

    def reset(self, seed: int) -> None:
        """Before a game: start the agent's own randomness anew."""

    def act(self, observation, mask: np.ndarray, info: dict) -> int:
        """Choose an action.

        Args:
            observation: what the agent's side sees: an array, or a dictionary of arrays; None if it wants none.
            mask: int8 (n_actions,), 1 for each legal action; at least one.
            info: ``info["view"]`` is the ``View``, all that the side may know, for agents that read the position.
        """


def play(game: Game, agents: dict[str, Agent], seed: int) -> dict[str, int]:
    """Play ``game`` to its end, dice from its own stream; returns the decisions of each side.

    Args:
        game: changed in place.
        agents: by side name.
        seed: of the agents' own randomness.
    """
    for side, agent in agents.items():
        agent.reset(seed + game.rules.sides.index(side))
    decisions = dict.fromkeys(game.rules.sides, 0)
    views = {side: View(game, side) for side in game.rules.sides}
    while (side := game.to_move) is not None:
        if side == CHANCE_NAME:
            game.roll()
            continue
        agent = agents[side]
        observation = game.observation(side, agent.observation, "float32") if agent.observation else None
        game.step(agent.act(observation, game.action_mask(), {"view": views[side]}))
        decisions[side] += 1
    return decisions
