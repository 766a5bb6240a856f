"""A worker process that plays single games; external programs end with it, however it ends."""

import atexit
import multiprocessing.connection
import os
import signal
import threading

from ctv_env.agents.evaluation.agent_pool import AgentPool, Seats
from ctv_env.agents.evaluation.records import GameRecord, Setting
from ctv_env.agents.external.program import STARTING


class Worker:
    """State of a worker: its agents, and a watch on its parent.

    Args:
        setting: where it plays.
    """

    def __init__(self, setting: Setting):
        self.agents = AgentPool(setting)
        self._leaving = threading.Lock()

    def begin(self) -> None:
        """Initialise the new process: it shares the cores with its siblings, and ends with its parent."""
        os.environ["OMP_NUM_THREADS"] = "1"
        atexit.register(self.agents.dismiss)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: threading.Thread(target=self.leave, daemon=True).start())
        threading.Thread(target=self._leave_with_parent, daemon=True).start()

    def _leave_with_parent(self) -> None:
        """Wait for the end of the parent process."""
        parent = multiprocessing.parent_process()
        if parent is not None:
            multiprocessing.connection.wait([parent.sentinel])
            self.leave()

    def leave(self) -> None:
        """End this process and the programs it has started; runs in a thread, only once even if requested again."""
        if self._leaving.acquire(blocking=False):
            STARTING.acquire()  # permanently
            self.agents.dismiss()
            os._exit(1)


_worker: Worker | None = None
"""This process as a worker; None in any other."""


def begin_worker(setting: Setting) -> None:
    """Make this new process a worker."""
    global _worker
    _worker = Worker(setting)
    _worker.begin()


def play_one(job: tuple[Seats, int]) -> GameRecord:
    """Play the game of a seating and a seed, in a worker process."""
    if _worker is None:
        raise RuntimeError("this process is not a worker")
    return _worker.agents.play(*job)
