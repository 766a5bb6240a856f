"""``ctv play``: play one game between two agents and print its log."""

import argparse
import contextlib
import pathlib
import sys
import typing
from collections.abc import Iterator

from ctv_env.cli.arguments import (
    add_game,
    add_record,
    add_time_limit,
    agents_help,
    chosen_game,
    game_options,
    seed,
)
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.cli.files import write_whole
from ctv_env.cli.saves import read_save
from ctv_env.core.printable import printable

if typing.TYPE_CHECKING:
    from ctv_env.agents.base import Agent
    from ctv_env.core.game import Game
    from ctv_env.core.spec import GameSpec

EXAMPLES = """\
examples:
  ctv play --seed 7
  ctv play --{first} {best} --{second} random --seed 7 --quiet
  ctv play --{first} human --scenario {scenario} --out game.txt
  ctv play --seed 7 --quiet --record game.jsonl.gz
  ctv play --{first} runs/quick-20370814-120000
"""


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv play``."""
    spec = chosen_game(argv)
    (first, second), best = spec.sides, spec.policies[-1]
    examples = EXAMPLES.format(first=first, second=second, best=best, scenario=spec.scenarios(None)[-1].name)
    parser.epilog = f"{agents_help(spec)}\n\n{examples}"
    for side in spec.sides:
        parser.add_argument(
            f"--{side}", dest=_seat(side), default=best, metavar="AGENT", help=f"agent that plays it ({best})"
        )
    parser.add_argument("--seed", type=seed, help="seed of dice and agents (drawn and printed)")
    parser.add_argument("--load", type=pathlib.Path, metavar="FILE", help="continue a game saved while playing")
    parser.add_argument("--quiet", action="store_true", help="print only the result")
    parser.add_argument("--out", type=pathlib.Path, metavar="FILE", help="write the log there instead of printing it")
    add_time_limit(parser)
    add_record(parser, "FILE", "record the game there, as NAME.jsonl or NAME.jsonl.gz; see `ctv replay`")
    add_game(parser, spec)


def _seat(side: str) -> str:
    """Return the name of the argument that chooses the player of ``side``."""
    return f"player_{side}"


def run(args: argparse.Namespace) -> int:
    """Play the game; return the exit code."""
    from ctv_env.agents.external.human import NAME, Quit
    from ctv_env.core.game import IllegalActionError, fresh_seed
    from ctv_env.core.replay.recording import recorded

    number = fresh_seed() if args.seed is None else args.seed
    with user_errors(ValueError):
        game = _game(args, number)
        agents = {side: _agent(getattr(args, _seat(side)), game, side, args.time_limit) for side in game.spec.sides}
        players = {side: agent.name for side, agent in agents.items()}
        game = recorded(game, args.record, players, None if args.load else number)  # a saved game has its own dice
    try:
        with _recording(game, args.record, number), user_errors(IllegalActionError):
            outcome = _played(game, agents, number)
    except Quit:
        print(f"\nthe game was given up on turn {game.turn}")
        return 0
    story = "\n".join([headline(game.tables.scenario, number, players), *game.log]) + "\n"
    if args.out:
        _write(args.out, story)
    elif not args.quiet and NAME not in players.values():
        sys.stdout.write(story)
    print(printable(f"{outcome}; seed {number}"))
    return 0


@contextlib.contextmanager
def _recording(game: "Game", file: pathlib.Path | None, number: int) -> Iterator[None]:
    """Close the record at the end; an error of writing it, such as a full disk, is the user's."""
    try:
        try:
            yield
        finally:
            game.close()
    except OSError as error:
        if file is None:
            raise
        raise UserError(
            f"cannot write {file}: {error.strerror or error}; the game was stopped on turn {game.turn}: "
            f"`--seed {number}` plays the same dice again"
        ) from error


def headline(scenario: str, seed: int | None, players: dict[str, str]) -> str:
    """Describe the game and its players, whose names may come from an untrusted record."""
    names = ", ".join(f"{side} {name}" for side, name in players.items())
    return printable(f"{scenario}, seed {seed}: {names}")


def ending(spec: "GameSpec", result: dict) -> str:
    """Describe the result of a game, with keys ``winner``, ``turn`` and the score's."""
    score = f"{result[spec.score.key]} {spec.score.label}"
    return f"{result['winner'] or 'nobody'} wins on turn {result['turn']} with {score}"


def _played(game: "Game", agents: "dict[str, Agent]", seed: int) -> str:
    """Play ``game`` to its end; return its result and the number of decisions of each side."""
    from ctv_env.agents.base import ForfeitError, dismiss, play
    from ctv_env.agents.evaluation.single_match import Watch
    from ctv_env.core.replay.format import result_of

    watch = Watch(game)
    try:
        play(game, agents, seed, watch)
        outcome = ending(game.spec, result_of(game, sum(watch.decisions.values())))
    except ForfeitError as error:
        outcome = f"{error.side} forfeits on turn {game.turn}: {agents[error.side].name} {error}"
    finally:
        for agent in agents.values():
            dismiss(agent)
    return f"{outcome}; decisions: " + ", ".join(f"{side} {n}" for side, n in watch.decisions.items())


def _game(args: argparse.Namespace, number: int) -> "Game":
    """Return the saved game, or a new one; ValueError if it cannot be created."""
    from ctv_env import new_game
    from ctv_env.core.spec import reference_of

    if not args.load:
        return new_game(reference_of(args.spec), args.scenario, number, **game_options(args))
    if args.scenario or game_options(args):
        raise UserError("--load continues with the scenario and options of the saved game: leave out yours")
    game = read_save(args.load)
    if game.spec != args.spec:
        raise UserError(f"{args.load} is a game of {game.spec.name}: add --game {reference_of(game.spec)}")
    return game


def _agent(name: str, game: "Game", side: str, time_limit: float) -> "Agent":
    """Create the agent called ``name``; a human player may save the game."""
    from ctv_env.agents.external.human import NAME, terminal
    from ctv_env.agents.registry import make_agent
    from ctv_env.core.spec import reference_of
    from ctv_env.core.tables import options_of

    def save(file: str) -> None:
        write_whole(pathlib.Path(file), game.to_bytes())

    if name == NAME:
        return terminal(save)
    tables = game.tables
    return make_agent(
        name, reference_of(game.spec), tables.scenario, side, time_limit=time_limit, options=options_of(tables)
    )


def _write(file: pathlib.Path, text: str) -> None:
    try:
        write_whole(file, text.encode())
    except OSError as error:
        raise UserError(f"cannot write {file}: {error.strerror}") from error
