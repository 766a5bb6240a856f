"""Powers: attempts to influence those whose help is worth more, over the turns to come, than it costs in support."""

from ctv_env.core.dice import FACES
from ctv_env.core.jit import jit
from ctv_env.games.arriba.model import codes
from ctv_env.games.arriba.model.actions import DONE, FIRST_AMOUNT, FIRST_POWER, FIRST_TOWARD, N_AMOUNTS
from ctv_env.games.arriba.model.codes import (
    GOVERNMENT,
    N_POWERS,
    NO_BACKING,
    NOWHERE,
    TRACK_END,
)
from ctv_env.games.arriba.rules.r05_political import opposed_modifier, target_modifier
from ctv_env.games.arriba.rules.support import backing, best_backing

SAFE_PS = 40  # support below which nothing is spent on powers
AID_WORTH = 7  # a turn, of the next level of aid, in half PSP: a die (5.4)
EP_WORTH = 5  # a turn, of a die of EP more
THRIFT = 4  # half PSP of promise asked for each PSP spent


@jit
def court(s, t, w, side, node):
    """Return the action at a node of the Political Phase; NOWHERE if any will do."""
    if node == codes.INFLUENCE:
        return _power(s, t, w, side)
    if node == codes.INFLUENCE_DICE:
        return _dice(s, t, w, side)
    if node == codes.INFLUENCE_WAY:
        return FIRST_TOWARD + side
    return DONE if node == codes.PURGE else NOWHERE


@jit
def _power(s, t, w, side):
    """The enemy's only friend, else the power whose help promises most for its price; DONE if none is worth it."""
    best, most = DONE, 0
    if s.ps[side] < SAFE_PS:
        return DONE
    lone = _lone_backer(s, t, 1 - side)
    if lone != NOWHERE and w.mask[FIRST_POWER + lone]:
        return FIRST_POWER + lone
    for power in range(N_POWERS):
        if w.mask[FIRST_POWER + power]:
            gain = _promise(s, t, side, power)
            if gain > most:
                best, most = FIRST_POWER + power, gain
    return best


@jit
def _dice(s, t, w, side):
    """All dice that can be bought against a friend of the enemy, none for others."""
    n = 0
    if backing(s, t, 1 - side, int(s.power)) != NO_BACKING:
        for k in range(N_AMOUNTS):
            if w.mask[FIRST_AMOUNT + k]:
                n = k
    return FIRST_AMOUNT + n


@jit
def _lone_backer(s, t, side):
    """The only power that backs a side, if it is a box from doing so no more; else NOWHERE."""
    lone = NOWHERE
    for power in range(N_POWERS):
        if backing(s, t, side, power) != NO_BACKING:
            if lone != NOWHERE:
                return NOWHERE
            lone = power
    if lone == NOWHERE:
        return NOWHERE
    box = int(s.power_at[lone]) + (1 if side == GOVERNMENT else -1)
    return lone if t.backing[side, box + TRACK_END] == NO_BACKING else NOWHERE


@jit
def _promise(s, t, side, power):
    """Twelve times the PSP that an attempt without dice is worth, less its price."""
    now, best = backing(s, t, side, power), best_backing(s, t, side)
    boxes = _boxes_to_more(s, t, side, power)
    if boxes == NOWHERE:
        return 0
    way = -boxes if side == GOVERNMENT else boxes
    level = int(t.backing[side, s.power_at[power] + way + TRACK_END])
    gain = EP_WORTH * (int(t.power_dice[power, level]) - int(t.power_dice[power, now]))
    if level > best:
        gain += AID_WORTH * (2 if best == NO_BACKING else 1)
    turns = int(t.last_turn) - int(s.turn)
    return _faces(s, t, power) * gain * turns // boxes - THRIFT * FACES * int(t.influence_price)


@jit
def _boxes_to_more(s, t, side, power):
    """Boxes to the next level of backing by a power; NOWHERE if there is none."""
    for boxes in range(1, 2 * TRACK_END + 1):
        box = int(s.power_at[power]) + (-boxes if side == GOVERNMENT else boxes)
        if -TRACK_END <= box <= TRACK_END and t.backing[side, box + TRACK_END] > backing(s, t, side, power):
            return boxes
    return NOWHERE


@jit
def _faces(s, t, power):
    """Faces, of six, with which an attempt moves the power one's own way (5.3.1)."""
    named = int(s.power)
    s.power = power
    modifier = opposed_modifier(s, t) + target_modifier(s, t)
    s.power = named
    n = 0
    for die in range(1, FACES + 1):
        if int(t.influence_boxes[max(die + modifier, 0)]) > 0:
            n += 1
    return n
