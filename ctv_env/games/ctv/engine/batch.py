"""The compiled driver of many games: a learner on one side of each, a compiled policy on the other."""

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
    BatchRules,
    draw_action,
)
from ctv_env.core.dice import next_random
from ctv_env.core.jit import array_at, jit, prefetch
from ctv_env.games.ctv.engine.legal import fill_mask
from ctv_env.games.ctv.engine.nodes import roll_on, settle, take_step
from ctv_env.games.ctv.engine.outcome import potential, result
from ctv_env.games.ctv.model.codes import (
    BOARD_ROWS,
    CHANCE,
    DONE,
    N_ACTIONS,
    NATIONALIST,
    NO_NODE,
    OVER,
)
from ctv_env.games.ctv.model.state import STATE, WORK
from ctv_env.games.ctv.model.tables import TABLES
from ctv_env.games.ctv.observation.layout import OBSERVATION_HASHES
from ctv_env.games.ctv.observation.rows import fill_row, renew_row
from ctv_env.games.ctv.policies.choose import choose
from ctv_env.games.ctv.rules.r03_sequence import begin
from ctv_env.games.ctv.rules.r14_victory import victory_points

REWARDS = ("vp", "win", "shaped")
_VP, _WIN, _SHAPED = range(len(REWARDS))
_HIGH, _MIDDLE = np.uint64(33), np.uint64(11)


_STATE_SIZE = STATE.itemsize
_THIRD = _STATE_SIZE // 3
_NOTES = WORK["traced"].shape[0] * BOARD_ROWS
_BOOK_SIZE, _NOTES_SIZE = BOOK.itemsize, 4 * _NOTES


@jit
def _draw_stream(book):
    """The first state of a new random stream, drawn from ``book.rng``; never zero."""
    high = np.uint64(next_random(book)) << _HIGH
    middle = np.uint64(next_random(book)) << _MIDDLE
    return high ^ middle ^ np.uint64(next_random(book)) | np.uint64(1)


@jit
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
    begin(s, t)
    settle(s, t, w)
    book.vp = victory_points(s, t)
    _play_on(b, i, k)
    _change_seat(book, s)


@jit
def _play_on(b, i, k):
    """Dice and compiled policies play until an external side decides or the game is over."""
    book, s, t, w = b.books[i], b.states[i], b.tables[0], b.works[k]
    w.rng = book.policy_rng
    while s.node != OVER:
        if s.to_move == CHANCE:
            w.n_event = 0
            roll_on(s, t, w)
            continue
        policy = int(book.policy[s.to_move])
        if policy == EXTERNAL:
            break
        w.n_event = 0
        take_step(s, t, w, choose(s, t, w, policy))
    book.policy_rng = w.rng


@jit
def _change_seat(book, s):
    """A learner who plays both sides sits where the next decision is."""
    if book.wanted_side == EACH and s.node != OVER:
        book.learner = s.to_move


@jit
def _act(b, i, k):
    """Apply ``b.actions[i]``, which must be legal, and play on."""
    book, s = b.books[i], b.states[i]
    if s.to_move == book.learner:
        book.length += 1
    b.works[k].n_event = 0
    take_step(s, b.tables[0], b.works[k], int(b.actions[i]))
    _play_on(b, i, k)


@jit
def _open(b, i, k):
    """The learner's first sight of a game: from here on changes of the potential are paid."""
    book = b.books[i]
    book.done = 0
    if b.reward == _SHAPED:
        book.potential = potential(b.states[i], b.tables[0], b.works[k], NATIONALIST)


@jit
def _pay(b, i, k):
    """The parts of the reward since the learner's last decision, and their sum by the kind of reward."""
    book, s, t = b.books[i], b.states[i], b.tables[0]
    vp = victory_points(s, t)
    sign = 1.0 if book.learner == NATIONALIST else -1.0
    book.acted = book.learner
    book.part_vp = sign * float(vp - book.vp) / float(t.vp_to_win)
    book.part_result = float(result(s, int(book.learner)))
    book.vp = vp
    book.reward = book.part_result
    if b.reward == _VP:
        book.reward += book.part_vp
    elif b.reward == _SHAPED:
        value = potential(s, t, b.works[k], NATIONALIST)
        book.part_potential = sign * (value - book.potential)
        book.potential = value
        book.reward += book.part_potential
    book.total += book.reward


@jit
def _close(b, i):
    """Note how the game ended."""
    book = b.books[i]
    book.done = 1
    book.final_total = book.total
    book.final_length = book.length
    book.final_vp = book.vp
    book.final_winner = b.states[i].winner
    book.final_learner = book.learner


