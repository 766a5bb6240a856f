"""Chapter 15.1, optional: Republican guerrillas (ruling A-111)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import N_AREAS, NODE, NOWHERE, SIDE, VERB
from ctv_env.games.arriba.model.events import CAUSE, EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import has_unit_in_bg, has_units, is_bg
from ctv_env.games.arriba.rules.r09_after import disrupt
from ctv_env.games.arriba.rules.support import ask, available_ep, pay


@jit
def ask_guerrillas(s, t):
    """Stop at GUERRILLA if the Government can pay for an attack and has an area for it; else return False (A-179)."""
    if t.guerrillas == 0 or s.phasing != SIDE.GOVERNMENT or s.turn < t.guerrillas_from or s.guerrilla_used == 1:
        return False
    if available_ep(s, SIDE.GOVERNMENT) < t.cost_guerrillas:
        return False
    for a in range(N_AREAS):
        if _why_not_area(s, t, a) == WHY.LEGAL:
            ask(s, NODE.GUERRILLA, SIDE.GOVERNMENT)
            return True
    return False


@jit
def why_not_guerrillas(s, t, w, a):
    """Reason why guerrillas cannot attack in an area."""
    return _why_not_area(s, t, a)


@jit
def _why_not_area(s, t, a):
    """Reason why not: it needs Rebel units, in a region that the Government does not control."""
    if a >= N_AREAS or not has_units(s, SIDE.REBEL, a) or s.control[t.region[a]] == SIDE.GOVERNMENT:
        return WHY.NO_GUERRILLAS
    return WHY.LEGAL


@jit
def send_guerrillas(s, t, w, a):
    """Pay the EP; ask for the die."""
    pay(s, w, SIDE.GOVERNMENT, int(t.cost_guerrillas), CAUSE.GUERRILLAS)
    s.guerrilla_used = 1
    s.area = a
    ask(s, NODE.GUERRILLA_DIE, SIDE.CHANCE)


@jit
def decline_guerrillas(s, t, w):
    """Decline guerrillas for this turn."""
    ask(s, NODE.ATTACK, SIDE.GOVERNMENT)


@jit
def roll_guerrillas(s, t, w, die):
    """Apply the die: they succeed if it is high enough (15.1)."""
    success = die >= t.guerrilla_from
    emit(w, EV.GUERRILLA_DIE, int(s.area), die, 1 if success else 0)
    if success:
        ask(s, NODE.GUERRILLA_MODE, SIDE.GOVERNMENT)
    else:
        _end_guerrillas(s)


@jit
def _end_guerrillas(s):
    s.area = NOWHERE
    s.verb = NOWHERE
    ask(s, NODE.ATTACK, SIDE.GOVERNMENT)


@jit
def why_not_mode(s, t, w, verb):
    """Reason why an effect is illegal: either freeze the area or disrupt a battlegroup."""
    return WHY.LEGAL if s.verb == NOWHERE and (verb == VERB.FREEZE or verb == VERB.DISRUPT) else WHY.NOT_HERE


@jit
def choose_mode(s, t, w, verb):
    """Freeze the Rebels there for this player turn, or ask for a battlegroup to disrupt (ruling A-141)."""
    if verb == VERB.FREEZE:
        s.frozen_area = s.area
        emit(w, EV.GUERRILLA_EFFECT, int(s.area), 1)
        _end_guerrillas(s)
    else:
        s.verb = verb
        ask(s, NODE.GUERRILLA_MODE, SIDE.GOVERNMENT)


@jit
def why_not_harassed(s, t, w, b):
    """Reason why a battlegroup cannot be disrupted: it needs a unit (ruling A-141)."""
    if s.verb != VERB.DISRUPT:
        return WHY.NOT_HERE
    if not is_bg(s, SIDE.REBEL, int(s.area), b):
        return WHY.NO_SUCH_GROUP
    return WHY.LEGAL if has_unit_in_bg(s, SIDE.REBEL, int(s.area), b) else WHY.NO_UNITS


@jit
def harass(s, t, w, b):
    """Disrupt the battlegroup."""
    emit(w, EV.GUERRILLA_EFFECT, int(s.area), 0)
    disrupt(s, w, SIDE.REBEL, int(s.area), b)
    _end_guerrillas(s)
