"""Everything that a match report shows about one side."""

import typing
from collections.abc import Callable

from ctv_env.agents.base import Agent, ForfeitError, dismiss
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.match_report.courses import Played, play_games
from ctv_env.agents.match_report.disagreements import Compared, compare
from ctv_env.agents.match_report.sample import Sample
from ctv_env.agents.registry import make_agent


class Wanted(typing.NamedTuple):
    """What to compare.

    Attributes:
        agent: name of the agent.
        opponent: name of its opponent.
        reference: name of another agent, which plays in its place and is asked in its positions.
        positions: number of positions in which both are asked.
    """

    agent: str
    opponent: str
    reference: str
    positions: int


class Side(typing.NamedTuple):
    """What was found about the agent on one side.

    Attributes:
        side: the side.
        own: its games.
        reference: those of the reference; None if that is the agent itself.
        compared: positions of its games, as both see them.
    """

    side: str
    own: Played
    reference: Played | None
    compared: list[Compared]

    @property
    def players(self) -> dict[str, Played]:
        """The games of the agent, and of the reference if there is one, by what they are called."""
        players = {self.own.result.agent: self.own}
        if self.reference is not None:
            players[f"{self.reference.result.agent} in its place"] = self.reference
        return players


def measure(wanted: Wanted, side: str, seeds: list[int], setting: Setting, progress: Callable[[int], object]) -> Side:
    """Play and compare.

    Args:
        wanted: what.
        side: the agent's side.
        seeds: of the games, the same for agent and reference.
        setting: where to play.
        progress: called with 1 for each game, and for each position that has been looked at.

    Raises:
        ValueError: an unknown agent or scenario, the game has no analysis, or an agent gives up.
        StoppedError: (an OSError) the games could not be played to their end.
    """
    names = dict.fromkeys((wanted.agent, wanted.reference))
    agents = [
        make_agent(name, setting.game, setting.scenario, side, time_limit=setting.time_limit, options=setting.options)
        for name in names
    ]
    try:
        return _measured(wanted, side, seeds, setting, progress, agents)
    except ForfeitError as error:
        raise ValueError(f"an agent gives up when it is asked about a position: {error}") from error
    finally:
        for agent in agents:
            dismiss(agent)


def _measured(
    wanted: Wanted,
    side: str,
    seeds: list[int],
    setting: Setting,
    progress: Callable[[int], object],
    agents: list[Agent],
) -> Side:
    """Play and compare; ``agents`` are the agent and, if that is another one, the reference."""
    sample = Sample(wanted.positions)
    own = play_games((wanted.agent, wanted.opponent), side, seeds, setting, progress, agents[0], sample)
    if len(agents) == 1:
        return Side(side, own, None, [])
    reference = play_games((wanted.reference, wanted.opponent), side, seeds, setting, progress)
    return Side(side, own, reference, compare(sample.games, (agents[0], agents[1]), progress))
