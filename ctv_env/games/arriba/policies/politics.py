"""Powers: the attempt, and the number of dice, whose mean effect on the aid of both sides is worth most for its price.

Worths are tenths of a PSP of the Government, whose support decides the campaign: the Rebel's seldom runs out.
"""

from ctv_env.core.dice import FACES
from ctv_env.core.jit import jit
from ctv_env.games.arriba.model import codes
from ctv_env.games.arriba.model.actions import DONE, FIRST_AMOUNT, FIRST_POWER, FIRST_TOWARD, N_AMOUNTS
from ctv_env.games.arriba.model.codes import BACKING, N_POWERS, NOWHERE, SIDE, TRACK_END
from ctv_env.games.arriba.model.staff_constants import STAFF, constant
from ctv_env.games.arriba.model.tables import MAX_SCORE, MAX_TURNS
from ctv_env.games.arriba.rules.r05_political import opposed_modifier, target_modifier

DIE = 35  # tenths of the mean of a die
_MUCH = 10000 * N_AMOUNTS


@jit
def court(s, t, w, side, node):
    """Return the action at a node of the Political Phase; NOWHERE if any will do."""
    if node == codes.NODE.INFLUENCE:
        return _power(s, t, w, side)
    if node == codes.NODE.INFLUENCE_DICE:
        return FIRST_AMOUNT + best_attempt(s, t, w, side, int(s.power)) % N_AMOUNTS
    if node == codes.NODE.INFLUENCE_WAY:
        return FIRST_TOWARD + side
    return DONE if node == codes.NODE.PURGE else NOWHERE


@jit
def _power(s, t, w, side):
    """The power whose best attempt gains most; DONE if none gains enough."""
    best, most = DONE, constant(t, w, STAFF.LEAST_ATTEMPT)
    for power in range(N_POWERS):
        if w.mask[FIRST_POWER + power]:
            gain = best_attempt(s, t, w, side, power) // N_AMOUNTS
            if gain > most:
                best, most = FIRST_POWER + power, gain
    return best


@jit
def _psp_worth(t, w, side):
    """Worth of a PSP of a side; in a shortened scenario, which the higher level wins, the same for both."""
    return constant(t, w, STAFF.PSP_WORTH + (side if t.last_turn == MAX_TURNS else SIDE.GOVERNMENT))


@jit
def best_attempt(s, t, w, side, power):
    """Mean gain of the best attempt on a power times ``N_AMOUNTS``, plus the number of dice that it buys."""
    best = -_MUCH
    for n in range(int(t.most_bought) + 1):
        if not can_risk(s, t, w, side, n):
            break
        best = max(best, gain_of_attempt(s, t, w, side, power, n) * N_AMOUNTS + n)
    return best


@jit
def can_risk(s, t, w, side, n):
    """True if enough support is left, however the ``n`` bought dice fall."""
    return s.ps[side] - int(t.influence_price) - n * FACES >= constant(t, w, STAFF.SAFE_PS + side)


@jit
def gain_of_attempt(s, t, w, side, power, n):
    """Mean gain of an attempt on a power with ``n`` bought dice, less its price."""
    named = int(s.power)
    s.power = power
    modifier = opposed_modifier(s, t) + target_modifier(s, t) + n * int(t.bought_drm)
    s.power = named
    backfires = _gain_of_move(s, t, w, side, power, -1)
    one, two = _gain_of_move(s, t, w, side, power, 1), _gain_of_move(s, t, w, side, power, 2)
    total = 0
    for die in range(1, FACES + 1):
        boxes = int(t.influence_boxes[min(max(die + modifier, 0), MAX_SCORE)])
        total += _pick(boxes, backfires, one, two)
    return total // FACES - _psp_worth(t, w, side) * (10 * int(t.influence_price) + DIE * n) // 10


@jit
def _pick(boxes, backfires, one, two):
    """The gain of a result in boxes: -1, 0, 1 or 2 (5.3.1)."""
    if boxes < 0:
        return backfires
    if boxes == 0:
        return 0
    return one if boxes == 1 else two


@jit
def _gain_of_move(s, t, w, side, power, boxes):
    """What it is worth to a side that a power comes so many boxes nearer to its end."""
    before = _balance_of_aid(s, t, w)
    box = int(s.power_at[power])
    way = -boxes if side == SIDE.GOVERNMENT else boxes
    s.power_at[power] = min(max(box + way, -TRACK_END), TRACK_END)
    after = _balance_of_aid(s, t, w)
    s.power_at[power] = box
    turns = min(constant(t, w, STAFF.LASTS), int(t.last_turn) - int(s.turn) + 1)
    gain = (after - before) * turns
    return gain if side == SIDE.GOVERNMENT else -gain


@jit
def _balance_of_aid(s, t, w):
    """Worth of a turn's aid to the Government less that to the Rebel."""
    return _aid(s, t, w, SIDE.GOVERNMENT) - _aid(s, t, w, SIDE.REBEL)


@jit
def _aid(s, t, w, side):
    """Worth of a turn's PSP and EP from all powers (5.4)."""
    most = int(t.aid_dice[BACKING.NONE]) * DIE
    midway = constant(t, w, STAFF.MIDWAY)
    ep = 0
    for power in range(N_POWERS):
        level = int(t.backing[side, s.power_at[power] + TRACK_END])
        if level == BACKING.NONE:
            continue
        psp, its_ep = _aid_at(t, power, level)
        nearer = int(s.power_at[power]) + (-1 if side == SIDE.GOVERNMENT else 1)
        if level == BACKING.SUPPORT and t.backing[side, nearer + TRACK_END] == BACKING.INTERVENTION:
            more_psp, more_ep = _aid_at(t, power, BACKING.INTERVENTION)
            psp += (more_psp - psp) * midway // 100
            its_ep += (more_ep - its_ep) * midway // 100
        most = max(most, psp)
        ep += its_ep
    return (_psp_worth(t, w, side) * most + constant(t, w, STAFF.EP_WORTH + side) * ep) // 10


@jit
def _aid_at(t, power, level):
    """Tenths of PSP and EP a turn by a power at a level."""
    return int(t.aid_dice[level]) * DIE, int(t.power_dice[power, level]) * DIE + 10 * int(t.power_ep[power, level])
