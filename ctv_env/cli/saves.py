"""Saved games that a command is given."""

import pathlib
import typing

from ctv_env.cli.errors import UserError

if typing.TYPE_CHECKING:
    from ctv_env.core.game import Game


def read_save(file: pathlib.Path) -> "Game":
    """The game in a file: the bytes of ``Game.to_bytes``, or a position in JSON as ``Game.to_dict`` gives it.

    Raises:
        ValueError: it holds no game.
        UserError: it cannot be read.
    """
    import json

    from ctv_env.core.game import Game

    try:
        data = file.read_bytes()
    except OSError as error:
        raise UserError(f"cannot read {file}: {error.strerror}") from error
    if not data.lstrip().startswith(b"{"):
        return Game.from_bytes(data)
    try:
        return Game.from_dict(json.loads(data))
    except json.JSONDecodeError as error:
        raise UserError(f"{file} is no saved game: {error}") from error
