"""Chapter 15.5, optional: the dice of a doctrine, in the set-up and later."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import DOCTRINE, N_DOCTRINE, NODE, SIDE, STAGE
from ctv_env.games.arriba.model.events import EV, emit
from ctv_env.games.arriba.rules.support import ask, go_on


@jit
def roll_doctrine(s, t, w, die):
    """Apply the die of one column after the other; the last one is the doctrine's duration (15.5, ruling A-114)."""
    side, column = int(s.phasing), int(s.cursor)
    s.doctrine[side, column] = die
    emit(w, EV.DOCTRINE_DIE, side, column, die)
    if column + 1 < N_DOCTRINE:
        s.cursor = column + 1
        ask(s, NODE.DOCTRINE_DIE, SIDE.CHANCE)
        return
    s.cursor = 0
    begun = int(t.first_turn) if s.stage == STAGE.SETUP else int(s.turn)
    s.doctrine_until[side] = begun + int(t.doctrine_turns[s.doctrine[side, DOCTRINE.LENGTH]])
    if s.stage != STAGE.SETUP:
        ask(s, NODE.SUPPLY_MENU, side)
    elif side == SIDE.GOVERNMENT:  # in the set-up the Rebel rolls next
        s.phasing = SIDE.REBEL
        ask(s, NODE.DOCTRINE_DIE, SIDE.CHANCE)
    else:
        go_on(s)
