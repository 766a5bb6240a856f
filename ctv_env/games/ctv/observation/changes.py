"""The change since a side's observation was written, if it is one of the layout's kinds of change."""

from ctv_env.core.events import CODE
from ctv_env.core.jit import jit
from ctv_env.core.observation import ANY, FIRST_CHANGE
from ctv_env.games.ctv.model.channels import CHANGES
from ctv_env.games.ctv.model.codes import NODE, NOWHERE
from ctv_env.games.ctv.model.events import EV, EVENTS
from ctv_env.games.ctv.rules.pieces import side_of

PIECE_COLUMN = EVENTS.column("ATTACKER", "piece")  # also in events of moves and support (checked by a test)
_START, _GOAL = EVENTS.column("MOVED", "start"), EVENTS.column("MOVED", "goal")
_TARGET_CELL = EVENTS.column("TARGET", "cell")
CHOSEN, MOVED, NAMED = range(FIRST_CHANGE, FIRST_CHANGE + len(CHANGES))


@jit
def change_since(s, w, side, before):
    """Return the code of the change since ``side``, now to move, decided at node ``before``; ``w`` has its events.

    Two in five decisions choose a piece to move, two in five move it, and one in twelve names something for a combat
    and is followed by another such decision.
    """
    if s.to_move != side:
        return ANY
    if before == NODE.MOVE and s.node == NODE.MOVE_TO:
        return CHOSEN
    if before == NODE.MOVE_TO and s.node == NODE.MOVE and _is_one_move(w):
        return MOVED
    if _is_one_naming(s, w, side, before):
        return NAMED
    return ANY


@jit
def _is_one_move(w):
    """True if the events are only a move and the resulting changes of control."""
    if w.n_event == 0 or w.event[0, CODE] != EV.MOVED:
        return False
    for k in range(1, int(w.n_event)):
        code = int(w.event[k, CODE])
        if code != EV.THROUGH and code != EV.CONTROL and code != EV.MORALE_MARKER:
            return False
    return True


@jit
def _is_one_naming(s, w, side, before):
    """True if ``side`` has only named a target, attacker or support and is to name attackers or support again."""
    if w.n_event != 1:
        return False
    code = int(w.event[0, CODE])
    if s.node == before and NODE.ATTACKERS <= before <= NODE.SUPPORT_DEF:
        return (code == EV.ATTACKER or code == EV.SUPPORT) and side_of(int(w.event[0, PIECE_COLUMN])) == side
    return before == NODE.TARGET and code == EV.TARGET


@jit
def touched_piece(s, w, change):
    """Return the piece that was chosen, moved or named, NOWHERE for a target."""
    if change == CHOSEN:
        return int(s.piece)
    return int(w.event[0, PIECE_COLUMN]) if w.event[0, CODE] != EV.TARGET else NOWHERE


@jit
def touched_cell(s, w, change, k):
    """Return cell ``k`` of two, NOWHERE for none: the previous and current cell of that piece, or only the target."""
    if change == MOVED:
        return int(w.event[0, _START if k == 0 else _GOAL])
    if k > 0:
        return NOWHERE
    p = touched_piece(s, w, change)
    return int(w.event[0, _TARGET_CELL]) if p == NOWHERE else int(s.piece_hex[p])
