"""Results of many games between two agents, and their tables."""

import dataclasses

from agents.statistics import wilson


@dataclasses.dataclass(frozen=True)
class MatchResult:
    """Games of one agent, on one side, against one opponent.

    Attributes:
        agent: name of the agent.
        opponent: name of the other.
        side: the agent's side.
        games: how many.
        wins: of the agent.
        mean_vp: victory points of the Nationalist at the end.
        mean_margin: victory points beyond what decides the game, from the agent's side.
        mean_decisions: of the agent in a game.
    """

    agent: str
    opponent: str
    side: str
    games: int
    wins: int
    mean_vp: float
    mean_margin: float
    mean_decisions: float

    @property
    def win_rate(self) -> float:
        """Part of the games that the agent won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson interval of the win rate, 95 %."""
        return wilson(self.wins, self.games)

    def as_dict(self) -> dict:
        """Plain data for JSON."""
        low, high = self.interval
        return dataclasses.asdict(self) | {"win_rate": self.win_rate, "win_rate_low": low, "win_rate_high": high}


HEADER = ("agent", "side", "opponent", "games", "wins", "win rate", "95 %", "VP", "margin", "decisions")


def rows(results: list[MatchResult]) -> list[tuple[str, ...]]:
    """The cells of a table, a row for each result, columns as in ``HEADER``."""
    cells = []
    for result in results:
        cells.append(
            (
                result.agent,
                result.side,
                result.opponent,
                str(result.games),
                str(result.wins),
                f"{100 * result.win_rate:.1f} %",
                _percent(result.interval),
                f"{result.mean_vp:.2f}",
                f"{result.mean_margin:+.2f}",
                f"{result.mean_decisions:.0f}",
            )
        )
    return cells


def markdown(results: list[MatchResult]) -> str:
    """The table in Markdown; also legible as plain text."""
    lines = [HEADER, *rows(results)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(HEADER))]
    lines.insert(1, tuple("-" * width for width in widths))
    padded = ([cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in lines)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in padded)


def verdict(agent: MatchResult, reference: MatchResult) -> str:
    """Whether ``agent`` is better than ``reference`` was in its place, in a sentence: surely if the intervals part."""
    surely_better = agent.interval[0] > reference.interval[1]
    surely_worse = agent.interval[1] < reference.interval[0]
    word = "surely better than" if surely_better else "surely worse than" if surely_worse else "not surely other than"
    return (
        f"{agent.agent} as {agent.side} against {agent.opponent} is {word} {reference.agent} in its place: "
        f"win rate {_percent(agent.interval)} against {_percent(reference.interval)}."
    )


def _percent(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{100 * low:.1f} to {100 * high:.1f} %"
