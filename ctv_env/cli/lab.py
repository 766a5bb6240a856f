"""``ctv lab``: the programs of the laboratory, which train, record and measure in ways of their own."""

import argparse
import importlib
import types
import typing

from ctv_env.cli.errors import UserError, user_errors
from ctv_env.core.datafile import one_of
from ctv_env.core.extras import needs_extra

EXAMPLES = """\
examples:
  ctv lab manager --help
  ctv lab manager --seed 1 --out runs/manager-1
  ctv lab record-games rollout staff --games 1000 --out games-v0
"""


class Program(typing.NamedTuple):
    """A program: its module has ``add_arguments`` and ``run``."""

    module: str
    extra: str
    """Of the package, with the libraries that it needs."""
    summary: str


_TRAINING, _OFFLINE = "ctv_env.agents.training", "ctv_env.agents.offline"
PROGRAMS = {
    "manager": Program(f"{_TRAINING}.manager", "train", "train networks that choose among the plans of either side"),
    "exploit": Program(f"{_TRAINING}.exploit", "train", "train a manager against one agent, or against several"),
    "ensemble": Program(f"{_TRAINING}.ensemble", "train", "make one manager of several"),
    "plan-values": Program(f"{_TRAINING}.plan_values", "train", "train a value network of a policy's plans"),
    "tune": Program(f"{_TRAINING}.tune", "train", "tune the constants of a compiled policy"),
    "pack": Program(f"{_TRAINING}.pack", "train", "make a run into a small file that plays without torch"),
    "league": Program(f"{_TRAINING}.league.command", "rllib", "train against a pool of agents with RLlib"),
    "rllib-selfplay": Program(f"{_TRAINING}.rllib_selfplay", "rllib", "train against itself with RLlib"),
    "record-games": Program(f"{_OFFLINE}.record_games", "offline", "record games of any agents as a data set"),
    "imitate": Program(f"{_OFFLINE}.imitate", "train", "train an agent from data sets"),
    "expert-iteration": Program(f"{_OFFLINE}.expert_iteration", "train", "record and imitate, round by round"),
    "soak": Program(f"{_TRAINING}.soak", "train", "step many games as training does, and check every mask"),
    "episode-length": Program(f"{_TRAINING}.episode_length", "train", "measure the length of games, for discounts"),
    "costs": Program("ctv_env.bench.costs", "plot", "measure the costs of a decision by its parts"),
}


def add_arguments(parser: argparse.ArgumentParser, _argv: list[str]) -> None:
    """Declare the arguments of ``ctv lab``."""
    width = max(map(len, PROGRAMS))
    rows = [f"  {name:{width}}  {program.summary}" for name, program in PROGRAMS.items()]
    parser.epilog = "\n".join(["programs:", *rows, "", EXAMPLES])
    parser.add_argument("program", metavar="NAME", help="of a program below")
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="...", help="its arguments")


def run(args: argparse.Namespace) -> int:
    """Run a program; return its exit code."""
    from ctv_env.agents.base import ForfeitError

    given = parser_of(args.program).parse_intermixed_args(args.words)
    with user_errors(ValueError, ForfeitError, OSError):
        return _module_of(args.program).run(given)


def parser_of(name: str) -> argparse.ArgumentParser:
    """Return the parser of a program's arguments.

    Raises:
        UserError: there is no such program.
        MissingExtraError: the libraries that it needs are not installed.
    """
    if name not in PROGRAMS:
        raise UserError(f"no program {name!r}; {one_of(name, PROGRAMS)}")
    parser = argparse.ArgumentParser(
        prog=f"ctv lab {name}",
        description=f"{PROGRAMS[name].summary.capitalize()}.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _module_of(name).add_arguments(parser)
    return parser


def _module_of(name: str) -> types.ModuleType:
    with needs_extra(PROGRAMS[name].extra, f"ctv lab {name}"):
        return importlib.import_module(PROGRAMS[name].module)
