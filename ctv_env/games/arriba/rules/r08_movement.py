"""Chapter 8: the Movement Phase.  A battlegroup is named, taken in hand, and posted where its move ends.

``s.area`` is where the mover is, ``s.move_from`` where it began, ``s.bg`` where it stood there, NOWHERE once it has
left; ``s.verb`` says that something was dropped in an area on the way (ruling A-60).
"""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import CITY, HAND, MARK, N_AREAS, N_BGS, NODE, NOWHERE, POST, SIDE, VERB
from ctv_env.games.arriba.model.events import EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import (
    has_anything,
    has_room_at_large,
    has_units,
    is_bg,
    is_city_open,
    pick_up,
    set_down,
)
from ctv_env.games.arriba.rules.r08_reach import can_end_in, can_go, count_frozen, mark_reach, may_enter
from ctv_env.games.arriba.rules.r15_command import COMMAND_DICE, is_confused
from ctv_env.games.arriba.rules.support import ask, forget_choice, go_on


@jit
def begin_movement(s, t, w):
    """Begin the phase; with option 15.7, dice limit the number of battlegroups that may move on turn 1."""
    if is_confused(s, t):
        s.dice_left = COMMAND_DICE
        ask(s, NODE.COMMAND_DIE, SIDE.CHANCE)
    else:
        ask(s, NODE.MOVE, int(s.phasing))


@jit
def end_movement(s, t, w):
    """End the phase and clear the marks of moved battlegroups (ruling A-120)."""
    side = int(s.phasing)
    for a in range(N_AREAS):
        clear_marks(s, side, a, MARK.MOVED)
    s.command_left = NOWHERE
    go_on(s)


@jit
def clear_marks(s, side, a, marks):
    """Remove all marks that battlegroups of an area bear at the end of a phase (ruling A-120).

    Those of equal content stood side by side already, so that the order stays.
    """
    for b in range(N_BGS):
        s.bg_marks[side, a, b] &= ~marks


# -- who moves (8.1) -------------------------------------------------------------------------------------------


@jit
def why_not_start(s, t, w, a):
    """Reason why no battlegroup can move from an area: none there could do anything but stay."""
    if a >= N_AREAS or not has_anything(s, int(s.phasing), a):
        return WHY.NO_GROUP_TO_MOVE
    if s.command_left == 0:
        return WHY.NO_COMMAND
    for b in range(1 + int(s.at_large[s.phasing, a])):
        if _why_not_mover(s, t, w, a, b) == WHY.LEGAL:
            return WHY.LEGAL
    return WHY.NO_GROUP_TO_MOVE


@jit
def name_start(s, t, w, a):
    """Choose the area to move from."""
    s.area = a
    ask(s, NODE.MOVE_BG, int(s.phasing))


@jit
def why_not_mover(s, t, w, b):
    """Reason why a battlegroup cannot move."""
    return _why_not_mover(s, t, w, int(s.area), b)


@jit
def _why_not_mover(s, t, w, a, b):
    side = int(s.phasing)
    if not is_bg(s, side, a, b):
        return WHY.NO_SUCH_GROUP
    if s.bg_marks[side, a, b] & MARK.MOVED != 0:
        return WHY.HAS_MOVED  # ruling A-60
    return WHY.LEGAL if _can_split(s, t, a, b) or _can_leave(s, t, w, a, b) else WHY.STUCK


@jit
def _can_split(s, t, a, b):
    """True if a part can be dropped where it stands, and the rest be posted there again (A-63, A-133, A-172)."""
    side = int(s.phasing)
    pieces = int(s.bg_units[side, a, b]) + int(s.bg_armour[side, a, b]) + int(s.bg_artillery[side, a, b])
    if pieces < 2 or not has_room_at_large(s, side, a):
        return False
    return b != CITY or count_frozen(s, t, s.bg_unit[side, a, b], 0) < pieces


