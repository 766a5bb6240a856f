"""A process that plays games at the board for another; outside programs end with it, however it ends."""

import atexit
import multiprocessing.connection
import os
import signal
import threading

from agents.evaluation.cast import Cast, Seats
from agents.evaluation.records import GameRecord, Setting
from agents.external.program import STARTING


class Worker:
    """What such a process has: its agents, and an eye on its parent.

    Args:
        setting: where it plays.
    """

    def __init__(self, setting: Setting):
        self.cast = Cast(setting)
        self._leaving = threading.Lock()

    def begin(self) -> None:
        """In the new process: it shares the cores with its siblings, and ends with its parent."""
        os.environ["OMP_NUM_THREADS"] = "1"
        atexit.register(self.cast.dismiss)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: threading.Thread(target=self.leave, daemon=True).start())
        threading.Thread(target=self._leave_with_parent, daemon=True).start()

    def _leave_with_parent(self) -> None:
        """Wait for the end of the process that this one works for."""
        parent = multiprocessing.parent_process()
        if parent is not None:
            multiprocessing.connection.wait([parent.sentinel])
            self.leave()

    def leave(self) -> None:
        """End this process and the programs that it has started; in a thread, once, also if it is told so again."""
        if self._leaving.acquire(blocking=False):
            STARTING.acquire()  # for good
            self.cast.dismiss()
            os._exit(1)


_worker: Worker | None = None
"""This process as a worker; None in any other."""


def begin_worker(setting: Setting) -> None:
    """Make this new process a worker."""
    global _worker
    _worker = Worker(setting)
    _worker.begin()


def play_one(job: tuple[Seats, int]) -> GameRecord:
    """The game of seats and a seed, in a worker's process."""
    if _worker is None:
        raise RuntimeError("this process is no worker")
    return _worker.cast.play(*job)
