"""Chapter 15.7, optional: command control on the first turn."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import NODE, SIDE
from ctv_env.games.arriba.model.events import EV, emit
from ctv_env.games.arriba.rules.support import ask

COMMAND_DICE = 2


@jit
def is_confused(s, t):
    """True on the first turn of the war with the option (15.7, ruling A-116)."""
    return t.command == 1 and s.turn == 1


@jit
def roll_command(s, t, w, die):
    """Apply the dice: half their sum, rounded up, is the number of battlegroups that may be moved (15.7, A-09)."""
    s.dice_sum += die
    s.dice_left -= 1
    if s.dice_left > 0:
        emit(w, EV.COMMAND_DIE, die, 0)
        ask(s, NODE.COMMAND_DIE, SIDE.CHANCE)
    else:
        s.command_left = (s.dice_sum + 1) // 2
        s.dice_sum = 0
        emit(w, EV.COMMAND_DIE, die, int(s.command_left))
        ask(s, NODE.MOVE, int(s.phasing))
