"""The agent protocol, and a game between two agents, decision by decision."""

import contextlib
import hashlib
import typing
from collections.abc import Callable, Iterator

import numpy as np

from ctv_env.core.game import Game
from ctv_env.core.terms import CHANCE_NAME
from ctv_env.core.view import View


class ForfeitError(Exception):
    """An agent cannot continue and has lost; the message says why.

    Attributes:
        side: the side that it played, set by ``play``.
    """

    side = ""


class Agent(typing.Protocol):
    """Decides for a side.

    An agent has a method ``close`` if it holds resources between games, and ``act_many(observations, masks)`` if it
    decides for many games at once, without memory of any; it is then ``reset`` once for all of them.  If its play
    depends on more than the code that its module imports, it has ``files``, paths of files such as weights, or
    ``sources``, names of modules of the game.

    Attributes:
        name: for tables and messages.
        observation: kind of observation for ``act`` (``"flat"``, ...), in float32; None for none.
    """

    @property
    def name(self) -> str: ...

    @property
    def observation(self) -> str | None: ...

    def reset(self, seed: int) -> None:
        """Reset the agent's own randomness before a game.

        Raises:
            ForfeitError: it cannot play.
        """

    def act(self, observation: typing.Any, mask: np.ndarray, info: dict) -> int:
        """Choose an action.

        Args:
            observation: what the agent's side sees: an array, or a dictionary of arrays; None if it asked for none.
            mask: int8 (n_actions,), 1 for each legal action; at least one.
            info: ``info["view"]`` is the ``View``, all that the side may know, for agents that read the position.

        Raises:
            ForfeitError: it cannot continue.
        """


def play(
    game: Game,
    agents: dict[str, Agent],
    seed: int,
    watch: Callable[[str], None] = lambda side: None,
    until: Callable[[Game], bool] = lambda game: False,
) -> None:
    """Play ``game`` to its end, with chance from its own stream.

    Args:
        game: modified in place.
        agents: by side name.
        seed: of the agents' own randomness.
        watch: called after each step with the side that decided, or ``"chance"``.
        until: condition on which to stop before the end.

    Raises:
        ForfeitError: an agent gives up; the game stays at that position.
    """
    views = {side: View(game, side) for side in game.spec.sides}
    for name, agent in agents.items():
        with _whose(name):
            agent.reset(agent_seed(seed, name))
    while (side := game.to_move) is not None and not until(game):
        if side == CHANCE_NAME:
            game.roll()
        else:
            with _whose(side):
                action = _asked(agents[side], game, views[side])
            game.step(action)
        watch(side)


def agent_seed(seed: int, side: str) -> int:
    """Return the seed for the agent on ``side``; it does not reveal ``seed``, which may determine the dice."""
    digest = hashlib.blake2b(f"{seed} {side}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") // 2


def dismiss(agent: Agent) -> None:
    """Release the resources of an agent that will not play again soon."""
    if hasattr(agent, "close"):
        agent.close()


@contextlib.contextmanager
def _whose(side: str) -> Iterator[None]:
    """Attribute forfeits within this block to ``side``."""
    try:
        yield
    except ForfeitError as error:
        error.side = side
        raise


def _asked(agent: Agent, game: Game, view: View) -> int:
    """Return the action of ``agent``."""
    observation = game.observation(view.side, agent.observation, "float32") if agent.observation else None
    return agent.act(observation, game.action_mask(), {"view": view})
