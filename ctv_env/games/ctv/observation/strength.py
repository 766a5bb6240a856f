"""Strengths as the observer sees or guesses them, in eighths of a factor.

They are estimates: halved units are halved one by one, and overstacking is left aside; the combat itself reckons by
``r10_combat.py``.
"""

import numpy as np

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import ATTACKERS, NOWHERE, OFF
from ctv_env.games.ctv.observation.layout import EIGHTHS, MIDDLE, QUARTERS
from ctv_env.games.ctv.rules.pieces import is_ground
from ctv_env.games.ctv.rules.r05_fog import knows, mean_unseen
from ctv_env.games.ctv.rules.r10_attack import can_attack, n_attackers
from ctv_env.games.ctv.rules.r10_combat import add_strengths, has_attacker

UNIT = 8  # eighths of a factor
_LEAST = UNIT // 2  # a defence counts for half a factor at least
_LOGS = np.round(MIDDLE / 4 * np.log2(np.maximum(np.arange(2048), 1))).astype(np.int16)  # odds of 16:1 are 1


@jit
def _as_it_stands(s, u, factor):
    """``factor`` of ground unit ``u``, halved if it is out of supply or disorganised (6.3, 9.5)."""
    return int(factor) * UNIT >> ((s.unit_supplied[u] == 0) | (s.unit_dsg[u] > 0))


@jit
def attack_now(s, t, u):
    """Attack factor of ``u`` as it stands, in eighths."""
    return _as_it_stands(s, u, t.attack[int(s.unit_steps[u]), u])


@jit
def defence_now(s, t, u):
    """Defence factor of ``u`` as it stands, in eighths."""
    return _as_it_stands(s, u, t.defence[int(s.unit_steps[u]), u])


@jit
def quarters(strength):
    """A strength in eighths as the channels of a piece have it."""
    return min(int(strength) // 2, QUARTERS)


@jit
def hidden_strengths(s, t, side):
    """Attack and defence of an enemy piece that ``side`` does not see, as two whole numbers: the mean of them all."""
    attack, defence = mean_unseen(s, t, side)
    return int(attack * UNIT + 0.5), int(defence * UNIT + 0.5)


@jit
def own_strengths(s, t, u):
    """Attack of own unit ``u``, if it can still attack, and its defence but for the terrain."""
    return attack_now(s, t, u) if can_attack(s, t, u) else 0, defence_now(s, t, u)


@jit
def enemy_strengths(s, t, side, p, hidden):
    """Attack and defence, but for the terrain, of enemy piece ``p`` on the map, as far as ``side`` knows it.

    A supply column may be any of the pieces that are hidden; that one is alone is open to all (ruling R-63).

    Args:
        hidden: what ``hidden_strengths`` returns.
    """
    if not knows(s, t, side, p):
        return hidden if s.cell_ground[int(s.piece_hex[p])] > 0 else (0, 0)
    return (attack_now(s, t, p), defence_now(s, t, p)) if is_ground(p) else (0, 0)


@jit
def with_terrain(t, defence, c):
    """The ``defence`` of a stack in ``c`` as a channel has it; it may have been cut off at the channel's most before.

    That changes nothing, since no terrain makes less of it.
    """
    return min(int(defence) * int(t.defence_halves[c]) // 2, EIGHTHS)


@jit
def around(t, attacks, c):
    """Sum of the attack strengths by cell, ``attacks``, in the hexes beside ``c``."""
    total = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n != OFF:
            total += int(attacks[n])
    return total


@jit
def log_odds(attack, defence):
    """log2 of the odds of two strengths in eighths, of 4, as a signed channel has it; even without an attack."""
    if attack <= 0:
        return MIDDLE
    logs = int(_LOGS[min(attack, _LOGS.shape[0] - 1)]) - int(_LOGS[max(min(defence, _LOGS.shape[0] - 1), _LEAST)])
    return MIDDLE + min(max(logs, -MIDDLE), MIDDLE)


@jit
def named_strength(s, t, w, side):
    """Attack strength, in eighths, of the combat as it was reckoned, or of the attackers named so far; 0 for none.

    The defender learns of the attackers when all are named (ruling R-56).
    """
    if s.strength_att > 0:
        return int(s.strength_att) * UNIT
    if n_attackers(s) == 0 or (s.node == ATTACKERS and s.phasing != side):
        return 0
    n_event = w.n_event
    strength = attack_as_seen(s, t, w, side)
    w.n_event = n_event  # looking on is no event
    return int(strength * UNIT)


@jit
def attack_as_seen(s, t, w, side):
    """As ``attack_strength``, before it is reckoned, for ``side``, which knows the attackers but not all beside them.

    That a hex is overstacked may be hidden until its strength is reckoned (ruling R-65).
    """
    total = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[s.target, d])
        if has_attacker(s, n):
            total += add_strengths(s, t, w, n, True, _seems_overstacked(s, t, side, n))
    return max(total, 1)


@jit
def _seems_overstacked(s, t, side, c):
    """True if the units in ``c`` that ``side`` knows are more than its limit (5.1)."""
    points = 0
    u = int(s.cell_first[c])
    while u != NOWHERE:
        points += int(t.sp[u]) if knows(s, t, side, u) else 0
        u = int(s.unit_next[u])
    return points > int(t.stack_limit[c])
