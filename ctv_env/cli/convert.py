"""``ctv convert``: convert a checkpoint of the old format."""

import argparse
import pathlib

from ctv_env.cli.errors import UserError, user_errors
from ctv_env.core.extras import needs_extra

EXAMPLES = """\
Checkpoints hold numbers and text, and reading one never runs code.  Earlier versions wrote pickles of
Stable-Baselines3, which can run their author's code; no other command reads those.

examples:
  ctv convert old/model.zip model.zip --trust
"""


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv convert``."""
    parser.epilog = EXAMPLES
    path = pathlib.Path
    parser.add_argument("old", type=path, metavar="OLD", help="the checkpoint of the old format")
    parser.add_argument("new", type=path, metavar="NEW", help="the file to write, a .zip")
    parser.add_argument("--trust", action="store_true", help="you trust the author of the old file")


def run(args: argparse.Namespace) -> int:
    """Convert; return the exit code."""
    if not args.trust:
        raise UserError(
            f"{args.old} can run its author's code while it is read; if you trust the author, say so with --trust"
        )
    with needs_extra("train", "converting a checkpoint"):
        from ctv_env.agents.learned.old_format import convert
    if args.new.exists():
        raise UserError(f"{args.new} exists already; name a new file")
    with user_errors(ValueError, OSError):
        convert(args.old, args.new)
    print(f"wrote {args.new}")
    return 0
