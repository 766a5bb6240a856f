"""What the row of a game in a batch shows of each piece, so that only the pieces that have changed are written again.

``w.shown`` holds two numbers for each piece: where it is and how strong, and its marks.  Equal numbers mean equal
channels as long as turn and observer are the same and nothing is hidden, but for ``chosen`` and ``legal``.
"""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import MAX_PIECES

CACHE_SIZE = 3 + 2 * MAX_PIECES
NOBODY_SEES = 2
"""Value of ``w.shown_to`` when ``w.shown`` is not of the row."""
_CELL = 9  # first bit of the cell in the first number


@jit
def recall(w, cache):
    """Restore what ``keep`` has saved."""
    w.shown_to, w.shown_turn, w.n_shown = cache[0], cache[1], cache[2]
    for p in range(int(w.n_shown)):
        w.shown[0, p] = cache[3 + 2 * p]
        w.shown[1, p] = cache[4 + 2 * p]


@jit
def keep(w, cache):
    """Save what the row of this game shows."""
    cache[0], cache[1], cache[2] = w.shown_to, w.shown_turn, w.n_shown
    for p in range(int(w.n_shown)):
        cache[3 + 2 * p] = w.shown[0, p]
        cache[4 + 2 * p] = w.shown[1, p]


@jit
def note(s, t, numbers):
    """Write the numbers of all pieces, as they stand now, to ``numbers``: ``w.shown`` or ``w.present``."""
    for p in range(int(t.n_pieces)):
        place = int(s.piece_cell[p]) << _CELL | int(s.where[p]) << 6 | int(s.strength[p]) << 3
        numbers[0, p] = place | int(s.face[p]) << 2 | int(s.supply[p])
    for p in range(int(t.n_pieces)):  # two loops are faster than one
        marks = int(s.used[p]) | int(s.reserve[p]) << 1 | int(s.carried[p]) << 2 | int(s.moved[p]) << 3
        marks |= int(s.attacked[p]) << 4 | int(s.fought[p]) << 5 | int(s.eligible[p]) << 6 | int(s.may_march[p]) << 7
        numbers[1, p] = marks | int(s.landed[p]) << 8 | int(s.role[p]) << 10 | int(s.bonus[p]) << 18


@jit
def has_changed(w, p):
    """True if a piece is not as the row shows it."""
    return w.present[0, p] != w.shown[0, p] or w.present[1, p] != w.shown[1, p]


@jit
def shown_cell(w, p):
    """The cell in which the row shows a piece, else OFF."""
    return int(w.shown[0, p]) >> _CELL
