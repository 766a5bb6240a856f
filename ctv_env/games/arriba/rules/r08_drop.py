"""Chapter 8.1, dropping off: a part of the moving battlegroup becomes one of its own (rulings A-63, A-66, A-133).

The part is picked piece by piece into the hand ``PART`` and then posted; a choice is legal only if the mover can still
end its move afterwards.
"""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    ASSET,
    BG_SIZE,
    CITY,
    HAND,
    MARK,
    MAX_AT_LARGE,
    NODE,
    NOWHERE,
    PART,
    POST,
    VERB,
)
from ctv_env.games.arriba.model.events import EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import (
    has_class,
    held,
    hold_ap,
    hold_unit,
    is_city_open,
    let_go_unit,
    set_down,
)
from ctv_env.games.arriba.rules.r08_movement import why_no_place
from ctv_env.games.arriba.rules.r08_reach import can_go, count_coming, count_frozen
from ctv_env.games.arriba.rules.support import ask

_ALL_LEFT_OUT = 1 << BG_SIZE  # one more than the largest set of units of a hand


@jit
def why_not_drop(s, t, w, verb):
    """Reason why nothing can be dropped here (A-132)."""
    if verb != VERB.DROP_PIECES:
        return WHY.NOT_HERE
    if _can_be_completed(s, t, w, 0) or (
        s.hold_armour[HAND] + s.hold_artillery[HAND] > 0 and _can_be_completed(s, t, w, 0, 1)
    ):
        return WHY.LEGAL
    return WHY.NOTHING_TO_DROP


@jit
def begin_drop(s, t, w, verb):
    """Begin to pick the pieces of the part."""
    s.verb = verb
    s.hold_marks[PART] = MARK.MOVED
    ask(s, NODE.DROP, int(s.phasing))


@jit
def why_not_unit_of_part(s, t, w, c):
    """Reason why a unit cannot join the part."""
    row = s.hold_unit[HAND]
    if not has_class(row, int(s.hold_units[HAND]), c):
        return WHY.NOT_IN_GROUP
    if held(s, HAND) == 1:
        return WHY.LAST_PIECE
    k = 0
    while row[k] != c:
        k += 1
    return WHY.LEGAL if _can_be_completed(s, t, w, 1 << k) else WHY.NOTHING_TO_DROP


@jit
def drop_unit(s, t, w, c):
    """Add a unit to the part."""
    let_go_unit(s, HAND, c)
    hold_unit(s, PART, c)


@jit
def why_not_ap_of_part(s, t, w, ap):
    """Reason why an AP cannot join the part."""
    if ap == ASSET.AIR or (s.hold_armour[HAND] if ap == ASSET.ARMOUR else s.hold_artillery[HAND]) == 0:
        return WHY.NOT_IN_GROUP
    if held(s, HAND) == 1:
        return WHY.LAST_PIECE
    return WHY.LEGAL if _can_be_completed(s, t, w, 0, 1) else WHY.NOTHING_TO_DROP


@jit
def drop_ap(s, t, w, ap):
    """Add an AP to the part."""
    hold_ap(s, HAND, ap, -1)
    hold_ap(s, PART, ap, 1)


@jit
def why_not_part_done(s, t, w):
    """Reason why the part cannot be completed as it is."""
    if held(s, PART) == 0:
        return WHY.NOT_DONE_YET
    for post in (POST.CITY, POST.COUNTRY):
        if why_not_part_post(s, t, w, post) == WHY.LEGAL:
            return WHY.LEGAL
    return WHY.NOTHING_TO_DROP


@jit
def close_part(s, t, w):
    """Complete the part; ask where to post it."""
    ask(s, NODE.DROP_POST, int(s.phasing))


@jit
def why_not_part_post(s, t, w, post):
    """Reason why the part cannot be posted in the city or in the country."""
    why = why_no_place(s, int(s.hold_units[PART]), post)
    if why != WHY.LEGAL:
        return why
    return WHY.LEGAL if _may_post(s, t, w, 0, post) else WHY.NOTHING_TO_DROP


