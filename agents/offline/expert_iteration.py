"""Expert iteration: an agent learns from a searching expert, in positions to which the agent itself leads.

``ctv lab expert-iteration rollout staff --out runs/pupil``.  In the first round the expert
plays all games.  In each later round the agent of the round before decides on some of the turns, and the expert on the
others, so that its decisions show how to go on from there (DAgger: Ross, Gordon, Bagnell, 2011; by turns rather than by
decisions, since a search plans a turn as a whole).  After each round a new network learns from all data sets so far.
The expert stays the same.
"""

import argparse
import pathlib
import shutil
import typing
from collections.abc import Callable

import numpy as np

from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.results import BOTH
from ctv_env.agents.offline.data_set import DataSet
from ctv_env.agents.offline.imitate import add_settings, settings_of, train
from ctv_env.agents.offline.learner import Settings
from ctv_env.agents.offline.record_games import Recording, record_games
from ctv_env.core.host import usable_cores


class Course(typing.NamedTuple):
    """What to learn, and how long.

    Attributes:
        expert: agent to learn from.
        opponent: in all games.
        side: of the expert, or ``BOTH``.
        rounds: number of rounds.
        games: of each round, as in ``Recording``.
        share: of the turns on which the agent decides instead of the expert, from the second round on.
    """

    expert: str
    opponent: str
    side: str = BOTH
    rounds: int = 3
    games: int = 400
    share: float = 0.5


def iterate(
    course: Course,
    setting: Setting,
    settings: Settings,
    folder: pathlib.Path,
    say: Callable[[str], None],
    quiet: bool = False,
) -> pathlib.Path:
    """Train an agent; return its checkpoint, ``model.zip`` in ``folder``.

    Args:
        course: what to learn.
        setting: where to play, and in how many processes, which do not change the result.
        settings: how to learn in each round; the seed is also that of the games.
        folder: to create; it keeps the data sets, ``round-K-v0``, and the agents of all rounds, ``round-K``.
        say: called with a line after each round.
        quiet: show no progress.

    Raises:
        ValueError: the folder exists, or as ``record_games`` and ``learn``.
        ForfeitError: an agent gives up.
        ChildProcessError: a process was ended from outside.
    """
    settings.check()
    if course.rounds < 1:
        raise ValueError(f"rounds must be at least 1, not {course.rounds}")
    if folder.exists():
        raise ValueError(f"{folder} exists already: choose another folder, or remove it")
    data_sets: list[DataSet] = []
    pupil: pathlib.Path | None = None
    for k in range(course.rounds):
        seed = int(np.random.SeedSequence([settings.seed, k]).generate_state(1)[0])
        stand_in = str(pupil) if pupil else None
        recording = Recording(
            course.expert, course.opponent, course.side, course.games, seed, None, stand_in, course.share
        )
        place = folder / f"round-{k}-v0"
        _, _, rate = record_games(recording, setting, place, quiet)
        data_sets.append(DataSet(place))
        pupil, findings = train(data_sets, settings, folder / f"round-{k}")
        say(f"round {k}: {rate:.1%} of the games won; {findings}")
    file = folder / "model.zip"
    shutil.copy(typing.cast(pathlib.Path, pupil), file)
    return file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv lab expert-iteration``."""
    base = Course("", "")
    parser.add_argument("expert", help="agent to learn from, such as rollout")
    parser.add_argument("opponent", help="in all games; may be the expert itself")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FOLDER", help="to create")
    parser.add_argument("--game", help="name of the game (the first)")
    parser.add_argument("--scenario", help="name of the scenario (the game's first)")
    parser.add_argument("--side", default=base.side, help=f"side to learn, or {BOTH} ({base.side})")
    parser.add_argument("--rounds", type=int, default=base.rounds, help=f"number of rounds ({base.rounds})")
    parser.add_argument("--games", type=int, default=base.games, help=f"games of each round ({base.games})")
    meaning = f"of the turns on which the agent decides, from the second round on ({base.share})"
    parser.add_argument("--share", type=float, default=base.share, help=meaning)
    parser.add_argument("--threads", type=int, default=usable_cores(), help="processes (one per core)")
    add_settings(parser)


def run(args: argparse.Namespace) -> int:
    """Train; return the exit code."""
    course = Course(**{name: getattr(args, name) for name in Course._fields})
    setting = Setting(args.game, args.scenario, threads=max(1, args.threads))
    file = iterate(course, setting, settings_of(vars(args)), args.out, lambda line: print(line, flush=True))
    print(f"the agent is in {file}")
    return 0
