"""Functions used by every chapter: nodes, the choice in progress, morale, purses (4.2, 7.2)."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import FACTION, MODE, NOBODY_PIECE, NODE, OFF, PURSE, SIDE
from ctv_env.games.tscw.model.events import EV, emit

_MOST_MORALE = 99


# -- the next node -------------------------------------------------------------------------------------------


@jit
def ask(s, node, to_move):
    """Stop at a node."""
    s.node = node
    s.to_move = to_move


@jit
def go_on(s):
    """End the segment: the sequence of play goes on."""
    s.node = NODE.NONE


@jit
def forget_choice(s):
    """Clear the choice in progress."""
    s.piece = NOBODY_PIECE
    s.cell = OFF
    s.cursor = 0
    s.purpose = 0
    s.mode = MODE.REGULAR
    s.mf_left = 0
    s.stepped = 0
    s.passed = 0
    s.chit = 0
    s.n_named = 0
    s.shipped = 0


# -- morale (4.2) and purses (7.2) ---------------------------------------------------------------------------


@jit
def change_morale(s, w, change):
    """Change the Republican morale level, within 0 to 99 (4.2, ruling T-103)."""
    level = min(max(int(s.rml) + change, 0), _MOST_MORALE)
    if level != s.rml:
        emit(w, EV.MORALE, level - int(s.rml), level)
        s.rml = level


@jit
def earn(s, w, purse, n):
    """Add RP to a purse, or take some, never below 0 (7.2, ruling T-16)."""
    change = max(n, -int(s.purse[purse]))
    if change != 0:
        s.purse[purse] += change
        emit(w, EV.RP, purse, change, int(s.purse[purse]))


@jit
def purse_of(t, p):
    """Purse that pays for a piece; of Flechas the Nationalist one, to which they may prefer the Italian (T-25)."""
    faction = int(t.faction[p])
    if p < t.n_nationalist:
        return PURSE.ITA if faction == FACTION.CTV else PURSE.NAT
    return PURSE.NOR if FACTION.NORTH <= faction < FACTION.PEOPLE else PURSE.REP


@jit
def has_two_purses(t, p):
    """True for Flechas, which Spanish or Italian RP pay for (7.2)."""
    return t.faction[p] == FACTION.FLECHAS


@jit
def can_pay(s, t, p):
    """True if an RP is left for a piece."""
    return s.purse[purse_of(t, p)] > 0 or (has_two_purses(t, p) and s.purse[PURSE.ITA] > 0)


@jit
def is_northern(t, p):
    """True for Asturian, Santander and Basque pieces and HQ-N (T-25, T-79, T-168)."""
    return FACTION.NORTH <= t.faction[p] < FACTION.PEOPLE


@jit
def side_of(t, p):
    """Side of a piece."""
    return SIDE.NATIONALIST if p < t.n_nationalist else 1


@jit
def first_of(t, side):
    """First piece of a side."""
    return 0 if side == SIDE.NATIONALIST else int(t.n_nationalist)


@jit
def end_of(t, side):
    """End of the pieces of a side."""
    return int(t.n_nationalist) if side == SIDE.NATIONALIST else int(t.n_pieces)
