"""Chapters 9.2, 8 and 13.10: where a move, an advance or a strategic move may end."""

from ctv_env.core.bitboard import holds, put
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import NOBODY_PIECE, OFF, PLACE
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import is_hq
from ctv_env.games.tscw.rules.r08_stacking import why_no_room
from ctv_env.games.tscw.rules.r09_supply import LIFTED, TRIAL, is_sole_block, mark_lines, trace
from ctv_env.games.tscw.rules.r13_limits import may_go_away, why_not_region
from ctv_env.games.tscw.rules.r13_paths import FAR, find_path
from ctv_env.games.tscw.rules.support import side_of


@jit
def lift(s, t, w, p):
    """Prepare the questions where ``p`` may end: trace its net without it, and note whether it may leave its region."""
    mark_lines(s, t, w, side_of(t, p), p)
    trace(s, t, w, int(t.net[p]), LIFTED, p, NOBODY_PIECE, OFF)
    w.has_wide = 0
    w.may_leave = 1 if may_go_away(s, t, p) else 0


@jit
def lift_lightly(s, t, w, p):
    """The same as ``lift`` if the net of ``p`` as it stands is traced: it differs only for HQs and sole blockers."""
    if is_hq(t, p) or is_sole_block(s, t, p):
        lift(s, t, w, p)
        return
    net = int(t.net[p])
    for r in range(int(t.n_rows) + 2):
        w.fed[LIFTED, r] = w.fed[net, r]
        w.trunk[LIFTED, r] = w.trunk[net, r]
    w.has_wide = 0
    w.may_leave = 1 if may_go_away(s, t, p) else 0


@jit
def why_not_stay(s, t, w, p, c):
    """Reason why a unit may not stand in a cell, supply apart; after ``lift``."""
    reason = why_no_room(s, t, p, c)
    return reason if reason != WHY.LEGAL else why_not_region(t, p, c, w.may_leave == 1)


@jit
def is_surely_supplied(t, w, c):
    """True if a mover is supplied in a cell, or in a town, whatever its path; after ``lift`` (T-45)."""
    return t.place[c] != PLACE.NONE or holds(w.fed[LIFTED], t.n_columns, c)


@jit
def _widen(s, t, w, p):
    """Fill ``w.wide`` with a superset of the cells in which the mover can be supplied by what it takes on its way."""
    side = side_of(t, p)
    mark_lines(s, t, w, side, NOBODY_PIECE)
    for c in range(int(t.n_cells)):
        if w.price[c] != FAR:
            put(w.carry, t.n_columns, c, True)
            put(w.own, t.n_columns, c, True)
    trace(s, t, w, int(t.net[p]), TRIAL, NOBODY_PIECE, NOBODY_PIECE, OFF)
    hq = is_hq(t, p)
    for r in range(int(t.n_rows) + 2):
        w.wide[r] = int(w.fed[TRIAL, r]) | (int(w.trunk[TRIAL, r]) if hq else 0)
    w.has_wide = 1


@jit
def _is_supplied_by_path(s, t, w, p, mode, c):
    """True if the mover is fully supplied in ``c`` by the cells that its path takes (T-45, T-146).

    An advance may lead back over the hex that the mover leaves, where it does not stand then.
    """
    find_path(s, t, w, p, mode, c)
    side = side_of(t, p)
    mark_lines(s, t, w, side, p)
    left = int(s.piece_cell[p]) if is_sole_block(s, t, p) else OFF
    for k in range(int(w.n_path)):
        here = int(w.path[k])
        cut = holds(s.zoc_rows[1 - side], t.n_columns, here) and not holds(s.unit_rows[side], t.n_columns, here)
        if here == c or not (cut or here == left):
            put(w.carry, t.n_columns, here, True)
            put(w.own, t.n_columns, here, True)
    trace(s, t, w, int(t.net[p]), TRIAL, p, p if is_hq(t, p) else NOBODY_PIECE, c)
    return holds(w.fed[TRIAL], t.n_columns, c)


@jit
def why_not_end(s, t, w, p, mode, c):
    """Reason why a move may not end in a cell; after ``reach`` and ``lift`` (9.2, 8, 13.10, ruling T-45)."""
    if w.price[c] == FAR:
        return WHY.OUT_OF_REACH
    if s.piece_cell[p] == c:
        return WHY.SAME_HEX
    reason = why_not_stay(s, t, w, p, c)
    if reason != WHY.LEGAL or is_surely_supplied(t, w, c):
        return reason
    if w.has_wide == 0:
        _widen(s, t, w, p)
    if not holds(w.wide, t.n_columns, c) or not _is_supplied_by_path(s, t, w, p, mode, c):
        return WHY.UNSUPPLIED_THERE
    return WHY.LEGAL
