"""The server's routes and their responses.

Pages are static files; their content comes from ``/api``.  A game is identified by its unguessable name.
"""

import asyncio
import contextlib
import dataclasses
import logging
import pathlib
from collections.abc import AsyncIterator, Callable

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from ctv_env.core.game import fresh_seed
from ctv_env.core.quote import quoted
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import Option
from ctv_env.serve import picture
from ctv_env.serve.clients import Clients
from ctv_env.serve.editor import EditorRoutes
from ctv_env.serve.journal import Folder
from ctv_env.serve.offer import Offer
from ctv_env.serve.players import PERSON, Opinion, may_think_long
from ctv_env.serve.record import record
from ctv_env.serve.requests import BadRequestError, body, number
from ctv_env.serve.session import DECIDE, WATCH, RefusedError, Session
from ctv_env.serve.sessions import Sessions
from ctv_env.serve.snapshot import Snapshot
from ctv_env.serve.workers import Workers
from ctv_env.serve.workshop import Workshop

WAIT_SECONDS = 20.0  # longest wait of a request for the next snapshot
MOST_DECISIONS = 2000  # limit of decisions per request of a watcher
_STATIC = pathlib.Path(__file__).parent / "static"
_SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"

_log = logging.getLogger(__name__)


class Server:
    """Route handlers for the sessions.

    Args:
        offer: what may be played.
        folder: folder of the games.
        clients: counts the games of each client.
        workshop: the editor's drafts.
    """

    def __init__(self, offer: Offer, folder: Folder, clients: Clients, workshop: Workshop):
        self._offer, self._clients = offer, clients
        self._spec = spec_of(offer.game)
        self._ui = self._spec.ui()
        self._options = {option.name: option for option in self._offered()}
        self._workers = Workers()
        self._sessions = Sessions(self._spec.name, folder, offer.agents, self._workers, self._announce)
        self._editor = EditorRoutes(workshop, self._count_game, self._open_in)
        self._news: dict[str, asyncio.Event] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Run from the start of the server to its end."""
        self._loop = asyncio.get_running_loop()
        yield
        await run_in_threadpool(self._sessions.close)

    def routes(self) -> list[BaseRoute]:
        """Return all routes."""
        game = "/api/games/{name}"
        return [
            Route("/", lambda _: FileResponse(_STATIC / "index.html")),
            Route("/play/{name}", lambda _: FileResponse(_STATIC / "play.html")),
            Mount("/static", StaticFiles(directory=_STATIC)),
            Route("/sides.css", self._show_colours),
            Route("/api/offer", self._show_offer),
            Route("/api/games", self._open, methods=["POST"]),
            Route("/api/resume", self._resume, methods=["POST"]),
            Route(f"{game}/snapshot", self._snapshot),
            Route(f"{game}/plan", self._plan),
            Route(f"{game}/ground.svg", self._ground),
            Route(f"{game}/map.svg", self._map),
            Route(f"{game}/record", self._record),
            Route(f"{game}/act", self._act, methods=["POST"]),
            Route(f"{game}/roll", self._roll, methods=["POST"]),
            Route(f"{game}/seat", self._take_seat, methods=["POST"]),
            Route(f"{game}/undo", self._undo, methods=["POST"]),
            Route(f"{game}/advance", self._advance, methods=["POST"]),
            Route(f"{game}/why", self._why, methods=["POST"]),
            Route(f"{game}/advise", self._advise, methods=["POST"]),
            Route(f"{game}/save", self._save, methods=["POST"]),
            *self._editor.routes(),
        ]

    # -- starting a game -------------------------------------------------------------------------------------------

    async def _show_offer(self, _: Request) -> Response:
        offer = self._offer
        return JSONResponse(
            {
                "title": self._spec.title,
                "summary": self._ui.SUMMARY,
                "help": self._ui.HELP,
                "aims": self._ui.AIMS,
                "words": dataclasses.asdict(self._ui.WORDS),
                "sides": self._spec.sides,
                "scenarios": self._scenarios(),
                "scenario": offer.scenario,
                "seats": offer.seats,
                "agents": offer.agents,
                "options": [self._option(option) for option in self._options.values()],
            }
        )

    def _scenarios(self) -> dict[str, str]:
        """Return the titles of the scenarios."""
        return {scenario.name: scenario.title for scenario in self._spec.scenarios(self._offer.data_dir)}

    def _offered(self) -> list[Option]:
        """Return the options of the start page, those on by default first."""
        offered = [option for option in self._spec.options if option.offer]
        return sorted(offered, key=lambda option: option.default is not True)

    def _option(self, option: Option) -> dict:
        """Return an option as the start page offers it."""
        value = self._offer.options.get(option.name, option.default)
        return {"name": option.name, "words": option.offer, "values": option.values, "value": value}

    async def _show_colours(self, _: Request) -> Response:
        """Return the colours of the sides as CSS variables."""
        light, dark = (
            "".join(f"--side-{k}:{getattr(colour, ground)};" for k, colour in enumerate(self._ui.COLOURS))
            for ground in ("light", "dark")
        )
        text = f":root{{{light}}}\n@media (prefers-color-scheme: dark){{:root{{{dark}}}}}\n"
        return Response(text, media_type="text/css")

    async def _open(self, request: Request) -> Response:
        asked = await body(request, scenario=str, seats=dict, options=dict, awaits_dice=bool)
        if asked["scenario"] not in self._scenarios():
            raise BadRequestError("there is no such scenario")
        return await self._open_in(request, asked, asked["scenario"], lambda: self._offer.data_dir)

    async def _open_in(
        self, request: Request, asked: dict, scenario: str, data_dir: Callable[[], str | None]
    ) -> Response:
        """Begin a game of a scenario in a data folder, which is made only for a request that is accepted."""
        if not asked["options"].keys() <= self._options.keys():
            raise BadRequestError(f"options may be {', '.join(self._options) or '(none)'}")
        who = self._who(asked)
        self._count_game(request)
        header = {
            "game": self._spec.name,
            "scenario": scenario,
            "seed": fresh_seed(),
            "data_dir": await run_in_threadpool(data_dir),
            "options": self._offer.options | asked["options"],
        }
        return await self._begin(header | who)

    def _who(self, asked: dict) -> dict:
        """Return the players: agents only by the names the server was started with, never files chosen by a client."""
        seats = asked["seats"]
        if seats.keys() != set(self._spec.sides) or not set(map(str, seats.values())) <= {PERSON, *self._offer.agents}:
            raise BadRequestError(
                f"seats must name for each of {', '.join(self._spec.sides)} one of "
                f"{', '.join((PERSON, *self._offer.agents))}"
            )
        return {"seats": seats, "awaits_dice": asked["awaits_dice"]}

    async def _resume(self, request: Request) -> Response:
        asked = await body(request, save=dict, seats=dict, awaits_dice=bool)
        save = asked["save"]
        if "ctv_save" in save:
            self._count_game(request)
            session = await run_in_threadpool(self._sessions.resume, save["ctv_save"])
            if session is not None:
                return JSONResponse({"name": session.journal.name}, 201)
        position = save.get("position", save)
        if not isinstance(position, dict) or not isinstance(position.get("game"), str):
            raise BadRequestError("this is neither a save known to this server nor a position (Game.to_dict)")
        if position["game"] != self._spec.name:
            raise BadRequestError(
                f"this is a position of the game {quoted(position['game'])}; this server plays {self._spec.name!r}"
            )
        if position.get("data_dir") != self._offer.data_dir:
            raise BadRequestError("a position must have the server's data_dir")
        header = {"position": position} | self._who(asked)
        self._count_game(request)
        return await self._begin(header)

    async def _begin(self, header: dict) -> Response:
        session = await run_in_threadpool(self._sessions.open, header)
        return JSONResponse({"name": session.journal.name}, 201)

    def _count_game(self, request: Request) -> None:
        """Raise a TooManyError if the client fills the folder of games."""
        self._clients.begin_game(request.client.host if request.client else "unknown")

    # -- viewing ---------------------------------------------------------------------------------------------------

    async def _session(self, request: Request) -> Session:
        session = await run_in_threadpool(self._sessions.find, request.path_params["name"])
        if session is None:
            raise HTTPException(404, "there is no such game")
        return session

    async def _snapshot(self, request: Request) -> Response:
        session = await self._session(request)
        after, lines = number(request, "after", 0), number(request, "log", 0)
        await self._wait(session, after)
        shown = session.shown
        if shown.version == after:
            return JSONResponse({"version": after, "busy": session.is_busy})
        lines = lines if request.query_params.get("seat") == (shown.seat or "") else 0
        data = await run_in_threadpool(lambda: Snapshot(session, shown).as_dict(lines))
        return JSONResponse(data | {"busy": session.is_busy})

    async def _wait(self, session: Session, after: int) -> None:
        """Wait until a snapshot other than ``after`` is shown, the time is up, or the server stops."""
        if session.shown.version == after:
            news = self._news.setdefault(session.journal.name, asyncio.Event())
            with contextlib.suppress(TimeoutError, asyncio.CancelledError):
                await asyncio.wait_for(news.wait(), WAIT_SECONDS)

    def _announce(self, name: str) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, name)

    def _wake(self, name: str) -> None:
        if news := self._news.pop(name, None):
            news.set()

    async def _plan(self, request: Request) -> Response:
        snapshot = await self._snapshot_of(request)
        return JSONResponse(dataclasses.asdict(self._ui.plan(snapshot.game.tables)))

    async def _ground(self, request: Request) -> Response:
        snapshot = await self._snapshot_of(request)
        text = await run_in_threadpool(picture.ground, snapshot.game)
        return _svg(text, "private, max-age=86400")  # of a game it never changes

    async def _map(self, request: Request) -> Response:
        snapshot = await self._snapshot_of(request)
        if snapshot.is_veiled:
            raise RefusedError("there is nothing to see yet")
        return _svg(await run_in_threadpool(picture.counters, snapshot.game, snapshot.shown.seat), "no-store")

    async def _snapshot_of(self, request: Request) -> Snapshot:
        session = await self._session(request)
        return Snapshot(session, session.shown)

    # -- deciding --------------------------------------------------------------------------------------------------

    async def _act(self, request: Request) -> Response:
        asked = await body(request, version=int, action=int)
        return await self._do(request, lambda session: session.act(asked["version"], asked["action"]))

    async def _roll(self, request: Request) -> Response:
        asked = await body(request, version=int)
        return await self._do(request, lambda session: session.roll(asked["version"]))

    async def _take_seat(self, request: Request) -> Response:
        asked = await body(request, version=int)
        return await self._do(request, lambda session: session.take_seat(asked["version"]))

    async def _undo(self, request: Request) -> Response:
        asked = await body(request, version=int)
        return await self._do(request, lambda session: session.undo(asked["version"]))

    async def _advance(self, request: Request) -> Response:
        asked = await body(request, version=int, decisions=int)
        if not 1 <= asked["decisions"] <= MOST_DECISIONS:
            raise BadRequestError(f"decisions must be from 1 to {MOST_DECISIONS}")
        return await self._do(request, lambda session: session.advance(asked["version"], asked["decisions"]))

    async def _do(self, request: Request, change: Callable[[Session], None]) -> Response:
        """Change a session; the next snapshot shows the result."""
        session = await self._session(request)
        await run_in_threadpool(change, session)
        return JSONResponse({"version": session.shown.version, "busy": session.is_busy})

    # -- queries ---------------------------------------------------------------------------------------------------

    async def _why(self, request: Request) -> Response:
        asked = await body(request, version=int, space=str)
        snapshot = await self._deciding(request, asked["version"], DECIDE)
        try:
            reasons = await run_in_threadpool(snapshot.why_not, asked["space"])
        except ValueError as error:
            raise BadRequestError(str(error)) from error
        return JSONResponse({"reasons": reasons})

    async def _advise(self, request: Request) -> Response:
        asked = await body(request, version=int, agent=str)
        if asked["agent"] not in self._offer.agents:
            raise BadRequestError(f"advice is available from {', '.join(self._offer.agents)}")
        snapshot = await self._deciding(request, asked["version"], DECIDE, WATCH)
        slow = may_think_long(asked["agent"], snapshot.game)
        with self._workers.admitted(slow):
            thinking = self._workers.submit(lambda: self._ask(asked["agent"], snapshot), slow)
        found = await asyncio.wrap_future(thinking)
        return JSONResponse({"agent": asked["agent"]} | snapshot.opinion(found))

    def _ask(self, agent: str, snapshot: Snapshot) -> Opinion:
        player = self._workers.player(agent, snapshot.game, snapshot.asked, 0)
        try:
            return player.opinion(snapshot.game)
        except Exception as error:  # whatever an agent raises
            _log.warning("the agent %s fails", agent, exc_info=error)
            raise HTTPException(502, f"the agent {agent} fails with {type(error).__name__}: {error}") from error
        finally:
            player.close()

    async def _deciding(self, request: Request, version: int, *phases: str) -> Snapshot:
        """Return the snapshot, if it is in one of ``phases`` and the one that the client saw."""
        snapshot = await self._snapshot_of(request)
        if snapshot.shown.version != version or snapshot.shown.phase not in phases:
            raise RefusedError("the game has gone on: this is no longer the position that you saw")
        return snapshot

    # -- saving ----------------------------------------------------------------------------------------------------

    async def _save(self, request: Request) -> Response:
        await body(request)
        session = await self._session(request)
        self._count_game(request)
        save: dict[str, object] = {
            "ctv_save": await run_in_threadpool(self._sessions.save, session),
            "game": self._spec.name,
        }
        if not session.is_secret:
            save["position"] = session.shown.game.to_dict()
        return JSONResponse(save)

    async def _record(self, request: Request) -> Response:
        session = await self._session(request)
        if session.is_secret:
            raise RefusedError("the record reveals what fog hides: it is available when the game is over")
        return PlainTextResponse(await run_in_threadpool(record, session))


def _svg(text: str, cache: str) -> Response:
    headers = {"content-security-policy": _SVG_POLICY, "cache-control": cache}
    return Response(text, media_type="image/svg+xml", headers=headers)
