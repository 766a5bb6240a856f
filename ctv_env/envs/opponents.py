"""Who may be named as an opponent: a compiled policy, a checkpoint, or an object that acts."""

import importlib
import pathlib

CHECKPOINT = ".zip"


def checkpoint_agent(path: str, game: str, scenario: str, side: str):
    """The agent of a checkpoint file, a run's ``model.zip``, to play ``side``.

    Raises:
        ValueError: there is no such file, or it does not fit this game, side or version.
    """
    return importlib.import_module("agents.registry").make_agent(path, game, scenario, side)


def is_checkpoint(opponent) -> bool:
    """True for the path of a checkpoint file."""
    return isinstance(opponent, str | pathlib.Path) and str(opponent).endswith(CHECKPOINT)
