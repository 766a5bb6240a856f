"""``ctv report``: where and how an agent wins."""

import argparse
import pathlib
import shlex

from ctv_env.cli.arguments import (
    add_game,
    add_seeds,
    add_threads,
    add_time_limit,
    agents_help,
    chosen_game,
    count,
    setting_of,
    unusual_words,
)
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.core.extras import needs_extra
from ctv_env.core.host import shows_progress

EXAMPLES = """\
The agent plays its opponent; then the reference plays in its place, on the same seeds.  The report shows win rates,
margins, when objectives fall, attacks by their odds, a map of the battles, and the chance to win along the games.  It
also asks both what they would do in the same positions, and shows those in which they differ most.

examples:
  ctv report {best} {second}
  ctv report runs/quick-20370814-120000 {best} --side {first} --games 200 --out quick
"""


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv report``."""
    spec = chosen_game(argv)
    best, second = spec.policies[-1], spec.policies[-2]
    parser.epilog = f"{agents_help(spec)}\n\n{EXAMPLES.format(first=spec.sides[0], best=best, second=second)}"
    parser.add_argument("agent", metavar="A", help="the agent to report on")
    parser.add_argument("opponent", metavar="B", help="its opponent")
    parser.add_argument("--reference", default=best, metavar="C", help=f"the agent to compare it with ({best})")
    parser.add_argument("--side", choices=(*spec.sides, "both"), default="both", help="the side that A plays (both)")
    parser.add_argument("--games", type=count, default=40, metavar="N", help="games on each side, one a seed (40)")
    meaning = "positions in which A and C are both asked (60)"
    parser.add_argument("--positions", type=count, default=60, metavar="N", help=meaning)
    path = pathlib.Path
    parser.add_argument("--out", type=path, default=path("report"), metavar="DIR", help="folder of the report (report)")
    add_seeds(parser)
    add_threads(parser)
    add_time_limit(parser)
    parser.set_defaults(record=None)
    add_game(parser, spec, **spec.common_random_numbers)


def run(args: argparse.Namespace) -> int:
    """Play, write the report, say where it is; return the exit code."""
    import tqdm

    from ctv_env.agents.evaluation.seeds import read_seeds
    from ctv_env.agents.match_report.measure import Wanted, measure
    from ctv_env.agents.match_report.report import write_report

    if args.spec.analysis() is None:
        raise UserError(f"{args.spec.name} has no analysis (GameSpec.analysis), so there is no report for it")
    sides = args.spec.sides if args.side == "both" else (args.side,)
    wanted, setting = Wanted(args.agent, args.opponent, args.reference, args.positions), setting_of(args)
    with user_errors(ValueError, OSError), needs_extra("plot", "a report"):
        import matplotlib  # noqa: F401  (before the games, which take long)

        seeds = read_seeds(args.seeds, args.games)
        total = len(sides) * (len(seeds) if args.agent == args.reference else 2 * len(seeds) + args.positions)
        with tqdm.tqdm(total=total, leave=False, disable=not shows_progress()) as bar:
            found = [measure(wanted, side, seeds, setting, bar.update) for side in sides]
        write_report(args.out, wanted, found, setting, _command(args))
    for one in found:
        result = one.own.result
        low, high = result.interval
        print(
            f"{result.agent} as {one.side} against {result.opponent}: {100 * result.win_rate:.1f} % "
            f"({100 * low:.1f} to {100 * high:.1f}, n {result.games})"
        )
    print(f"report in {args.out / 'README.md'}")
    return 0


def _command(args: argparse.Namespace) -> str:
    """Return the command line that repeats this run."""
    where = [f"--game={args.game}"] if args.game else []
    where += [f"--scenario={args.scenario}"] if args.scenario else []
    where += unusual_words(args)
    what = [f"--reference={args.reference}", f"--side={args.side}", f"--games={args.games}"]
    return shlex.join(
        [
            "ctv",
            "report",
            args.agent,
            args.opponent,
            *what,
            f"--positions={args.positions}",
            f"--seeds={args.seeds}",
            *where,
        ]
    )
