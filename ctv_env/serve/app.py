"""The web application: the server's paths, its errors in words, and the guard before them."""

import functools
import pathlib

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ctv_env.serve.guard import Guard, TooLargeError
from ctv_env.serve.journal import Folder
from ctv_env.serve.offer import Offer
from ctv_env.serve.requests import BadRequestError
from ctv_env.serve.server import Server
from ctv_env.serve.session import RefusedError
from ctv_env.serve.sessions import MOST_ON_DISK


def make_app(offer: Offer, folder: str | pathlib.Path, host: str) -> Guard:
    """The guarded application.

    Args:
        offer: what may be played.
        folder: where games are kept.
        host: where the server listens.

    Raises:
        OSError: the folder cannot be made.
    """
    server = Server(offer, Folder(folder, MOST_ON_DISK))
    app = Starlette(
        routes=server.routes(),
        exception_handlers={
            HTTPException: _tell_http,
            BadRequestError: functools.partial(_tell, 400),
            RefusedError: functools.partial(_tell, 409),
            TooLargeError: functools.partial(_tell, 413),
            OSError: functools.partial(_tell, 503),
            ValueError: functools.partial(_tell, 422),
        },
        lifespan=server.lifespan,
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    return Guard(app, host)


async def _tell(status: int, _: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, status)


async def _tell_http(_: Request, error: Exception) -> Response:
    known = error if isinstance(error, HTTPException) else HTTPException(500)
    return JSONResponse({"error": known.detail}, known.status_code, known.headers)
