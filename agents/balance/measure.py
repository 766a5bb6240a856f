"""How even and how historical a game is: agents play against themselves, on the original data and on variants.

A variant is played on the same seeds.  With dice keyed by event, where the game has that option, most of chance cancels
out of its difference from the base.
"""

import dataclasses
import pathlib
import tempfile
import typing
from collections.abc import Callable, Sequence

import numpy as np

from ctv_env.agents.balance.history import Event, distances, events_of
from ctv_env.agents.balance.variants import write_variant
from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.records import GameRecord, Setting
from ctv_env.agents.evaluation.statistics import mean_interval, paired_difference, wilson
from ctv_env.core.analysis import Analysis, Variant
from ctv_env.core.spec import analysis_of
from ctv_env.core.terms import FIRST, Score

Mean = tuple[float, float, float]
"""A mean with its 95 % interval: low, high."""

Progress = Callable[[int], object]
"""Called with the number of games that have ended since the last call."""


@dataclasses.dataclass(frozen=True)
class SelfPlay:
    """Games of an agent against itself.

    Attributes:
        agent: its name.
        games: number of games.
        wins: of the first side.
        interval: of its win rate, 95 %.
        score: of the first side at the end.
        turns: on which a game ended.
        losses: of each side.
        events: when the landmarks happened.
        distance: in turns, of the landmarks from their dates.
    """

    agent: str
    games: int
    wins: int
    interval: tuple[float, float]
    score: Mean
    turns: Mean
    losses: tuple[Mean, ...]
    events: tuple[Event, ...]
    distance: Mean

    @property
    def win_rate(self) -> float:
        """Win rate of the first side."""
        return self.wins / self.games

    def as_dict(self, names: dict[str, str]) -> dict:
        """Return plain data for JSON; ``names`` maps fields to the game's own names (``names_of``)."""
        events = [event.as_dict() for event in self.events]
        data = dataclasses.asdict(self) | {"win_rate": self.win_rate, "events": events}
        return {names.get(name, name): value for name, value in data.items()}


@dataclasses.dataclass(frozen=True)
class Sensitivity:
    """The effect of a variant.

    Attributes:
        variant: the change.
        played: the games of the variant.
        win_rate: of the first side, the variant's minus the base's on the same seeds.
        distance: from the historical dates, likewise.
    """

    variant: Variant
    played: SelfPlay
    win_rate: Mean
    distance: Mean

    def as_dict(self, names: dict[str, str]) -> dict:
        """Return plain data for JSON; ``names`` as for ``SelfPlay.as_dict``."""
        variant = {
            "group": self.variant.group,
            "name": self.variant.name,
            "changes": [change._asdict() for change in self.variant.changes],
            "options": dict(self.variant.options),
        }
        differences = {"win_rate_difference": self.win_rate, "distance_difference": self.distance}
        return {"variant": variant, **differences, "played": self.played.as_dict(names)}


class Measured(typing.NamedTuple):
    """Contents of a balance report.

    Attributes:
        played: the agents against themselves, first the one that played the variants.
        base: the games with which the variants are compared.
        found: the variants.
    """

    played: list[SelfPlay]
    base: SelfPlay
    found: list[Sensitivity]


def names_of(score: Score, analysis: Analysis) -> dict[str, str]:
    """Return the JSON names of those ``SelfPlay`` fields that the game names, such as the score."""
    return {"score": score.key, "losses": analysis.LOSSES_KEY}


def variants_of(setting: Setting) -> list[Variant]:
    """Return the variants of the game of ``setting``, but for those whose options its scenario does not take.

    Raises:
        ValueError: the game has none, or there is no such scenario.
    """
    found = analysis_of(setting.spec).variants(base_directory(setting))
    return [variant for variant in found if _takes(setting, variant)]


