"""Many games at a time between agents that decide many positions in one go: networks and compiled policies."""

import typing
from collections.abc import Callable, Sequence

import numpy as np

from agents.base import Agent, agent_seed
from agents.evaluation.records import GameRecord, Setting, blank_ends, note_end, record_of
from agents.scripted.policy import GamePolicy
from agents.scripted.uniform import UniformAgent
from ctv_env.core.batch import ACT, EXTERNAL, LOOK
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.core.playout import playout
from ctv_env.core.spec import NOBODY
from ctv_env.envs.batch import BOTH_SIDES, BatchGames
from ctv_env.envs.recording import PlayedGame

AT_ONCE = 256  # games that are worth playing in step


def can_play_in_step(agents: Sequence[Agent], policies: Sequence[str]) -> bool:
    """Whether there is a network among the agents, and each is one, of the same observation, or a compiled policy.

    Args:
        agents: of both sides.
        policies: names of the game's compiled policies.
    """
    networks = [agent for agent in agents if hasattr(agent, "act_many")]
    others = [agent for agent in agents if not hasattr(agent, "act_many")]
    compiled = (isinstance(agent, GamePolicy | UniformAgent) and agent.name in policies for agent in others)
    return len({agent.observation for agent in networks}) == 1 and all(compiled)


def play_in_step(agents: Sequence[Agent], seeds: list[int], setting: Setting) -> list[GameRecord]:
    """The games of ``seeds``; ``agents`` of each side, for which ``can_play_in_step`` holds."""
    games = _Games(agents, seeds, setting)
    while games.running.any():
        games.step()
    return games.records()


class _Games:
    """Games in step: at each step every one that is not over goes on by one decision.

    Attributes:
        running: bool (n,), which are not over.
    """

    def __init__(self, agents: Sequence[Agent], seeds: list[int], setting: Setting):
        kind = next(agent.observation for agent in agents if hasattr(agent, "act_many"))
        where = {"scenario": setting.scenario, "threads": setting.threads, "game": setting.game, **setting.options}
        nobody = setting.spec.policies[0]  # a batch wants an opponent, if only in name
        self._batch = BatchGames(len(seeds), side=BOTH_SIDES, opponent=nobody, obs=kind, **where)
        self._batch.reset(seeds)  # of which only the seats are kept: each game begins from its seed as anywhere else
        self._tables, self._states = self._batch.tables, self._batch.batch.states
        self._states[:] = self._batch.batch.blank[0]
        self._states["rng"] = [stream(seed) for seed in seeds]
        spec = self._batch.spec
        self._playout = playout(spec.hooks())
        self._playout.start_games(self._states, self._tables.record, records(1, spec.work))
        sides = zip(agents, spec.sides, strict=True)
        self._deciders = [self._decider(agent, agent_seed(seeds[0], side)) for agent, side in sides]
        self._decisions = np.zeros((len(seeds), len(agents)), np.int64)
        self._ends = blank_ends(spec, self._tables, len(seeds))
        self._setting, self._seeds, self._played = setting, seeds, self._kept(agents, seeds) if setting.record else []
        self.running = self._states["to_move"] != NOBODY
        self._batch.run(np.where(self.running, LOOK, 0))

    def _kept(self, agents: Sequence[Agent], seeds: list[int]) -> list[PlayedGame]:
        """What the records of the games are made of."""
        spec = self._batch.spec
        players = {side: agent.name for side, agent in zip(spec.sides, agents, strict=True)}
        outside = (EXTERNAL,) * len(agents)
        return [PlayedGame(spec, self._tables, int(stream(seed)), 0, outside, players, seed) for seed in seeds]

    def _decider(self, agent: typing.Any, seed: int) -> Callable[[np.ndarray], np.ndarray]:
        """A function from indices of games where it is to move, (k,), to actions, int64 (k,)."""
        if hasattr(agent, "act_many"):
            agent.reset(seed)
            return lambda games: agent.act_many(_rows(self._batch.observation(), games), self._batch.masks[games])
        spec = self._batch.spec
        code, works = spec.policies.index(agent.name), records(1, spec.work)
        works["rng"] = stream(seed, POLICY)

        def decide(games: np.ndarray) -> np.ndarray:
            actions = np.empty(len(games), np.int64)
            self._playout.advise(self._states[games], self._tables.record, works, code, actions)
            return actions

        return decide

    def step(self) -> None:
        """One decision of each game that is running, and the dice after it."""
        to_move, turns = self._states["to_move"].copy(), self._states["turn"].copy()
        actions = self._batch.masks.argmax(axis=1)
        for side, decide in enumerate(self._deciders):
            games = np.flatnonzero(self.running & (to_move == side))
            if len(games):
                actions[games] = decide(games)
                self._decisions[games, side] += 1
        self._batch.set_actions(actions)
        for i in np.flatnonzero(self.running) if self._played else ():
            self._played[i].actions.append(int(actions[i]))
        self._batch.run(np.where(self.running, ACT, 0))
        over = self._states["to_move"] == NOBODY
        for i in np.flatnonzero(self.running & (over | (self._states["turn"] != turns))):
            note_end(self._states[i], int(turns[i]), self._ends[i])
        self.running = ~over
        self._batch.run(np.where(self.running, LOOK, 0))

    def records(self) -> list[GameRecord]:
        """Of the games, which are over."""
        self._batch.close()
        for i, (played, seed) in enumerate(zip(self._played, self._seeds, strict=False)):
            if file := self._setting.replay_file(played.players, seed):
                played.write(file, self._states[i : i + 1])
        columns = enumerate(zip(self._decisions.tolist(), self._ends, strict=True))
        return [record_of(self._batch.game(i), decisions, ends) for i, (decisions, ends) in columns]


def _rows(seen: np.ndarray | dict[str, np.ndarray], games: np.ndarray) -> np.ndarray | dict[str, np.ndarray]:
    """Observations of some games."""
    return {name: array[games] for name, array in seen.items()} if isinstance(seen, dict) else seen[games]
