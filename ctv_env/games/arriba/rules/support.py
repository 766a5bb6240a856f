"""Functions used by every chapter: nodes, political support, equipment points, backing of powers (5.1, 5.3, 6.1)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import N_POWERS, NODE, NOWHERE, SIDE, TRACK_END
from ctv_env.games.arriba.model.events import EV, emit

# -- the next node ---------------------------------------------------------------------------------------------


@jit
def ask(s, node, to_move):
    """Stop at a node; a game that is over stays over."""
    if s.winner == SIDE.NOBODY:
        s.node = node
        s.to_move = to_move
    else:
        s.node = NODE.OVER
        s.to_move = SIDE.NOBODY


@jit
def go_on(s):
    """End the stage: the sequence of play goes on."""
    s.node = NODE.NONE


@jit
def forget_choice(s):
    """Clear the choice in progress."""
    s.event = NOWHERE
    s.effect = 0
    s.tens = 0
    s.dice_left = 0
    s.dice_sum = 0
    s.price = 0
    s.power = NOWHERE
    s.bought = 0
    s.boxes = 0
    s.faction = NOWHERE
    s.verb = NOWHERE
    s.area = NOWHERE
    s.bg = NOWHERE
    s.move_from = NOWHERE
    s.unit = NOWHERE
    s.ap = NOWHERE
    s.lift_from = NOWHERE
    s.lift_to = NOWHERE
    s.lift_armour = 0
    s.lift_artillery = 0
    s.cursor = 0


# -- political support (5.1) -----------------------------------------------------------------------------------


@jit
def change_ps(s, t, w, side, change, cause):
    """Change a level at once, within 0 to 99; at 0 the game ends (5.1, 5.1.1, 13, ruling A-105)."""
    if change == 0 or s.winner != SIDE.NOBODY:
        return
    level = min(max(int(s.ps[side]) + change, 0), int(t.highest_ps))
    s.ps[side] = level
    emit(w, EV.SUPPORT_CHANGED, side, change, cause, level)
    if level == 0:
        s.winner = 1 - side


@jit
def band(s, t, side):
    """Band of a side's level: 0 low, 1 normal, 2 high (5.1.1)."""
    if s.ps[side] <= t.low_up_to:
        return 0
    return 2 if s.ps[side] >= t.high_from else 1


# -- equipment points (6.1) ------------------------------------------------------------------------------------


@jit
def available_ep(s, side):
    """EP that a side can spend now, those of replacement included."""
    return int(s.ep[side]) + int(s.replacement_ep[side])


@jit
def earn(s, w, side, n, cause):
    """Add EP to the stock, or remove some, never below 0."""
    change = max(n, -int(s.ep[side]))
    if change != 0:
        s.ep[side] += change
        emit(w, EV.EQUIPMENT_CHANGED, side, change, cause, available_ep(s, side))


@jit
def pay(s, w, side, n, cause):
    """Spend EP, first those of replacement (ruling A-38); the side must have them."""
    if n > 0:
        first = min(n, int(s.replacement_ep[side]))
        s.replacement_ep[side] -= first
        s.ep[side] -= n - first
        emit(w, EV.EQUIPMENT_CHANGED, side, -n, cause, available_ep(s, side))


# -- powers (5.3) ----------------------------------------------------------------------------------------------


@jit
def backing(s, t, side, power):
    """Current backing of a side by a power: NO_BACKING, SUPPORT or INTERVENTION (A-33)."""
    return int(t.backing[side, s.power_at[power] + TRACK_END])


@jit
def best_backing(s, t, side):
    """Highest current backing of a side by any power."""
    best = 0
    for power in range(N_POWERS):
        best = max(best, backing(s, t, side, power))
    return best