@jit
def _can_leave(s, t, w, a, b):
    """True if the whole battlegroup can go from city to country, or back, or to another area (A-62, A-66).

    So can AP alone, but not into a city (A-58, A-65).
    """
    side = int(s.phasing)
    row = s.bg_unit[side, a, b]
    if count_frozen(s, t, row, 0) > 0:
        return False
    if b == CITY and has_room_at_large(s, side, a):
        return True
    if b != CITY and s.bg_units[side, a, b] > 0 and is_city_open(s, side, a):
        return True
    return can_go(s, t, w, row, 0, a)


@jit
def take_mover(s, t, w, b):
    """Take the battlegroup in hand; it counts as moved, whatever it does (rulings A-60, A-116, A-173)."""
    side, a = int(s.phasing), int(s.area)
    s.move_from = a
    s.bg = CITY if b == CITY else 1
    pick_up(s, side, a, b, HAND)
    s.hold_marks[HAND] |= MARK.MOVED
    if s.command_left != NOWHERE:
        s.command_left -= 1
    ask(s, NODE.MOVE_TO, side)


# -- where to (8.2) --------------------------------------------------------------------------------------------


@jit
def mark_destinations(s, t, w):
    """Fill ``w.reach`` for the mover."""
    mark_reach(s, t, w, s.hold_unit[HAND], 0, int(s.area))


@jit
def may_go_on(s):
    """True where the move began or something was dropped, unless enemies stop it (A-60, A-61)."""
    if s.bg != NOWHERE:
        return True
    return s.verb == VERB.DROP_PIECES and not has_units(s, 1 - int(s.phasing), int(s.area))


@jit
def why_not_destination(s, t, w, a):
    """Reason why the mover cannot go to area ``a``."""
    row = s.hold_unit[HAND]
    if count_frozen(s, t, row, 0) > 0:
        return WHY.FROZEN_GROUP
    if a >= N_AREAS or not may_go_on(s):
        return WHY.OUT_OF_REACH
    if not may_enter(t, row, 0, a):
        return WHY.OUT_OF_ZONE
    if w.reach[a] == 0:
        return WHY.OUT_OF_REACH
    return WHY.LEGAL if can_end_in(s, a, int(s.hold_units[HAND])) else WHY.NO_ROOM


@jit
def go_to(s, t, w, a):
    """Move the mover to area ``a``."""
    s.area = a
    s.bg = NOWHERE
    s.verb = NOWHERE
    ask(s, NODE.MOVE_TO, int(s.phasing))


@jit
def why_not_post(s, t, w, post):
    """Reason why the move cannot end in the city or the country (7.2, rulings A-62, A-66, A-132)."""
    if count_frozen(s, t, s.hold_unit[HAND], 0) > 0 and (post == POST.CITY) != (s.bg == CITY):
        return WHY.FROZEN_GROUP
    return why_no_place(s, int(s.hold_units[HAND]), post)


@jit
def why_no_place(s, n_units, post):
    """Reason why a battlegroup of ``n_units`` cannot be posted in the city or the country of the mover's area."""
    side, a = int(s.phasing), int(s.area)
    if post == POST.COUNTRY:
        return WHY.LEGAL if has_room_at_large(s, side, a) else WHY.NO_PLACE_AT_LARGE
    return WHY.LEGAL if n_units > 0 and is_city_open(s, side, a) else WHY.CITY_TAKEN


@jit
def post_mover(s, t, w, post):
    """End the move here."""
    side, a, row = int(s.phasing), int(s.area), s.hold_unit[HAND]
    armour, artillery = int(s.hold_armour[HAND]), int(s.hold_artillery[HAND])
    start = int(s.move_from)
    emit(w, EV.MOVED, side, start, a, post, int(row[0]), int(row[1]), int(row[2]), int(row[3]), armour, artillery)
    set_down(s, w, side, a, HAND, post)
    forget_choice(s)
    ask(s, NODE.MOVE, side)
