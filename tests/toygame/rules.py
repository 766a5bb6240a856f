"""The rules of the toy game, and the functions of ``core.terms.RuleHooks``.

1. A game has six rounds.  In each a counter is drawn (2), both sides give an order (3), and dice are rolled (4).
2. The counter is not put back into the cup.  It sets the price of a man in this round: 1, 2 or 3 gold.
3. Both sides choose in secret, then act together: BUY men, at most 9; MOVE the column to a neighbouring area; or PASS.
4. Two dice are rolled and added up.
   4.1 Columns in the same area fight.  Azure adds the roll minus 7 to its men; the weaker side, if any, loses a man.
   4.2 A side that is alone in an area, or has won there, is paid the area's worth, but at most one gold per man.
5. The game ends after the last round, or when a side has no men left.  The richer side wins; equal gold is a draw.
"""

from ctv_env.core.chance import draw_weighted
from ctv_env.core.dice import next_random, roll_d6
from ctv_env.core.jit import jit
from ctv_env.core.terms import CHANCE, FIRST, NOBODY, SECOND
from toygame.events import EV, emit
from toygame.model import (
    COUNTER,
    COUNTERS,
    DICE,
    FIRST_MOVE,
    MAX_ACTIONS,
    NO_ORDER,
    ORDER,
    OVER,
    SCRATCH,
    STATE,
    TABLES,
)

__all__ = [
    "SCRATCH",
    "STATE",
    "TABLES",
    "begin",
    "draw_outcome",
    "fill_mask",
    "redraw",
    "score",
    "take_step",
    "why_not",
]  # fmt: skip

REASONS = (
    "it is legal",
    "the game is over",
    "the cup holds no such counter (rule 2)",
    "two dice give 2 to 12 (rule 4)",
    "there is not that much gold (rule 3)",
    "only neighbouring areas can be reached (rule 3)",
)
LEGAL, IS_OVER, NO_COUNTER, NO_ROLL, TOO_DEAR, TOO_FAR = range(len(REASONS))
EVEN_ROLL = 7


# -- 1 the sequence of play ------------------------------------------------------------------------------------


@jit
def begin(s, t, w):
    """Set up, and open the first round."""
    for side in range(2):
        s.gold[side] = t.start_gold[side]
        s.men[side] = t.start_men[side]
        s.place[side] = t.start_place[side]
    for kind in range(len(COUNTERS)):
        s.cup[kind] = t.cup[kind]
    s.winner = NOBODY
    open_round(s, t)
    fill_mask(s, t, w)


@jit
def open_round(s, t):
    """Begin the next round, with a counter if counters are drawn."""
    s.turn += 1
    s.order[FIRST] = s.order[SECOND] = NO_ORDER
    if t.fixed_price:
        s.price = 2
        ask(s, ORDER, FIRST)
    else:
        s.price = 0
        ask(s, COUNTER, CHANCE)


@jit
def ask(s, node, to_move):
    """Set the next decision and its decider."""
    s.node, s.to_move = node, to_move


@jit
def take_step(s, t, w, action):
    """Apply a decision and ask for the next one."""
    if s.node == COUNTER:
        draw_counter(s, w, action)
    elif s.node == ORDER:
        give_order(s, t, w, action)
    else:
        roll(s, t, w, action)
    fill_mask(s, t, w)


# -- 2 the counter ---------------------------------------------------------------------------------------------


@jit
def draw_counter(s, w, kind):
    """Remove the counter from the cup and set the price."""
    s.cup[kind] -= 1
    s.price = kind + 1
    emit(w, EV.PRICE, kind, s.price)
    ask(s, ORDER, FIRST)


# -- 3 orders --------------------------------------------------------------------------------------------------


@jit
def why_not_order(s, t, side, action):
    """Return the reason why an order of ``side`` is illegal, LEGAL if it is not."""
    if action < FIRST_MOVE:
        return TOO_DEAR if (action + 1) * int(s.price) > s.gold[side] else LEGAL
    if action < FIRST_MOVE + t.n_areas:
        return LEGAL if t.beside[s.place[side], action - FIRST_MOVE] else TOO_FAR
    return LEGAL


