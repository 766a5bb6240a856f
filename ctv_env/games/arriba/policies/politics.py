"""Powers: attempts to influence those whose help is worth more, over the turns to come, than it costs in support."""

from ctv_env.core.dice import FACES
from ctv_env.core.jit import jit
from ctv_env.games.arriba.model import codes
from ctv_env.games.arriba.model.actions import DONE, FIRST_AMOUNT, FIRST_POWER, FIRST_TOWARD
from ctv_env.games.arriba.model.codes import (
    GOVERNMENT,
    N_POWERS,
    NO_BACKING,
    NOWHERE,
    TRACK_END,
)
from ctv_env.games.arriba.rules.r05_political import opposed_modifier, target_modifier
from ctv_env.games.arriba.rules.support import backing, best_backing

SAFE_PS = 30  # support below which nothing is spent on powers
AID_WORTH = 7  # a turn, of the next level of aid: twice the mean of a die of PSP
EP_WORTH = 5  # a turn, of a die of EP more
_MEAN_TWICE = 2


@jit
def court(s, t, w, side, node):
    """Return the action at a node of the Political Phase; NOWHERE if any will do."""
    if node == codes.INFLUENCE:
        return _power(s, t, w, side)
    if node == codes.INFLUENCE_DICE:
        return FIRST_AMOUNT
    if node == codes.INFLUENCE_WAY:
        return FIRST_TOWARD + side
    return DONE if node == codes.PURGE else NOWHERE


@jit
def _power(s, t, w, side):
    """The power whose help promises most for its price; DONE if none is worth it."""
    best, most = DONE, 0
    if s.ps[side] < SAFE_PS:
        return DONE
    for power in range(N_POWERS):
        if w.mask[FIRST_POWER + power]:
            gain = _promise(s, t, side, power)
            if gain > most:
                best, most = FIRST_POWER + power, gain
    return best


@jit
def _promise(s, t, side, power):
    """Twice six times what an attempt without dice is worth, less its price."""
    way = -1 if side == GOVERNMENT else 1
    level, boxes = backing(s, t, side, power), 0
    box = int(s.power_at[power])
    while level == backing(s, t, side, power) or boxes == 0:
        box += way
        boxes += 1
        if box < -TRACK_END or box > TRACK_END:
            return 0
        level = int(t.backing[side, box + TRACK_END])
        if level > backing(s, t, side, power):
            break
    turns = int(t.last_turn) - int(s.turn)
    gain = EP_WORTH * (int(t.power_dice[power, level]) - int(t.power_dice[power, backing(s, t, side, power)]))
    if level > best_backing(s, t, side):
        gain += AID_WORTH * (2 if best_backing(s, t, side) == NO_BACKING else 1)
    return _faces(s, t, power) * gain * turns // boxes - _MEAN_TWICE * FACES * int(t.influence_price)


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
