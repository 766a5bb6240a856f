"""The learning curve of a run as a picture."""

import csv
import pathlib

import numpy as np

_WINDOW = 100  # games of a running mean


def draw_curve(progress: pathlib.Path, picture: pathlib.Path, title: str) -> None:
    """Win rate and VP margin over decisions, from ``progress.csv`` to a PNG, without rows in which no game ended."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    with progress.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["win_rate"]]
    steps, games = (np.array([int(row[column]) for row in rows], int) for column in ("decisions", "games"))
    figure, (above, below) = plt.subplots(2, 1, sharex=True, figsize=(7, 6), layout="constrained")
    for axes, column, label in ((above, "win_rate", "win rate"), (below, "vp_margin", "VP margin")):
        values = np.array([float(row[column]) for row in rows])
        axes.plot(steps, values, color="tab:blue", alpha=0.3, label="games that ended since the last update")
        axes.plot(steps, _running_mean(values, games), color="tab:blue", label=f"last {_WINDOW} games")
        axes.set_ylabel(label)
        axes.grid(alpha=0.3)
    above.set_ylim(-0.02, 1.02)
    above.set_title(title)
    above.legend(loc="best", fontsize="small")
    below.axhline(0, color="black", linewidth=0.8)
    below.set_xlabel("decisions of the learner")
    figure.savefig(picture, dpi=120)
    plt.close(figure)


def _running_mean(values: np.ndarray, games: np.ndarray) -> list[float]:
    """Mean over the last games up to each row; a row holds the mean ``values`` of so many ``games``."""
    each = np.repeat(values, games)
    return [each[max(0, end - _WINDOW) : end].mean() for end in np.cumsum(games).tolist()]
