"""The course of games: they are played and recorded, then replayed and looked at."""

import pathlib
import tempfile
import typing
from collections.abc import Callable, Iterator

import numpy as np

from ctv_env.agents.base import Agent
from ctv_env.agents.evaluation.evaluate import evaluate
from ctv_env.agents.evaluation.records import Setting, blank_ends
from ctv_env.agents.evaluation.results import MatchResult
from ctv_env.agents.evaluation.single_match import Watch
from ctv_env.agents.match_report.fallen import falls_in
from ctv_env.agents.match_report.prospects import Prospect, Prospects
from ctv_env.agents.match_report.sample import Sample
from ctv_env.agents.reports.battles import records_in
from ctv_env.core.analysis import Battle
from ctv_env.core.game import Game
from ctv_env.core.replay.playback import Playback
from ctv_env.core.spec import analysis_of
from ctv_env.core.terms import CHANCE_NAME


class Course(typing.NamedTuple):
    """A game that was played to its end, as one side sees it.

    Attributes:
        won: whether the side won; None for a draw.
        margin: the score at the end beyond the even one, the more the better for the side.
        falls: turn on which each objective was lost by the side that held it at the start; 0 for never.
        battles: all battles, in order.
        prospects: those of the side at its first decision of each turn.
    """

    won: bool | None
    margin: int
    falls: tuple[int, ...]
    battles: tuple[Battle, ...]
    prospects: tuple[Prospect, ...]


class Played(typing.NamedTuple):
    """Games of one player in one seat.

    Attributes:
        result: as of ``evaluate``.
        courses: of the games that nobody forfeited.
        holders: int (objectives,), 1 where the first side holds an objective at the start, 0 where the second does.
    """

    result: MatchResult
    courses: list[Course]
    holders: np.ndarray


def play_games(
    players: tuple[str, str],
    side: str,
    seeds: list[int],
    setting: Setting,
    progress: Callable[[int], object],
    asked: Agent | None = None,
    sample: Sample | None = None,
) -> Played:
    """Play games between two agents, and replay them.

    Args:
        players: names of the agent and of its opponent.
        side: the agent's side.
        seeds: of the games.
        setting: where to play; its ``record`` does not count.
        progress: called with 1 for each game.
        asked: the agent, to be asked for the results that it expects.
        sample: receives the positions in which the agent decides.

    Raises:
        ValueError: an unknown agent or scenario, the game has no analysis, or an agent has given up every game.
        StoppedError: (an OSError) the games could not be played to their end.
    """
    with tempfile.TemporaryDirectory() as folder:
        (result,) = evaluate(*players, side, seeds, setting._replace(record=folder), progress)
        replays = [_Replay(file, side, setting, asked, sample) for file in records_in(pathlib.Path(folder))]
        courses = [course for replay in replays if (course := replay.course()) is not None]
    if not courses:
        reasons = "; an agent ".join({**result.forfeits, **result.forfeits_won})
        raise ValueError(f"no game of {players[0]} against {players[1]} was played to its end: an agent {reasons}")
    return Played(result, courses, replays[0].holders)


class _Replay:
    """A recorded game, replayed once."""

    def __init__(self, file: pathlib.Path, side: str, setting: Setting, asked: Agent | None, sample: Sample | None):
        self._playback = Playback(file)
        self._side, self._sample = side, sample
        game = self._playback.game
        self._analysis = analysis_of(game.spec)
        self._watch, self._prospects = Watch(game), Prospects(game, side, asked)
        (self._start,) = blank_ends(game.spec, game.tables, 1)

    @property
    def holders(self) -> np.ndarray:
        """Who holds the objectives at the start, once the game has been replayed."""
        return self._analysis.held(self._start, self._playback.game.tables)[-1]

    def course(self) -> Course | None:
        """Replay the game; None if it was forfeited."""
        game = self._playback.game
        battles = tuple(self._analysis.battles(self._positions()))
        if self._playback.result is None:
            return None
        held = self._analysis.held(self._watch.ends, game.tables)
        margin = game.score() - game.spec.score.even(game.tables)
        return Course(
            won=None if game.winner is None else game.winner == self._side,
            margin=margin if self._side == game.spec.sides[0] else -margin,
            falls=falls_in(held, self.holders),
            battles=battles,
            prospects=tuple(self._prospects.found),
        )

    def _positions(self) -> Iterator[Game]:
        """Yield the game after each step, and look at it in passing."""
        game = self._playback.game
        mover = game.to_move or CHANCE_NAME
        self._look(game)
        for _ in self._playback:
            self._watch(mover)
            mover = game.to_move or CHANCE_NAME
            self._look(game)
            yield game

    def _look(self, game: Game) -> None:
        if game.turn and not self._start["turn"].any():
            self._start[0] = game.record
        if game.to_move == self._side:
            self._prospects.look(game)
            if self._sample is not None:
                self._sample.offer(game)
