"""The search functions of this game (``core.search.Search``)."""

from ctv_env.core.hooks import gather_hooks
from ctv_env.core.search import Search
from ctv_env.core.terms import OrderHooks
from ctv_env.games.arriba.engine.machine import RULES
from ctv_env.games.arriba.policies import outlook, playouts

SEARCH = Search(
    hooks=gather_hooks("arriba", OrderHooks, playouts, outlook, RULES),
    policy="staff",
    plan_nodes=("MOVE", "MOVE_BG", "MOVE_TO", "DROP", "DROP_POST"),
    order_nodes=(
        *("SUPPLY_MENU", "BUILD_CLASS", "BUILD_AREA", "CHANGE_AREA", "CHANGE_UNIT", "AP_TYPE", "AP_PAY", "AP_PORT"),
        *("LIFT_MENU", "LIFT_FROM", "LIFT_TO", "LIFT_UNIT", "LIFT_AP"),
    ),
    fight_nodes=("EXCHANGE",),
    tree_nodes=("ATTACK", "COUNTER"),
    horizons=(2, 2),  # the player turns are in either order
    budgets=(128, 256),
    plans=(24, 32),
    result_share=0.0,  # a campaign goes on for up to 13 turns, and its result says little about one plan
    keyed_by={"keyed_dice": 1},
)
