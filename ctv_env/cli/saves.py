"""Reading saved games given to a command."""

import pathlib
import typing

from ctv_env.cli.errors import UserError

if typing.TYPE_CHECKING:
    from ctv_env.core.game import Game


def read_save(file: pathlib.Path) -> "Game":
    """Return the game in a file: the bytes of ``Game.to_bytes``, or a position as JSON (``Game.to_dict``).

    Raises:
        ValueError: it does not contain a game.
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
        position = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{file} is not a saved game: {error}") from error
    return Game.from_dict(position)
