"""``ctv ladder``: a round robin of agents, and who ranks where."""

import argparse
import pathlib
import shlex
import sys
import typing
from collections.abc import Callable

from ctv_env.cli.arguments import (
    add_game,
    add_patience,
    add_record,
    add_seeds,
    add_threads,
    agents_help,
    chosen_game,
    named_count,
    scenario_of,
    setting_of,
)
from ctv_env.cli.errors import UserError, user_errors

if typing.TYPE_CHECKING:
    from agents.evaluation.ladder import Entry

GAMES = 400
EXAMPLES = """\
Each two agents play the same seeds on both sides.  All results stay in the file, with hashes of rules, data and agents:
the next call plays only what is missing, and what was changed since is played anew.

examples:
  ctv ladder
  ctv ladder random {best} runs/mine/model.zip --games 1000
  ctv ladder --games 400 --games {best}=100 --file results.jsonl --out ladders/today
"""


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv ladder``."""
    spec = chosen_game(argv)
    parser.epilog = f"{agents_help(spec)}\n\n{EXAMPLES.format(best=spec.policies[-1])}"
    parser.add_argument("agents", nargs="*", metavar="AGENT", help="who plays (all scripted agents)")
    games = f"games of each two agents, or of those with the agent NAME; may be repeated ({GAMES})"
    parser.add_argument("--games", type=_games, action="append", default=[], metavar="N|NAME=N", help=games)
    add_seeds(parser)
    path = pathlib.Path
    parser.add_argument("--file", type=path, default=path("ladder.jsonl"), help="results, kept (ladder.jsonl)")
    parser.add_argument("--out", type=path, default=path("ladder"), metavar="DIR", help="tables and picture (ladder)")
    add_threads(parser)
    add_patience(parser)
    add_record(parser, "FOLDER", "record every game there; see `ctv replay`")
    add_game(parser, spec, **spec.shared_luck)


def _games(text: str) -> tuple[str, int]:
    """Argument type: the name of an agent, or nothing for all, and an even number of games."""
    name, games = named_count(text)
    if games % 2:
        raise argparse.ArgumentTypeError(f"must be even, since each seed is played on both sides, not {games}")
    return name, games


def run(args: argparse.Namespace) -> int:
    """Play what is missing, write the report, print it; returns the exit code."""
    try:
        from agents.evaluation.ladder import Ladder
        from agents.evaluation.ratings import rate
    except ModuleNotFoundError as error:
        raise UserError(f"a ladder needs the package {error.name}: pip install 'ctv_env[ladder]'") from error
    import tqdm

    from agents.evaluation.cost import seconds_per_decision
    from agents.registry import names
    from agents.reports.ladder_report import write_report

    agents, setting = args.agents or list(names(args.spec)), setting_of(args)
    with user_errors(ValueError, OSError):
        seeds = _seeds_of(args, agents)
        ladder = Ladder(agents, setting, args.file)
        missing = ladder.missing(seeds)
        args.file.touch()
        total = 2 * sum(len(left) for *_, left in missing)
        with tqdm.tqdm(total=total, unit=" games", leave=False, disable=not sys.stderr.isatty()) as bar:
            ladder.play(missing, bar.update)
    meetings = ladder.meetings(seeds)
    ratings = rate([entry.label for entry in ladder.entries], meetings)
    seconds = {entry.label: seconds_per_decision(entry.name, setting) for entry in ladder.entries}
    with user_errors(OSError):
        page = write_report(args.out, ratings, meetings, seconds, _command(args), ladder.place)
    print(page, end="")
    print(f"\n{total} games were missing and have been played; report in {args.out}, results in {args.file}")
    return 0


def _seeds_of(args: argparse.Namespace, names: list[str]) -> "Callable[[Entry, Entry], list[int]]":
    """A function from two entries of the ladder to the seeds that they are to meet on."""
    from agents.evaluation.seeds import read_seeds

    special = {name: games for name, games in args.games if name}
    for name in special:
        if name not in names:
            raise ValueError(f"--games {name}={special[name]}: there is no agent {name!r} in this ladder")
    common = next((games for name, games in reversed(args.games) if not name), GAMES)
    seeds = read_seeds(args.seeds, max([common, *special.values()]) // 2)

    def wanted(one: "Entry", other: "Entry") -> list[int]:
        games = min([special[entry.name] for entry in (one, other) if entry.name in special], default=common)
        return seeds[: games // 2]

    return wanted


def _command(args: argparse.Namespace) -> str:
    """The command, to be run again."""
    games = [f"--games={name}={number}" if name else f"--games={number}" for name, number in args.games]
    game = [f"--game={args.game}"] if args.game else []
    where = [*game, f"--scenario={scenario_of(args)}", f"--seeds={args.seeds}"]
    return shlex.join(["ctv", "ladder", *args.agents, *games, *where])
