"""Chapter 15.8: losses, step by step, attacker first."""

from ctv_env.core.bitboard import holds
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import NOBODY_PIECE, OFF, ROLE, WHERE
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import is_hq, lose_step
from ctv_env.games.tscw.rules.support import end_of, first_of, side_of


@jit
def may_lose(s, t, p, side):
    """True if a unit is among those that may take losses (15.8, 12.1.5, ruling T-92)."""
    if side_of(t, p) != side or s.where[p] != WHERE.ON_MAP or s.piece_cell[p] == OFF:
        return False
    if s.hq[side] == p:
        return True
    if side != s.phasing:
        return s.piece_cell[p] == s.target
    if is_hq(t, p):
        return holds(s.battle_rows, t.n_columns, int(s.piece_cell[p]))
    return s.role[p] & ROLE.ATTACKS != 0


@jit
def must_lose(s, t, p, side):
    """True if it must take losses: not an HQ outside the target hex (ruling T-92)."""
    return may_lose(s, t, p, side) and (not is_hq(t, p) or s.piece_cell[p] == s.target)


@jit
def has_victim(s, t, side):
    """True while a unit that must take losses is left (ruling T-131)."""
    for p in range(first_of(t, side), end_of(t, side)):
        if must_lose(s, t, p, side):
            return True
    return False


@jit
def has_two_steps(s, t, side):
    """True while a unit with two steps is left in the battle."""
    for p in range(first_of(t, side), end_of(t, side)):
        if s.strength[p] > 1 and may_lose(s, t, p, side):
            return True
    return False


@jit
def why_not_lose(s, t, w, p):
    """Reason why a unit may not take the next step: those with two steps go first (15.8, rulings T-92, T-160)."""
    side = int(s.to_move)
    if not may_lose(s, t, p, side):
        return WHY.NOT_IN_BATTLE
    return WHY.TWO_STEPS_FIRST if s.strength[p] == 1 and has_two_steps(s, t, side) else WHY.LEGAL


@jit
def take_loss(s, t, w, p):
    """Take a step; an HQ that supports and dies supports no more."""
    lose_step(s, t, w, p)


@jit
def wipe_out(s, t, w):
    """E: eliminate everything in the target hex (15.8, ruling T-93)."""
    while s.cell_first[s.target] != NOBODY_PIECE:
        p = int(s.cell_first[s.target])
        lose_step(s, t, w, p)


@jit
def wipe_out_attackers(s, t, w):
    """E: eliminate all attackers; an HQ that supports them or stands with them is spared (15.8, ruling T-184)."""
    for p in range(first_of(t, int(s.phasing)), end_of(t, int(s.phasing))):
        while s.role[p] & ROLE.ATTACKS != 0:
            lose_step(s, t, w, p)


@jit
def steps_in(s, c):
    """Steps of all ground units in a cell, HQs included (T-94)."""
    steps = 0
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        steps += int(s.strength[p])
        p = int(s.piece_next[p])
    return steps
