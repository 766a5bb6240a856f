"""The routes of the editor; ``workshop`` does the work."""

import dataclasses
import pathlib
from collections.abc import Awaitable, Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ctv_env.serve.requests import body
from ctv_env.serve.workshop import Workshop

_STATIC = pathlib.Path(__file__).parent / "static"


class EditorRoutes:
    """Route handlers for drafts.

    Args:
        workshop: of the game.
        count: counts a file or game of the client; TooManyError if it has too many.
        begin: begins a game of a scenario in a data folder, with the seats and options in a request; it asks for the
            folder once it has accepted these.
    """

    def __init__(
        self,
        workshop: Workshop,
        count: Callable[[Request], None],
        begin: Callable[[Request, dict, str, Callable[[], str]], Awaitable[Response]],
    ):
        self._workshop, self._count, self._begin = workshop, count, begin

    def routes(self) -> list[BaseRoute]:
        """Return all routes."""
        return [
            Route("/editor", lambda _: FileResponse(_STATIC / "editor.html")),
            Route("/api/editor", self._show_bases),
            Route("/api/editor/draft", self._view, methods=["POST"]),
            Route("/api/editor/save", self._save, methods=["POST"]),
            Route("/api/editor/download", self._download, methods=["POST"]),
            Route("/api/editor/play", self._play, methods=["POST"]),
        ]

    async def _show_bases(self, _: Request) -> Response:
        shop = self._workshop
        bases = await run_in_threadpool(shop.bases) if shop.is_open else {}
        return JSONResponse({"is_open": shop.is_open, "can_save": shop.can_save, "bases": bases})

    async def _view(self, request: Request) -> Response:
        asked = await body(request, base=str, edits=list)
        view = await run_in_threadpool(self._workshop.view, asked["base"], asked["edits"])
        return JSONResponse(view | {"plan": dataclasses.asdict(view["plan"])})

    async def _save(self, request: Request) -> Response:
        asked = await body(request, base=str, edits=list, name=str, replace=bool)
        self._count(request)
        folder = await run_in_threadpool(
            self._workshop.save, asked["base"], asked["edits"], asked["name"], asked["replace"]
        )
        commands = self._workshop.commands(folder, asked["name"])
        return JSONResponse({"folder": str(folder), "commands": commands}, 201)

    async def _download(self, request: Request) -> Response:
        asked = await body(request, base=str, edits=list, name=str)
        content = await run_in_threadpool(self._workshop.archive, asked["base"], asked["edits"], asked["name"])
        return Response(content, media_type="application/zip")

    async def _play(self, request: Request) -> Response:
        asked = await body(request, base=str, edits=list, name=str, seats=dict, options=dict, awaits_dice=bool)
        return await self._begin(
            request,
            asked,
            asked["name"],
            lambda: str(self._workshop.keep(asked["base"], asked["edits"], asked["name"])),
        )
