"""Front ends of the games, one file per library."""

from collections.abc import Mapping

import gymnasium

from ctv_env.games import environments, most_decisions

REGISTERED: dict[str, dict[str, str]] = {}
"""Gymnasium IDs by scenario, for each game that has any; the key is the game's reference (``core.spec.spec_of``)."""


def register(game: str, ids: Mapping[str, str], most_decisions: Mapping[str, int] | None = None) -> None:
    """Register environments of a game with Gymnasium; a second call has no effect.

    Each ID also gets one whose observation is a single vector, for scripts that can choose nothing else (``flat``).

    Args:
        game: name of a game, or ``"module:ATTRIBUTE"`` for one defined elsewhere; it is not loaded.
        ids: Gymnasium ID of each scenario to register, the default scenario first.
        most_decisions: a bound on the decisions of a game by scenario, as its spec has it (``GameSpec.max_steps``); it
            becomes ``max_episode_steps``.
    """
    REGISTERED.setdefault(game, {}).update(ids)
    for scenario, name in ids.items():
        settings = {"game": game, "scenario": scenario}
        bound = (most_decisions or {}).get(scenario)
        for one, kwargs in ((name, settings), (flat(name), settings | {"obs": "vector"})):
            if one not in gymnasium.registry:
                gymnasium.register(
                    id=one,
                    entry_point="ctv_env.envs.single:SingleSideEnv",
                    vector_entry_point="ctv_env.envs.vector:VectorEnv",
                    max_episode_steps=bound,
                    kwargs=kwargs,
                )


def flat(name: str) -> str:
    """Return the ID of the same environment whose observation is a single vector, as in ``duel1937-flat-v0``."""
    before, version, number = name.rpartition("-v")
    return f"{before}-flat{version}{number}" if version else f"{name}-flat"


def register_all() -> None:
    """Register the environments of the games in this package; a second call has no effect."""
    most = most_decisions()
    for game, ids in environments().items():
        register(game, ids, most[game])
