"""Chapter 9.1: strength, odds, shifts of the column and modifiers of the die.

Columns are numbered from 0, the 1:3 of the table; notional ones are below 0 and above ``N_COLUMNS - 1`` (ruling A-80).
"""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import CITY, DOCTRINE, N_COLUMNS
from ctv_env.games.arriba.model.events import DRM, EV, SHIFT, emit
from ctv_env.games.arriba.rules.pieces import cf_of, is_improved, kind_of
from ctv_env.games.arriba.rules.r09_battle import (
    armour_of,
    artillery_of,
    cf_in,
    count_divisions,
    is_counterattack,
    place_of,
    units_of,
)
from ctv_env.games.arriba.rules.r11_supply import in_supply
from ctv_env.games.arriba.rules.support import band

_YEAR_OF_MILITIAS = 1936  # of the low cadre levels (9.1.2)
_DIVISIONS_OF_OFFENSIVE = 2


@jit
def fix_odds(s, t, w):
    """Store the column in ``s.column``, the modifier in ``s.drm``, and the attacker's required losses (9.2.1)."""
    attack = _attack_strength(s, t, w)
    defence = _defence_strength(s, t, w)
    column = column_of(t, attack, defence)
    emit(w, EV.ODDS, attack, defence, column)
    s.column = column + _shifts(s, t, w)
    s.drm = _modifiers(s, t, w)


# -- strength (9.1.1, 11.1.2) ------------------------------------------------------------------------------------


@jit
def halved(cf):
    """Half, rounded up (9.1.1, 11.1.2, ruling A-09)."""
    return (cf + 1) // 2


@jit
def needs_offensive(s, t):
    """True if the attacker is halved unless it pays for an offensive (9.1.1); never in 9.3 and 9.4."""
    if s.second_attack == 1 or is_counterattack(s):
        return False
    side = int(s.attacker)
    return count_divisions(s, t, side, int(s.battle_area), place_of(s, side)) >= _DIVISIONS_OF_OFFENSIVE


@jit
def _attack_strength(s, t, w):
    """CF of the attacker: units out of supply halved, all halved without a needed offensive (A-10, A-75)."""
    side, a = int(s.attacker), int(s.battle_area)
    supplied, unsupplied = 0, 0
    for k in range(units_of(s, side)):
        c = int(s.bg_unit[side, a, place_of(s, side), k])
        if in_supply(s, t, side, kind_of(t, c), a):
            supplied += cf_of(t, c)
        else:
            unsupplied += cf_of(t, c)
    cf = supplied + halved(unsupplied)
    weak = 1 if needs_offensive(s, t) and s.offensive == 0 else 0
    if weak == 1:
        cf = halved(cf)
    emit(w, EV.STRENGTH, side, supplied, unsupplied, weak, cf)
    return cf


@jit
def _defence_strength(s, t, w):
    """CF of the defender, never halved (ruling A-75)."""
    side = 1 - int(s.attacker)
    cf = cf_in(s, t, side)
    emit(w, EV.STRENGTH, side, cf, 0, 0, cf)
    return cf


# -- odds (9.1, ruling A-79) -------------------------------------------------------------------------------------


@jit
def column_of(t, attack, defence):
    """Column of the odds, rounded in the defender's favour; notional columns continue by whole numbers (A-79)."""
    if attack * int(t.odds_def[0]) < defence * int(t.odds_att[0]):
        return int(t.odds_def[0]) - (defence + attack - 1) // attack
    to_one = attack // defence
    if to_one >= int(t.beyond_right):
        return N_COLUMNS + to_one - int(t.beyond_right)
    column = N_COLUMNS - 1
    while attack * int(t.odds_def[column]) < defence * int(t.odds_att[column]):
        column -= 1
    return column


# -- shifts (9.1.2 to 9.1.5) -------------------------------------------------------------------------------------


@jit
def _shifts(s, t, w):
    """Sum of the shifts, to the right if positive."""
    return (
        _noted_shift(w, SHIFT.CADRE, _cadre_shift(s, t))
        + _noted_shift(w, SHIFT.SUPPORT, int(t.band_shift[band(s, t, int(s.attacker))]))  # 9.1.3, ruling A-95
        + _noted_shift(w, SHIFT.CITY, _city_shift(s, t))
        + _noted_shift(w, SHIFT.MOUNTAIN, int(t.mountain_shift) if t.mountain[s.battle_area] else 0)  # 9.1.4
        + _noted_shift(w, SHIFT.FORT, _fort_shift(s, t))
        + _noted_shift(w, SHIFT.WINTER, int(t.winter_shift) if t.winter[s.turn] else 0)  # 9.1.5, ruling A-96
    )


