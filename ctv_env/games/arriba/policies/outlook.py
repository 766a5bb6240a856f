"""Evaluation of a position by the probability of winning, used where a search stops.

It is a logistic regression of the winner on a few features at the end of a turn, fitted to 1000 games of ``staff``
against itself for the campaign, where a side wins by the collapse of the other, and to 800 for the shortened scenarios,
where the higher level wins (rulings A-107, A-180).

In 150 further campaigns of ``staff`` against itself, with which it was not fitted, its log-loss is 0.38 (0.69 for a
coin): 0.74 at the end of turns 1 and 2, where it is too sure, 0.49 on the next two, 0.31 on turns 5 to 7, 0.21 later.
"""

import math

from ctv_env.core.dice import FACES
from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import CITY, N_AREAS, N_POWERS, N_REGIONS, SIDE
from ctv_env.games.arriba.model.tables import MAX_TURNS
from ctv_env.games.arriba.policies.forecast import row_cf
from ctv_env.games.arriba.rules.r12_inter_phase import PER_CITY
from ctv_env.games.arriba.rules.support import backing, best_backing

# Weights of the regressions: campaign, shortened scenarios.  Those of a TURN count for each turn to come, this one
# included.
_START = (-4.942, -9.68)
_TURN = (-0.1384, -0.281)
_GOVERNMENT_PS, _GOVERNMENT_PS_TURN = (0.0985, 0.075), (-0.0049, 0.0)  # each point of support
_REBEL_PS, _REBEL_PS_TURN = (0.0, -0.0532), (-0.003, 0.0)
_SHARE = (13.59, 18.9)  # the Government's share of all CF
_CONTROL_TURN = (0.0172, 0.0)  # the mean number of regions that it will control, less those of the Rebel (12.2)
_CITY = (0.0181, 0.0)  # each city of the Government
_AID = (0.8781, 0.0)  # each level of aid to it (5.4)
_GOVERNMENT_EP, _REBEL_EP = (0.0989, 0.0), (-0.2118, 0.0)  # each die of EP a turn


@jit
def outlook(s, t):
    """Return the prospects of the Government, -1 to 1; at the end of the game -1 or 1."""
    if s.winner != SIDE.NOBODY:
        return 1.0 if s.winner == SIDE.GOVERNMENT else -1.0
    k = 0 if t.last_turn == MAX_TURNS else 1
    turns = t.last_turn - s.turn + 1
    x = _START[k] + _TURN[k] * turns
    x += (_GOVERNMENT_PS[k] + _GOVERNMENT_PS_TURN[k] * turns) * s.ps[SIDE.GOVERNMENT]
    x += (_REBEL_PS[k] + _REBEL_PS_TURN[k] * turns) * s.ps[SIDE.REBEL]
    own, other = _cf(s, t, SIDE.GOVERNMENT), _cf(s, t, SIDE.REBEL)
    x += _SHARE[k] * own / max(own + other, 1)
    control, cities = _hold(s, t)
    x += _CONTROL_TURN[k] * turns * control + _CITY[k] * cities
    x += _AID[k] * best_backing(s, t, SIDE.GOVERNMENT)
    x += _GOVERNMENT_EP[k] * _ep_dice(s, t, SIDE.GOVERNMENT) + _REBEL_EP[k] * _ep_dice(s, t, SIDE.REBEL)
    return math.tanh(x / 2)


@jit
def _cf(s, t, side):
    """CF of all battlegroups of a side."""
    cf = 0
    for a in range(N_AREAS):
        for b in range(1 + int(s.at_large[side, a])):
            if s.bg_units[side, a, b] > 0:
                cf += row_cf(t, s.bg_unit[side, a, b])
    return cf


@jit
def _hold(s, t):
    """Regions of the Government less those of the Rebel in the mean of the next control dice; its cities."""
    control, all_cities = 0.0, 0
    for region in range(N_REGIONS):
        units, other_units, cities, other_cities = 0, 0, 0, 0
        for a in range(N_AREAS):
            if t.region[a] == region:
                units += s.area_units[SIDE.GOVERNMENT, a]
                other_units += s.area_units[SIDE.REBEL, a]
                cities += 1 if s.bg_units[SIDE.GOVERNMENT, a, CITY] > 0 else 0
                other_cities += 1 if s.bg_units[SIDE.REBEL, a, CITY] > 0 else 0
        all_cities += cities
        if units > 0 and other_units > 0:
            control += (min(PER_CITY * cities, FACES) - min(PER_CITY * other_cities, FACES)) / FACES
        elif units > 0:
            control += 1.0
        elif other_units > 0:
            control -= 1.0
    return control, all_cities


@jit
def _ep_dice(s, t, side):
    """Dice of EP a turn from all powers."""
    n = 0
    for power in range(N_POWERS):
        n += t.power_dice[power, backing(s, t, side, power)]
    return n
