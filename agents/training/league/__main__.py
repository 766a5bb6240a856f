"""``python -m ctv_env.agents.training.league FOLDER [key=value ...]``: start a league, or go on with one."""

import argparse
import logging
import pathlib
import sys

from ctv_env.agents.training.league.config import EXPLOITER, LeagueConfig, read_config
from ctv_env.agents.training.league.state import League
from ctv_env.agents.training.settings import table
from ctv_env.core.extras import MissingExtraError, needs_extra


def main(argv: list[str] | None = None) -> int:
    """Run the command; return its exit code."""
    wanted = _parser().parse_intermixed_args(argv)  # options may stand among the settings
    changes = list(wanted.changes)
    if wanted.role:
        changes.append(f"role={wanted.role}")
    if wanted.against:
        changes.append(f"against={wanted.against}")
    try:
        _run(wanted.folder, changes, wanted.add, wanted.address)
    except (ValueError, MissingExtraError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"stopped; to continue: python -m ctv_env.agents.training.league {wanted.folder}", file=sys.stderr)
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


def _parser() -> argparse.ArgumentParser:
    rows = "\n".join(f"  {name:<16} {default:<14} {meaning}" for name, default, meaning in table(LeagueConfig))
    parser = argparse.ArgumentParser(
        "python -m ctv_env.agents.training.league",
        description="Train a learner against a pool of agents with RLlib; see docs/league.md.",
        epilog=f"keys, their defaults, and what they mean:\n{rows}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER", help="of a new league, or of one to go on with")
    parser.add_argument("changes", nargs="*", metavar="key=value", help="settings that differ from the defaults")
    parser.add_argument("--role", choices=["main", EXPLOITER], help="the same as role=ROLE")
    parser.add_argument("--against", metavar="AGENT", help="the same as against=AGENT, for an exploiter")
    parser.add_argument("--add", action="append", default=[], metavar="AGENT", help="an agent to join the pool")
    parser.add_argument("--address", help="of a running Ray cluster, such as 'auto'; none for this machine alone")
    return parser


if __name__ == "__main__":
    sys.exit(main())
