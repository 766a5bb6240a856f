"""The compiled driver of a batch: in each game a learner plays one side, a compiled or external policy the other.

It is generic: ``game`` is a game's module with the functions of ``spec.Hooks`` (``jit/generic.py``).
"""

import functools
import typing
from collections.abc import Callable
from types import ModuleType

import numpy as np

from ctv_env.core.batch import (
    ACT,
    AUTORESET,
    BEGIN,
    DRAW,
    DRAWN,
    EACH,
    EPISODE,
    EXTERNAL,
    NO_OBSERVER,
    OBSERVE,
    REPORT,
    START,
    Batch,
    draw_action,
)
from ctv_env.core.dice import next_random
from ctv_env.core.jit import array_at, prefetch
from ctv_env.core.jit.generic import functions_of, instantiate
from ctv_env.core.terms import CHANCE, FIRST, NO_NODE, NOBODY, Hooks

game = typing.cast(Hooks, None)  # the game's module, set by ``instantiate``

_SCORE, _WIN, _SHAPED = range(3)  # indices into ``batch.REWARDS``
_HIGH, _MIDDLE = np.uint64(33), np.uint64(11)
_EPISODE_SIZE = EPISODE.itemsize
_STATE_SIZE = 0  # bytes per game, set by ``driver``


def _draw_stream(episode):
    """Return the first state of a new random stream, drawn from ``episode.rng``; never zero."""
    high = np.uint64(next_random(episode)) << _HIGH
    middle = np.uint64(next_random(episode)) << _MIDDLE
    return high ^ middle ^ np.uint64(next_random(episode)) | np.uint64(1)


def _play_on(b, i, k):
    """Play chance nodes and compiled policies until an external side decides or the game is over."""
    episode, s, t, w = b.episodes[i], b.states[i], b.tables[0], b.scratch[k]
    w.rng = episode.policy_rng
    while s.to_move != NOBODY:
        if s.to_move == CHANCE:
            w.n_event = 0
            while s.to_move == CHANCE:
                game.take_step(s, t, w, game.draw_outcome(s, t))
            continue
        policy = int(episode.policy[s.to_move])
        if policy == EXTERNAL:
            break  # keep the events of the last step: they determine which channels are stale
        w.n_event = 0
        game.take_step(s, t, w, game.choose(s, t, w, policy))
    episode.policy_rng = w.rng


def _change_seat(episode, s):
    """Switch a learner that plays both sides to the side that decides next."""
    if episode.wanted_side == EACH and s.to_move != NOBODY:
        episode.learner = s.to_move


def _start(b, i, k):
    """Begin game ``i`` with fresh random streams and the requested sides; play on to an external decision."""
    episode, s, t, w = b.episodes[i], b.states[i], b.tables[0], b.scratch[k]
    b.states[i] = b.blank[0]
    s.rng = _draw_stream(episode)
    episode.policy_rng = _draw_stream(episode)
    drawn_side = next_random(episode) % 2  # drawn even if unused: a seed gives the same dice to either side
    for side in range(2):
        episode.policy[side] = EXTERNAL if episode.wanted_side == EACH else episode.wanted_opponent[side]
    if episode.wanted_side != EACH:
        episode.learner = drawn_side if episode.wanted_side == DRAWN else episode.wanted_side
        episode.policy[episode.learner] = EXTERNAL
    episode.length = 0
    episode.total = 0.0
    w.n_event = 0
    game.begin(s, t, w)
    episode.score = game.score(s, t)
    _play_on(b, i, k)
    _change_seat(episode, s)


def _act(b, i, k):
    """Apply ``b.actions[i]``, which must be legal, and play on."""
    episode, s = b.episodes[i], b.states[i]
    if s.to_move == episode.learner:
        episode.length += 1
    b.scratch[k].n_event = 0
    game.take_step(s, b.tables[0], b.scratch[k], int(b.actions[i]))
    _play_on(b, i, k)


def _open(b, i, k):
    """Begin the learner's part of a game: from here on changes of score and potential count towards the reward."""
    episode = b.episodes[i]
    episode.done = 0
    episode.score = game.score(b.states[i], b.tables[0])
    if b.reward == _SHAPED:
        episode.potential = game.potential(b.states[i], b.tables[0], b.scratch[k])


def _result(s, side):
    """Return 1 if ``side`` has won, -1 if it has lost, 0 for a draw or an unfinished game."""
    if s.winner == NOBODY:
        return 0
    return 1 if s.winner == side else -1


def _pay(b, i, k):
    """Set the parts of the reward since the learner's last decision, and the reward itself."""
    episode, s, t = b.episodes[i], b.states[i], b.tables[0]
    score = game.score(s, t)
    sign = 1.0 if episode.learner == FIRST else -1.0
    episode.acted = episode.learner
    episode.part_score = sign * float(score - episode.score) / float(game.score_scale(t))
    episode.part_result = float(_result(s, int(episode.learner)))
    episode.score = score
    episode.reward = episode.part_result
    if b.reward == _SCORE:
        episode.reward += episode.part_score
    elif b.reward == _SHAPED:
        value = game.potential(s, t, b.scratch[k])
        episode.part_potential = sign * (value - episode.potential)
        episode.potential = value
        episode.reward += episode.part_potential
    episode.total += episode.reward


