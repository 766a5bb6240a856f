"""What a side sees of a single ``Game``, as the adapters of other libraries hand it out."""

import gymnasium
import numpy as np

from ctv_env.core.game import Game
from ctv_env.envs.vector import batch_rules_of, observation_space, pick

KINDS = {"flat": "compact", "planes": "planes"}
"""Kinds of observation, and their names in the batch."""


def layouts(game: str, kind: str):
    """The layouts of the arrays of an observation, by the name of a game.

    Raises:
        ValueError: no such kind of observation.
    """
    pick("obs", kind, KINDS)
    return batch_rules_of(game).observations[KINDS[kind]]


def space(game: str, kind: str) -> gymnasium.Space:
    """The space of ``look``: a ``Box``, or a ``Dict`` of boxes."""
    return observation_space(layouts(game, kind))


def arrays(game: Game, side: str, kind: str) -> dict[str, np.ndarray]:
    """What ``side`` sees, float32, by the names of the layouts."""
    seen = game.observation(side)
    return {layout.name: seen[layout.name] for layout in layouts(game.rules.name, kind)}


def look(game: Game, side: str, kind: str) -> np.ndarray | dict[str, np.ndarray]:
    """What ``side`` sees: a member of ``space``."""
    seen = arrays(game, side, kind)
    return seen if len(seen) > 1 else next(iter(seen.values()))


def all_that_is_seen(game: Game, side: str) -> bytes:
    """What ``side`` can tell this position by: its arrays, and the mask if it is to move."""
    mask = game.action_mask().tobytes() if game.to_move == side else b""
    return b"".join(array.tobytes() for array in arrays(game, side, "planes").values()) + mask
