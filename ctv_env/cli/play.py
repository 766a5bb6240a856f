"""``ctv play``: one game between two agents, told in words."""

import argparse
import pathlib
import sys

from ctv_env.cli.arguments import (
    DEFAULT_SCENARIO,
    add_game,
    add_patience,
    add_record,
    agents_help,
    game_options,
    seed,
)
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.cli.saves import read_save

EXAMPLES = """\
examples:
  ctv play --seed 7
  ctv play --nationalist staff --republican random --seed 7 --quiet
  ctv play --setup placement --edition it --out game.txt
  ctv play --nationalist human --scenario last-stand
  ctv play --seed 7 --quiet --record game.jsonl.gz
  ctv play --nationalist runs/quick-20370814-120000
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv play``."""
    parser.epilog = f"{agents_help()}\n\n{EXAMPLES}"
    parser.add_argument("--nationalist", default="staff", metavar="AGENT", help="who plays it (staff)")
    parser.add_argument("--republican", default="staff", metavar="AGENT", help="who plays it (staff)")
    parser.add_argument("--seed", type=seed, help="of dice and agents; without it a new one is drawn and printed")
    parser.add_argument("--load", type=pathlib.Path, metavar="FILE", help="go on with a game saved while playing")
    parser.add_argument("--quiet", action="store_true", help="print only the result")
    parser.add_argument("--out", type=pathlib.Path, metavar="FILE", help="write the log there instead of printing it")
    add_patience(parser)
    add_record(parser, "FILE", "record the game there, as NAME.jsonl or NAME.jsonl.gz; see `ctv replay`")
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    """Play the game; returns the exit code."""
    from agents.external.human import NAME, Quit
    from ctv_env.core.game import fresh_seed
    from ctv_env.core.replay.recording import recorded

    number = fresh_seed() if args.seed is None else args.seed
    with user_errors(ValueError):
        game = _game(args, number)
        agents = {side: _agent(getattr(args, side), game, side, args.patience) for side in game.spec.sides}
        players = {side: agent.name for side, agent in agents.items()}
        game = recorded(game, args.record, players, number)
    try:
        outcome = _played(game, agents, number)
    except Quit:
        print(f"\nthe game was given up on turn {game.turn}")
        return 0
    finally:
        game.close()
    story = "\n".join([headline(game.tables.scenario, number, players), *game.log]) + "\n"
    if args.out:
        _write(args.out, story)
    elif not args.quiet and NAME not in (args.nationalist, args.republican):
        sys.stdout.write(story)
    print(f"{outcome}; seed {number}")
    return 0


def headline(scenario: str, seed: int | None, players: dict[str, str]) -> str:
    """What is played, and by whom."""
    names = ", ".join(f"{side} {name}" for side, name in players.items())
    return f"{scenario}, seed {seed}: {names}"


def ending(result: dict) -> str:
    """How a game has ended, of ``winner``, ``turn`` and ``vp``."""
    return f"{result['winner']} wins on turn {result['turn']} with {result['vp']} VP to the Nationalist"


def _played(game, agents, seed: int) -> str:
    """Play ``game`` to its end; returns how it ended, and how many decisions each side took."""
    from agents.base import ForfeitError, dismiss, play
    from agents.evaluation.single_match import Watch

    watch = Watch(game)
    try:
        play(game, agents, seed, watch)
        outcome = ending({"winner": game.winner, "turn": game.turn, "vp": game.vp()})
    except ForfeitError as error:
        outcome = f"{error.side} forfeits on turn {game.turn}: {agents[error.side].name} {error}"
    finally:
        for agent in agents.values():
            dismiss(agent)
    return f"{outcome}; decisions: " + ", ".join(f"{side} {n}" for side, n in watch.decisions.items())


def _game(args: argparse.Namespace, number: int):
    """The saved game, or a new one; ValueError if it cannot be had."""
    from ctv_env import new_game

    if not args.load:
        return new_game("ctv", args.scenario, number, **game_options(args))
    if args.scenario != DEFAULT_SCENARIO or game_options(args):
        raise UserError("--load goes on with the scenario and the options of the saved game: leave out yours")
    return read_save(args.load)


def _agent(name: str, game, side: str, patience: float):
    """The agent called ``name``; a person may save the game."""
    from agents.external.human import NAME, terminal
    from agents.registry import make_agent

    if name == NAME:
        return terminal(lambda file: pathlib.Path(file).write_bytes(game.to_bytes()) and None)
    return make_agent(name, game.spec.name, game.tables.scenario, side, patience=patience)


def _write(file: pathlib.Path, text: str) -> None:
    try:
        file.write_text(text)
    except OSError as error:
        raise UserError(f"cannot write {file}: {error.strerror}") from error
