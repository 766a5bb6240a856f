"""Chapter 4: who has won, at the victory check (ruling T-104)."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import ANY_TURN, FULL, NATIONALIST, NOBODY_PIECE, REPUBLICAN
from ctv_env.games.tscw.model.emit import emit
from ctv_env.games.tscw.model.events import (
    BY_CAPITALS,
    BY_MADRID,
    BY_MORALE,
    BY_PORTS,
    BY_TIME,
    EV_VERDICT,
    NO_VERDICT,
)
from ctv_env.games.tscw.rules.pieces import controls
from ctv_env.games.tscw.rules.r09_supply import supply_now, trace_side
from ctv_env.games.tscw.rules.r10_control import has_all_ports


@jit
def capitals_taken(s, t, w):
    """Capitals that were Nationalist at the start, and are Republican with a supplied garrison (T-105, T-164)."""
    trace_side(s, t, w, REPUBLICAN)
    n = 0
    for c in range(int(t.n_cells)):
        began = (int(t.start_rows[NATIONALIST, c // t.n_columns + 1]) >> (c % t.n_columns)) & 1
        if t.capital[c] == 1 and began == 1 and controls(s, t, REPUBLICAN, c) and _has_garrison(s, t, w, c):
            n += 1
    return n


@jit
def _has_garrison(s, t, w, c):
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        if supply_now(s, t, w, p) == FULL:
            return True
        p = int(s.piece_next[p])
    return False


@jit
def judge(s, t, w):
    """Decide at the victory check of a turn who has won, and say why; nobody if the game goes on (4.1, T-104)."""
    verdict = _verdict(s, t, w)
    if verdict == NO_VERDICT:
        return
    s.winner = REPUBLICAN if verdict in (BY_CAPITALS, BY_TIME) else NATIONALIST
    emit(w, EV_VERDICT, verdict)


@jit
def _verdict(s, t, w):
    if capitals_taken(s, t, w) >= t.win_capitals:
        return BY_CAPITALS
    last = s.turn >= t.last_turn
    if has_all_ports(s, t) and (t.win_ports == ANY_TURN or last):
        return BY_PORTS
    if t.win_madrid == 1 and controls(s, t, NATIONALIST, int(t.madrid)):
        return BY_MADRID
    if s.rml == 0 and (t.win_morale == 1 or t.rml_victory == 1):
        return BY_MORALE
    return BY_TIME if last else NO_VERDICT
