"""The planning opponent: it weighs the whole map before each decision, and has a module for each phase."""

from ctv_env.core.batch import draw_action
from ctv_env.core.jit import jit
from ctv_env.games.arriba.model import codes
from ctv_env.games.arriba.policies.fights import fight
from ctv_env.games.arriba.policies.groups import organise
from ctv_env.games.arriba.policies.moves import choose_area, choose_destination, choose_group
from ctv_env.games.arriba.policies.politics import court
from ctv_env.games.arriba.policies.purchases import supply


@jit
def staff(s, t, w):
    """Return the action of the side to move, whose mask is in ``w``; where it has no opinion, a random one."""
    action = plan(s, t, w, int(s.to_move), int(s.node))
    return action if action >= 0 and w.mask[action] else draw_action(w.mask, w)


@jit
def plan(s, t, w, side, node):
    """Return the action that the staff wants; below 0, or one that is illegal, if it has no opinion."""
    if node in (codes.NODE.EVENT_PLACE, codes.NODE.EVENT_LOSE) or codes.NODE.LEGION_PORT <= node <= codes.NODE.LIFT_AP:
        return supply(s, t, w, side, node)
    if node <= codes.NODE.LEGION_LEAVES:
        return court(s, t, w, side, node)
    if codes.NODE.ORGANISE <= node <= codes.NODE.FORM_POST:
        return organise(s, t, w, side, node)
    if node == codes.NODE.MOVE:
        return choose_area(s, t, w)
    if node == codes.NODE.MOVE_BG:
        return choose_group(s, t, w)
    if node == codes.NODE.MOVE_TO:
        return choose_destination(s, t, w)
    if codes.NODE.ATTACK <= node <= codes.NODE.COUNTER_TARGET:
        return fight(s, t, w, side, node)
    return codes.NOWHERE
