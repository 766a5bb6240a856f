"""A served game as a record for ``ctv replay``."""

import pathlib
import tempfile

from ctv_env.core.replay.recording import RecordedGame
from ctv_env.serve.journal import play_again
from ctv_env.serve.session import Session, first_position


def record(session: Session) -> str:
    """Return the text of the record, JSON lines, by replaying the session's journal.

    Raises:
        ValueError, OSError: the journal is damaged, or cannot be read.
    """
    header, steps = session.journal.read()
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "game.jsonl"
        game = RecordedGame(first_position(header), file, header["seats"], header.get("seed"))
        play_again(game, steps)
        game.close()
        return file.read_text(encoding="utf-8")
