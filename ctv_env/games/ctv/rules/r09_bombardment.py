"""Chapter 9: air units, HQs and supply columns in support of a combat; bombardment; disorganisation."""

from ctv_env.core.hexgrid import hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import (
    COLUMNS,
    EDITION,
    END_AIR,
    END_SC,
    FIRST_ROW,
    KIND,
    N_GROUND,
    N_PIECES,
    NAT_SC,
    NATION,
    NOWHERE,
    PLACE,
    ROLE,
    SIDE,
    SIDE_SLOTS,
    WEATHER,
)
from ctv_env.games.ctv.model.events import CAUSE, EV, emit
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.pieces import eliminate, is_air, is_column, is_hq, remove_column, side_of
from ctv_env.games.ctv.rules.r04_setup import is_near_hq
from ctv_env.games.ctv.rules.r06_supply import surrender_if_lost


@jit
def is_involved(s, u):
    """True if ground unit ``u`` attacks, or is in the attacked hex (rulings R-10, R-29)."""
    return s.piece_place[u] == PLACE.MAP and (s.piece_role[u] == ROLE.ATTACKS or s.piece_hex[u] == s.target)


@jit
def is_bound_to_division(t, hq):
    """True if ``hq`` supports only units of its division (rule 9.2, ruling R-29): a divisional HQ.

    In the English edition only an Italian one, which includes the Italo-Spanish one (ruling R-04).
    """
    if t.kind[hq] != KIND.HQ_DIVISION:
        return False
    return t.edition == EDITION.IT or t.nation[hq] == NATION.ITALIAN or t.nation[hq] == NATION.ITALO_SPANISH


@jit
def _has_division(s, t, hq):
    """True if a unit of the division of ``hq``, other than itself, is involved on its side (9.2, ruling R-29)."""
    first = side_of(hq) * SIDE_SLOTS
    for u in range(first, first + SIDE_SLOTS):
        if u != hq and t.division[u] == t.division[hq] and is_involved(s, u):
            return True
    return False


@jit
def _has_spaniards(s, t, side):
    """True if a Spanish Nationalist unit is involved (rules 9.1, 9.2; ruling R-04)."""
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if t.nation[u] == NATION.SPANISH and is_involved(s, u):
            return True
    return False


@jit
def why_not_support(s, t, side, p):
    """Reason why air unit or HQ ``p`` may not support ``side`` in this combat (9.1, 9.2, 9.4; R-27 to R-29)."""
    if side_of(p) != side:
        return WHY.NOT_YOURS
    if s.piece_role[p] == ROLE.SUPPORTS:
        return WHY.ALREADY_NAMED
    if is_air(p):
        if s.piece_place[p] != PLACE.AIR_READY:
            return WHY.AIR_NOT_READY
        if s.weather == WEATHER.RAIN:
            return WHY.RAINS
    elif is_hq(t, p):
        reason = _why_not_hq(s, t, p)
        if reason != WHY.LEGAL:
            return reason
    else:
        return WHY.NOT_A_SUPPORTER
    if t.nation[p] == NATION.SPANISH and not _has_spaniards(s, t, side):
        return WHY.NO_SPANIARDS
    return WHY.LEGAL


@jit
def why_not_own_support(s, t, p):
    """``why_not_support`` for the side to move."""
    return why_not_support(s, t, int(s.to_move), p)


@jit
def _why_not_hq(s, t, p):
    if s.piece_place[p] != PLACE.MAP:
        return WHY.NOT_ON_MAP
    if s.piece_used[p]:
        return WHY.HQ_USED
    if not s.unit_supplied[p]:
        return WHY.HQ_UNSUPPLIED
    if hex_distance(COLUMNS, FIRST_ROW, int(s.piece_hex[p]), int(s.target)) > t.hq_range:
        return WHY.HQ_TOO_FAR
    if is_bound_to_division(t, p) and not _has_division(s, t, p):
        return WHY.NOT_ITS_DIVISION
    return WHY.LEGAL


@jit
def commit_support(s, w, p):
    """Commit air unit or HQ ``p``: it is used for this turn (rule 9.4), and seen (ruling R-56)."""
    s.piece_role[p] = ROLE.SUPPORTS
    if is_air(p):
        s.piece_place[p] = PLACE.AIR_USED
    else:
        s.piece_used[p] = 1
        s.piece_seen[p] = 1
    defending = 1 if side_of(p) != s.phasing else 0
    emit(w, EV.SUPPORT, p, defending)


