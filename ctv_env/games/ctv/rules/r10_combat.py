"""Chapter 10, resolution (10.2): strengths, odds, column shifts, die modifiers, result."""

from ctv_env.core.hexgrid import N_DIRECTIONS, hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import BREAKTHROUGH, COLUMNS, FIRST_ROW, N_GROUND, NOWHERE, OFF, PLACE, ROLE, SIDE
from ctv_env.games.ctv.model.events import DRM, EV, emit
from ctv_env.games.ctv.rules.r05_stacking import is_overstacked
from ctv_env.games.ctv.rules.r07_zoc import exerts_zoc


@jit
def halve(total, down):
    """Half of a sum of factors, rounded down for attack, up for defence (rules 1.4, 6.3, 9.5)."""
    return total // 2 if down else (total + 1) // 2


@jit
def hex_strength(s, t, w, c, attacking):
    """Strength of the units in ``c`` that attack, or of all defenders there (rule 10.2 step 3)."""
    return add_strengths(s, t, w, c, attacking, is_overstacked(s, t, c))


@jit
def add_strengths(s, t, w, c, attacking, over):
    """Like ``hex_strength``, with ``over`` set if the hex is overstacked (ruling R-05).

    The factors of halved units are added up, halved once and rounded once; the others are added in full.  An
    overstacked hex is halved as a whole, rounded down.  Terrain multiplies the defence of the hex, rounded up (ruling
    R-38).
    """
    whole = 0
    halved = 0
    side = int(s.cell_side[c])
    u = int(s.cell_first[c])
    while u != NOWHERE:
        if not attacking or s.piece_role[u] == ROLE.ATTACKS:
            steps = int(s.unit_steps[u])
            factor = int(t.attack[steps, u]) if attacking else int(t.defence[steps, u])
            if over or not s.unit_supplied[u] or s.unit_dsg[u] > 0:
                halved += factor
            else:
                whole += factor
        u = int(s.unit_next[u])
    half = halve(halved, attacking or over)
    multiplier = 2 if attacking else int(t.defence_halves[c])
    result = ((whole + half) * multiplier + 1) // 2
    emit(w, EV.STRENGTH, side, c, whole, halved, half, multiplier, result)
    return result


@jit
def attack_strength(s, t, w):
    """Attack strength, summed over the attackers' hexes; at least 1 (rule 10.2 step 3, ruling R-07)."""
    total = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[s.target, d])
        if has_attacker(s, n):
            total += hex_strength(s, t, w, n, True)
    return max(total, 1)


@jit
def has_attacker(s, c):
    """True if a unit in ``c`` attacks in this combat."""
    u = int(s.cell_first[c])
    while u != NOWHERE:
        if s.piece_role[u] == ROLE.ATTACKS:
            return True
        u = int(s.unit_next[u])
    return False


@jit
def defence_strength(s, t, w):
    """Strength of the attacked hex; at least 1 if a printed factor is above 0 (ruling R-07)."""
    total = hex_strength(s, t, w, int(s.target), False)
    u = int(s.cell_first[s.target])
    while u != NOWHERE and total == 0:
        if t.defence[int(s.unit_steps[u]), u] > 0:
            total = 1
        u = int(s.unit_next[u])
    return total


@jit
def odds_column(t, attack, defence):
    """Column of the combat table for these strengths (rule 10.2 step 3, ruling R-37).

    Odds are rounded in the defender's favour to a printed column, 0 for 1:2.  The column is -1 below 1:2, and one past
    the last strictly above 7:1.
    """
    last = t.odds_att.shape[0] - 1
    if attack * int(t.odds_def[last]) > defence * int(t.odds_att[last]):
        return last + 1
    column = last
    while column >= 0 and attack * int(t.odds_def[column]) < defence * int(t.odds_att[column]):
        column -= 1
    return column


@jit
def first_turn_shift(s, t):
    """Column shift to the right for Nationalist attacks near the CTV HQ on turn 1 (rule 4.4, ruling R-37)."""
    hq = int(t.ctv_hq)
    if s.turn != 1 or s.phasing != SIDE.NATIONALIST or s.piece_place[hq] != PLACE.MAP:
        return 0
    near = hex_distance(COLUMNS, FIRST_ROW, int(s.piece_hex[hq]), int(s.target)) <= t.first_turn_radius
    return int(t.first_turn_shift) if near else 0


