"""Chapter 5: stacking."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import NOWHERE
from ctv_env.games.ctv.model.events import CAUSE
from ctv_env.games.ctv.rules.pieces import eliminate, has_kind


@jit
def is_overstacked(s, t, c):
    """True if the stacking points in ``c`` exceed its limit (rule 5.1, ruling R-05)."""
    return int(s.cell_sp[c]) > int(t.stack_limit[c])


@jit
def reaches_twice_the_limit(s, t, u, c):
    """True if ``u`` entering ``c`` brings it to twice its limit or more (rule 5.1.1, ruling R-12)."""
    return int(s.cell_sp[c]) + int(t.sp[u]) >= 2 * int(t.stack_limit[c])


@jit
def may_end_in(s, t, u, c):
    """True if ``u`` may end its move in ``c``: no mass elimination, no second HQ or armour unit (ruling R-12)."""
    return not reaches_twice_the_limit(s, t, u, c) and not has_kind(s, t, c, u)


@jit
def keeps_the_limit(s, t, u, c):
    """True if ``u`` fits into ``c`` without overstacking, as required in set-up and advances (rule 5, rule 10.4)."""
    return int(s.cell_sp[c]) + int(t.sp[u]) <= int(t.stack_limit[c]) and not has_kind(s, t, c, u)


@jit
def enforce_limit_on_entry(s, t, w, u):
    """Italian edition: eliminate ``u`` if its entry brought its cell to twice the limit (5.1.1, ruling R-12)."""
    c = int(s.piece_hex[u])
    if int(s.cell_sp[c]) >= 2 * int(t.stack_limit[c]):
        eliminate(s, t, w, u, CAUSE.STACKING)


@jit
def enforce_limit_on_stack(s, t, w, c):
    """English edition: eliminate every unit in ``c`` if it holds twice its limit or more (5.1.1, ruling R-12)."""
    if int(s.cell_sp[c]) < 2 * int(t.stack_limit[c]):
        return
    while s.cell_first[c] != NOWHERE:
        eliminate(s, t, w, int(s.cell_first[c]), CAUSE.STACKING)
