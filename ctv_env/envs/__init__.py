"""Front ends of the games, one file per library."""

from collections.abc import Mapping

import gymnasium

from ctv_env.games import environments

REGISTERED: dict[str, dict[str, str]] = {}
"""Gymnasium IDs by scenario, for each game that has any; the key is the game's reference (``core.spec.spec_of``)."""


def register(game: str, ids: Mapping[str, str]) -> None:
    """Register environments of a game with Gymnasium; a second call has no effect.

    Args:
        game: name of a game, or ``"module:ATTRIBUTE"`` for one defined elsewhere; it is not loaded.
        ids: Gymnasium ID of each scenario to register, the default scenario first.
    """
    REGISTERED.setdefault(game, {}).update(ids)
    for scenario, name in ids.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="ctv_env.envs.single:SingleSideEnv",
                vector_entry_point="ctv_env.envs.vector:VectorEnv",
                kwargs={"game": game, "scenario": scenario},
            )


def register_all() -> None:
    """Register the environments of the games in this package; a second call has no effect."""
    for game, ids in environments().items():
        register(game, ids)
