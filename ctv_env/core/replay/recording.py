"""Recording games while they are played; the format is described in ``format.py``."""

import contextlib
import gzip
import io
import json
import pathlib
import typing

from ctv_env.core.action_numbers import whole_number
from ctv_env.core.game import Game
from ctv_env.core.replay.format import SUFFIXES, Content, Step, action_name, header_of, result_of

_FLUSH_EVERY = 64  # lines that a crash may lose


class RecordedGame(Game):
    """A game that records every action and die applied to it.

    During play the record is written to ``FILE.part``, readable at any time; at the end of the game, or by ``close``,
    it is renamed to ``FILE``.  Copies of the game, for search or otherwise, are not recorded.

    Args:
        game: the game to record; do not use it directly any more.
        file: path of the record; ``.jsonl``, or ``.jsonl.gz`` for compression.
        players: name of the player of each side.
        seed: seed of the dice, if all of them come from it (``Game.roll``).
        nth: number of the game with that seed, from 1.
    """

    __slots__ = ("_content", "_file", "_stream", "_written")

    def __init__(
        self, game: Game, file: str | pathlib.Path, players: dict[str, str], seed: int | None = None, nth: int = 1
    ):
        super().__init__(game.spec, game.tables, game._states)
        self._log = game._log
        self._file = pathlib.Path(file)
        self._written, self._content = 0, Content()
        if not self._file.name.endswith(SUFFIXES):
            raise ValueError(f"a record is called {' or '.join('NAME' + suffix for suffix in SUFFIXES)}, not {file}")
        with contextlib.ExitStack() as unless_begun:
            try:
                self._stream = (gzip.open if self._file.suffix == ".gz" else open)(part_of(self._file), "wb")
                unless_begun.callback(_give_up, self._stream)
                self._write(header_of(self, players, seed, nth))
                self._stream.flush()
            except OSError as error:
                raise ValueError(f"cannot write {file}: {error.strerror}") from error
            unless_begun.pop_all()

    def step(self, action: int) -> None:
        """Like ``Game.step``, and record the step."""
        before = str(self.to_move), self.node
        number = self._number(action)
        name = "" if number is None else action_name(self, number)
        super().step(action)
        self._written += 1
        self._write(Step(self._written, *before, whole_number(action), name, self.state_hash())._asdict())
        if self._written % _FLUSH_EVERY == 0:
            self._stream.flush()
        if self.to_move is None:
            self._write({"result": result_of(self, self._written), "content": self._content.hash()})
            self.close()

    def close(self) -> None:
        """End the record, even in the middle of a game; repeated calls do nothing."""
        if not self._stream.closed:
            self._stream.close()
            part_of(self._file).replace(self._file)

    def _write(self, line: dict) -> None:
        text = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        self._content.add(text)
        self._stream.write(text)

    def __reduce_ex__(self, protocol: typing.SupportsIndex) -> tuple:
        """Pickle the game without its record."""
        return Game.clone, (self.clone(),)


def recorded(game: Game, file: str | pathlib.Path | None, players: dict[str, str], seed: int | None = None) -> Game:
    """Return ``game``, recorded in ``file`` if one is given; arguments and errors as for ``RecordedGame``."""
    return game if file is None else RecordedGame(game, file, players, seed)


def part_of(file: pathlib.Path) -> pathlib.Path:
    """Return the path to which the record ``file`` is written during play."""
    return file.with_name(file.name + ".part")


def _give_up(stream: io.IOBase) -> None:
    """Close a stream that may have no room for what it still holds."""
    with contextlib.suppress(OSError):
        stream.close()


def new_file(folder: str | pathlib.Path) -> pathlib.Path:
    """Create the first of ``game-00001.jsonl.gz``, ``game-00002...`` that does not exist, empty to reserve it.

    Raises:
        ValueError: ``folder`` cannot be created or written to.
    """
    folder = pathlib.Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = 0
        while True:
            number += 1
            file = folder / f"game-{number:05d}{SUFFIXES[1]}"
            with contextlib.suppress(FileExistsError):
                file.open("xb").close()
                return file
    except OSError as error:
        raise ValueError(f"cannot write games in {folder}: {error.strerror}") from error
