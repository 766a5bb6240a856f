"""Many games in lockstep between agents that decide many positions at once: networks and compiled policies."""

import typing
from collections.abc import Callable, Sequence

import numpy as np

from ctv_env.agents.base import Agent, agent_seed
from ctv_env.agents.evaluation.compiled_match import compiled, is_compiled
from ctv_env.agents.evaluation.records import GameRecord, Setting, blank_ends, note_end, record_of
from ctv_env.agents.learned.batches import some_of
from ctv_env.core.batch import ACT, EXTERNAL, OBSERVE
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.core.playout import playout
from ctv_env.core.terms import NOBODY
from ctv_env.envs.batch import BOTH_SIDES, BatchGames
from ctv_env.envs.recording import PlayedGame

AT_ONCE = 256  # largest number of games in lockstep


def can_play_batched(agents: Sequence[Agent], policies: Sequence[str]) -> bool:
    """Return whether there is a network among the agents and all others are compiled policies.

    Two networks must have the same observation.

    Args:
        agents: of both sides.
        policies: names of the game's compiled policies.
    """
    networks = [agent for agent in agents if hasattr(agent, "act_many")]
    others = [agent for agent in agents if not hasattr(agent, "act_many")]
    return len({agent.observation for agent in networks}) == 1 and all(is_compiled(agent, policies) for agent in others)


def play_batched(agents: Sequence[Agent], seeds: list[int], setting: Setting, names: Sequence[str]) -> list[GameRecord]:
    """Play games in lockstep.

    Args:
        agents: by side; ``can_play_batched`` holds for them.
        seeds: of the games.
        setting: where to play.
        names: of the agents in the names of the games' records.
    """
    games = _Games(agents, seeds, setting, names)
    while games.running.any():
        games.step()
    return games.records()


class _Games:
    """Games in lockstep: each step advances every running game by one decision.

    Attributes:
        running: bool (n,), games that are not over.
    """

    def __init__(self, agents: Sequence[Agent], seeds: list[int], setting: Setting, names: Sequence[str]):
        kind = next(agent.observation for agent in agents if hasattr(agent, "act_many"))
        where = {"scenario": setting.scenario, "threads": setting.threads, "game": setting.game, **setting.options}
        nobody = setting.spec.policies[0]  # a batch needs an opponent, if only nominally
        self._batch = BatchGames(len(seeds), side=BOTH_SIDES, opponent=nobody, obs=kind, **where)
        self._batch.reset(seeds)  # only the sides are set up: each game starts from its seed, as elsewhere
        self._tables, self._states = self._batch.tables, self._batch.batch.states
        self._states[:] = self._batch.batch.blank[0]
        self._states["rng"] = [stream(seed) for seed in seeds]
        spec = self._batch.spec
        self._playout = playout(spec.hooks())
        self._playout.start_games(self._states, self._tables.record, records(1, spec.scratch))
        sides = zip(agents, spec.sides, strict=True)
        self._deciders = [self._decider(agent, agent_seed(seeds[0], side)) for agent, side in sides]
        self._decisions = np.zeros((len(seeds), len(agents)), np.int64)
        self._ends = blank_ends(spec, self._tables, len(seeds))
        self._setting, self._seeds, self._names = setting, seeds, names
        self._played = self._kept(agents, seeds) if setting.record else []
        self.running = self._states["to_move"] != NOBODY
        self._batch.run(np.where(self.running, OBSERVE, 0))

    def _kept(self, agents: Sequence[Agent], seeds: list[int]) -> list[PlayedGame]:
        """Return the data for the records of the games."""
        spec = self._batch.spec
        players = {side: agent.name for side, agent in zip(spec.sides, agents, strict=True)}
        outside = (EXTERNAL,) * len(agents)
        return [PlayedGame(spec, self._tables, int(stream(seed)), 0, outside, players, seed) for seed in seeds]

    def _decider(self, agent: typing.Any, seed: int) -> Callable[[np.ndarray], np.ndarray]:
        """Return a function from indices of games where the agent is to move, (k,), to actions, int64 (k,)."""
        if hasattr(agent, "act_many"):
            agent.reset(seed)
            return lambda games: agent.act_many(self._seen(agent, games), self._batch.masks[games])
        spec = self._batch.spec
        (code,), tables = compiled([agent], spec, self._tables)
        scratch = records(1, spec.scratch)
        scratch["rng"] = stream(seed, POLICY)

        def decide(games: np.ndarray) -> np.ndarray:
            actions = np.empty(len(games), np.int64)
            self._playout.advise(self._states[games], tables, scratch, int(code), actions)
            return actions

        return decide

    def _seen(self, agent: Agent, games: np.ndarray) -> np.ndarray | dict[str, np.ndarray] | None:
        """Return what an agent sees in ``games``, indices (k,); None if it observes nothing."""
        return some_of(self._batch.observation(), games) if agent.observation else None

    def step(self) -> None:
        """Play one decision of each running game, and the dice after it."""
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
        self._batch.run(np.where(self.running, OBSERVE, 0))

    def records(self) -> list[GameRecord]:
        """Return the records of the games, which are over."""
        self._batch.close()
        for i, (played, seed) in enumerate(zip(self._played, self._seeds, strict=False)):
            if file := self._setting.replay_file(self._names, seed):
                played.write(file, self._states[i : i + 1])
        columns = enumerate(zip(self._decisions.tolist(), self._ends, strict=True))
        return [record_of(self._batch.game(i), decisions, ends) for i, (decisions, ends) in columns]
