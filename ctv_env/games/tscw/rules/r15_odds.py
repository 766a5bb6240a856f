"""Chapters 15.6, 15.7, 15.10 to 15.22: odds, column shifts and die modifiers, each a small function.

Shifts and modifiers are those of the attacker: a positive one is good for him.
"""

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import FACTION, NOBODY_PIECE, PICK, PLACE, RIVER, ROLE, SIDE, SUPPLY
from ctv_env.games.tscw.model.events import DRM, EV, SHIFT, emit
from ctv_env.games.tscw.model.tables import N_COLUMNS
from ctv_env.games.tscw.rules.pieces import attack_of, defence_of, is_column, is_combat_unit, is_hq, occupies
from ctv_env.games.tscw.rules.r09_supply import supply_now
from ctv_env.games.tscw.rules.r10_control import has_fort_side
from ctv_env.games.tscw.rules.r12_support import air_factor, has_condor
from ctv_env.games.tscw.rules.r15_strength import attack_sum, defence_sum, trace_all
from ctv_env.games.tscw.rules.support import end_of, first_of

_EVEN = 0  # step 1:1 of the ladder; 3:2 is 1, n:1 is n, 1:n is 1 - n (ruling T-83)
_FIRST_COLUMN = -2  # step of the column 1:3
_HIGHEST = 99


@jit
def step_of(attack, defence):
    """Step of the odds on the ladder, rounded in favour of the defender (15.6, ruling T-83)."""
    if defence <= 0:
        return _HIGHEST
    if attack >= defence:
        n = attack // defence
        if n >= 2:
            return min(n, _HIGHEST)
        return _EVEN + 1 if 2 * attack >= 3 * defence else _EVEN
    return 1 - (defence + attack - 1) // max(attack, 1)


@jit
def support_of(s, t, side, units):
    """Factors of the HQ and air units of a side, at most its own units' (12.1.3, 12.2.4, ruling T-77)."""
    hq = int(s.hq[side])
    factors = air_factor(s, t, side)
    if hq != NOBODY_PIECE:
        factors += attack_of(s, t, hq) if side == s.phasing else defence_of(s, t, hq)
    return min(factors, units)


# -- shifts (15.7, 15.22) ------------------------------------------------------------------------------------


@jit
def has_city_choice(s, t):
    """True if the defender chooses between the city's shift and the modifier of its terrain (T-84)."""
    return t.place[s.target] == PLACE.CITY and t.terrain_drm[s.target] < 0


@jit
def city_shift(s, t):
    """Shift for a city; Madrid held by Republicans counts more (15.15, 15.22)."""
    if t.place[s.target] != PLACE.CITY or s.pick == PICK.OTHER:
        return 0
    if s.target == t.madrid and s.phasing == SIDE.NATIONALIST:
        return int(t.madrid_shift)
    return int(t.city_shift)


@jit
def terrain_shift(s, t):
    """Shift for marsh, where no city counts (15.22)."""
    return 0 if t.place[s.target] == PLACE.CITY and s.pick != PICK.OTHER else int(t.terrain_shift[s.target])


@jit
def condor_shift(s, t):
    """Shift for the Legion Condor, in attack or defence, once (12.2.5)."""
    if not has_condor(s, t):
        return 0
    return int(t.condor_shift) if s.phasing == SIDE.NATIONALIST else -int(t.condor_shift)


# -- die modifiers (15.10) -----------------------------------------------------------------------------------


@jit
def terrain_drm(s, t):
    """Modifier of the terrain in the target, unless its city counts (15.22)."""
    return 0 if t.place[s.target] == PLACE.CITY and s.pick != PICK.OTHER else int(t.terrain_drm[s.target])


@jit
def attacks_from(s, t, d):
    """True if named units attack the target from the neighbour in direction ``d``."""
    n = int(t.nbr[s.target, d])
    if not occupies(s, t, int(s.phasing), n):
        return False
    p = int(s.cell_first[n])
    while p != NOBODY_PIECE:
        if s.role[p] & ROLE.ATTACKS != 0:
            return True
        p = int(s.piece_next[p])
    return False


@jit
def river_drm(s, t):
    """Modifier if any attacker crosses a river; a major one counts instead of a minor (15.22, ruling T-85)."""
    worst = RIVER.NONE
    for d in range(N_DIRECTIONS):
        if attacks_from(s, t, d):
            worst = max(worst, int(t.river[s.target, d]))
    return int(t.river_drm[worst]) if worst in (RIVER.MINOR, RIVER.MAJOR) else 0


@jit
def fort_drm(s, t):
    """Modifier if any Nationalist attacks across an active fortified side (15.14.4)."""
    if s.phasing != SIDE.NATIONALIST:
        return 0
    for d in range(N_DIRECTIONS):
        if has_fort_side(s, t, int(s.target), d) and attacks_from(s, t, d):
            return int(t.fort_drm)
    return 0


@jit
def oos_drm(s, t, w):
    """Modifier if a combat unit in the target is not fully supplied (15.17, ruling T-88)."""
    p = int(s.cell_first[s.target])
    while p != NOBODY_PIECE:
        if is_combat_unit(t, p) and supply_now(s, t, w, p) != SUPPLY.FULL:
            return int(t.oos_drm)
        p = int(s.piece_next[p])
    return 0


