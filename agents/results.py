"""Results of many games between two agents, and their tables."""

import dataclasses
import math
from collections import Counter

import numpy as np

from agents.records import GameRecord
from agents.statistics import mean_interval, paired, wilson

BOTH = "both"
"""As a side: each seed was played twice, with sides swapped."""


@dataclasses.dataclass(frozen=True)
class Match:
    """Who met whom over what.

    Attributes:
        agent: name of the agent that is judged.
        opponent: name of the other.
        sides: of the game.
        objectives: names of the objectives, in the order of ``GameRecord.held``.
        vp_to_win: victory points that win for the first side.
    """

    agent: str
    opponent: str
    sides: tuple[str, ...]
    objectives: tuple[str, ...]
    vp_to_win: int


@dataclasses.dataclass(frozen=True)
class MatchResult:
    """Games of one agent, on one side or on both, against one opponent.

    Means are over the games that were played to their end; those with a forfeit count as won and lost, no further.
    Nothing is known (nan) where there is no such game.

    Attributes:
        agent: name of the agent.
        opponent: name of the other.
        side: the agent's side, or ``BOTH``.
        games: how many.
        distinct: games, or for ``BOTH`` pairs of games, that differ; agents without luck of their own may repeat
            themselves on a small scenario.
        wins: of the agent.
        interval: of the win rate, 95 %.  The rate is that of all games, but only distinct ones count as evidence.
        mean_vp: victory points of the first side at the end.
        mean_margin: victory points beyond what decides the game, from the agent's side.
        margin_interval: of that, 95 %.
        mean_turns: game turn on which a game ended.
        mean_decisions: of the agent in a game.
        forfeits: why the agent forfeited, and how often.
        forfeits_won: why the opponent forfeited, and how often.
        held: part of the games in which the first side holds an objective at the end of turn 1, 2, ...; none for
            ``BOTH``.
    """

    agent: str
    opponent: str
    side: str
    games: int
    distinct: int
    wins: int
    interval: tuple[float, float]
    mean_vp: float
    mean_margin: float
    margin_interval: tuple[float, float]
    mean_turns: float
    mean_decisions: float
    forfeits: dict[str, int]
    forfeits_won: dict[str, int]
    held: dict[str, tuple[float, ...]]

    @property
    def win_rate(self) -> float:
        """Part of the games that the agent won."""
        return self.wins / self.games

    def as_dict(self) -> dict:
        """Plain data for JSON; what is not known, or has no bound, is None."""
        data = dataclasses.asdict(self)
        for interval, mean in (("interval", "win_rate"), ("margin_interval", "mean_margin")):
            data[f"{mean}_low"], data[f"{mean}_high"] = data.pop(interval)
        return _plain(data | {"win_rate": self.win_rate})


