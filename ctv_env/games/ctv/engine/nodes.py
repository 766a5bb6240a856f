"""Playing on: the effect of a choice or a die at the current node, and the way to the next.  Dice are only rolled here.

``node_table.py`` declares which function is called at which node.  ``advance_to_decision`` plays on until a side has a
choice, a die is due or the game is over.
"""

from ctv_env.core.jit import dispatch, jit
from ctv_env.core.nodes import DIE
from ctv_env.games.ctv.engine.legal import fill_mask
from ctv_env.games.ctv.engine.node_table import HEX, NODES, PIECE
from ctv_env.games.ctv.model.actions import as_cell, as_piece
from ctv_env.games.ctv.model.codes import DONE, FIRST_HEX, NODE, SIDE
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.rules.r03_sequence import enter_stage, next_stage


@dispatch({code: kind.act for code, kind in NODES.items() if kind.act and kind.asks == DIE})
def _apply_die(node, s, t, w, die):
    """Apply the die."""


@dispatch({code: kind.done for code, kind in NODES.items() if kind.done})
def _pass(node, s, t, w):
    """Pass."""


@dispatch({code: kind.act for code, kind in NODES.items() if kind.act and kind.asks == PIECE})
def _name_piece(node, s, t, w, p):
    """Apply the choice of a piece."""


@dispatch({code: kind.act for code, kind in NODES.items() if kind.act and kind.asks == HEX})
def _name_hex(node, s, t, w, c):
    """Apply the choice of a hex."""


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
    elif action < FIRST_HEX:
        _name_piece(node, s, t, w, as_piece(action))
    else:
        _name_hex(node, s, t, w, as_cell(action))


@rule_kernel()
def advance_to_decision(s, t, w):
    """Play on until a side has a choice, a die is due or the game is over; leave the mask of that node in ``w``."""
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
