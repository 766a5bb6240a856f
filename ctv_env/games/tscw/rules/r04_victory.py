"""Chapter 4: who has won, at the victory check (1.2, ruling T-104)."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import NOBODY_PIECE, PORTS, SIDE, SUPPLY
from ctv_env.games.tscw.model.events import EV, VERDICT, emit
from ctv_env.games.tscw.rules.pieces import controls
from ctv_env.games.tscw.rules.r09_supply import supply_now, trace_side
from ctv_env.games.tscw.rules.r10_control import has_all_ports


@jit
def capitals_taken(s, t, w):
    """Capitals that were Nationalist at the start, and are Republican with a supplied garrison (T-105, T-164)."""
    trace_side(s, t, w, SIDE.REPUBLICAN)
    n = 0
    for c in range(int(t.n_cells)):
        began = (int(t.start_rows[SIDE.NATIONALIST, c // t.n_columns + 1]) >> (c % t.n_columns)) & 1
        if t.capital[c] == 1 and began == 1 and controls(s, t, SIDE.REPUBLICAN, c) and _has_garrison(s, t, w, c):
            n += 1
    return n


@jit
def _has_garrison(s, t, w, c):
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        if supply_now(s, t, w, p) == SUPPLY.FULL:
            return True
        p = int(s.piece_next[p])
    return False


@jit
def judge(s, t, w):
    """Decide at the victory check of a turn who has won, and say why; nobody if the game goes on (4.1, T-104)."""
    verdict = _verdict(s, t, w)
    if verdict == VERDICT.NONE:
        return
    s.winner = SIDE.REPUBLICAN if verdict in (VERDICT.CAPITALS, VERDICT.TIME) else SIDE.NATIONALIST
    emit(w, EV.VERDICT, verdict)


@jit
def _verdict(s, t, w):
    if capitals_taken(s, t, w) >= t.win_capitals:
        return VERDICT.CAPITALS
    last = s.turn >= t.last_turn
    if has_all_ports(s, t) and (t.win_ports == PORTS.ANY_TURN or last):
        return VERDICT.PORTS
    if t.win_madrid == 1 and controls(s, t, SIDE.NATIONALIST, int(t.madrid)):
        return VERDICT.MADRID
    if s.rml == 0 and (t.win_morale == 1 or t.rml_victory == 1):
        return VERDICT.MORALE
    return VERDICT.TIME if last else VERDICT.NONE
