"""The server that listens: uvicorn, with time limits for connections if its version was tried with them."""

import uvicorn
from starlette.types import ASGIApp

from ctv_env.core.host import tell

TRIED = (0, 30), (0, 54)
"""The first and the last version of uvicorn whose private parts were tried; ``pyproject.toml`` has the same bounds."""


def is_tried(version: str) -> bool:
    """Whether the private parts of a version of uvicorn were tried."""
    first, last = TRIED
    return first <= tuple(int(number) for number in version.split(".")[:2]) <= last


def make_server(app: ASGIApp) -> uvicorn.Server:
    """Return a server of the application, for sockets that listen.

    With another version of uvicorn than the tried ones a slow client keeps its connection, and a sentence says so.
    """
    config = uvicorn.Config(
        app,
        http=_protocol(),
        log_level="error",  # a warning for each request that is not HTTP would fill the terminal
        ws="none",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    return uvicorn.Server(config)


def _protocol() -> type | str:
    """Return what handles a connection, as uvicorn takes it."""
    if is_tried(uvicorn.__version__):
        from ctv_env.serve.connections import Connection

        return Connection
    first, last = (f"{major}.{minor}" for major, minor in TRIED)
    tell(
        f"ctv: uvicorn {uvicorn.__version__} has not been tried: connections have no time limits, as they have with "
        f"uvicorn {first} to {last}"
    )
    return "h11"