@jit
def concentric_drm(s, t):
    """+1 for a concentric attack (rule 10.2.1, ruling R-39)."""
    n_hexes = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[s.target, d])
        if n == OFF:
            continue
        if s.cell_ground[n] > 0:
            n_hexes += 1 if s.cell_side[n] == s.phasing else 0
        elif _in_attackers_zoc(s, t, n):
            n_hexes += 1
    return int(t.concentric_drm) if n_hexes >= t.concentric_hexes else 0


@jit
def _in_attackers_zoc(s, t, c):
    """True if ``c`` is in the ZoC of a unit that attacks in this combat (rule 10.2.1)."""
    for d in range(N_DIRECTIONS):
        u = int(s.cell_first[int(t.nbr[c, d])])
        while u != NOWHERE:
            if s.piece_role[u] == ROLE.ATTACKS and exerts_zoc(s, t, u):
                return True
            u = int(s.unit_next[u])
    return False


@jit
def trench_drm(s, t):
    """-1 against defenders in a trench (rule 10.7, ruling R-44)."""
    return int(t.trench_drm) if s.cell_trench[s.target] else 0


@jit
def river_drm(s, t):
    """Modifier if every attacker crosses a river (option ``rivers``, ruling R-38)."""
    for d in range(N_DIRECTIONS):
        if has_attacker(s, int(t.nbr[s.target, d])) and not t.river[s.target, d]:
            return 0
    return int(t.river_drm)


@jit
def beyond_drm(s, t):
    """Modifier for odds beyond the printed columns, after shifts (Italian rule 10.2, ruling R-37)."""
    if s.column_shift < 0:
        return int(t.beyond_drm[0])
    return int(t.beyond_drm[1]) if s.column_shift >= t.odds_att.shape[0] else 0


@jit
def sum_odds(s, t, w):
    """Store and log strengths, column and die modifiers of the combat, before the die is rolled."""
    s.strength_att = attack_strength(s, t, w)
    s.strength_def = defence_strength(s, t, w)
    sum_modifiers(s, t, w, True)


@jit
def sum_modifiers(s, t, w, with_shift):
    """Store and log the column and die modifiers for the strengths in the record.

    Args:
        with_shift: False to ignore the shift near the CTV HQ, for viewers who may not know of it.
    """
    column = odds_column(t, int(s.strength_att), int(s.strength_def))
    shift = first_turn_shift(s, t) if with_shift else 0
    s.column_shift = min(max(column + shift, -1), t.odds_att.shape[0])
    emit(w, EV.ODDS, s.strength_att, s.strength_def, column, shift, s.column_shift)
    total = 0
    total += _noted(w, DRM.CONCENTRIC, concentric_drm(s, t))
    total += _noted(w, DRM.TRENCH, trench_drm(s, t))
    total += _noted(w, DRM.RIVER, river_drm(s, t))
    total += _noted(w, DRM.BEYOND, beyond_drm(s, t))
    s.drm = total


@jit
def _noted(w, kind, value):
    if value != 0:
        emit(w, EV.DIE_MODIFIER, kind, value)
    return value


@jit
def look_up_result(s, t, w, die):
    """Read the combat table (rule 10.2 step 4) into ``s.result_att`` and ``s.result_def``."""
    modified = min(max(die + int(s.drm), 0), t.crt_att.shape[1] - 1)
    column = min(max(int(s.column_shift), 0), t.odds_att.shape[0] - 1)
    s.result_att = t.crt_att[column, modified]
    s.result_def = t.crt_def[column, modified]
    emit(w, EV.COMBAT_RESULT, die, modified, column, s.result_att, s.result_def)


@jit
def is_breakthrough(s):
    """True after a result B (rule 10.4.1)."""
    return s.result_def == BREAKTHROUGH


@jit
def close_combat(s):
    """Clear the remaining fields of the finished combat; each step has already cleared its own."""
    for u in range(N_GROUND):
        s.unit_from[u] = NOWHERE
        s.unit_lost[u] = 0
        s.unit_advanced[u] = 0
    for p in range(s.piece_role.shape[0]):
        s.piece_role[p] = 0
    s.target = NOWHERE
    s.retreat_hex = NOWHERE
    s.strength_att = 0
    s.strength_def = 0
    s.column_shift = 0
    s.drm = 0
    s.result_att = 0
    s.result_def = 0
    s.morale_result = 0
    s.won_counted = 0
