"""Where games are played, and what is kept of each: result, decisions, what its turns ended with."""

import hashlib
import pathlib
import re
import typing
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import numpy as np

from agents.external.program import PATIENCE
from ctv_env.core.analysis import GameSummary
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.spec import GameSpec, Tables
from ctv_env.games import spec_of


class Setting(typing.NamedTuple):
    """Where games are played.

    Attributes:
        game: which game, as ``spec_of`` takes it; None for the default.
        scenario: name of the scenario, None for the game's first.
        options: rules options, and ``data_dir``.
        threads: threads or processes that play.
        sample: networks play by their probabilities instead of taking the likeliest action.
        patience: seconds that an outside program has for a decision.
        record: folder in which every game is recorded (``ctv replay``); None for none.
    """

    game: str | None = None
    scenario: str | None = None
    options: Mapping = MappingProxyType({})
    threads: int = 1
    sample: bool = False
    patience: float = PATIENCE
    record: str | pathlib.Path | None = None

    @property
    def spec(self) -> GameSpec:
        """Of the game; ValueError if there is no such game."""
        return spec_of(self.game)

    @property
    def tables(self) -> Tables:
        """The loaded scenario; ValueError if there is no such scenario or option."""
        return self.spec.load(self.scenario, **self.options)

    def replay_file(self, players: Mapping[str, str], seed: int) -> pathlib.Path | None:
        """Where the game of ``seed`` between ``players``, agents by side, is recorded; None if no game is.

        Raises:
            ValueError: the folder cannot be made.
        """
        if self.record is None:
            return None
        try:
            pathlib.Path(self.record).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(f"cannot write games in {self.record}: {error.strerror}") from error
        words = re.sub(r"[^\w.-]+", "_", "-".join((*players.values(), str(seed))))
        return pathlib.Path(self.record) / f"{words}.jsonl.gz"


class GameRecord(typing.NamedTuple):
    """One game.

    Attributes:
        winner: index of the side that won, None at a draw.
        score: of the first side at the end.
        turn: game turn on which it ended.
        decisions: of each side.
        held: int8 (turns, objectives), which objectives the first side holds as each turn ends (``core.analysis``);
            of shape (0, 0) where the game has no analysis.
        digest: the same for two games exactly if they went alike, as far as their ends and ``held`` tell.
        summary: landmarks and losses; None where the game has no analysis.
        forfeit: why the loser forfeited, and with it the game ended early; else empty.
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
    """(n_games, turns) positions, to be those at the end of each turn of a scenario, while none is known."""
    analysis = spec.analysis()
    n_turns = analysis.n_turns(tables) if analysis else 0
    return records(n_games * n_turns, spec.state).reshape(n_games, n_turns)


def note_end(record: np.void, turn: int, ends: np.ndarray) -> None:
    """Note ``record``, the position after ``turn``, in the ``ends`` of one game; set-up, turn 0, is not noted."""
    if 0 < turn <= len(ends):
        ends[turn - 1] = record


def record_of(
    game: Game, decisions: Iterable[int], ends: np.ndarray, forfeit: str = "", loser: str | None = None
) -> GameRecord:
    """The record of a game that is over, or that ``loser`` has forfeited.

    Args:
        game: as it ended.
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
    """Index of the winner, None at a draw; who has not forfeited has won."""
    sides = game.spec.sides
    if loser is not None:
        return 1 - sides.index(loser)
    return None if game.winner is None else sides.index(game.winner)
