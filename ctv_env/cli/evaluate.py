"""``ctv evaluate``: play many games between two agents."""

import argparse
import json
import pathlib
import typing

from ctv_env.cli.arguments import (
    add_game,
    add_record,
    add_seeds,
    add_threads,
    add_time_limit,
    agents_help,
    chosen_game,
    count,
    setting_of,
)
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.core.host import shows_progress, tell

if typing.TYPE_CHECKING:
    from ctv_env.agents.evaluation.records import Setting
    from ctv_env.agents.evaluation.results import MatchResult

EXIT_TOO_WEAK = 1
EXAMPLES = """\
Each seed is played twice, with sides swapped and, if the game allows it, with the same dice.  The 95 % interval of the
first row is computed from pairs (Bonett and Price), the others are Wilson intervals.  An agent trained for one side
only is evaluated on that --side alone.  With --at-least the exit code is 1 unless the interval is above that rate.

examples:
  ctv evaluate {best} random --games 1000
  ctv evaluate {best} random --seeds secret:my-seeds.txt --json result.json
  ctv evaluate runs/quick-20370814-120000 random --side {first} --at-least 0.5
"""


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv evaluate``."""
    spec = chosen_game(argv)
    parser.epilog = f"{agents_help(spec)}\n\n{EXAMPLES.format(first=spec.sides[0], best=spec.policies[-1])}"
    parser.add_argument("agent", metavar="A", help="the agent to evaluate")
    parser.add_argument("opponent", metavar="B", help="its opponent")
    sides = (*spec.sides, "both")
    parser.add_argument("--side", choices=sides, default="both", help="the side that A plays (both)")
    parser.add_argument(
        "--games",
        type=count,
        metavar="N",
        help="total number of games (one per seed for 200 seeds, two if A plays both sides)",
    )
    add_seeds(parser)
    parser.add_argument(
        "--sample",
        action="store_true",
        help="let networks sample from their probabilities instead of playing the best action",
    )
    parser.add_argument(
        "--at-least", type=_rate, metavar="RATE", help="win rate that A must exceed significantly, such as 0.5"
    )
    add_threads(parser)
    add_time_limit(parser)
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the results there as JSON")
    add_record(parser, "FOLDER", "record every game there; see `ctv replay`")
    add_game(parser, spec, **spec.common_random_numbers)


def _rate(text: str) -> float:
    """Argument type: a fraction of the games."""
    try:
        rate = float(text)
    except ValueError:
        rate = -1.0
    if not 0.0 <= rate <= 1.0:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 1, not {text!r}")
    return rate


def run(args: argparse.Namespace) -> int:
    """Play and print; return the exit code."""
    import tqdm

    from ctv_env.agents.evaluation.evaluate import EvaluationInterrupt, StoppedError, evaluate
    from ctv_env.agents.evaluation.results import BOTH
    from ctv_env.agents.evaluation.seeds import read_seeds

    per_seed = 2 if args.side == BOTH else 1
    if args.games and args.games % per_seed:
        raise UserError(f"--games {args.games} is odd, but each seed is played on both sides; give an even number")
    if args.json and not args.json.parent.is_dir():
        raise UserError(f"cannot write {args.json}: there is no folder {args.json.parent}")
    setting = setting_of(args, args.sample)
    with user_errors(ValueError):
        seeds = read_seeds(args.seeds, args.games and args.games // per_seed)
        bar = tqdm.tqdm(total=per_seed * len(seeds), unit=" games", leave=False, disable=not shows_progress())
        try:
            with bar:
                results = evaluate(args.agent, args.opponent, args.side, seeds, setting, bar.update)
        except (StoppedError, EvaluationInterrupt) as error:
            if error.results:
                print(_report(error.results, f"the first {error.n_seeds} seeds of {args.seeds}", setting))
            kept = "these are the results up to then" if error.results else "no game had ended"
            stopped = f"stopped after {error.n_seeds} of {len(seeds)} seeds, {kept}"
            if isinstance(error, EvaluationInterrupt):
                tell(f"ctv: {stopped}")
                raise
            raise UserError(f"{stopped}: {error}") from error
    print(_report(results, f"{len(seeds)} seeds of {args.seeds}", setting), end="")
    if args.json:
        with user_errors(OSError):
            args.json.write_text(_as_json(results, args, seeds, setting), encoding="utf-8")
    sure = args.at_least is None or results[0].interval[0] > args.at_least
    return 0 if sure else EXIT_TOO_WEAK


def _report(results: "list[MatchResult]", seeds: str, setting: "Setting") -> str:
    """Print the results for people."""
    from ctv_env.agents.evaluation.results import BOTH
    from ctv_env.agents.reports.tables import markdown, objectives_table, remarks
    from ctv_env.core.spec import spec_of

    spec = spec_of(setting.game)
    first_side = spec.sides[0]
    dice = [f"{setting.options[name]} {name}" for name in spec.common_random_numbers]
    head = ", ".join([setting.tables.scenario, *dice, seeds])
    tables = [objectives_table(result, first_side) for result in results if result.side != BOTH and result.held]
    notes = "".join(f"{remark}\n" for remark in remarks(results))
    return "\n".join(filter(None, [f"{head}\n", markdown(results), notes, *tables]))


def _as_json(results: "list[MatchResult]", args: argparse.Namespace, seeds: list[int], setting: "Setting") -> str:
    """Return the results for programs, with the conditions of the games."""
    from ctv_env.core.spec import spec_of

    spec = spec_of(setting.game)
    data = {
        "game": spec.name,
        "rules": spec.version,
        "scenario": setting.scenario,
        "options": setting.options,
        "data": spec.load(setting.scenario, **setting.options).data_hash,
        "seeds": {"source": args.seeds, "n": len(seeds)},
        "results": [result.as_dict() for result in results],
    }
    return json.dumps(data, indent=2) + "\n"