@jit
def why_not_column(s, t, side, p):
    """Reason why supply column ``p`` may not be used by ``side`` in this combat (9.3.1, 9.3.2; ruling R-30)."""
    if not is_column(p):
        return WHY.NOT_A_COLUMN
    if side_of(p) != side:
        return WHY.NOT_YOURS
    if s.piece_place[p] != PLACE.MAP:
        return WHY.NOT_ON_MAP
    if s.piece_role[p] == ROLE.SUPPORTS:
        return WHY.ALREADY_NAMED
    if s.sc_moved[p]:
        return WHY.COLUMN_MOVED
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if s.piece_role[u] == ROLE.SUPPORTS:
            if hex_distance(COLUMNS, FIRST_ROW, int(s.piece_hex[u]), int(s.piece_hex[p])) <= t.sc_range:
                return WHY.LEGAL
    return WHY.NOT_NEAR_HQ


@jit
def why_not_own_column(s, t, p):
    """``why_not_column`` for the side to move."""
    return why_not_column(s, t, int(s.to_move), p)


@jit
def why_not_new_column(s, t, c):
    """Reason why the new supply column may not be placed in ``c`` (rule 9.3, ruling R-33)."""
    if s.cell_control[c] != SIDE.NATIONALIST:
        return WHY.NOT_CONTROLLED
    if s.cell_sc[c] != NOWHERE:
        return WHY.COLUMN_THERE
    return WHY.LEGAL if is_near_hq(s, t, SIDE.NATIONALIST, c) else WHY.NOT_NEAR_HQ


@jit
def commit_column(s, w, p):
    """Use supply column ``p`` in this combat (rule 9.3.1)."""
    s.piece_role[p] = ROLE.SUPPORTS
    s.piece_seen[p] = 1
    defending = 1 if side_of(p) != s.phasing else 0
    emit(w, EV.SUPPORT, p, defending)


@jit
def points(s, t, side):
    """Bombardment points of ``side`` in this combat (rule 9.4.2, ruling R-31)."""
    total = 0
    for p in range(N_PIECES):
        if s.piece_role[p] == ROLE.SUPPORTS and side_of(p) == side:
            total += int(t.pb[p])
    return total


@jit
def remove_used_columns(s, w):
    """Take used supply columns off the map (rule 9.3.1)."""
    for p in range(NAT_SC, END_SC):
        if s.piece_role[p] == ROLE.SUPPORTS:
            remove_column(s, w, p, CAUSE.USE)


@jit
def trench_on_bombardment(s, t, on_defender):
    """Die modifier of a trench against the bombardment of units in it (rule 10.7)."""
    return int(t.trench_drm) if on_defender and s.cell_trench[s.target] else 0


@jit
def bombard(s, t, w, net, die):
    """Apply the bombardment die, on the column of the difference of points (rules 9.4.2, 9.4.3; rulings R-10, R-31).

    Args:
        net: attacker's points minus defender's, not 0.
    """
    on_defender = net > 0
    column = min(abs(net), t.bombard_from.shape[0] - 1)
    needed = int(t.bombard_from[column])
    drm = trench_on_bombardment(s, t, on_defender)
    hit = 1 if die + drm >= needed else 0
    emit(w, EV.BOMBARDMENT, die, drm, needed, 1 if on_defender else 0, hit)
    if not hit:
        return
    for u in range(N_GROUND):
        if s.piece_place[u] != PLACE.MAP:
            continue
        if s.piece_hex[u] == s.target if on_defender else s.piece_role[u] == ROLE.ATTACKS:
            disorganise(s, t, w, u)


@jit
def disorganise(s, t, w, u):
    """Apply a DSG result to ``u``: one level, or two if out of supply (rules 6.3.1, 9.5, 9.5.1; ruling R-08)."""
    level = int(s.unit_dsg[u]) + (1 if s.unit_supplied[u] else 2)
    if level > t.dsg_max:
        eliminate(s, t, w, u, CAUSE.DSG)
        return
    s.unit_dsg[u] = level
    emit(w, EV.DISORGANISED, u, level)
    surrender_if_lost(s, t, w, u)


@jit
def suffer_attrition(s, t, w, p, die):
    """Apply the attrition die of air unit ``p``: on a 1 it is absent until the turn after next (9.1.1, R-32)."""
    gone = die <= t.attrition_up_to
    back = int(s.turn) + int(t.air_absence) if gone else 0
    emit(w, EV.ATTRITION, p, die, back)
    if gone:
        s.piece_place[p] = PLACE.AIR_ABSENT
        s.air_return[p] = back


@jit
def next_air(s, first):
    """Return the first air unit, from air slot ``first`` on, that supports this combat, NOWHERE if none."""
    for p in range(first, END_AIR):
        if s.piece_role[p] == ROLE.SUPPORTS:
            return p
    return NOWHERE


@jit
def end_dsg(s, t):
    """End of turn: remove DSG markers, or lower each by a level with option 15.3 (rules 3.D, 15.3; ruling R-09)."""
    for u in range(N_GROUND):
        if s.unit_dsg[u] > 0:
            s.unit_dsg[u] = int(s.unit_dsg[u]) - 1 if t.dsg_reduction else 0