@jit
def give_order(s, t, w, action):
    """Store the first side's order until the second's is given; then carry out both."""
    side = int(s.to_move)
    s.order[side] = action
    emit(w, EV.ORDERED, side, action)
    if side == FIRST:
        ask(s, ORDER, SECOND)
        return
    for one in range(2):
        carry_out(s, t, w, one)
    ask(s, DICE, CHANCE)


@jit
def carry_out(s, t, w, side):
    """Carry out a BUY, MOVE or PASS."""
    order = int(s.order[side])
    if order < FIRST_MOVE:
        s.men[side] += order + 1
        s.gold[side] -= (order + 1) * int(s.price)
        emit(w, EV.HIRED, side, order + 1)
    elif order < FIRST_MOVE + t.n_areas:
        s.place[side] = order - FIRST_MOVE
        emit(w, EV.MARCHED, side, s.place[side])
    else:
        emit(w, EV.PASSED, side)


# -- 4 the dice ------------------------------------------------------------------------------------------------


@jit
def roll(s, t, w, dice):
    """Resolve fights and pay; then begin the next round, or end the game."""
    emit(w, EV.ROLLED, dice)
    together = s.place[FIRST] == s.place[SECOND]
    winner = fight(s, t, w, dice) if together else NOBODY
    for side in range(2):
        if not together or side == winner:
            earn(s, t, w, side)
    if s.turn == t.n_rounds or s.men[FIRST] == 0 or s.men[SECOND] == 0:
        end(s, t, w)
    else:
        open_round(s, t)


@jit
def fight(s, t, w, dice):
    """Rule 4.1; return the winner, NOBODY for a tie."""
    lead = int(s.men[FIRST]) + dice - EVEN_ROLL - int(s.men[SECOND])
    if t.war == 0 or lead == 0:
        emit(w, EV.FOUGHT, NOBODY, lead)
        return NOBODY
    winner = FIRST if lead > 0 else SECOND
    s.men[1 - winner] -= 1
    emit(w, EV.FOUGHT, winner, lead)
    return winner


@jit
def earn(s, t, w, side):
    """Rule 4.2."""
    pay = min(int(t.worth[s.place[side]]), int(s.men[side]))
    s.gold[side] += pay
    emit(w, EV.PAID, side, pay)


# -- 5 the end -------------------------------------------------------------------------------------------------


@jit
def score(s, t):
    """Return the lead of the first side in gold."""
    return int(s.gold[FIRST]) - int(s.gold[SECOND])


@jit
def end(s, t, w):
    """End the game."""
    lead = score(s, t)
    if lead != 0:
        s.winner = FIRST if lead > 0 else SECOND
    emit(w, EV.ENDED, s.winner)
    ask(s, OVER, NOBODY)


# -- legality and chance ---------------------------------------------------------------------------------------


@jit
def why_not(s, t, w, action):
    """Return the index in ``REASONS`` of why an action or outcome is illegal, LEGAL if it is not."""
    if s.node == COUNTER:
        return LEGAL if action < len(COUNTERS) and s.cup[action] > 0 else NO_COUNTER
    if s.node == DICE:
        return LEGAL if 2 <= action <= 12 else NO_ROLL
    if s.node == OVER:
        return IS_OVER
    return why_not_order(s, t, int(s.to_move), action)


@jit
def fill_mask(s, t, w):
    """Mark the legal actions; return their number."""
    n_legal = 0
    for action in range(MAX_ACTIONS):
        w.mask[action] = action < n_actions(t) and why_not(s, t, w, action) == LEGAL
        n_legal += int(w.mask[action])
    return n_legal


@jit
def n_actions(t):
    """Return the number of actions."""
    return FIRST_MOVE + int(t.n_areas) + 1


@jit
def draw_outcome(s, t):
    """Return a counter drawn from the cup, or the sum of two dice."""
    return draw_weighted(s, s.cup) if s.node == COUNTER else roll_d6(s) + roll_d6(s)


@jit
def redraw(s, t, w, side):
    """Resample the stored order, the only secret: for the second side it may be any legal order of the first."""
    if side != SECOND or s.order[FIRST] == NO_ORDER or s.node != ORDER:
        return
    n_legal = 0
    for action in range(n_actions(t)):
        n_legal += int(why_not_order(s, t, FIRST, action) == LEGAL)
    left = next_random(w) % n_legal
    for action in range(n_actions(t)):
        if why_not_order(s, t, FIRST, action) == LEGAL:
            if left == 0:
                s.order[FIRST] = action
            left -= 1
