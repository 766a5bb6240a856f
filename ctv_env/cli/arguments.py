"""Arguments shared by several commands."""

import argparse
import math
import pathlib
import typing

from ctv_env.cli.errors import user_errors
from ctv_env.core.host import usable_cores

if typing.TYPE_CHECKING:
    from ctv_env.agents.evaluation.records import Setting
    from ctv_env.core.spec import GameSpec

_MOST_PIXELS = 20_000  # a square picture of that width has 1.6 GB


def chosen_game(argv: list[str]) -> "GameSpec":
    """Return the game chosen by ``--game`` among a command's words; its options become flags of the command.

    Raises:
        UserError: there is no such game.
    """
    from ctv_env.core.spec import spec_of

    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    early.add_argument("--game", nargs="?")
    with user_errors(ValueError):
        return spec_of(early.parse_known_args(argv)[0].game)


def agents_help(spec: "GameSpec") -> str:
    """Describe the agents, for the help of the commands that take them."""
    from ctv_env.agents.registry import KINDS

    rows = [(kind.spelling(spec), kind.meaning) for kind in KINDS]
    width = max(len(spelling) for spelling, _ in rows)
    return "\n".join(["agents:", *(f"  {spelling:{width}}  {meaning}" for spelling, meaning in rows if spelling)])


def count(text: str, most: float = math.inf) -> int:
    """Argument type: a whole number from 1 up, to ``most``."""
    number = seed(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {number}")
    if number > most:
        raise argparse.ArgumentTypeError(f"must be at most {most}, not {number}")
    return number


def pixels(text: str) -> int:
    """Argument type: the width of a picture; one without a limit would end the process for want of memory."""
    return count(text, _MOST_PIXELS)


def named_count(text: str) -> tuple[str, int]:
    """Argument type: NAME=N, a whole number from 1 up for one name; or N alone, with the name "", for all."""
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
    """Add ``--seeds``."""
    meaning = "suite-v1, the public suite; secret:FILE, one whole number per line; or a number to draw from (suite-v1)"
    parser.add_argument("--seeds", default="suite-v1", metavar="SEEDS", help=meaning)


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add ``--threads``."""
    parser.add_argument("--threads", type=count, default=usable_cores(), metavar="N", help="cores to use (all)")


def add_time_limit(parser: argparse.ArgumentParser) -> None:
    """Add ``--time-limit``."""
    from ctv_env.agents.evaluation.records import TIME_LIMIT

    meaning = f"seconds per decision for an external program ({TIME_LIMIT:g})"
    parser.add_argument("--time-limit", type=seconds, default=TIME_LIMIT, metavar="S", help=meaning)


def add_record(parser: argparse.ArgumentParser, metavar: str, meaning: str) -> None:
    """Add ``--record``, the destination of recorded games."""
    parser.add_argument("--record", type=pathlib.Path, metavar=metavar, help=meaning)


def add_game(parser: argparse.ArgumentParser, spec: "GameSpec", **defaults: str) -> None:
    """Add ``--game``, ``--scenario``, ``--data-dir``, and a flag for each rules option of ``spec``.

    The parsed arguments also contain ``spec``; ``defaults`` are this command's own default values.
    """
    parser.set_defaults(spec=spec)
    scenario = spec.scenarios(None)[0].name
    group = parser.add_argument_group("the game")
    group.add_argument("--game", metavar="GAME", help=f"its name, or module:ATTRIBUTE ({spec.name})")
    group.add_argument("--scenario", metavar="NAME", help=f"scenario ({scenario})")
    group.add_argument("--data-dir", metavar="FOLDER", help="folder with your own copies of the data files")
    for option in spec.options:
        flag, default = "--" + option.name.replace("_", "-"), defaults.get(option.name)
        if isinstance(option.default, bool):
            meaning = f"{option.meaning} ({'on' if option.default else 'off'})"
            group.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=meaning)
        else:
            meaning = f"{option.meaning} ({default or option.default})"
            group.add_argument(flag, choices=option.values, default=default, help=meaning)


def add_known_game(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Add ``--game`` to a command that reads files naming their game; a game from elsewhere becomes known to them."""
    parser.add_argument(
        "--game", metavar="GAME", help="module:ATTRIBUTE of the file's game, if it is not part of this package"
    )
    if "--game" in argv or any(word.startswith("--game=") for word in argv):
        chosen_game(argv)


def game_options(args: argparse.Namespace) -> dict[str, str | bool]:
    """Return the rules options that were given, and ``data_dir``."""
    names = ("data_dir", *(option.name for option in args.spec.options))
    return {name: value for name in names if (value := getattr(args, name)) is not None}


def unusual_words(args: argparse.Namespace) -> list[str]:
    """Return the words that give the command its rules options, data folder and time limit where they are unusual."""
    from ctv_env.agents.evaluation.records import TIME_LIMIT

    usual = args.spec.common_random_numbers
    words = [_word(name, value) for name, value in game_options(args).items() if value != usual.get(name)]
    return words if args.time_limit == TIME_LIMIT else [*words, f"--time-limit={args.time_limit}"]


def _word(name: str, value: str | bool) -> str:
    """Return the word with which an option is given."""
    flag = name.replace("_", "-")
    return f"--{flag}={value}" if isinstance(value, str) else f"--{flag}" if value else f"--no-{flag}"


def scenario_of(args: argparse.Namespace) -> str:
    """Return the scenario that was given, or the game's first."""
    return args.scenario or args.spec.scenarios(args.data_dir)[0].name


def setting_of(args: argparse.Namespace, sample: bool = False) -> "Setting":
    """Return the arena in which many games are played."""
    from ctv_env.agents.evaluation.records import Setting
    from ctv_env.core.spec import reference_of

    game, options = reference_of(args.spec), game_options(args)
    return Setting(game, scenario_of(args), options, args.threads, sample, args.time_limit, args.record)
