"""Reports of a training run: the progress bar on the terminal, ``progress.csv``, TensorBoard."""

import csv
import math
import pathlib
import time
import typing
from collections.abc import Sequence

import numpy as np
import tqdm
from stable_baselines3.common.callbacks import BaseCallback

from ctv_env.agents.training.config import TrainConfig
from ctv_env.core.host import shows_progress
from ctv_env.core.spec import GameSpec
from ctv_env.core.terms import FIRST, Score, Tables
from ctv_env.envs.batch import DRAWN_SIDE
from ctv_env.envs.sb3 import SB3VecEnv

_FROM_LOGGER = {  # by column: the name in Stable-Baselines3
    "learning_rate": "train/learning_rate",
    "entropy_loss": "train/entropy_loss",
    "approx_kl": "train/approx_kl",
    "clip_fraction": "train/clip_fraction",
    "explained_variance": "train/explained_variance",
    "value_loss": "train/value_loss",
    "anchor_kl": "train/anchor_kl",
}


def pairings(config: TrainConfig, sides: tuple[str, str]) -> tuple[str, ...]:
    """Return the kinds of games of a resolved config, such as ``"azure_v_staff"``."""
    learned = sides if config.side == DRAWN_SIDE else (str(config.side),)
    return tuple(_pair(side, name) for side in learned for name in dict.fromkeys(config.opponents or ()))


def _pair(side: str, opponent: str) -> str:
    return f"{side}_v_{opponent.replace(',', ';')}"  # the columns of the CSV are counted by commas


def columns(score: Score, pairs: Sequence[str] = ()) -> tuple[str, ...]:
    """Columns of ``progress.csv``, a row per update; results are means over the games that ended since the last row.

    Args:
        score: of the game.
        pairs: the kinds of games (``pairings``), for each of which there is a win rate.
    """
    return (
        "decisions",
        "seconds",
        "decisions_per_second",
        "rollout_seconds",
        "update_seconds",
        "games",
        "win_rate",
        score.key,
        f"{score.key}_margin",
        "game_decisions",
        "reward",
        *_FROM_LOGGER,
        *(f"win_rate_{pair}" for pair in pairs),
    )


class _Ended(typing.NamedTuple):
    """A finished game."""

    is_won: bool
    score: int
    margin: int  # beyond the even score, from the learner's point of view
    decisions: int
    reward: float
    pair: str  # side and opponent, as in ``pairings``


