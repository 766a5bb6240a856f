"""What an agent is, and a game between two of them, decision by decision."""

import contextlib
import hashlib
import typing
from collections.abc import Callable, Iterator

import numpy as np

from ctv_env.core.game import Game
from ctv_env.core.spec import CHANCE_NAME
from ctv_env.core.view import View


class ForfeitError(Exception):
    """An agent cannot play on, and has lost: its message says why.

    Attributes:
        side: that it played, once ``play`` has seen the error.
    """

    side = ""


class Agent(typing.Protocol):
    """Whoever decides for a side.

    It has a method ``close`` too if it holds on to anything between games, and ``act_many(observations, masks)`` if it
    decides many positions in one go.  If its play depends on more than the code that its module imports, it has
    ``files``, paths of what it has learned or is made of, or ``sources``, names of modules of the game.

    Attributes:
        name: for tables and messages.
        observation: kind of observation that ``act`` wants (``"flat"``, ...), in float32; None if it wants none.
    """

    @property
    def name(self) -> str: ...

    @property
    def observation(self) -> str | None: ...

    def reset(self, seed: int) -> None:
        """Before a game: start the agent's own randomness anew.

        Raises:
            ForfeitError: it cannot play.
        """

    def act(self, observation: typing.Any, mask: np.ndarray, info: dict) -> int:
        """Choose an action.

        Args:
            observation: what the agent's side sees: an array, or a dictionary of arrays; None if it wants none.
            mask: int8 (n_actions,), 1 for each legal action; at least one.
            info: ``info["view"]`` is the ``View``, all that the side may know, for agents that read the position.

        Raises:
            ForfeitError: it cannot play on.
        """


def play(
    game: Game,
    agents: dict[str, Agent],
    seed: int,
    watch: Callable[[str], None] = lambda side: None,
    until: Callable[[Game], bool] = lambda game: False,
) -> None:
    """Play ``game`` to its end, chance by its own stream.

    Args:
        game: changed in place.
        agents: by side name.
        seed: of the agents' own randomness.
        watch: called after each step with the side that decided, or ``"chance"``.
        until: where to stop before the end.

    Raises:
        ForfeitError: an agent gives up; the game stays where that happened.
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
    """Seed of the randomness of the agent on ``side``; it does not tell ``seed``, which may decide the dice."""
    digest = hashlib.blake2b(f"{seed} {side}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") // 2


def dismiss(agent: Agent) -> None:
    """Let an agent go that will not play again soon."""
    if hasattr(agent, "close"):
        agent.close()


@contextlib.contextmanager
def _whose(side: str) -> Iterator[None]:
    """Forfeits within this block are those of ``side``."""
    try:
        yield
    except ForfeitError as error:
        error.side = side
        raise


def _asked(agent: Agent, game: Game, view: View) -> int:
    """The action of ``agent``."""
    observation = game.observation(view.side, agent.observation, "float32") if agent.observation else None
    return agent.act(observation, game.action_mask(), {"view": view})
