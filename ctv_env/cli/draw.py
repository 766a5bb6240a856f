"""``ctv draw``: draw a picture of a position."""

import argparse
import pathlib
import typing

from ctv_env.cli.arguments import add_game, chosen_game, count, game_options, pixels, scenario_of, seed
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.cli.files import write_whole
from ctv_env.cli.saves import read_save
from ctv_env.core.printable import printable

if typing.TYPE_CHECKING:
    from ctv_env.agents.opinions.opinion import Opinion
    from ctv_env.core.drawing import Drawing
    from ctv_env.core.game import Game

EXAMPLES = """\
examples:
  ctv draw --out start.svg
  ctv draw --scenario {scenario} --side {second} --out start.png --width 1200
  ctv draw --turn 3 --seed 7 --out third.png
  ctv draw position.json --out board.png
  ctv draw --turn 2 --policy {best} --out policy.svg

With --policy, the agent is asked what it would do for the side to move; its first five actions are printed too.

SAVE is a position as JSON (Game.to_dict), or the bytes of Game.to_bytes.
"""
_FORMATS = (".svg", ".png")
_LISTED = 5  # actions of an agent


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv draw``."""
    spec = chosen_game(argv)
    best = spec.policies[-1]
    parser.epilog = EXAMPLES.format(second=spec.sides[1], scenario=spec.scenarios(None)[-1].name, best=best)
    parser.add_argument("save", nargs="?", type=pathlib.Path, metavar="SAVE", help="a saved game (a new one)")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE", help="picture: .svg or .png")
    parser.add_argument("--side", choices=spec.sides, help="draw what this side sees (everything)")
    parser.add_argument(
        "--layers", default="", metavar="NAMES", help="layers to draw over the map, separated by commas (none)"
    )
    parser.add_argument("--policy", metavar="AGENT", help="draw how likely this agent takes each action (none)")
    parser.add_argument("--width", type=pixels, default=1600, help="width of a .png in pixels (1600)")
    later = parser.add_argument_group(f"a new game, played by {best}")
    later.add_argument("--seed", type=seed, default=0, help="seed of its dice (0)")
    later.add_argument("--turn", type=count, metavar="N", help="play up to turn N, or to the end of the game")
    later.add_argument("--node", metavar="NODE", help="then play on to the first of these decisions")
    add_game(parser, spec)


def run(args: argparse.Namespace) -> int:
    """Draw the picture; return the exit code."""
    if args.out.suffix.lower() not in _FORMATS:
        raise UserError(f"cannot draw {args.out}: the file's name must end in {' or '.join(_FORMATS)}")
    if args.save and (args.scenario or game_options(args) or args.seed or args.turn or args.node):
        raise UserError("a saved game is drawn as it is: leave out the scenario, options, --seed, --turn and --node")
    layers = tuple(name for name in args.layers.split(",") if name)
    with user_errors(ValueError):
        game = _new_game(args) if args.save is None else read_save(args.save)
        opinion = _opinion(args.policy, game) if args.policy else None
        drawing = _drawing(game, args.side, layers, opinion)
        picture = _picture(drawing, args)
    try:
        write_whole(args.out, picture)
    except OSError as error:
        raise UserError(f"cannot write {args.out}: {error.strerror}") from error
    print(printable(f"{args.out}: {drawing.title}, {len(picture):,} bytes"))
    if opinion is not None:
        _print_opinion(args.policy, game, opinion)
    return 0


def _opinion(name: str, game: "Game") -> "Opinion":
    """Return what the agent called ``name`` thinks of the position; ValueError if no side is to move."""
    from ctv_env.agents.base import ForfeitError, dismiss
    from ctv_env.agents.opinions.ask import opinion_of
    from ctv_env.agents.registry import make_agent
    from ctv_env.core.spec import reference_of
    from ctv_env.core.tables import options_of

    side = game.to_move
    if side not in game.spec.sides:
        raise UserError(f"--policy needs a position in which a side decides; here it is {side or 'over'}: try --node")
    tables = game.tables
    agent = make_agent(name, reference_of(game.spec), tables.scenario, side, options=options_of(tables))
    try:
        return opinion_of(agent, game)
    except ForfeitError as error:
        raise UserError(f"{name} gives up: {error}") from error
    finally:
        dismiss(agent)


def _drawing(game: "Game", side: str | None, layers: tuple[str, ...], opinion: "Opinion | None") -> "Drawing":
    """Return the drawing, with an opinion of the side to move if there is one."""
    if opinion is None:
        return game.drawing(side, layers)
    sign = 1 if game.to_move == game.spec.sides[0] else -1
    value = None if opinion.value is None else sign * opinion.value
    return game.drawing(side, layers, opinion.preferences, value)


def _print_opinion(name: str, game: "Game", opinion: "Opinion") -> None:
    from ctv_env.agents.opinions.words import listed, valued

    print(printable(f"{name} as {game.to_move}{valued(opinion)}:"))
    for line in listed(game, opinion, _LISTED):
        print(f"  {line}")


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
    from ctv_env.core.spec import reference_of

    name, best = reference_of(args.spec), args.spec.policies[-1]
    game = new_game(name, args.scenario, args.seed, **game_options(args))
    if args.turn is None and args.node is None:
        return game
    agents = {side: make_agent(best, name, scenario_of(args), side) for side in game.spec.sides}
    play(game, agents, args.seed, until=lambda now: now.turn >= (args.turn or 0) and args.node in (None, now.node))
    if args.node and game.node != args.node:
        raise UserError(f"the game ends before a decision {args.node!r} on turn {args.turn or 1} or later")
    return game
