"""The array ``advice``: for every legal action, what the scripted policy ``staff`` thinks of it."""

import numpy as np

from ctv_env.core.advice import HIGHEST, LOWEST, write_scores
from ctv_env.core.jit import array_at, jit
from ctv_env.games.tscw.model.actions import DONE, FIRST_PIECE
from ctv_env.games.tscw.model.channels import MOST, N_ADVICE, A
from ctv_env.games.tscw.model.codes import NODE, OFF
from ctv_env.games.tscw.model.kernel import rule_kernel
from ctv_env.games.tscw.policies.actions import hex_action
from ctv_env.games.tscw.policies.scores import begin_scores, score_of


@rule_kernel(numbers=2)
def fill_advice(s, t, w, side, place):
    """Write the advice for ``side`` at the address ``place``, uint8 (n_actions, N_ADVICE); zeros unless it decides.

    ``w.mask`` must hold the mask of the node and is unchanged; other scratch in ``w`` is overwritten.
    """
    n = int(t.n_actions)
    out = array_at(place, (n * N_ADVICE,), np.uint8)
    out[:] = 0
    if s.to_move != side:
        return
    if _is_blind(s, t, side):
        for action in range(n):
            out[action * N_ADVICE + A.legal] = w.mask[action]
        return
    choice, base = begin_scores(s, t, w)
    for action in range(n):
        if w.mask[action]:
            w.score[action] = min(max(score_of(s, t, w, action, choice, base), LOWEST), HIGHEST)
    write_scores(w.mask, w.score, n, out, N_ADVICE)
    for action in range(n):
        if w.mask[action]:
            c = _cell_of(s, t, action)
            if c != OFF:
                _fill_cell(w, c, out[action * N_ADVICE :])


@jit
def _is_blind(s, t, side):
    """True where the scores of the staff would betray what ``side`` does not know (15.5, T-78, T-106)."""
    return t.fog == 1 or (t.simultaneous_air == 1 and s.node == NODE.AIR_DEF and s.phasing != side)


@jit
def _cell_of(s, t, action):
    """Return the cell that an action names, or that of the piece that it names; OFF for none."""
    first = hex_action(t, 0)
    if action >= first:
        return action - first
    p = action - FIRST_PIECE
    return int(s.piece_cell[p]) if action != DONE and 0 <= p < t.n_pieces else OFF


@jit
def _fill_cell(w, c, row):
    """Write what the survey says of a cell."""
    row[A.worth] = min(max(int(w.worth[c]), 0), MOST)
    row[A.march] = min(int(w.march[c]), MOST)
    row[A.near] = min(int(w.near[c]), MOST)
    row[A.threat] = min(int(w.threat[c]), MOST)
    row[A.held] = min(int(w.held[c]), MOST)
    row[A.force] = min(int(w.force[c]), MOST)
    row[A.foe_defence] = min(int(w.foe_defence[c]), MOST)
    row[A.foe_attack] = min(int(w.foe_attack[c]), MOST)
