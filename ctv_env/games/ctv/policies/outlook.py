"""How likely a game is to be won from here, as a formula: where a search stops playing on.

A logistic regression of the winner on a few numbers of the position, fitted to 7,490 positions, at the start of turns
and between combats, of 600 games of ``staff`` against itself on the campaign.  It looks at all pieces: it is meant for
determinizations.
"""

import math

from ctv_env.core.hexgrid import hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.ctv.codes import (
    COLUMNS,
    FIRST_COLUMN,
    FIRST_ROW,
    MAP,
    N_CELLS,
    NATIONALIST,
    NOBODY,
    REPUBLICAN,
    SIDE_SLOTS,
    UNUSED,
)
from ctv_env.games.ctv.policies.plan import attack_of, defence_of
from ctv_env.games.ctv.policies.sight import TENTHS
from ctv_env.games.ctv.rules.r14_victory import hex_vp, victory_points

# Weights of the regression.
_START = 2.03
_TURN = -1.69
_TURNS_LEFT = -0.14  # of the square of the turns left, this one included
_STEPS = -1.16  # of the share of the Republican steps that is left
_ATTACK = 4.57  # of each hundred attack factors that the Nationalist has left, as they stand
_BRIGADES = 0.09  # of the victory point for brigades eliminated
# Of each victory point of an objective: held, and if it is not, times the attackers' share of the strength around it.
# The way to Santander leads by Torrelavega.  Elsewhere the regression found less than nothing, since who marches there
# is late at Santander: set to count a little.
_SANTANDER, _TORRELAVEGA, _REINOSA, _ELSEWHERE = (3.05, 0.84), (2.09, 1.83), (0.8, 1.21), (0.3, 0.2)
_SANTANDER_HEX, _TORRELAVEGA_HEX, _REINOSA_HEX = 1211, 1408, 2006
_ATTACK_HEXES, _DEFENCE_HEXES = 3, 1  # who counts as around an objective
_COVER = 2  # a factor of the defence counts as much as so many of the attack


@jit
def outlook(s, t):
    """Chance that the Nationalist wins, as a number from -1 to 1; at the end of the game one of these."""
    if s.winner != NOBODY:
        return 1.0 if s.winner == NATIONALIST else -1.0
    left = int(t.n_turns) + 1 - int(s.turn)
    x = _START + _TURN * s.turn + _TURNS_LEFT * left * left
    x += _STEPS * _republican_steps(s, t) + _ATTACK * _attack_left(s, t)
    brigades = victory_points(s, t)
    for c in range(N_CELLS):
        worth = hex_vp(s, t, c)
        if worth > 0:
            held, prospect = _weights(c)
            if s.cell_control[c] == REPUBLICAN:
                x += prospect * worth * _attackers_share(s, t, c)
            else:
                x += held * worth
                brigades -= worth
    return math.tanh((x + _BRIGADES * brigades) / 2)


@jit
def _weights(c):
    """Weights of objective ``c``: held, and of the attackers' share."""
    code = 100 * (c // COLUMNS + FIRST_ROW) + c % COLUMNS + FIRST_COLUMN
    if code == _SANTANDER_HEX:
        return _SANTANDER
    if code == _TORRELAVEGA_HEX:
        return _TORRELAVEGA
    return _REINOSA if code == _REINOSA_HEX else _ELSEWHERE


@jit
def _attack_left(s, t):
    """Hundreds of attack factors of the Nationalist on the map, halved as his units stand (6.3, 9.5)."""
    total = 0
    for u in range(SIDE_SLOTS):
        if s.piece_place[u] == MAP and t.is_combat[u]:
            total += attack_of(s, t, u)
    return total / (100 * TENTHS)


@jit
def _republican_steps(s, t):
    """Steps on the map, of all that the scenario gives."""
    left = 0
    full = 0
    for u in range(SIDE_SLOTS, 2 * SIDE_SLOTS):
        if s.piece_place[u] != UNUSED:
            left += int(s.unit_steps[u])
            full += int(t.steps[u])
    return left / max(full, 1)


@jit
def _attackers_share(s, t, c):
    attack = 0
    defence = 1
    for u in range(2 * SIDE_SLOTS):
        if s.piece_place[u] != MAP or not t.is_combat[u]:
            continue
        here = int(s.piece_hex[u])
        hexes = hex_distance(COLUMNS, FIRST_ROW, here, c)
        if u < SIDE_SLOTS and hexes <= _ATTACK_HEXES:
            attack += attack_of(s, t, u)
        elif u >= SIDE_SLOTS and hexes <= _DEFENCE_HEXES:
            defence += _COVER * defence_of(s, t, u, here)
    return attack / (attack + defence)
