"""``ctv serve``: play in the browser."""

import argparse
import ipaddress
import logging
import os
import pathlib
import re
import secrets
import socket
import typing

from ctv_env.cli.arguments import add_game, agents_help, chosen_game, count, game_options, scenario_of
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.core.extras import needs_extra
from ctv_env.core.printable import printable

if typing.TYPE_CHECKING:
    from ctv_env.core.game import Game
    from ctv_env.serve.offer import Offer

EXAMPLES = """\
These settings are the page's defaults; visitors may choose another scenario, side, or any agent that is named here or
needs no file.

The server listens on this machine only, unless --host says otherwise; then it prints an address with a token, without
which nobody can open a page.  Whoever plays sees only games whose address they have.  Games are kept in a folder,
decision by decision: the page and the server can be closed at any time, and the game continues at the same address.

examples:
  ctv serve
  ctv serve --side {first} --opponent {best}
  ctv serve --side {second} --opponent runs/quick-20370814-120000
  ctv serve --side both        two people at one screen
  ctv serve --side none        watch agents
"""
PORT = 1937
_LAST_PORT = 65535


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv serve``."""
    spec = chosen_game(argv)
    (first, second), best = spec.sides, spec.policies[-1]
    parser.epilog = f"{agents_help(spec)}\n\n{EXAMPLES.format(first=first, second=second, best=best)}"
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1, this machine only)")
    parser.add_argument("--port", type=_port, default=PORT, metavar="N", help=f"port ({PORT})")
    parser.add_argument(
        "--name",
        type=_name,
        action="append",
        default=[],
        metavar="HOST",
        help="name under which a proxy offers the server to others; may be repeated",
    )
    sides = (*spec.sides, "both", "none")
    parser.add_argument("--side", choices=sides, default=first, help=f"the side that you play ({first})")
    parser.add_argument(
        "--opponent", action="append", metavar="AGENT", help="agent that plays against you; may be repeated"
    )
    path = pathlib.Path
    parser.add_argument(
        "--games", type=path, default=path("games"), metavar="FOLDER", help="folder in which games are kept"
    )
    parser.add_argument(
        "--scenarios", type=path, default=path("scenarios"), metavar="FOLDER", help="folder for scenarios of the editor"
    )
    add_game(parser, spec)


def _port(text: str) -> int:
    """Argument type: a port that can be listened on."""
    return count(text, _LAST_PORT)


def _name(text: str) -> str:
    """Argument type: the name of a host, with a port if need be."""
    if not re.fullmatch(r"[a-zA-Z0-9.-]+(:[0-9]+)?", text):
        raise argparse.ArgumentTypeError(f"must be the name of a host, such as play.example.org, not {text!r}")
    return text


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted; return the exit code."""
    with needs_extra("serve", "serving"):
        from ctv_env.serve.app import make_app
        from ctv_env.serve.listening import make_server
    with user_errors(ValueError, OSError):
        offer = _offer(args)
        listener = _listen(args.host, args.port)
        token = None if _is_private(listener) and not args.name else _token(args.games)
        scenarios = None if token else args.scenarios
        app = make_app(offer, args.games, args.host, token, scenarios=scenarios, public=args.name)
    print("Preparing the rules and the map; the first run takes about a minute.", flush=True)
    _warm_up(offer)
    address = f"https://{args.name[0]}/?token={token}" if args.name else _address(listener, args.host, token)
    folder = printable(str(args.games))
    print(f"Play at {address} (Ctrl-C stops the server; games are kept in {folder})", flush=True)
    if token:
        print("Others can reach this server: give this address only to those who may play.", flush=True)
    logging.basicConfig(level=logging.WARNING)
    make_server(app).run(sockets=[listener])
    return 0


def _offer(args: argparse.Namespace) -> "Offer":
    """Return what to offer, after a trial: create a game of the scenario, and each agent for it."""
    from ctv_env import new_game
    from ctv_env.agents.learned.shipped import LEARNED, shipped_scenarios
    from ctv_env.agents.registry import names
    from ctv_env.core.spec import reference_of
    from ctv_env.serve.offer import Offer
    from ctv_env.serve.players import PERSON, make_agent

    options = game_options(args)
    options.pop("data_dir", None)
    reference = reference_of(args.spec)
    game = new_game(reference, args.scenario, 0, data_dir=args.data_dir, **options)
    named = tuple(args.opponent or (args.spec.policies[-1],))
    learned = (LEARNED,) if game.tables.scenario in shipped_scenarios(args.spec) else ()
    agents = tuple(dict.fromkeys((*named, *reversed(names(args.spec)), *learned)))
    sides = game.spec.sides
    persons = {"both": sides, "none": ()}.get(args.side, (args.side,))
    seats = {side: PERSON if side in persons else agents[0] for side in sides}
    for side in sides:
        if seats[side] != PERSON:
            make_agent(agents[0], game, side)
    for name in named[1:]:
        _try(name, game)
    return Offer(reference, scenario_of(args), seats, agents, options, args.data_dir)


def _try(name: str, game: "Game") -> None:
    """Make an agent for one side that it can play; ValueError if there is none."""
    from ctv_env.serve.players import make_agent

    first, *others = game.spec.sides
    try:
        make_agent(name, game, first)
    except ValueError:
        for side in others:
            make_agent(name, game, side)


def _warm_up(offer: "Offer") -> None:
    """Play the offered game to compile it; an agent that cannot is the user's mistake."""
    from ctv_env.agents.base import ForfeitError
    from ctv_env.core.game import IllegalActionError
    from ctv_env.serve.warm_up import warm_up

    name = offer.agents[0]  # the only one with a seat
    try:
        warm_up(offer)
    except ForfeitError as error:
        raise UserError(f"{name} gives up: {error}") from error
    except IllegalActionError as error:
        raise UserError(f"{name} chose an illegal action: {error}") from error


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; OSError if that fails."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()  # at once: until then another server may take the same port
    except OSError as error:
        raise OSError(f"cannot listen on {host} port {port}: {error.strerror}") from error
    return listener


def _is_private(listener: socket.socket) -> bool:
    """Return whether only this machine can reach the socket."""
    return ipaddress.ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback


def _token(folder: pathlib.Path) -> str:
    """Return the token kept in the folder of games, made if necessary; OSError if that fails."""
    file = folder / "token"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not file.exists() or not file.read_text(encoding="utf-8").strip():
        with open(file, "w", opener=lambda path, flags: os.open(path, flags, 0o600), encoding="utf-8") as stream:
            stream.write(secrets.token_urlsafe(16))
    return file.read_text(encoding="utf-8").strip()


def _address(listener: socket.socket, host: str, token: str | None) -> str:
    """Return the address of the start page."""
    ip, port, *_ = listener.getsockname()
    if ipaddress.ip_address(ip.partition("%")[0]).is_unspecified:
        host = _own_address()
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")


def _own_address() -> str:
    """Return the address by which others reach this machine; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            trial.connect(("192.0.2.1", 9))  # reserved for documentation (RFC 5737)
        except OSError:
            return "127.0.0.1"
        return str(trial.getsockname()[0])
