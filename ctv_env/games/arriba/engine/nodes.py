"""Playing on: the effect of a choice or a die at the current node, and the way to the next.

``node_table.py`` declares which function is called at which node.  ``advance_to_decision`` plays on until a side has a
choice, a die is due or the game is over.
"""

import numpy as np

from ctv_env.core.jit import dispatch, jit
from ctv_env.core.nodes import DIE
from ctv_env.games.arriba.engine.legal import fill_mask, segment_of
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.model.actions import ACTIONS, DONE, SEGMENTS
from ctv_env.games.arriba.model.codes import N_NODES, NODE, SIDE
from ctv_env.games.arriba.model.kernel import rule_kernel
from ctv_env.games.arriba.rules.r03_sequence import enter_stage, next_stage

_NAMING = SEGMENTS[1:]
_FIRST = np.array([ACTIONS.first(name) for name in _NAMING], np.int64)


@dispatch({code: kind.act for code, kind in NODES.items() if kind.act and kind.asks == DIE})
def _apply_die(node, s, t, w, die):
    """Apply the die."""


@dispatch({code: kind.done for code, kind in NODES.items() if kind.done})
def _pass(node, s, t, w):
    """Pass."""


def _acts(segment):
    """Functions that carry out the choices of a segment, by the nodes that ask for it: segment x N_NODES + node."""
    first = _NAMING.index(segment) * N_NODES
    return {first + code: kind.asked[segment].act for code, kind in NODES.items() if segment in kind.asked}


@dispatch({number: act for segment in _NAMING for number, act in _acts(segment).items()})
def _name(number, s, t, w, x):
    """Apply the choice of ``x``, by segment x N_NODES + node."""


@rule_kernel(numbers=1)
def apply_die(s, t, w, die):
    """Chance node: apply ``die``, 1 to 6.  If no further decision follows, the sequence of play goes on."""
    node = int(s.node)
    s.die = die
    s.node = NODE.NONE
    _apply_die(node, s, t, w, die)


@rule_kernel(numbers=1)
def apply_choice(s, t, w, action):
    """Decision node: apply a legal ``action`` of the side to move."""
    node = int(s.node)
    if action == DONE:
        _pass(node, s, t, w)
    else:
        segment = segment_of(action)
        _name(segment * N_NODES + node, s, t, w, action - int(_FIRST[segment]))


@rule_kernel()
def advance_to_decision(s, t, w):
    """Play on until a side has a choice, a die is due or the game is over; leave its mask in ``w`` (A-136)."""
    while True:
        if s.node == NODE.NONE:
            next_stage(s)
            enter_stage(s, t, w)
            continue
        n_legal = fill_mask(s, t, w)
        if s.node == NODE.OVER or s.to_move == SIDE.CHANCE or n_legal != 1 or not t.play_forced:
            return
        apply_choice(s, t, w, only_action(w))


@jit
def only_action(w):
    """Return the single legal action of the mask."""
    for action in range(w.mask.shape[0]):
        if w.mask[action]:
            return action
    return DONE


@jit
def take_step(s, t, w, action):
    """Apply a legal action, or the outcome of a die at a chance node, and play on."""
    if s.to_move == SIDE.CHANCE:
        apply_die(s, t, w, action)
    else:
        apply_choice(s, t, w, action)
    advance_to_decision(s, t, w)
