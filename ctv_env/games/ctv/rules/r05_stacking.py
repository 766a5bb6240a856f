"""Chapter 5: stacking."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import EDITION, NOWHERE
from ctv_env.games.ctv.model.events import CAUSE
from ctv_env.games.ctv.rules.pieces import eliminate, has_kind


@jit
def is_overstacked(s, t, c):
    """True if the stacking points in ``c`` exceed its limit (rule 5.1, ruling R-05)."""
    return int(s.cell_sp[c]) > int(t.stack_limit[c])


@jit
def survive_twice_the_limit(t, c, before, added):
    """True if no unit is lost as one of ``added`` stacking points joins ``before`` in ``c`` (5.1.1, ruling R-12).

    English edition: below twice the limit, the unit included.  Italian edition: further units are lost where units
    worth twice the limit are already.
    """
    return before + (added if t.edition == EDITION.EN else 0) < 2 * int(t.stack_limit[c])


@jit
def survive_entry(s, t, u, c):
    """True if no unit is lost as ``u`` enters ``c`` (rule 5.1.1, ruling R-12)."""
    return survive_twice_the_limit(t, c, int(s.cell_sp[c]), int(t.sp[u]))


@jit
def survive_with(s, t, u, c):
    """True if no unit would be lost in ``c`` if ``u``, which is there, had come last (rule 5.1.1, ruling R-12)."""
    return survive_twice_the_limit(t, c, int(s.cell_sp[c]) - int(t.sp[u]), int(t.sp[u]))


@jit
def may_end_in(s, t, u, c):
    """True if ``u`` may end its move in ``c``: no unit is lost, no second HQ or armour unit (ruling R-12)."""
    return survive_entry(s, t, u, c) and not has_kind(s, t, c, u)


@jit
def keeps_the_limit(s, t, u, c):
    """True if ``u`` fits into ``c`` without overstacking, as required in set-up and advances (rule 5, rule 10.4)."""
    return int(s.cell_sp[c]) + int(t.sp[u]) <= int(t.stack_limit[c]) and not has_kind(s, t, c, u)


@jit
def enforce_limit_on_entry(s, t, w, u):
    """Italian edition: eliminate ``u`` if its cell held twice the limit when it came (5.1.1, ruling R-12)."""
    if not survive_with(s, t, u, int(s.piece_hex[u])):
        eliminate(s, t, w, u, CAUSE.STACKING)


@jit
def enforce_limit_on_stack(s, t, w, c):
    """English edition: eliminate every unit in ``c`` if it holds twice its limit or more (5.1.1, ruling R-12)."""
    if int(s.cell_sp[c]) < 2 * int(t.stack_limit[c]):
        return
    while s.cell_first[c] != NOWHERE:
        eliminate(s, t, w, int(s.cell_first[c]), CAUSE.STACKING)
