"""Agents by side, created once and kept from one game to the next."""

import hashlib
from collections.abc import Sequence

from ctv_env.agents.base import Agent, dismiss
from ctv_env.agents.evaluation.records import GameRecord, Setting, names_in_file
from ctv_env.agents.evaluation.single_match import play_single
from ctv_env.agents.external.classes import is_class
from ctv_env.agents.registry import make_agent

Seats = tuple[str, ...]
"""The name of the agent on each side."""

_SEATINGS = 2  # of two agents


def seated(seats: Seats, setting: Setting) -> dict[str, Agent]:
    """Create new agents, by side; raises as ``make_agent``."""
    return {side: _agent(name, side, setting) for name, side in zip(seats, setting.spec.sides, strict=True)}


def _agent(name: str, side: str, setting: Setting) -> Agent:
    return make_agent(
        name, setting.game, setting.scenario, side, setting.sample, setting.time_limit, options=setting.options
    )


def label_of(name: str, agent: Agent) -> str:
    """Return an agent's name in tables: the requested name, or for a network of `ctv train` the name of its run."""
    return agent.name if hasattr(agent, "act_many") and not is_class(name) else name


def names_of_records(seats: Seats, agents: Sequence[Agent]) -> tuple[str, ...]:
    """Return the names of a seating's agents for the files of its games, others than with the sides swapped.

    They are those in tables, or if these do not differ, the requested ones, each with its hash.
    """
    labels = tuple(label_of(name, agent) for name, agent in zip(seats, agents, strict=True))
    if len(set(seats)) == 1 or names_in_file(labels) != names_in_file(labels[::-1]):
        return labels
    return tuple(f"{name}_{hashlib.sha256(name.encode()).hexdigest()[:6]}" for name in seats)


class AgentPool:
    """The agents that play in a setting, created on demand and kept until others are needed.

    Args:
        setting: where they play.
    """

    def __init__(self, setting: Setting):
        self._setting = setting
        self._seated: dict[Seats, dict[str, Agent]] = {}
        self._stand_ins: dict[tuple[str, str], Agent] = {}

    def agents(self, seats: Seats) -> dict[str, Agent]:
        """Return the agents of a seating, by side; raises as ``make_agent``."""
        if seats not in self._seated:
            if len(self._seated) == _SEATINGS:
                self.dismiss()  # other agents are needed
            self._seated[seats] = seated(seats, self._setting)
        return self._seated[seats]

    def stand_in(self, name: str, side: str) -> Agent:
        """Return an agent of a side that is none of those of a seating; raises as ``make_agent``."""
        if (name, side) not in self._stand_ins:
            self._stand_ins[name, side] = _agent(name, side, self._setting)
        return self._stand_ins[name, side]

    def play(self, seats: Seats, seed: int) -> GameRecord:
        """Play one game; the agents are kept for the next."""
        agents = self.agents(seats)
        return play_single(agents, seed, self._setting, names_of_records(seats, list(agents.values())))

    def dismiss(self) -> None:
        """Close the agents."""
        for agents in self._seated.values():
            for agent in agents.values():
                dismiss(agent)
        for agent in self._stand_ins.values():
            dismiss(agent)
        self._seated.clear()
        self._stand_ins.clear()
