"""Evaluation of a position by the probability of winning, used where a search stops.

It is a logistic regression of the winner on a few features at the start of a turn, fitted to games of ``staff``
against itself: 800 in the north, where the three ports decide, and 300 in all of Spain, where Madrid does.  It uses all
pieces and is therefore meant for determinizations.
"""

import math

from ctv_env.core.hexgrid import hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import N_GROUPS, OFF, SIDE, WHERE
from ctv_env.games.tscw.rules.pieces import attack_of, controls, defence_of, is_combat_unit

# Weights of the regressions: the north alone, all of Spain.
_START = (15.6, 6.3)
_TURN = (-2.63, -1.44)
_PORTS = 1.77  # each port held
_LEAST_PORT = 13.2  # share of the attackers at the port where it is lowest
_MADRID = 11.3  # their share at Madrid

_ATTACK_HEXES, _FAR_ATTACK_HEXES, _DEFENCE_HEXES = 2, 4, 1  # within which units count; the far ones count half
_CERTAIN = 1.0  # share at a place that is held
_EMPTY = 5.0  # defence of a place without units


@jit
def outlook(s, t):
    """Return the prospects of the Nationalists, -1 to 1; at the end of the game -1 or 1."""
    if s.winner != SIDE.NOBODY:
        return 1.0 if s.winner == SIDE.NATIONALIST else -1.0
    if t.madrid != OFF:
        x = _START[1] + _TURN[1] * s.turn + _MADRID * _attackers_share(s, t, int(t.madrid))
        return math.tanh(x / 2)
    least, held = _CERTAIN, 0
    for group in range(N_GROUPS):
        port = int(t.port_cell[group])
        least = min(least, _attackers_share(s, t, port))
        held += 1 if controls(s, t, SIDE.NATIONALIST, port) else 0
    x = _START[0] + _TURN[0] * s.turn + _PORTS * held + _LEAST_PORT * least
    return math.tanh(x / 2)


@jit
def _attackers_share(s, t, c):
    """Share of the Nationalists in the strength around a cell; units in it defend it twice over."""
    if controls(s, t, SIDE.NATIONALIST, c):
        return _CERTAIN
    attack, defence = 0.0, _EMPTY
    for p in range(int(t.n_pieces)):
        if s.where[p] != WHERE.ON_MAP or not is_combat_unit(t, p):
            continue
        hexes = hex_distance(int(t.n_columns), int(t.first_row), int(s.piece_cell[p]), c)
        if p < t.n_nationalist and hexes <= _FAR_ATTACK_HEXES:
            attack += attack_of(s, t, p) / (1 if hexes <= _ATTACK_HEXES else 2)
        elif p >= t.n_nationalist and hexes <= _DEFENCE_HEXES:
            defence += defence_of(s, t, p) * (2 if hexes == 0 else 1)
    return attack / (attack + defence)
