"""Many games at once: the arrays that the environments share with the compiled driver (``driver.py``)."""

import typing

import numpy as np

from ctv_env.core.dice import next_random
from ctv_env.core.jit import jit, records

if typing.TYPE_CHECKING:
    from ctv_env.core.spec import GameSpec, Tables

NO_SIGHT = -1
EXTERNAL = -1  # policy code of a side whose decisions come from outside
DRAWN, EACH = -1, -2  # side of the learner: drawn for each game; both, whoever is to move

_BLOCK = 32  # actions that are counted at once

# Tasks of the driver, to be added; it does them in this order: START a new game, played on to an external decision;
# ACT, apply its action and play on; OPEN, the learner's first observation of a game; REPORT, reward, end and what the
# learner sees; with AGAIN too the next game begins where one has ended; LOOK, what the side to move sees and may do;
# DRAW, a random one of his legal actions.  A learner's step is ACT + REPORT, a reset START + OPEN; where an external
# opponent decides, LOOK and ACT come between.
START, ACT, OPEN, REPORT, LOOK, AGAIN, DRAW = 1, 2, 4, 8, 16, 32, 64

REWARDS = ("score", "win", "shaped")
"""Kinds of reward; front ends call the first by the name of the game's score."""

# name, type, shape, meaning: the book kept of each game.  Widest types first, so that no padding is needed inside.
BOOK_FIELDS = (
    ("rng", np.uint64, (), "stream from which the seeds and sides of the games to come are drawn"),
    ("policy_rng", np.uint64, (), "stream of the compiled opponent"),
    ("choice_rng", np.uint64, (), "stream of the random actions that are drawn for the caller"),
    ("potential", np.float64, (), "potential of the first side when last paid"),
    ("reward", np.float64, (), "reward of the last step"),
    ("part_score", np.float64, (), "change of the score in the last step, as a share of ``score_scale``"),
    ("part_result", np.float64, (), "1 won, -1 lost in the last step, else 0"),
    ("part_potential", np.float64, (), "change of the potential in the last step, where it is paid"),
    ("total", np.float64, (), "sum of the rewards of this game"),
    ("final_total", np.float64, (), "the same of the last finished game"),
    ("length", np.int32, (), "decisions of the learner in this game"),
    ("final_length", np.int32, (), "the same of the last finished game"),
    ("score", np.int16, (), "score of the first side when last paid"),
    ("final_score", np.int16, (), "the same at the end of the last finished game"),
    ("final_winner", np.int8, (), "index of the side that won the last finished game, NOBODY if neither"),
    ("final_learner", np.int8, (), "index of the learner's side in it"),
    ("done", np.int8, (), "1 if the last step ended a game"),
    ("learner", np.int8, (), "index of the learner's side in this game; if he plays both, of the side to move"),
    ("acted", np.int8, (), "index of the side that the reward of the last step is for"),
    ("turn", np.int8, (), "turn of the position in the row"),
    ("has_map", np.int8, (), "1 if the row holds what the tables alone tell"),
    ("sight", np.int8, (), "index of the side whose present sight is in the row, else NO_SIGHT"),
    ("wanted_side", np.int8, (), "the learner's side in games to come, DRAWN or EACH"),
    ("wanted_opponent", np.int8, (), "policy code of the opponent in games to come, or EXTERNAL"),
    ("policy", np.int8, (2,), "policy code of each side in this game, EXTERNAL for the learner's"),
)
_packed = np.dtype([(name, kind, shape) for name, kind, shape, _ in BOOK_FIELDS])
BOOK_NAMES = tuple(name for name, *_ in BOOK_FIELDS)
BOOK = np.dtype(_packed.descr + [("padding", np.int8, (-_packed.itemsize % 8,))])


class Batch(typing.NamedTuple):
    """The arrays of n games; compiled code takes it whole, and all its results are read from here."""

    books: np.ndarray  # (n,) records BOOK
    states: np.ndarray  # (n,) records of the game's state
    blank: np.ndarray  # (1,) a zeroed state
    works: np.ndarray  # (threads,) scratch records
    tables: np.ndarray  # (1,) the tables record
    rows: np.ndarray  # uint8 (n, size): what the learner sees
    final_rows: np.ndarray  # uint8 (n, size): last sight of games that ended in the last step
    masks: np.ndarray  # int8 (n, n_actions): what he may do; only the idle action at the end of a game
    actions: np.ndarray  # int64 (n,): what he does
    drawn: np.ndarray  # int64 (n,): one of the actions that he may do, drawn at random
    tasks: np.ndarray  # int8 (n,): what the driver is to do next with each game
    notes: np.ndarray  # int32 (n, size): what the game's code wants to find in its scratch as it left it
    observation: int  # kind of observation
    reward: int  # kind of reward
    idle: int  # the action that is marked at the end of a game


def addresses_of(batch: Batch) -> np.ndarray:
    """int64: what ``run`` takes: where the arrays of ``batch`` are, in order, then its numbers, games and sizes."""
    places = [field.ctypes.data if isinstance(field, np.ndarray) else field for field in batch]
    return np.array([*places, len(batch.books), len(batch.works), batch.rows.shape[1], batch.masks.shape[1]], np.int64)


def make_batch(spec: "GameSpec", tables: "Tables", n: int, threads: int, observation: str, reward: int) -> Batch:
    """Zeroed arrays for ``n`` games with ``tables``.

    Args:
        spec: the ``GameSpec``.
        tables: its loaded ``Tables``.
        n: number of games.
        threads: number of scratch records.
        observation: kind of observation.
        reward: index in ``REWARDS``.
    """
    size = sum(layout.size for layout in tables.observations[observation])
    return Batch(
        books=records(n, BOOK),
        states=records(n, spec.state),
        blank=records(1, spec.state),
        works=records(threads, spec.work),
        tables=tables.record,
        rows=np.zeros((n, size), np.uint8),
        final_rows=np.zeros((n, size), np.uint8),
        masks=np.zeros((n, tables.actions.n), np.int8),
        actions=np.zeros(n, np.int64),
        drawn=np.zeros(n, np.int64),
        tasks=np.zeros(n, np.int8),
        notes=np.zeros((n, spec.hooks().N_NOTES), np.int32),
        observation=tuple(tables.observations).index(observation),
        reward=reward,
        idle=tables.actions.idle,
    )


@jit
def fill_values(rows, zeros, units, values, first, last):
    """The values, float32, of the observations ``first`` to ``last - 1``; see ``channels.meaning_of``."""
    for i in range(first, last):
        for k in range(rows.shape[1]):
            values[i, k] = (np.float32(rows[i, k]) - zeros[k]) * units[k]


@jit
def draw_action(mask, stream):
    """A uniformly random legal action of ``mask``, drawn from ``stream``, a record with a field ``rng``."""
    n_legal = 0
    for action in range(mask.shape[0]):
        n_legal += int(mask[action])
    left = next_random(stream) % n_legal
    for first in range(0, mask.shape[0], _BLOCK):
        end = min(first + _BLOCK, mask.shape[0])
        n_here = 0
        for action in range(first, end):
            n_here += int(mask[action])
        if left < n_here:
            for action in range(first, end):
                left -= int(mask[action])
                if left < 0:
                    return action
        left -= n_here
    return 0
