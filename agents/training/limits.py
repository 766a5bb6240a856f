"""When a training run writes checkpoints and when it stops."""

import contextlib
import math
import time

from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from ctv_env.agents.learned.checkpoint import save
from ctv_env.agents.learned.network import optimizer_of, weights_of
from ctv_env.agents.training.guard import Guard
from ctv_env.agents.training.progress import Progress
from ctv_env.agents.training.resume_state import session_of
from ctv_env.agents.training.runs import Run
from ctv_env.agents.training.self_play import PastSelves
from ctv_env.core.host import ends_like_ctrl_c, tell


class Limits(BaseCallback):
    """Writes checkpoints, and stops the run when its time is up or the user presses Ctrl-C; SIGTERM counts as such.

    All this happens between an update and the next rollout, so that a run resumes exactly there.  The last checkpoint
    is written when the run ends.  A second Ctrl-C interrupts at once.

    Args:
        run: its folder.
        facts: for the checkpoints.
        every: decisions between two checkpoints.
        minutes: of the whole run, None for no limit.
        progress: measures the run's time.
        past: the opponents that are copies of the learner.
        guard: may stop the run.

    Attributes:
        interrupted: whether the user, or a batch system, has asked to stop.
    """

    model: MaskablePPO

    def __init__(
        self,
        run: Run,
        facts: dict,
        every: int,
        minutes: float | None,
        progress: Progress,
        past: PastSelves,
        guard: Guard,
    ):
        super().__init__()
        self._guard = guard
        self._run, self._facts, self._every, self._progress, self._past = run, facts, every, progress, past
        self._seconds = math.inf if minutes is None else 60 * minutes
        self.interrupted = False
        self._signals = contextlib.ExitStack()  # how signals are taken

    def _on_training_start(self) -> None:
        self._saved = self.num_timesteps
        self._goes_on = False
        self._deadline = time.perf_counter() + self._seconds - self._progress.seconds
        self._signals.enter_context(ends_like_ctrl_c(self._note_interrupt))

    def _note_interrupt(self, *_: object) -> None:
        self.interrupted = True
        self._signals.close()
        tell("\nstopping after this update; Ctrl-C again stops at once")

    def _on_rollout_start(self) -> None:
        self._goes_on = time.perf_counter() < self._deadline and not self.interrupted and not self._guard.stop
        if not self._goes_on or self.num_timesteps - self._saved >= self._every:
            self._save()

    def _save(self) -> None:
        self._saved = self.num_timesteps
        file = self._run.checkpoint(self.num_timesteps)
        session = session_of(self.model, self._progress.seconds) | self._past.session() | self._guard.session()
        save(file, self._facts, weights=weights_of(self.model), optimizer=optimizer_of(self.model), session=session)
        self._run.mark_latest(file)

    def _on_step(self) -> bool:
        return self._goes_on

    def _on_training_end(self) -> None:
        if self._goes_on:  # the budget of decisions is used up
            self._save()
        self._signals.close()
