"""The planning opponent: it weighs the whole map before each decision, and has a module for each kind of decision."""

from ctv_env.core.batch import draw_action
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model import codes
from ctv_env.games.tscw.model.actions import DONE
from ctv_env.games.tscw.policies import administration
from ctv_env.games.tscw.policies.after_combat import choose_advance, choose_advance_cell, choose_loss
from ctv_env.games.tscw.policies.fights import choose_attacker, choose_target
from ctv_env.games.tscw.policies.moves import choose_destination, choose_mode, choose_mover
from ctv_env.games.tscw.policies.support import choose_support


@jit
def staff(s, t, w):
    """Return the action of the side to move, whose mask is in ``w``; where it has no opinion, a random one."""
    action = plan(s, t, w, int(s.to_move), int(s.node))
    return action if action >= 0 and w.mask[action] else draw_action(w.mask, w)


@jit
def plan(s, t, w, side, node):
    """Return the action that the staff wants; below 0, or one that is illegal, if it has no opinion."""
    if node == codes.NODE.MOVE_PIECE:
        return choose_mover(s, t, w)
    if node == codes.NODE.MOVE_MODE:
        return choose_mode(s, t, w)
    if node == codes.NODE.MOVE_TO:
        return choose_destination(s, t, w)
    if codes.NODE.TARGET <= node <= codes.NODE.ADVANCE_TO:
        return _fight(s, t, w, side, node)
    return _administer(s, t, w, node)


@jit
def _fight(s, t, w, side, node):
    if node == codes.NODE.TARGET:
        return choose_target(s, t, w)
    if node == codes.NODE.ATTACKER:
        return choose_attacker(s, t, w)
    if node in (codes.NODE.LOSS_ATT, codes.NODE.LOSS_DEF):
        return choose_loss(s, t, w)
    if node == codes.NODE.ADVANCE:
        return choose_advance(s, t, w)
    if node == codes.NODE.ADVANCE_TO:
        return choose_advance_cell(s, t, w)
    return choose_support(s, t, w, side, node)


@jit
def _administer(s, t, w, node):
    if node == codes.NODE.SETUP_PLACE:
        return administration.place(s, t, w)
    if node in (
        codes.NODE.MOBILIZE_PLACE,
        codes.NODE.REMNANTS_PLACE,
        codes.NODE.ARRIVE,
        codes.NODE.SEA_TO,
        codes.NODE.RAIL_TO,
    ):
        return administration.enter(s, t, w)
    if node == codes.NODE.RP_SPEND:
        return administration.spend(s, t, w)
    if node in (codes.NODE.SEA_PIECE, codes.NODE.RAIL_PIECE):
        return administration.choose_carried(s, t, w)
    return _answer(s, t, w, node)


@jit
def _answer(s, t, w, node):
    """Events and questions of yes or no."""
    if node == codes.NODE.EVENT_PICK:
        return administration.pick(s, t, w)
    if node == codes.NODE.EXCESS:
        return administration.extreme(s, t, w, -1)
    if node == codes.NODE.CHIT_PIECE or node == codes.NODE.CHIT_UNITS:
        return administration.extreme(s, t, w, 1)
    if node in (codes.NODE.EVENT_PLAY, codes.NODE.REMNANTS):
        return administration.play_chit(s, t, w)
    if node == codes.NODE.CHIT_HEX:
        return administration.road_hex(s, t, w)
    if node == codes.NODE.RP_PURSE:
        return administration.purse(s, t)
    if node == codes.NODE.MOBILIZE:
        return administration.mobilize(s, t)
    if node == codes.NODE.RP_FULL:
        return administration.YES
    if node == codes.NODE.EVACUATE:
        return administration.NO
    return DONE if node in (codes.NODE.RESERVE_HQ, codes.NODE.RELEASE_HQ) else codes.NOBODY_PIECE
