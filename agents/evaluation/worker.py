"""Worker processes that play single games; external programs end with them, however they end."""

import atexit
import concurrent.futures
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection

from ctv_env.agents.evaluation.agent_pool import AgentPool, Seats
from ctv_env.agents.evaluation.records import GameRecord, Setting
from ctv_env.agents.external.program import STARTING


class Worker:
    """State of a worker: its agents, and a watch on its parent.

    Args:
        setting: where it plays.
        end: closed by the parent when the worker should end at once.
    """

    def __init__(self, setting: Setting, end: Connection):
        self.agents, self._end = AgentPool(setting), end
        self._leaving = threading.Lock()

    def begin(self) -> None:
        """Initialise the new process: it shares the cores with its siblings, and ends with its parent."""
        os.environ["OMP_NUM_THREADS"] = "1"
        atexit.register(self.agents.dismiss)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: threading.Thread(target=self.leave, daemon=True).start())
        threading.Thread(target=self._leave_with_parent, daemon=True).start()

    def _leave_with_parent(self) -> None:
        """Wait until the parent process has ended, or says that this one should."""
        multiprocessing.connection.wait([self._end])
        self.leave()

    def leave(self) -> None:
        """End this process and the programs it has started; runs in a thread, only once even if requested again."""
        if self._leaving.acquire(blocking=False):
            STARTING.acquire()  # permanently
            self.agents.dismiss()
            os._exit(1)


_worker: Worker | None = None
"""This process as a worker; None in any other."""


class Workers:
    """Processes that play games.

    Args:
        number: of processes.
        begin: called in each new process with ``argument`` and the connection for its ``Worker``.
        argument: can be pickled.

    Attributes:
        pool: takes their tasks.
    """

    def __init__(self, number: int, begin: Callable, argument: object):
        context = multiprocessing.get_context("spawn")  # a fork would copy threads of compiled code at their work
        self._end, self._lifeline = context.Pipe(duplex=False)
        self.pool = concurrent.futures.ProcessPoolExecutor(number, context, begin, (argument, self._end))

    def close(self, at_once: bool = False) -> None:
        """End the processes: after their games, or at once."""
        if at_once:
            self._lifeline.close()
        self.pool.shutdown(cancel_futures=True)
        self._lifeline.close()
        self._end.close()


def begin_worker(setting: Setting, end: Connection) -> None:
    """Make this new process a worker."""
    global _worker
    _worker = Worker(setting, end)
    _worker.begin()


def play_one(job: tuple[Seats, int]) -> GameRecord:
    """Play the game of a seating and a seed, in a worker process."""
    if _worker is None:
        raise RuntimeError("this process is not a worker")
    return _worker.agents.play(*job)
