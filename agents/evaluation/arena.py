"""Games between two agents on all cores, in the fastest of three ways that the agents allow.

Compiled policies play whole games in threads.  Networks play many games in lockstep.  All others play game by game,
decision by decision, in processes.  A seed starts the same game in each way, and no result depends on the number of
cores.
"""

import concurrent.futures
import itertools
import logging
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool

from ctv_env.agents.base import Agent
from ctv_env.agents.evaluation.agent_pool import AgentPool, Seats, names_of_records
from ctv_env.agents.evaluation.batched_match import AT_ONCE, can_play_batched, play_batched
from ctv_env.agents.evaluation.compiled_match import Compiled, compiled, is_compiled, play_whole
from ctv_env.agents.evaluation.records import GameRecord, Setting, blank_ends, record_of
from ctv_env.agents.evaluation.worker import Workers, begin_worker, play_one
from ctv_env.agents.learned.tuned import TunedPolicy
from ctv_env.core.dice import stream
from ctv_env.core.game import Game
from ctv_env.core.spec import reference_of
from ctv_env.envs.recording import PlayedGame

_SLICE = 32  # compiled games per call of a thread

_log = logging.getLogger(__name__)


class Arena:
    """Plays games; a context manager, since it may hold processes.

    Args:
        setting: where to play.
    """

    def __init__(self, setting: Setting):
        self.setting = setting
        self._agents = AgentPool(setting)
        self._processes: Workers | None = None

    def __enter__(self) -> "Arena":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._agents.dismiss()
        if self._processes is not None:
            self._processes.close(at_once=kind is not None and issubclass(kind, KeyboardInterrupt))

    def agents(self, seats: Seats) -> dict[str, Agent]:
        """Return the agents of a seating, by side, as they will play; raises as ``play``."""
        return self._agents.agents(seats)

    def play(self, seatings: Sequence[Seats], seeds: list[int]) -> Iterator[tuple[GameRecord, ...]]:
        """Yield for each seed, in order and as soon as available, the records of its games, one for each seating.

        Args:
            seatings: the same names on one side or the other; a name may stand for another agent on each side.
            seeds: of the games.

        Raises:
            ValueError: an unknown agent, scenario or option, or a checkpoint that does not fit.
            ChildProcessError: worker processes were killed from outside, twice in the same game.
        """
        agents = [list(self.agents(seats).values()) for seats in seatings]  # raises any error now
        if all(can_play_compiled(pair, self.setting) for pair in agents):
            return self._compiled(seatings, agents, seeds)
        if all(can_play_batched(pair, self.setting.spec.policies) for pair in agents):
            return self._batched(seatings, agents, seeds)
        return self._single(seatings, seeds)

    def _compiled(
        self, seatings: Sequence[Seats], agents: list[list[Agent]], seeds: list[int]
    ) -> Iterator[tuple[GameRecord, ...]]:
        """Play whole games without Python."""
        spec, tables = self.setting.spec, self.setting.tables
        matches = [(seats, compiled(pair, spec, tables)) for seats, pair in zip(seatings, agents, strict=True)]

        def play_part(part: list[int]) -> list[tuple[GameRecord, ...]]:
            played = (play_compiled(seats, players, part, self.setting) for seats, players in matches)
            return list(zip(*played, strict=True))

        with concurrent.futures.ThreadPoolExecutor(self.setting.threads) as pool:
            for games in pool.map(play_part, _parts(seeds, _SLICE)):
                yield from games

    def _batched(
        self, seatings: Sequence[Seats], agents: list[list[Agent]], seeds: list[int]
    ) -> Iterator[tuple[GameRecord, ...]]:
        """Play many games at a time."""
        matches = [(pair, names_of_records(seats, pair)) for seats, pair in zip(seatings, agents, strict=True)]
        for part in _parts(seeds, AT_ONCE):
            yield from zip(*(play_batched(pair, part, self.setting, names) for pair, names in matches), strict=True)

    def _single(self, seatings: Sequence[Seats], seeds: list[int]) -> Iterator[tuple[GameRecord, ...]]:
        """Play game by game, in processes; in this process if there is to be only one."""
        jobs = [(seats, seed) for seed in seeds for seats in seatings]
        try:
            played = (
                itertools.starmap(self._agents.play, jobs) if self.setting.threads == 1 else self._in_processes(jobs)
            )
            for _ in seeds:
                yield tuple(itertools.islice(played, len(seatings)))
        finally:
            self._agents.dismiss()

    def _in_processes(self, jobs: list[tuple[Seats, int]]) -> Iterator[GameRecord]:
        """Play in processes; after the loss of one, the first game that was lost is played again, alone.

        If that fails, too, it is the end.  Alone, since the game that kills its process takes those beside it along.
        """
        done, alone = 0, False
        while done < len(jobs):
            try:
                for record in self._pool().map(play_one, jobs[done : done + 1] if alone else jobs[done:]):
                    done += 1
                    yield record
                alone = False
            except BrokenProcessPool as error:
                self._processes = None
                if alone:
                    raise ChildProcessError(
                        "processes that played games were ended from outside, perhaps as memory ran out: "
                        "try fewer --threads"
                    ) from error
                alone = True
                _log.warning("a process that played games was ended from outside: its games are played again")

    def _pool(self) -> concurrent.futures.ProcessPoolExecutor:
        """Return the processes, which are kept for later games."""
        if self._processes is None:
            # In a form that another process can unpickle.
            setting = self.setting._replace(game=reference_of(self.setting.spec), options=dict(self.setting.options))
            self._processes = Workers(setting.threads, begin_worker, setting)
        return self._processes.pool


def _parts(seeds: list[int], size: int) -> list[list[int]]:
    """Yield the seeds in lists of up to ``size``."""
    return [seeds[first : first + size] for first in range(0, len(seeds), size)]


def can_play_compiled(agents: Sequence[Agent], setting: Setting) -> bool:
    """Return whether all agents are compiled policies; a tuned one cannot play so in games that are recorded."""
    tuned = any(isinstance(agent, TunedPolicy) for agent in agents)
    return all(is_compiled(agent, setting.spec.policies) for agent in agents) and not (tuned and setting.record)


def play_compiled(seats: Seats, players: Compiled, seeds: list[int], setting: Setting) -> list[GameRecord]:
    """Play games between two compiled policies; ``seats`` are their names."""
    spec, tables = setting.spec, setting.tables
    ends = blank_ends(spec, tables, len(seeds))
    played = play_whole(players, seeds, spec, ends)
    if setting.record:
        names = dict(zip(spec.sides, seats, strict=True))
        codes = tuple(players.codes.tolist())
        for i, seed in enumerate(seeds):
            one = PlayedGame(spec, tables, int(stream(seed)), int(played.streams[i]), codes, names, seed)
            if file := setting.replay_file(seats, seed):
                one.write(file, played.states[i : i + 1])
    games = (Game(spec, tables, played.states[i : i + 1]) for i in range(len(seeds)))
    return [record_of(game, played.decisions[i], ends[i]) for i, game in enumerate(games)]
