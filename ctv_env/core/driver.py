"""The compiled driver of many games: a learner on one side of each, a compiled policy or an external one on the other.

It is written once for all games: ``game`` is the module of a game with the functions of ``spec.Hooks``
(``jit/generic.py``).
"""

import functools
import typing
from collections.abc import Callable
from types import ModuleType

import numpy as np

from ctv_env.core.batch import (
    ACT,
    AGAIN,
    BOOK,
    DRAW,
    DRAWN,
    EACH,
    EXTERNAL,
    LOOK,
    NO_SIGHT,
    OPEN,
    REPORT,
    START,
    Batch,
    draw_action,
)
from ctv_env.core.dice import next_random
from ctv_env.core.jit import array_at, prefetch
from ctv_env.core.jit.generic import functions_of, instantiate
from ctv_env.core.spec import CHANCE, FIRST, NO_NODE, NOBODY, Hooks

game = typing.cast(Hooks, None)  # the module of a game: filled in by ``instantiate``

_SCORE, _WIN, _SHAPED = range(3)  # of ``batch.REWARDS``
_HIGH, _MIDDLE = np.uint64(33), np.uint64(11)
_BOOK_SIZE = BOOK.itemsize
_STATE_SIZE = 0  # of each game: see ``driver``


def _draw_stream(book):
    """The first state of a new random stream, drawn from ``book.rng``; never zero."""
    high = np.uint64(next_random(book)) << _HIGH
    middle = np.uint64(next_random(book)) << _MIDDLE
    return high ^ middle ^ np.uint64(next_random(book)) | np.uint64(1)


def _play_on(b, i, k):
    """Dice and compiled policies play until an external side decides or the game is over."""
    book, s, t, w = b.books[i], b.states[i], b.tables[0], b.works[k]
    w.rng = book.policy_rng
    while s.to_move != NOBODY:
        if s.to_move == CHANCE:
            w.n_event = 0
            while s.to_move == CHANCE:
                game.take_step(s, t, w, game.draw_outcome(s, t))
            continue
        policy = int(book.policy[s.to_move])
        if policy == EXTERNAL:
            break  # the events of the last step are still there: an observation may be renewed by them
        w.n_event = 0
        game.take_step(s, t, w, game.choose(s, t, w, policy))
    book.policy_rng = w.rng


def _change_seat(book, s):
    """A learner who plays both sides sits where the next decision is."""
    if book.wanted_side == EACH and s.to_move != NOBODY:
        book.learner = s.to_move


def _start(b, i, k):
    """A new game ``i``, with dice, opponent's stream and sides from the book; plays on to an external decision."""
    book, s, t, w = b.books[i], b.states[i], b.tables[0], b.works[k]
    b.states[i] = b.blank[0]
    s.rng = _draw_stream(book)
    book.policy_rng = _draw_stream(book)
    drawn_side = next_random(book) % 2  # drawn even if not wanted: the same seed gives the same dice to either side
    for side in range(2):
        book.policy[side] = EXTERNAL if book.wanted_side == EACH else book.wanted_opponent
    if book.wanted_side != EACH:
        book.learner = drawn_side if book.wanted_side == DRAWN else book.wanted_side
        book.policy[book.learner] = EXTERNAL
    book.length = 0
    book.total = 0.0
    w.n_event = 0
    game.begin(s, t, w)
    book.score = game.score(s, t)
    _play_on(b, i, k)
    _change_seat(book, s)


def _act(b, i, k):
    """Apply ``b.actions[i]``, which must be legal, and play on."""
    book, s = b.books[i], b.states[i]
    if s.to_move == book.learner:
        book.length += 1
    b.works[k].n_event = 0
    game.take_step(s, b.tables[0], b.works[k], int(b.actions[i]))
    _play_on(b, i, k)


def _open(b, i, k):
    """The learner's first observation of a game: from here on changes of the potential are paid."""
    book = b.books[i]
    book.done = 0
    if b.reward == _SHAPED:
        book.potential = game.potential(b.states[i], b.tables[0], b.works[k])


def _result(s, side):
    """1 if ``side`` has won, -1 if it has lost, 0 at a draw and while the game goes on."""
    if s.winner == NOBODY:
        return 0
    return 1 if s.winner == side else -1


def _pay(b, i, k):
    """The parts of the reward since the learner's last decision, and their sum by the kind of reward."""
    book, s, t = b.books[i], b.states[i], b.tables[0]
    score = game.score(s, t)
    sign = 1.0 if book.learner == FIRST else -1.0
    book.acted = book.learner
    book.part_score = sign * float(score - book.score) / float(game.score_scale(t))
    book.part_result = float(_result(s, int(book.learner)))
    book.score = score
    book.reward = book.part_result
    if b.reward == _SCORE:
        book.reward += book.part_score
    elif b.reward == _SHAPED:
        value = game.potential(s, t, b.works[k])
        book.part_potential = sign * (value - book.potential)
        book.potential = value
        book.reward += book.part_potential
    book.total += book.reward


