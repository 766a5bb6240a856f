"""Limits on the requests of one client, so that others are served too.

A client is an IP address, or the first 64 bits of an IPv6 address, which belong to one network.
"""

import contextlib
import dataclasses
import ipaddress
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator

_REMEMBERED = 10_000  # clients


class LaterError(Exception):
    """A request is refused for now.

    Attributes:
        status: of the HTTP response.
        seconds: after which the client may try again.
    """

    status: int

    def __init__(self, problem: str, seconds: float):
        self.seconds = max(1, math.ceil(seconds))
        super().__init__(f"{problem}: try again in {self.seconds} seconds")


class TooManyError(LaterError):
    """A client asks for too much."""

    status = 429

    def __init__(self, what: str, seconds: float):
        super().__init__(f"too many {what} from your address", seconds)


@dataclasses.dataclass(frozen=True)
class Limits:
    """Limits on the requests of one client.

    Attributes:
        requests: in a burst; not limited for programs on this machine, which could stop the server anyway.
        requests_per_second: in the long run.
        at_once: requests that are being answered; limited as ``requests``.
        games: to begin, resume or save in a burst.
        games_per_second: in the long run.
    """

    requests: int = 500
    requests_per_second: float = 50.0
    at_once: int = 100
    games: int = 300
    games_per_second: float = 1 / 60


class TokenBucket:
    """An allowance for each client that requests use up and time refills (a token bucket).

    Args:
        what: the requests, in the plural, for messages.
        most: maximum for a client, and its initial value.
        per_second: rate of refilling.
        clock: monotonic clock, in seconds.
    """

    def __init__(self, what: str, most: int, per_second: float, clock: Callable[[], float]):
        self._what, self._most, self._per_second, self._clock = what, most, per_second, clock
        self._left: dict[str, tuple[float, float]] = {}  # client -> what it had left, and when

    def use(self, client: str) -> None:
        """Use up one.

        Raises:
            TooManyError: none is left.
        """
        now = self._clock()
        left, then = self._left.pop(client, (float(self._most), now))
        left = min(self._most, left + (now - then) * self._per_second)
        if left >= 1:
            self._left[client] = left - 1, now
        else:
            self._left[client] = left, now
            raise TooManyError(self._what, (1 - left) / self._per_second)
        if len(self._left) > _REMEMBERED:
            del self._left[next(iter(self._left))]  # the one that has been silent for longest


class Clients:
    """The clients of a server.

    Args:
        limits: of each client.
        clock: monotonic clock, in seconds.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic):
        self._limits = limits
        self._requests = TokenBucket("requests", limits.requests, limits.requests_per_second, clock)
        self._games = TokenBucket("new games", limits.games, limits.games_per_second, clock)
        self._asking: Counter[str] = Counter()

    @contextlib.contextmanager
    def request(self, address: str) -> Iterator[None]:
        """Count a request while it is answered.

        Raises:
            TooManyError: the client has too many.
        """
        client, is_here = _client(address)
        if is_here:
            yield
            return
        if self._asking[client] >= self._limits.at_once:
            raise TooManyError("requests at once", 1)
        self._requests.use(client)
        self._asking[client] += 1
        try:
            yield
        finally:
            self._asking[client] -= 1
            if not self._asking[client]:
                del self._asking[client]

    def begin_game(self, address: str) -> None:
        """Count a game; raises as ``request``."""
        self._games.use(_client(address)[0])


def _client(address: str) -> tuple[str, bool]:
    """Return the name of the client at an address, and whether it is this machine."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address, False
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        elif not ip.is_loopback:
            return str(ipaddress.ip_network((ip, 64), strict=False)), False
    return str(ip), ip.is_loopback
