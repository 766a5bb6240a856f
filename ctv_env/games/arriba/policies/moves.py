"""MOVE, MOVE_BG, MOVE_TO: the move that gains most, by attacks to come, open cities, and what is left unguarded."""

from ctv_env.core.dice import FACES
from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.actions import DONE, FIRST_AREA, FIRST_BG, FIRST_POST
from ctv_env.games.arriba.model.codes import CITY, HAND, MARK, N_AREAS, N_BGS, NOWHERE, POST
from ctv_env.games.arriba.model.staff_constants import STAFF, constant
from ctv_env.games.arriba.policies.forecast import faces_of, gain_of, row_cf, row_disrupted, row_units
from ctv_env.games.arriba.policies.survey import control_worth, garrison, risk, survey
from ctv_env.games.arriba.rules.pieces import has_units, is_bg, is_city_open, occupies
from ctv_env.games.arriba.rules.r08_reach import can_end_in, count_coming, count_frozen, mark_reach

NOTHING = -1_000_000  # gains less than any move, even by one that has nowhere to go


@jit
def choose_area(s, t, w):
    """Return the area from which the best move begins; DONE if no move gains enough."""
    side = int(s.phasing)
    survey(s, t, w, side)
    best, most = DONE, constant(t, w, STAFF.LEAST_MOVE)
    for a in range(N_AREAS):
        if w.mask[FIRST_AREA + a]:
            gain = gain_of_area(s, t, w, side, a)
            if gain > most:
                best, most = FIRST_AREA + a, gain
    return best


@jit
def gain_of_area(s, t, w, side, a):
    """Six times the gain of the best move from an area."""
    most = -10000
    for b in range(1 + int(s.at_large[side, a])):
        most = max(most, gain_of_mover(s, t, w, side, a, b))
    return most


@jit
def choose_group(s, t, w):
    """Return the battlegroup of the area whose move gains most."""
    side, a = int(s.phasing), int(s.area)
    survey(s, t, w, side)
    best, most = NOWHERE, NOTHING
    for b in range(N_BGS):
        if w.mask[FIRST_BG + b]:
            gain = gain_of_mover(s, t, w, side, a, b)
            if gain > most:
                best, most = FIRST_BG + b, gain
    return best


@jit
def gain_of_mover(s, t, w, side, a, b):
    """Six times what its best move gains over staying; below 0 for one that cannot move."""
    row = s.bg_unit[side, a, b]
    if s.bg_units[side, a, b] == 0 or int(s.bg_marks[side, a, b]) & MARK.MOVED or count_frozen(s, t, row, 0) > 0:
        return -1
    armour, artillery = int(s.bg_armour[side, a, b]), int(s.bg_artillery[side, a, b])
    n = count_coming(row, 0)
    stay = _worth_of_place(s, t, w, side, row, armour, artillery, a, b == CITY, a, b, b == CITY)
    best = -10000
    if b != CITY and is_city_open(s, side, a):
        best = _worth_of_place(s, t, w, side, row, armour, artillery, a, b == CITY, a, b, True)
    mark_reach(s, t, w, row, 0, a)
    for to in range(N_AREAS):
        if w.reach[to] == 1 and can_end_in(s, to, n):
            city = is_city_open(s, side, to)
            best = max(best, _worth_of_place(s, t, w, side, row, armour, artillery, a, b == CITY, to, NOWHERE, city))
    return best - stay


@jit
def choose_destination(s, t, w):
    """Return the best area for the battlegroup in hand, or the end of its move where it is."""
    side = int(s.phasing)
    survey(s, t, w, side)
    best, most = NOWHERE, -10000
    for action in (FIRST_POST + POST.CITY, FIRST_POST + POST.COUNTRY):
        if w.mask[action]:
            gain = worth_of_goal(s, t, w, side, action)
            if gain > most:
                best, most = action, gain
    if s.bg == NOWHERE and best != NOWHERE:
        return best  # it has come where it wanted to go
    for action in range(FIRST_AREA, FIRST_AREA + N_AREAS):
        if w.mask[action]:
            gain = worth_of_goal(s, t, w, side, action)
            if gain > most:
                best, most = action, gain
    return best


