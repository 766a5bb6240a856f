"""Evaluation of a position by the probability of winning, used where a search stops.

It is a logistic regression of the winner on a few features at the start of a turn, fitted to 800 games of ``staff``
against itself in the north and 400 in all of Spain.  It uses all pieces and is therefore meant for determinizations.
"""

import math

from ctv_env.core.hexgrid import hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import N_GROUPS, NATIONALIST, NOBODY, OFF, ON_MAP
from ctv_env.games.tscw.rules.pieces import attack_of, controls, defence_of, is_combat_unit

# Weights of the regressions: the north alone, all of Spain.
_START = (15.6, -7.2)
_TURN = (-2.63, -0.98)
_PORTS = (1.77, 0.0)  # each port held
_LEAST_PORT = (13.2, 5.7)  # share of the attackers at the port where it is lowest
_MADRID = (0.0, 12.9)  # their share at Madrid
_ARMY = (0.0, 12.1)  # share of Nationalist attack factors in these and Republican defence factors

_ATTACK_HEXES, _FAR_ATTACK_HEXES, _DEFENCE_HEXES = 2, 4, 1  # within which units count; the far ones count half
_CERTAIN = 1.0  # share at a port that is held
_EMPTY = 5.0  # defence of a port without units


@jit
def outlook(s, t):
    """Return the prospects of the Nationalists, -1 to 1; at the end of the game -1 or 1."""
    if s.winner != NOBODY:
        return 1.0 if s.winner == NATIONALIST else -1.0
    k = 0 if t.madrid == OFF else 1
    least, held = _CERTAIN, 0
    for group in range(N_GROUPS):
        if controls(s, t, NATIONALIST, int(t.port_cell[group])):
            held += 1
        else:
            least = min(least, _attackers_share(s, t, int(t.port_cell[group])))
    x = _START[k] + _TURN[k] * s.turn + _PORTS[k] * held + _LEAST_PORT[k] * least
    if t.madrid != OFF:
        x += _MADRID[k] * _attackers_share(s, t, int(t.madrid)) + _ARMY[k] * _army_share(s, t)
    return math.tanh(x / 2)


@jit
def _attackers_share(s, t, c):
    """Share of the Nationalists in the strength around a cell; units in it defend it twice over."""
    attack, defence = 0.0, _EMPTY
    for p in range(int(t.n_pieces)):
        if s.where[p] != ON_MAP or not is_combat_unit(t, p):
            continue
        hexes = hex_distance(int(t.n_columns), int(t.first_row), int(s.piece_cell[p]), c)
        if p < t.n_nationalist and hexes <= _FAR_ATTACK_HEXES:
            attack += attack_of(s, t, p) / (1 if hexes <= _ATTACK_HEXES else 2)
        elif p >= t.n_nationalist and hexes <= _DEFENCE_HEXES:
            defence += defence_of(s, t, p) * (2 if hexes == 0 else 1)
    return attack / (attack + defence)


@jit
def _army_share(s, t):
    attack, defence = 0.0, 0.0
    for p in range(int(t.n_pieces)):
        if s.where[p] == ON_MAP and is_combat_unit(t, p):
            if p < t.n_nationalist:
                attack += attack_of(s, t, p)
            else:
                defence += defence_of(s, t, p)
    return attack / max(attack + defence, 1.0)
