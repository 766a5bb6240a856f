"""The rules of the toy game.

1. A game has six rounds.  In each a counter is drawn (2), both sides give an order (3), and dice are rolled (4).
2. The counter is not put back into the cup.  It sets the price of a man in this round: 1, 2 or 3 gold.
3. Both sides choose in secret, then act together: BUY men, at most 9; MOVE the column to a neighbouring area; or PASS.
4. Two dice are rolled and added up.
   4.1 Columns in the same area fight.  Azure adds the roll minus 7 to its men; the weaker side, if any, loses a man.
   4.2 A side that is alone in an area, or has won there, is paid the area's worth, but at most one gold per man.
5. The game ends after the last round, or when a side has no men left.  The richer side wins; equal gold is a draw.
"""

from ctv_env.core.codes import codes
from ctv_env.core.dice import next_random
from ctv_env.core.jit import jit
from ctv_env.core.terms import CHANCE, FIRST, NOBODY, SECOND
from toygame.model import COUNTERS, EV, FIRST_BUY, FIRST_MOVE, NO_ORDER, NODE, PASS, ROUNDS, STAGE, emit

REASONS = (  # name, rules, sentence
    ("LEGAL", "", "it is legal to {what}"),
    ("NOT_HERE", "1", "{what} is not something this decision asks for"),
    ("NOT_DONE_YET", "3", "an order is due"),
    ("TOO_DEAR", "3", "there is not enough gold to {what}"),
    ("TOO_FAR", "3", "only neighbouring areas can be reached"),
)
WHY = codes(name for name, *_ in REASONS)
EVEN_ROLL, MOST_DICE, FIXED_PRICE = 7, 12, 2
SCALE = 10
"""Gold that counts as 1 in a reward."""


@jit
def begin(s, t):
    """Set up; the first round follows."""
    for side in range(2):
        s.gold[side] = t.start_gold[side]
        s.men[side] = t.start_men[side]
        s.place[side] = t.start_place[side]
    for kind in range(len(COUNTERS)):
        s.cup[kind] = t.cup[kind]
    s.order, s.winner = NO_ORDER, NOBODY
    s.stage = STAGE.DICE


@jit
def begin_next_stage(s, t, w):
    """Begin the next stage, after the last one the next round."""
    s.stage = STAGE.COUNTER if s.stage == STAGE.DICE else s.stage + 1
    if s.stage == STAGE.COUNTER:
        s.turn += 1
        s.price = FIXED_PRICE if t.fixed_price else 0
        if t.fixed_price == 0:
            ask(s, NODE.COUNTER, CHANCE)
    elif s.stage == STAGE.ORDERS:
        ask(s, NODE.ORDER, FIRST)
    else:
        ask(s, NODE.DICE, CHANCE)


@jit
def ask(s, node, to_move):
    """Set the next decision and its decider."""
    s.node, s.to_move = node, to_move


@jit
def counters_left(s, kind):
    """Return the weight of a kind of counter (2): how many of it the cup holds."""
    return int(s.cup[kind])


@jit
def draw_counter(s, w, kind):
    """Remove the counter from the cup and set the price."""
    s.cup[kind] -= 1
    s.price = kind + 1
    emit(w, EV.PRICE, kind, s.price)


@jit
def why_not_order(s, t, order):
    """Return the reason why an order of the side to move is illegal (3)."""
    return why_not_order_of(s, t, int(s.to_move), order)


@jit
def why_not_order_of(s, t, side, order):
    """Return the reason why an order of ``side`` is illegal."""
    if order >= FIRST_MOVE:
        return WHY.LEGAL if t.beside[s.place[side], order - FIRST_MOVE] else WHY.TOO_FAR
    return WHY.TOO_DEAR if order * int(s.price) > s.gold[side] else WHY.LEGAL


@jit
def give_order(s, t, w, order):
    """Store the first side's order until the second's is given; then carry out both."""
    emit(w, EV.ORDERED, s.to_move, order)
    if s.to_move == FIRST:
        s.order = order
        ask(s, NODE.ORDER, SECOND)
        return
    carry_out(s, w, FIRST, int(s.order))
    carry_out(s, w, SECOND, order)
    s.order = NO_ORDER


@jit
def give_no_order(s, t, w):
    """Order to pass."""
    give_order(s, t, w, PASS)


@jit
def carry_out(s, w, side, order):
    """Carry out a BUY, MOVE or PASS; the next stage follows."""
    s.node = NODE.NONE
    if order >= FIRST_MOVE:
        s.place[side] = order - FIRST_MOVE
        emit(w, EV.MARCHED, side, s.place[side])
    elif order >= FIRST_BUY:
        s.men[side] += order
        s.gold[side] -= order * int(s.price)
        emit(w, EV.HIRED, side, order)
    else:
        emit(w, EV.PASSED, side)


@jit
def ways_to_roll(dice):
    """Return the weight of a sum of two dice: in how many ways they give it."""
    return max(0, 6 - abs(dice - EVEN_ROLL))


@jit
def roll(s, t, w, dice):
    """Resolve fights and pay (4); the game goes on with the next round, or ends."""
    emit(w, EV.ROLLED, dice)
    together = s.place[FIRST] == s.place[SECOND]
    winner = fight(s, t, w, dice) if together else NOBODY
    for side in range(2):
        if not together or side == winner:
            earn(s, t, w, side)
    if s.turn == ROUNDS or s.men[FIRST] == 0 or s.men[SECOND] == 0:
        end(s, t, w)


@jit
def fight(s, t, w, dice):
    """Resolve a fight (4.1); return the winner, NOBODY for a tie."""
    lead = int(s.men[FIRST]) + dice - EVEN_ROLL - int(s.men[SECOND])
    winner = NOBODY
    if t.war and lead != 0:
        winner = FIRST if lead > 0 else SECOND
        s.men[1 - winner] -= 1
    emit(w, EV.FOUGHT, s.place[FIRST], winner, lead)
    return winner


@jit
def earn(s, t, w, side):
    """Pay a side (4.2)."""
    pay = min(int(t.worth[s.place[side]]), int(s.men[side]))
    s.gold[side] += pay
    emit(w, EV.PAID, side, pay)


@jit
def end(s, t, w):
    """End the game (5)."""
    lead = score(s, t)
    if lead != 0:
        s.winner = FIRST if lead > 0 else SECOND
    emit(w, EV.ENDED, s.winner)
    ask(s, NODE.OVER, NOBODY)


@jit
def score(s, t):
    """Return the lead of the first side in gold."""
    return int(s.gold[FIRST]) - int(s.gold[SECOND])


@jit
def score_scale(t):
    """See ``core.terms.Hooks``."""
    return SCALE


@jit
def potential(s, t, w):
    """Return the lead divided by ``SCALE``, clipped to -1 to 1; 0 once the game is over."""
    return 0.0 if s.node == NODE.OVER else max(-1.0, min(1.0, score(s, t) / SCALE))


@jit
def redraw(s, t, w, side):
    """Replace the stored order, the only secret: for the second side it may be any legal order of the first."""
    if side == SECOND and s.order != NO_ORDER:
        order = NO_ORDER
        while order == NO_ORDER or why_not_order_of(s, t, FIRST, order) != WHY.LEGAL:
            order = next_random(w) % (FIRST_MOVE + int(t.n_areas))
        s.order = order
