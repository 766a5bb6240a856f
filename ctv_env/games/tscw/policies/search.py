"""The search functions of this game (``core.search.Search``)."""

from ctv_env.core.search import make_search
from ctv_env.games.tscw.policies import playouts

SEARCH = make_search(
    playouts,
    policy="staff",
    plan_nodes=("MOVE_PIECE", "MOVE_MODE", "MOVE_TO"),
    order_nodes=(),
    fight_nodes=("AIR_DEF", "CHIT_ATT", "CHIT_DEF", "TERRAIN_PICK"),
    tree_nodes=("TARGET",),
    horizons=(1, 2),  # the Republican answers on the same turn, the Nationalist on the next
    budgets=(192, 192),
    plans=(8, 16),
    result_share=0.5,
    keyed={},
)
