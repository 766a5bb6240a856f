"""The array ``advice``: for every legal action, what the scripted policy ``staff`` thinks of it."""

import numpy as np

from ctv_env.core.advice import HIGHEST, LOWEST, write_scores
from ctv_env.core.jit import array_at, jit
from ctv_env.games.ctv.model.actions import as_cell, as_piece
from ctv_env.games.ctv.model.channels import ADVICE, MOST_MARCH, MOST_NEAR, MOST_STRENGTH, MOST_WORTH
from ctv_env.games.ctv.model.codes import DONE, END_SC, FIRST_HEX, N_ACTIONS, NOWHERE, PLACE
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.policies.enemy_estimate import TENTHS
from ctv_env.games.ctv.policies.scores import begin_scores, score_of

_AT, _WIDTH, _SIZE = ADVICE.first, ADVICE.n_channels, ADVICE.size


@rule_kernel(numbers=2)
def fill_advice(s, t, w, side, place):
    """Write the advice for ``side`` at the address ``place``, uint8 (ADVICE.size,); zeros unless it decides.

    ``w.mask`` must hold the mask of the node and is unchanged; other scratch in ``w`` is overwritten.
    """
    out = array_at(place, (_SIZE,), np.uint8)
    for k in range(_SIZE):
        out[k] = 0
    if s.to_move != side:
        return
    _fill_scores(s, t, w, out)
    for action in range(1, N_ACTIONS):
        if w.mask[action]:
            c = _cell_of(s, action)
            if c != NOWHERE:
                _fill_cell(w, c, out[action * _WIDTH :])


@jit
def _fill_scores(s, t, w, out):
    """Write the scores, which ``w.gain`` holds meanwhile."""
    first, second = begin_scores(s, t, w)
    for action in range(N_ACTIONS):
        if w.mask[action]:
            w.gain[action] = min(max(score_of(s, t, w, action, first, second), LOWEST), HIGHEST)
    write_scores(w.mask, w.gain, N_ACTIONS, out, _WIDTH)


@jit
def _cell_of(s, action):
    """Return the cell that ``action`` names, or that of the piece that it names; NOWHERE for none."""
    if action == DONE:
        return NOWHERE
    if action >= FIRST_HEX:
        return as_cell(action)
    p = as_piece(action)
    return int(s.piece_hex[p]) if p < END_SC and s.piece_place[p] == PLACE.MAP else NOWHERE


@jit
def _fill_cell(w, c, row):
    """Write what the survey says of cell ``c``."""
    row[_AT.worth] = min(int(w.worth[c]), MOST_WORTH)
    row[_AT.march] = min(int(w.march[c]), MOST_MARCH)
    row[_AT.near] = min(int(w.near[c]), MOST_NEAR)
    row[_AT.threat] = min(int(w.threat[c]) // TENTHS, MOST_STRENGTH)
    row[_AT.hold] = min(int(w.hold[c]) // TENTHS, MOST_STRENGTH)
    row[_AT.force] = min(int(w.force[c]) // TENTHS, MOST_STRENGTH)
    row[_AT.foe_defence] = min(int(w.foe_defence[c]) // TENTHS, MOST_STRENGTH)
    row[_AT.foe_attack] = min(int(w.foe_attack[c]) // TENTHS, MOST_STRENGTH)
