"""Positions that a side cannot tell from the present one: what it does not know is drawn anew (T-78, T-106, T-107)."""

from ctv_env.core.dice import next_random
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import (
    AIR,
    AIR_DEF,
    CHIT_ATT,
    CHIT_DEF,
    EVENT_PLAY,
    FLIES,
    HQ,
    IMMEDIATE,
    N_CHITS,
    NOBODY_PIECE,
    REMNANTS,
    REMNANTS_PLACE,
)
from ctv_env.games.tscw.observation.knowledge import knows_piece, top_of
from ctv_env.games.tscw.rules.pieces import put_in, size_of, take_out
from ctv_env.games.tscw.rules.r12_support import why_not_fly_att
from ctv_env.games.tscw.rules.r15_strength import trace_all
from ctv_env.games.tscw.rules.support import end_of, first_of

_OWN_CHIT_NODES = (EVENT_PLAY, CHIT_ATT, CHIT_DEF, REMNANTS, REMNANTS_PLACE)


@jit
def redraw(s, t, w, side):
    """Draw anew what ``side`` does not know of the other, with ``w.rng``."""
    other = 1 - side
    if t.closed_chits == 1 and not (s.to_move == other and s.node in _OWN_CHIT_NODES):
        _redraw_hand(s, t, w, other)
    if t.simultaneous_air == 1 and s.node == AIR_DEF and s.phasing == other:
        _redraw_air(s, t, w)
    if t.fog == 1:
        _shuffle_units(s, t, w, side)


# -- held chits (T-107) --------------------------------------------------------------------------------------


@jit
def _redraw_hand(s, t, w, other):
    """Take the hand of the other side from all its chits that can be held, in cup and hand."""
    held = 0
    whole = 0
    for chit in range(1, N_CHITS + 1):
        if t.chit_side[chit] == other and t.chit_dot[chit] != IMMEDIATE:
            held += int(s.hand[chit])
            s.cup[chit] += s.hand[chit]
            s.hand[chit] = 0
            whole += int(s.cup[chit])
    for _ in range(held):
        left = next_random(w) % whole
        whole -= 1
        for chit in range(1, N_CHITS + 1):
            if t.chit_side[chit] == other and t.chit_dot[chit] != IMMEDIATE:
                left -= int(s.cup[chit])
                if left < 0:
                    s.cup[chit] -= 1
                    s.hand[chit] += 1
                    break


# -- air units committed unseen (T-78) -----------------------------------------------------------------------


@jit
def _redraw_air(s, t, w):
    """Commit each air unit that the attacker can name, or not."""
    trace_all(s, t, w)
    for p in range(first_of(t, int(s.phasing)), end_of(t, int(s.phasing))):
        if t.kind[p] != AIR:
            continue
        s.role[p] &= ~FLIES
        if next_random(w) % 2 == 1 and why_not_fly_att(s, t, w, p) == 0:
            s.role[p] |= FLIES


# -- units under others (T-106) ------------------------------------------------------------------------------


@jit
def _shuffle_units(s, t, w, side):
    """Exchange units that ``side`` does not know with others like them."""
    other = 1 - side
    for p in range(first_of(t, other), end_of(t, other)):
        if knows_piece(s, t, side, p) or p == s.piece:
            continue
        q = p + next_random(w) % (end_of(t, other) - p)
        if q != p and q != s.piece and not knows_piece(s, t, side, q) and _are_alike(s, t, p, q):
            _exchange(s, t, p, q)


@jit
def _are_alike(s, t, p, q):
    """True if two units may change places without a trace: of one size, group, gait, camps, strength and face."""
    face = s.face[p]
    alike = face == s.face[q] and size_of(s, t, p) == size_of(s, t, q) and s.strength[p] == s.strength[q]
    alike &= t.group[p] == t.group[q] and t.net[p] == t.net[q] and t.gait[p] == t.gait[q]
    alike &= t.camps[face, p] == t.camps[face, q] and t.steps[face, p] == t.steps[face, q]
    alike &= (t.kind[p] == HQ) == (t.kind[q] == HQ)
    return alike and _stays_below(s, t, p, q) and _stays_below(s, t, q, p)


@jit
def _stays_below(s, t, p, q):
    """True if ``p`` would not be the top unit in the stack of ``q``."""
    top = top_of(s, t, int(s.piece_cell[q]))
    return t.kind[p] == HQ or (top != NOBODY_PIECE and p > top)


@jit
def _exchange(s, t, p, q):
    """Let two units change places and marks."""
    a, b = int(s.piece_cell[p]), int(s.piece_cell[q])
    take_out(s, t, p)
    take_out(s, t, q)
    for marks in (s.supply, s.used, s.reserve, s.landed, s.carried, s.halted, s.moved, s.attacked):
        marks[p], marks[q] = marks[q], marks[p]
    for marks in (s.fought, s.eligible, s.may_march, s.bonus, s.role):
        marks[p], marks[q] = marks[q], marks[p]
    put_in(s, t, p, b)
    put_in(s, t, q, a)
