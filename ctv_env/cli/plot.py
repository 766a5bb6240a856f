"""``ctv plot``: plot training runs, ladders, the balance, or a map of battles."""

import argparse
import pathlib

from ctv_env.cli.arguments import add_known_game, pixels
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.core.extras import needs_extra
from ctv_env.core.printable import printable

EXAMPLES = """\
What is drawn depends on the input:

  run folders, or their folder     learning curves; runs of one config with several seeds become their mean, with its
                                   95 % interval
  the file of `ctv ladder`         ratings with intervals, and who beats whom, for the game played last
  balance.json of `ctv balance`    historical dates, and how much each value matters
  records, or folders of records   a map of the battles: how many where, and who won (`--record`)

examples:
  ctv plot runs/quick-* --out curves.png
  ctv plot ladder.jsonl --out ladder.svg
  ctv plot balance/balance.json --out balance.png
  ctv evaluate staff greedy --games 100 --record games
  ctv plot games --out battles.png
"""


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv plot``."""
    parser.epilog = EXAMPLES
    add_known_game(parser, argv)
    path = pathlib.Path
    parser.add_argument("inputs", nargs="+", type=path, metavar="INPUT", help="folders or files, all of one kind")
    parser.add_argument("--out", type=path, required=True, metavar="FILE", help="picture: .png or .svg")
    parser.add_argument("--width", type=pixels, default=1600, help="width of a map as .png, in pixels (1600)")


def run(args: argparse.Namespace) -> int:
    """Draw the picture; return the exit code."""
    from ctv_env.agents.reports.plots import plot

    try:
        with user_errors(ValueError), needs_extra("plot", "this plot"):
            shown = plot(args.inputs, args.out, args.width)
    except OSError as error:
        raise UserError(f"cannot write {args.out}: {error.strerror}") from error
    print(printable(f"{args.out}: {shown}, {args.out.stat().st_size:,} bytes"))
    return 0
