"""Opponents: compiled policies, other agents by name, and objects with a method ``act``."""

import importlib
import typing
from collections.abc import Mapping, Sequence

import numpy as np

from ctv_env.core.tables import options_of
from ctv_env.core.terms import Tables


class Player(typing.Protocol):
    """An opponent that is an object; it may also have ``reset(seed)``, called before each game."""

    def act(self, observation: object, mask: object, info: dict[str, object]) -> int:
        """Return a legal action."""


class NamedAgents:
    """Agents by name, created on first use and kept until ``close``.

    Args:
        game: name of the game, as for ``core.spec.spec_of``.
    """

    def __init__(self, game: str):
        self._game = game
        self._made: dict[tuple, typing.Any] = {}

    def agent(self, name: str, tables: Tables, side: str, copy: int = 0) -> typing.Any:
        """Return the agent ``name`` that plays ``side`` in games with ``tables``; each ``copy`` is a separate object.

        Raises:
            ValueError: there is none, or it does not fit this game, side or version.
        """
        key = (name, tables.scenario, tables.data_dir, *sorted(tables.options.items()), side, copy)
        if key not in self._made:
            registry = importlib.import_module("ctv_env.agents.registry")
            made = registry.make_agent(name, self._game, tables.scenario, side, options=options_of(tables))
            self._made[key] = made
        return self._made[key]

    def close(self) -> None:
        """Close the agents."""
        for agent in self._made.values():
            if hasattr(agent, "close"):
                agent.close()
        self._made.clear()


def tuned_by_side(players: Mapping[str, typing.Any], sides: Sequence[str]) -> list[np.ndarray | None] | None:
    """Return the constants with which tuned policies play compiled (``BatchGames.set_tuned_opponent``).

    Args:
        players: the opponents by side, of the sides that they may play.
        sides: names of both sides.

    Returns:
        The constants by side, None where there is no player; None alone if some player is not a tuned policy.
    """
    if not players or not all(hasattr(one, "tuned_constants") for one in players.values()):
        return None
    return [players[side].tuned_constants if side in players else None for side in sides]


def policy_seed(episode: typing.Any) -> int:
    """Return the seed of a game's opponent, which is independent of the dice; ``episode`` is the record of the game."""
    return int(episode["policy_rng"]) >> 33
