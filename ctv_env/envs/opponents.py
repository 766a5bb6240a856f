"""Who may be an opponent: a compiled policy, a checkpoint, or an object that acts."""

import importlib
import pathlib
import typing

CHECKPOINT = ".zip"


class Player(typing.Protocol):
    """An opponent that is an object; it may also have ``reset(seed)``, called before each game."""

    def act(self, observation: object, mask: object, info: dict[str, object]) -> int:
        """A legal action."""


def checkpoint_agent(path: str, game: str, scenario: str, side: str) -> Player:
    """The agent of a checkpoint file, a run's ``model.zip``, to play ``side``.

    Raises:
        ValueError: there is no such file, or it does not fit this game, side or version.
    """
    return importlib.import_module("agents.registry").make_agent(path, game, scenario, side)


def is_checkpoint(opponent: object) -> bool:
    """True for the path of a checkpoint file."""
    return isinstance(opponent, str | pathlib.Path) and str(opponent).endswith(CHECKPOINT)
