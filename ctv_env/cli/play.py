"""``ctv play``: one game between two agents, told in words."""

import argparse
import pathlib
import sys

from ctv_env.cli.arguments import add_game, game_options, seed
from ctv_env.cli.errors import UserError, user_errors

EXAMPLES = """\
agents: random, greedy, staff, or a checkpoint (.zip) or run folder of `ctv train`.

examples:
  ctv play --seed 7
  ctv play --nationalist staff --republican random --seed 7 --quiet
  ctv play --setup placement --edition it --out game.txt
  ctv play --nationalist runs/quick-20370814-120000
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv play``."""
    parser.epilog = EXAMPLES
    parser.add_argument("--nationalist", default="staff", metavar="AGENT", help="who plays it (staff)")
    parser.add_argument("--republican", default="staff", metavar="AGENT", help="who plays it (staff)")
    parser.add_argument("--seed", type=seed, help="of dice and agents; without it a new one is drawn and printed")
    parser.add_argument("--quiet", action="store_true", help="print only the result")
    parser.add_argument("--out", type=pathlib.Path, metavar="FILE", help="write the log there instead of printing it")
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    """Play the game; returns the exit code."""
    from agents.base import play
    from agents.registry import make_agent
    from ctv_env import new_game
    from ctv_env.core.game import fresh_seed

    number = fresh_seed() if args.seed is None else args.seed
    with user_errors(ValueError):
        game = new_game("ctv", args.scenario, number, **game_options(args))
        agents = {
            side: make_agent(getattr(args, side), game.rules.name, args.scenario, side) for side in game.rules.sides
        }
    decisions = play(game, agents, number)
    players = ", ".join(f"{side} {agent.name}" for side, agent in agents.items())
    lines = [f"{args.scenario}, seed {number}: {players}", *game.log]
    if args.out:
        _write(args.out, lines)
    elif not args.quiet:
        sys.stdout.write("\n".join(lines) + "\n")
    counts = ", ".join(f"{side} {n}" for side, n in decisions.items())
    ending = f"{game.winner} wins on turn {game.turn} with {game.vp()} VP to the Nationalist"
    print(f"{ending}; decisions: {counts}; seed {number}")
    return 0


def _write(file: pathlib.Path, lines: list[str]) -> None:
    try:
        file.write_text("\n".join(lines) + "\n")
    except OSError as error:
        raise UserError(f"cannot write {file}: {error.strerror}") from error
