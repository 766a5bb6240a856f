"""``ctv replay``: a recorded game, in words, verified, or as a page to look at."""

import argparse
import pathlib
import sys

from ctv_env.cli.arguments import add_known_game
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.cli.play import ending, headline

EXIT_DIFFERS = 1
EXAMPLES = """\
Games are recorded by `ctv play --record FILE`, `ctv evaluate --record FOLDER`, `ctv train --record FOLDER` and by the
keyword record=FOLDER of the environments.  Reading a record plays the game again and compares every position.

exit codes: 0 the game is as recorded; 1 it differs, from a line that is named; 2 the file is damaged, cut, or foreign

examples:
  ctv play --seed 7 --record game.jsonl.gz
  ctv replay game.jsonl.gz
  ctv replay game.jsonl.gz --verify
  ctv replay game.jsonl.gz --html game.html
"""


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv replay``."""
    parser.epilog = EXAMPLES
    add_known_game(parser, argv)
    path = pathlib.Path
    parser.add_argument("file", type=path, metavar="FILE", help="a record, .jsonl or .jsonl.gz")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--html", type=path, metavar="OUT", help="write a page to step through the game in a browser")
    instead.add_argument("--verify", action="store_true", help="say only whether the game is as recorded, to its end")


def run(args: argparse.Namespace) -> int:
    """Play the record again; returns the exit code."""
    from ctv_env.core.replay.playback import ReplayDiffersError
    from ctv_env.core.replay.reader import ReplayError

    with user_errors(ReplayError):
        try:
            if args.html:
                _page(args.file, args.html)
            elif args.verify:
                _verify(args.file)
            else:
                _tell(args.file)
        except ReplayDiffersError as error:
            print(f"ctv: the game differs: {error}", file=sys.stderr)
            return EXIT_DIFFERS
    return 0


def _page(file: pathlib.Path, out: pathlib.Path) -> None:
    """Write the page; the file appears under its name only when it is complete."""
    from ctv_env.core.replay.playback import Playback
    from ctv_env.render.replay_page import replay_page

    page = replay_page(Playback(file))
    part = out.with_name(f".{out.name}.part")
    try:
        part.write_text(page, encoding="utf-8")
        part.replace(out)
    except OSError as error:
        raise UserError(f"cannot write {out}: {error.strerror}") from error
    print(f"{out}: {out.stat().st_size / 1e6:.1f} MB; open it in a browser")


def _verify(file: pathlib.Path) -> None:
    from ctv_env.core.replay.playback import Playback

    playback = Playback(file)
    for _ in playback:
        pass
    result = playback.require_result()
    print(f"OK: {result['steps']} steps; {ending(playback.game.spec, result)}")


def _tell(file: pathlib.Path) -> None:
    """Print the game in words, as far as the record can be read."""
    from ctv_env.core.replay.playback import Playback

    playback = Playback(file)
    header = playback.header
    print(headline(header["scenario"], header["seed"], header["players"]))
    try:
        for _ in playback:
            pass
    finally:
        sys.stdout.write("".join(f"{line}\n" for line in playback.game.log))
    broken_off = "the record ends here: the game was broken off"
    print(ending(playback.game.spec, playback.result) if playback.result else broken_off)
