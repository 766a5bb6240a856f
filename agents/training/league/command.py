"""``ctv lab league FOLDER [key=value ...]``: start a league, or go on with one."""

import argparse
import logging
import pathlib
import sys

from ctv_env.agents.training.league.config import EXPLOITER, LeagueConfig, read_config
from ctv_env.agents.training.league.state import League
from ctv_env.agents.training.settings import table
from ctv_env.core.extras import needs_extra


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv lab league``."""
    rows = "\n".join(f"  {name:<16} {default:<14} {meaning}" for name, default, meaning in table(LeagueConfig))
    parser.epilog = f"keys, their defaults, and what they mean:\n{rows}"
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER", help="of a new league, or of one to go on with")
    parser.add_argument("changes", nargs="*", metavar="key=value", help="settings that differ from the defaults")
    parser.add_argument("--role", choices=["main", EXPLOITER], help="the same as role=ROLE")
    parser.add_argument("--against", metavar="AGENT", help="the same as against=AGENT, for an exploiter")
    parser.add_argument("--add", action="append", default=[], metavar="AGENT", help="an agent to join the pool")
    parser.add_argument("--address", help="of a running Ray cluster, such as 'auto'; none for this machine alone")


def run(args: argparse.Namespace) -> int:
    """Train; return the exit code."""
    changes = list(args.changes)
    if args.role:
        changes.append(f"role={args.role}")
    if args.against:
        changes.append(f"against={args.against}")
    try:
        _run(args.folder, changes, args.add, args.address)
    except KeyboardInterrupt:
        print(f"stopped; to continue: ctv lab league {args.folder}", file=sys.stderr)
        return 130
    return 0


def _run(folder: pathlib.Path, changes: list[str], agents: list[str], address: str | None) -> None:
    exists = (folder / "league.json").exists()
    config = None if exists else read_config(changes)  # before the imports, which take seconds
    with needs_extra("rllib", "a league"):
        import ray
        import torch

    from ctv_env.agents.training.league.run import train
    from ctv_env.agents.training.league.standings import standings

    league = League.load(folder, changes) if config is None else League.create(folder, config)
    for agent in agents:
        league.add(agent)
    league.save()
    print(f"{folder}: {league.iterations} updates so far, {len(league.members)} in the pool", flush=True)
    torch.set_num_threads(1)  # the network is small: more threads would wait for each other
    dashboard = None if address else False
    ray.init(address, log_to_driver=False, logging_level=logging.ERROR, include_dashboard=dashboard)
    try:
        train(league, lambda words: print(words, flush=True))
    finally:
        ray.shutdown()
    print(standings(league))
    print(f"the agent: {league.agent_file}")