@jit
def post_part(s, t, w, post):
    """Post the part as a battlegroup that may not move again; the mover may go on."""
    side, a, row = int(s.phasing), int(s.area), s.hold_unit[PART]
    armour, artillery = int(s.hold_armour[PART]), int(s.hold_artillery[PART])
    emit(w, EV.DROPPED, side, a, post, int(row[0]), int(row[1]), int(row[2]), int(row[3]), armour, artillery)
    set_down(s, w, side, a, PART, post)
    if s.bg != NOWHERE:
        s.verb = NOWHERE
    ask(s, NODE.MOVE_TO, side)


# -- no dead ends (ruling A-133) ---------------------------------------------------------------------------------


@jit
def _can_be_completed(s, t, w, chosen, n_ap=0):
    """True if the part can be completed and posted, and the mover can then end its move.

    ``chosen`` are units of the mover, as bits, that join the part first, and ``n_ap`` the number of its AP that do.
    """
    if held(s, HAND) < 2:
        return False
    if MAX_AT_LARGE - s.at_large[s.phasing, s.area] >= 2 and not _has_frozen(s, t):
        return True  # both find room in the country
    for more in range(_ALL_LEFT_OUT):
        left_out = chosen | more
        going = _moving_over(s, left_out) + n_ap
        if more & ~_units_in_hand(s) != 0 or going + held(s, PART) == 0 or going >= held(s, HAND):
            continue
        if _may_post(s, t, w, left_out, POST.CITY) or _may_post(s, t, w, left_out, POST.COUNTRY):
            return True
    return False


@jit
def _has_frozen(s, t):
    """True if the mover has a frozen unit, which may need the place of one in the part (ruling A-171)."""
    return count_frozen(s, t, s.hold_unit[HAND], 0) > 0


@jit
def _units_in_hand(s):
    """The units of the mover, as bits."""
    return (1 << int(s.hold_units[HAND])) - 1


@jit
def _moving_over(s, left_out):
    """Units of the mover in the set."""
    return int(s.hold_units[HAND]) - count_coming(s.hold_unit[HAND], left_out)


@jit
def _may_post(s, t, w, left_out, post):
    """True if the part, with the units of ``left_out``, may be posted so, and the rest can then end its move.

    Where it stood before the move is the only place for a battlegroup with a frozen unit, dropped or not
    (ruling A-171).
    """
    hand, part = s.hold_unit[HAND], s.hold_unit[PART]
    n_part = int(s.hold_units[PART]) + _moving_over(s, left_out)
    if why_no_place(s, n_part, post) != WHY.LEGAL:
        return False
    frozen = count_frozen(s, t, hand, 0) + count_frozen(s, t, part, 0)
    frozen_rest = count_frozen(s, t, hand, left_out)
    if s.bg != NOWHERE and frozen > frozen_rest and (post == POST.CITY) != (s.bg == CITY):
        return False
    side, a = int(s.phasing), int(s.area)
    city = post != POST.CITY and is_city_open(s, side, a)
    country = int(s.at_large[side, a]) + (1 if post == POST.COUNTRY else 0) < MAX_AT_LARGE
    if s.bg != NOWHERE and frozen_rest > 0:
        return city if s.bg == CITY else country
    n_rest = count_coming(hand, left_out)
    return country or (city and n_rest > 0) or _can_go_on(s, t, w, left_out)


@jit
def _can_go_on(s, t, w, left_out):
    """True if the rest can leave, as it may after a drop; enemies stop it except where it began."""
    from_start = s.bg != NOWHERE
    if not from_start and s.area_units[1 - s.phasing, s.area] > 0:
        return False
    return can_go(s, t, w, s.hold_unit[HAND], left_out, int(s.area))
