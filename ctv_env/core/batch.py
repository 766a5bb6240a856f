"""Many games at once: the arrays that the environments share with a game's compiled driver.

A house that can be played in batches has a room ``batch.py`` whose ``BATCH`` fills in ``BatchRules``.
"""

import dataclasses
import typing
from collections.abc import Callable

import numpy as np

from ctv_env.core.channels import Layout
from ctv_env.core.jit import records

EXTERNAL = -1  # policy code of a side whose decisions come from outside
DRAWN = -1  # side of the learner: drawn for each game

# Tasks of the driver, to be added; it does them in this order.
START, ACT, OPEN, REPORT, LOOK = 1, 2, 4, 8, 16

# name, type, shape, meaning: the book kept of each game.  Widest types first, so that no padding is needed inside.
BOOK_FIELDS = (
    ("rng", np.uint64, (), "stream from which the seeds and sides of the games to come are drawn"),
    ("policy_rng", np.uint64, (), "stream of the compiled opponent"),
    ("potential", np.float64, (), "potential at the learner's last decision"),
    ("reward", np.float64, (), "reward of the last step"),
    ("part_vp", np.float64, (), "change of the VP margin in the last step, of the VPs that win"),
    ("part_result", np.float64, (), "1 won, -1 lost in the last step, else 0"),
    ("part_potential", np.float64, (), "change of the potential in the last step"),
    ("total", np.float64, (), "sum of the rewards of this game"),
    ("final_total", np.float64, (), "the same of the last finished game"),
    ("length", np.int32, (), "decisions of the learner in this game"),
    ("final_length", np.int32, (), "the same of the last finished game"),
    ("vp", np.int16, (), "victory points of the first side when last paid"),
    ("final_vp", np.int16, (), "the same at the end of the last finished game"),
    ("final_winner", np.int8, (), "index of the side that won the last finished game"),
    ("final_learner", np.int8, (), "index of the learner's side in it"),
    ("done", np.int8, (), "1 if the last step ended a game"),
    ("learner", np.int8, (), "index of the learner's side in this game"),
    ("wanted_side", np.int8, (), "the learner's side in games to come, or DRAWN"),
    ("wanted_opponent", np.int8, (), "policy code of the opponent in games to come, or EXTERNAL"),
    ("policy", np.int8, (2,), "policy code of each side in this game, EXTERNAL for the learner's"),
)
_packed = np.dtype([(name, kind, shape) for name, kind, shape, _ in BOOK_FIELDS])
BOOK = np.dtype(_packed.descr + [("padding", np.int8, (-_packed.itemsize % 8,))])


class Batch(typing.NamedTuple):
    """The arrays of n games; compiled code takes it whole, and all its results are read from here."""

    books: np.ndarray  # (n,) records BOOK
    states: np.ndarray  # (n,) records of the game's state
    blank: np.ndarray  # (1,) a zeroed state
    works: np.ndarray  # (threads,) scratch records
    tables: np.ndarray  # (1,) the tables record
    rows: np.ndarray  # float32 (n, size): what the learner sees
    final_rows: np.ndarray  # float32 (n, size): last sight of games that ended in the last step
    masks: np.ndarray  # int8 (n, n_actions): what he may do; only action 0 at the end of a game
    actions: np.ndarray  # int64 (n,): what he does
    observation: int  # kind of observation
    reward: int  # kind of reward
    autoreset: int  # 1: a finished game is followed by the next in the same step


@dataclasses.dataclass(frozen=True)
class BatchRules:
    """What a house fills in: ``run(batch, first, last, worker, tasks)`` does tasks for the games of a slice.

    The tasks: START new games, played on to an external decision; ACT, apply ``actions`` and play on; OPEN, the
    learner's first sight of a game; REPORT, rewards, ends, next games and what the learner sees; LOOK, what the side
    to move sees and may do.  A learner's step is ACT + REPORT, a reset START + OPEN; where an external opponent
    decides, LOOK and ACT come between.
    """

    observations: dict[str, tuple[Layout, ...]]
    observation_hashes: dict[str, str]
    rewards: tuple[str, ...]
    policies: tuple[str, ...]
    run: Callable
    text_map: Callable  # (tables object, states, i, side index) -> str


def make_batch(rules, batch_rules: BatchRules, tables, n: int, threads: int, settings: tuple[int, int, int]) -> Batch:
    """Zeroed arrays for ``n`` games; ``settings`` are the last three fields of ``Batch``."""
    kind = list(batch_rules.observations)[settings[0]]
    size = sum(layout.size for layout in batch_rules.observations[kind])
    return Batch(
        records(n, BOOK),
        records(n, rules.state),
        records(1, rules.state),
        records(threads, rules.work),
        tables.record,
        np.zeros((n, size), np.float32),
        np.zeros((n, size), np.float32),
        np.zeros((n, rules.n_actions), np.int8),
        np.zeros(n, np.int64),
        *settings,
    )
