"""Strength of all agents of a league on each side, from all its games together."""

import numpy as np

from ctv_env.agents.training.league.payoffs import Payoffs
from ctv_env.core.extras import needs_extra

with needs_extra("rllib", __name__):
    import choix

_ELO = 400 / np.log(10)
_PRIOR = 1.0  # games that each of two agents is taken to have won, so that ratings of the unbeaten are finite
_TIE = 1e-3  # games between any two agents: ratings exist even if not all have met through others
_ITERATIONS = 10_000

Seat = tuple[str, str]
"""An agent, by name, and the side that it plays."""


def ratings(payoffs: Payoffs, learners: list[str], sides: tuple[str, ...]) -> dict[Seat, float]:
    """Return Elo ratings of agents on each side that they have played; the mean of all is 0.

    An agent has a rating for each side, because sides need not be even: a difference of 400 points means that in a game
    between the two, on these sides, the odds are ten to one.  The model is Bradley and Terry's.

    Args:
        payoffs: the games.
        learners: the name of each generation of the learner.
        sides: both sides of the game.
    """
    met: list[tuple[Seat, Seat, float, int]] = []
    for k, member, side, (wins, games) in payoffs:
        (other,) = (one for one in sides if one != side)
        met.append(((learners[k], side), (member, other), wins, games))
    seats = list(dict.fromkeys(seat for one, two, *_ in met for seat in (one, two)))
    if not seats:
        return {}
    table = np.zeros((len(seats), len(seats)))
    for one, two, wins, games in met:
        i, j = seats.index(one), seats.index(two)
        table[i, j] += wins + _PRIOR
        table[j, i] += games - wins + _PRIOR
    elo = _ELO * choix.ilsr_pairwise_dense(table, alpha=_TIE, max_iter=_ITERATIONS)
    return {seat: float(value) for seat, value in zip(seats, elo - elo.mean(), strict=True)}
