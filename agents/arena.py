"""The games of two agents on all cores, in the fastest of three ways that the agents allow.

Compiled policies play whole games in threads.  Networks play many games in step.  All others play at the board, game
by game, in processes.  A seed begins the same game in each way, and no result depends on the number of cores.
"""

import atexit
import concurrent.futures
import functools
import itertools
import multiprocessing
import os
import typing
from collections.abc import Iterator

import numpy as np

from agents.at_board import play_at_board
from agents.base import Agent, dismiss
from agents.compiled import POLICIES, objective_cells, play_games
from agents.in_step import AT_ONCE, can_play_in_step, play_in_step
from agents.records import GameRecord, Setting, blank_held, record_of
from agents.registry import make_agent
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.games import rules_of

_SLICE = 32  # compiled games that a thread plays at a time


class Task(typing.NamedTuple):
    """A game to be played."""

    seats: tuple[str, ...]  # name of the agent on each side
    seed: int


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

    def play(self, tasks: list[Task]) -> Iterator[GameRecord]:
        """The records of the tasks, in their order, each as soon as it and those before it are there.

        Raises:
            ValueError: an unknown agent, scenario or option, or a checkpoint that does not fit.
        """
        for seats, group in itertools.groupby(tasks, lambda task: task.seats):
            seeds = [task.seed for task in group]
            agents = seated(seats, self.setting)
            if all(name in POLICIES for name in seats):
                yield from _compiled(seats, seeds, self.setting)
            elif can_play_in_step(list(agents.values())):
                for part in _parts(seeds, AT_ONCE):
                    yield from play_in_step(list(agents.values()), part, self.setting)
            else:
                yield from self._at_board(seats, seeds)

    def _at_board(self, seats: tuple[str, ...], seeds: list[int]) -> Iterator[GameRecord]:
        """Game by game, in processes; in this one if there is to be only one."""
        job = functools.partial(_play_one, seats, self.setting)
        if self.setting.threads == 1:
            try:
                yield from map(job, seeds)
            finally:
                _dismiss_all()
            return
        if self._processes is None:
            # Spawned: a fork would copy threads of compiled code in the middle of their work.
            context = multiprocessing.get_context("spawn")
            self._processes = concurrent.futures.ProcessPoolExecutor(self.setting.threads, context, _begin_worker)
        yield from self._processes.map(job, seeds)


def seated(seats: tuple[str, ...], setting: Setting) -> dict[str, Agent]:
    """The agents at the board, by side; raises as ``Arena.play``."""
    sides = rules_of(setting.game).sides
    return {side: _agent(name, side, setting) for name, side in zip(seats, sides, strict=True)}


def _agent(name: str, side: str, setting: Setting) -> Agent:
    return make_agent(name, setting.game, setting.scenario, side, setting.sample, setting.patience)


def _parts(seeds: list[int], size: int) -> list[list[int]]:
    """The seeds in lists of up to ``size``."""
    return [seeds[first : first + size] for first in range(0, len(seeds), size)]


_met: dict[tuple, dict[str, Agent]] = {}
"""Agents of this process that play at the board."""


def _play_one(seats: tuple[str, ...], setting: Setting, seed: int) -> GameRecord:
    """One game, in whatever process; the agents stay for the next."""
    key = (seats, repr(setting))
    if key not in _met:
        _dismiss_all()
        _met[key] = seated(seats, setting)
    return play_at_board(_met[key], seed, setting)


def _dismiss_all() -> None:
    """Let the agents go."""
    for agents in _met.values():
        for agent in agents.values():
            dismiss(agent)
    _met.clear()


def _begin_worker() -> None:
    """In a new process: agents go with it, and it shares the cores with its siblings."""
    atexit.register(_dismiss_all)
    os.environ["OMP_NUM_THREADS"] = "1"


def _compiled(seats: tuple[str, ...], seeds: list[int], setting: Setting) -> Iterator[GameRecord]:
    """Games between two compiled policies: whole games without Python."""
    rules = rules_of(setting.game)
    tables = rules.load(setting.scenario, **setting.options)
    job = functools.partial(_compiled_slice, rules, tables, np.array([POLICIES.index(name) for name in seats]))
    with concurrent.futures.ThreadPoolExecutor(setting.threads) as pool:
        for played in pool.map(job, _parts(seeds, _SLICE)):
            yield from played


def _compiled_slice(rules, tables, policies: np.ndarray, seeds: list[int]) -> list[GameRecord]:
    cells = objective_cells(tables)
    states, decisions = records(len(seeds), rules.state), np.zeros((len(seeds), 2), np.int64)
    states["rng"] = [stream(seed) for seed in seeds]
    held = np.stack([blank_held(tables, len(cells))] * len(seeds))
    streams = np.array([stream(seed, POLICY) for seed in seeds])
    works = records(1, rules.work)
    play_games(states, 0, len(seeds), tables.record, works, policies, streams, cells, decisions, held)
    games = (Game(rules, tables, states[i : i + 1]) for i in range(len(seeds)))
    return [record_of(game, decisions[i], held[i]) for i, game in enumerate(games)]
