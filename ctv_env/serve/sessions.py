"""All tables of the server: those in use lie in memory, the others on the disk."""

import concurrent.futures
import threading
import time
from collections.abc import Callable

from ctv_env.serve.journal import Folder, Journal
from ctv_env.serve.session import Table, first_position

MOST_IN_MEMORY = 32
MOST_ON_DISK = 2000
IDLE_SECONDS = 1800.0
_WORKERS = 2


class Tables:
    """The tables, by the names of their games.

    Args:
        folder: where games are kept.
        announce: called with the name of a game, from any thread, when it shows another moment.
        clock: seconds that rise.
    """

    def __init__(self, folder: Folder, announce: Callable[[str], None], clock: Callable[[], float] = time.monotonic):
        self._folder, self._announce, self._clock = folder, announce, clock
        self._tables: dict[str, tuple[Table, float]] = {}
        self._lock = threading.Lock()
        self._workers = concurrent.futures.ThreadPoolExecutor(_WORKERS, "agents")

    def open(self, header: dict) -> Table:
        """A new table for a game with this first line of its journal.

        Raises:
            ValueError: there is no such game, scenario, option, position or agent; or the folder is full.
            OSError: the journal cannot be written.
        """
        first_position(header)  # what cannot be gets no journal
        journal = self._folder.begin(header)
        try:
            return self._seat(journal)
        except ValueError:  # an agent that does not fit the game or the side
            journal.file.unlink()
            raise

    def find(self, name: str) -> Table | None:
        """The table of a game, taken up from the disk if need be; None if there is no such game.

        Raises:
            ValueError: its journal is damaged or of other rules.
            OSError: its journal cannot be read.
        """
        with self._lock:
            self._leave_idle()
            if name in self._tables:
                table, _ = self._tables[name]
                self._tables[name] = table, self._clock()
                return table
        journal = self._folder.find(name)
        return self._seat(journal) if journal else None

    def save(self, table: Table) -> str:
        """The name of a save of the game as it is now; errors as of ``open``."""
        return self._folder.save(table.journal)

    def resume(self, save: str) -> Table | None:
        """A new table where the game goes on from a save; None if there is no such save; errors as of ``open``."""
        journal = self._folder.restore(save)
        return self._seat(journal) if journal else None

    def forget(self, name: str) -> None:
        """Drop a table from memory; its game stays on the disk."""
        with self._lock:
            if name in self._tables:
                self._tables.pop(name)[0].close()

    def close(self) -> None:
        """Drop all tables, and wait for what is being decided."""
        for name in list(self._tables):
            self.forget(name)
        self._workers.shutdown()

    def _seat(self, journal: Journal) -> Table:
        with self._lock:
            if journal.name not in self._tables:
                table = Table(journal, self._workers.submit, lambda: self._announce(journal.name))
                self._tables[journal.name] = table, self._clock()
                self._leave_idle()
            return self._tables[journal.name][0]

    def _leave_idle(self) -> None:
        """Drop the tables where nothing has been asked for long, and the longest idle of too many."""
        now = self._clock()
        oldest_first = sorted(self._tables, key=lambda name: self._tables[name][1])
        too_many = len(oldest_first) - MOST_IN_MEMORY
        for rank, name in enumerate(oldest_first):
            idle = now - self._tables[name][1] > IDLE_SECONDS
            if (idle or rank < too_many) and not self._tables[name][0].is_busy:
                self._tables.pop(name)[0].close()
