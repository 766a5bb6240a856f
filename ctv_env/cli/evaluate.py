"""``ctv evaluate``: many games between two agents."""

import argparse
import json
import os

from ctv_env.cli.arguments import add_game, count, game_options, seed
from ctv_env.cli.errors import user_errors

EXIT_TOO_WEAK = 1
EXAMPLES = """\
agents: random, greedy, staff, rollout, mcts, or a checkpoint (.zip) or run folder of `ctv train`.
The interval is Wilson's, 95 %.  With --at-least the exit code is 1 unless the whole interval lies above that rate.

examples:
  ctv evaluate staff random --games 1000
  ctv evaluate runs/quick-20370814-120000 staff --side nationalist --json
  ctv evaluate runs/quick-20370814-120000 random --side nationalist --at-least 0.5
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv evaluate``."""
    parser.epilog = EXAMPLES
    parser.add_argument("agent", metavar="A", help="the agent that is judged")
    parser.add_argument("opponent", metavar="B", help="its opponent")
    sides = ("nationalist", "republican", "both")
    parser.add_argument("--side", choices=sides, default="both", help="the side that A plays (both, in turn)")
    parser.add_argument("--games", type=count, default=400, metavar="N", help="games on each side (400)")
    parser.add_argument("--seed", type=seed, default=0, help="the same seed gives the same games (0)")
    parser.add_argument("--sample", action="store_true", help="networks play by their probabilities, not their best")
    parser.add_argument("--at-least", type=_rate, metavar="RATE", help="win rate that A must surely exceed, as 0.5")
    parser.add_argument("--threads", type=count, default=os.cpu_count() or 1, metavar="N", help="threads (all cores)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_game(parser)


def _rate(text: str) -> float:
    """Argument type: a part of the games."""
    try:
        rate = float(text)
    except ValueError:
        rate = -1.0
    if not 0.0 <= rate <= 1.0:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 1, not {text!r}")
    return rate


def run(args: argparse.Namespace) -> int:
    """Play and print; returns the exit code."""
    from agents.evaluate import Setting, evaluate
    from agents.results import markdown

    sides = ("nationalist", "republican") if args.side == "both" else (args.side,)
    setting = Setting("ctv", args.scenario, game_options(args), args.threads)
    with user_errors(ValueError):
        results = [
            evaluate(args.agent, args.opponent, side, args.games, args.seed, setting, args.sample) for side in sides
        ]
    if args.json:
        print(json.dumps([result.as_dict() for result in results], indent=2))
    else:
        print(markdown(results), end="")
    sure = args.at_least is None or all(result.interval[0] > args.at_least for result in results)
    return 0 if sure else EXIT_TOO_WEAK
