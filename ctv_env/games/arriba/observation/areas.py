"""The rows of the areas: channel ``channel`` of area ``a`` is at ``a * step + channel * stride``."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.actions import FIRST_AREA
from ctv_env.games.arriba.model.channels import MOST, A
from ctv_env.games.arriba.model.codes import CITY, CONTESTED, FLAGS, MARK, N_AREAS, N_FACTIONS, N_PLACES, NOWHERE, POWER
from ctv_env.games.arriba.rules.pieces import cf_of, is_bg, is_disrupted, is_improved
from ctv_env.games.arriba.rules.r11_supply import place_in_supply


@jit
def fill_areas(s, t, w, side, out, step, stride):
    """Write all areas and Morocco."""
    for a in range(N_PLACES):
        first = a * step
        for k in range(2):
            who = side if k == 0 else 1 - side
            _units(
                s,
                t,
                who,
                a,
                out,
                first + (A.own_units if k == 0 else A.enemy_units) * stride,
                first + k * stride,
                stride,
            )
            _groups(s, t, who, a, out, first + k * stride, stride)
            _pool(s, who, a, out, first + k * stride, stride)
            out[first + (A.supplied + k) * stride] = s.turn == 1 or place_in_supply(s, t, who, a)  # 14.2 e, A-15
        _choice(s, w, side, a, out, first, stride)
        _printed(s, t, side, a, out, first, stride)


@jit
def _count(t, c, out, units, flags, stride):
    """Count a unit of class ``c``."""
    out[units + c // FLAGS * stride] += 1
    if is_improved(c):
        out[flags + A.improved * stride] += 1
    if is_disrupted(c):
        out[flags + A.disrupted * stride] += 1


@jit
def _units(s, t, who, a, out, units, flags, stride):
    """Units of a side by kind and size, and how many are improved and disrupted."""
    for k in range(int(s.pool_units[who, a])):
        _count(t, int(s.pool_unit[who, a, k]), out, units, flags, stride)
    if a < N_AREAS:
        for b in range(1 + int(s.at_large[who, a])):
            for k in range(int(s.bg_units[who, a, b])):
                _count(t, int(s.bg_unit[who, a, b, k]), out, units, flags, stride)


@jit
def _pool(s, who, a, out, first, stride):
    """Units waiting to be organised."""
    out[first + A.pool * stride] = s.pool_units[who, a]
    out[first + A.armour * stride] += s.pool_armour[who, a]
    out[first + A.artillery * stride] += s.pool_artillery[who, a]


@jit
def _groups(s, t, who, a, out, first, stride):
    """Battlegroups of a side in an area."""
    if a >= N_AREAS:
        return
    strongest = 0
    for b in range(1 + int(s.at_large[who, a])):
        cf = 0
        for k in range(int(s.bg_units[who, a, b])):
            cf += cf_of(t, int(s.bg_unit[who, a, b, k]))
        if b == CITY:
            out[first + A.city * stride] = cf
        else:
            strongest = max(strongest, cf)
        out[first + A.armour * stride] += s.bg_armour[who, a, b]
        out[first + A.artillery * stride] += s.bg_artillery[who, a, b]
        if is_bg(s, who, a, b) and int(s.bg_marks[who, a, b]) & MARK.MOVED == 0:
            out[first + A.unmoved * stride] += 1
    out[first + A.at_large * stride] = s.at_large[who, a]
    out[first + A.strongest * stride] = min(strongest, MOST)


@jit
def _choice(s, w, side, a, out, first, stride):
    """The role of the area in the current choice and battle."""
    if a < N_AREAS:
        out[first + A.organised * stride] = s.organised[a]
        out[first + A.fort * stride] = s.fort[a] == side
        out[first + (A.fort + 1) * stride] = s.fort[a] == 1 - side
    out[first + A.chosen * stride] = s.area == a
    out[first + A.start * stride] = (s.move_from == a) | (s.lift_from == a)
    out[first + A.goal * stride] = s.lift_to == a
    out[first + A.battle * stride] = s.battle_area == a
    out[first + A.frozen * stride] = s.frozen_area == a
    out[first + A.legal * stride] = w.mask[FIRST_AREA + a] if s.to_move == side else 0


@jit
def _printed(s, t, side, a, out, first, stride):
    """Region, control, and printed values."""
    region = int(t.region[a])
    if region != NOWHERE:
        control = int(s.control[region])
        place = 2 if control == CONTESTED else int(control != side)
        out[first + (A.control + place) * stride] = 1
        out[first + (A.region + region) * stride] = 1
    out[first + (A.coast + int(t.port[a])) * stride] = 1
    out[first + A.mountain * stride] = t.mountain[a]
    out[first + A.frontier * stride] = t.frontier[a] == POWER.FR
    out[first + (A.frontier + 1) * stride] = t.frontier[a] == POWER.PO
    out[first + A.arms * stride] = t.arms_city[a]
    for faction in range(N_FACTIONS):
        if t.capital[faction] == a:
            out[first + A.capital * stride] = 1
