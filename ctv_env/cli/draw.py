"""``ctv draw``: draw a picture of a position."""

import argparse
import pathlib
import typing

from ctv_env.cli.arguments import add_game, chosen_game, count, game_options, scenario_of, seed
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.cli.saves import read_save

if typing.TYPE_CHECKING:
    from ctv_env.core.drawing import Drawing
    from ctv_env.core.game import Game

EXAMPLES = """\
examples:
  ctv draw --out start.svg
  ctv draw --scenario {scenario} --side {second} --out start.png --width 1200
  ctv draw --turn 3 --seed 7 --out third.png
  ctv draw position.json --out board.png

SAVE is a position as JSON (Game.to_dict), or the bytes of Game.to_bytes.
"""
_FORMATS = (".svg", ".png")


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv draw``."""
    spec = chosen_game(argv)
    best = spec.policies[-1]
    parser.epilog = EXAMPLES.format(second=spec.sides[1], scenario=spec.scenarios(None)[-1].name)
    parser.add_argument("save", nargs="?", type=pathlib.Path, metavar="SAVE", help="a saved game (a new one)")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE", help="picture: .svg or .png")
    parser.add_argument("--side", choices=spec.sides, help="draw what this side sees (everything)")
    parser.add_argument(
        "--layers", default="", metavar="NAMES", help="layers to draw over the map, separated by commas (none)"
    )
    parser.add_argument("--width", type=count, default=1600, help="width of a .png in pixels (1600)")
    later = parser.add_argument_group(f"a new game, played by {best}")
    later.add_argument("--seed", type=seed, default=0, help="seed of its dice (0)")
    later.add_argument("--turn", type=count, metavar="N", help="play up to turn N, or to the end of the game")
    later.add_argument("--node", metavar="NODE", help="then play on to the first of these decisions")
    add_game(parser, spec)


def run(args: argparse.Namespace) -> int:
    """Draw the picture; return the exit code."""
    if args.out.suffix.lower() not in _FORMATS:
        raise UserError(f"cannot draw {args.out}: the file's name must end in {' or '.join(_FORMATS)}")
    layers = tuple(name for name in args.layers.split(",") if name)
    with user_errors(ValueError):
        game = _new_game(args) if args.save is None else read_save(args.save)
        drawing = game.drawing(args.side, layers)
        picture = _picture(drawing, args)
    try:
        args.out.write_bytes(picture)
    except OSError as error:
        raise UserError(f"cannot write {args.out}: {error.strerror}") from error
    print(f"{args.out}: {drawing.title}, {len(picture):,} bytes")
    return 0


def _picture(drawing: "Drawing", args: argparse.Namespace) -> bytes:
    from ctv_env.render import raster, svg

    if args.out.suffix.lower() == ".svg":
        return svg.svg(drawing).encode()
    return raster.png(drawing, args.width)


def _new_game(args: argparse.Namespace) -> "Game":
    """Return a new game, played by its best policy up to the requested turn and decision."""
    from ctv_env import new_game
    from ctv_env.agents.base import play
    from ctv_env.agents.registry import make_agent
    from ctv_env.games import reference_of

    name, best = reference_of(args.spec), args.spec.policies[-1]
    game = new_game(name, args.scenario, args.seed, **game_options(args))
    if args.turn is None and args.node is None:
        return game
    agents = {side: make_agent(best, name, scenario_of(args), side) for side in game.spec.sides}
    play(game, agents, args.seed, until=lambda now: now.turn >= (args.turn or 0) and args.node in (None, now.node))
    if args.node and game.node != args.node:
        raise UserError(f"the game ends before a decision {args.node!r} on turn {args.turn or 1} or later")
    return game
