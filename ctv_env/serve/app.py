"""The web application: the server's routes, its error messages, and the guard in front of them."""

import functools
import pathlib
import typing
from collections.abc import Collection

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from ctv_env.core.spec import spec_of
from ctv_env.serve.clients import Clients, LaterError, Limits
from ctv_env.serve.guard import Guard, TooLargeError, later
from ctv_env.serve.journal import Folder
from ctv_env.serve.offer import Offer
from ctv_env.serve.requests import BadRequestError
from ctv_env.serve.server import Server
from ctv_env.serve.session import RefusedError
from ctv_env.serve.sessions import MOST_ON_DISK
from ctv_env.serve.workshop import ExistsError, Workshop

_LIMITS = Limits()


def make_app(
    offer: Offer,
    folder: str | pathlib.Path,
    host: str,
    token: str | None = None,
    limits: Limits = _LIMITS,
    scenarios: pathlib.Path | None = None,
    public: Collection[str] = (),
) -> Guard:
    """Return the guarded application.

    Args:
        offer: what may be played.
        folder: folder of the games.
        host: host that the server listens on.
        token: that requests must have, None if they need none.
        limits: of each client.
        scenarios: folder of the scenarios saved in the editor, None if none can be saved.
        public: names under which a proxy offers the server.

    Raises:
        OSError: the folder cannot be created.
    """
    clients = Clients(limits)
    workshop = Workshop(spec_of(offer.game), offer.data_dir, scenarios, pathlib.Path(folder) / "scenarios")
    server = Server(offer, Folder(folder, MOST_ON_DISK), clients, workshop)
    app = Starlette(
        routes=server.routes(),
        exception_handlers={
            HTTPException: _http_error,
            BadRequestError: functools.partial(_error, 400),
            RefusedError: functools.partial(_error, 409),
            ExistsError: functools.partial(_error, 409),
            TooLargeError: functools.partial(_error, 413),
            LaterError: _error_later,
            ClientDisconnect: functools.partial(_error, 400),  # nobody is there to read it
            OSError: functools.partial(_error, 503),
            ValueError: functools.partial(_error, 422),
        },
        lifespan=server.lifespan,
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    return Guard(app, host, clients, token, public)


async def _error(status: int, _: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, status)


async def _error_later(_: Request, error: Exception) -> Response:
    return later(typing.cast(LaterError, error))


async def _http_error(_: Request, error: Exception) -> Response:
    known = error if isinstance(error, HTTPException) else HTTPException(500)
    return JSONResponse({"error": known.detail}, known.status_code, known.headers)
