"""Chapter 5: the Political Phase: purges, attempts to influence powers, PSP for foreign aid."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import BACKING, N_POWERS, NODE, NOWHERE, PURGE, SIDE
from ctv_env.games.arriba.model.events import CAUSE, EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.model.tables import MAX_SCORE
from ctv_env.games.arriba.rules.r04_events import end_effect
from ctv_env.games.arriba.rules.r05_powers import backing_before, move_power, take_armour_from
from ctv_env.games.arriba.rules.support import ask, best_backing, change_ps, go_on


@jit
def note_attitudes(s):
    """Save the boxes at the start of the phase, to which modifiers refer (5.3.1, ruling A-25)."""
    for power in range(N_POWERS):
        s.power_before[power] = s.power_at[power]


@jit
def forget_attitudes(s):
    """Clear the saved boxes at the end of the phase."""
    for power in range(N_POWERS):
        s.power_before[power] = 0


@jit
def begin_political(s, t, w):
    """Begin the part of one player: purges, attempts, aid (3.0 b, ruling A-25)."""
    if s.phasing == SIDE.GOVERNMENT and s.turn >= t.purges_from:
        ask(s, NODE.PURGE, SIDE.GOVERNMENT)  # 5.2.2: from 1937 on
    else:
        begin_attempts(s, t)


# -- purges (5.2.2) --------------------------------------------------------------------------------------------


@jit
def why_not_purge(s, t, faction):
    """Reason why a faction cannot be purged: already purged, or its least cost would end the game (ruling A-26)."""
    if s.purged[faction] != PURGE.NONE:
        return WHY.IS_PURGED
    return WHY.LEGAL if s.ps[SIDE.GOVERNMENT] + t.purge_dice > 0 else WHY.TOO_LITTLE_SUPPORT


@jit
def name_purged(s, t, faction):
    """Purge a faction and ask for the dice of the cost (5.2.2)."""
    s.faction = faction
    _roll_dice(s, NODE.PURGE_DIE, abs(int(t.purge_dice)))


@jit
def roll_purge(s, t, w, die):
    """Apply a die of the cost, which is paid after the last one (5.2.2, rulings A-26, A-123)."""
    if _more_dice(s, w, NODE.PURGE_DIE, die, CAUSE.PURGE):
        return
    emit(w, EV.PURGED, int(s.faction))
    s.purged[s.faction] = PURGE.NOW
    s.faction = NOWHERE
    _apply_dice(s, t, w, SIDE.GOVERNMENT, int(t.purge_dice), CAUSE.PURGE)
    ask(s, NODE.PURGE, SIDE.GOVERNMENT)


@jit
def _roll_dice(s, node, n):
    """Ask for ``n`` dice that make up one amount."""
    s.dice_left = n
    s.dice_sum = 0
    ask(s, node, SIDE.CHANCE)


@jit
def _more_dice(s, w, node, die, cause):
    """Add a die to the amount; return True, and ask for the next, if there are more."""
    s.dice_sum += die
    s.dice_left -= 1
    emit(w, EV.AMOUNT_DIE, die, cause, int(s.dice_left))
    if s.dice_left > 0:
        ask(s, node, SIDE.CHANCE)
        return True
    return False


@jit
def _apply_dice(s, t, w, side, sign, cause):
    """Apply the sum of the dice as one change, with the sign of ``sign`` (ruling A-123)."""
    total = int(s.dice_sum)
    s.dice_sum = 0
    change_ps(s, t, w, side, total if sign > 0 else -total, cause)


# -- attempts to influence powers (5.3.1) ----------------------------------------------------------------------


@jit
def begin_attempts(s, t):
    """Ask for attempts, except on the first turn (14.2 b, A-13, A-146)."""
    if s.turn >= t.influence_from:
        ask(s, NODE.INFLUENCE, s.phasing)
    else:
        begin_aid(s, t)


@jit
def _affords(s, t, n):
    """True if an attempt with ``n`` bought dice can leave some support (ruling A-29)."""
    return int(t.influence_price) + n < s.ps[s.phasing]


@jit
def why_not_try(s, t, power):
    """Reason why a power cannot be influenced: once a turn, friend or foe (5.3.1, ruling A-29)."""
    if s.tried[power]:
        return WHY.TRIED_BEFORE
    return WHY.LEGAL if _affords(s, t, 0) else WHY.TOO_LITTLE_SUPPORT


@jit
def name_power(s, power):
    """Begin an attempt on a power; ask for the number of dice to buy."""
    s.power = power
    s.tried[power] = 1
    ask(s, NODE.INFLUENCE_DICE, s.phasing)


@jit
def why_not_buy_dice(s, t, n):
    """Reason why ``n`` dice cannot be bought: at most three, and affordable (5.3.1, ruling A-29)."""
    if n > t.most_bought:
        return WHY.NOT_HERE
    return WHY.LEGAL if _affords(s, t, n) else WHY.TOO_LITTLE_SUPPORT


@jit
def buy_dice(s, t, w, n):
    """Pay for the attempt, and roll for the cost of the dice (5.3.1, rulings A-29, A-123)."""
    s.bought = n
    change_ps(s, t, w, int(s.phasing), -int(t.influence_price), CAUSE.INFLUENCE)
    if n > 0:
        _roll_dice(s, NODE.PAY_DIE, n)
    else:
        ask(s, NODE.INFLUENCE_DIE, SIDE.CHANCE)


@jit
def roll_payment(s, t, w, die):
    """Apply a bought die: PSP to pay, which may end the game (5.3.1, 5.1.1, ruling A-29)."""
    if not _more_dice(s, w, NODE.PAY_DIE, die, CAUSE.INFLUENCE):
        _apply_dice(s, t, w, int(s.phasing), -1, CAUSE.INFLUENCE)
        ask(s, NODE.INFLUENCE_DIE, SIDE.CHANCE)


@jit
def opposed_modifier(s, t):
    """Modifier if a power opposed to the target backed the enemy at the start; counts once (5.3.1, ruling A-30)."""
    for power in range(N_POWERS):
        if t.opposed[s.power, power] and backing_before(s, t, 1 - s.phasing, power) != BACKING.NONE:
            return int(t.opposed_drm)
    return 0


@jit
def target_modifier(s, t):
    """Modifier if the target backed the enemy at the start of the phase (5.3.1, ruling A-30)."""
    return int(t.target_drm) if backing_before(s, t, 1 - s.phasing, int(s.power)) != BACKING.NONE else 0


@jit
def roll_influence(s, t, w, die):
    """Apply the die of the attempt with its modifiers: backfires, no effect, one box or two (5.3.1, ruling A-31)."""
    bought, opposed, target = int(s.bought) * int(t.bought_drm), opposed_modifier(s, t), target_modifier(s, t)
    score = die + bought + opposed + target
    boxes = int(t.influence_boxes[min(max(score, 0), MAX_SCORE)])
    emit(w, EV.INFLUENCE_DIE, int(s.phasing), int(s.power), die, bought, opposed, target, score, boxes)
    s.bought = 0
    if boxes > 0:
        s.boxes = boxes
        ask(s, NODE.INFLUENCE_WAY, s.phasing)
        return
    power = int(s.power)
    s.power = NOWHERE
    if boxes < 0:  # towards the enemy's end
        move_power(s, t, w, power, 1 if s.phasing == SIDE.GOVERNMENT else -1)
    _next_attempt(s)


@jit
def why_not_way():
    """Never illegal: the player may choose either end (5.3.1, A-151)."""
    return WHY.LEGAL


@jit
def choose_way(s, t, w, end):
    """Move the marker towards the end of the Government, 0, or of the Rebel, 1 (5.3.1, ruling A-31)."""
    power, boxes = int(s.power), int(s.boxes)
    s.power = NOWHERE
    s.boxes = 0
    move_power(s, t, w, power, -boxes if end == SIDE.GOVERNMENT else boxes)
    _next_attempt(s)


@jit
def _next_attempt(s):
    """Ask for the next power, unless the Rebel must first name an armour AP that leaves."""
    if s.node != NODE.LEGION_LEAVES:
        ask(s, NODE.INFLUENCE, s.phasing)


@jit
def name_leaving_armour(s, t, w, a):
    """Remove an armour AP with the Germans (ruling A-34); then the event or the attempts go on."""
    take_armour_from(s, w, a)
    if s.event != NOWHERE:
        end_effect(s, t, w)
    else:
        ask(s, NODE.INFLUENCE, s.phasing)


# -- PSP for foreign aid (5.4) ---------------------------------------------------------------------------------


@jit
def begin_aid(s, t):
    """Ask for the PSP dice of the best that any power does: intervention, support or none (5.4, ruling A-32)."""
    for power in range(N_POWERS):
        s.tried[power] = 0
    dice = abs(int(t.aid_dice[best_backing(s, t, int(s.phasing))]))
    if dice > 0:
        _roll_dice(s, NODE.AID_DIE, dice)
    else:
        go_on(s)


@jit
def roll_aid(s, t, w, die):
    """Apply a die of PSP for aid, or against a side without any (5.4.1 a, 5.4.2 a, 5.4.3)."""
    dice = int(t.aid_dice[best_backing(s, t, int(s.phasing))])
    cause = CAUSE.AID if dice > 0 else CAUSE.WANT_OF_AID
    if not _more_dice(s, w, NODE.AID_DIE, die, cause):
        _apply_dice(s, t, w, int(s.phasing), dice, cause)
