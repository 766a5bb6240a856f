"""Chapter 13: how to win."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import GOVERNMENT, NOBODY, REBEL
from ctv_env.games.arriba.model.tables import MAX_TURNS


@jit
def judge_end(s, t):
    """After the Inter-Phase of the last turn the Government has won, whoever has units or regions (13, A-107, A-110).

    In a scenario that is cut short the Rebel has won if his support is higher (ruling A-180).  A level of 0 is judged
    where it changes (``support.change_ps``).
    """
    if s.turn == t.last_turn and s.winner == NOBODY:
        is_short = t.last_turn < MAX_TURNS
        s.winner = REBEL if is_short and s.ps[REBEL] > s.ps[GOVERNMENT] else GOVERNMENT
