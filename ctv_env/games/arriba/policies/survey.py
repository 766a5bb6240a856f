"""The map as the staff sees it: what each city is worth, and the strongest enemy battlegroup that can come to it."""

from ctv_env.core.dice import FACES
from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import CITY, MAX_BORDERS, MOROCCO, N_AREAS, N_FACTIONS, N_REGIONS, NODE, NOWHERE
from ctv_env.games.arriba.model.staff_constants import STAFF, constant
from ctv_env.games.arriba.policies.forecast import kill_faces, place_shift, row_cf, row_disrupted
from ctv_env.games.arriba.policies.orders import perturb
from ctv_env.games.arriba.rules.pieces import has_units, occupies
from ctv_env.games.arriba.rules.r08_reach import mark_reach
from ctv_env.games.arriba.rules.r09_odds import column_of
from ctv_env.games.arriba.rules.r12_inter_phase import PER_CITY


@jit
def survey(s, t, w, side):
    """Fill ``w.worth``, ``w.threat``, ``w.cities`` and ``w.present`` from the view of ``side``, under its orders."""
    for a in range(N_AREAS):
        w.worth[a] = city_worth(t, w, a)
    measure_threats(s, t, w, side)
    count_regions(s, t, w)
    perturb(w)


@jit
def city_worth(t, w, a):
    """Worth of holding the city of an area."""
    cities, capitals = 0, 0
    for other in range(N_AREAS):
        if t.region[other] == t.region[a]:
            cities += 1
    for faction in range(N_FACTIONS):
        if t.capital[faction] == a:
            capitals += 1
    worth = constant(t, w, STAFF.CITY_WORTH) + constant(t, w, STAFF.ARMS_WORTH) * int(t.arms_city[a])
    return worth + constant(t, w, STAFF.CAPITAL_WORTH) * capitals + constant(t, w, STAFF.REGION_WORTH) // cities


@jit
def count_regions(s, t, w):
    """Fill ``w.cities`` and ``w.present``: on what control of the regions will depend (12.2)."""
    for side in range(2):
        for region in range(N_REGIONS):
            w.cities[side, region] = 0
            w.present[side, region] = 0
        for a in range(N_AREAS):
            w.present[side, t.region[a]] += s.area_units[side, a]
            if occupies(s, side, a):
                w.cities[side, t.region[a]] += 1


@jit
def control_worth(s, t, w, side, region, cities, units):
    """Six times the worth of control of a region with so many own cities and units in it (12.2)."""
    foe_units, foe_cities = int(w.present[1 - side, region]), int(w.cities[1 - side, region])
    own, other = FACES if units > 0 else 0, FACES if foe_units > 0 else 0
    if units > 0 and foe_units > 0:
        own, other = min(PER_CITY * cities, FACES), min(PER_CITY * foe_cities, FACES)
    elif units == 0 and foe_units == 0:  # control remains
        own = FACES if s.control[region] == side else 0
        other = FACES if s.control[region] == 1 - side else 0
    return constant(t, w, STAFF.CONTROL_WORTH) * (own - other)


@jit
def measure_threats(s, t, w, side):
    """Fill ``w.threat``: CF of the strongest enemy battlegroup that could stand in an area after its next move."""
    foe, phasing = 1 - side, int(s.phasing)
    in_hand = 1 if s.node == NODE.MOVE_TO and s.bg != NOWHERE else 0
    for a in range(N_AREAS):
        w.threat[a] = 0
    if in_hand == 1:
        s.area_units[side, s.area] += 1  # the mover still blocks the way where it stands: it may stay
    s.phasing = foe  # reach is that of the phasing side
    for a in range(N_AREAS):
        for b in range(1 + int(s.at_large[foe, a])):
            if s.bg_units[foe, a, b] > 0:
                _threaten(s, t, w, foe, a, b)
    for a in range(N_AREAS):
        w.threat[a] = int(w.threat[a]) * constant(t, w, STAFF.FEAR) // 10
    s.phasing = phasing
    if in_hand == 1:
        s.area_units[side, s.area] -= 1


@jit
def _threaten(s, t, w, foe, a, b):
    """Add the threat of one battlegroup; a disrupted one may not recover in time, and counts half."""
    row = s.bg_unit[foe, a, b]
    cf = row_cf(t, row)
    if row_disrupted(row) > 0:
        cf = (cf + 1) // 2
    mark_reach(s, t, w, row, 0, a)
    w.reach[a] = 1
    for near in range(N_AREAS):
        if w.reach[near] == 1:
            w.threat[near] = max(int(w.threat[near]), cf)


@jit
def risk(s, t, w, side, a, cf):
    """What of the worth of a city is at risk with a garrison of ``cf``: all of it if it is empty and can be reached."""
    threat = int(w.threat[a])
    if threat == 0:
        return 0
    if cf == 0:
        return int(w.worth[a])
    column = column_of(t, threat, cf) + place_shift(s, t, 1 - side, a, CITY)
    return int(w.worth[a]) * kill_faces(t, column, 0, cf) // FACES


@jit
def garrison(s, t, side, a, left_out):
    """CF of the battlegroups of a side in an area without the one at place ``left_out``; there are none in Morocco."""
    if a == MOROCCO:
        return 0
    cf = 0
    for b in range(1 + int(s.at_large[side, a])):
        if b != left_out:
            cf += row_cf(t, s.bg_unit[side, a, b])
    return cf


@jit
def prospects(s, t, w, side, a):
    """Worth of the best enemy city in an area or beside it."""
    best = int(w.worth[a]) if has_units(s, 1 - side, a) else 0
    for k in range(MAX_BORDERS):
        near = int(t.border[a, k])
        if near == NOWHERE:
            break
        if has_units(s, 1 - side, near):
            best = max(best, int(w.worth[near]))
    return best
