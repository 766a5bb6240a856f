"""Stops a run that gets worse than it began, and takes it back to the best network so far."""

import math
import typing

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from ctv_env.agents.training.progress import Progress

_BEGINNING = 100  # games from which the win rate of the start is estimated, against each opponent
_RECENT = 200  # games from which the present one is
_DEVIATIONS = 3.5  # standard errors of a fall that is no accident: an update is judged a hundred times in a run


class Tally(typing.NamedTuple):
    """Games against an opponent."""

    wins: int
    games: int

    @property
    def rate(self) -> float:
        return self.wins / max(self.games, 1)


class Guard(BaseCallback):
    """Compares the win rates of an update with those of the first, per side and opponent.

    It compares the games of the training itself, so that it costs nothing.  When one rate has fallen significantly, it
    sets ``stop``; after the update that follows, which is the last one, the network becomes the one with the best win
    rate so far.  It must be called before ``Limits``, which saves the network then.

    Args:
        model: the learner.
        progress: keeps the results of the finished games.
        active: whether to stop at all.

    Attributes:
        stop: why the run should stop; empty if it should not.
    """

    model: MaskablePPO

    def __init__(self, model: MaskablePPO, progress: Progress, active: bool):
        super().__init__()
        self.model = model
        self.stop = ""
        self._progress, self._active = progress, active
        self._first: dict[str, Tally] = {}
        self._recent: dict[str, list[Tally]] = {}
        self._best_rate = -1.0
        self._best: torch.Tensor | None = None

    def _on_rollout_end(self) -> None:
        if not self._active:
            return
        results = {name: Tally(wins, games) for name, (wins, games) in self._progress.tallies().items()}
        for name, tally in results.items():
            first = self._first.get(name, Tally(0, 0))
            if first.games < _BEGINNING:
                self._first[name] = _add([first, tally])
            else:
                self._recent[name] = _last([*self._recent.get(name, []), tally])
        self._keep_best()
        for name, tallies in self._recent.items():
            self._judge(name, self._first[name], _add(tallies))

    def _on_rollout_start(self) -> None:
        self._take_back()

    def _on_training_end(self) -> None:
        self._take_back()

    def _take_back(self) -> None:
        """Return to the best network if the run should stop."""
        if self.stop and self._best is not None:
            vector_to_parameters(self._best.clone(), self.model.policy.parameters())

    def _keep_best(self) -> None:
        """Copy the network if no earlier one has won more."""
        current = {**self._first, **{name: _add(tallies) for name, tallies in self._recent.items()}}
        if not current or any(tally.games < _BEGINNING for tally in current.values()):
            return
        rate = float(np.mean([tally.rate for tally in current.values()]))
        if rate > self._best_rate:
            self._best_rate = rate
            self._best = self._parameters()

    def _parameters(self) -> torch.Tensor:
        """Return a copy of all parameters of the network."""
        return parameters_to_vector(self.model.policy.parameters()).detach().clone()

    def _judge(self, name: str, first: Tally, now: Tally) -> None:
        if now.games < _RECENT or self.stop:
            return
        both = _add([first, now]).rate
        error = math.sqrt(max(both * (1 - both), 1e-9) * (1 / first.games + 1 / now.games))
        if now.rate < first.rate - _DEVIATIONS * error:
            self.stop = (
                f"the win rate {name} has fallen from {first.rate:.1%} (first {first.games} games) to {now.rate:.1%} "
                f"(last {now.games}): the training makes the agent worse; the best network so far is kept. Try a lower "
                "learning_rate, more games in an update (n_steps), or with network: candidates a larger anchor"
            )

    def _on_step(self) -> bool:
        return True

    # -- saving and restoring --------------------------------------------------------------------------------------

    def session(self) -> dict[str, np.ndarray]:
        """Return arrays from which ``restore`` continues the comparison."""
        names = sorted(self._first)
        recent = [(k, *tally) for k, name in enumerate(names) for tally in self._recent.get(name, [])]
        best = np.zeros(0, np.float32) if self._best is None else self._best.numpy()
        return {
            "guard_names": np.frombuffer("\n".join(names).encode(), np.uint8),
            "guard_first": np.array([self._first[name] for name in names], np.int64).reshape(-1, 2),
            "guard_recent": np.array(recent, np.int64).reshape(-1, 3),
            "guard_best": best,
            "guard_best_rate": np.array(self._best_rate),
        }

    def restore(self, session: dict[str, np.ndarray]) -> None:
        """Continue the comparison of ``session``; begin anew if it holds none that fits."""
        parts = [session.get(f"guard_{part}") for part in ("names", "first", "recent", "best", "best_rate")]
        if any(part is None for part in parts):
            return
        raw, first, recent, best, best_rate = typing.cast(list[np.ndarray], parts)
        names = raw.tobytes().decode(errors="replace").split("\n") if raw.size else []
        if not self._fits(names, first, recent, best):
            return
        self._first = {name: Tally(*row) for name, row in zip(names, first.tolist(), strict=True)}
        for k, wins, games in recent.tolist():
            self._recent.setdefault(names[k], []).append(Tally(wins, games))
        if best.size:
            self._best, self._best_rate = torch.from_numpy(best.copy()), float(best_rate)

    def _fits(self, names: list[str], first: np.ndarray, recent: np.ndarray, best: np.ndarray) -> bool:
        """Return whether these parts of a session belong together, and to this network."""
        return (
            first.shape == (len(names), 2)
            and recent.ndim == 2
            and recent.shape[1] == 3
            and bool(np.isin(recent[:, 0], np.arange(len(names))).all())
            and best.dtype == np.float32
            and best.shape in ((0,), tuple(self._parameters().shape))
            and bool(np.isfinite(best).all())
        )


def _add(tallies: list[Tally]) -> Tally:
    return Tally(sum(one.wins for one in tallies), sum(one.games for one in tallies))


def _last(tallies: list[Tally]) -> list[Tally]:
    """Drop the oldest tallies as long as enough games remain."""
    while len(tallies) > 1 and _add(tallies[1:]).games >= _RECENT:
        tallies = tallies[1:]
    return tallies
