"""The compiled policies outside a batch: one decision, many decisions, whole games.

The only file of this package that knows which game it is about.
"""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine import play_game, start
from ctv_env.games.ctv.legal import fill_mask
from ctv_env.games.ctv.policies.choose import POLICIES, choose
from ctv_env.games.ctv.policies.playouts import follow, march, play_until

__all__ = ["MOVEMENT", "POLICIES", "advise", "follow", "march", "play_games", "play_until"]

MOVEMENT = ("MOVE", "MOVE_TO")
"""Nodes of a movement segment."""


@jit
def advise(states, tables, works, policy, actions):
    """Write what ``policy`` would do in each of n ``states``, all at decision nodes, in ``actions``, int64 (n,)."""
    w = works[0]
    for i in range(states.shape[0]):
        fill_mask(states[i], tables[0], w)
        actions[i] = choose(states[i], tables[0], w, policy)


@jit
def play_games(states, first, last, tables, works, policies, streams, decisions):
    """Play new games in ``states[first:last]``, of which only ``rng`` is set, to their ends.

    Args:
        policies: int64 (2,), policy code of each side.
        streams: uint64 (n,), random stream of the policies in each game.
        decisions: int64 (n, 2), overwritten: decisions of each side.
    """
    for i in range(first, last):
        works[0].rng = streams[i]
        start(states, i, tables, works)
        decisions[i] = play_game(states, i, tables, works, policies[0], policies[1])
