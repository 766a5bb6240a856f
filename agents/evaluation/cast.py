"""Who sits at a board: agents by their seats, made once and kept from one game to the next."""

from agents.base import Agent, dismiss
from agents.evaluation.records import GameRecord, Setting
from agents.evaluation.single_match import play_at_board
from agents.registry import make_agent

Seats = tuple[str, ...]
"""The name of the agent on each side."""

_SEATINGS = 2  # of two agents


def seated(seats: Seats, setting: Setting) -> dict[str, Agent]:
    """New agents at the board, by side; raises as ``make_agent``."""
    return {side: _agent(name, side, setting) for name, side in zip(seats, setting.spec.sides, strict=True)}


def _agent(name: str, side: str, setting: Setting) -> Agent:
    return make_agent(
        name, setting.game, setting.scenario, side, setting.sample, setting.patience, options=setting.options
    )


def label_of(name: str, agent: Agent) -> str:
    """What an agent is called in tables: as it was asked for, a network by the name of its run."""
    return agent.name if hasattr(agent, "act_many") else name


class Cast:
    """The agents that play in a setting, made when they are first asked for and kept until others come.

    Args:
        setting: where they play.
    """

    def __init__(self, setting: Setting):
        self._setting = setting
        self._seated: dict[Seats, dict[str, Agent]] = {}

    def agents(self, seats: Seats) -> dict[str, Agent]:
        """The agents of a seating, by side; raises as ``make_agent``."""
        if seats not in self._seated:
            if len(self._seated) == _SEATINGS:
                self.dismiss()  # other agents have come
            self._seated[seats] = seated(seats, self._setting)
        return self._seated[seats]

    def play(self, seats: Seats, seed: int) -> GameRecord:
        """One game; the agents stay for the next."""
        return play_at_board(self.agents(seats), seed, self._setting)

    def dismiss(self) -> None:
        """Let the agents go."""
        for agents in self._seated.values():
            for agent in agents.values():
                dismiss(agent)
        self._seated.clear()
