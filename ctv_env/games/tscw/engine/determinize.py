"""Positions that a side cannot tell from the present one: what it does not know is drawn anew (T-78, T-106, T-107)."""

from ctv_env.core.dice import next_random
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import DOT, KIND, N_CHITS, NOBODY_PIECE, NODE, ROLE, SIDE, STAGE
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import put_in, size_of, take_out
from ctv_env.games.tscw.rules.r06_chits import may_play
from ctv_env.games.tscw.rules.r09_supply import trace_side
from ctv_env.games.tscw.rules.r12_support import why_not_fly_att
from ctv_env.games.tscw.rules.r15_battle import why_not_chit
from ctv_env.games.tscw.rules.r15_fog import knows_piece, top_of
from ctv_env.games.tscw.rules.r15_strength import trace_all
from ctv_env.games.tscw.rules.support import end_of, first_of

_CHIT_NODES = (NODE.EVENT_PLAY, NODE.CHIT_ATT, NODE.CHIT_DEF, NODE.REMNANTS)


@jit
def redraw(s, t, w, side):
    """Draw anew what ``side`` does not know of the other, with ``w.rng``."""
    other = 1 - side
    if t.closed_chits == 1:
        _redraw_hand(s, t, w, other)
    if t.simultaneous_air == 1 and s.node == NODE.AIR_DEF and s.phasing == other:
        _redraw_air(s, t, w)
    if t.fog == 1:
        _shuffle_units(s, t, w, side)


# -- held chits (T-107) --------------------------------------------------------------------------------------


@jit
def _redraw_hand(s, t, w, other):
    """Take the hand of the other side from all its chits that it may hold, in cup and hand.

    That it is asked for a chit is public, and tells that it can play one of them (ruling T-180).
    """
    held = 0
    for chit in range(1, N_CHITS + 1):
        if t.chit_side[chit] == other and t.chit_dot[chit] != DOT.IMMEDIATE:
            held += int(s.hand[chit])
            s.cup[chit] += s.hand[chit]
            s.hand[chit] = 0
    asked = s.to_move == other and s.node in _CHIT_NODES
    if asked:
        trace_side(s, t, w, other)
    operations = 1 if s.stage < (STAGE.MOVEMENT_N if other == SIDE.NATIONALIST else STAGE.MOVEMENT_R) else 0
    for k in range(held):
        chit = _draw(s, t, w, other, asked and k == 0, operations)
        s.cup[chit] -= 1
        s.hand[chit] += 1
        operations -= 1 if t.chit_dot[chit] == DOT.OPERATION else 0


@jit
def _draw(s, t, w, other, asked, operations):
    """Return a chit of the cup that the other side may hold; with ``asked`` one that it can play now."""
    whole = 0
    for chit in range(1, N_CHITS + 1):
        if _may_hold(s, t, w, other, chit, asked, operations):
            whole += int(s.cup[chit])
    left = next_random(w) % max(whole, 1)
    for chit in range(1, N_CHITS + 1):
        if _may_hold(s, t, w, other, chit, asked, operations):
            left -= int(s.cup[chit])
            if left < 0:
                return chit
    return 0


@jit
def _may_hold(s, t, w, other, chit, asked, operations):
    """True if the other side may hold a chit: operation chits, one a turn, only until it moves (ruling T-14)."""
    if t.chit_side[chit] != other or t.chit_dot[chit] == DOT.IMMEDIATE:
        return False
    if t.chit_dot[chit] == DOT.OPERATION and operations < 1:
        return False
    return not asked or _can_play(s, t, w, other, chit)


@jit
def _can_play(s, t, w, other, chit):
    """True if the other side could play a chit at the present node."""
    if s.node == NODE.REMNANTS:
        return chit == s.chit
    s.hand[chit] += 1
    if s.node == NODE.EVENT_PLAY:
        reason = may_play(s, t, w, chit, other)
    else:
        reason = why_not_chit(s, t, w, chit, other)
    s.hand[chit] -= 1
    return reason == WHY.LEGAL


# -- air units committed unseen (T-78) -----------------------------------------------------------------------


@jit
def _redraw_air(s, t, w):
    """Commit each air unit that the attacker can name, or not."""
    trace_all(s, t, w)
    for p in range(first_of(t, int(s.phasing)), end_of(t, int(s.phasing))):
        if t.kind[p] != KIND.AIR:
            continue
        s.role[p] &= ~ROLE.FLIES
        if next_random(w) % 2 == 1 and why_not_fly_att(s, t, w, p) == WHY.LEGAL:
            s.role[p] |= ROLE.FLIES


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
    alike &= (t.kind[p] == KIND.HQ) == (t.kind[q] == KIND.HQ)
    return alike and _stays_below(s, t, p, q) and _stays_below(s, t, q, p)


@jit
def _stays_below(s, t, p, q):
    """True if ``p`` would not be the top unit in the stack of ``q``."""
    top = top_of(s, t, int(s.piece_cell[q]))
    return t.kind[p] == KIND.HQ or (top != NOBODY_PIECE and p > top)


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