def measure(
    seeds: dict[str, list[int]], variants: list[Variant], n_variant: int, setting: Setting, progress: Progress
) -> Measured:
    """Play all games.

    Args:
        seeds: for each agent, by name, the seeds on which it plays itself; the first agent also plays the variants.
        variants: of the game.
        n_variant: games of each variant, at most as many as the first agent has seeds.
        setting: where to play.
        progress: see ``Progress``.

    Raises:
        ValueError: as ``play``.
    """
    records = {name: play(name, own, setting, progress) for name, own in seeds.items()}
    played = [self_play(name, found, setting) for name, found in records.items()]
    first = next(iter(seeds))
    base = records[first][:n_variant]
    found = []
    for variant in variants:
        varied = play_variant(variant, first, seeds[first][:n_variant], setting, progress)
        found.append(sensitivity(variant, first, base, varied, setting))
    return Measured(played, self_play(first, base, setting), found)


def _takes(setting: Setting, variant: Variant) -> bool:
    """Return whether the scenario loads with the options of ``variant``: one with a fixed set-up allows no other."""
    try:
        setting.spec.load(setting.scenario, **{**setting.options, **variant.options})
    except ValueError:
        return False
    return True


def base_directory(setting: Setting) -> pathlib.Path:
    """Return the folder of the original data."""
    return pathlib.Path(setting.tables.data_dir or setting.spec.loader.data)


def play(agent: str, seeds: list[int], setting: Setting, progress: Progress) -> list[GameRecord]:
    """Play a game of ``agent`` against itself on each of ``seeds``.

    Raises:
        ValueError: as ``Arena.play``, or the agent forfeits a game.
    """
    seats = (agent,) * len(setting.spec.sides)
    found: list[GameRecord] = []
    with Arena(setting) as arena:
        for (record,) in arena.play([seats], seeds):
            if record.forfeit:
                raise ValueError(f"{agent} forfeits ({record.forfeit}), but balance is measured on complete games")
            found.append(record)
            progress(1)
    return found


def play_variant(
    variant: Variant, agent: str, seeds: list[int], setting: Setting, progress: Progress
) -> list[GameRecord]:
    """Play with the data and options of ``variant``; games are not recorded, as the data are temporary."""
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "data"
        write_variant(base_directory(setting), data, variant)
        options = {**setting.options, "data_dir": str(data), **variant.options}
        return play(agent, seeds, setting._replace(options=options, record=None), progress)


def self_play(agent: str, records: list[GameRecord], setting: Setting) -> SelfPlay:
    """Summarise games, at least one."""
    wins = sum(record.winner == FIRST for record in records)
    lost = np.array([record.summary.losses for record in records if record.summary])
    return SelfPlay(
        agent=agent,
        games=len(records),
        wins=wins,
        interval=wilson(wins, len(records)),
        score=_mean([record.score for record in records]),
        turns=_mean([record.turn for record in records]),
        losses=tuple(_mean(lost[:, side]) for side in range(lost.shape[1])),
        events=tuple(events_of(records, setting)),
        distance=_mean(distances(records, setting)),
    )


def sensitivity(
    variant: Variant, agent: str, base: list[GameRecord], varied: list[GameRecord], setting: Setting
) -> Sensitivity:
    """Return the difference of ``agent``'s games with the variant from those with the base, on the same seeds."""
    won = [np.array([record.winner == FIRST for record in records]) for records in (base, varied)]
    gained, lost = int((won[1] & ~won[0]).sum()), int((won[0] & ~won[1]).sum())
    rate = (gained - lost) / len(base)
    further = distances(varied, setting) - distances(base, setting)
    return Sensitivity(
        variant=variant,
        played=self_play(agent, varied, setting),
        win_rate=(rate, *paired_difference(gained, lost, len(base))),
        distance=_mean(further),
    )


def _mean(values: Sequence[float] | np.ndarray) -> Mean:
    array = np.asarray(values)
    return float(np.mean(array)), *mean_interval(array)
