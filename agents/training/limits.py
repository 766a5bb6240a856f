"""When a training run writes a checkpoint, and when it stops."""

import math
import signal
import sys
import time

from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from agents.learned.checkpoint import save
from agents.training.progress import Progress
from agents.training.resume_state import session_of
from agents.training.runs import Run
from agents.training.self_play import PastSelves


class Limits(BaseCallback):
    """Writes checkpoints, and stops the run when its time is up or the user presses Ctrl-C.

    All this happens between an update and the next rollout, so that a resumed run goes on exactly from there.  The
    last checkpoint is of the moment where the run ended.  A second Ctrl-C interrupts at once.

    Args:
        run: its folder.
        identity: for the checkpoints.
        every: decisions between two checkpoints.
        minutes: of the whole run, None for no limit.
        progress: knows how long the run has taken.
        past: the opponents that are copies of the learner.

    Attributes:
        interrupted: whether the user wants it to stop.
    """

    model: MaskablePPO

    def __init__(
        self, run: Run, identity: dict, every: int, minutes: float | None, progress: Progress, past: PastSelves
    ):
        super().__init__()
        self._run, self._identity, self._every, self._progress, self._past = run, identity, every, progress, past
        self._seconds = math.inf if minutes is None else 60 * minutes
        self.interrupted = False

    def _on_training_start(self) -> None:
        self._saved = self.num_timesteps
        self._goes_on = False
        self._deadline = time.perf_counter() + self._seconds - self._progress.seconds
        self._handler = signal.signal(signal.SIGINT, self._note_interrupt)

    def _note_interrupt(self, *_: object) -> None:
        self.interrupted = True
        signal.signal(signal.SIGINT, self._handler)
        print("\nstopping after this update; Ctrl-C again stops at once", file=sys.stderr)

    def _on_rollout_start(self) -> None:
        self._goes_on = time.perf_counter() < self._deadline and not self.interrupted
        if not self._goes_on or self.num_timesteps - self._saved >= self._every:
            self._save()

    def _save(self) -> None:
        self._saved = self.num_timesteps
        file = self._run.checkpoint(self.num_timesteps)
        session = session_of(self.model, self._progress.seconds) | self._past.session()
        save(self.model, file, self._identity, session)
        self._run.mark_latest(file)

    def _on_step(self) -> bool:
        return self._goes_on

    def _on_training_end(self) -> None:
        if self._goes_on:  # the budget of decisions is used up
            self._save()
        signal.signal(signal.SIGINT, self._handler)
