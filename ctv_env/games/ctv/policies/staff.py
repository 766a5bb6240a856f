"""The planning opponent: it evaluates the whole map before each decision and delegates each node to its module."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import NODE
from ctv_env.games.ctv.policies.after_combat import (
    choose_advance,
    choose_advance_hex,
    choose_breakdown,
    choose_loss,
    choose_new_column,
    choose_retreat,
    choose_withdrawal,
)
from ctv_env.games.ctv.policies.fights import choose_attacker, choose_target
from ctv_env.games.ctv.policies.moves import choose_destination, choose_mover
from ctv_env.games.ctv.policies.setup import choose_place, choose_trench
from ctv_env.games.ctv.policies.support import choose_support
from ctv_env.games.ctv.policies.uniform import uniform


@jit
def staff(s, t, w, orders):
    """Return the action of the side to move at the current node, whose mask is in ``w``; ``orders`` affect movement."""
    node = int(s.node)
    if node == NODE.MOVE:
        return choose_mover(s, t, w, orders)
    if node == NODE.MOVE_TO:
        return choose_destination(s, t, w, orders)
    if node == NODE.TARGET:
        return choose_target(s, t, w)
    if node == NODE.ATTACKERS:
        return choose_attacker(s, t, w)
    if NODE.SUPPORT_ATT <= node <= NODE.SUPPLY_COLUMN_DEF:
        return choose_support(s, t, w)
    if node in (NODE.LOSS_ATT, NODE.LOSS_DEF):
        return choose_loss(s, t, w)
    if node == NODE.RETREAT:
        return choose_retreat(s, t, w)
    if node == NODE.ADVANCE:
        return choose_advance(s, t, w)
    if node == NODE.ADVANCE_TO:
        return choose_advance_hex(s, t, w)
    return _beside_the_fight(s, t, w, node)


@jit
def _beside_the_fight(s, t, w, node):
    """Set-up, withdrawals, reinforcements, surrender."""
    if node == NODE.PLACE:
        return choose_place(s, t, w)
    if node == NODE.PLACE_TRENCH:
        return choose_trench(s, t, w)
    if node == NODE.WITHDRAW:
        return choose_withdrawal(s, t, w)
    if node == NODE.PLACE_SC:
        return choose_new_column(s, t, w)
    if node == NODE.BREAKDOWN:
        return choose_breakdown(s, t, w)
    return uniform(w)
