"""Chapter 15.1, optional: Republican guerrillas (ruling A-111)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    ATTACK,
    CHANCE,
    DISRUPT,
    FREEZE,
    GOVERNMENT,
    GUERRILLA,
    GUERRILLA_DIE,
    GUERRILLA_MODE,
    N_AREAS,
    NOWHERE,
    REBEL,
)
from ctv_env.games.arriba.model.emit import emit
from ctv_env.games.arriba.model.events import BY_GUERRILLAS, EV_GUERRILLA_DIE, EV_GUERRILLA_EFFECT
from ctv_env.games.arriba.model.reasons import LEGAL, NO_GUERRILLAS, NO_SUCH_GROUP, NO_UNITS, NOT_HERE
from ctv_env.games.arriba.rules.pieces import has_unit_in_bg, has_units, is_bg
from ctv_env.games.arriba.rules.r09_after import disrupt
from ctv_env.games.arriba.rules.support import ask, available_ep, pay


@jit
def ask_guerrillas(s, t):
    """Stop at GUERRILLA if the Government can pay for an attack and has an area for it; else return False (A-179)."""
    if t.guerrillas == 0 or s.phasing != GOVERNMENT or s.turn < t.guerrillas_from or s.guerrilla_used == 1:
        return False
    if available_ep(s, GOVERNMENT) < t.cost_guerrillas:
        return False
    for a in range(N_AREAS):
        if _why_not_area(s, t, a) == LEGAL:
            ask(s, GUERRILLA, GOVERNMENT)
            return True
    return False


@jit
def why_not_guerrillas(s, t, w, a):
    """Reason why guerrillas cannot attack in an area."""
    return _why_not_area(s, t, a)


@jit
def _why_not_area(s, t, a):
    """Reason why not: it needs Rebel units, in a region that the Government does not control."""
    if a >= N_AREAS or not has_units(s, REBEL, a) or s.control[t.region[a]] == GOVERNMENT:
        return NO_GUERRILLAS
    return LEGAL


@jit
def send_guerrillas(s, t, w, a):
    """Pay the EP; ask for the die."""
    pay(s, w, GOVERNMENT, int(t.cost_guerrillas), BY_GUERRILLAS)
    s.guerrilla_used = 1
    s.area = a
    ask(s, GUERRILLA_DIE, CHANCE)


@jit
def decline_guerrillas(s, t, w):
    """Decline guerrillas for this turn."""
    ask(s, ATTACK, GOVERNMENT)


@jit
def roll_guerrillas(s, t, w, die):
    """Apply the die: they succeed if it is high enough (15.1)."""
    success = die >= t.guerrilla_from
    emit(w, EV_GUERRILLA_DIE, int(s.area), die, 1 if success else 0)
    if success:
        ask(s, GUERRILLA_MODE, GOVERNMENT)
    else:
        _end_guerrillas(s)


@jit
def _end_guerrillas(s):
    s.area = NOWHERE
    s.verb = NOWHERE
    ask(s, ATTACK, GOVERNMENT)


@jit
def why_not_mode(s, t, w, verb):
    """Reason why an effect is illegal: either freeze the area or disrupt a battlegroup."""
    return LEGAL if s.verb == NOWHERE and (verb == FREEZE or verb == DISRUPT) else NOT_HERE


@jit
def choose_mode(s, t, w, verb):
    """Freeze the Rebels there for this player turn, or ask for a battlegroup to disrupt (ruling A-141)."""
    if verb == FREEZE:
        s.frozen_area = s.area
        emit(w, EV_GUERRILLA_EFFECT, int(s.area), 1)
        _end_guerrillas(s)
    else:
        s.verb = verb
        ask(s, GUERRILLA_MODE, GOVERNMENT)


@jit
def why_not_harassed(s, t, w, b):
    """Reason why a battlegroup cannot be disrupted: it needs a unit (ruling A-141)."""
    if s.verb != DISRUPT:
        return NOT_HERE
    if not is_bg(s, REBEL, int(s.area), b):
        return NO_SUCH_GROUP
    return LEGAL if has_unit_in_bg(s, REBEL, int(s.area), b) else NO_UNITS


@jit
def harass(s, t, w, b):
    """Disrupt the battlegroup."""
    emit(w, EV_GUERRILLA_EFFECT, int(s.area), 0)
    disrupt(s, w, REBEL, int(s.area), b)
    _end_guerrillas(s)
