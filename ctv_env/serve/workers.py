"""Threads in which agents decide; quick agents never wait for slow ones."""

import concurrent.futures
import contextlib
import threading
from collections.abc import Callable, Iterator

from ctv_env.core.game import Game
from ctv_env.core.host import usable_cores
from ctv_env.serve.clients import LaterError
from ctv_env.serve.players import Player, may_think_long
from ctv_env.serve.slow_agents import RemotePlayer, SlowAgents

_QUICK = 2  # threads
_SLOW = max(1, usable_cores() // 2)  # threads: half the cores are left to everything else
MOST_WAITING = 16
_RETRY_SECONDS = 10


class BusyError(LaterError):
    """So many agents are thinking, or waiting for it, that no more are accepted."""

    status = 503

    def __init__(self) -> None:
        super().__init__("the server is busy with other games' agents", _RETRY_SECONDS)


class Workers:
    """The threads; slow agents have at most ``MOST_WAITING`` tasks at a time."""

    def __init__(self) -> None:
        self._quick = concurrent.futures.ThreadPoolExecutor(_QUICK, "agents")
        self._slow = concurrent.futures.ThreadPoolExecutor(_SLOW, "searches")
        self._slow_agents = SlowAgents()
        self._n_slow = 0
        self._lock = threading.Lock()

    def player(self, name: str, game: Game, side: str, seed: int) -> Player | RemotePlayer:
        """Return a player; arguments and errors as of ``Player``."""
        return (self._slow_agents.player if may_think_long(name, game) else Player)(name, game, side, seed)

    @contextlib.contextmanager
    def admitted(self, slow: bool) -> Iterator[None]:
        """Reserve a place for work that is submitted in this block; without ``slow``, there is always one.

        Raises:
            BusyError: all places are taken.
        """
        if not slow:
            yield
            return
        self._take_place(MOST_WAITING)
        try:
            yield
        finally:
            self._leave_place()

    def submit(self, work: Callable, slow: bool) -> concurrent.futures.Future:
        """Run ``work`` as soon as a thread is free."""
        if not slow:
            return self._quick.submit(work)
        self._take_place()
        future = self._slow.submit(work)
        future.add_done_callback(lambda _: self._leave_place())
        return future

    def close(self) -> None:
        """Wait for all work."""
        self._quick.shutdown()
        self._slow.shutdown()
        self._slow_agents.close()

    def _take_place(self, most: int | None = None) -> None:
        with self._lock:
            if most is not None and self._n_slow >= most:
                raise BusyError
            self._n_slow += 1

    def _leave_place(self) -> None:
        with self._lock:
            self._n_slow -= 1
