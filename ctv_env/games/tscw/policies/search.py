"""The search functions of this game (``core.search.Search``)."""

from ctv_env.core.hooks import gather_hooks
from ctv_env.core.search import Search
from ctv_env.core.terms import SearchHooks
from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.policies import outlook, playouts

SEARCH = Search(
    hooks=gather_hooks("tscw", SearchHooks, playouts, outlook, RULES),
    policy="staff",
    plan_nodes=("MOVE_PIECE", "MOVE_MODE", "MOVE_TO"),
    order_nodes=(),
    fight_nodes=("AIR_DEF", "CHIT_ATT", "CHIT_DEF", "TERRAIN_PICK"),
    tree_nodes=("TARGET",),
    horizons=(3, 3),  # of the four turns all but the last: the outlook sees the result of a plan too late
    budgets=(384, 384),
    plans=(24, 24),
    result_share=0.5,
    keyed_by={"keyed_dice": 1},
)
