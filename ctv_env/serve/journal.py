"""Games on disk, as append-only journals, so that they survive a crash of the server.

The first line contains the game, its players and the initial position; then there is a line for each action, each
outcome of chance and each undo.  A game is resumed by replaying its journal.  A journal contains what fog hides and the
dice to come: it stays in the server's folder, and clients see only its name.
"""

import errno
import io
import json
import os
import pathlib
import re
import secrets
import threading
import time

from ctv_env.core.game import Game
from ctv_env.core.terms import CHANCE_NAME

SCHEMA = 1
KEPT_SECONDS = 86400.0
"""Minimum time that a game is kept after its last decision; it is kept longer unless its place is needed."""
_NAME = re.compile(r"[A-Za-z0-9_-]{22}")
_SUFFIX = ".jsonl"


class JournalError(ValueError):
    """A journal is damaged, or belongs to other rules; the message is one sentence."""


class FullError(OSError):
    """The folder has reached its maximum number of games, and all have been played lately."""


def is_name(name: object) -> bool:
    """Return whether ``name`` has the form of a game's name; only such names become file names."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


class Folder:
    """The folder of the games and of their saves.

    When it is full, a new game takes the place of the one that has not been played for longest.

    Args:
        path: created if it does not exist; readable by its owner only.
        most: maximum number of games and saves.

    Raises:
        OSError: it cannot be created.
    """

    def __init__(self, path: str | pathlib.Path, most: int):
        self._path, self._most = pathlib.Path(path), most
        self._lock = threading.Lock()
        for folder in (self._path, self._path / "saves"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def begin(self, header: dict) -> "Journal":
        """Create a journal with its first line.

        Raises:
            FullError: (an OSError) the folder is full of games of the last day.
            OSError: it cannot be written.
        """
        self._make_room()
        name = secrets.token_urlsafe(16)
        journal = Journal(name, self._path / (name + _SUFFIX))
        try:
            journal.append({"serve": SCHEMA, **header})
        except OSError:
            journal.file.unlink(missing_ok=True)
            raise
        return journal

    def find(self, name: str) -> "Journal | None":
        """Return the journal of that name; None if it does not exist."""
        file = self._path / (name + _SUFFIX) if is_name(name) else None
        return Journal(name, file) if file and file.is_file() else None

    def save(self, journal: "Journal") -> str:
        """Save a copy of a journal as it is now; return the name of the save.

        Raises:
            OSError: as ``begin``.
        """
        self._make_room()
        name = secrets.token_urlsafe(16)
        _write_new(self._path / "saves" / (name + _SUFFIX), journal.file.read_bytes())
        return name

    def restore(self, save: str) -> "Journal | None":
        """Return a new journal that continues from a save; None if the save does not exist.

        Raises:
            OSError: as ``begin``.
        """
        file = self._path / "saves" / (save + _SUFFIX) if is_name(save) else None
        if not file or not file.is_file():
            return None
        self._make_room()
        name = secrets.token_urlsafe(16)
        journal = Journal(name, self._path / (name + _SUFFIX))
        _write_new(journal.file, file.read_bytes())
        return journal

    def _make_room(self) -> None:
        """Delete the oldest games if there are too many; never one of the last day."""
        with self._lock:
            files = list(self._path.rglob("*" + _SUFFIX))
            if len(files) < self._most:
                return
            oldest_first = sorted((file.stat().st_mtime, file) for file in files)
            for changed, file in oldest_first[: len(files) - self._most + 1]:
                if time.time() - changed < KEPT_SECONDS:
                    raise FullError(f"the folder of games is full: it holds {self._most}, all played in the last day")
                file.unlink()


def _write_new(file: pathlib.Path, content: bytes) -> None:
    """Write a file atomically."""
    part = file.with_suffix(".part")
    with open(part, "wb", opener=_private_new) as stream:
        stream.write(content)
    part.replace(file)


def _write(stream: io.FileIO, text: bytes, sync: bool) -> None:
    """Write all of a text, to disk if ``sync``; raise an OSError if the disk takes only a part of it."""
    if stream.write(text) < len(text):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if sync:
        os.fsync(stream.fileno())


class Journal:
    """The journal of one game.

    Attributes:
        name: unguessable name of the game, by which clients address it.
        file: path of the journal.
        n_lines: number of lines, once it has been read or created.
    """

    def __init__(self, name: str, file: pathlib.Path):
        self.name, self.file, self.n_lines = name, file, 0

    def append(self, line: dict, sync: bool = True) -> None:
        """Append a line; with ``sync`` it is on disk on return, otherwise it survives a crash of the server only.

        Raises:
            OSError: it cannot be written; the journal is as it was.
        """
        text = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        with open(self.file, "ab", buffering=0, opener=_private if self.n_lines else _private_new) as stream:
            whole = stream.tell()
            try:
                _write(stream, text, sync)
            except OSError:
                stream.truncate(whole)
                raise
        self.n_lines += 1

    def sync(self) -> None:
        """Flush lines appended without ``sync`` to disk; raises as ``append``."""
        with self.file.open("rb") as stream:
            os.fsync(stream.fileno())

    def read(self) -> tuple[dict, list[dict]]:
        """Return the header and the steps not undone: ``{"step": action}``, or ``{"die": outcome}`` of chance.

        An incomplete last line, left by a crash, is removed.

        Raises:
            JournalError: it is damaged.
            OSError: it cannot be read.
        """
        text = self.file.read_bytes()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):
            os.truncate(self.file, whole)
        try:
            header, *lines = map(json.loads, text[:whole].splitlines())
            self.n_lines = 1 + len(lines)
            if header["serve"] != SCHEMA:
                raise JournalError(f"the game was written by another version of this server ({header['serve']})")
            steps: list[dict] = []
            for line in lines:
                if not isinstance(line, dict):
                    raise JournalError("the journal of the game is damaged: a line is not an object")
                if "back_to" in line:
                    del steps[line["back_to"] :]
                else:
                    steps.append(line)
        except JournalError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise JournalError(f"the journal of the game is damaged: {error!r}") from error
        return header, steps


def _private_new(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _private(path: str, flags: int) -> int:
    """Open an existing file, so that a deleted game does not begin again in the middle."""
    return os.open(path, flags & ~os.O_CREAT)


def play_again(game: Game, steps: list[dict]) -> None:
    """Apply the steps of a journal; chance is redrawn from the game's own stream and must agree.

    Raises:
        JournalError: a step is impossible, or chance differs.
    """
    for number, step in enumerate(steps, 1):
        try:
            if "die" in step:
                fell = game.roll()
                if fell != step["die"]:
                    raise JournalError(f"step {number} of the game's journal is a {step['die']}, not {fell}")
            elif game.to_move == CHANCE_NAME:
                raise JournalError(f"step {number} of the game's journal should be of chance")
            else:
                game.step(step["step"])
        except (KeyError, ValueError) as error:
            raise JournalError(f"step {number} of the game's journal is impossible: {error}") from error
