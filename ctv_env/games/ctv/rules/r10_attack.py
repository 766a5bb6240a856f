"""Chapter 10, attacks: which hexes may be attacked, and by which units (10.1)."""

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit, lowest_bit
from ctv_env.games.ctv.model.codes import (
    BOARD_ROWS,
    COLUMNS,
    FIRST_HEX,
    N_GROUND,
    NOWHERE,
    OFF,
    PLACE,
    ROLE,
    SIDE_SLOTS,
)
from ctv_env.games.ctv.model.events import EV, emit
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.pieces import is_ground, side_of


@jit
def can_attack(s, t, u):
    """True for a unit with an attack factor that has not attacked this segment (rule 10.1, ruling R-35)."""
    return t.attack[int(s.unit_steps[u]), u] > 0 and not s.unit_attacked[u]


@jit
def why_not_target(s, t, c):
    """Reason why the phasing player may not attack ``c`` (rule 10.1; closed hexsides 1.3.2)."""
    if s.cell_ground[c] == 0 or s.cell_side[c] == s.phasing:
        return WHY.NO_ENEMY
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if s.cell_side[n] == s.phasing:
            u = int(s.cell_first[n])
            while u != NOWHERE:
                if can_attack(s, t, u):
                    return WHY.LEGAL
                u = int(s.unit_next[u])
    return WHY.NOBODY_TO_ATTACK


@jit
def mark_targets(s, t, w):
    """Set ``w.mask`` for the hexes that may be attacked, and count them.

    Equivalent to ``why_not_target`` for each hex, but only looks at hexes with enemies.
    """
    n = 0
    for r in range(1, BOARD_ROWS - 1):
        cells = int(s.unit_rows[1 - int(s.phasing), r])
        while cells:
            c = (r - 1) * COLUMNS + lowest_bit(cells)
            cells &= cells - 1
            if why_not_target(s, t, c) == WHY.LEGAL:
                w.mask[FIRST_HEX + c] = 1
                n += 1
    return n


@jit
def is_beside(t, a, b):
    """True if ``a`` and ``b`` are adjacent across a passable hexside."""
    if b == OFF:
        return False
    for d in range(N_DIRECTIONS):
        if t.nbr[a, d] == b:
            return True
    return False


@jit
def named_sp(s, t, c):
    """Stacking points of the attackers in ``c`` named so far."""
    total = 0
    u = int(s.cell_first[c])
    while u != NOWHERE:
        if s.piece_role[u] == ROLE.ATTACKS:
            total += int(t.sp[u])
        u = int(s.unit_next[u])
    return total


@jit
def why_not_attacker(s, t, u):
    """Reason why ``u`` may not join the attack on the target (rule 10.1; rulings R-35, R-36)."""
    if not is_ground(u):
        return WHY.NO_ATTACK_FACTOR
    if side_of(u) != s.phasing:
        return WHY.NOT_YOURS
    if s.piece_place[u] != PLACE.MAP:
        return WHY.NOT_ON_MAP
    if s.piece_role[u] == ROLE.ATTACKS:
        return WHY.ALREADY_NAMED
    if s.unit_attacked[u]:
        return WHY.HAS_ATTACKED
    if not can_attack(s, t, u):
        return WHY.NO_ATTACK_FACTOR
    c = int(s.piece_hex[u])
    if not is_beside(t, c, int(s.target)):
        return WHY.NOT_ADJACENT
    if named_sp(s, t, c) + int(t.sp[u]) > int(t.stack_limit[s.target]):
        return WHY.TOO_MANY
    return WHY.LEGAL


@jit
def choose_target(s, w, c):
    """Set the target of the attack to ``c`` (rule 10.2)."""
    s.target = c
    emit(w, EV.TARGET, c)


@jit
def name_attacker(s, w, u):
    """Add ``u`` to the attackers; it is seen (rule 10.2, ruling R-56)."""
    s.piece_role[u] = ROLE.ATTACKS
    s.unit_from[u] = s.piece_hex[u]
    s.piece_seen[u] = 1
    emit(w, EV.ATTACKER, u, int(s.piece_hex[u]))


@jit
def n_attackers(s):
    """Number of attackers still on the map."""
    n = 0
    first = int(s.phasing) * SIDE_SLOTS
    for u in range(first, first + SIDE_SLOTS):
        if s.piece_role[u] == ROLE.ATTACKS and s.piece_place[u] == PLACE.MAP:
            n += 1
    return n


@jit
def why_not_all_named(s):
    """Reason why naming attackers may not end: there is none yet (10.2)."""
    return WHY.LEGAL if n_attackers(s) > 0 else WHY.NOT_DONE_YET


@jit
def commit_attack(s, w):
    """Commit the named attackers: they have attacked (rule 10.1), and the defenders are seen (ruling R-56)."""
    for u in range(N_GROUND):
        if s.piece_role[u] == ROLE.ATTACKS:
            s.unit_attacked[u] = 1
        elif s.piece_hex[u] == s.target:
            s.piece_seen[u] = 1
            emit(w, EV.DEFENDER, u, int(s.target))
