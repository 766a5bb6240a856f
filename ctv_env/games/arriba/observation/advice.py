"""The array ``advice``: for every legal action, what the scripted policy ``staff`` thinks of it."""

import numpy as np

from ctv_env.core.advice import HIGHEST, LOWEST, write_scores
from ctv_env.core.jit import array_at, jit
from ctv_env.games.arriba.model.actions import FIRST_AREA, FIRST_UNIT, N_ACTIONS
from ctv_env.games.arriba.model.channels import ADVICE, MOST
from ctv_env.games.arriba.model.codes import N_AREAS, N_CLASSES, NOWHERE
from ctv_env.games.arriba.model.kernel import rule_kernel
from ctv_env.games.arriba.policies.scores import begin_scores, score_of
from ctv_env.games.arriba.policies.survey import garrison, prospects, risk
from ctv_env.games.arriba.rules.pieces import cf_of

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
    for a in range(N_AREAS):
        if w.mask[FIRST_AREA + a]:
            _fill_area(s, t, w, side, a, out[(FIRST_AREA + a) * _WIDTH :])
    for c in range(N_CLASSES):
        if w.mask[FIRST_UNIT + c]:
            out[(FIRST_UNIT + c) * _WIDTH + _AT.cf] = cf_of(t, c)


@jit
def _fill_scores(s, t, w, out):
    """Write the scores, which ``w.score`` holds meanwhile."""
    choice = begin_scores(s, t, w)
    for action in range(N_ACTIONS):
        if w.mask[action]:
            w.score[action] = min(max(score_of(s, t, w, action, choice), LOWEST), HIGHEST)
    write_scores(w.mask, w.score, N_ACTIONS, out, _WIDTH)


@jit
def _fill_area(s, t, w, side, a, row):
    """Write what the survey says of an area."""
    cf = garrison(s, t, side, a, NOWHERE)
    row[_AT.worth] = min(int(w.worth[a]), MOST)
    row[_AT.threat] = min(int(w.threat[a]), MOST)
    row[_AT.risk] = min(risk(s, t, w, side, a, cf), MOST)
    row[_AT.prospects] = min(prospects(s, t, w, side, a), MOST)
    row[_AT.cf] = min(cf, MOST)
