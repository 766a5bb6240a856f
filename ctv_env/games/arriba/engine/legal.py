"""The mask: for every action of a node a function of its chapter gives the reason why it is illegal, if any.

``node_table.py`` declares which function is called at which node.
"""

import numpy as np

from ctv_env.core.dice import FACES
from ctv_env.core.jit import dispatch, jit
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.model.actions import ACTIONS, DONE, N_ACTIONS
from ctv_env.games.arriba.model.codes import FIRST_REBEL_PAIR, FLAGS, N_CLASSES, N_NODES, NODE, SIDE
from ctv_env.games.arriba.model.kernel import rule_kernel
from ctv_env.games.arriba.model.reasons import WHY

_REBEL_CLASSES = FIRST_REBEL_PAIR * FLAGS
_NAMING = tuple(segment.name for segment in ACTIONS.segments[1:])  # all but DONE
N_SEGMENTS = len(_NAMING)
(
    _YES,
    _AREA,
    _BG,
    _UNIT,
    _AP,
    _AMOUNT,
    _POWER,
    _FACTION,
    _VERB,
    _POST,
    _TOWARD,
) = range(N_SEGMENTS)
_FIRST = np.array([ACTIONS.first(name) for name in _NAMING], np.int64)
_SIZE = np.array([ACTIONS.size(name) for name in _NAMING], np.int64)
ASKED = np.array(
    [[code in NODES and name in NODES[code].asked for name in _NAMING] for code in range(N_NODES)], np.int8
)
"""(N_NODES, N_SEGMENTS): 1 if the node asks for the segment."""


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


@dispatch(_reasons("YES"), WHY.NOT_HERE)
def _why_not_yes(node, s, t, w):
    """Reason why YES is illegal."""


@dispatch(_reasons("AREA"), WHY.NOT_HERE)
def _why_not_area(node, s, t, w, a):
    """Reason why area ``a`` may not be named."""


@dispatch(_reasons("BG"), WHY.NOT_HERE)
def _why_not_bg(node, s, t, w, b):
    """Reason why the battlegroup at place ``b`` may not be named."""


@dispatch(_reasons("UNIT"), WHY.NOT_HERE)
def _why_not_unit(node, s, t, w, c):
    """Reason why a unit of class ``c``, of the side to move, may not be named."""


@dispatch(_reasons("AP"), WHY.NOT_HERE)
def _why_not_ap(node, s, t, w, ap):
    """Reason why a type of AP may not be named."""


@dispatch(_reasons("AMOUNT"), WHY.NOT_HERE)
def _why_not_amount(node, s, t, w, n):
    """Reason why a number is illegal."""


@dispatch(_reasons("POWER"), WHY.NOT_HERE)
def _why_not_power(node, s, t, w, power):
    """Reason why a power may not be named."""


@dispatch(_reasons("FACTION"), WHY.NOT_HERE)
def _why_not_faction(node, s, t, w, faction):
    """Reason why a faction may not be named."""


@dispatch(_reasons("VERB"), WHY.NOT_HERE)
def _why_not_verb(node, s, t, w, verb):
    """Reason why a verb is illegal."""


@dispatch(_reasons("POST"), WHY.NOT_HERE)
def _why_not_post(node, s, t, w, post):
    """Reason why the city or the country is illegal."""


@dispatch(_reasons("TOWARD"), WHY.NOT_HERE)
def _why_not_toward(node, s, t, w, end):
    """Reason why an end of the track may not be named."""


@jit
def _why_not_in(segment, node, s, t, w, x):
    """Reason why ``x`` of a segment may not be named, after ``prepare``."""
    if segment == _AREA:
        return _why_not_area(node, s, t, w, x)
    if segment == _UNIT:
        if (x >= _REBEL_CLASSES) != (s.to_move != SIDE.GOVERNMENT):
            return WHY.OTHER_SIDE
        return _why_not_unit(node, s, t, w, x)
    if segment == _BG:
        return _why_not_bg(node, s, t, w, x)
    if segment == _AP:
        return _why_not_ap(node, s, t, w, x)
    if segment == _AMOUNT:
        return _why_not_amount(node, s, t, w, x)
    if segment == _VERB:
        return _why_not_verb(node, s, t, w, x)
    if segment == _POST:
        return _why_not_post(node, s, t, w, x)
    if segment == _POWER:
        return _why_not_power(node, s, t, w, x)
    if segment == _FACTION:
        return _why_not_faction(node, s, t, w, x)
    if segment == _TOWARD:
        return _why_not_toward(node, s, t, w, x)
    return _why_not_yes(node, s, t, w)


@jit
def _mark(segment, node, s, t, w):
    """Set ``w.mask`` for the legal actions of a segment, after ``prepare``; return their number."""
    n = 0
    low, high, first = 0, int(_SIZE[segment]), int(_FIRST[segment])
    if segment == _UNIT:  # of one side only
        low = 0 if s.to_move == SIDE.GOVERNMENT else _REBEL_CLASSES
        high = _REBEL_CLASSES if s.to_move == SIDE.GOVERNMENT else N_CLASSES
    for x in range(low, high):
        if _why_not_in(segment, node, s, t, w, x) == WHY.LEGAL:
            w.mask[first + x] = 1
            n += 1
    return n


@rule_kernel(returns=True)
def fill_mask(s, t, w):
    """Set ``w.mask`` to 1 for every legal action of the current node, and ``w.n_legal``; return the number.

    At a chance node the faces of the die are legal; at the end of the game there are no legal actions.
    """
    for action in range(N_ACTIONS):
        w.mask[action] = 0
    n_legal = 0
    node = int(s.node)
    if node != NODE.OVER and s.to_move == SIDE.CHANCE:
        for face in range(1, FACES + 1):
            w.mask[face] = 1
        n_legal = FACES
    elif node != NODE.OVER:
        prepare(node, s, t, w)
        if why_not_done(node, s, t, w) == WHY.LEGAL:
            w.mask[DONE] = 1
            n_legal += 1
        for segment in range(N_SEGMENTS):
            if ASKED[node, segment] == 1:
                n_legal += _mark(segment, node, s, t, w)
    w.n_legal = n_legal
    return n_legal


@jit
def segment_of(action):
    """Segment of an action other than DONE."""
    segment = 0
    while segment < N_SEGMENTS - 1 and action >= _FIRST[segment + 1]:
        segment += 1
    return segment


@jit
def why_not(s, t, w, action):
    """Code of the reason why ``action`` is illegal at the current node, LEGAL if it is not (``reasons.REASONS``)."""
    node = int(s.node)
    if node == NODE.OVER or action < 0 or action >= N_ACTIONS:
        return WHY.NOT_HERE
    if s.to_move == SIDE.CHANCE:
        return WHY.LEGAL if 1 <= action <= FACES else WHY.NOT_HERE
    prepare(node, s, t, w)
    if action == DONE:
        return why_not_done(node, s, t, w)
    segment = segment_of(action)
    return _why_not_in(segment, node, s, t, w, action - int(_FIRST[segment]))