class Progress(BaseCallback):
    """Writes a row per update and updates the progress bar.

    Args:
        file: the CSV; rows are appended.
        total: decisions of the whole run.
        spec: of the game.
        tables: of the scenario.
        seconds: time that the run took before it was resumed.
        quiet: show no bar.
        opponents: name of the opponent of each game.
        pairs: the kinds of games (``pairings``).
    """

    def __init__(
        self,
        file: pathlib.Path,
        total: int,
        spec: GameSpec,
        tables: Tables,
        seconds: float,
        quiet: bool,
        opponents: Sequence[str],
        pairs: Sequence[str],
    ):
        super().__init__()
        self.seconds = seconds
        self._file, self._total, self._quiet = file, total, quiet
        self._score, self._even, self._columns = spec.score, spec.score.even(tables), columns(spec.score, pairs)
        self._sides, self._opponents = spec.sides, list(opponents)
        self._ended: list[_Ended] = []
        self._recent: list[tuple[bool, int]] = []
        self._results: dict[str, float] = {}

    def _on_training_start(self) -> None:
        if not self._file.exists():
            self._file.write_text(",".join(self._columns) + "\n", encoding="utf-8")
        self._begun = self._update_from = time.perf_counter() - self.seconds
        self._rollout_seconds = self._update_seconds = 0.0
        self._steps_before, self._seconds_before = self.num_timesteps, self.seconds
        self._bar = tqdm.tqdm(
            total=self._total,
            initial=self.num_timesteps,
            unit=" decisions",
            unit_scale=True,
            dynamic_ncols=True,
            mininterval=0.5 if shows_progress() else 15.0,
            disable=self._quiet,
        )

    def _on_rollout_start(self) -> None:
        now = time.perf_counter()
        self._close_update(now)
        self._rollout_from = now

    def _on_step(self) -> bool:
        self._ended += [self._ending(i, info) for i, info in enumerate(self.locals["infos"]) if "episode" in info]
        return True

    def _ending(self, i: int, info: dict) -> _Ended:
        """Return the finished game in slot ``i`` of the environment, an ``SB3VecEnv``."""
        episodes = typing.cast(SB3VecEnv, self.training_env).games.episodes
        score = info[self._score.key]
        margin = score - self._even if episodes["final_learner"][i] == FIRST else self._even - score
        side = self._sides[int(episodes["final_learner"][i])]
        played = info["episode"]
        pair = _pair(side, self._opponents[i])
        return _Ended(info["is_success"], score, margin, played["l"], played["r"], pair)

    def tallies(self) -> dict[str, tuple[int, int]]:
        """Return (wins, games) of the games that have ended in this rollout, by side and opponent."""
        found: dict[str, tuple[int, int]] = {}
        for game in self._ended:
            wins, games = found.get(game.pair, (0, 0))
            found[game.pair] = wins + game.is_won, games + 1
        return found

    def _on_rollout_end(self) -> None:
        self._update_from = time.perf_counter()
        self._rollout_seconds = self._update_from - self._rollout_from
        self._results = self._mean_results()
        for name, value in self._results.items():
            self.logger.record(f"rollout/{name}", value)
        self._recent = (self._recent + [(game.is_won, game.score) for game in self._ended])[-200:]
        if self._recent:
            wins, score = np.mean(self._recent, axis=0)
            self._bar.set_postfix_str(f"win {100 * wins:.0f} %, {self._score.short} {score:.2f}", refresh=False)
        self._bar.update(self.num_timesteps - self._bar.n)

    def _on_training_end(self) -> None:
        self._close_update(time.perf_counter())
        self._bar.close()

    def _close_update(self, now: float) -> None:
        """Record the update of the last rollout, if one has ended since the last row."""
        if self._rollout_seconds:
            self._update_seconds = now - self._update_from
            self._write_row(now)
            self._rollout_seconds = 0.0

    def _write_row(self, now: float) -> None:
        """Write a row about the rollout and the update that have just ended."""
        self.seconds = now - self._begun
        row: dict[str, typing.Any] = dict.fromkeys(self._columns, "")
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
        with self._file.open("a", newline="", encoding="utf-8") as file:
            csv.DictWriter(file, self._columns, lineterminator="\n").writerow(short)
        self._ended = []

    def _mean_results(self) -> dict[str, float]:
        """Return means over the games that have ended since the last row; empty if there are none."""
        if not self._ended:
            return {}
        wins, scores, margins, decisions, rewards = (
            float(np.mean(column)) for column in list(zip(*self._ended, strict=True))[:-1]
        )
        key = self._score.key
        return {
            "win_rate": wins,
            key: scores,
            f"{key}_margin": margins,
            "game_decisions": decisions,
            "reward": rewards,
            **{f"win_rate_{pair}": wins / games for pair, (wins, games) in self.tallies().items()},
        }


def keep_rows(file: pathlib.Path, last: int) -> None:
    """Drop rows that a resumed run will write again, and rows that a crash has cut short.

    Args:
        file: the CSV; nothing happens if there is none.
        last: the largest number in the first column that may stay.
    """
    if not file.exists():
        return
    header, *rows = file.read_text(errors="replace", encoding="utf-8").splitlines(keepends=True) or [""]
    if not header.endswith("\n"):
        file.unlink()  # with not even a header: the run writes one again
        return
    width = header.count(",")
    kept = [row for row in rows if row.endswith("\n") and row.count(",") == width and _first_number(row) <= last]
    part = file.with_name(f".{file.name}.part")
    part.write_text("".join([header, *kept]), encoding="utf-8")
    part.replace(file)


def _first_number(row: str) -> float:
    """Return the first number of a row, infinity if it is not one."""
    first = row.partition(",")[0]
    return int(first) if first.isascii() and first.isdigit() and len(first) < 20 else math.inf


def _short(value: typing.Any) -> typing.Any:
    """Round a number with a fraction to six digits; other values are unchanged."""
    return f"{value:.6g}" if isinstance(value, (float, np.floating)) else value
