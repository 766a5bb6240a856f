"""``ctv balance``: how even the game is, how like the campaign, and what depends on which value."""

import argparse
import pathlib
import shlex
import sys
import typing

from ctv_env.cli.arguments import (
    add_record,
    add_seeds,
    add_threads,
    agents_help,
    chosen_game,
    count,
    named_count,
)
from ctv_env.cli.errors import UserError, user_errors

if typing.TYPE_CHECKING:
    from ctv_env.core.spec import GameSpec

GAMES, VARIANT_GAMES = 1000, 300
EXAMPLES = """\
Each agent plays the game's first scenario against itself.  Then the first one plays it with one thing changed at a
time: charts, options; on the same seeds with the same luck, so that differences are those of pairs.

examples:
  ctv balance
  ctv balance {agents} --games {best}=20 --out docs/balance
  ctv balance {best} --games 200 --data-dir my_data --variant-games 100
"""


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv balance``."""
    spec = chosen_game(argv)
    agents = _agents_of(spec)
    parser.epilog = f"{agents_help(spec)}\n\n{EXAMPLES.format(agents=' '.join(agents), best=agents[0])}"
    parser.set_defaults(spec=spec)
    parser.add_argument("--game", metavar="GAME", help=f"which: its name, or module:ATTRIBUTE ({spec.name})")
    parser.add_argument("agents", nargs="*", metavar="AGENT", help=f"who plays ({' '.join(agents)})")
    meaning = f"games of each agent, or of the agent NAME; may be repeated ({GAMES})"
    parser.add_argument("--games", type=named_count, action="append", default=[], metavar="N|NAME=N", help=meaning)
    meaning = f"games of each variant ({VARIANT_GAMES})"
    parser.add_argument("--variant-games", type=count, default=VARIANT_GAMES, metavar="N", help=meaning)
    add_seeds(parser)
    path = pathlib.Path
    parser.add_argument("--out", type=path, default=path("balance"), metavar="DIR", help="the report (balance)")
    parser.add_argument("--data-dir", metavar="FOLDER", help="folder with own copies of the data files")
    add_threads(parser)
    add_record(parser, "FOLDER", "record the games without a variant there; see `ctv replay`")


def run(args: argparse.Namespace) -> int:
    """Play, write the report, print it; returns the exit code."""
    try:
        from agents.balance.report import write_report
    except ModuleNotFoundError as error:
        raise UserError(f"a balance report needs the package {error.name}: pip install 'ctv_env[ladder]'") from error
    import tqdm

    from agents.balance.measure import measure, variants_of
    from agents.evaluation.cast import seated
    from agents.evaluation.records import Setting
    from ctv_env.games import reference_of

    spec, names = args.spec, args.agents or list(_agents_of(args.spec))
    if spec.analysis() is None:
        raise UserError(f"{spec.name} offers no analysis (GameSpec.analysis): there is no balance report of it")
    own = {"data_dir": args.data_dir} if args.data_dir else {}
    options = spec.shared_luck | own
    setting = Setting(reference_of(spec), None, options, threads=args.threads, record=args.record)
    with user_errors(ValueError, OSError):
        seeds = _seeds_of(args, names)
        for name in names:
            seated((name, name), setting)  # whatever is wrong is found before the first game
        variants = variants_of(setting)
        args.out.mkdir(parents=True, exist_ok=True)
        n_variant = min(args.variant_games, len(seeds[names[0]]))
        total = sum(map(len, seeds.values())) + n_variant * len(variants)
        with tqdm.tqdm(total=total, unit=" games", leave=False, disable=not sys.stderr.isatty()) as bar:
            measured = measure(seeds, variants, n_variant, setting, bar.update)
        page = write_report(args.out, measured, setting, _command(args))
    print(page, end="")
    print(f"\n{total} games have been played; report in {args.out}")
    return 0


def _agents_of(spec: "GameSpec") -> tuple[str, ...]:
    """Who plays unless others are named: the two best policies."""
    return spec.policies[:-3:-1]


def _seeds_of(args: argparse.Namespace, names: list[str]) -> dict[str, list[int]]:
    """The seeds on which each agent plays itself."""
    from agents.evaluation.seeds import read_seeds

    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"{twice[0]} is named twice; it plays itself once")
    games = dict(args.games)
    for name in games:
        if name and name not in names:
            raise ValueError(f"--games {name}={games[name]}: there is no agent {name!r} in this report")
    return {name: read_seeds(args.seeds, games.get(name, games.get("", GAMES))) for name in names}


def _command(args: argparse.Namespace) -> str:
    """The command, to be run again."""
    games = [f"--games={name}={number}" if name else f"--games={number}" for name, number in args.games]
    games.append(f"--variant-games={args.variant_games}")
    data = [f"--data-dir={args.data_dir}"] if args.data_dir else []
    game = [f"--game={args.game}"] if args.game else []
    return shlex.join(["ctv", "balance", *args.agents, *game, *games, f"--seeds={args.seeds}", *data])
