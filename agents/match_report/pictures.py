"""The plots of a match report."""

import math
import pathlib
import typing
from collections.abc import Mapping, Sequence

import numpy as np

from ctv_env.agents.balance.history import Event
from ctv_env.agents.evaluation.statistics import wilson
from ctv_env.agents.match_report.attacks import Attacks
from ctv_env.agents.match_report.prospects import mean_by_turn
from ctv_env.agents.reports.chart import chart

COLOURS = ("#1f4e79", "#d98a1f")
"""Of the agent and of the reference in its place; the second is also hatched or dashed."""
_WON, _LOST = "#2f6b3a", "#a3402f"
_COLUMNS = 4  # objectives in a row
_BARS = 40  # at most, of margins
_TICKS = 7  # turns named on an axis


def draw_margins(picture: pathlib.Path, margins: Mapping[str, Sequence[int]], unit: str) -> None:
    """Plot how often each margin occurs; right of the line the player has won or is even."""
    every = [margin for values in margins.values() for margin in values]
    step = math.ceil((max(every) - min(every) + 1) / _BARS)
    edges = np.arange(min(every) - 0.5, max(every) + step + 0.5, step)
    with chart(picture, 1, 1, (8, 3.4)) as (_, axis):
        for (name, values), colour, style in zip(margins.items(), COLOURS, ("stepfilled", "step"), strict=False):
            share = np.full(len(values), 100 / len(values))
            look = {"alpha": 0.55} if style == "stepfilled" else {"linewidth": 2, "linestyle": "--"}
            axis.hist(values, edges, weights=share, color=colour, histtype=style, label=name, **look)
        axis.axvline(0, color="black", linewidth=0.8)
        axis.set_xlabel(f"margin at the end, {unit}")
        axis.set_ylabel("% of games")
        axis.legend(fontsize="small")


def draw_falls(picture: pathlib.Path, events: Mapping[str, list[Event]]) -> bool:
    """Plot by turn the share of games in which each objective had fallen; history is grey.

    Objectives that never fall are left out.  Return False, with nothing written, if none does.
    """
    shown = [k for k in range(len(next(iter(events.values())))) if any(own[k].share for own in events.values())]
    if not shown:
        return False
    columns = min(_COLUMNS, len(shown))
    rows = math.ceil(len(shown) / columns)
    size = (3.1 * columns + 0.6, 2.4 * rows + 0.6)
    with chart(picture, rows, columns, size, sharex=True, sharey=True, squeeze=False) as (figure, grid):
        for axis, k in zip(grid.flat, shown, strict=False):
            _falls(axis, {name: own[k] for name, own in events.items()})
        for axis in grid.flat[len(shown) :]:
            axis.axis("off")
        for axis in grid[:, 0]:
            axis.set_ylabel("% of games")
        for axis in grid[-1]:
            axis.set_xlabel("turn")
        figure.legend(*grid.flat[0].get_legend_handles_labels(), loc="outside upper right", ncols=3, fontsize="small")
    return True


def _falls(axis: typing.Any, events: Mapping[str, Event]) -> None:
    one = next(iter(events.values()))
    turns = np.arange(1, len(one.by_turn) + 1)
    for (name, event), colour, style in zip(events.items(), COLOURS, ("o-", "s--"), strict=False):
        share = 100 * np.cumsum(event.by_turn) / event.games
        axis.plot(turns, share, style, color=colour, label=name, markersize=3.5)
    if one.history:
        first, _, last = one.history.partition(" to ")
        axis.axvspan(float(first) - 0.15, float(last or first) + 0.15, color="black", alpha=0.15)
    axis.set_title(one.name, fontsize="medium")
    axis.set_xticks(turns[:: math.ceil(len(turns) / _TICKS)])
    axis.set_ylim(-4, 104)
    axis.grid(alpha=0.3)


def draw_attacks(picture: pathlib.Path, panels: Mapping[str, Mapping[str, tuple[int, list[Attacks]]]]) -> None:
    """Plot attacks a game and their success by odds.

    Args:
        picture: file to write.
        panels: by title, one column of axes each: for each player the number of its games, and the attacks.
    """
    with chart(picture, 2, len(panels), (6.2 * len(panels), 5.6), squeeze=False, sharex=True) as (_, axes):
        for (title, players), (above, below) in zip(panels.items(), axes.T, strict=True):
            above.set_title(title, fontsize="medium")
            for k, (name, (games, attacks)) in enumerate(players.items()):
                _attacks(above, below, k, len(players), name, games, attacks)
            below.set_ylim(-4, 104)
            below.set_xlabel("odds")
            for axis, words in ((above, "attacks a game"), (below, "% won, 95 %")):
                axis.set_ylabel(words)
                axis.grid(axis="y", alpha=0.3)
            names = [one.odds for one in next(iter(players.values()))[1]]
            below.set_xticks(range(len(names)), names, rotation=45, ha="right", fontsize="small")
        axes[0, 0].legend(fontsize="small")


def _attacks(
    above: typing.Any, below: typing.Any, k: int, n: int, name: str, games: int, attacks: list[Attacks]
) -> None:
    """Plot one player's attacks."""
    width, colour = 0.8 / n, COLOURS[k]
    places = np.arange(len(attacks)) + (k - (n - 1) / 2) * width
    bars = {"color": colour, "label": name, "hatch": "//" if k else None, "edgecolor": "white"}
    above.bar(places, [one.made / games for one in attacks], width, **bars)
    for place, one in zip(places, attacks, strict=True):
        if one.made:
            rate, (low, high) = one.won / one.made, wilson(one.won, one.made)
            error = [[100 * (rate - low)], [100 * (high - rate)]]
            below.errorbar(place, 100 * rate, error, fmt="s" if k else "o", color=colour, markersize=5, capsize=2)


def draw_prospects(picture: pathlib.Path, panels: Mapping[str, list[tuple[bool, list[tuple[int, float]]]]]) -> None:
    """Plot the chance to win along the games: a thin line for each, a thick one for the mean of won and lost games.

    Args:
        picture: file to write.
        panels: by title, for each game whether it was won, and pairs of turn and chance, 0 to 1.
    """
    with chart(picture, 1, len(panels), (6.2 * len(panels), 3.6), squeeze=False, sharey=True) as (_, axes):
        for (title, games), axis in zip(panels.items(), axes[0], strict=True):
            for won, colour, words, style in ((True, _WON, "won", "-"), (False, _LOST, "not won", "--")):
                rows = [row for wins, row in games if wins == won and row]
                for row in rows:
                    turns, chances = np.array(row).T
                    axis.plot(turns, 100 * chances, color=colour, alpha=0.12)
                if rows:
                    mean = 100 * mean_by_turn(rows, max(turn for row in rows for turn, _ in row))
                    label = f"mean of {len(rows)} {words}"
                    axis.plot(range(1, len(mean) + 1), mean, style, color=colour, linewidth=2.5, label=label)
            axis.set_title(title, fontsize="medium")
            axis.set_xlabel("turn")
            axis.set_ylim(-4, 104)
            axis.grid(alpha=0.3)
            axis.legend(fontsize="small")
        axes[0, 0].set_ylabel("chance to win, %")
