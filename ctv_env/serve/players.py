"""The players of a session: people, and agents by the names that the server was started with."""

import importlib
import pathlib
import threading
import typing
from collections.abc import Mapping

import numpy as np

from ctv_env.core.action_numbers import whole_number
from ctv_env.core.game import Game, Observation
from ctv_env.core.spec import reference_of
from ctv_env.core.tables import options_of
from ctv_env.core.view import View

PERSON = "person"


class Agent(typing.Protocol):
    """An agent's methods."""

    observation: str | None

    def reset(self, seed: int) -> None:
        """Seed the agent's own randomness before a game."""

    def act(self, observation: Observation | None, mask: np.ndarray, info: dict) -> int:
        """Choose an action."""


def make_agent(name: str, game: Game, side: str) -> Agent:
    """Return the agent called ``name``, to play ``side``.

    Raises:
        ValueError: there is none, or it does not fit; the message gives the reason.
    """
    registry = importlib.import_module("ctv_env.agents.registry")
    tables = game.tables
    return registry.make_agent(name, reference_of(game.spec), tables.scenario, side, options=options_of(tables))


def may_think_long(name: str, game: Game) -> bool:
    """Return whether the agent called ``name`` may take seconds: a search, a program or a class."""
    return name not in (PERSON, "random", *game.spec.policies) and not pathlib.Path(name).exists()


class Opinion(typing.Protocol):
    """What an agent thinks of a position (``agents.opinions.opinion.Opinion``)."""

    @property
    def preferences(self) -> np.ndarray: ...

    @property
    def value(self) -> float | None: ...

    @property
    def scores(self) -> Mapping[int, float]: ...

    @property
    def unit(self) -> str: ...

    def top(self, n: int) -> list[int]:
        """Return up to ``n`` actions, the best first."""


class Player:
    """An agent in a session, for one side; it sees the game through the fog.

    Args:
        name: of the agent.
        game: a game like those it will play.
        side: the side that it plays.
        seed: of its own randomness.
    """

    def __init__(self, name: str, game: Game, side: str, seed: int):
        self._agent = make_agent(name, game, side)
        self._agent.reset(seed)
        self._side = side
        self._lock = threading.Lock()

    def decide(self, game: Game) -> int:
        """Return its action in ``game``, where it is to move."""
        with self._lock:
            return whole_number(self._agent.act(self._look(game), game.action_mask(), {"view": View(game, self._side)}))

    def opinion(self, game: Game) -> Opinion:
        """Return what it thinks of ``game``, where it is to move; what it remembers of a game is lost."""
        ask = importlib.import_module("ctv_env.agents.opinions.ask")
        with self._lock:
            return ask.opinion_of(self._agent, game)

    def close(self) -> None:
        """Let the agent go, with a process of its own if it has one."""
        if hasattr(self._agent, "close"):
            self._agent.close()

    def _look(self, game: Game) -> Observation | None:
        kind = self._agent.observation
        return game.observation(self._side, kind, "float32") if kind else None
