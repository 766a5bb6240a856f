"""What the driver of many games is built from (``core.spec.Hooks``): the rules, the policies and the observation."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine.hooks import (
    STATE,
    TABLES,
    WORK,
    begin,
    draw_outcome,
    fill_mask,
    redraw,
    score,
    take_step,
    why_not,
)
from ctv_env.games.ctv.engine.outcome import potential
from ctv_env.games.ctv.model.codes import ATTACKERS, BOARD_ROWS, DONE, MOVE, MOVE_TO, SUPPORT_DEF, TARGET
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
    SUPPORT_PIECE,
)
from ctv_env.games.ctv.observation.rows import fill_row, renew_choice_row, renew_moved_row, renew_named_row
from ctv_env.games.ctv.policies.choose import choose
from ctv_env.games.ctv.rules.pieces import side_of

__all__ = [
    "IDLE",
    "N_NOTES",
    "STATE",
    "TABLES",
    "WORK",
    "begin",
    "choose",
    "draw_outcome",
    "fill_mask",
    "fill_row",
    "keep",
    "potential",
    "recall",
    "redraw",
    "renew_row",
    "score",
    "score_scale",
    "take_step",
    "why_not",
]

IDLE = DONE
N_NOTES = WORK["traced"].shape[0] * BOARD_ROWS


@jit
def score_scale(t):
    """Victory points that win for the Nationalist (14.1)."""
    return int(t.vp_to_win)


@jit
def recall(w, notes):
    """The net last traced in this game, which the next decision mostly asks for again."""
    for k in range(N_NOTES):
        w.traced[k // BOARD_ROWS, k % BOARD_ROWS] = notes[k]


@jit
def keep(w, notes):
    """Note the net last traced."""
    for k in range(N_NOTES):
        notes[k] = w.traced[k // BOARD_ROWS, k % BOARD_ROWS]


@jit
def _is_one_move(s, w, side):
    """True if the events of the last step are a move of ``side`` and what it brings under control, nothing else."""
    if s.node != MOVE or s.to_move != side or w.n_event == 0 or w.event[0, EVENT_CODE] != EV_MOVED:
        return False
    for k in range(1, int(w.n_event)):
        code = int(w.event[k, EVENT_CODE])
        if code != EV_THROUGH and code != EV_CONTROL and code != EV_MORALE_MARKER:
            return False
    return True


@jit
def _is_one_naming(s, w, before, side):
    """True if ``side``, to name attackers or support again, has named a target, attacker or support, nothing else."""
    if s.to_move != side or w.n_event != 1:
        return False
    code = int(w.event[0, EVENT_CODE])
    if s.node == before and ATTACKERS <= before <= SUPPORT_DEF:
        if code == EV_ATTACKER:
            return side_of(int(w.event[0, ATTACKER_PIECE])) == side
        return code == EV_SUPPORT and side_of(int(w.event[0, SUPPORT_PIECE])) == side
    return before == TARGET and code == EV_TARGET


@jit
def renew_row(s, t, w, side, kind, row, before):
    """See ``core.spec.Hooks``."""
    if before == MOVE and s.node == MOVE_TO and s.to_move == side:
        renew_choice_row(s, t, w, side, kind, row)
    elif before == MOVE_TO and _is_one_move(s, w, side):
        renew_moved_row(s, t, w, side, kind, row)
    elif _is_one_naming(s, w, before, side):
        renew_named_row(s, t, w, side, kind, row)
    else:
        return False
    return True
