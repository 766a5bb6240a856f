"""What has happened since a side's observation was written, if that is one of the layout's kinds of change."""

from ctv_env.core.jit import jit
from ctv_env.core.observation import ANY, FIRST_CHANGE
from ctv_env.games.ctv.model.codes import ATTACKERS, MOVE, MOVE_TO, NOWHERE, SUPPORT_DEF, TARGET
from ctv_env.games.ctv.model.events import (
    ATTACKER_PIECE,
    EV_ATTACKER,
    EV_CONTROL,
    EV_MORALE_MARKER,
    EV_MOVED,
    EV_SUPPORT,
    EV_TARGET,
    EV_THROUGH,
    EVENT_CODE,
    MOVED_GOAL,
    MOVED_START,
    TARGET_CELL,
)
from ctv_env.games.ctv.observation.layout import CHANGES
from ctv_env.games.ctv.rules.pieces import side_of

PIECE_COLUMN = ATTACKER_PIECE  # of the events of a move and of a support too (a test sees to it)
CHOSEN, MOVED, NAMED = range(FIRST_CHANGE, FIRST_CHANGE + len(CHANGES))


@jit
def change_since(s, w, side, before):
    """Code of what has changed since ``side``, to move, decided in node ``before``; the events in ``w`` are its step's.

    Two of five decisions choose a piece to move, as many move it, and one of twelve names something for the combat and
    is followed by another of the kind.
    """
    if s.to_move != side:
        return ANY
    if before == MOVE and s.node == MOVE_TO:
        return CHOSEN
    if before == MOVE_TO and s.node == MOVE and _is_one_move(w):
        return MOVED
    if _is_one_naming(s, w, side, before):
        return NAMED
    return ANY


@jit
def _is_one_move(w):
    """True if the events are a move and what it brings under control, nothing else."""
    if w.n_event == 0 or w.event[0, EVENT_CODE] != EV_MOVED:
        return False
    for k in range(1, int(w.n_event)):
        code = int(w.event[k, EVENT_CODE])
        if code != EV_THROUGH and code != EV_CONTROL and code != EV_MORALE_MARKER:
            return False
    return True


@jit
def _is_one_naming(s, w, side, before):
    """True if ``side``, to name attackers or support again, has named a target, attacker or support, nothing else."""
    if w.n_event != 1:
        return False
    code = int(w.event[0, EVENT_CODE])
    if s.node == before and ATTACKERS <= before <= SUPPORT_DEF:
        return (code == EV_ATTACKER or code == EV_SUPPORT) and side_of(int(w.event[0, PIECE_COLUMN])) == side
    return before == TARGET and code == EV_TARGET


@jit
def touched_piece(s, w, change):
    """The piece that was chosen, moved or named, NOWHERE for a target."""
    if change == CHOSEN:
        return int(s.piece)
    return int(w.event[0, PIECE_COLUMN]) if w.event[0, EVENT_CODE] != EV_TARGET else NOWHERE


@jit
def touched_cell(s, w, change, k):
    """Cell ``k`` of two, NOWHERE for none: where that piece was before and where it is, or the target alone."""
    if change == MOVED:
        return int(w.event[0, MOVED_START if k == 0 else MOVED_GOAL])
    if k > 0:
        return NOWHERE
    p = touched_piece(s, w, change)
    return int(w.event[0, TARGET_CELL]) if p == NOWHERE else int(s.piece_hex[p])
