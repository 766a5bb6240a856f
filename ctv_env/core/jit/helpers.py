"""Compiling on all usable cores: helper processes start from the last function, this process from the first.

The helpers run ``compile_ahead.py``.
"""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

from ctv_env.core.host import free_memory, usable_cores
from ctv_env.core.jit.store import STORE

_CHILD = f"{__spec__.parent}.compile_ahead"
_MEMORY = 300 * 2**20
"""Bytes for a process that compiles."""


class Helpers:
    """A process for each additional core, if memory allows, and a thread here that feeds it.

    Args:
        functions: to be compiled, in the order in which this process does so.
        done: called after each function that a helper has compiled.
    """

    def __init__(self, functions: Sequence[Callable], done: Callable[[], object]):
        self._left, self._done = list(functions), done
        self._busy: set[Callable] = set()
        self._changed = threading.Condition()
        self._processes: list[subprocess.Popen] = []
        for _ in range(_number(len(functions))):
            with contextlib.suppress(OSError):  # without helpers this process only takes longer
                self._processes.append(_start())
        self._threads = [threading.Thread(target=self._feed, args=(one,), daemon=True) for one in self._processes]
        for thread in self._threads:
            thread.start()

    def take(self, function: Callable) -> bool:
        """Reserve ``function`` for this process, or wait until its helper has compiled it or died.

        Returns:
            Whether this process has to compile it.
        """
        with self._changed:
            while function in self._busy:
                self._changed.wait()
            if function in self._left:
                self._left.remove(function)
                return True
            return False

    def close(self) -> None:
        """Terminate all helpers."""
        with self._changed:
            self._left.clear()
        for process, thread in zip(self._processes, self._threads, strict=True):
            process.kill()
            thread.join()  # it reads until the process has ended
            with contextlib.suppress(BrokenPipeError), process:
                pass  # it closes the pipes; what is left in one cannot be sent

    def _feed(self, process: subprocess.Popen) -> None:
        """Give ``process`` one function after another, starting with the last."""
        alive = True
        while alive:
            with self._changed:
                if not self._left:
                    return
                function = self._left.pop()
                self._busy.add(function)
            alive = _compile_in(process, function)
            with self._changed:
                self._busy.remove(function)
                if not alive:
                    self._left.append(function)
                self._changed.notify_all()
            if alive:
                self._done()


def _number(functions: int) -> int:
    """Return how many helpers there should be: none if they could not hand over their code."""
    if STORE.place() is None:
        return 0
    free = free_memory()
    return min(usable_cores(), functions, functions if free is None else free // _MEMORY) - 1


def _compile_in(process: subprocess.Popen, function: Callable) -> bool:
    """Return whether ``process`` has compiled ``function``; if not, it has ended."""
    name = f"{function.__module__}:{function.__name__}\n"
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(OSError):
        process.stdin.write(name)
        process.stdin.flush()
        return process.stdout.readline() == name
    return False


def _start() -> subprocess.Popen:
    """Start a process with this one's import path and cache; ``-P`` keeps the working folder out of it."""
    cache = {"NUMBA_CACHE_DIR": str(STORE.chosen)} if STORE.chosen else {}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", _CHILD],
        env=os.environ | cache | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )
