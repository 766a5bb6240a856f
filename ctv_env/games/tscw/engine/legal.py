"""The mask: for every action of a node a function of its chapter gives the reason why it is illegal, if any.

``node_table.py`` declares which function is called at which node.
"""

import numpy as np

from ctv_env.core.dice import FACES
from ctv_env.core.jit import dispatch, jit
from ctv_env.games.tscw.engine.node_table import NODES
from ctv_env.games.tscw.engine.segments import CHIT, HEX, OPTION, PIECE
from ctv_env.games.tscw.model.actions import DONE, FIRST_OPTION, FIRST_PIECE, N_OPTIONS
from ctv_env.games.tscw.model.codes import N_CHITS, N_NODES, NODE, SIDE
from ctv_env.games.tscw.model.kernel import rule_kernel
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.r06_events import weight_of
from ctv_env.games.tscw.rules.support import end_of, first_of

ASKED = np.array(
    [[code in NODES and name in NODES[code].asked for name in (OPTION, PIECE, CHIT, HEX)] for code in range(N_NODES)],
    np.int8,
)
"""(N_NODES, 4): 1 if the node asks for options, pieces, chits, hexes."""
_OPTION, _PIECE, _CHIT, _HEX = range(4)


@dispatch({code: kind.prepare for code, kind in NODES.items() if kind.prepare})
def prepare(node, s, t, w):
    """Fill the fields of ``w`` that ``why_not`` of ``node`` reads."""


@jit
def _nothing_against():
    return WHY.LEGAL


@dispatch({code: kind.why_not_done or _nothing_against for code, kind in NODES.items() if kind.done}, WHY.NOT_DONE_YET)
def why_not_done(node, s, t, w):
    """Reason why the side may not pass at ``node``."""


def _reasons(segment):
    """``why_not`` by code, of the nodes that ask for a segment."""
    return {code: kind.asked[segment].why_not for code, kind in NODES.items() if segment in kind.asked}


@dispatch(_reasons(OPTION), WHY.NOT_HERE)
def _why_not_option(node, s, t, w, x):
    """Reason why option ``x`` is illegal."""


@dispatch(_reasons(PIECE), WHY.NOT_HERE)
def _why_not_piece(node, s, t, w, p):
    """Reason why piece ``p`` may not be named."""


@dispatch(_reasons(CHIT), WHY.NOT_HERE)
def _why_not_chit(node, s, t, w, chit):
    """Reason why ``chit`` may not be played."""


@dispatch(_reasons(HEX), WHY.NOT_HERE)
def _why_not_hex(node, s, t, w, c):
    """Reason why cell ``c``, which is land, may not be named."""


@jit
def _mark_pieces(s, t, w, node):
    """Set the mask of pieces: those of the side to move, of the other at AA_PICK."""
    side = 1 - int(s.to_move) if node == NODE.AA_PICK else int(s.to_move)
    n = 0
    for p in range(first_of(t, side), end_of(t, side)):
        if _why_not_piece(node, s, t, w, p) == WHY.LEGAL:
            w.mask[FIRST_PIECE + p] = 1
            n += 1
    return n


@jit
def _mark_hexes(s, t, w, node):
    first = FIRST_PIECE + int(t.n_pieces) + N_CHITS
    n = 0
    for c in range(int(t.n_cells)):
        if t.land[c] == 1 and _why_not_hex(node, s, t, w, c) == WHY.LEGAL:
            w.mask[first + c] = 1
            n += 1
    return n


@jit
def _mark_chits(s, t, w, node):
    n = 0
    for chit in range(1, N_CHITS + 1):
        if _why_not_chit(node, s, t, w, chit) == WHY.LEGAL:
            w.mask[FIRST_PIECE + int(t.n_pieces) + chit - 1] = 1
            n += 1
    return n


@jit
def _mark_options(s, t, w, node):
    n = 0
    for x in range(N_OPTIONS):
        if _why_not_option(node, s, t, w, x) == WHY.LEGAL:
            w.mask[FIRST_OPTION + x] = 1
            n += 1
    return n


@jit
def _mark_outcomes(s, t, w, node):
    """Set the mask of a chance node: chits in the cup, or the faces of a die (T-156)."""
    n = 0
    last = N_CHITS if node == NODE.EVENT_DRAW else FACES
    for outcome in range(last + 1):
        if is_outcome(s, t, node, outcome):
            w.mask[outcome] = 1
            n += 1
    return n


@jit
def is_outcome(s, t, node, outcome):
    """True for a possible outcome of a chance node."""
    if node == NODE.EVENT_DRAW:
        return 0 <= outcome <= N_CHITS and weight_of(s, t, outcome) > 0
    return 1 <= outcome <= FACES


@rule_kernel(returns=True)
def fill_mask(s, t, w):
    """Set ``w.mask`` to 1 for every legal action of the current node, and ``w.n_legal``; return the number.

    At a chance node the possible outcomes are legal; at the end of the game there are no legal actions.
    """
    for action in range(int(t.n_actions)):
        w.mask[action] = 0
    n_legal = 0
    node = int(s.node)
    if node != NODE.OVER and s.to_move == SIDE.CHANCE:
        n_legal = _mark_outcomes(s, t, w, node)
    elif node != NODE.OVER:
        prepare(node, s, t, w)
        if why_not_done(node, s, t, w) == WHY.LEGAL:
            w.mask[DONE] = 1
            n_legal += 1
        if ASKED[node, _OPTION] == 1:
            n_legal += _mark_options(s, t, w, node)
        if ASKED[node, _PIECE] == 1:
            n_legal += _mark_pieces(s, t, w, node)
        elif ASKED[node, _HEX] == 1:
            n_legal += _mark_hexes(s, t, w, node)
        elif ASKED[node, _CHIT] == 1:
            n_legal += _mark_chits(s, t, w, node)
    w.n_legal = n_legal
    return n_legal


@jit
def why_not(s, t, w, action):
    """Code of the reason why ``action`` is illegal at the current node, LEGAL if it is not (``reasons.REASONS``)."""
    node, n_pieces = int(s.node), int(t.n_pieces)
    if node == NODE.OVER or action < 0 or action >= t.n_actions:
        return WHY.NOT_HERE
    if s.to_move == SIDE.CHANCE:
        return WHY.LEGAL if is_outcome(s, t, node, action) else WHY.NOT_HERE
    prepare(node, s, t, w)
    if action == DONE:
        return why_not_done(node, s, t, w)
    if action < FIRST_PIECE:
        return _why_not_option(node, s, t, w, action - FIRST_OPTION)
    if action < FIRST_PIECE + n_pieces:
        return _why_not_piece(node, s, t, w, action - FIRST_PIECE)
    x = action - FIRST_PIECE - n_pieces
    if x < N_CHITS:
        return _why_not_chit(node, s, t, w, x + 1)
    c = x - N_CHITS
    return _why_not_hex(node, s, t, w, c) if t.land[c] == 1 else WHY.NOT_HERE
