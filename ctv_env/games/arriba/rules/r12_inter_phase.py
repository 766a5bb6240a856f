"""Chapter 12: the Turn Inter-Phase: control of regions, and its effect on political support (12.1 to 12.3).

``s.cursor`` is the region, ``s.dice_left`` the number of its remaining dice, and ``s.dice_sum`` whether the
Government's control die succeeded.
"""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import CONTESTED, N_AREAS, N_REGIONS, NODE, SIDE
from ctv_env.games.arriba.model.events import CAUSE, EV, emit
from ctv_env.games.arriba.rules.pieces import has_units, occupies
from ctv_env.games.arriba.rules.r13_victory import judge_end
from ctv_env.games.arriba.rules.support import ask, change_ps, go_on

PER_CITY = 2  # by which a city raises the number to be rolled (12.2)


@jit
def begin_inter_phase(s, t, w):
    """Determine control of all regions first, in the order of the map (12.1, ruling A-101)."""
    for region in range(N_REGIONS):
        s.control_before[region] = s.control[region]
    s.cursor = 0
    _determine_control(s, t, w)


# -- control (12.2) ----------------------------------------------------------------------------------------------


@jit
def _determine_control(s, t, w):
    """Go on from the region of the cursor: a side alone gains control, two sides roll (12.2, ruling A-102)."""
    while s.cursor < N_REGIONS:
        region = int(s.cursor)
        government, rebel = _is_present(s, t, SIDE.GOVERNMENT, region), _is_present(s, t, SIDE.REBEL, region)
        if government and rebel:
            s.dice_left = 2
            ask(s, NODE.CONTROL_DIE, SIDE.CHANCE)
            return
        if government or rebel:
            _set_control(s, w, region, SIDE.GOVERNMENT if government else SIDE.REBEL)
        s.cursor += 1
    s.cursor = 0
    _begin_region(s, t)
    _adjust_support(s, t, w)


@jit
def _is_present(s, t, side, region):
    """True if the side has units in the region; AP alone do not count (ruling A-04)."""
    for a in range(N_AREAS):
        if t.region[a] == region and has_units(s, side, a):
            return True
    return False


@jit
def number_to_roll(s, t, side, region):
    """Twice the number of cities of the region that the side occupies (12.2)."""
    cities = 0
    for a in range(N_AREAS):
        if t.region[a] == region and occupies(s, side, a):
            cities += 1
    return PER_CITY * cities


@jit
def roll_control(s, t, w, die):
    """Apply the Government's die, then the Rebel's; control goes to the only side that succeeds (12.2)."""
    region = int(s.cursor)
    side = SIDE.GOVERNMENT if s.dice_left == 2 else SIDE.REBEL
    needed = number_to_roll(s, t, side, region)
    success = 1 if die <= needed else 0
    emit(w, EV.CONTROL_DIE, region, side, die, needed, success)
    s.dice_left -= 1
    if side == SIDE.GOVERNMENT:
        s.dice_sum = success
        ask(s, NODE.CONTROL_DIE, SIDE.CHANCE)
        return
    government = int(s.dice_sum)
    s.dice_sum = 0
    if government == success:
        _set_control(s, w, region, CONTESTED)
    else:
        _set_control(s, w, region, SIDE.REBEL if success == 1 else SIDE.GOVERNMENT)
    s.cursor += 1
    _determine_control(s, t, w)


@jit
def _set_control(s, w, region, side):
    """Place, change or remove the marker of a region (A-100)."""
    if s.control[region] != side:
        s.control[region] = side
        emit(w, EV.CONTROL_SET, region, side, int(s.control_before[region]))


# -- political support (12.3) --------------------------------------------------------------------------------------


@jit
def _dice_for_leaving(s, t, region):
    """Dice of the side that has lost control of the region; none on the first turn (ruling A-16)."""
    before = int(s.control_before[region])
    return abs(int(t.region_left_dice)) if s.turn != 1 and before != CONTESTED and s.control[region] != before else 0


@jit
def _dice_for_gain(s, t, region):
    """Dice of the side that has gained control of it; none on the first turn."""
    now = int(s.control[region])
    return abs(int(t.region_gained_dice)) if s.turn != 1 and now != CONTESTED and s.control_before[region] != now else 0


@jit
def _begin_region(s, t):
    """Begin the dice of the region of the cursor, if there is one left."""
    s.dice_left = 0
    if s.cursor < N_REGIONS:
        s.dice_left = dice_of_region(s, t, int(s.cursor))


@jit
def dice_of_region(s, t, region):
    """All dice of a region: of the side that has lost it, and of the one that has gained it."""
    return _dice_for_leaving(s, t, region) + _dice_for_gain(s, t, region)


@jit
def _adjust_support(s, t, w):
    """Go on from the region of the cursor: dice for regions lost and gained; then the rest (12.3, ruling A-103)."""
    while s.cursor < N_REGIONS:
        if s.dice_left > 0:
            ask(s, NODE.PS_DIE, SIDE.CHANCE)
            return
        s.cursor += 1
        _begin_region(s, t)
    s.cursor = 0
    for side in range(2):
        s.sum_ps[side] += _hold_row(s, t, w, side)
    _end_turn(s, t, w)


@jit
def roll_region(s, t, w, die):
    """Apply the dice of the side that lost the region, then of the one that gained it (rulings A-103, A-104)."""
    region = int(s.cursor)
    gained = 1 if s.dice_left <= _dice_for_gain(s, t, region) else 0
    side = int(s.control[region] if gained == 1 else s.control_before[region])
    sign = t.region_gained_dice if gained == 1 else t.region_left_dice
    s.sum_ps[side] += die if sign > 0 else -die
    emit(w, EV.REGION_DIE, region, side, die, gained)
    s.dice_left -= 1
    _adjust_support(s, t, w)


@jit
def _hold_row(s, t, w, side):
    """Add PSP for holding more regions than the enemy; contested ones count for neither (rulings A-09 and A-106)."""
    own, other = 0, 0
    for region in range(N_REGIONS):
        if s.control[region] == side:
            own += 1
        elif s.control[region] == 1 - side:
            other += 1
    size = abs(own - other) // int(t.hold_divisor)
    change = size if own > other else -size
    emit(w, EV.HOLD_ROW, side, own, other, change)
    return change


@jit
def _end_turn(s, t, w):
    """Apply the sums, the first player's first (A-103); ready the air AP (9.1.6); check for the end (13)."""
    for k in range(2):
        side = int(s.first_player) if k == 0 else 1 - int(s.first_player)
        change_ps(s, t, w, side, int(s.sum_ps[side]), CAUSE.CONTROL)
    for side in range(2):
        s.sum_ps[side] = 0
        s.air_ready[side] += s.air_used[side]
        s.air_used[side] = 0
    for region in range(N_REGIONS):
        s.control_before[region] = 0
    judge_end(s, t)
    go_on(s)