def _close(b, i):
    """Record the result of a finished game."""
    episode = b.episodes[i]
    episode.done = 1
    episode.final_total = episode.total
    episode.final_length = episode.length
    episode.final_score = episode.score
    episode.final_winner = b.states[i].winner
    episode.final_learner = episode.learner


def _play(b, i, k, tasks):
    """Carry out the tasks of game ``i`` except observations; return True if it has ended."""
    if tasks & START:
        _start(b, i, k)
    if tasks & ACT:
        _act(b, i, k)
    if not tasks & (START | ACT):
        game.fill_mask(b.states[i], b.tables[0], b.scratch[k])  # otherwise the engine has just filled it
    if tasks & BEGIN:
        _open(b, i, k)
    if not tasks & REPORT:
        return False
    _pay(b, i, k)
    b.episodes[i].done = 0
    if b.states[i].to_move != NOBODY:
        _change_seat(b.episodes[i], b.states[i])
        return False
    _close(b, i)
    return True


def _show(b, i, k, before):
    """Write the observation of ``episode.observer``; ``before`` is the node whose observation is in the row, if any."""
    s, t, w = b.states[i], b.tables[0], b.scratch[k]
    side, kind = int(b.episodes[i].observer), b.observation
    row = b.rows[i].ctypes.data
    if before == NO_NODE or not game.renew_row(s, t, w, side, kind, row, before):
        game.fill_row(s, t, w, side, kind, row, int(b.episodes[i].has_map))
        b.episodes[i].has_map = 1
    b.episodes[i].turn = s.turn


def _draw(b, i, k):
    """Draw one of the learner's legal actions at random."""
    episode, w = b.episodes[i], b.scratch[k]
    w.rng = episode.choice_rng
    b.drawn[i] = draw_action(b.masks[i], w)
    episode.choice_rng = w.rng


def _batch_at(places):
    """Return the batch at the addresses that ``core.batch.addresses_of`` has returned."""
    n, n_scratch, size, n_actions = places[-4], places[-3], places[-2], places[-1]
    return Batch(
        array_at(places[0], (n,), EPISODE),
        array_at(places[1], (n,), game.STATE),
        array_at(places[2], (1,), game.STATE),
        array_at(places[3], (n_scratch,), game.SCRATCH),
        array_at(places[4], (1,), game.TABLES),
        array_at(places[5], (n, size), np.uint8),
        array_at(places[6], (n, size), np.uint8),
        array_at(places[7], (n, n_actions), np.int8),
        array_at(places[8], (n,), np.int64),
        array_at(places[9], (n,), np.int64),
        array_at(places[10], (n,), np.int8),
        array_at(places[11], (n, game.CACHE_SIZE), np.int32),
        places[12],
        places[13],
        places[14],
    )


def _prefetch_around(b, i):
    """Prefetch the first needed bytes of game ``i``, if it exists, other than its state."""
    prefetch(b.episodes.ctypes.data + i * _EPISODE_SIZE, _EPISODE_SIZE)
    prefetch(b.cache.ctypes.data + i * 4 * game.CACHE_SIZE, 4 * game.CACHE_SIZE)
    prefetch(b.masks.ctypes.data + i * b.masks.shape[1], b.masks.shape[1])


def _do(b, i, k, tasks, following):
    """Carry out the tasks of game ``i`` except DRAW; ``following`` is the address of the next game's state.

    The mask of the node is in the scratch when an observation is written.  At the end of a game only the idle action is
    in the mask, so that samplers do not fail.
    """
    t, w, episode, s = b.tables[0], b.scratch[k], b.episodes[i], b.states[i]
    third = _STATE_SIZE // 3
    prefetch(following, third)  # in parts, while this game is played
    _prefetch_around(b, i + 1)
    game.recall(w, b.cache[i])
    before = s.node if episode.observer == s.to_move and tasks & ACT else NO_NODE
    episode.observer = NO_OBSERVER
    ended = _play(b, i, k, tasks)
    prefetch(following + third, third)
    if ended:
        game.fill_row(s, t, w, int(episode.learner), b.observation, b.final_rows[i].ctypes.data, 0)
        if tasks & AUTORESET:
            _start(b, i, k)
            _open(b, i, k)
            episode.done = 1
    if tasks & (BEGIN | REPORT | OBSERVE):
        episode.observer = s.to_move if tasks & OBSERVE and s.to_move != NOBODY else episode.learner
        _show(b, i, k, before)
        for action in range(b.masks.shape[1]):
            b.masks[i, action] = w.mask[action]
        if s.to_move == NOBODY:
            b.masks[i, b.idle] = 1
    prefetch(following + 2 * third, third)
    game.keep(w, b.cache[i])


def run(addresses, first, last, worker):
    """Carry out the tasks of games ``first`` to ``last - 1`` with scratch record ``worker``; see ``core/batch.py``."""
    b = _batch_at(addresses)
    for i in range(first, last):
        tasks = b.tasks[i]
        if tasks & ~DRAW:
            _do(b, i, worker, tasks, addresses[1] + (i + 1) * _STATE_SIZE)
        if tasks & DRAW:
            _draw(b, i, worker)


_GENERIC = functions_of(__name__)


@functools.cache
def driver(hooks: ModuleType) -> Callable[[np.ndarray, int, int, int], None]:
    """Return the driver of a game, ``run(addresses, first, last, worker)``; compiled on the first call."""
    return instantiate(_GENERIC, hooks, _STATE_SIZE=hooks.STATE.itemsize).run
