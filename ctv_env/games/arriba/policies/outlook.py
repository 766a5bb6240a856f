"""Evaluation of a position by the probability of winning, used where a search stops.

It is a logistic regression of the winner on a few features at the end of a turn, fitted to 800 games of ``staff``
against itself: one for the campaign, where a side wins by the collapse of the other, and one for the shortened
scenarios, where the higher level wins (rulings A-107, A-180).
"""

import math

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import GOVERNMENT, N_AREAS, NOBODY, REBEL
from ctv_env.games.arriba.model.tables import MAX_TURNS
from ctv_env.games.arriba.policies.forecast import row_cf

# Weights of the regressions: campaign, shortened scenarios.
_START = (-10.1, -9.68)
_GOVERNMENT_PS, _REBEL_PS = (0.127, 0.075), (0.0374, -0.0532)  # each point of support
_SHARE = (14.7, 18.9)  # the Government's share of all CF
_TURNS_LEFT = (-0.387, -0.281)  # each turn to come, this one included


@jit
def outlook(s, t):
    """Return the prospects of the Government, -1 to 1; at the end of the game -1 or 1."""
    if s.winner != NOBODY:
        return 1.0 if s.winner == GOVERNMENT else -1.0
    k = 0 if t.last_turn == MAX_TURNS else 1
    x = _START[k] + _GOVERNMENT_PS[k] * s.ps[GOVERNMENT] + _REBEL_PS[k] * s.ps[REBEL]
    x += _TURNS_LEFT[k] * (t.last_turn - s.turn + 1)
    own, other = _cf(s, t, GOVERNMENT), _cf(s, t, REBEL)
    x += _SHARE[k] * own / max(own + other, 1)
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
