"""How even the game is, and how like the campaign: agents against themselves, on the data as they are and varied.

A variant is played on the same seeds with keyed dice, so that most of the luck drops out of its difference to the base.
"""

import dataclasses
import pathlib
import tempfile
from collections.abc import Callable

import numpy as np

from agents.balance.history import Event, distances, events_of
from agents.balance.variants import Variant, write_variant
from agents.evaluation.arena import Arena
from agents.evaluation.records import GameRecord, Setting
from agents.evaluation.statistics import mean_interval, paired_difference, wilson
from ctv_env.games import spec_of
from ctv_env.games.ctv.loading.load import DATA_DIR

Mean = tuple[float, float, float]
"""A mean, and its 95 % interval: low, high."""

Progress = Callable[[int], object]
"""Called with the number of games that have ended since it was last called."""


@dataclasses.dataclass(frozen=True)
class SelfPlay:
    """Games of an agent against itself.

    Attributes:
        agent: its name.
        games: how many.
        wins: of the first side.
        interval: of its win rate, 95 %.
        vp: of the first side at the end.
        turns: on which a game ended.
        steps_lost: by each side.
        events: when the landmarks fell, and the Basques surrendered.
        distance: turns by which the falls missed their dates.
    """

    agent: str
    games: int
    wins: int
    interval: tuple[float, float]
    vp: Mean
    turns: Mean
    steps_lost: tuple[Mean, ...]
    events: tuple[Event, ...]
    distance: Mean

    @property
    def win_rate(self) -> float:
        """Of the first side."""
        return self.wins / self.games

    def as_dict(self) -> dict:
        """Plain data for JSON."""
        events = [event.as_dict() for event in self.events]
        return dataclasses.asdict(self) | {"win_rate": self.win_rate, "events": events}


@dataclasses.dataclass(frozen=True)
class Sensitivity:
    """What a variant changes.

    Attributes:
        variant: what is other.
        played: the games of the variant.
        win_rate: of the first side, the variant's minus the base's on the same seeds.
        distance: from the historical dates, likewise.
    """

    variant: Variant
    played: SelfPlay
    win_rate: Mean
    distance: Mean

    def as_dict(self) -> dict:
        """Plain data for JSON."""
        variant = self.variant._asdict() | {"options": dict(self.variant.options)}
        variant["changes"] = [change._asdict() for change in self.variant.changes]
        differences = {"win_rate_difference": self.win_rate, "distance_difference": self.distance}
        return {"variant": variant, **differences, "played": self.played.as_dict()}


def measure(
    seeds: dict[str, list[int]], variants: list[Variant], n_variant: int, setting: Setting, progress: Progress
) -> tuple[list[SelfPlay], SelfPlay, list[Sensitivity]]:
    """Play all games.

    Args:
        seeds: on which each agent, by name, plays itself; the first one plays the variants too.
        variants: of the game.
        n_variant: games of each variant, no more than the first agent has seeds.
        setting: where.
        progress: see ``Progress``.

    Returns:
        The agents against themselves, the games with which the variants are compared, and the variants.

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
    return played, self_play(first, base, setting), found


def base_directory(setting: Setting) -> pathlib.Path:
    """The folder of the data as they are."""
    return pathlib.Path(setting.options.get("data_dir", DATA_DIR))


def play(agent: str, seeds: list[int], setting: Setting, progress: Progress) -> list[GameRecord]:
    """A game of ``agent`` against itself on each of ``seeds``.

    Raises:
        ValueError: as ``Arena.play``, or the agent forfeits a game.
    """
    seats, found = (agent,) * len(spec_of(setting.game).sides), []
    with Arena(setting) as arena:
        for (record,) in arena.play([seats], seeds):
            if record.forfeit:
                raise ValueError(f"{agent} forfeits ({record.forfeit}), but balance is measured on whole games")
            found.append(record)
            progress(1)
    return found


def play_variant(variant: Variant, agent: str, seeds: list[int], setting: Setting, progress: Progress):
    """``play`` with the data and options of ``variant``; no game is recorded, since the data go."""
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "data"
        write_variant(base_directory(setting), data, variant)
        options = {**setting.options, "data_dir": str(data), **variant.options}
        return play(agent, seeds, setting._replace(options=options, record=None), progress)


def self_play(agent: str, records: list[GameRecord], setting: Setting) -> SelfPlay:
    """What came of games, at least one."""
    tables = spec_of(setting.game).load(setting.scenario, **setting.options)
    wins = sum(record.winner == 0 for record in records)
    lost = np.array([record.course.steps_lost for record in records])
    return SelfPlay(
        agent=agent,
        games=len(records),
        wins=wins,
        interval=wilson(wins, len(records)),
        vp=_mean([record.vp for record in records]),
        turns=_mean([record.turn for record in records]),
        steps_lost=tuple(_mean(lost[:, side]) for side in range(lost.shape[1])),
        events=tuple(events_of(records, tables)),
        distance=_mean(distances(records, tables)),
    )


def sensitivity(
    variant: Variant, agent: str, base: list[GameRecord], varied: list[GameRecord], setting: Setting
) -> Sensitivity:
    """The difference between games of ``agent`` with the variant and with the base, on the same seeds in order."""
    tables = spec_of(setting.game).load(setting.scenario, **setting.options)
    won = [np.array([record.winner == 0 for record in records]) for records in (base, varied)]
    gained, lost = int((won[1] & ~won[0]).sum()), int((won[0] & ~won[1]).sum())
    rate = (gained - lost) / len(base)
    further = distances(varied, tables) - distances(base, tables)
    return Sensitivity(
        variant=variant,
        played=self_play(agent, varied, setting),
        win_rate=(rate, *paired_difference(gained, lost, len(base))),
        distance=_mean(further),
    )


def _mean(values) -> Mean:
    return float(np.mean(values)), *mean_interval(np.asarray(values))
