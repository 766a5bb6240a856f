"""Each path of the server and what it answers.

Pages are plain files; what they show comes from ``/api``.  A game is found by its name, which nobody can guess.
"""

import asyncio
import contextlib
import dataclasses
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
from ctv_env.core.spec import Option
from ctv_env.games import spec_of
from ctv_env.serve import picture
from ctv_env.serve.journal import Folder
from ctv_env.serve.offer import Offer
from ctv_env.serve.players import PERSON, Player
from ctv_env.serve.record import record
from ctv_env.serve.requests import BadRequestError, body, number
from ctv_env.serve.session import DECIDE, RefusedError, Table
from ctv_env.serve.sessions import Tables
from ctv_env.serve.snapshot import Moment

WAIT_SECONDS = 20.0  # that a question for the next moment is kept waiting
MOST_DECISIONS = 2000  # that watchers may ask for at once
_STATIC = pathlib.Path(__file__).parent / "static"
_SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"


class Server:
    """The tables and what is asked about them.

    Args:
        offer: what may be played.
        folder: where games are kept.
    """

    def __init__(self, offer: Offer, folder: Folder):
        self._offer = offer
        self._spec = spec_of(offer.game)
        self._ui = self._spec.ui()
        self._options = {option.name: option for option in self._offered()}
        self._tables = Tables(folder, self._announce)
        self._news: dict[str, asyncio.Event] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """From the start of the server to its end."""
        self._loop = asyncio.get_running_loop()
        yield
        await run_in_threadpool(self._tables.close)

    def routes(self) -> list[BaseRoute]:
        """All paths."""
        game = "/api/games/{name}"
        return [
            Route("/", lambda _: FileResponse(_STATIC / "index.html")),
            Route("/play/{name}", lambda _: FileResponse(_STATIC / "play.html")),
            Mount("/static", StaticFiles(directory=_STATIC)),
            Route("/sides.css", self._show_colours),
            Route("/api/offer", self._show_offer),
            Route("/api/games", self._open, methods=["POST"]),
            Route("/api/resume", self._resume, methods=["POST"]),
            Route(f"{game}/moment", self._moment),
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
        ]

    # -- beginning a game ------------------------------------------------------------------------------------------

    async def _show_offer(self, _: Request) -> Response:
        offer = self._offer
        return JSONResponse(
            {
                "title": self._spec.title,
                "summary": self._ui.summary,
                "help": self._ui.help,
                "aims": self._ui.aims,
                "words": dataclasses.asdict(self._ui.words),
                "sides": self._spec.sides,
                "scenarios": self._scenarios(),
                "scenario": offer.scenario,
                "seats": offer.seats,
                "agents": offer.agents,
                "options": [self._option(option) for option in self._options.values()],
            }
        )

    def _scenarios(self) -> dict[str, str]:
        """Titles of the scenarios."""
        return {scenario.name: scenario.title for scenario in self._spec.scenarios(self._offer.data_dir)}

    def _offered(self) -> list[Option]:
        """Options that the start page offers, those first that are on without a word."""
        offered = [option for option in self._spec.options if option.offer]
        return sorted(offered, key=lambda option: option.default is not True)

    def _option(self, option: Option) -> dict:
        """An option as the start page offers it."""
        value = self._offer.options.get(option.name, option.default)
        return {"name": option.name, "words": option.offer, "values": option.values, "value": value}

    async def _show_colours(self, _: Request) -> Response:
        """The colours of the sides, as variables of CSS."""
        light, dark = (
            "".join(f"--side-{k}:{getattr(colour, ground)};" for k, colour in enumerate(self._ui.colours))
            for ground in ("light", "dark")
        )
        text = f":root{{{light}}}\n@media (prefers-color-scheme: dark){{:root{{{dark}}}}}\n"
        return Response(text, media_type="text/css")

    async def _open(self, request: Request) -> Response:
        asked = await body(request, scenario=str, seats=dict, options=dict, awaits_dice=bool)
        if asked["scenario"] not in self._scenarios():
            raise BadRequestError("there is no such scenario")
        if not asked["options"].keys() <= self._options.keys():
            raise BadRequestError(f"options may be {', '.join(self._options) or '(none)'}")
        header = {
            "game": self._spec.name,
            "scenario": asked["scenario"],
            "seed": fresh_seed(),
            "data_dir": self._offer.data_dir,
            "options": self._offer.options | asked["options"],
        }
        return await self._begin(header | self._who(asked))

    def _who(self, asked: dict) -> dict:
        """Who plays: agents only by the names that the server was started with, never files of a client's choice."""
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
            table = await run_in_threadpool(self._tables.resume, save["ctv_save"])
            if table is not None:
                return JSONResponse({"name": table.journal.name}, 201)
        position = save.get("position", save)
        if not isinstance(position, dict) or position.get("game") != self._spec.name:
            raise BadRequestError("this is neither a save that this server knows nor a position (Game.to_dict)")
        if position.get("data_dir") != self._offer.data_dir:
            raise BadRequestError("a position with another data_dir than the server's is refused")
        return await self._begin({"position": position} | self._who(asked))

    async def _begin(self, header: dict) -> Response:
        table = await run_in_threadpool(self._tables.open, header)
        return JSONResponse({"name": table.journal.name}, 201)

    # -- looking ---------------------------------------------------------------------------------------------------

    async def _table(self, request: Request) -> Table:
        table = await run_in_threadpool(self._tables.find, request.path_params["name"])
        if table is None:
            raise HTTPException(404, "there is no such game")
        return table

    async def _moment(self, request: Request) -> Response:
        table = await self._table(request)
        after, lines = number(request, "after", 0), number(request, "log", 0)
        await self._wait(table, after)
        shown = table.shown
        if shown.version == after:
            return JSONResponse({"version": after, "busy": table.is_busy})
        lines = lines if request.query_params.get("seat") == (shown.seat or "") else 0
        told = await run_in_threadpool(lambda: Moment(table, shown).told(lines))
        return JSONResponse(told | {"busy": table.is_busy})

    async def _wait(self, table: Table, after: int) -> None:
        """Until another moment than ``after`` is shown, the time is up, or the server ends."""
        if table.shown.version == after:
            news = self._news.setdefault(table.journal.name, asyncio.Event())
            with contextlib.suppress(TimeoutError, asyncio.CancelledError):
                await asyncio.wait_for(news.wait(), WAIT_SECONDS)

    def _announce(self, name: str) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, name)

    def _wake(self, name: str) -> None:
        if news := self._news.pop(name, None):
            news.set()

    async def _plan(self, request: Request) -> Response:
        moment = await self._at_moment(request)
        return JSONResponse(dataclasses.asdict(self._ui.plan(moment.game.tables)))

    async def _ground(self, request: Request) -> Response:
        moment = await self._at_moment(request)
        text = await run_in_threadpool(picture.ground, moment.game)
        return _svg(text, "private, max-age=86400")  # of a game it never changes

    async def _map(self, request: Request) -> Response:
        moment = await self._at_moment(request)
        if moment.is_veiled:
            raise RefusedError("there is nothing to see yet")
        return _svg(await run_in_threadpool(picture.counters, moment.game, moment.shown.seat), "no-store")

    async def _at_moment(self, request: Request) -> Moment:
        table = await self._table(request)
        return Moment(table, table.shown)

    # -- deciding --------------------------------------------------------------------------------------------------

    async def _act(self, request: Request) -> Response:
        asked = await body(request, version=int, action=int)
        return await self._do(request, lambda table: table.act(asked["version"], asked["action"]))

    async def _roll(self, request: Request) -> Response:
        asked = await body(request, version=int)
        return await self._do(request, lambda table: table.roll(asked["version"]))

    async def _take_seat(self, request: Request) -> Response:
        asked = await body(request, version=int)
        return await self._do(request, lambda table: table.take_seat(asked["version"]))

    async def _undo(self, request: Request) -> Response:
        asked = await body(request, version=int)
        return await self._do(request, lambda table: table.undo(asked["version"]))

    async def _advance(self, request: Request) -> Response:
        asked = await body(request, version=int, decisions=int)
        if not 1 <= asked["decisions"] <= MOST_DECISIONS:
            raise BadRequestError(f"decisions must be from 1 to {MOST_DECISIONS}")
        return await self._do(request, lambda table: table.advance(asked["version"], asked["decisions"]))

    async def _do(self, request: Request, deed: Callable[[Table], None]) -> Response:
        """Let something happen at a table; what comes of it is shown by the next moment."""
        table = await self._table(request)
        await run_in_threadpool(deed, table)
        return JSONResponse({"version": table.shown.version, "busy": table.is_busy})

    # -- asking ----------------------------------------------------------------------------------------------------

    async def _why(self, request: Request) -> Response:
        asked = await body(request, version=int, space=str)
        moment = await self._deciding(request, asked["version"])
        try:
            reasons = await run_in_threadpool(moment.why_not, asked["space"])
        except ValueError as error:
            raise BadRequestError(str(error)) from error
        return JSONResponse({"reasons": reasons})

    async def _advise(self, request: Request) -> Response:
        asked = await body(request, version=int, agent=str)
        if asked["agent"] not in self._offer.agents:
            raise BadRequestError(f"agents that may be asked are {', '.join(self._offer.agents)}")
        moment = await self._deciding(request, asked["version"])
        chances = await run_in_threadpool(_weigh, asked["agent"], moment)
        return JSONResponse({"agent": asked["agent"], "actions": moment.weighed(chances)})

    async def _deciding(self, request: Request, version: int) -> Moment:
        """The moment, if a person is to decide and it is the one that the client saw."""
        moment = await self._at_moment(request)
        if moment.shown.version != version or moment.shown.phase != DECIDE:
            raise RefusedError("the game has gone on: this is no longer the moment that you saw")
        return moment

    # -- keeping ---------------------------------------------------------------------------------------------------

    async def _save(self, request: Request) -> Response:
        await body(request)
        table = await self._table(request)
        save: dict[str, object] = {
            "ctv_save": await run_in_threadpool(self._tables.save, table),
            "game": self._spec.name,
        }
        if not table.is_secret:
            save["position"] = table.shown.game.to_dict()
        return JSONResponse(save)

    async def _record(self, request: Request) -> Response:
        table = await self._table(request)
        if table.is_secret:
            raise RefusedError("the record holds what fog hides: it is yours when the game is over")
        return PlainTextResponse(await run_in_threadpool(record, table))


def _svg(text: str, cache: str) -> Response:
    headers = {"content-security-policy": _SVG_POLICY, "cache-control": cache}
    return Response(text, media_type="image/svg+xml", headers=headers)


def _weigh(agent: str, moment: Moment) -> dict[int, float]:
    player = Player(agent, moment.game, moment.decider.side, 0)
    return player.weigh(moment.game)
