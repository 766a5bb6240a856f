"""Evaluation of a position by the probability of winning, used where a search stops.

It is a logistic regression of the winner on a few features of the position, fitted to turns 2 to 7 of 800 games of
``staff`` against itself on the campaign.  It uses all pieces and is therefore meant for determinizations.
"""

import math

from ctv_env.core.hexgrid import hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import COLUMNS, FIRST_ROW, N_CELLS, PLACE, SIDE, SIDE_SLOTS
from ctv_env.games.ctv.policies.plan import attack_of, defence_of
from ctv_env.games.ctv.rules.r14_victory import hex_vp, victory_points

# Weights of the regression.
_HELD = 1.12  # each victory point
_PROSPECT = 1.3  # each victory point not held, times the attackers' share of the strength around it
_STEPS = -5.19  # share of the Republican steps that are left
_TURN, _START = -1.89, 6.17
_ATTACK_HEXES, _DEFENCE_HEXES = 3, 1  # distances within which units count as around an objective
_COVER = 2  # factors of attack that weigh as much as one of defence


@jit
def outlook(s, t):
    """Return the prospects of the Nationalist, -1 to 1; at the end of the game -1 or 1."""
    if s.winner != SIDE.NOBODY:
        return 1.0 if s.winner == SIDE.NATIONALIST else -1.0
    x = _START + _TURN * s.turn + _HELD * victory_points(s, t) + _STEPS * _republican_steps(s, t)
    for c in range(N_CELLS):
        worth = hex_vp(s, t, c)
        if worth > 0 and s.cell_control[c] == SIDE.REPUBLICAN:
            x += _PROSPECT * worth * _attackers_share(s, t, c)
    return math.tanh(x / 2)


@jit
def _republican_steps(s, t):
    """Republican steps on the map, as a share of all in the scenario."""
    left = 0
    full = 0
    for u in range(SIDE_SLOTS, 2 * SIDE_SLOTS):
        if s.piece_place[u] != PLACE.UNUSED:
            left += int(s.unit_steps[u])
            full += int(t.steps[u])
    return left / max(full, 1)


@jit
def _attackers_share(s, t, c):
    attack = 0
    defence = 1
    for u in range(2 * SIDE_SLOTS):
        if s.piece_place[u] != PLACE.MAP or not t.is_combat[u]:
            continue
        here = int(s.piece_hex[u])
        hexes = hex_distance(COLUMNS, FIRST_ROW, here, c)
        if u < SIDE_SLOTS and hexes <= _ATTACK_HEXES:
            attack += attack_of(s, t, u)
        elif u >= SIDE_SLOTS and hexes <= _DEFENCE_HEXES:
            defence += _COVER * defence_of(s, t, u, here)
    return attack / (attack + defence)
