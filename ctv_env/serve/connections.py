"""Connections with time limits: a slow client cannot keep a place that others need.

uvicorn itself limits only the pause between two requests, not the time that one takes to arrive.  The class stands on
private parts of uvicorn, so ``listening`` uses it only with the versions that were tried.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 900
"""Connections at a time, below the usual limit of 1,024 open files."""
RECEIVE_SECONDS = 15.0
"""Longest time from the opening of a connection, or from the first byte of a later request, to the request's end."""
SEND_SECONDS = 30.0
"""Longest time that a client may leave a response unread."""


class Connection(H11Protocol):
    """A connection, closed when a request takes too long to arrive or a response too long to be read.

    When there are too many, the one that has waited longest for a request is closed.
    """

    _receiving: asyncio.TimerHandle | None = None
    _sending: asyncio.TimerHandle | None = None
    _waiting_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._waiting_since = self.loop.time()
        self._limit_receiving()
        if len(self.connections) > MOST:
            self._close_longest_waiting()

    def data_received(self, data: bytes) -> None:
        """Handle what arrives."""
        super().data_received(data)
        self._limit_receiving()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._waiting_since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The client reads more slowly than the response is written."""
        super().pause_writing()
        self._sending = self.loop.call_later(SEND_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has read what was written."""
        super().resume_writing()
        _stop(self._sending)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the time limits."""
        super().connection_lost(exc)
        _stop(self._receiving)
        _stop(self._sending)

    @property
    def is_waiting(self) -> bool:
        """Whether no complete request is being answered."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def _limit_receiving(self) -> None:
        """Run a time limit for as long as a request is incomplete."""
        if not self.is_waiting:
            _stop(self._receiving)
            self._receiving = None
        elif self._receiving is None:
            self._receiving = self.loop.call_later(RECEIVE_SECONDS, self.transport.abort)

    def _close_longest_waiting(self) -> None:
        others = (one for one in self.connections if isinstance(one, Connection))
        waiting = [one for one in others if one.is_waiting and not one.transport.is_closing()]
        min(waiting, key=lambda one: one._waiting_since).transport.abort()


def _stop(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
