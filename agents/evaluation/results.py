"""Results of many games between two agents.

A draw is neither won nor lost: it counts as a game, but win rates count wins only.
"""

import dataclasses
import math
import typing
from collections import Counter

import numpy as np

from ctv_env.agents.evaluation.records import GameRecord
from ctv_env.agents.evaluation.statistics import mean_interval, paired, wilson
from ctv_env.core.terms import Score

BOTH = "both"
"""Value of ``side``: each seed was played twice, with sides swapped."""


@dataclasses.dataclass(frozen=True)
class Match:
    """The agents and the game of a match.

    Attributes:
        agent: name of the evaluated agent.
        opponent: name of its opponent.
        sides: of the game.
        objectives: names of the objectives, in the order of ``GameRecord.held``.
        score: the game's score.
        even: the score with which neither side is ahead.
    """

    agent: str
    opponent: str
    sides: tuple[str, ...]
    objectives: tuple[str, ...]
    score: Score
    even: int


@dataclasses.dataclass(frozen=True)
class MatchResult:
    """Games of one agent, on one side or on both, against one opponent.

    Means are over games played to their end; a forfeited game counts as won and lost only.  They are nan if there is no
    such game.

    Attributes:
        agent: name of the agent.
        opponent: name of its opponent.
        side: the agent's side, or ``BOTH``.
        games: number of games.
        distinct: number of distinct games, or pairs of games for ``BOTH``; agents without randomness of their own may
            repeat themselves on a small scenario.
        wins: of the agent.
        draws: games won by neither.
        interval: of the win rate, 95 %.  The rate is that of all games, but only distinct ones count as evidence.
        score: the game's score.
        mean_score: of the first side at the end.
        mean_margin: score beyond the even one, from the agent's point of view.
        margin_interval: of that, 95 %.
        mean_turns: game turn on which a game ended.
        mean_decisions: of the agent in a game.
        forfeits: why the agent forfeited, and how often.
        forfeits_won: why the opponent forfeited, and how often.
        held: fraction of games in which the first side holds an objective at the end of turn 1, 2, ...; empty for
            ``BOTH``.
    """

    agent: str
    opponent: str
    side: str
    games: int
    distinct: int
    wins: int
    draws: int
    interval: tuple[float, float]
    score: Score
    mean_score: float
    mean_margin: float
    margin_interval: tuple[float, float]
    mean_turns: float
    mean_decisions: float
    forfeits: dict[str, int]
    forfeits_won: dict[str, int]
    held: dict[str, tuple[float, ...]]

    @property
    def win_rate(self) -> float:
        """Fraction of games that the agent won."""
        return self.wins / self.games

    def as_dict(self) -> dict:
        """Return plain data for JSON; unknown or unbounded values are None.

        The mean score is stored under the name of the score; ``"draws"`` is present if there are any.
        """
        names = {"mean_score": f"mean_{self.score.key}"}
        data = {names.get(name, name): value for name, value in _fields(self).items()}
        for interval, mean in (("interval", "win_rate"), ("margin_interval", "mean_margin")):
            data[f"{mean}_low"], data[f"{mean}_high"] = data.pop(interval)
        return plain(data | {"win_rate": self.win_rate})


def _fields(result: MatchResult) -> dict:
    """Return the JSON data of a result, by field name."""
    fields = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}
    del fields["score"]
    if not result.draws:
        del fields["draws"]
    return fields


def plain(data: typing.Any) -> typing.Any:
    """Replace numbers that JSON does not have with None."""
    if isinstance(data, dict):
        return {name: plain(value) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [plain(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def side_result(match: Match, side: str, records: list[GameRecord]) -> MatchResult:
    """Return the agent's results on ``side`` in the games ``records``, at least one."""
    wins = sum(record.winner == match.sides.index(side) for record in records)
    distinct = len({record.digest for record in records})
    margins = np.array([_margin(match, side, record) for record in records if not record.forfeit])
    return MatchResult(
        side=side,
        distinct=distinct,
        interval=wilson(wins * distinct / len(records), distinct),
        margin_interval=_scaled_interval(margins, distinct / len(records)),
        held=_held(match, records),
        **_facts(match, [(side, record) for record in records]),
    )


def pair_result(match: Match, played: dict[str, list[GameRecord]]) -> MatchResult:
    """Return the agent's results on both sides; ``played``, by its side, has games of the same seeds in order."""
    pairs = list(zip(*(played[side] for side in match.sides), strict=True))
    wins = [sum(record.winner == k for k, record in enumerate(pair)) for pair in pairs]
    distinct = len({tuple(record.digest for record in pair) for pair in pairs})
    swept, lost = (wins.count(number) * distinct / len(pairs) for number in (2, 0))
    whole = [pair for pair in pairs if not any(record.forfeit for record in pair)]
    seated = [list(zip(match.sides, pair, strict=True)) for pair in whole]
    margins = np.array([np.mean([_margin(match, side, record) for side, record in pair]) for pair in seated])
    return MatchResult(
        side=BOTH,
        distinct=distinct,
        interval=paired(swept, lost, distinct),
        margin_interval=_scaled_interval(margins, distinct / len(pairs)),
        held={},
        **_facts(match, [(side, record) for side in match.sides for record in played[side]]),
    )


def _scaled_interval(values: np.ndarray, part: float) -> tuple[float, float]:
    """Return the interval of the mean of ``values``, of which only a fraction counts as evidence."""
    if not len(values):
        return math.nan, math.nan
    middle, (low, high) = float(np.mean(values)), mean_interval(values)
    return middle - (middle - low) / math.sqrt(part), middle + (high - middle) / math.sqrt(part)


def _margin(match: Match, side: str, record: GameRecord) -> int:
    margin = record.score - match.even
    return margin if side == match.sides[0] else -margin


def _facts(match: Match, seated: list[tuple[str, GameRecord]]) -> dict:
    """Return counts and means over games, each with the agent's side."""
    lost: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for side, record in seated:
        if record.forfeit:
            (won if record.winner == match.sides.index(side) else lost)[record.forfeit] += 1
    whole = [(side, record) for side, record in seated if not record.forfeit]
    return {
        "agent": match.agent,
        "opponent": match.opponent,
        "games": len(seated),
        "wins": sum(record.winner == match.sides.index(side) for side, record in seated),
        "draws": sum(record.winner is None for _, record in seated),
        "score": match.score,
        "mean_score": _mean([record.score for _, record in whole]),
        "mean_margin": _mean([_margin(match, side, record) for side, record in whole]),
        "mean_turns": _mean([record.turn for _, record in whole]),
        "mean_decisions": _mean([record.decisions[match.sides.index(side)] for side, record in whole]),
        "forfeits": dict(lost),
        "forfeits_won": dict(won),
    }


def _mean(values: list[int]) -> float:
    return float(np.mean(values)) if values else math.nan


def _held(match: Match, records: list[GameRecord]) -> dict[str, tuple[float, ...]]:
    """Return ``MatchResult.held``."""
    whole = [record.held for record in records if not record.forfeit]
    if not whole:
        return {}
    parts = np.mean(whole, axis=0)
    parts[np.min(whole, axis=0) < 0] = math.nan
    return {name: tuple(parts[:, k].tolist()) for k, name in enumerate(match.objectives)}
