"""Playing on: the effect of a choice or an outcome at the current node, and the way to the next.

``node_table.py`` declares which function is called at which node.  ``advance_to_decision`` plays on until a side has a
choice, chance decides or the game is over.
"""

from ctv_env.core.jit import dispatch, jit
from ctv_env.core.nodes import DIE
from ctv_env.games.tscw.engine.legal import fill_mask
from ctv_env.games.tscw.engine.node_table import NODES
from ctv_env.games.tscw.engine.segments import CHIT, HEX, OPTION, PIECE
from ctv_env.games.tscw.model.actions import DONE, FIRST_OPTION, FIRST_PIECE
from ctv_env.games.tscw.model.codes import N_CHITS, NODE, SIDE
from ctv_env.games.tscw.model.kernel import rule_kernel
from ctv_env.games.tscw.rules.r05_sequence import enter_stage, next_stage


@dispatch({code: kind.act for code, kind in NODES.items() if kind.act and kind.asks == DIE})
def _apply_outcome(node, s, t, w, outcome):
    """Apply the outcome."""


@dispatch({code: kind.done for code, kind in NODES.items() if kind.done})
def _pass(node, s, t, w):
    """Pass."""


def _acts(segment):
    """Functions that carry out the choices of a segment, by the nodes that ask for it."""
    return {code: kind.asked[segment].act for code, kind in NODES.items() if segment in kind.asked}


@dispatch(_acts(OPTION))
def _answer(node, s, t, w, x):
    """Apply option ``x``."""


@dispatch(_acts(PIECE))
def _name_piece(node, s, t, w, p):
    """Apply the choice of a piece."""


@dispatch(_acts(CHIT))
def _name_chit(node, s, t, w, chit):
    """Apply the choice of a chit."""


@dispatch(_acts(HEX))
def _name_hex(node, s, t, w, c):
    """Apply the choice of a cell."""


@rule_kernel(numbers=1)
def apply_outcome(s, t, w, outcome):
    """Chance node: apply ``outcome``, a die or a chit.  If no decision follows, the sequence of play goes on."""
    node = int(s.node)
    s.node = NODE.NONE
    _apply_outcome(node, s, t, w, outcome)


@rule_kernel(numbers=1)
def apply_choice(s, t, w, action):
    """Decision node: apply a legal ``action`` of the side to move."""
    node, n_pieces = int(s.node), int(t.n_pieces)
    if action == DONE:
        _pass(node, s, t, w)
    elif action < FIRST_PIECE:
        _answer(node, s, t, w, action - FIRST_OPTION)
    elif action < FIRST_PIECE + n_pieces:
        _name_piece(node, s, t, w, action - FIRST_PIECE)
    elif action < FIRST_PIECE + n_pieces + N_CHITS:
        _name_chit(node, s, t, w, action - FIRST_PIECE - n_pieces + 1)
    else:
        _name_hex(node, s, t, w, action - FIRST_PIECE - n_pieces - N_CHITS)


@rule_kernel()
def advance_to_decision(s, t, w):
    """Play on until a side has a choice, chance decides or the game is over; leave the mask in ``w``."""
    while True:
        if s.node == NODE.NONE:
            next_stage(s)
            enter_stage(s, t, w)
            continue
        n_legal = fill_mask(s, t, w)
        if s.node == NODE.OVER or s.to_move == SIDE.CHANCE or n_legal != 1 or t.play_forced == 0:
            return
        apply_choice(s, t, w, only_action(t, w))


@jit
def only_action(t, w):
    """Return the single legal action of the mask."""
    for action in range(int(t.n_actions)):
        if w.mask[action]:
            return action
    return DONE


@jit
def take_step(s, t, w, action):
    """Apply a legal action, or the outcome at a chance node, and play on."""
    if s.to_move == SIDE.CHANCE:
        apply_outcome(s, t, w, action)
    else:
        apply_choice(s, t, w, action)
    advance_to_decision(s, t, w)
