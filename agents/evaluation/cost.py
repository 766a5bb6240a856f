"""The cost of an agent's decision, on one core of this machine."""

import time
import typing
from collections.abc import Callable, Collection

import numpy as np

from ctv_env.agents.base import Agent, dismiss
from ctv_env.agents.evaluation.agent_pool import Seats, seated
from ctv_env.agents.evaluation.arena import can_play_compiled, play_compiled
from ctv_env.agents.evaluation.compiled_match import compiled
from ctv_env.agents.evaluation.evaluate import seats
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.single_match import play_single
from ctv_env.agents.external.program import PREFIX

_COMPILED_GAMES = 20
Clock = Callable[[], float]
"""Returns seconds."""


class _Timed:
    """An agent that is timed.

    Attributes:
        seconds: total of all decisions.
        decisions: number of decisions.
    """

    def __init__(self, agent: Agent, clock: Clock):
        self._agent, self._clock = agent, clock
        self.name, self.observation = agent.name, agent.observation
        self.seconds, self.decisions = 0.0, 0

    def reset(self, seed: int) -> None:
        """Reset the agent."""
        self._agent.reset(seed)

    def act(self, observation: typing.Any, mask: np.ndarray, info: dict) -> int:
        """Time the agent's choice."""
        begun = self._clock()
        action = self._agent.act(observation, mask, info)
        self.seconds += self._clock() - begun
        self.decisions += 1
        return action


def seconds_per_decision(name: str, setting: Setting) -> float:
    """Return the mean time per decision over a game of an agent against itself, which is not recorded.

    Compiled policies are timed in whole compiled games, which includes the rules; all others are timed per decision,
    which does not.  Each game is played before it is timed, so that everything is loaded and compiled.
    """
    setting = setting._replace(record=None)
    alone = (name,) * len(setting.spec.sides)
    agents = list(seated(alone, setting).values())
    if can_play_compiled(agents, setting):
        players = compiled(agents, setting.spec, setting.tables)
        play_compiled(alone, players, [0], setting)  # compiles if necessary
        begun = time.perf_counter()
        records = play_compiled(alone, players, list(range(_COMPILED_GAMES)), setting)
        return (time.perf_counter() - begun) / sum(sum(record.decisions) for record in records)
    for agent in agents:
        dismiss(agent)
    return _mean(_timed(alone, setting, time.perf_counter).values())


def seconds_against(name: str, opponent: str, places: tuple[str, ...], setting: Setting) -> float:
    """Return the mean time per decision of an agent over a game against ``opponent`` on each side in ``places``.

    It is processor time, which other work on the machine hardly changes; for an external program, whose own is unknown,
    it is the time that passes.  All agents are timed per decision, which includes what Python adds to a compiled
    policy.  Each game is played before it is timed, so that everything is loaded and compiled; none is recorded.
    """
    clock = time.perf_counter if name.startswith(PREFIX) else time.process_time
    setting = setting._replace(record=None)
    seatings = [seats(name, opponent, place, setting.spec.sides) for place in places]
    return _mean([_timed(seating, setting, clock)[place] for seating, place in zip(seatings, places, strict=True)])


def _timed(seating: Seats, setting: Setting, clock: Clock) -> dict[str, _Timed]:
    """Return the agents of a seating, by side, after two games; they were timed in the second."""
    agents = seated(seating, setting)
    play_single(agents, 0, setting)  # loads and compiles if necessary
    timed = {side: _Timed(agent, clock) for side, agent in agents.items()}
    play_single(dict(timed), 0, setting)
    for agent in agents.values():
        dismiss(agent)
    return timed


def _mean(timed: Collection[_Timed]) -> float:
    """Return the mean time per decision of all these together."""
    return sum(one.seconds for one in timed) / max(1, sum(one.decisions for one in timed))
