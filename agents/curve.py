"""The learning curve of a run as a picture."""

import csv
import pathlib

import numpy as np


def draw_curve(progress: pathlib.Path, picture: pathlib.Path, title: str) -> None:
    """Win rate and VP margin over decisions, from ``progress.csv`` to a PNG, without rows in which no game ended."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    with progress.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["win_rate"]]
    steps = np.array([int(row["decisions"]) for row in rows])
    figure, (above, below) = plt.subplots(2, 1, sharex=True, figsize=(7, 6), layout="constrained")
    for axes, column, label in ((above, "win_rate", "win rate"), (below, "vp_margin", "VP margin")):
        axes.plot(steps, [float(row[column]) for row in rows], color="tab:blue")
        axes.set_ylabel(label)
        axes.grid(alpha=0.3)
    above.set_ylim(-0.02, 1.02)
    above.set_title(title)
    below.axhline(0, color="black", linewidth=0.8)
    below.set_xlabel("decisions of the learner")
    figure.savefig(picture, dpi=120)
    plt.close(figure)
