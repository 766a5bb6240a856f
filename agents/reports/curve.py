"""Plots of learning curves: of a run, and of the seeds of several configs."""

import csv
import pathlib
import typing
from collections.abc import Mapping

import numpy as np

from ctv_env.agents.evaluation.statistics import student_interval
from ctv_env.agents.reports.chart import chart
from ctv_env.core.terms import Score

_WINDOW = 100  # games of a running mean
_POINTS = 200  # of the curve of several runs
_SIZE = (7, 6)


class Curve(typing.NamedTuple):
    """The rows of ``progress.csv`` in which a game ended; each array (n,)."""

    decisions: np.ndarray
    figures: dict[str, np.ndarray]  # by what is shown: means over the games that ended since the row before
    means: dict[str, np.ndarray]  # likewise: over the last games


def read_curve(progress: pathlib.Path, score: Score) -> Curve:
    """Return the curve of a run from its ``progress.csv``: win rate, and margin of the score.

    Raises:
        ValueError: the file cannot be read, or lacks a column or a number.
    """
    try:
        with progress.open(newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["win_rate"]]
        decisions, games = (np.array([int(row[column]) for row in rows], int) for column in ("decisions", "games"))
        columns = {"win rate": "win_rate", f"{score.short} margin": f"{score.key}_margin"}
        figures = {name: np.array([float(row[column]) for row in rows]) for name, column in columns.items()}
    except OSError as error:
        raise ValueError(f"cannot read {progress}: {error.strerror}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{progress} is not the progress of a training run ({error})") from error
    means = {name: np.array(_running_mean(values, games)) for name, values in figures.items()}
    return Curve(decisions, figures, means)


def draw_curve(progress: pathlib.Path, picture: pathlib.Path, title: str, score: Score) -> None:
    """Plot win rate and margin of a run over its decisions."""
    curve = read_curve(progress, score)
    with chart(picture, 2, 1, _SIZE, sharex=True) as (_, axes):
        for axis, name in zip(axes, curve.figures, strict=True):
            line = {"color": "tab:blue"}
            axis.plot(curve.decisions, curve.figures[name], alpha=0.3, label="games since the last update", **line)
            axis.plot(curve.decisions, curve.means[name], label=f"last {_WINDOW} games", **line)
        _finish(axes, list(curve.figures), title)


def draw_curves(groups: Mapping[str, list[Curve]], picture: pathlib.Path, title: str) -> None:
    """Plot the same for several configs: the mean over the seeds of each, with its 95 % interval.

    A curve ends with the shortest run of its config, so that all seeds contribute to each point.

    Args:
        groups: runs by name of their config, one for each seed; in each a game has ended.
        picture: file to write.
        title: above it.
    """
    with chart(picture, 2, 1, _SIZE, sharex=True) as (_, axes):
        for k, (label, curves) in enumerate(groups.items()):
            ends = (max(c.decisions[0] for c in curves), min(c.decisions[-1] for c in curves))
            decisions, line = np.linspace(*ends, _POINTS), {"color": f"C{k}"}
            for axis, name in zip(axes, curves[0].means, strict=True):
                seeds = np.array([np.interp(decisions, c.decisions, c.means[name]) for c in curves])
                axis.plot(decisions, seeds.mean(axis=0), label=_legend(label, len(curves)), **line)
                if len(curves) > 1:
                    low, high = student_interval(seeds)
                    axis.fill_between(decisions, low, high, alpha=0.2, linewidth=0, **line)
        _finish(axes, _common([list(curves[0].means) for curves in groups.values()]), title)


def _legend(label: str, seeds: int) -> str:
    """Return the name of a curve and its number of seeds."""
    return f"{label}, {seeds} seeds" if seeds > 1 else f"{label}, 1 seed: no interval"


def _common(names: list[list[str]]) -> list[str]:
    """Return the axis labels above and below; games with different scores are all named."""
    return [", ".join(dict.fromkeys(column)) for column in zip(*names, strict=True)]


def _finish(axes: typing.Any, names: list[str], title: str) -> None:
    """Set scales, labels and legend."""
    above, below = axes
    for axis, label in zip(axes, names, strict=True):
        axis.set_ylabel(label)
        axis.grid(alpha=0.3)
    above.set_ylim(-0.02, 1.02)
    above.set_title(title, fontsize="medium")
    above.legend(loc="best", fontsize="small")
    below.axhline(0, color="black", linewidth=0.8)
    below.set_xlabel("decisions of the learner")


def _running_mean(values: np.ndarray, games: np.ndarray) -> list[float]:
    """Return the mean over the last games up to each row, given the mean ``values`` of ``games`` games per row."""
    each = np.repeat(values, games)
    return [each[max(0, end - _WINDOW) : end].mean() for end in np.cumsum(games).tolist()]
