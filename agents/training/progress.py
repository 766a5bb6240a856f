"""What a training run tells while it goes: the bar on the terminal, ``progress.csv``, TensorBoard."""

import csv
import pathlib
import sys
import time

import numpy as np
import tqdm
from stable_baselines3.common.callbacks import BaseCallback

COLUMNS = (
    "decisions",
    "seconds",
    "decisions_per_second",
    "rollout_seconds",
    "update_seconds",
    "games",
    "win_rate",
    "vp",
    "vp_margin",
    "game_decisions",
    "reward",
    "learning_rate",
    "entropy_loss",
    "approx_kl",
    "clip_fraction",
    "explained_variance",
    "value_loss",
)
"""Columns of ``progress.csv``, a row per update; results are means over the games that ended since the last row."""

_FROM_LOGGER = {
    "learning_rate": "train/learning_rate",
    "entropy_loss": "train/entropy_loss",
    "approx_kl": "train/approx_kl",
    "clip_fraction": "train/clip_fraction",
    "explained_variance": "train/explained_variance",
    "value_loss": "train/value_loss",
}


class Progress(BaseCallback):
    """Writes a row per update and keeps the bar.

    Args:
        file: the CSV; rows are appended.
        total: decisions of the whole run.
        vp_to_win: victory points that win for the first side.
        first_side: name of that side.
        seconds: time that the run took before it was resumed.
        quiet: no bar.
    """

    def __init__(self, file: pathlib.Path, total: int, vp_to_win: int, first_side: str, seconds: float, quiet: bool):
        super().__init__()
        self.seconds = seconds
        self._file, self._total, self._vp_to_win, self._first_side = file, total, vp_to_win, first_side
        self._quiet = quiet
        self._ended: list[dict] = []
        self._recent: list[tuple[bool, int]] = []
        self._results: dict[str, float] = {}

    def _on_training_start(self) -> None:
        if not self._file.exists():
            self._file.write_text(",".join(COLUMNS) + "\n")
        self._begun = self._update_from = time.perf_counter() - self.seconds
        self._rollout_seconds = self._update_seconds = 0.0
        self._steps_before, self._seconds_before = self.num_timesteps, self.seconds
        self._bar = tqdm.tqdm(
            total=self._total,
            initial=self.num_timesteps,
            unit=" decisions",
            unit_scale=True,
            dynamic_ncols=True,
            mininterval=0.5 if sys.stderr.isatty() else 15.0,
            disable=self._quiet,
        )

    def _on_rollout_start(self) -> None:
        now = time.perf_counter()
        self._close_update(now)
        self._rollout_from = now

    def _on_step(self) -> bool:
        self._ended += [info for info in self.locals["infos"] if "episode" in info]
        return True

    def _on_rollout_end(self) -> None:
        self._update_from = time.perf_counter()
        self._rollout_seconds = self._update_from - self._rollout_from
        self._results = self._mean_results()
        for name, value in self._results.items():
            self.logger.record(f"rollout/{name}", value)
        self._recent = (self._recent + [(info["is_success"], info["vp"]) for info in self._ended])[-200:]
        if self._recent:
            wins, vp = np.mean(self._recent, axis=0)
            self._bar.set_postfix_str(f"win {100 * wins:.0f} %, VP {vp:.2f}", refresh=False)
        self._bar.update(self.num_timesteps - self._bar.n)

    def _on_training_end(self) -> None:
        self._close_update(time.perf_counter())
        self._bar.close()

    def _close_update(self, now: float) -> None:
        """Note the update of the last rollout, if one has ended since the last row."""
        if self._rollout_seconds:
            self._update_seconds = now - self._update_from
            self._write_row(now)
            self._rollout_seconds = 0.0

    def _write_row(self, now: float) -> None:
        """A row about the rollout and the update that have just ended."""
        self.seconds = now - self._begun
        row = dict.fromkeys(COLUMNS, "")
        row |= {
            "decisions": self.num_timesteps,
            "seconds": self.seconds,
            "decisions_per_second": (self.num_timesteps - self._steps_before) / (self.seconds - self._seconds_before),
            "rollout_seconds": self._rollout_seconds,
            "update_seconds": self._update_seconds,
            "games": len(self._ended),
            **self._results,
            **{name: self.logger.name_to_value.get(source, "") for name, source in _FROM_LOGGER.items()},
        }
        self._steps_before, self._seconds_before = self.num_timesteps, self.seconds
        short = {name: _short(value) for name, value in row.items()}
        with self._file.open("a", newline="") as file:
            csv.DictWriter(file, COLUMNS, lineterminator="\n").writerow(short)
        self._ended = []

    def _mean_results(self) -> dict[str, float]:
        """Means over the games that have ended since the last row; nothing if there was none."""
        if not self._ended:
            return {}
        margins = [self._margin(info) for info in self._ended]
        return {
            "win_rate": float(np.mean([info["is_success"] for info in self._ended])),
            "vp": float(np.mean([info["vp"] for info in self._ended])),
            "vp_margin": float(np.mean(margins)),
            "game_decisions": float(np.mean([info["episode"]["l"] for info in self._ended])),
            "reward": float(np.mean([info["episode"]["r"] for info in self._ended])),
        }

    def _margin(self, info: dict) -> int:
        """Victory points beyond those that decide the game, from the learner's side."""
        learner_is_first = (info["winner"] == self._first_side) == info["is_success"]
        margin = info["vp"] - self._vp_to_win
        return margin if learner_is_first else -margin


def keep_rows(file: pathlib.Path, decisions: int) -> None:
    """Drop the rows after ``decisions``: a resumed run plays them anew."""
    if not file.exists():
        return
    with file.open(newline="") as old:
        rows = [row for row in csv.DictReader(old) if int(row["decisions"]) <= decisions]
    with file.open("w", newline="") as new:
        writer = csv.DictWriter(new, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _short(value):
    """Six digits of a number with a fraction; other values as they are."""
    return f"{value:.6g}" if isinstance(value, (float, np.floating)) else value
