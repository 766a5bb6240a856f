"""``ctv balance``: the balance of a game, its historical accuracy, and the effect of each value."""

import argparse
import pathlib
import shlex
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
from ctv_env.core.extras import needs_extra
from ctv_env.core.host import shows_progress

if typing.TYPE_CHECKING:
    from ctv_env.core.spec import GameSpec

GAMES, VARIANT_GAMES = 1000, 300
EXAMPLES = """\
Each agent plays a scenario against itself.  Then the first agent plays it with one thing changed at a time (charts,
options), on the same seeds with the same dice, so that differences are paired.

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
    meaning = f"scenario ({spec.scenarios(None)[0].name})"
    parser.add_argument("--scenario", metavar="NAME", help=meaning)
    parser.add_argument("agents", nargs="*", metavar="AGENT", help=f"agents to play ({' '.join(agents)})")
    meaning = f"games of each agent, or of agent NAME; may be repeated ({GAMES})"
    parser.add_argument("--games", type=named_count, action="append", default=[], metavar="N|NAME=N", help=meaning)
    meaning = f"games of each variant ({VARIANT_GAMES})"
    parser.add_argument("--variant-games", type=count, default=VARIANT_GAMES, metavar="N", help=meaning)
    add_seeds(parser)
    path = pathlib.Path
    parser.add_argument(
        "--out", type=path, default=path("balance"), metavar="DIR", help="folder of the report (balance)"
    )
    parser.add_argument("--data-dir", metavar="FOLDER", help="folder with your own copies of the data files")
    add_threads(parser)
    add_record(parser, "FOLDER", "record the games without a variant there; see `ctv replay`")


def run(args: argparse.Namespace) -> int:
    """Play, write the report, print it; return the exit code."""
    with needs_extra("ladder", "a balance report"):
        from ctv_env.agents.balance.report import write_report
    import tqdm

    from ctv_env.agents.balance.measure import measure, variants_of
    from ctv_env.agents.evaluation.agent_pool import seated
    from ctv_env.agents.evaluation.records import Setting
    from ctv_env.core.spec import reference_of

    spec, names = args.spec, args.agents or list(_agents_of(args.spec))
    if spec.analysis() is None:
        raise UserError(f"{spec.name} has no analysis (GameSpec.analysis), so there is no balance report for it")
    own = {"data_dir": args.data_dir} if args.data_dir else {}
    options = spec.common_random_numbers | own
    setting = Setting(reference_of(spec), args.scenario, options, threads=args.threads, record=args.record)
    with user_errors(ValueError, OSError):
        seeds = _seeds_of(args, names)
        for name in names:
            seated((name, name), setting)  # finds any error before the first game
        variants = variants_of(setting)
        args.out.mkdir(parents=True, exist_ok=True)
        n_variant = min(args.variant_games, len(seeds[names[0]]))
        total = sum(map(len, seeds.values())) + n_variant * len(variants)
        with tqdm.tqdm(total=total, unit=" games", leave=False, disable=not shows_progress()) as bar:
            measured = measure(seeds, variants, n_variant, setting, bar.update)
        page = write_report(args.out, measured, setting, _command(args))
    print(page, end="")
    print(f"\n{total} games have been played; report in {args.out}")
    return 0


def _agents_of(spec: "GameSpec") -> tuple[str, ...]:
    """Return the default agents: the two best policies."""
    return spec.policies[:-3:-1]


def _seeds_of(args: argparse.Namespace, names: list[str]) -> dict[str, list[int]]:
    """Return the seeds on which each agent plays itself."""
    from ctv_env.agents.evaluation.seeds import read_seeds

    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"{twice[0]} is named twice; it plays itself once")
    games = dict(args.games)
    for name in games:
        if name and name not in names:
            raise ValueError(f"--games {name}={games[name]}: there is no agent {name!r} in this report")
    return {name: read_seeds(args.seeds, games.get(name, games.get("", GAMES))) for name in names}


def _command(args: argparse.Namespace) -> str:
    """Return the command line that repeats this run."""
    games = [f"--games={name}={number}" if name else f"--games={number}" for name, number in args.games]
    games.append(f"--variant-games={args.variant_games}")
    data = [f"--data-dir={args.data_dir}"] if args.data_dir else []
    game = [f"--game={args.game}"] if args.game else []
    scenario = [f"--scenario={args.scenario}"] if args.scenario else []
    return shlex.join(["ctv", "balance", *args.agents, *game, *scenario, *games, f"--seeds={args.seeds}", *data])
