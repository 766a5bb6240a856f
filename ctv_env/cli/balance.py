"""``ctv balance``: how even the game is, how like the campaign, and what depends on which value."""

import argparse
import pathlib
import shlex
import sys

from ctv_env.cli.arguments import (
    DEFAULT_SCENARIO,
    add_record,
    add_seeds,
    add_threads,
    agents_help,
    count,
    named_count,
)
from ctv_env.cli.errors import UserError, user_errors

AGENTS = ("staff", "greedy")
GAMES, VARIANT_GAMES = 1000, 300
EXAMPLES = """\
Each agent plays the campaign against itself.  Then the first one plays it with one thing changed at a time: charts, the
edition, each option; on the same seeds with keyed dice, so that differences are those of pairs.

examples:
  ctv balance
  ctv balance staff greedy rollout --games rollout=20 --out docs/balance
  ctv balance staff --games 200 --data-dir my_data --variant-games 100
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv balance``."""
    parser.epilog = f"{agents_help()}\n\n{EXAMPLES}"
    parser.add_argument("agents", nargs="*", metavar="AGENT", help=f"who plays ({' '.join(AGENTS)})")
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

    from agents.balance.measure import base_directory, measure
    from agents.balance.variants import variants_of
    from agents.evaluation.arena import seated
    from agents.evaluation.fingerprint import place_of
    from agents.evaluation.records import Setting

    names = args.agents or list(AGENTS)
    own = {"data_dir": args.data_dir} if args.data_dir else {}
    options = {"dice": "keyed"} | own
    setting = Setting(scenario=DEFAULT_SCENARIO, options=options, threads=args.threads, record=args.record)
    with user_errors(ValueError, OSError):
        seeds, place = _seeds_of(args, names), place_of(setting)
        for name in names:
            seated((name, name), setting)  # whatever is wrong is found before the first game
        args.out.mkdir(parents=True, exist_ok=True)
        variants = variants_of(base_directory(setting))
        n_variant = min(args.variant_games, len(seeds[names[0]]))
        total = sum(map(len, seeds.values())) + n_variant * len(variants)
        with tqdm.tqdm(total=total, unit=" games", leave=False, disable=not sys.stderr.isatty()) as bar:
            measured = measure(seeds, variants, n_variant, setting, bar.update)
        page = write_report(args.out, *measured, _command(args), place)
    print(page, end="")
    print(f"\n{total} games have been played; report in {args.out}")
    return 0


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
    return shlex.join(["ctv", "balance", *args.agents, *games, f"--seeds={args.seeds}", *data])
