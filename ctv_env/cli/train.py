"""``ctv train``: train an agent from a config."""

import argparse
import contextlib
import pathlib
import typing
from collections.abc import Iterator

from ctv_env.cli.arguments import add_record
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.core.extras import needs_extra

if typing.TYPE_CHECKING:
    from ctv_env.agents.training.runs import Run

EXAMPLES = """\
examples:
  ctv train quick
  ctv train default seed=3 total_steps=2000000 evaluation.games=1000
  ctv train my_config.yaml
  ctv train --resume runs/default-20370814-120000

A new run makes a folder of its own, runs/NAME-TIME, with its config, progress, checkpoints, the finished agent, its
learning curve and its evaluation; `tensorboard --logdir runs` shows all runs.  Ctrl-C stops a run so that --resume can
continue it.
"""


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv train``; the keys of a config are listed below them."""
    from ctv_env.agents.training.config import TrainConfig, named_configs, summary
    from ctv_env.agents.training.settings import table

    configs = [f"  {name}: {summary(file)}" for name, file in named_configs().items()]
    keys = [f"  {name} ({default}): {meaning}" for name, default, meaning in table(TrainConfig)]
    parser.epilog = "\n".join([EXAMPLES, "configs by name:", *configs, "", "keys of a config (default):", *keys])
    path = pathlib.Path
    parser.add_argument("config", nargs="?", metavar="CONFIG", help="one of the names below, or a YAML file")
    parser.add_argument("changes", nargs="*", metavar="KEY=VALUE", help="keys that differ from the file")
    parser.add_argument("--runs", type=path, default=path("runs"), metavar="FOLDER", help="parent of the runs (runs)")
    parser.add_argument("--resume", type=path, metavar="RUN", help="continue this run folder, or checkpoint")
    parser.add_argument("--quiet", action="store_true", help="print nothing")
    add_record(parser, "FOLDER", "record the games of the evaluation there; see `ctv replay`")


def run(args: argparse.Namespace) -> int:
    """Train; returns the exit code."""
    if (args.config is None) == (args.resume is None):
        raise UserError("give either a config or --resume RUN; see `ctv train --help`")
    from ctv_env.agents.training.config import config_file, read_config

    with user_errors(ValueError):
        config = read_config(config_file(args.config), args.changes) if args.config else None
    with needs_extra("train", "training"):
        from ctv_env.agents.base import ForfeitError
        from ctv_env.agents.learned.policy import DivergedError
        from ctv_env.agents.training.train import begin, finish, resume
    with user_errors(ValueError, OSError):
        if args.record:
            args.record.mkdir(parents=True, exist_ok=True)  # so that a mistake shows before the training, not after it
        training = begin(config, args.runs, args.quiet) if config else resume(args.resume, args.quiet)
    with user_errors(DivergedError, ForfeitError), _naming_resume(training.run):
        finish(training, args.record)
    return 0


@contextlib.contextmanager
def _naming_resume(run: "Run") -> Iterator[None]:
    """Treat system errors, such as a full disk, as the user's, and say how to continue the run."""
    try:
        yield
    except OSError as error:
        try:
            run.latest()
            way = f"to continue: ctv train --resume {run.folder}"
        except ValueError:
            way = "no checkpoint had been written yet: start it again"
        raise UserError(f"the training stopped: {error}; {way}") from error
