"""What an attack is likely to bring: its column and die modifier by the rules, and the mean over the six faces.

A battlegroup is given by ``row``, the classes of its units, with its armour and artillery AP, so that one on the map,
one in hand and one that has yet to come are judged in the same way.
"""

from ctv_env.core.dice import FACES
from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import BG_SIZE, CITY, DOCTRINE, N_COLUMNS, N_ROWS, NO_UNIT, RESULT
from ctv_env.games.arriba.model.staff_constants import STAFF, constant
from ctv_env.games.arriba.rules.pieces import cf_of, is_disrupted, is_division, kind_of
from ctv_env.games.arriba.rules.r09_odds import cadre_of, column_of, drm_of, halved
from ctv_env.games.arriba.rules.r11_supply import in_supply
from ctv_env.games.arriba.rules.support import available_ep, band

CF_WORTH = 10  # worth of a CF of the enemy; the unit of all worths: tenths of an EP, about
_DIVISION_LOSS = 3  # CF that a division loses at once (9.2)
_DIVISIONS_OF_OFFENSIVE = 2  # 9.1.1


# -- a row of units -------------------------------------------------------------------------------------------------


@jit
def row_units(row):
    """Number of units."""
    n = 0
    for k in range(BG_SIZE):
        if row[k] != NO_UNIT:
            n += 1
    return n


@jit
def row_cf(t, row):
    """Combat factors."""
    cf = 0
    for k in range(BG_SIZE):
        if row[k] != NO_UNIT:
            cf += cf_of(t, int(row[k]))
    return cf


@jit
def row_divisions(t, row):
    """Number of divisions."""
    n = 0
    for k in range(BG_SIZE):
        if row[k] != NO_UNIT and is_division(t, int(row[k])):
            n += 1
    return n


@jit
def row_disrupted(row):
    """Number of disrupted units."""
    n = 0
    for k in range(BG_SIZE):
        if row[k] != NO_UNIT and is_disrupted(int(row[k])):
            n += 1
    return n


@jit
def row_cadre(s, t, row):
    """Best cadre level (9.1.2)."""
    best = -2
    for k in range(BG_SIZE):
        if row[k] != NO_UNIT:
            best = max(best, cadre_of(s, t, int(row[k])))
    return best


@jit
def row_attack(s, t, side, row, a, is_free):
    """CF with which it would attack in area ``a``: supply, and the EP of an offensive unless ``is_free`` (9.1.1)."""
    supplied, unsupplied = 0, 0
    for k in range(BG_SIZE):
        if row[k] != NO_UNIT:
            c = int(row[k])
            if in_supply(s, t, side, kind_of(t, c), a):
                supplied += cf_of(t, c)
            else:
                unsupplied += cf_of(t, c)
    cf = supplied + halved(unsupplied)
    poor = available_ep(s, side) < t.cost_offensive
    if not is_free and poor and row_divisions(t, row) >= _DIVISIONS_OF_OFFENSIVE:
        cf = halved(cf)
    return cf


# -- the column and the modifier ------------------------------------------------------------------------------------


@jit
def place_shift(s, t, side, a, b):
    """Columns, to the right if positive, of an attack of ``side`` on place ``b`` of an area, cadre apart (9.1.3 f.)."""
    shift = int(t.band_shift[band(s, t, side)])
    if b == CITY:
        shift += int(t.city_shift)
        if s.fort[a] == 1 - side:
            shift += int(t.fort_shift)
    if t.mountain[a]:
        shift += int(t.mountain_shift)
    if t.winter[s.turn]:
        shift += int(t.winter_shift)
    return shift


@jit
def likely_drm(s, t, side, units, armour, artillery, foe_units, foe_artillery):
    """Die modifier if both sides use all AP that they may (9.1.6, 9.1.7)."""
    foe = 1 - side
    armour = min(armour, units)
    artillery = min(artillery, units - armour)
    return (
        min(int(s.air_ready[side]), units) * drm_of(s, t, side, DOCTRINE.AIR_ATTACK)
        + armour * drm_of(s, t, side, DOCTRINE.ARMOUR_ATTACK)
        + artillery * drm_of(s, t, side, DOCTRINE.ARTILLERY_ATTACK)
        + min(int(s.air_ready[foe]), foe_units) * drm_of(s, t, foe, DOCTRINE.AIR_DEFENCE)
        + min(foe_artillery, foe_units) * drm_of(s, t, foe, DOCTRINE.ARTILLERY_DEFENCE)
    )


# -- the mean over the die ------------------------------------------------------------------------------------------


@jit
def result_att(t, column, row):
    """The attacker's number with columns to the right taken off it; an exchange counts a CF each."""
    n = int(t.crt_att[min(max(column, 0), N_COLUMNS - 1), row])
    return 1 if n == RESULT.EXCHANGE else n