_AROUND = (0, 1, 3, 5, 4, 2)  # the directions in order around a hex


@jit
def is_concentric(s, t):
    """True for attackers in two opposite hexes, in three of which no two touch, or in four or more (15.19, T-86)."""
    bits = 0
    n = 0
    for k in range(N_DIRECTIONS):
        if attacks_from(s, t, _AROUND[k]):
            bits |= 1 << k
            n += 1
    opposite = bits & (bits >> 3) & 7 != 0
    return n >= 4 or opposite or bits & 21 == 21 or bits & 42 == 42


@jit
def concentric_drm(s, t):
    """Modifier of a concentric attack; not of Republicans with a column (15.19)."""
    if s.phasing == SIDE.REPUBLICAN and has_columns(s, t):
        return 0
    return int(t.concentric_drm) if is_concentric(s, t) else 0


@jit
def has_columns(s, t):
    """True if a column is among the attackers (15.25.1)."""
    return _counts(s, t, True)


@jit
def _counts(s, t, columns):
    """True if a column, or else a Colonial unit, is among the attackers."""
    side = int(s.phasing)
    for p in range(first_of(t, side), end_of(t, side)):
        if s.role[p] & ROLE.ATTACKS != 0:
            if (columns and is_column(s, t, p)) or (not columns and t.faction[p] == FACTION.COLONIAL):
                return True
    return False


@jit
def _defends(s, t, columns):
    """True if a column, or else a Colonial unit, is in the target."""
    p = int(s.cell_first[s.target])
    while p != NOBODY_PIECE:
        if not is_hq(t, p):
            if (columns and is_column(s, t, p)) or (not columns and t.faction[p] == FACTION.COLONIAL):
                return True
        p = int(s.piece_next[p])
    return False


@jit
def colonial_drm(s, t):
    """Modifier of Colonial units against Republican columns, and of these against them (15.18, ruling T-87)."""
    if s.phasing == SIDE.NATIONALIST:
        return int(t.colonial_attack_drm) if _counts(s, t, False) and _defends(s, t, True) else 0
    return int(t.colonial_defence_drm) if _counts(s, t, True) and _defends(s, t, False) else 0


@jit
def naval_drm(s, t):
    """Modifier of the naval units of both sides (12.2.6)."""
    attacker = int(s.phasing)
    return int(t.naval_drm) * (int(s.naval[attacker]) - int(s.naval[1 - attacker]))


# -- column and modifier -------------------------------------------------------------------------------------


@jit
def _note_shift(w, kind, columns):
    """Write an event for a shift that is not 0; return it."""
    if columns != 0:
        emit(w, EV.SHIFT, kind, columns)
    return columns


@jit
def _note_drm(w, kind, change):
    """Write an event for a modifier that is not 0; return it."""
    if change != 0:
        emit(w, EV.DRM, kind, change)
    return change


@jit
def fix_odds(s, t, w):
    """Fix the column and the sum of the modifiers; one of them replaces columns beyond the table (15.6, 15.7)."""
    attacker = int(s.phasing)
    defender = 1 - attacker
    trace_all(s, t, w)
    a, d = attack_sum(s, t, w, int(s.target), 0, True), defence_sum(s, t, w, int(s.target))
    with_a, with_d = a + support_of(s, t, attacker, a), d + support_of(s, t, defender, d)
    emit(w, EV.STRENGTH, attacker, a, with_a - a)
    emit(w, EV.STRENGTH, defender, d, with_d - d)
    step = step_of(with_a, with_d)
    emit(w, EV.ODDS, with_a, with_d, step)
    step += _note_shift(w, SHIFT.CITY, city_shift(s, t))
    step += _note_shift(w, SHIFT.TERRAIN, terrain_shift(s, t))
    step += _note_shift(w, SHIFT.CONDOR, condor_shift(s, t))
    step += _note_shift(w, SHIFT.ARTILLERY_ATT, int(s.artillery[attacker]))
    step += _note_shift(w, SHIFT.ARTILLERY_DEF, -int(s.artillery[defender]))
    column = step - _FIRST_COLUMN
    drm = _note_drm(w, DRM.BELOW, int(t.below_drm) if column < 0 else 0)
    drm += _note_drm(w, DRM.ABOVE, int(t.above_drm) if column >= N_COLUMNS else 0)
    drm += _note_drm(w, DRM.TERRAIN, terrain_drm(s, t))
    drm += _note_drm(w, DRM.RIVER, river_drm(s, t))
    drm += _note_drm(w, DRM.FORT, fort_drm(s, t))
    drm += _note_drm(w, DRM.OOS, oos_drm(s, t, w))
    drm += _note_drm(w, DRM.CONCENTRIC, concentric_drm(s, t))
    drm += _note_drm(w, DRM.COLONIAL, colonial_drm(s, t))
    drm += _note_drm(w, DRM.NAVAL, naval_drm(s, t))
    drm += _note_drm(w, DRM.CHITS, int(s.chit_drm))
    drm += _note_drm(w, DRM.ELAN, int(s.elan))
    s.column = min(max(column, 0), N_COLUMNS - 1)
    s.drm = drm
    emit(w, EV.COLUMN, int(s.column), drm)
