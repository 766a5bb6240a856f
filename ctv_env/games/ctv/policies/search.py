"""The search functions of this game (``core.search.Search``)."""

from ctv_env.core.hooks import gather_hooks
from ctv_env.core.search import Search
from ctv_env.core.terms import SearchHooks
from ctv_env.games.ctv.engine.machine import RULES
from ctv_env.games.ctv.policies import outlook, playouts

SEARCH = Search(
    hooks=gather_hooks("ctv", SearchHooks, playouts, outlook, RULES),
    policy="staff",
    plan_nodes=("MOVE", "MOVE_TO"),
    order_nodes=(),
    fight_nodes=("LOSS_DEF", "RETREAT"),
    tree_nodes=("RETREAT", "TARGET"),
    horizons=(1, 2),  # the Republican answers on the same turn, the Nationalist on the next
    budgets=(48, 192),
    plans=(8, 16),
    result_share=0.5,
    keyed_by={"keyed_dice": 1},
)
