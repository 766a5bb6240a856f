"""Where games are played, and what is kept of each: result, decisions, state at the end of each turn."""

import hashlib
import pathlib
import re
import typing
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from ctv_env.agents.external.program import TIME_LIMIT
from ctv_env.core.analysis import GameSummary
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.spec import GameSpec, spec_of
from ctv_env.core.terms import Tables


class Setting(typing.NamedTuple):
    """Where games are played.

    Attributes:
        game: as ``spec_of`` takes it; None for the default.
        scenario: name of the scenario, None for the game's first.
        options: rules options, and ``data_dir``.
        threads: number of threads or processes.
        sample: let networks sample from their probabilities instead of taking the most likely action.
        time_limit: seconds per decision for an external program.
        record: folder in which to record every game (``ctv replay``); None for none.
    """

    game: str | None = None
    scenario: str | None = None
    options: Mapping = MappingProxyType({})
    threads: int = 1
    sample: bool = False
    time_limit: float = TIME_LIMIT
    record: str | pathlib.Path | None = None

    @property
    def spec(self) -> GameSpec:
        """The game's spec; ValueError if there is no such game."""
        return spec_of(self.game)

    @property
    def tables(self) -> Tables:
        """The loaded scenario; ValueError if there is no such scenario or option."""
        return self.spec.load(self.scenario, **self.options)

    def replay_file(self, names: Sequence[str], seed: int) -> pathlib.Path | None:
        """Return the record file of the game of ``seed`` between agents of these ``names``; None without recording.

        Raises:
            ValueError: the folder cannot be created.
        """
        if self.record is None:
            return None
        try:
            pathlib.Path(self.record).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(f"cannot write games in {self.record}: {error.strerror}") from error
        return pathlib.Path(self.record) / f"{names_in_file(names)}-{seed}.jsonl.gz"


_LONGEST, _KEPT = 200, 160  # bytes; the names of files are limited to 255


def names_in_file(names: Sequence[str]) -> str:
    """Return the names of two agents as part of the name of a file; a hash replaces the end of very long ones."""
    words = re.sub(r"[^\w.-]+", "_", "-".join(names))
    if len(words.encode()) <= _LONGEST:
        return words
    return f"{words.encode()[:_KEPT].decode(errors='ignore')}_{hashlib.sha256(words.encode()).hexdigest()[:12]}"


class GameRecord(typing.NamedTuple):
    """One game.

    Attributes:
        winner: index of the side that won, None for a draw.
        score: of the first side at the end.
        turn: game turn on which it ended.
        decisions: of each side.
        held: int8 (turns, objectives), which objectives the first side holds at the end of each turn
            (``core.analysis``); of shape (0, 0) where the game has no analysis.
        digest: equal for two games exactly if they took the same course, as far as final positions and ``held`` show.
        summary: landmarks and losses; None where the game has no analysis.
        forfeit: why the loser forfeited, which ended the game early; empty otherwise.
    """

    winner: int | None
    score: int
    turn: int
    decisions: tuple[int, ...]
    held: np.ndarray
    digest: str
    summary: GameSummary | None
    forfeit: str = ""


def blank_ends(spec: GameSpec, tables: Tables, n_games: int) -> np.ndarray:
    """Return (n_games, turns) empty positions, to hold those at the end of each turn of a scenario."""
    analysis = spec.analysis()
    n_turns = analysis.n_turns(tables) if analysis else 0
    return records(n_games * n_turns, spec.state).reshape(n_games, n_turns)


def note_end(record: np.void, turn: int, ends: np.ndarray) -> None:
    """Store ``record``, the position after ``turn``, in the ``ends`` of one game; set-up, turn 0, is skipped."""
    if 0 < turn <= len(ends):
        ends[turn - 1] = record


def record_of(
    game: Game, decisions: Iterable[int], ends: np.ndarray, forfeit: str = "", loser: str | None = None
) -> GameRecord:
    """Return the record of a game that is over, or that ``loser`` has forfeited.

    Args:
        game: the game at its end.
        decisions: of each side.
        ends: (turns,) positions at the end of each turn (``note_end``).
        forfeit: the reason.
        loser: name of the side that has forfeited.
    """
    counts, analysis = tuple(map(int, decisions)), game.spec.analysis()
    held = analysis.held(ends, game.tables) if analysis else np.zeros((0, 0), np.int8)
    summary = analysis.summary(ends, game.tables) if analysis else None
    winner = _winner(game, loser)
    way = repr((game.state_hash(), counts, held.tolist(), winner))
    digest = hashlib.blake2b(way.encode(), digest_size=8).hexdigest()
    return GameRecord(winner, game.score(), game.turn, counts, held, digest, summary, forfeit)


def _winner(game: Game, loser: str | None) -> int | None:
    """Return the index of the winner, None for a draw; a forfeit makes the other side the winner."""
    sides = game.spec.sides
    if loser is not None:
        return 1 - sides.index(loser)
    return None if game.winner is None else sides.index(game.winner)
