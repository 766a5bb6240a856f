"""Where games are played, and what is kept of each."""

import hashlib
import pathlib
import re
import typing
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from agents.balance.course import Course, course_of, held_at_ends
from agents.scripted.compiled import objective_cells
from ctv_env.core.game import Game

PATIENCE = 60.0
"""Seconds that an outside program has for a decision, unless another time is given."""


class Setting(typing.NamedTuple):
    """Where games are played.

    Attributes:
        game: name of the game.
        scenario: name of the scenario.
        options: rules options, and ``data_dir``.
        threads: threads or processes that play.
        sample: networks play by their probabilities instead of taking the likeliest action.
        patience: seconds that an outside program has for a decision.
        record: folder in which every game is recorded (``ctv replay``); None for none.
    """

    game: str = "ctv"
    scenario: str = "campaign"
    options: Mapping = MappingProxyType({})
    threads: int = 1
    sample: bool = False
    patience: float = PATIENCE
    record: str | pathlib.Path | None = None

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
        winner: index of the side that won.
        vp: victory points of the first side at the end.
        turn: game turn on which it ended.
        decisions: of each side.
        held: int8 (turns, objectives), 1 where the first side holds the objective (order of ``objectives_of``) at the
            end of the turn, -1 for a turn before the first; a turn that the game did not reach is as its end.
        digest: the same for two games exactly if they went alike, as far as their ends and ``held`` tell.
        course: what became of the map and of both sides.
        forfeit: why the loser forfeited, and with it the game ended early; else empty.
    """

    winner: int
    vp: int
    turn: int
    decisions: tuple[int, int]
    held: np.ndarray
    digest: str
    course: Course
    forfeit: str = ""


def record_of(game: Game, decisions, ends: np.ndarray, forfeit: str = "", loser: str | None = None) -> GameRecord:
    """The record of a game that is over, or that ``loser`` has forfeited.

    Args:
        game: as it ended.
        decisions: of each side, whole numbers.
        ends: (turns,) positions at the end of each turn (``course.note_end``).
        forfeit: the reason.
        loser: name of the side that has forfeited.
    """
    counts = tuple(map(int, decisions))
    sides = game.spec.sides
    held = held_at_ends(ends, objective_cells(game.tables))
    winner = sides.index(game.winner) if loser is None else 1 - sides.index(loser)
    way = repr((game.state_hash(), counts, held.tolist(), winner))
    digest = hashlib.blake2b(way.encode(), digest_size=8).hexdigest()
    return GameRecord(winner, game.vp(), game.turn, counts, held, digest, course_of(ends, game.tables), forfeit)
