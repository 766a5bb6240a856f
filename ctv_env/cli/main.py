"""The program ``ctv``: finds the command, and reports user errors in one sentence.

Only the requested command is imported, so that ``ctv --help`` is immediate and only commands that need a learning
library wait for it.
"""

import argparse
import errno
import importlib
import os
import sys

from ctv_env.cli.errors import EXIT_INTERRUPTED, EXIT_USAGE, UserError
from ctv_env.core.extras import MissingExtraError
from ctv_env.core.host import ends_like_ctrl_c, prepare_streams, tell
from ctv_env.core.printable import printable

COMMANDS = {
    "play": "play one game and print it in words",
    "serve": "play in the browser",
    "replay": "print, verify or show a recorded game",
    "draw": "draw the map with its pieces, as SVG or PNG",
    "train": "train an agent",
    "evaluate": "let two agents play many games",
    "report": "show where and how an agent wins",
    "ladder": "let all agents play each other, and rank them",
    "benchmark": "play the benchmark, and rank submitted results",
    "balance": "measure the balance and historical accuracy of a game",
    "plot": "plot runs, ladders, the balance, and where battles are fought",
    "compile": "compile the games ahead of their first use",
    "bench": "measure the speed of play on this machine",
    "lab": "train, record and measure in other ways",
}
"""The help of each command; the module of that name in this folder has ``add_arguments`` and ``run``."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Errors of an output that takes no more."""
CHOSEN = "chosen command"  # not an identifier, so that it cannot clash with a rules option

EXAMPLES = """\
examples:
  ctv play --seed 7
  ctv serve
  ctv draw --out board.svg
  ctv train quick
  ctv evaluate staff random --games 1000
  ctv bench
  ctv COMMAND --help
"""


def make_parser(argv: list[str]) -> argparse.ArgumentParser:
    """Return the parser; only the command that ``argv`` names has its arguments filled in."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="ctv",
        description="Wargames of the Spanish Civil War as reinforcement-learning environments.",
        epilog=EXAMPLES,
        formatter_class=raw,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest=CHOSEN)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=f"{summary.capitalize()}.", formatter_class=raw)
        if name in argv[:1]:
            importlib.import_module(f"ctv_env.cli.{name}").add_arguments(command, argv[1:])
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run one command; return the exit code: 0, 1 (a check failed), 2 (usage error), 130 (interrupted)."""
    prepare_streams()
    with ends_like_ctrl_c():
        return _run(sys.argv[1:] if argv is None else argv)


def _run(argv: list[str]) -> int:
    try:
        code = _command(argv)
        sys.stdout.flush()  # while its errors are caught
        return code
    except (UserError, MissingExtraError) as error:
        print(f"ctv: error: {printable(str(error))}", file=sys.stderr)
        return EXIT_USAGE
    except KeyboardInterrupt:
        print("ctv: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # the reader of the output, such as `head`, has stopped reading
        _drop_output()
        return 0
    except OSError as error:
        if error.filename is not None or error.errno not in _FULL:
            raise
        _drop_output()
        tell(f"ctv: error: the output cannot be written: {error.strerror}")
        return EXIT_USAGE


def _drop_output() -> None:
    """Write to nowhere what is left of the output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _command(argv: list[str]) -> int:
    parser = make_parser(argv)
    args = parser.parse_args(argv)
    if args.version:
        from ctv_env import __version__

        print(f"ctv {__version__}")
        return 0
    command = getattr(args, CHOSEN)
    if command is None:
        parser.print_help()
        return EXIT_USAGE
    return importlib.import_module(f"ctv_env.cli.{command}").run(args)


if __name__ == "__main__":
    sys.exit(main())