@jit
def worth_of_goal(s, t, w, side, action):
    """Six times the worth of what an AREA or POST means for the battlegroup in hand."""
    row, armour, artillery = s.hold_unit[HAND], int(s.hold_armour[HAND]), int(s.hold_artillery[HAND])
    if action < FIRST_POST:
        a = action - FIRST_AREA
        city = is_city_open(s, side, a)
        return _worth_of_place(s, t, w, side, row, armour, artillery, NOWHERE, False, a, NOWHERE, city)
    here, home = int(s.area), CITY if s.bg == CITY else NOWHERE
    city = action == FIRST_POST + POST.CITY
    return _worth_of_place(s, t, w, side, row, armour, artillery, NOWHERE, False, here, home, city)


# -- the worth of a place for a battlegroup ---------------------------------------------------------------------------


@jit
def _worth_of_place(s, t, w, side, row, armour, artillery, home, home_in_city, a, b, in_city):
    """Six times the worth of a battlegroup's being in area ``a``, in the city or beside it.

    ``b`` is its place there now, NOWHERE if it is not there; ``home`` is the area where it stands on the map, in the
    city or not, NOWHERE if it is in hand.
    """
    cf = row_cf(t, row)
    total = _guard(s, t, w, side, a, b, cf, in_city)
    total += _control_gain(s, t, w, side, row_units(row), home, home_in_city, a, in_city)
    if has_units(s, 1 - side, a) and row_disrupted(row) == 0:
        total += max(_assault(s, t, w, side, row, armour, artillery, a, b), 0) * constant(t, w, STAFF.ASSAULT) // 10
    return total


@jit
def _guard(s, t, w, side, a, b, cf, in_city):
    """What it adds to the safety of the city; all the worth of a city that it takes."""
    if in_city:
        if b != CITY and s.control[t.region[a]] != side:
            return FACES * int(w.worth[a]) * constant(t, w, STAFF.CAPTURE) // 10
        safer = risk(s, t, w, side, a, 0) - risk(s, t, w, side, a, cf)
        tenure = int(w.worth[a]) * constant(t, w, STAFF.TENURE) // 40
        return FACES * (tenure + safer) * constant(t, w, STAFF.CARE + side) // 40
    if not occupies(s, side, a):
        return 0
    others = garrison(s, t, side, a, b)
    safer = max(risk(s, t, w, side, a, others) - risk(s, t, w, side, a, others + cf), 0)
    return constant(t, w, STAFF.COUNTRY) * safer * constant(t, w, STAFF.CARE + side) // 40


@jit
def _control_gain(s, t, w, side, n, home, home_in_city, a, in_city):
    """What its being there adds to control of the region; ``home`` is the area where it is counted now, or NOWHERE."""
    region = int(t.region[a])
    units, cities = int(w.present[side, region]), int(w.cities[side, region])
    if home != NOWHERE and t.region[home] == region:
        units -= n
        if home_in_city:
            cities -= 1
    after = control_worth(s, t, w, side, region, cities + (1 if in_city else 0), units + n)
    return after - control_worth(s, t, w, side, region, cities, units)


@jit
def _assault(s, t, w, side, row, armour, artillery, a, b):
    """Six times the mean gain of its best attack there, less what those who stand there already will do."""
    foe = 1 - side
    best = -10000
    for target in range(1 + int(s.at_large[foe, a])):
        if is_bg(s, foe, a, target):
            missing = FACES - _faces_of_others(s, t, side, a, target, b)
            prize = int(w.worth[a]) if target == CITY else constant(t, w, STAFF.SPARED)
            gain = gain_of(s, t, w, side, row, armour, artillery, a, target, prize, False)
            best = max(best, gain * missing // FACES)
    return best


@jit
def _faces_of_others(s, t, side, a, target, left_out):
    """Faces, of six, with which the best of the others there kills the target."""
    most = 0
    for b in range(1 + int(s.at_large[side, a])):
        if b != left_out and s.bg_units[side, a, b] > 0 and row_disrupted(s.bg_unit[side, a, b]) == 0:
            row, armour = s.bg_unit[side, a, b], int(s.bg_armour[side, a, b])
            most = max(most, faces_of(s, t, side, row, armour, int(s.bg_artillery[side, a, b]), a, target))
    return most
