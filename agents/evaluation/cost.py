"""What a decision of an agent costs, on one core of this machine."""

import time
import typing

import numpy as np

from agents.base import Agent, dismiss
from agents.evaluation.arena import can_play_compiled, play_compiled
from agents.evaluation.cast import seated
from agents.evaluation.records import Setting
from agents.evaluation.single_match import play_at_board

_COMPILED_GAMES = 20


class _Timed:
    """An agent that is timed.

    Attributes:
        seconds: in decisions so far.
        decisions: so far.
    """

    def __init__(self, agent: Agent):
        self._agent = agent
        self.name, self.observation = agent.name, agent.observation
        self.seconds, self.decisions = 0.0, 0

    def reset(self, seed: int) -> None:
        """As the agent."""
        self._agent.reset(seed)

    def act(self, observation: typing.Any, mask: np.ndarray, info: dict) -> int:
        """As the agent."""
        begun = time.perf_counter()
        action = self._agent.act(observation, mask, info)
        self.seconds += time.perf_counter() - begun
        self.decisions += 1
        return action


def seconds_per_decision(name: str, setting: Setting) -> float:
    """Mean over a game of an agent against itself.

    Compiled policies are timed in whole compiled games, so that their figure holds the rules too, all others at the
    board, where it does not.
    """
    seats = (name,) * len(setting.spec.sides)
    if can_play_compiled(seats, setting.spec):
        play_compiled(seats, [0], setting)  # compiled, if need be
        begun = time.perf_counter()
        records = play_compiled(seats, list(range(_COMPILED_GAMES)), setting)
        return (time.perf_counter() - begun) / sum(sum(record.decisions) for record in records)
    agents = seated(seats, setting)
    timed = {side: _Timed(agent) for side, agent in agents.items()}
    play_at_board(dict(timed), 0, setting)
    for agent in agents.values():
        dismiss(agent)
    return sum(one.seconds for one in timed.values()) / max(1, sum(one.decisions for one in timed.values()))
