"""Request filtering: accepted hosts, origins and clients, maximum sizes, and permissions of browsers.

A page of another site must not reach a server on this machine: neither through a domain name of its own that resolves
here (DNS rebinding: the ``Host`` must be this machine's), nor from its own pages (the ``Origin`` must be ours).  Games
are identified by unguessable names, not by cookies, which a browser would send along with any request.

A server that others can reach has a token: an address with ``?token=...`` opens the page, and leaves a cookie for the
requests that follow.
"""

import hmac
import ipaddress
from collections.abc import Collection

from starlette.datastructures import URL, Headers, QueryParams
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ctv_env.serve.clients import Clients, LaterError, TooManyError

MOST_BYTES = 1_000_000  # limit of a request's body: a position takes some 20 kB
MOST_QUERY = 2_000
COOKIE = "ctv_token"
_COOKIE_SECONDS = 30 * 86400
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
    """The body of a request is too large; raised while reading it."""

    def __init__(self) -> None:
        super().__init__(_TOO_LARGE)


class Guard:
    """Wraps the application.

    Args:
        app: the guarded application.
        host: name or address that the server listens on.
        clients: counts the requests of each client.
        token: that requests must have, ``None`` if they need none.
        public: names under which a proxy offers the server, each with its port unless that is the usual one.
    """

    def __init__(
        self, app: ASGIApp, host: str, clients: Clients, token: str | None = None, public: Collection[str] = ()
    ):
        self._app, self._clients, self._token = app, clients, token
        self._names = {"localhost", host.lower(), *(name.lower().partition(":")[0] for name in public)}
        # The proxy may hide from us that the page came by TLS, and put a host of its own in place of the name.
        self._origins = {f"{scheme}://{name.lower()}" for name in public for scheme in ("http", "https")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        guarded = _with_headers(send)
        if answer := self._refusal(scope) or self._admission(scope):
            await answer(scope, receive, guarded)
            return
        client = scope.get("client") or ("unknown", 0)
        try:
            with self._clients.request(client[0]):
                await self._app(scope, _limited(receive), guarded)
        except TooManyError as error:
            await later(error)(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the answer to a request that may come from the page of another site, or is too large."""
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._is_ours(host):
            return _refused(421, "unknown host name: use the server's address, such as http://127.0.0.1")
        if origin is not None and origin.lower() not in {f"{scope['scheme']}://{host.lower()}", *self._origins}:
            return _refused(403, "requests from the pages of other sites are refused")
        length = headers.get("content-length", "0")
        if (
            len(scope.get("query_string", b"")) > MOST_QUERY
            or not (length.isascii() and length.isdigit())
            or int(length[:12]) > MOST_BYTES
        ):
            return _refused(413, _TOO_LARGE)
        return None

    def _admission(self, scope: Scope) -> Response | None:
        """Answer a request without the cookie: it receives one if its address contains the token."""
        if self._token is None:
            return None
        cookies = cookie_parser(Headers(scope=scope).get("cookie", ""))
        if self._is_token(cookies.get(COOKIE)):
            return None
        if not self._is_token(QueryParams(scope["query_string"]).get("token")):
            return _refused(403, "open the address that the server printed when it started: it contains a token")
        shown = URL(scope=scope).remove_query_params("token")
        # A path alone, since a proxy may have another host and scheme; two slashes would begin the name of a host.
        path = "/" + shown.path.lstrip("/")
        answer = RedirectResponse(f"{path}?{shown.query}" if shown.query else path, 303)
        # Lax: the address may be opened from a message in another page; requests of other pages have another origin.
        answer.set_cookie(COOKIE, self._token, max_age=_COOKIE_SECONDS, httponly=True, samesite="lax")
        return answer

    def _is_token(self, text: str | None) -> bool:
        return hmac.compare_digest((text or "").encode(), (self._token or "").encode())

    def _is_ours(self, host: str) -> bool:
        """Return whether the host is an IP address, which no foreign domain can be, or a name of this machine."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return name.lower() in self._names
        return True


def _refused(status: int, problem: str) -> Response:
    return JSONResponse({"error": problem}, status)


def later(error: LaterError) -> Response:
    """Return the answer to a request that is refused for now."""
    return JSONResponse({"error": str(error)}, error.status, {"retry-after": str(error.seconds)})


def _with_headers(send: Send) -> Send:
    """Wrap ``send`` to add the security headers that a response does not set itself."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in _HEADERS if pair[0] not in own)]
        await send(message)

    return guarded


def _limited(receive: Receive) -> Receive:
    """Wrap ``receive`` to count the bytes received, whatever length was announced."""
    total = 0

    async def counted() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            raise TooLargeError
        return message

    return counted
