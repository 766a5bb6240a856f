"""Plays games in all processes, and keeps what the recorded agent saw and did."""

import collections
import concurrent.futures
import itertools
import typing
from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection

import numpy as np

from ctv_env.agents.base import Agent, play
from ctv_env.agents.evaluation.agent_pool import AgentPool, Seats
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.worker import Worker, Workers
from ctv_env.agents.offline.episode import Episode
from ctv_env.core.action_numbers import whole_number
from ctv_env.core.game import Game, Observation
from ctv_env.core.spec import reference_of

_WAITING = 4  # games for each process that are under way or wait to be stored


class Job(typing.NamedTuple):
    """A game to record.

    Attributes:
        seats: the agent on each side.
        recorded: names of the sides whose decisions are kept.
        seed: of the game.
    """

    seats: Seats
    recorded: tuple[str, ...]
    seed: int


class Task(typing.NamedTuple):
    """What all games of a recording have in common.

    Attributes:
        setting: where they are played, and in how many processes.
        observation: kind of observation to keep.
        stand_in: agent that decides in place of the recorded one on some turns; None for none.
        share: of the turns on which it does.
    """

    setting: Setting
    observation: str
    stand_in: str | None = None
    share: float = 0.0


class Witness:
    """Plays as another agent does, and keeps each decision; on some turns a stand-in decides.

    Args:
        agent: the recorded agent.
        stand_in: decides on a share of the turns, drawn by the seed of ``reset``; None for never.
        task: with the share and the observation to keep.
    """

    observation = None

    def __init__(self, agent: Agent, stand_in: Agent | None, task: Task):
        self.name = agent.name
        self._agent, self._stand_in, self._task = agent, stand_in, task
        self._rows: list[np.ndarray] = []
        self._masks: list[np.ndarray] = []
        self._actions: list[int] = []
        self._taught: list[bool] = []
        self._turn: int | None = None

    def reset(self, seed: int) -> None:
        """Begin a game."""
        self._agent.reset(seed)
        if self._stand_in is not None:
            self._stand_in.reset(seed)
        self._random = np.random.default_rng(seed)

    def act(self, observation: object, mask: np.ndarray, info: dict) -> int:
        """Return the decision of the agent whose turn it is."""
        view = info["view"]
        if view.turn != self._turn:
            self._turn, self._is_taught = view.turn, self._random.random() >= self._task.share
        self._rows.append(_row(view.observation(self._task.observation)))
        self._masks.append(mask.copy())
        agent = self._agent if self._is_taught or self._stand_in is None else self._stand_in
        seen = view.observation(agent.observation, "float32") if agent.observation else None
        self._actions.append(whole_number(agent.act(seen, mask, info)))
        self._taught.append(agent is self._agent)
        return self._actions[-1]

    def episode(self, game: Game, side: str, seed: int) -> Episode | None:
        """Return the decisions as ``side`` in ``game``, which is over; None if there were none."""
        if not self._actions:
            return None
        end = np.zeros(game.tables.actions.n, np.int8)
        end[game.tables.actions.idle] = 1
        rows = [*self._rows, _row(game.observation(side, self._task.observation))]
        result = 0.0 if game.winner is None else 1.0 if game.winner == side else -1.0
        return Episode(
            np.stack(rows),
            np.stack([*self._masks, end]).astype(np.int8),
            np.array(self._actions, np.int64),
            np.array(self._taught),
            result,
            side,
            seed,
        )


def _row(observation: Observation) -> np.ndarray:
    """Return an observation, an array or a dictionary of them, as one vector."""
    arrays = observation.values() if isinstance(observation, dict) else [observation]
    return np.concatenate([array.ravel() for array in arrays])


class Player:
    """Plays jobs, with agents that are created on demand and kept.

    Args:
        task: what the games have in common.
        agents: of its setting.
    """

    def __init__(self, task: Task, agents: AgentPool):
        self._task, self._agents = task, agents

    def play(self, job: Job) -> list[Episode]:
        """Play a game; return the episodes of its recorded sides.

        Raises:
            ForfeitError: an agent gives up.
        """
        setting = self._task.setting
        game = Game.new(setting.spec, setting.scenario, job.seed, **setting.options)
        agents = self._agents.agents(job.seats)
        witnesses = {side: Witness(agents[side], self._stand_in(side), self._task) for side in job.recorded}
        play(game, {**agents, **witnesses}, job.seed)
        episodes = (witness.episode(game, side, job.seed) for side, witness in witnesses.items())
        return [episode for episode in episodes if episode is not None]

    def _stand_in(self, side: str) -> Agent | None:
        name = self._task.stand_in
        return None if name is None else self._agents.stand_in(name, side)


_player: Player | None = None
"""What this process plays with; None unless it is a worker."""


def _begin(task: Task, end: Connection) -> None:
    """Make this new process a worker."""
    global _player
    worker = Worker(task.setting, end)
    worker.begin()
    _player = Player(task, worker.agents)


def _play(job: Job) -> list[Episode]:
    assert _player is not None
    return _player.play(job)


def record(task: Task, jobs: Iterable[Job]) -> Iterator[list[Episode]]:
    """Play games; yield the episodes of each, in the order of the jobs, whatever the number of processes.

    Raises:
        ValueError: an unknown agent, scenario or option.
        ForfeitError: an agent gives up.
        ChildProcessError: a process was ended from outside.
    """
    if task.setting.threads == 1:
        agents = AgentPool(task.setting)
        try:
            yield from map(Player(task, agents).play, jobs)
        finally:
            agents.dismiss()
        return
    # In a form that another process can unpickle.
    setting = task.setting._replace(game=reference_of(task.setting.spec), options=dict(task.setting.options))
    workers, interrupted = Workers(setting.threads, _begin, task._replace(setting=setting)), False
    try:
        yield from _in_order(workers.pool, iter(jobs), _WAITING * setting.threads)
    except BrokenProcessPool as error:
        raise ChildProcessError(
            "processes that played games were ended from outside, perhaps as memory ran out: try fewer --threads"
        ) from error
    except (KeyboardInterrupt, GeneratorExit):  # the latter if the caller was interrupted
        interrupted = True
        raise
    finally:
        workers.close(at_once=interrupted)


def _in_order(pool: concurrent.futures.ProcessPoolExecutor, jobs: Iterator[Job], ahead: int) -> Iterator[list[Episode]]:
    """Play jobs, at most ``ahead`` of them before their results are taken, so that few wait in memory."""
    waiting = collections.deque(pool.submit(_play, job) for job in itertools.islice(jobs, ahead))
    while waiting:
        episodes = waiting.popleft().result()
        waiting.extend(pool.submit(_play, job) for job in itertools.islice(jobs, 1))
        yield episodes
