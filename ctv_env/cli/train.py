"""``ctv train``: train an agent from a config."""

import argparse
import pathlib

from ctv_env.cli.arguments import add_record
from ctv_env.cli.errors import UserError, user_errors

EXAMPLES = """\
examples:
  ctv train configs/train/quick.yaml
  ctv train configs/train/default.yaml seed=3 total_steps=2000000 evaluation.games=1000
  ctv train --resume runs/default-20370814-120000

A new run makes a folder of its own, runs/NAME-TIME, with its config, progress, checkpoints, the finished agent, its
learning curve and its evaluation; `tensorboard --logdir runs` shows all runs.  Ctrl-C stops a run so that --resume can
go on with it.
"""


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv train``; the keys of a config are listed below them."""
    from agents.training.config import TrainConfig
    from agents.training.settings import table

    rows = [f"  {name} ({default}): {meaning}" for name, default, meaning in table(TrainConfig)]
    parser.epilog = "\n".join([EXAMPLES, "keys of a config (default):", *rows])
    path = pathlib.Path
    parser.add_argument("config", nargs="?", type=path, metavar="CONFIG", help="YAML file, as configs/train/*.yaml")
    parser.add_argument("changes", nargs="*", metavar="KEY=VALUE", help="keys that differ from the file")
    parser.add_argument("--runs", type=path, default=path("runs"), metavar="FOLDER", help="where run folders go (runs)")
    parser.add_argument("--resume", type=path, metavar="RUN", help="go on with this run folder instead")
    parser.add_argument("--quiet", action="store_true", help="print nothing")
    add_record(parser, "FOLDER", "record the games of the evaluation there; see `ctv replay`")


def run(args: argparse.Namespace) -> int:
    """Train; returns the exit code."""
    if (args.config is None) == (args.resume is None):
        raise UserError("give a config to train from, or --resume RUN, and not both; see `ctv train --help`")
    from agents.training.config import read_config

    with user_errors(ValueError):
        config = read_config(args.config, args.changes) if args.config else None
    try:
        from agents.training.train import begin, finish, resume
    except ModuleNotFoundError as error:
        raise UserError(f"training needs the package {error.name}: pip install 'ctv_env[train]'") from error
    with user_errors(ValueError, OSError):
        if args.record:
            args.record.mkdir(parents=True, exist_ok=True)  # a mistake is told before the training, not after it
        training = begin(config, args.runs, args.quiet) if config else resume(args.resume, args.quiet)
    finish(training, args.record)
    return 0
