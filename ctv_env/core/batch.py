"""Batches of games: the arrays that the environments share with the compiled driver (``driver.py``)."""

import typing

import numpy as np

from ctv_env.core.dice import next_random
from ctv_env.core.jit import jit, records

if typing.TYPE_CHECKING:
    from ctv_env.core.spec import GameSpec
    from ctv_env.core.terms import Tables

NO_OBSERVER = -1
EXTERNAL = -1  # policy code of a side whose actions the caller supplies
DRAWN, EACH = -1, -2  # side of the learner: drawn for each game; both sides, whichever is to move

_BLOCK = 32  # actions counted per block

# Tasks of the driver: sums of these flags, carried out in this order.
#   START      begin a new game and play on to the first external decision
#   ACT        apply the chosen action and play on to the next external decision
#   BEGIN      write the learner's first observation of a game
#   REPORT     write the reward, the end and the learner's observation
#   OBSERVE    write the observation and mask of the side to move, of the learner once the game is over
#   AUTORESET  with REPORT: begin the next game where one has ended
#   DRAW       draw one of the legal actions at random
# A step of the learner is ACT + REPORT, a reset START + BEGIN; OBSERVE and ACT run in between for an external opponent.
START, ACT, BEGIN, REPORT, OBSERVE, AUTORESET, DRAW = 1, 2, 4, 8, 16, 32, 64

REWARDS = ("score", "win", "shaped")
"""Kinds of reward; front ends replace the first name by that of the game's score."""

# Name, type, shape and meaning of each field that the driver keeps per episode.  Widest types first, to avoid padding.
EPISODE_FIELDS = (
    ("rng", np.uint64, (), "stream from which the seeds and sides of future games are drawn"),
    ("policy_rng", np.uint64, (), "random stream of the compiled opponent"),
    ("choice_rng", np.uint64, (), "random stream of the actions drawn for the caller"),
    ("potential", np.float64, (), "potential of the first side when last paid"),
    ("reward", np.float64, (), "reward of the last step"),
    ("part_score", np.float64, (), "change of the score in the last step, divided by ``score_scale``"),
    ("part_result", np.float64, (), "1 if the last step won the game, -1 if it lost it, else 0"),
    ("part_potential", np.float64, (), "change of the potential in the last step, where it is part of the reward"),
    ("total", np.float64, (), "sum of the rewards of this game"),
    ("final_total", np.float64, (), "sum of the rewards of the last finished game"),
    ("length", np.int32, (), "decisions of the learner in this game"),
    ("final_length", np.int32, (), "decisions of the learner in the last finished game"),
    ("score", np.int16, (), "score of the first side when last paid"),
    ("final_score", np.int16, (), "score of the first side at the end of the last finished game"),
    ("final_winner", np.int8, (), "index of the side that won the last finished game, NOBODY if neither"),
    ("final_learner", np.int8, (), "index of the learner's side in the last finished game"),
    ("done", np.int8, (), "1 if the last step ended a game"),
    ("learner", np.int8, (), "index of the learner's side in this game; of the side to move if it plays both"),
    ("acted", np.int8, (), "index of the side that receives the reward of the last step"),
    ("turn", np.int8, (), "turn of the position in the row"),
    ("has_map", np.int8, (), "1 if the static channels are in the row"),
    ("observer", np.int8, (), "index of the side whose current observation is in the row, else NO_OBSERVER"),
    ("wanted_side", np.int8, (), "the learner's side in future games, DRAWN or EACH"),
    ("wanted_opponent", np.int8, (2,), "policy code of the opponent in future games by its side, or EXTERNAL"),
    ("policy", np.int8, (2,), "policy code of each side in this game, EXTERNAL for the learner's"),
)
_packed = np.dtype([(name, kind, shape) for name, kind, shape, _ in EPISODE_FIELDS])
EPISODE_NAMES = tuple(name for name, *_ in EPISODE_FIELDS)
EPISODE = np.dtype(_packed.descr + [("padding", np.int8, (-_packed.itemsize % 8,))])


class Batch(typing.NamedTuple):
    """The arrays of n games: the input of the compiled driver, and all its output."""

    episodes: np.ndarray  # (n,) records EPISODE
    states: np.ndarray  # (n,) records of the game's state
    blank: np.ndarray  # (1,) a zeroed state
    scratch: np.ndarray  # (threads,) scratch records
    tables: np.ndarray  # (1,) the tables record
    rows: np.ndarray  # uint8 (n, size): the learner's observations
    final_rows: np.ndarray  # uint8 (n, size): final observations of the games that ended in the last step
    masks: np.ndarray  # int8 (n, n_actions): legal actions; only the idle action at the end of a game
    actions: np.ndarray  # int64 (n,): chosen actions
    drawn: np.ndarray  # int64 (n,): legal actions drawn at random
    tasks: np.ndarray  # int8 (n,): the next tasks of the driver for each game
    cache: np.ndarray  # int32 (n, size): scratch values that the game's code keeps from step to step
    observation: int  # kind of observation
    reward: int  # kind of reward
    idle: int  # the only action in the mask at the end of a game


def addresses_of(batch: Batch) -> np.ndarray:
    """Return the argument of ``run``, int64: the addresses of the arrays of ``batch``, then its numbers and sizes."""
    places = [field.ctypes.data if isinstance(field, np.ndarray) else field for field in batch]
    return np.array(
        [*places, len(batch.episodes), len(batch.scratch), batch.rows.shape[1], batch.masks.shape[1]], np.int64
    )


def make_batch(spec: "GameSpec", tables: "Tables", n: int, threads: int, observation: str, reward: int) -> Batch:
    """Return zeroed arrays for ``n`` games with ``tables``.

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
        episodes=records(n, EPISODE),
        states=records(n, spec.state),
        blank=records(1, spec.state),
        scratch=records(threads, spec.scratch),
        tables=tables.record,
        rows=np.zeros((n, size), np.uint8),
        final_rows=np.zeros((n, size), np.uint8),
        masks=np.zeros((n, tables.actions.n), np.int8),
        actions=np.zeros(n, np.int64),
        drawn=np.zeros(n, np.int64),
        tasks=np.zeros(n, np.int8),
        cache=np.zeros((n, spec.hooks().CACHE_SIZE), np.int32),
        observation=tuple(tables.observations).index(observation),
        reward=reward,
        idle=tables.actions.idle,
    )


@jit
def fill_values(rows, zeros, units, values, first, last):
    """Write the float32 values of the observations ``first`` to ``last - 1``; see ``observation.meaning_of``."""
    for i in range(first, last):
        for k in range(rows.shape[1]):
            values[i, k] = (np.float32(rows[i, k]) - zeros[k]) * units[k]


@jit
def draw_action(mask, stream):
    """Return a uniformly random legal action of ``mask``; ``stream`` is a record with a field ``rng``."""
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
