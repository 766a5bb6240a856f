"""Writing records of games (``replay_format.py``) while they are played."""

import contextlib
import gzip
import json
import pathlib
import typing

from ctv_env.core.game import Game
from ctv_env.core.replay.format import SUFFIXES, Step, action_name, header_of, result_of

_FLUSH_EVERY = 64  # lines that a crash may cost


class RecordedGame(Game):
    """A game that writes down every action and die that it is given.

    While it is played the record grows in ``FILE.part``, readable at any time; at the end of the game, or with
    ``close``, it takes the name ``FILE``.  Copies of the game, for search or otherwise, are not recorded.

    Args:
        game: taken over: play the recorded one from now on.
        file: where to; ``.jsonl``, or compressed as ``.jsonl.gz``.
        players: who plays each side.
        seed: of the dice, if it is known.
        nth: which game of that seed, from 1.

    Raises:
        ValueError: the file has another suffix, or cannot be written.
    """

    __slots__ = ("_file", "_stream", "_written")

    def __init__(
        self, game: Game, file: str | pathlib.Path, players: dict[str, str], seed: int | None = None, nth: int = 1
    ):
        super().__init__(game.spec, game.tables, game._states)
        self._log = game._log
        self._file = pathlib.Path(file)
        self._written = 0
        if not self._file.name.endswith(SUFFIXES):
            raise ValueError(f"a record is called {' or '.join('NAME' + suffix for suffix in SUFFIXES)}, not {file}")
        try:
            self._stream = (gzip.open if self._file.suffix == ".gz" else open)(part_of(self._file), "wb")
        except OSError as error:
            raise ValueError(f"cannot write {file}: {error.strerror}") from error
        self._write(header_of(self, players, seed, nth))
        self._stream.flush()

    def step(self, action: int) -> None:
        """As ``Game.step``, and write it down."""
        before = str(self.to_move), self.node
        name = action_name(self, action) if self._is_action(action) else ""
        super().step(action)
        self._written += 1
        self._write(Step(self._written, *before, int(action), name, self.state_hash())._asdict())
        if self._written % _FLUSH_EVERY == 0:
            self._stream.flush()
        if self.to_move is None:
            self._write({"result": result_of(self, self._written)})
            self.close()

    def close(self) -> None:
        """End the record, also in the middle of a game; a second time it does nothing."""
        if not self._stream.closed:
            self._stream.close()
            part_of(self._file).replace(self._file)

    def _write(self, line: dict) -> None:
        self._stream.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")

    def __reduce_ex__(self, protocol: typing.SupportsIndex) -> tuple:
        """A pickle is one of the game alone."""
        return Game.clone, (self.clone(),)


def recorded(game: Game, file: str | pathlib.Path | None, players: dict[str, str], seed: int | None = None) -> Game:
    """``game``, recorded in ``file`` if one is given; arguments and errors as of ``RecordedGame``."""
    return game if file is None else RecordedGame(game, file, players, seed)


def part_of(file: pathlib.Path) -> pathlib.Path:
    """Where the record ``file`` grows."""
    return file.with_name(file.name + ".part")


def new_file(folder: str | pathlib.Path) -> pathlib.Path:
    """The first file ``game-00001.jsonl.gz``, ``game-00002...`` that is not there yet, now empty: nobody else takes it.

    Raises:
        ValueError: ``folder`` cannot be made or written in.
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
