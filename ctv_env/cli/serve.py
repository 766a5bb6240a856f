"""``ctv serve``: play in the browser."""

import argparse
import logging
import pathlib
import socket
import typing

from ctv_env.cli.arguments import add_game, agents_help, chosen_game, count, game_options, scenario_of
from ctv_env.cli.errors import UserError, user_errors

if typing.TYPE_CHECKING:
    from ctv_env.serve.offer import Offer

EXAMPLES = """\
The page proposes what is given here; whoever opens it may choose another scenario, side, or any of the agents that are
named here or need no file.

The server listens to this machine alone, unless --host says otherwise; whoever can reach it can play, but sees only
games of which he has the address.  Games are kept in a folder, decision by decision: a page, or the server, can be
closed at any time, and the game goes on at the same address.

examples:
  ctv serve
  ctv serve --side {first} --opponent {best}
  ctv serve --side {second} --opponent runs/quick-20370814-120000
  ctv serve --side both        two people at one screen
  ctv serve --side none        watch agents
"""
PORT = 1937


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv serve``."""
    spec = chosen_game(argv)
    (first, second), best = spec.sides, spec.policies[-1]
    parser.epilog = f"{agents_help(spec)}\n\n{EXAMPLES.format(first=first, second=second, best=best)}"
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1, this machine alone)")
    parser.add_argument("--port", type=count, default=PORT, metavar="N", help=f"port ({PORT})")
    sides = (*spec.sides, "both", "none")
    parser.add_argument("--side", choices=sides, default=first, help=f"the side that you play ({first})")
    parser.add_argument("--opponent", action="append", metavar="AGENT", help="who plays against you; may be repeated")
    path = pathlib.Path
    parser.add_argument("--games", type=path, default=path("games"), metavar="FOLDER", help="where games are kept")
    add_game(parser, spec)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted; returns the exit code."""
    try:
        import uvicorn

        from ctv_env.serve.app import make_app
        from ctv_env.serve.warm_up import warm_up
    except ModuleNotFoundError as error:
        raise UserError(f"serving needs the package {error.name}: pip install 'ctv_env[serve]'") from error
    with user_errors(ValueError, OSError):
        offer = _offer(args)
        listener = _listen(args.host, args.port)
        app = make_app(offer, args.games, args.host)
    print("Preparing the rules and the map; the first time this takes some minutes.", flush=True)
    warm_up(offer)
    shown = f"[{args.host}]" if ":" in args.host else args.host
    print(f"Play at http://{shown}:{args.port}/ (Ctrl-C ends the server; games are kept in {args.games})", flush=True)
    logging.basicConfig(level=logging.WARNING)
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws="none",
        limit_concurrency=256,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listener])
    return 0


def _offer(args: argparse.Namespace) -> "Offer":
    """What is offered, after a trial: a game of the scenario, and each agent at its table."""
    from agents.registry import names
    from ctv_env import new_game
    from ctv_env.games import reference_of
    from ctv_env.serve.offer import Offer
    from ctv_env.serve.players import PERSON, make_agent

    options = game_options(args)
    options.pop("data_dir", None)
    reference = reference_of(args.spec)
    game = new_game(reference, args.scenario, 0, data_dir=args.data_dir, **options)
    named = tuple(args.opponent or (args.spec.policies[-1],))
    agents = (*named, *(name for name in reversed(names(args.spec)) if name not in named))
    sides = game.spec.sides
    persons = {"both": sides, "none": ()}.get(args.side, (args.side,))
    seats = {side: PERSON if side in persons else agents[0] for side in sides}
    for side in sides:
        if seats[side] != PERSON:
            make_agent(agents[0], game, side)
    return Offer(reference, scenario_of(args), seats, agents, options, args.data_dir)


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens; OSError where that cannot be."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError as error:
        raise OSError(f"cannot listen on {host} port {port}: {error.strerror}") from error
    return listener
