"""What the staff thinks of each legal action: the scores by which it chooses, for learners that see them.

Scores of one decision compare with each other; those of different kinds of decisions have different units.
"""

from ctv_env.core.dice import FACES
from ctv_env.core.jit import jit
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.games.arriba.model import codes
from ctv_env.games.arriba.model.actions import (
    DONE,
    FIRST_AMOUNT,
    FIRST_AREA,
    FIRST_BG,
    FIRST_POST,
    FIRST_POWER,
    FIRST_UNIT,
    N_AMOUNTS,
)
from ctv_env.games.arriba.model.codes import NOWHERE, POST
from ctv_env.games.arriba.model.staff_constants import STAFF, constant
from ctv_env.games.arriba.policies.fights import best_gain, gain_in_area, gain_of_attack, worth_of_loss
from ctv_env.games.arriba.policies.moves import gain_of_area, gain_of_mover, worth_of_goal
from ctv_env.games.arriba.policies.politics import best_attempt, can_risk, gain_of_attempt
from ctv_env.games.arriba.policies.purchases import best_change_in, front, worth_of_class
from ctv_env.games.arriba.policies.staff import plan
from ctv_env.games.arriba.policies.survey import survey

CHOSEN = 32  # score of the action that the staff takes where it does not compare actions
ARRIVED = 6000  # six times what a further move of a battlegroup that has come to its goal scores less
RISKY = -1000  # score of dice that could cost support which the staff does not risk


@jit
def begin_scores(s, t, w):
    """Prepare ``score_of`` at the current node, whose mask is in ``w``; return the choice of the staff."""
    side = int(s.to_move)
    w.orders = PLAIN_ORDERS
    choice = plan(s, t, w, side, int(s.node))
    survey(s, t, w, side)
    return choice


@jit
def score_of(s, t, w, action, choice):
    """Score of a legal action; ``choice`` is what ``begin_scores`` returned.

    Tenths of an EP for moves, attacks, losses, and places; tenths of a PSP for attempts on powers; CF for a hundred EP
    for units to be built. Where the staff follows a rule instead of comparing actions, its choice scores ``CHOSEN``
    and the others nothing.
    """
    side, node = int(s.to_move), int(s.node)
    if node in (codes.NODE.INFLUENCE, codes.NODE.INFLUENCE_DICE):
        return _score_of_attempt(s, t, w, side, action)
    if codes.NODE.MOVE <= node <= codes.NODE.MOVE_TO:
        return _score_of_move(s, t, w, side, node, action) // FACES
    if node in (codes.NODE.ATTACK, codes.NODE.COUNTER, codes.NODE.ATTACK_BG, codes.NODE.COUNTER_BG):
        return _score_of_attack(s, t, w, side, action) // FACES
    if node in (codes.NODE.TARGET, codes.NODE.COUNTER_TARGET):
        return gain_of_attack(s, t, w, side, int(s.area), int(s.bg), action - FIRST_BG) // FACES
    if node == codes.NODE.BREAKTHROUGH_TARGET:
        return gain_of_attack(s, t, w, side, int(s.battle_area), int(s.att_bg), action - FIRST_BG) // FACES
    if node in (codes.NODE.LOSS_ATT, codes.NODE.LOSS_DEF):
        return worth_of_loss(s, t, w, action) // FACES
    if node == codes.NODE.BUILD_CLASS:
        return worth_of_class(s, t, action - FIRST_UNIT)
    if node == codes.NODE.CHANGE_AREA:
        return best_change_in(s, t, w, side, int(s.verb), action - FIRST_AREA)
    if (
        node in (codes.NODE.BUILD_AREA, codes.NODE.EVENT_PLACE, codes.NODE.AP_PORT, codes.NODE.FORT_AREA)
        and action != DONE
    ):
        return front(s, t, w, side, action - FIRST_AREA)
    return CHOSEN if action == choice else 0


@jit
def _score_of_attempt(s, t, w, side, action):
    """Of a power to influence, or of a number of dice to buy."""
    if action == DONE:
        return constant(t, w, STAFF.LEAST_ATTEMPT)
    if s.node == codes.NODE.INFLUENCE_DICE:
        n = action - FIRST_AMOUNT
        return gain_of_attempt(s, t, w, side, int(s.power), n) if can_risk(s, t, w, side, n) else RISKY
    return best_attempt(s, t, w, side, action - FIRST_POWER) // N_AMOUNTS


@jit
def _score_of_move(s, t, w, side, node, action):
    """Six times that of an area, a battlegroup or a goal."""
    if node == codes.NODE.MOVE:
        return constant(t, w, STAFF.LEAST_MOVE) if action == DONE else gain_of_area(s, t, w, side, action - FIRST_AREA)
    if node == codes.NODE.MOVE_BG:
        return gain_of_mover(s, t, w, side, int(s.area), action - FIRST_BG)
    if FIRST_BG <= action < FIRST_POST:
        return -ARRIVED  # it never drops a part
    worth = worth_of_goal(s, t, w, side, action)
    can_stay = w.mask[FIRST_POST + POST.CITY] or w.mask[FIRST_POST + POST.COUNTRY]
    return worth - ARRIVED if action < FIRST_POST and s.bg == NOWHERE and can_stay else worth


@jit
def _score_of_attack(s, t, w, side, action):
    """Six times that of an area or a battlegroup in it."""
    if action == DONE:
        return FACES * constant(t, w, STAFF.HURDLE + side)
    if s.node in (codes.NODE.ATTACK, codes.NODE.COUNTER):
        return gain_in_area(s, t, w, side, action - FIRST_AREA)
    return best_gain(s, t, w, side, int(s.area), action - FIRST_BG)
