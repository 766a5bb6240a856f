"""The game on disk: a journal of lines that only grows, so that a game outlives a crash of the server.

The first line says what is played, by whom, and from which position; then comes a line for each action and each
outcome of chance, and one for each undo.  A game is taken up by playing its journal again.  It holds what fog hides
and the dice to come: it stays in the server's folder, and whoever plays gets to see no more of it than its name.
"""

import json
import os
import pathlib
import re
import secrets

from ctv_env.core.game import Game
from ctv_env.core.spec import CHANCE_NAME

SCHEMA = 1
_NAME = re.compile(r"[A-Za-z0-9_-]{22}")
_SUFFIX = ".jsonl"


class JournalError(ValueError):
    """A journal that is damaged, or of other rules; the message is one sentence."""


class FullError(ValueError):
    """The folder holds as many games as it may."""


def is_name(name: object) -> bool:
    """True if ``name`` has the form of a game's name; only such ones become file names."""
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


class Folder:
    """The folder of the games, and of the saves that were made of them.

    Args:
        path: made if it is not there; readable to its owner alone.
        most: how many games and saves it may hold.

    Raises:
        OSError: it cannot be made.
    """

    def __init__(self, path: str | pathlib.Path, most: int):
        self._path, self._most = pathlib.Path(path), most
        for folder in (self._path, self._path / "saves"):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def begin(self, header: dict) -> "Journal":
        """A new journal with its first line.

        Raises:
            FullError: the folder is full.
            OSError: it cannot be written.
        """
        self._check_room()
        name = secrets.token_urlsafe(16)
        journal = Journal(name, self._path / (name + _SUFFIX))
        journal.append({"serve": SCHEMA, **header})
        return journal

    def find(self, name: str) -> "Journal | None":
        """The journal of that name, None if there is none."""
        file = self._path / (name + _SUFFIX) if is_name(name) else None
        return Journal(name, file) if file and file.is_file() else None

    def save(self, journal: "Journal") -> str:
        """Keep a copy of a journal as it is now; returns the name of the save.

        Raises:
            FullError, OSError: as ``begin``.
        """
        self._check_room()
        name = secrets.token_urlsafe(16)
        _write_new(self._path / "saves" / (name + _SUFFIX), journal.file.read_bytes())
        return name

    def restore(self, save: str) -> "Journal | None":
        """A new journal that goes on where a save was made, None if there is no such save.

        Raises:
            FullError, OSError: as ``begin``.
        """
        file = self._path / "saves" / (save + _SUFFIX) if is_name(save) else None
        if not file or not file.is_file():
            return None
        self._check_room()
        name = secrets.token_urlsafe(16)
        journal = Journal(name, self._path / (name + _SUFFIX))
        _write_new(journal.file, file.read_bytes())
        return journal

    def _check_room(self) -> None:
        if sum(1 for _ in self._path.rglob("*" + _SUFFIX)) >= self._most:
            raise FullError(f"the folder of games is full: it holds {self._most}; delete some in {self._path}")


def _write_new(file: pathlib.Path, content: bytes) -> None:
    """Write a file that is there whole or not at all."""
    part = file.with_suffix(".part")
    part.write_bytes(content)
    part.replace(file)


class Journal:
    """The journal of one game.

    Attributes:
        name: by which whoever plays calls the game; nobody can guess it.
        file: where it is.
        n_lines: how many it has, once it has been read or begun.
    """

    def __init__(self, name: str, file: pathlib.Path):
        self.name, self.file, self.n_lines = name, file, 0

    def append(self, line: dict, sync: bool = True) -> None:
        """Add a line; with ``sync`` it is on the disk when this returns, without it survives a crash of the server.

        Raises:
            OSError: it cannot be written.
        """
        with open(self.file, "ab", opener=_private) as stream:
            stream.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
            stream.flush()
            if sync:
                os.fsync(stream.fileno())
        self.n_lines += 1

    def sync(self) -> None:
        """Put what was added without ``sync`` on the disk; errors as of ``append``."""
        with self.file.open("rb") as stream:
            os.fsync(stream.fileno())

    def read(self) -> tuple[dict, list[dict]]:
        """First line, and the steps that have not been undone: ``{"step": action}``, or ``{"die": outcome}`` of chance.

        A last line that a crash has cut off is taken away.

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
                    raise JournalError("the journal of the game is damaged: a line is no object")
                if "back_to" in line:
                    del steps[line["back_to"] :]
                else:
                    steps.append(line)
        except JournalError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise JournalError(f"the journal of the game is damaged: {error!r}") from error
        return header, steps


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def play_again(game: Game, steps: list[dict]) -> None:
    """Apply the steps of a journal; chance comes from the game's own stream, as it did.

    Raises:
        JournalError: a step cannot be, or chance decides otherwise.
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
            raise JournalError(f"step {number} of the game's journal cannot be: {error}") from error
