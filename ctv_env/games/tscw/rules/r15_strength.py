"""Chapters 15.3, 15.6 and 15.11: who can attack a hex, and the sums of factors.

The nets of both sides must be traced: battles judge supply at the moment (9.2).
"""

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import LANDING, NOBODY_PIECE, OFF, ROLE, SIDE, STAGE, SUPPLY
from ctv_env.games.tscw.rules.pieces import attack_of, defence_of, is_combat_unit, occupies
from ctv_env.games.tscw.rules.r08_stacking import camps_of
from ctv_env.games.tscw.rules.r09_supply import supply_now, trace_side

LEAST_ODDS = 3  # the defender's sum is at most three times the attacker's (15.6)


@jit
def trace_all(s, t, w):
    """Trace the nets of both sides."""
    trace_side(s, t, w, SIDE.NATIONALIST)
    trace_side(s, t, w, SIDE.REPUBLICAN)


@jit
def is_exploitation_combat(s):
    """True in an exploitation combat segment (14.2)."""
    return s.stage in (STAGE.EXPLOIT_COMBAT_N, STAGE.EXPLOIT_COMBAT_R)


@jit
def can_attack(s, t, p):
    """True if a unit of the phasing side may take part in an attack (15.3, 14.2, rulings T-57, T-62, T-72, T-73)."""
    if not is_combat_unit(t, p) or s.attacked[p] == 1 or s.reserve[p] == 1 or s.landed[p] != LANDING.NONE:
        return False
    return s.eligible[p] == 1 or not is_exploitation_combat(s)


@jit
def halved(n):
    """A sum halved once, 0.5 rounded up (1.1, ruling T-04)."""
    return (n + 1) // 2


@jit
def attack_sum(s, t, w, c, camps, named_only):
    """Attack factors that can come to bear on a cell, and of those named for it (15.6, 15.11, T-04, T-05).

    Args:
        camps: units are counted that belong to one of these camps, and all that are named.
        named_only: count only those that are named.
    """
    whole = 0
    cut = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if not occupies(s, t, int(s.phasing), n):
            continue
        p = int(s.cell_first[n])
        while p != NOBODY_PIECE:
            named = s.role[p] & ROLE.ATTACKS != 0
            joins = not named_only and can_attack(s, t, p) and camps_of(s, t, p) & camps != 0
            if named or joins:
                if supply_now(s, t, w, p) == SUPPLY.FULL:
                    whole += attack_of(s, t, p)
                else:
                    cut += attack_of(s, t, p)
            p = int(s.piece_next[p])
    return whole + halved(cut)


@jit
def defence_sum(s, t, w, c):
    """Defence factors of the combat units in a cell (9.3, 9.6, 11.8, 12.1.4, 15.11, T-112)."""
    whole = 0
    cut = 0
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        if is_combat_unit(t, p):
            if s.reserve[p] == 1 or s.landed[p] != LANDING.NONE or supply_now(s, t, w, p) == SUPPLY.OUT:
                cut += defence_of(s, t, p)
            else:
                whole += defence_of(s, t, p)
        p = int(s.piece_next[p])
    return whole + halved(cut)


@jit
def is_enough(attack, defence):
    """True if the odds are at least 1:3 and a factor is above 0 (15.6, ruling T-74)."""
    return attack > 0 and LEAST_ODDS * attack >= defence


@jit
def side_to(t, c, n):
    """Direction from a cell to a neighbour, -1 if no open hexside is between them."""
    for d in range(N_DIRECTIONS):
        if t.nbr[c, d] == n and n != OFF:
            return d
    return -1