@jit
def _play(b, i, k, tasks):
    """The tasks of game ``i`` but for what is seen; returns True if it has ended."""
    if tasks & START:
        _start(b, i, k)
    if tasks & ACT:
        _act(b, i, k)
    if not tasks & (START | ACT):
        fill_mask(b.states[i], b.tables[0], b.works[k])  # else the engine has just left it there
    if tasks & OPEN:
        _open(b, i, k)
    if not tasks & REPORT:
        return False
    _pay(b, i, k)
    b.books[i].done = 0
    if b.states[i].node != OVER:
        _change_seat(b.books[i], b.states[i])
        return False
    _close(b, i)
    return True


@jit
def _show(b, i, k, before):
    """Write what the side in ``book.sight`` sees; ``before`` is the node whose sight is in the row, if it is."""
    s, t, w = b.states[i], b.tables[0], b.works[k]
    side = int(b.books[i].sight)
    row = b.rows[i].ctypes.data
    if not renew_row(s, t, w, side, b.observation, row, before):
        fill_row(s, t, w, side, b.observation, row, int(b.books[i].has_map))
        b.books[i].has_map = 1
    b.books[i].turn = s.turn


@jit
def _draw(b, i, k):
    """One of the learner's legal actions, at random."""
    book, w = b.books[i], b.works[k]
    w.rng = book.choice_rng
    b.drawn[i] = draw_action(b.masks[i], w)
    book.choice_rng = w.rng


@jit
def _batch_at(places):
    """The batch of which ``core.batch.addresses_of`` has told the places."""
    n, n_works, size, n_actions = places[-4], places[-3], places[-2], places[-1]
    return Batch(
        array_at(places[0], (n,), BOOK),
        array_at(places[1], (n,), STATE),
        array_at(places[2], (1,), STATE),
        array_at(places[3], (n_works,), WORK),
        array_at(places[4], (1,), TABLES),
        array_at(places[5], (n, size), np.uint8),
        array_at(places[6], (n, size), np.uint8),
        array_at(places[7], (n, n_actions), np.int8),
        array_at(places[8], (n,), np.int64),
        array_at(places[9], (n,), np.int64),
        array_at(places[10], (n,), np.int8),
        array_at(places[11], (n, _NOTES), np.int32),
        places[12],
        places[13],
    )


@jit
def _recall(w, notes):
    """The net last traced in this game, which the next decision mostly asks for again."""
    for k in range(_NOTES):
        w.traced[k // BOARD_ROWS, k % BOARD_ROWS] = notes[k]


@jit
def _note(w, notes):
    for k in range(_NOTES):
        notes[k] = w.traced[k // BOARD_ROWS, k % BOARD_ROWS]


@jit
def _prefetch_around(b, i):
    """Ask for what is kept of game ``i``, if there is one, beside its state: few bytes, which are wanted at once."""
    prefetch(b.books.ctypes.data + i * _BOOK_SIZE, _BOOK_SIZE)
    prefetch(b.notes.ctypes.data + i * _NOTES_SIZE, _NOTES_SIZE)
    prefetch(b.masks.ctypes.data + i * N_ACTIONS, N_ACTIONS)


@jit
def _do(b, i, k, tasks, following):
    """The tasks of game ``i`` but for DRAW; ``following`` is the place of the next game's state.

    The mask of the node lies in the scratch when a sight is written.  At the end of a game DONE alone is marked, so
    that no sampler fails.
    """
    t, w, book, s = b.tables[0], b.works[k], b.books[i], b.states[i]
    prefetch(following, _THIRD)  # a part at a time, while this game is played
    _prefetch_around(b, i + 1)
    _recall(w, b.notes[i])
    before = s.node if book.sight == s.to_move and tasks & ACT else NO_NODE
    book.sight = NO_SIGHT
    ended = _play(b, i, k, tasks)
    prefetch(following + _THIRD, _THIRD)
    if ended:
        fill_row(s, t, w, int(book.learner), b.observation, b.final_rows[i].ctypes.data, 0)
        if tasks & AGAIN:
            _start(b, i, k)
            _open(b, i, k)
            book.done = 1
    if tasks & (OPEN | REPORT | LOOK):
        book.sight = s.to_move if tasks & LOOK else book.learner
        _show(b, i, k, before)
        for action in range(N_ACTIONS):
            b.masks[i, action] = w.mask[action]
        if s.node == OVER:
            b.masks[i, DONE] = 1
    prefetch(following + 2 * _THIRD, _THIRD)
    _note(w, b.notes[i])


@jit
def run(addresses, first, last, worker):
    """Do the tasks (see ``BatchRules``) of the games ``first`` to ``last - 1`` with scratch record ``worker``."""
    b = _batch_at(addresses)
    for i in range(first, last):
        tasks = b.tasks[i]
        if tasks & ~DRAW:
            _do(b, i, worker, tasks, addresses[1] + (i + 1) * _STATE_SIZE)
        if tasks & DRAW:
            _draw(b, i, worker)


BATCH = BatchRules(
    observation_hashes=OBSERVATION_HASHES,
    notes=_NOTES,
    rewards=REWARDS,
    run=run,
)
"""What the environments may know of this game's driver."""