def _close(b, i):
    """Note how the game ended."""
    book = b.books[i]
    book.done = 1
    book.final_total = book.total
    book.final_length = book.length
    book.final_score = book.score
    book.final_winner = b.states[i].winner
    book.final_learner = book.learner


def _play(b, i, k, tasks):
    """The tasks of game ``i`` but for what is seen; returns True if it has ended."""
    if tasks & START:
        _start(b, i, k)
    if tasks & ACT:
        _act(b, i, k)
    if not tasks & (START | ACT):
        game.fill_mask(b.states[i], b.tables[0], b.works[k])  # else the engine has just left it there
    if tasks & OPEN:
        _open(b, i, k)
    if not tasks & REPORT:
        return False
    _pay(b, i, k)
    b.books[i].done = 0
    if b.states[i].to_move != NOBODY:
        _change_seat(b.books[i], b.states[i])
        return False
    _close(b, i)
    return True


def _show(b, i, k, before):
    """Write what the side in ``book.sight`` sees; ``before`` is the node whose observation is in the row, if it is."""
    s, t, w = b.states[i], b.tables[0], b.works[k]
    side, kind = int(b.books[i].sight), b.observation
    row = b.rows[i].ctypes.data
    if before == NO_NODE or not game.renew_row(s, t, w, side, kind, row, before):
        game.fill_row(s, t, w, side, kind, row, int(b.books[i].has_map))
        b.books[i].has_map = 1
    b.books[i].turn = s.turn


def _draw(b, i, k):
    """One of the learner's legal actions, at random."""
    book, w = b.books[i], b.works[k]
    w.rng = book.choice_rng
    b.drawn[i] = draw_action(b.masks[i], w)
    book.choice_rng = w.rng


def _batch_at(places):
    """The batch of which ``core.batch.addresses_of`` has told the places."""
    n, n_works, size, n_actions = places[-4], places[-3], places[-2], places[-1]
    return Batch(
        array_at(places[0], (n,), BOOK),
        array_at(places[1], (n,), game.STATE),
        array_at(places[2], (1,), game.STATE),
        array_at(places[3], (n_works,), game.WORK),
        array_at(places[4], (1,), game.TABLES),
        array_at(places[5], (n, size), np.uint8),
        array_at(places[6], (n, size), np.uint8),
        array_at(places[7], (n, n_actions), np.int8),
        array_at(places[8], (n,), np.int64),
        array_at(places[9], (n,), np.int64),
        array_at(places[10], (n,), np.int8),
        array_at(places[11], (n, game.N_NOTES), np.int32),
        places[12],
        places[13],
        places[14],
    )


def _prefetch_around(b, i):
    """Ask for what is kept of game ``i``, if there is one, beside its state: few bytes, which are wanted at once."""
    prefetch(b.books.ctypes.data + i * _BOOK_SIZE, _BOOK_SIZE)
    prefetch(b.notes.ctypes.data + i * 4 * game.N_NOTES, 4 * game.N_NOTES)
    prefetch(b.masks.ctypes.data + i * b.masks.shape[1], b.masks.shape[1])


def _do(b, i, k, tasks, following):
    """The tasks of game ``i`` but for DRAW; ``following`` is the place of the next game's state.

    The mask of the node lies in the scratch when an observation is written.  At the end of a game the idle action alone
    is marked, so that no sampler fails.
    """
    t, w, book, s = b.tables[0], b.works[k], b.books[i], b.states[i]
    third = _STATE_SIZE // 3
    prefetch(following, third)  # a part at a time, while this game is played
    _prefetch_around(b, i + 1)
    game.recall(w, b.notes[i])
    before = s.node if book.sight == s.to_move and tasks & ACT else NO_NODE
    book.sight = NO_SIGHT
    ended = _play(b, i, k, tasks)
    prefetch(following + third, third)
    if ended:
        game.fill_row(s, t, w, int(book.learner), b.observation, b.final_rows[i].ctypes.data, 0)
        if tasks & AGAIN:
            _start(b, i, k)
            _open(b, i, k)
            book.done = 1
    if tasks & (OPEN | REPORT | LOOK):
        book.sight = s.to_move if tasks & LOOK else book.learner
        _show(b, i, k, before)
        for action in range(b.masks.shape[1]):
            b.masks[i, action] = w.mask[action]
        if s.to_move == NOBODY:
            b.masks[i, b.idle] = 1
    prefetch(following + 2 * third, third)
    game.keep(w, b.notes[i])


def run(addresses, first, last, worker):
    """Do the tasks of the games ``first`` to ``last - 1`` with scratch record ``worker``; see ``core/batch.py``."""
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
    """The driver of a game, ``run(addresses, first, last, worker)``; compiled when it is first called."""
    return instantiate(_GENERIC, hooks, _STATE_SIZE=hooks.STATE.itemsize).run
