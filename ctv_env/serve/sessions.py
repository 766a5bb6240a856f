"""All sessions of the server: active ones in memory, the others on disk."""

import threading
import time
import weakref
from collections.abc import Callable, Collection

from ctv_env.serve.journal import Folder, Journal
from ctv_env.serve.players import PERSON
from ctv_env.serve.session import Session, first_position, versions_of
from ctv_env.serve.workers import BusyError, Workers

MOST_IN_MEMORY = 300
MOST_ON_DISK = 2000
IDLE_SECONDS = 1800.0


class Sessions:
    """The sessions, by the names of their games.

    Args:
        game: name of the server's game; games of any other stay on disk.
        folder: folder of the games.
        agents: names of the agents that may play; a game with any other stays on disk.
        workers: threads in which agents decide; closed with the sessions.
        announce: called with the name of a game, from any thread, when it shows another snapshot.
        clock: monotonic clock, in seconds.
    """

    def __init__(
        self,
        game: str,
        folder: Folder,
        agents: Collection[str],
        workers: Workers,
        announce: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ):
        self._game, self._folder, self._agents, self._workers = game, folder, agents, workers
        self._announce, self._clock = announce, clock
        self._sessions: dict[str, tuple[Session, float]] = {}
        self._lock = threading.Lock()
        self._seating: weakref.WeakValueDictionary[str, threading.Lock] = weakref.WeakValueDictionary()

    def open(self, header: dict) -> Session:
        """Start a session for a game with this first line of its journal.

        Raises:
            ValueError: there is no such game, scenario, option, position or agent.
            BusyError: too many agents are thinking.
            OSError: the journal cannot be written, or the folder is full.
        """
        game = first_position(header)  # an impossible game gets no journal
        return self._begin(self._folder.begin(header | versions_of(game)))

    def find(self, name: str) -> Session | None:
        """Return the session of a game, loaded from disk if necessary; None if there is no such game.

        Raises:
            ValueError: its journal is damaged or belongs to other rules.
            BusyError: too many agents are thinking.
            OSError: its journal cannot be read.
        """
        with self._lock:
            self._leave_idle()
            if name in self._sessions:
                session, _ = self._sessions[name]
                self._sessions[name] = session, self._clock()
                return session
        journal = self._folder.find(name)
        return self._seat(journal) if journal else None

    def save(self, session: Session) -> str:
        """Save the game as it is now and return the save's name; raises as ``open``."""
        return self._folder.save(session.journal)

    def resume(self, save: str) -> Session | None:
        """Start a session that continues the game from a save; None if there is no such save; raises as ``open``."""
        journal = self._folder.restore(save)
        return self._begin(journal) if journal else None

    def forget(self, name: str) -> None:
        """Drop a session from memory; its game stays on disk."""
        with self._lock:
            if name in self._sessions:
                self._sessions.pop(name)[0].close()

    def close(self) -> None:
        """Drop all sessions, and wait for decisions in progress."""
        for name in list(self._sessions):
            self.forget(name)
        self._workers.close()

    def _begin(self, journal: Journal) -> Session:
        """Create the session of a new journal, which is deleted if that fails."""
        try:
            return self._seat(journal)
        except (ValueError, BusyError):  # such as an agent that is not offered, or does not fit the game or side
            journal.file.unlink()
            raise

    def _seat(self, journal: Journal) -> Session:
        """Create the session of a journal in one thread only; other games do not wait for it."""
        with self._lock:
            seating = self._seating.setdefault(journal.name, threading.Lock())
        with seating:
            with self._lock:
                if journal.name in self._sessions:
                    return self._sessions[journal.name][0]
            self._check(journal)
            session = Session(journal, self._workers, lambda: self._announce(journal.name))
            with self._lock:
                self._sessions[journal.name] = session, self._clock()
                self._leave_idle()
            return session

    def _check(self, journal: Journal) -> None:
        """Raise a ValueError for another game, or an agent that is not offered: creating an agent runs its code."""
        header, _ = journal.read()
        if (game := header.get("position", header)["game"]) != self._game:
            raise ValueError(f"this is a game of {game}: it goes on where `ctv serve --game {game}` is started")
        for name in header["seats"].values():
            if name not in (PERSON, *self._agents):
                raise ValueError(
                    f"no agent {name!r} plays here: the game goes on where `ctv serve` is started with it as --opponent"
                )

    def _leave_idle(self) -> None:
        """Drop sessions that have been idle for long, and the longest idle if there are too many."""
        now = self._clock()
        oldest_first = sorted(self._sessions, key=lambda name: self._sessions[name][1])
        too_many = len(oldest_first) - MOST_IN_MEMORY
        for rank, name in enumerate(oldest_first):
            idle = now - self._sessions[name][1] > IDLE_SECONDS
            if (idle or rank < too_many) and not self._sessions[name][0].is_busy:
                self._sessions.pop(name)[0].close()
