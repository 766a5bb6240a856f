"""``ctv ladder``: play a round robin of agents and rank them."""

import argparse
import pathlib
import shlex
import typing
from collections.abc import Callable

from ctv_env.cli.arguments import (
    add_game,
    add_record,
    add_seeds,
    add_threads,
    add_time_limit,
    agents_help,
    chosen_game,
    named_count,
    scenario_of,
    setting_of,
    unusual_words,
)
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.core.extras import needs_extra
from ctv_env.core.host import shows_progress, tell

if typing.TYPE_CHECKING:
    from ctv_env.agents.evaluation.ladder import Entry

GAMES = 400
EXAMPLES = """\
Each pair of agents plays the same seeds on both sides.  All results stay in the file, with hashes of rules, data and
agents: the next call plays only what is missing, and replays what has changed since.

examples:
  ctv ladder
  ctv ladder random {best} runs/mine/model.zip --games 1000
  ctv ladder --games 400 --games {best}=100 --file results.jsonl --out ladders/today
"""


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv ladder``."""
    spec = chosen_game(argv)
    parser.epilog = f"{agents_help(spec)}\n\n{EXAMPLES.format(best=spec.policies[-1])}"
    parser.add_argument("agents", nargs="*", metavar="AGENT", help="agents to play (all scripted agents)")
    games = f"games of each pair of agents, or of the pairs with agent NAME; may be repeated ({GAMES})"
    parser.add_argument("--games", type=_games, action="append", default=[], metavar="N|NAME=N", help=games)
    add_seeds(parser)
    path = pathlib.Path
    parser.add_argument("--file", type=path, default=path("ladder.jsonl"), help="file of results (ladder.jsonl)")
    parser.add_argument(
        "--out", type=path, default=path("ladder"), metavar="DIR", help="folder of tables and picture (ladder)"
    )
    add_threads(parser)
    add_time_limit(parser)
    add_record(parser, "FOLDER", "record every game there; see `ctv replay`")
    add_game(parser, spec, **spec.common_random_numbers)


def _games(text: str) -> tuple[str, int]:
    """Argument type: an even number of games, for one agent's name or for all ("")."""
    name, games = named_count(text)
    if games % 2:
        raise argparse.ArgumentTypeError(f"must be even, since each seed is played on both sides, not {games}")
    return name, games


def run(args: argparse.Namespace) -> int:
    """Play what is missing, write the report, print it; return the exit code."""
    with needs_extra("ladder", "a ladder"):
        from ctv_env.agents.evaluation.ratings import rate
    import tqdm

    from ctv_env.agents.evaluation.cost import seconds_per_decision
    from ctv_env.agents.evaluation.ladder import Ladder
    from ctv_env.agents.registry import names
    from ctv_env.agents.reports.ladder_report import write_report

    agents, setting = args.agents or list(names(args.spec)), setting_of(args)
    with user_errors(ValueError, OSError):
        seeds = _seeds_of(args, agents)
        ladder = Ladder(agents, setting, args.file)
        missing = ladder.missing(seeds)
        args.file.touch()
        total = 2 * sum(len(left) for *_, left in missing)
        with tqdm.tqdm(total=total, unit=" games", leave=False, disable=not shows_progress()) as bar:
            try:
                ladder.play(missing, bar.update)
            except OSError as error:
                raise UserError(f"{error}; {_kept(args.file)}") from error
            except KeyboardInterrupt:
                tell(f"ctv: {_kept(args.file)}")
                raise
    meetings = ladder.meetings(seeds)
    ratings = rate([entry.label for entry in ladder.entries], meetings)
    with user_errors(ValueError, OSError):
        seconds = {entry.label: seconds_per_decision(entry.name, setting) for entry in ladder.entries}
    with user_errors(OSError):
        page = write_report(args.out, ratings, meetings, seconds, _command(args), ladder.place)
    print(page, end="")
    print(f"\n{total} games were missing and have been played; report in {args.out}, results in {args.file}")
    return 0


def _kept(file: pathlib.Path) -> str:
    return f"the games that had ended are in {file}: the same command plays the rest"


def _seeds_of(args: argparse.Namespace, names: list[str]) -> "Callable[[Entry, Entry], list[int]]":
    """Return a function from two entries of the ladder to the seeds of their games."""
    from ctv_env.agents.evaluation.seeds import read_seeds

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
    """Return the command line that repeats this run."""
    games = [f"--games={name}={number}" if name else f"--games={number}" for name, number in args.games]
    game = [f"--game={args.game}"] if args.game else []
    where = [*game, f"--scenario={scenario_of(args)}", f"--seeds={args.seeds}", *unusual_words(args)]
    return shlex.join(["ctv", "ladder", *args.agents, *games, *where])