@jit
def _noted_shift(w, kind, columns):
    if columns != 0:
        emit(w, EV.SHIFT, kind, columns)
    return columns


@jit
def cadre_of(s, t, c):
    """Cadre level of a unit: that of its kind, lower for militias in 1936, and its improvement (6.4.1, 9.1.2)."""
    early = 1 if t.year[s.turn] == _YEAR_OF_MILITIAS else 0
    return int(t.cadre[early, kind_of(t, c)]) + (1 if is_improved(c) else 0)


@jit
def best_cadre(s, t, side):
    """Highest cadre level of a side in the battle, which must have a unit (9.1.2)."""
    a, b = int(s.battle_area), place_of(s, side)
    best = cadre_of(s, t, int(s.bg_unit[side, a, b, 0]))
    for k in range(1, units_of(s, side)):
        best = max(best, cadre_of(s, t, int(s.bg_unit[side, a, b, k])))
    return best


@jit
def _cadre_shift(s, t):
    """The attacker's best level minus the defender's (9.1.2, A-78); a positive shift requires losses (9.2.1)."""
    own, other = best_cadre(s, t, int(s.attacker)), best_cadre(s, t, 1 - int(s.attacker))
    s.required_cadre = 1 if own > other else 0
    s.best_cadre = own if own > other else 0
    return own - other


@jit
def _city_shift(s, t):
    """Shift for a defender in the city (9.1.4)."""
    return int(t.city_shift) if s.def_bg == CITY else 0


@jit
def _fort_shift(s, t):
    """Shift for a defender in a city with his own fort (9.1.4, 15.3, ruling A-112)."""
    return int(t.fort_shift) if s.def_bg == CITY and s.fort[s.battle_area] == 1 - s.attacker else 0


# -- modifiers of the die (9.1.6, 9.1.7, 15.5) -------------------------------------------------------------------


@jit
def drm_of(s, t, side, column):
    """Modifier of one AP of a side, by a column of the doctrine table; its first row is that of chapter 9 (A-114)."""
    return int(t.doctrine_drm[s.doctrine[side, column], column])


@jit
def _modifiers(s, t, w):
    """Sum of the modifiers of the die, for asset points."""
    return _attack_modifiers(s, t, w) + _defence_modifiers(s, t, w)


@jit
def _attack_modifiers(s, t, w):
    """Air, the armour named, and artillery for units without another AP (9.1.6, 9.1.7, A-77)."""
    side = int(s.attacker)
    armour = int(s.armour_att)
    artillery = min(artillery_of(s, side), units_of(s, side) - armour)
    per_armour = drm_of(s, t, side, DOCTRINE.ARMOUR_ATTACK)
    s.required_armour = 1 if armour > 0 and per_armour > 0 else 0  # 9.2.1, ruling A-114
    return (
        _noted_modifier(w, DRM.AIR_ATTACK, int(s.air_att) * drm_of(s, t, side, DOCTRINE.AIR_ATTACK))
        + _noted_modifier(w, DRM.ARMOUR_ATTACK, armour * per_armour)
        + _noted_modifier(w, DRM.ARTILLERY_ATTACK, artillery * drm_of(s, t, side, DOCTRINE.ARTILLERY_ATTACK))
    )


@jit
def _defence_modifiers(s, t, w):
    """Air, and one ground AP per unit, the most helpful first (9.1.6, 9.1.7, rulings A-77 and A-114)."""
    side = 1 - int(s.attacker)
    units = units_of(s, side)
    per_armour, per_artillery = (
        drm_of(s, t, side, DOCTRINE.ARMOUR_DEFENCE),
        drm_of(s, t, side, DOCTRINE.ARTILLERY_DEFENCE),
    )
    if per_armour < per_artillery:
        armour = min(armour_of(s, side), units)
        artillery = min(artillery_of(s, side), units - armour)
    else:
        artillery = min(artillery_of(s, side), units)
        armour = min(armour_of(s, side), units - artillery)
    return (
        _noted_modifier(w, DRM.AIR_DEFENCE, int(s.air_def) * drm_of(s, t, side, DOCTRINE.AIR_DEFENCE))
        + _noted_modifier(w, DRM.ARMOUR_DEFENCE, armour * per_armour)
        + _noted_modifier(w, DRM.ARTILLERY_DEFENCE, artillery * per_artillery)
    )


@jit
def _noted_modifier(w, kind, value):
    if value != 0:
        emit(w, EV.DIE_MODIFIER, kind, value)
    return value
