"""``ctv replay``: show a recorded game in words or as a page, or verify it."""

import argparse
import pathlib
import sys
import typing

from ctv_env.cli.arguments import add_known_game
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.cli.files import write_whole
from ctv_env.cli.play import ending, headline
from ctv_env.core.printable import printable

if typing.TYPE_CHECKING:
    from ctv_env.core.replay.playback import Playback

EXIT_DIFFERS = 1
EXAMPLES = """\
Games are recorded by `ctv play --record FILE`, `ctv evaluate --record FOLDER`, `ctv train --record FOLDER` and by the
keyword record=FOLDER of the environments.  Reading a record replays the game and compares every position.

exit codes: 0 the game replays as recorded; 1 it differs, and the line is reported; 2 the file is damaged, truncated, or
not a record

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
    instead.add_argument(
        "--verify", action="store_true", help="only check that the game replays as recorded, to its end"
    )


def run(args: argparse.Namespace) -> int:
    """Replay the record; return the exit code."""
    from ctv_env.core.replay.playback import ReplayDiffersError
    from ctv_env.core.replay.reader import ReplayError

    with user_errors(ReplayError):
        try:
            if args.html:
                _page(args.file, args.html)
            elif args.verify:
                _verify(args.file)
            else:
                _print(args.file)
        except ReplayDiffersError as error:
            print(f"ctv: the game differs: {printable(str(error))}", file=sys.stderr)
            return EXIT_DIFFERS
    return 0


def _page(file: pathlib.Path, out: pathlib.Path) -> None:
    """Write the page."""
    from ctv_env.core.replay.playback import Playback
    from ctv_env.render.replay_page import replay_page

    page = replay_page(Playback(file))
    try:
        write_whole(out, page.encode())
    except OSError as error:
        raise UserError(f"cannot write {out}: {error.strerror}") from error
    print(f"{printable(str(out))}: {out.stat().st_size / 1e6:.1f} MB; open it in a browser")


def _verify(file: pathlib.Path) -> None:
    from ctv_env.core.replay.playback import Playback

    playback = Playback(file)
    for _ in playback:
        pass
    result = playback.require_result()
    print(f"OK: {result['steps']} steps; {ending(playback.game.spec, result)}")
    print(f"verified: {_proven(playback)}")


def _proven(playback: "Playback") -> str:
    """Describe what the record of a game that was played back proves."""
    facts = ["every step follows the rules"]
    if playback.has_dice_of_seed:
        facts.append(f"the dice are those of seed {playback.header['seed']}")
    if playback.has_content:
        facts.append("the file is as it was written")
    left = [] if playback.has_dice_of_seed else ["the dice, which have no seed to compare them with"]
    left += [] if playback.has_content else ["the names of the players"]
    return ", ".join(facts) + (f"; not: {', '.join(left)}" if left else "")


def _print(file: pathlib.Path) -> None:
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
