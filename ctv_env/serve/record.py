"""A game played here, as a record that ``ctv replay`` reads."""

import pathlib
import tempfile

from ctv_env.core.replay.recording import RecordedGame
from ctv_env.serve.journal import play_again
from ctv_env.serve.session import Table, first_position


def record(table: Table) -> str:
    """The text of the record, JSON lines: the journal of the table, played again.

    Raises:
        ValueError, OSError: the journal is damaged, or cannot be read.
    """
    header, steps = table.journal.read()
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "game.jsonl"
        game = RecordedGame(first_position(header), file, header["seats"], header.get("seed"))
        play_again(game, steps)
        game.close()
        return file.read_text()