@jit
def result_def(t, column, row):
    """The defender's number; an exchange counts a CF each."""
    n = int(t.crt_def[min(max(column, 0), N_COLUMNS - 1), row])
    if n == RESULT.EXCHANGE:
        return 1
    return max(n + column, 0) if column < 0 and n < RESULT.EXCHANGE else n


@jit
def columns_to_defender(lost_def, columns, holds):
    """Columns beyond the table that go to the defender's loss: those that kill him, else none (9.2.2)."""
    missing = holds - lost_def
    return missing if 0 < missing <= columns else 0


@jit
def real_loss(n, cf, brigades):
    """CF that go for a loss of ``n``: brigades one by one, then divisions (9.2)."""
    if n <= brigades:
        return min(n, cf)
    return min(brigades + _DIVISION_LOSS * ((n - brigades + _DIVISION_LOSS - 1) // _DIVISION_LOSS), cf)


@jit
def kill_faces(t, column, drm, holds):
    """Faces of the die, of six, with which an attack kills a target that ``holds`` so many CF and AP."""
    n = 0
    for die in range(1, FACES + 1):
        row = min(max(die + drm, 0), N_ROWS - 1)
        if result_def(t, column, row) + max(column - (N_COLUMNS - 1), 0) >= holds:
            n += 1
    return n


@jit
def mean_gain(t, w, column, drm, cf, brigades, holds, all_disrupted, prize):
    """Six times the mean gain of an attack: enemy CF and the ``prize`` for his end, less own CF and disruption."""
    total = 0
    columns = max(column - (N_COLUMNS - 1), 0)
    own_cf, disruption = constant(t, w, STAFF.OWN_CF), constant(t, w, STAFF.DISRUPTION)
    for die in range(1, FACES + 1):
        row = min(max(die + drm, 0), N_ROWS - 1)
        lost, killed = result_att(t, column, row), result_def(t, column, row)
        more = columns_to_defender(killed, columns, holds)
        lost = cf if lost == RESULT.ELIMINATION else max(lost - (columns - more) - all_disrupted, 0)
        lost = real_loss(lost, cf, brigades)
        killed = min(killed + more, holds)
        total += CF_WORTH * killed - own_cf * lost
        if killed >= holds and lost < cf:
            total += prize
        if lost > 0 and lost >= killed:
            total -= disruption * (cf - lost)
    return total


@jit
def gain_of(s, t, w, side, row, armour, artillery, a, b, prize, is_free):
    """Six times the mean gain of an attack on the enemy battlegroup at place ``b`` of area ``a``."""
    foe_row = s.bg_unit[1 - side, a, b]
    foe_units = row_units(foe_row)
    ground_ap = int(s.bg_armour[1 - side, a, b]) + int(s.bg_artillery[1 - side, a, b])
    if foe_units == 0:
        return FACES * (CF_WORTH * ground_ap + prize)
    units, cf = row_units(row), row_cf(t, row)
    column = column_of(t, max(row_attack(s, t, side, row, a, is_free), 1), row_cf(t, foe_row))
    column += place_shift(s, t, side, a, b) + row_cadre(s, t, row) - row_cadre(s, t, foe_row)
    drm = likely_drm(s, t, side, units, armour, artillery, foe_units, int(s.bg_artillery[1 - side, a, b]))
    brigades = units - row_divisions(t, row) + armour + artillery
    all_disrupted = 1 if row_disrupted(foe_row) == foe_units else 0
    holds = row_cf(t, foe_row) + ground_ap
    gain = mean_gain(t, w, column, drm, cf, brigades, holds, all_disrupted, prize)
    if not is_free and row_divisions(t, row) >= _DIVISIONS_OF_OFFENSIVE:
        gain -= FACES * constant(t, w, STAFF.EFFORT) * int(t.cost_offensive)
    return gain


@jit
def faces_of(s, t, side, row, armour, artillery, a, b):
    """Faces, of six, with which an attack there kills the target."""
    foe_row = s.bg_unit[1 - side, a, b]
    foe_units = row_units(foe_row)
    if foe_units == 0:
        return FACES
    column = column_of(t, max(row_attack(s, t, side, row, a, False), 1), row_cf(t, foe_row))
    column += place_shift(s, t, side, a, b) + row_cadre(s, t, row) - row_cadre(s, t, foe_row)
    artillery_def = int(s.bg_artillery[1 - side, a, b])
    drm = likely_drm(s, t, side, row_units(row), armour, artillery, foe_units, artillery_def)
    return kill_faces(t, column, drm, row_cf(t, foe_row) + artillery_def + int(s.bg_armour[1 - side, a, b]))
