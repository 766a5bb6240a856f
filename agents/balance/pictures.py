"""Plots of a game's balance."""

import math
import pathlib
import typing

import numpy as np
from matplotlib.figure import Figure, FigureBase

from ctv_env.agents.balance.history import Event
from ctv_env.agents.balance.measure import SelfPlay, Sensitivity
from ctv_env.core.spec import GameSpec, analysis_of

_COLOURS = ("#1f4e79", "#c0504d", "#6a8f3c", "#8064a2", "#d98a1f", "#2b2b2b")
_WIDTH, _ROW_HEIGHT = 14.0, 3.2  # inches
_MOST_COLUMNS = 6  # events in a row
_MOST_TICKS = 7  # turns named on an axis


def draw_dates(picture: pathlib.Path, spec: GameSpec, played: list[SelfPlay]) -> None:
    """Plot, by turn, the fraction of games in which each event had happened; history is grey."""
    figure = Figure(figsize=(_WIDTH, _dates_height(played)), layout="constrained")
    _dates(figure, spec, played)
    figure.savefig(picture, dpi=110)


def draw_sensitivity(picture: pathlib.Path, spec: GameSpec, found: list[Sensitivity]) -> None:
    """Plot each variant's effect on the first side's win rate and on the distance from history, with intervals."""
    figure = Figure(figsize=(_WIDTH, _height(found)), layout="constrained")
    _sensitivity(figure, spec, found)
    figure.savefig(picture, dpi=110)


def draw_balance(picture: pathlib.Path, spec: GameSpec, played: list[SelfPlay], found: list[Sensitivity]) -> None:
    """Draw both plots in one figure, the dates above."""
    heights = _dates_height(played), _height(found)
    figure = Figure(figsize=(_WIDTH, sum(heights)), layout="constrained")
    above, below = typing.cast(np.ndarray, figure.subfigures(2, 1, height_ratios=heights))
    _dates(above, spec, played)
    _sensitivity(below, spec, found)
    figure.savefig(picture, dpi=110)


def _rows(played: list[SelfPlay]) -> int:
    return math.ceil(len(played[0].events) / _MOST_COLUMNS)


def _dates_height(played: list[SelfPlay]) -> float:
    return _ROW_HEIGHT * _rows(played)


def _height(found: list[Sensitivity]) -> float:
    return 1.4 + 0.27 * len(found)


def _dates(figure: FigureBase, spec: GameSpec, played: list[SelfPlay]) -> None:
    events = played[0].events
    rows = _rows(played)
    grid = figure.subplots(rows, math.ceil(len(events) / rows), sharey=True, squeeze=False)
    axes = grid.flat[: len(events)]
    for axis in grid.flat[len(events) :]:
        axis.remove()
    for k, axis in enumerate(axes):
        turns = range(1, len(events[k].by_turn) + 1)
        for one, colour in zip(played, _COLOURS * len(played), strict=False):
            share = 100 * np.cumsum(one.events[k].by_turn) / one.games
            axis.plot(turns, share, "o-", color=colour, label=f"{one.agent}, {one.games} games", markersize=4)
        axis.axvspan(*_history(events[k]), color="black", alpha=0.15, label="history")
        axis.set_title(events[k].name)
        axis.set_xlabel("turn")
        axis.set_xticks(turns[:: math.ceil(len(turns) / _MOST_TICKS)])
        axis.grid(alpha=0.3)
    for axis in grid[:, 0]:
        axis.set_ylabel(f"{analysis_of(spec).WORDS.happened} by the end of the turn,\n% of games")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=len(played) + 1, fontsize=8)


def _history(event: Event) -> tuple[float, float]:
    """Return the range on the axis covered by the turns of an event, given in words."""
    turns = event.history.split(" to ")
    return float(turns[0]) - 0.15, float(turns[-1]) + 0.15


def _sensitivity(figure: FigureBase, spec: GameSpec, found: list[Sensitivity]) -> None:
    names = [f"{one.variant.group}: {one.variant.name}" for one in found]
    axes = figure.subplots(1, 2, sharey=True)
    panels = {
        f"{spec.sides[0].capitalize()}'s win rate, points": 100 * np.array([one.win_rate for one in found], float),
        "distance from history, turns": np.array([one.distance for one in found], float),
    }
    for axis, (title, means) in zip(axes, panels.items(), strict=True):
        middle, low, high = means.reshape(-1, 3).T
        axis.errorbar(middle, range(len(found)), xerr=[middle - low, high - middle], fmt="o", color=_COLOURS[0])
        axis.axvline(0, color="black", linewidth=0.8)
        axis.set_xlabel(f"{title}, difference from the base")
        axis.grid(axis="x", alpha=0.3)
    axes[0].set_yticks(range(len(found)), names)
    axes[0].invert_yaxis()
