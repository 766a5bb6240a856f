"""The cost of an agent's decision, on one core of this machine."""

import time
import typing

import numpy as np

from ctv_env.agents.base import Agent, dismiss
from ctv_env.agents.evaluation.agent_pool import seated
from ctv_env.agents.evaluation.arena import can_play_compiled, play_compiled
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.single_match import play_single

_COMPILED_GAMES = 20


class _Timed:
    """An agent that is timed.

    Attributes:
        seconds: total of all decisions.
        decisions: number of decisions.
    """

    def __init__(self, agent: Agent):
        self._agent = agent
        self.name, self.observation = agent.name, agent.observation
        self.seconds, self.decisions = 0.0, 0

    def reset(self, seed: int) -> None:
        """Reset the agent."""
        self._agent.reset(seed)

    def act(self, observation: typing.Any, mask: np.ndarray, info: dict) -> int:
        """Time the agent's choice."""
        begun = time.perf_counter()
        action = self._agent.act(observation, mask, info)
        self.seconds += time.perf_counter() - begun
        self.decisions += 1
        return action


def seconds_per_decision(name: str, setting: Setting) -> float:
    """Return the mean time per decision over a game of an agent against itself.

    Compiled policies are timed in whole compiled games, which includes the rules; all others are timed per decision,
    which does not.
    """
    seats = (name,) * len(setting.spec.sides)
    if can_play_compiled(seats, setting.spec):
        play_compiled(seats, [0], setting)  # compiles if necessary
        begun = time.perf_counter()
        records = play_compiled(seats, list(range(_COMPILED_GAMES)), setting)
        return (time.perf_counter() - begun) / sum(sum(record.decisions) for record in records)
    agents = seated(seats, setting)
    timed = {side: _Timed(agent) for side, agent in agents.items()}
    play_single(dict(timed), 0, setting)
    for agent in agents.values():
        dismiss(agent)
    return sum(one.seconds for one in timed.values()) / max(1, sum(one.decisions for one in timed.values()))
