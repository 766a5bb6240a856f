"""Chapter 13: victory."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import SIDE
from ctv_env.games.arriba.model.tables import MAX_TURNS


@jit
def judge_end(s, t):
    """The Government wins after the Inter-Phase of the last turn (13, ruling A-110, A-107).

    In a shortened scenario the Rebel wins if his support is higher (ruling A-180).  A level of 0 is checked where it
    changes (``support.change_ps``).
    """
    if s.turn == t.last_turn and s.winner == SIDE.NOBODY:
        is_short = t.last_turn < MAX_TURNS
        s.winner = SIDE.REBEL if is_short and s.ps[SIDE.REBEL] > s.ps[SIDE.GOVERNMENT] else SIDE.GOVERNMENT
