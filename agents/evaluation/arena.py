"""The games of two agents on all cores, in the fastest of three ways that the agents allow.

Compiled policies play whole games in threads.  Networks play many games in step.  All others play at the board, game
by game, in processes.  A seed begins the same game in each way, and no result depends on the number of cores.
"""

import atexit
import concurrent.futures
import itertools
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool

import numpy as np

from agents.balance.course import blank_ends
from agents.base import Agent, dismiss
from agents.evaluation.batched_match import AT_ONCE, can_play_in_step, play_in_step
from agents.evaluation.records import GameRecord, Setting, record_of
from agents.evaluation.single_match import play_at_board
from agents.external.program import STARTING
from agents.registry import make_agent
from agents.scripted.compiled import POLICIES, play_games
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.envs.recording import PlayedGame
from ctv_env.games import spec_of

_SLICE = 32  # compiled games that a thread plays at a time
_SEATINGS = 2  # of two agents


Seats = tuple[str, ...]
"""The name of the agent on each side."""


class Arena:
    """Plays games; a context manager, since it may hold processes.

    Args:
        setting: where.
    """

    def __init__(self, setting: Setting):
        self.setting = setting
        self._processes: concurrent.futures.ProcessPoolExecutor | None = None

    def __enter__(self) -> "Arena":
        return self

    def __exit__(self, *_) -> None:
        if self._processes is not None:
            self._processes.shutdown(cancel_futures=True)

    def play(self, seatings: list[Seats], seeds: list[int]) -> Iterator[tuple[GameRecord, ...]]:
        """For each seed, in order and as soon as they are there, the records of its games, one for each seating.

        Args:
            seatings: the same agents on one side or the other.
            seeds: of the games.

        Raises:
            ValueError: an unknown agent, scenario or option, or a checkpoint that does not fit.
            ChildProcessError: a process in which games were played has been ended from outside.
        """
        agents = [list(seated(seats, self.setting).values()) for seats in seatings]  # all that is wrong shows here
        if all(name in POLICIES for name in seatings[0]):
            return self._compiled(seatings, seeds)
        if can_play_in_step(agents[0]):
            return self._in_step(agents, seeds)
        return self._at_board(seatings, seeds)

    def _compiled(self, seatings: list[Seats], seeds: list[int]) -> Iterator[tuple[GameRecord, ...]]:
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

    def _at_board(self, seatings: list[Seats], seeds: list[int]) -> Iterator[tuple[GameRecord, ...]]:
        """Game by game, in processes; in this one if there is to be only one."""
        jobs = [(seats, self.setting, seed) for seed in seeds for seats in seatings]
        try:
            records = map(_play_one, jobs) if self.setting.threads == 1 else self._pool().map(_play_one, jobs)
            for _ in seeds:
                yield tuple(itertools.islice(records, len(seatings)))
        except BrokenProcessPool as error:
            raise ChildProcessError(
                "a process that played games was ended from outside, perhaps as memory ran out: try fewer --threads"
            ) from error
        finally:
            _dismiss_all()

    def _pool(self) -> concurrent.futures.ProcessPoolExecutor:
        """The processes, which stay for later games."""
        if self._processes is None:
            # Spawned: a fork would copy threads of compiled code in the middle of their work.
            context = multiprocessing.get_context("spawn")
            self._processes = concurrent.futures.ProcessPoolExecutor(self.setting.threads, context, _begin_worker)
        return self._processes


def seated(seats: Seats, setting: Setting) -> dict[str, Agent]:
    """The agents at the board, by side; raises as ``Arena.play``."""
    sides = spec_of(setting.game).sides
    return {side: _agent(name, side, setting) for name, side in zip(seats, sides, strict=True)}


def label_of(name: str, agent: Agent) -> str:
    """What an agent is called in tables: as it was asked for, a network by the name of its run."""
    return agent.name if hasattr(agent, "act_many") else name


def _agent(name: str, side: str, setting: Setting) -> Agent:
    return make_agent(name, setting.game, setting.scenario, side, setting.sample, setting.patience)


def _parts(seeds: list[int], size: int) -> list[list[int]]:
    """The seeds in lists of up to ``size``."""
    return [seeds[first : first + size] for first in range(0, len(seeds), size)]


_met: dict[tuple, dict[str, Agent]] = {}
"""Agents of this process that play at the board, by seats and setting."""


def _play_one(job: tuple[Seats, Setting, int]) -> GameRecord:
    """One game, in whatever process; the agents stay for the next."""
    seats, setting, seed = job
    key = seats, repr(setting)
    if key not in _met:
        if len(_met) == _SEATINGS:
            _dismiss_all()  # other agents have come
        _met[key] = seated(seats, setting)
    return play_at_board(_met[key], seed, setting)


def _dismiss_all() -> None:
    """Let the agents go."""
    for agents in _met.values():
        for agent in agents.values():
            dismiss(agent)
    _met.clear()


def _begin_worker() -> None:
    """In a new process: it shares the cores with its siblings, and outside programs end with it, however it ends."""
    os.environ["OMP_NUM_THREADS"] = "1"
    atexit.register(_dismiss_all)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: threading.Thread(target=_leave, daemon=True).start())
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """Wait for the end of the process that this one works for."""
    multiprocessing.connection.wait([multiprocessing.parent_process().sentinel])
    _leave()


_leaving = threading.Lock()


def _leave() -> None:
    """End this process and the programs that it has started; in a thread, once, also if it is told so again."""
    if _leaving.acquire(blocking=False):
        STARTING.acquire()  # for good
        _dismiss_all()
        os._exit(1)


def play_compiled(seats: Seats, seeds: list[int], setting: Setting) -> list[GameRecord]:
    """Games between two compiled policies."""
    spec = spec_of(setting.game)
    tables = spec.load(setting.scenario, **setting.options)
    states, decisions = records(len(seeds), spec.state), np.zeros((len(seeds), len(seats)), np.int64)
    states["rng"] = [stream(seed) for seed in seeds]
    ends = blank_ends(tables, len(seeds))
    streams = np.array([stream(seed, POLICY) for seed in seeds])
    policies = [POLICIES.index(name) for name in seats]
    works = records(1, spec.work)
    play_games(states, 0, len(seeds), tables.record, works, np.array(policies), streams, decisions, ends)
    if setting.record:
        players = dict(zip(spec.sides, seats, strict=True))
        for i, seed in enumerate(seeds):
            played = PlayedGame(spec, tables, stream(seed), streams[i], policies, players, seed)
            played.write(setting.replay_file(players, seed), states[i : i + 1])
    games = (Game(spec, tables, states[i : i + 1]) for i in range(len(seeds)))
    return [record_of(game, decisions[i], ends[i]) for i, game in enumerate(games)]
