"""Arguments that several commands take."""

import argparse
import math
import os
import pathlib

DEFAULT_SCENARIO = "campaign"


def agents_help() -> str:
    """Who can be named, for the help of the commands that take agents."""
    from agents.registry import NAMES

    return (
        f"agents: {', '.join(NAMES)}, a checkpoint (.zip) or run folder of `ctv train`,\n"
        "or program:COMMAND, an outside program (docs/protocol.md).\n"
        "A search takes a budget for each plan of movement, in playouts (`mcts:200`) or seconds (`rollout:0.1s`)."
    )


def count(text: str) -> int:
    """Argument type: a whole number from 1 up."""
    number = seed(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {number}")
    return number


def named_count(text: str) -> tuple[str, int]:
    """Argument type: NAME=N, a whole number from 1 up of a name; or N, of no name (""), for all."""
    name, _, number = text.rpartition("=")
    return name, count(number)


def seconds(text: str) -> float:
    """Argument type: a number from 0 up."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"must be a number from 0 up, not {text!r}")
    return number


def seed(text: str) -> int:
    """Argument type: a whole number from 0 up."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}") from None
    if number < 0:
        raise argparse.ArgumentTypeError(f"must not be negative, but is {number}")
    return number


def add_seeds(parser: argparse.ArgumentParser) -> None:
    """``--seeds``."""
    meaning = "suite-v1, the public suite; secret:FILE, one whole number a line; or a number to draw from (suite-v1)"
    parser.add_argument("--seeds", default="suite-v1", metavar="SEEDS", help=meaning)


def add_threads(parser: argparse.ArgumentParser) -> None:
    """``--threads``."""
    parser.add_argument("--threads", type=count, default=os.cpu_count() or 1, metavar="N", help="cores to use (all)")


def add_patience(parser: argparse.ArgumentParser) -> None:
    """``--patience``."""
    from agents.evaluation.records import PATIENCE

    meaning = f"seconds that an outside program has for a decision ({PATIENCE:g})"
    parser.add_argument("--patience", type=seconds, default=PATIENCE, metavar="S", help=meaning)


def add_record(parser: argparse.ArgumentParser, metavar: str, meaning: str) -> None:
    """``--record``, where games are recorded."""
    parser.add_argument("--record", type=pathlib.Path, metavar=metavar, help=meaning)


def add_game(parser: argparse.ArgumentParser, **defaults: str) -> None:
    """``--scenario``, ``--data-dir``, and a flag for each rules option; ``defaults`` are this command's own."""
    from ctv_env.games.ctv.loading.load import OPTIONS

    group = parser.add_argument_group("the game")
    group.add_argument("--scenario", default=DEFAULT_SCENARIO, metavar="NAME", help=f"scenario ({DEFAULT_SCENARIO})")
    group.add_argument("--data-dir", metavar="FOLDER", help="folder with own copies of the data files")
    for name, option in OPTIONS.items():
        flag = "--" + name.replace("_", "-")
        if isinstance(option.default, bool):
            on = "on" if option.default else "off"
            group.add_argument(
                flag, action=argparse.BooleanOptionalAction, default=None, help=f"{option.meaning} ({on})"
            )
        else:
            default = defaults.get(name)
            meaning = f"{option.meaning} ({default or option.default})"
            group.add_argument(flag, choices=option.allowed, default=default, help=meaning)


def game_options(args: argparse.Namespace) -> dict:
    """The rules options that were given, and ``data_dir``."""
    from ctv_env.games.ctv.loading.load import OPTIONS

    names = ("data_dir", *OPTIONS)
    return {name: value for name in names if (value := getattr(args, name)) is not None}


def setting_of(args: argparse.Namespace, sample: bool = False):
    """Where many games are played."""
    from agents.evaluation.records import Setting

    return Setting("ctv", args.scenario, game_options(args), args.threads, sample, args.patience, args.record)
