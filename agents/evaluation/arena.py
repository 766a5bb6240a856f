"""The games of two agents on all cores, in the fastest of three ways that the agents allow.

Compiled policies play whole games in threads.  Networks play many games in step.  All others play at the board, game
by game, in processes.  A seed begins the same game in each way, and no result depends on the number of cores.
"""

import concurrent.futures
import itertools
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool

import numpy as np

from agents.base import Agent
from agents.evaluation.batched_match import AT_ONCE, can_play_in_step, play_in_step
from agents.evaluation.cast import Cast, Seats
from agents.evaluation.records import GameRecord, Setting, blank_ends, record_of
from agents.evaluation.worker import begin_worker, play_one
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.playout import playout
from ctv_env.core.spec import GameSpec
from ctv_env.envs.recording import PlayedGame
from ctv_env.games import reference_of

_SLICE = 32  # compiled games that a thread plays at a time


class Arena:
    """Plays games; a context manager, since it may hold processes.

    Args:
        setting: where.
    """

    def __init__(self, setting: Setting):
        self.setting = setting
        self._cast = Cast(setting)
        self._processes: concurrent.futures.ProcessPoolExecutor | None = None

    def __enter__(self) -> "Arena":
        return self

    def __exit__(self, *_: object) -> None:
        self._cast.dismiss()
        if self._processes is not None:
            self._processes.shutdown(cancel_futures=True)

    def agents(self, seats: Seats) -> dict[str, Agent]:
        """The agents of a seating, by side, as they will play; raises as ``play``."""
        return self._cast.agents(seats)

    def play(self, seatings: Sequence[Seats], seeds: list[int]) -> Iterator[tuple[GameRecord, ...]]:
        """For each seed, in order and as soon as they are there, the records of its games, one for each seating.

        Args:
            seatings: the same agents on one side or the other.
            seeds: of the games.

        Raises:
            ValueError: an unknown agent, scenario or option, or a checkpoint that does not fit.
            ChildProcessError: a process in which games were played has been ended from outside.
        """
        agents = [list(self.agents(seats).values()) for seats in seatings]  # all that is wrong shows here
        if can_play_compiled(seatings[0], self.setting.spec):
            return self._compiled(seatings, seeds)
        if can_play_in_step(agents[0], self.setting.spec.policies):
            return self._in_step(agents, seeds)
        return self._at_board(seatings, seeds)

    def _compiled(self, seatings: Sequence[Seats], seeds: list[int]) -> Iterator[tuple[GameRecord, ...]]:
        """Whole games without Python."""

        def play_part(part: list[int]) -> list[tuple[GameRecord, ...]]:
            return list(zip(*(play_compiled(seats, part, self.setting) for seats in seatings), strict=True))

        with concurrent.futures.ThreadPoolExecutor(self.setting.threads) as pool:
            for games in pool.map(play_part, _parts(seeds, _SLICE)):
                yield from games

    def _in_step(self, agents: list[list[Agent]], seeds: list[int]) -> Iterator[tuple[GameRecord, ...]]:
        """Many games at a time."""
        for part in _parts(seeds, AT_ONCE):
            yield from zip(*(play_in_step(pair, part, self.setting) for pair in agents), strict=True)

    def _at_board(self, seatings: Sequence[Seats], seeds: list[int]) -> Iterator[tuple[GameRecord, ...]]:
        """Game by game, in processes; in this one if there is to be only one."""
        jobs = [(seats, seed) for seed in seeds for seats in seatings]
        try:
            played: Iterator[GameRecord]
            if self.setting.threads == 1:
                played = itertools.starmap(self._cast.play, jobs)
            else:
                played = self._pool().map(play_one, jobs)
            for _ in seeds:
                yield tuple(itertools.islice(played, len(seatings)))
        except BrokenProcessPool as error:
            raise ChildProcessError(
                "a process that played games was ended from outside, perhaps as memory ran out: try fewer --threads"
            ) from error
        finally:
            self._cast.dismiss()

    def _pool(self) -> concurrent.futures.ProcessPoolExecutor:
        """The processes, which stay for later games."""
        if self._processes is None:
            # Spawned: a fork would copy threads of compiled code in the middle of their work.
            context = multiprocessing.get_context("spawn")
            setting = self.setting._replace(
                game=reference_of(self.setting.spec), options=dict(self.setting.options)
            )  # as another process can read it
            self._processes = concurrent.futures.ProcessPoolExecutor(setting.threads, context, begin_worker, (setting,))
        return self._processes


def _parts(seeds: list[int], size: int) -> list[list[int]]:
    """The seeds in lists of up to ``size``."""
    return [seeds[first : first + size] for first in range(0, len(seeds), size)]


def can_play_compiled(seats: Seats, spec: GameSpec) -> bool:
    """Whether all agents are compiled policies of the game."""
    return all(name in spec.policies for name in seats)


def play_compiled(seats: Seats, seeds: list[int], setting: Setting) -> list[GameRecord]:
    """Games between two compiled policies."""
    spec, tables = setting.spec, setting.tables
    states, decisions = records(len(seeds), spec.state), np.zeros((len(seeds), len(seats)), np.int64)
    states["rng"] = [stream(seed) for seed in seeds]
    ends = blank_ends(spec, tables, len(seeds))
    streams = np.array([stream(seed, POLICY) for seed in seeds])
    policies = [spec.policies.index(name) for name in seats]
    works = records(1, spec.work)
    play_games = playout(spec.hooks()).play_games
    play_games(states, tables.record, works, np.array(policies), streams, decisions, ends)
    if setting.record:
        players = dict(zip(spec.sides, seats, strict=True))
        for i, seed in enumerate(seeds):
            played = PlayedGame(spec, tables, int(stream(seed)), int(streams[i]), tuple(policies), players, seed)
            if file := setting.replay_file(players, seed):
                played.write(file, states[i : i + 1])
    games = (Game(spec, tables, states[i : i + 1]) for i in range(len(seeds)))
    return [record_of(game, decisions[i], ends[i]) for i, game in enumerate(games)]
