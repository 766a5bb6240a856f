"""Between the network and the tables: whose requests are heard, how large they may be, what browsers may do.

A page of another site must not reach a server on this machine: neither by a name of its own that leads here (DNS
rebinding: the ``Host`` must be this machine's), nor from its own pages (the ``Origin`` must be ours).  Games are found
by names that cannot be guessed, not by cookies, which a browser would send along for anybody.
"""

import ipaddress

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 1_000_000  # of a request's body: a position is some 20 kB
MOST_QUERY = 2_000
_TOO_LARGE = f"a request may have {MOST_BYTES} bytes, and a query {MOST_QUERY}"

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)


class TooLargeError(Exception):
    """The body of a request is larger than it may be; raised where it is read."""

    def __init__(self) -> None:
        super().__init__(_TOO_LARGE)


class Guard:
    """Wraps the application.

    Args:
        app: what is guarded.
        host: name or address that the server was told to listen on.
    """

    def __init__(self, app: ASGIApp, host: str):
        self._app, self._names = app, {"localhost", host.lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or hand it on."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        guarded = _with_headers(send)
        status, problem = self._refusal(scope)
        if status:
            await JSONResponse({"error": problem}, status)(scope, receive, guarded)
            return
        await self._app(scope, _limited(receive), guarded)

    def _refusal(self, scope: Scope) -> tuple[int, str]:
        """Status and reason against a request, 0 for none."""
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._is_ours(host):
            return 421, "this server is not called that: use its address, such as http://127.0.0.1"
        if origin is not None and origin.lower() != f"{scope['scheme']}://{host.lower()}":
            return 403, "requests from the pages of other sites are refused"
        length = headers.get("content-length", "0")
        if (
            len(scope.get("query_string", b"")) > MOST_QUERY
            or not (length.isascii() and length.isdigit())
            or int(length[:12]) > MOST_BYTES
        ):
            return 413, _TOO_LARGE
        return 0, ""

    def _is_ours(self, host: str) -> bool:
        """True for an address, which no stranger's name can be, and for the names of this machine."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return name.lower() in self._names
        return True


def _with_headers(send: Send) -> Send:
    """``send`` that puts the headers of safety on every answer that has no such header of its own."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in _HEADERS if pair[0] not in own)]
        await send(message)

    return guarded


def _limited(receive: Receive) -> Receive:
    """``receive`` that counts what comes, whatever length was announced."""
    total = 0

    async def counted() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            raise TooLargeError
        return message

    return counted
