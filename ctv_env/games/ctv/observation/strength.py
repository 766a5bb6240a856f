"""Strengths as known to or estimated by the observer, in eighths of a factor.

They are approximate: units are halved individually, and overstacking is ignored; the combat itself uses
``r10_combat.py``.
"""

import numpy as np

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.channels import EIGHTHS, MIDDLE, QUARTERS
from ctv_env.games.ctv.model.codes import NODE, NOWHERE, OFF
from ctv_env.games.ctv.rules.pieces import is_ground
from ctv_env.games.ctv.rules.r05_fog import knows, mean_unseen
from ctv_env.games.ctv.rules.r10_attack import can_attack, n_attackers
from ctv_env.games.ctv.rules.r10_combat import add_strengths, has_attacker

UNIT = 8  # eighths of a factor
_LEAST = UNIT // 2  # minimum defence: half a factor
_LOGS = np.round(MIDDLE / 4 * np.log2(np.maximum(np.arange(2048), 1))).astype(np.int16)  # 16:1 is the value 1


@jit
def _as_it_stands(s, u, factor):
    """``factor`` of ground unit ``u``, halved if it is out of supply or disorganised (6.3, 9.5)."""
    return int(factor) * UNIT >> ((s.unit_supplied[u] == 0) | (s.unit_dsg[u] > 0))


@jit
def attack_now(s, t, u):
    """Current attack factor of ``u``, in eighths."""
    return _as_it_stands(s, u, t.attack[int(s.unit_steps[u]), u])


@jit
def defence_now(s, t, u):
    """Current defence factor of ``u``, in eighths."""
    return _as_it_stands(s, u, t.defence[int(s.unit_steps[u]), u])


@jit
def quarters(strength):
    """Convert a strength in eighths to quarters, the unit of the channels of a piece."""
    return min(int(strength) // 2, QUARTERS)


@jit
def hidden_strengths(s, t, side):
    """Mean attack and defence of the enemy pieces that ``side`` does not see, as two integers."""
    attack, defence = mean_unseen(s, t, side)
    return int(attack * UNIT + 0.5), int(defence * UNIT + 0.5)


@jit
def own_strengths(s, t, u):
    """Attack of own unit ``u``, if it can still attack, and its defence without terrain."""
    return attack_now(s, t, u) if can_attack(s, t, u) else 0, defence_now(s, t, u)


@jit
def enemy_strengths(s, t, side, p, hidden):
    """Attack and defence, without terrain, of enemy piece ``p`` on the map, as known to ``side``.

    A hidden supply column counts like any other hidden piece, but a lone one is public (ruling R-63).

    Args:
        hidden: what ``hidden_strengths`` returns.
    """
    if not knows(s, t, side, p):
        return hidden if s.cell_ground[int(s.piece_hex[p])] > 0 else (0, 0)
    return (attack_now(s, t, p), defence_now(s, t, p)) if is_ground(p) else (0, 0)


@jit
def with_terrain(t, defence, c):
    """Apply the terrain to the ``defence`` of a stack in ``c`` and clip it to the channel's maximum.

    ``defence`` may already be clipped: since no terrain reduces it, the result is the same.
    """
    return min(int(defence) * int(t.defence_halves[c]) // 2, EIGHTHS)


@jit
def around(t, attacks, c):
    """Sum of ``attacks``, attack strengths by cell, over the hexes next to ``c``."""
    total = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n != OFF:
            total += int(attacks[n])
    return total


@jit
def log_odds(attack, defence):
    """log2 of the odds of two strengths in eighths, divided by 4, in a signed channel; even odds without an attack."""
    if attack <= 0:
        return MIDDLE
    logs = int(_LOGS[min(attack, _LOGS.shape[0] - 1)]) - int(_LOGS[max(min(defence, _LOGS.shape[0] - 1), _LEAST)])
    return MIDDLE + min(max(logs, -MIDDLE), MIDDLE)


@jit
def named_strength(s, t, w, side):
    """Attack strength of the combat as calculated, or of the attackers named so far, in eighths; 0 for none.

    The defender only sees the attackers once all are named (ruling R-56).
    """
    if s.strength_att > 0:
        return int(s.strength_att) * UNIT
    if n_attackers(s) == 0 or (s.node == NODE.ATTACKERS and s.phasing != side):
        return 0
    n_event = w.n_event
    strength = attack_as_seen(s, t, w, side)
    w.n_event = n_event  # drop the events of this calculation
    return int(strength * UNIT)


@jit
def attack_as_seen(s, t, w, side):
    """Like ``attack_strength``, but as known to ``side``, which may not see all pieces stacked with the attackers.

    Overstacking of a hex may be hidden until its strength is calculated (ruling R-65).
    """
    total = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[s.target, d])
        if has_attacker(s, n):
            total += add_strengths(s, t, w, n, True, _seems_overstacked(s, t, side, n))
    return max(total, 1)


@jit
def _seems_overstacked(s, t, side, c):
    """True if the units in ``c`` known to ``side`` exceed its limit (5.1)."""
    points = 0
    u = int(s.cell_first[c])
    while u != NOWHERE:
        points += int(t.sp[u]) if knows(s, t, side, u) else 0
        u = int(s.unit_next[u])
    return points > int(t.stack_limit[c])