def _plain(data):
    """``data`` with None for numbers that JSON does not have."""
    if isinstance(data, dict):
        return {name: _plain(value) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_plain(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def side_result(match: Match, side: str, records: list[GameRecord]) -> MatchResult:
    """What the agent did on ``side`` in the games ``records``, at least one."""
    wins = sum(record.winner == match.sides.index(side) for record in records)
    distinct = len({record.digest for record in records})
    part = distinct / len(records)
    margins = np.array([_margin(match, side, record) for record in records if not record.forfeit])
    return MatchResult(
        side=side,
        distinct=distinct,
        interval=wilson(wins * part, distinct),
        margin_interval=_scaled_interval(margins, part),
        held=_held(match, records),
        **_facts(match, [(side, record) for record in records]),
    )


def pair_result(match: Match, played: dict[str, list[GameRecord]]) -> MatchResult:
    """What the agent did on both sides; ``played`` by its side, games of the same seeds in the same order."""
    pairs = list(zip(*(played[side] for side in match.sides), strict=True))
    scores = [sum(record.winner == k for k, record in enumerate(pair)) for pair in pairs]
    distinct = len({tuple(record.digest for record in pair) for pair in pairs})
    part = distinct / len(pairs)
    whole = [pair for pair in pairs if not any(record.forfeit for record in pair)]
    seated = [list(zip(match.sides, pair, strict=True)) for pair in whole]
    margins = np.array([np.mean([_margin(match, side, record) for side, record in pair]) for pair in seated])
    return MatchResult(
        side=BOTH,
        distinct=distinct,
        interval=paired(scores.count(2) * part, scores.count(0) * part, distinct),
        margin_interval=_scaled_interval(margins, part),
        held={},
        **_facts(match, [(side, record) for side in match.sides for record in played[side]]),
    )


def _scaled_interval(values: np.ndarray, part: float) -> tuple[float, float]:
    """Interval of the mean of ``values`` of which only a part counts as evidence."""
    if not len(values):
        return math.nan, math.nan
    middle, (low, high) = float(np.mean(values)), mean_interval(values)
    return middle - (middle - low) / math.sqrt(part), middle + (high - middle) / math.sqrt(part)


def _margin(match: Match, side: str, record: GameRecord) -> int:
    margin = record.vp - match.vp_to_win
    return margin if side == match.sides[0] else -margin


def _facts(match: Match, seated: list[tuple[str, GameRecord]]) -> dict:
    """Counts and means over games, each with the agent's side."""
    lost, won = Counter(), Counter()
    for side, record in seated:
        if record.forfeit:
            (won if match.sides[record.winner] == side else lost)[record.forfeit] += 1
    whole = [(side, record) for side, record in seated if not record.forfeit]
    return {
        "agent": match.agent,
        "opponent": match.opponent,
        "games": len(seated),
        "wins": sum(match.sides[record.winner] == side for side, record in seated),
        "mean_vp": _mean([record.vp for _, record in whole]),
        "mean_margin": _mean([_margin(match, side, record) for side, record in whole]),
        "mean_turns": _mean([record.turn for _, record in whole]),
        "mean_decisions": _mean([record.decisions[match.sides.index(side)] for side, record in whole]),
        "forfeits": dict(lost),
        "forfeits_won": dict(won),
    }


def _mean(values: list[int]) -> float:
    return float(np.mean(values)) if values else math.nan


def _held(match: Match, records: list[GameRecord]) -> dict[str, tuple[float, ...]]:
    """As ``MatchResult.held``."""
    whole = [record.held for record in records if not record.forfeit]
    if not whole:
        return {}
    parts = np.mean(whole, axis=0)
    parts[np.min(whole, axis=0) < 0] = math.nan
    return {name: tuple(parts[:, k].tolist()) for k, name in enumerate(match.objectives)}


HEADER = ("agent", "side", "opponent", "games", "wins", "win rate", "95 %", "VP", "margin", "turns", "decisions")


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
                percent(result.interval),
                f"{result.mean_vp:.2f}",
                f"{result.mean_margin:+.2f}",
                f"{result.mean_turns:.1f}",
                f"{result.mean_decisions:.0f}",
            )
        )
    return cells


def markdown(results: list[MatchResult]) -> str:
    """The table in Markdown; also legible as plain text."""
    return table([HEADER, *rows(results)])


def table(lines: list[tuple[str, ...]]) -> str:
    """A table in Markdown, its cells padded; the first line is its header."""
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    ruled = [lines[0], tuple("-" * width for width in widths), *lines[1:]]
    padded = ([cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in ruled)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in padded)


def objectives_table(result: MatchResult, first_side: str) -> str:
    """Which objectives the first side holds at the end of each turn, in per cent of the games of a side's result."""
    holder = result.agent if result.side == first_side else result.opponent
    n_turns = len(next(iter(result.held.values())))
    head = (f"held by the {first_side}, {holder}", *(f"turn {turn}" for turn in range(1, n_turns + 1)))
    shown = [
        (name, *("" if math.isnan(part) else f"{100 * part:.0f} %" for part in parts))
        for name, parts in result.held.items()
    ]
    return table([head, *shown])


def remarks(results: list[MatchResult]) -> list[str]:
    """What a reader of the table must know besides: games that repeat others, forfeits and their reasons."""
    found = []
    for result in results:
        units, of = ("pairs of games", result.games // 2) if result.side == BOTH else ("games", result.games)
        if result.distinct < of:
            found.append(f"{result.side}: only {result.distinct} of {of} {units} differ; the interval rests on those")
    for result in results[:1]:
        for loser, reasons in ((result.agent, result.forfeits), (result.opponent, result.forfeits_won)):
            found += [f"{loser} forfeited {count} of {result.games} games: {why}" for why, count in reasons.items()]
    return found


def verdict(agent: MatchResult, reference: MatchResult) -> str:
    """Whether ``agent`` is better than ``reference`` was in its place, in a sentence: surely if the intervals part."""
    surely_better = agent.interval[0] > reference.interval[1]
    surely_worse = agent.interval[1] < reference.interval[0]
    word = "surely better than" if surely_better else "surely worse than" if surely_worse else "not surely other than"
    return (
        f"{agent.agent} as {agent.side} against {agent.opponent} is {word} {reference.agent} in its place: "
        f"win rate {percent(agent.interval)} against {percent(reference.interval)}."
    )


def percent(interval: tuple[float, float]) -> str:
    """An interval of a rate in words."""
    low, high = interval
    return f"{100 * low:.1f} to {100 * high:.1f} %"
