"""Strengths as the observer sees or guesses them, cell by cell, in sixteenths of a factor.

``survey`` leaves them in scratch of the work record: own attack and own defence in the two halves of ``w.cost``, the
enemy's in those of ``w.gain``; terrain is left out.  They are estimates: halved units are halved one by one, and
overstacking is left aside; the combat itself reckons by ``r10_combat.py``.
"""

import numpy as np

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.ctv.codes import ATTACKERS, CELLS, END_SC, MAP, NAT_SC, NOBODY, SIDE_SLOTS
from ctv_env.games.ctv.fog import knows, mean_unseen
from ctv_env.games.ctv.observing.layout import EIGHTHS, MIDDLE, QUARTERS
from ctv_env.games.ctv.rules.r10_attack import can_attack, n_attackers
from ctv_env.games.ctv.rules.r10_combat import attack_strength

UNIT = 16  # sixteenths of a factor
ATTACK, DEFENCE = 0, CELLS  # the two halves of a scratch array
_LEAST = UNIT // 2  # a defence counts for half a factor at least
_LOGS = np.round(MIDDLE / 4 * np.log2(np.maximum(np.arange(4096), 1))).astype(np.int16)  # odds of 16:1 are 1


@jit
def sixteenths(s, u, factor):
    """``factor`` of ground unit ``u``, halved if it is out of supply or disorganised (6.3, 9.5)."""
    return int(factor) * UNIT // (2 if s.unit_supplied[u] == 0 or s.unit_dsg[u] > 0 else 1)


@jit
def attack_now(s, t, u):
    """Attack factor of ``u`` as it stands, in sixteenths."""
    return sixteenths(s, u, t.attack[int(s.unit_steps[u]), u])


@jit
def defence_now(s, t, u):
    """Defence factor of ``u`` as it stands, in sixteenths."""
    return sixteenths(s, u, t.defence[int(s.unit_steps[u]), u])


@jit
def quarters(strength):
    """A factor in sixteenths as the channels of a piece have it."""
    return min(int(strength) // 4, QUARTERS)


@jit
def survey(s, t, w, side):
    """Fill the scratch with the strengths of both sides as ``side`` knows them."""
    for k in range(2 * CELLS):
        w.cost[k] = 0
        w.gain[k] = 0
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if s.piece_place[u] == MAP:
            c = int(s.piece_hex[u])
            w.cost[DEFENCE + c] += defence_now(s, t, u)
            if can_attack(s, t, u):
                w.cost[ATTACK + c] += attack_now(s, t, u)
    mean_attack, mean_defence = mean_unseen(s, t, side)
    hidden_attack = int(mean_attack * UNIT)
    hidden_defence = int(mean_defence * UNIT)
    for u in range((1 - side) * SIDE_SLOTS, (2 - side) * SIDE_SLOTS):
        if s.piece_place[u] == MAP:
            c = int(s.piece_hex[u])
            seen = knows(s, t, side, u)
            w.gain[ATTACK + c] += attack_now(s, t, u) if seen else hidden_attack
            w.gain[DEFENCE + c] += defence_now(s, t, u) if seen else hidden_defence
    for p in range(NAT_SC, END_SC):
        if s.piece_place[p] == MAP and not knows(s, t, side, p):
            w.gain[ATTACK + int(s.piece_hex[p])] += hidden_attack
            w.gain[DEFENCE + int(s.piece_hex[p])] += hidden_defence


@jit
def with_terrain(t, strength, c):
    """Defence in sixteenths multiplied by the terrain of ``c``."""
    return int(strength) * int(t.defence_halves[c]) // 2


@jit
def around(t, strengths, c):
    """Sum of attack strengths, in sixteenths, in the hexes beside ``c``."""
    total = 0
    for d in range(N_DIRECTIONS):
        total += int(strengths[ATTACK + int(t.nbr[c, d])])
    return total


@jit
def eighths(strength):
    """A strength in sixteenths as the channels have it."""
    return min(int(strength) // 2, EIGHTHS)


@jit
def log_odds(attack, defence):
    """log2 of the odds of two strengths in sixteenths, of 4, as a signed channel has it; even without an attack."""
    if attack <= 0:
        return MIDDLE
    logs = int(_LOGS[min(attack, _LOGS.shape[0] - 1)]) - int(_LOGS[max(min(defence, _LOGS.shape[0] - 1), _LEAST)])
    return MIDDLE + min(max(logs, -MIDDLE), MIDDLE)


@jit
def odds_in(s, t, w, side, c):
    """Log odds where the sides are in contact: an attack on the enemy in ``c``, or what own units there can bear."""
    holder = int(s.cell_side[c])
    if holder == NOBODY:
        return MIDDLE
    if holder == side:
        return 2 * MIDDLE - log_odds(around(t, w.gain, c), with_terrain(t, w.cost[DEFENCE + c], c))
    return log_odds(around(t, w.cost, c), with_terrain(t, w.gain[DEFENCE + c], c))


@jit
def named_strength(s, t, w, side):
    """Attack strength, in sixteenths, of the combat as it was reckoned, or of the attackers named so far; 0 for none.

    The defender learns of the attackers when all are named (ruling R-56).
    """
    if s.strength_att > 0:
        return int(s.strength_att) * UNIT
    if n_attackers(s) == 0 or (s.node == ATTACKERS and s.phasing != side):
        return 0
    n_event = w.n_event
    strength = attack_strength(s, t, w)
    w.n_event = n_event  # looking on is no event
    return int(strength * UNIT)


@jit
def target_strength(s, t, w, side):
    """Defence strength of the target, in sixteenths, as it was reckoned, else as ``side`` sees it."""
    if s.strength_def > 0:
        return int(s.strength_def) * UNIT
    c = int(s.target)
    defenders = w.cost if s.phasing != side else w.gain
    return with_terrain(t, defenders[DEFENCE + c], c)
