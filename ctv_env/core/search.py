"""The interface of a game for search agents, all compiled: plans of several actions and fast playouts."""

import dataclasses
from collections.abc import Callable
from types import ModuleType

import numpy as np

from ctv_env.core.search_playouts import ROWS, search_playouts

_PLAN_LENGTH = 1000  # more than enough to choose and move every piece once


@dataclasses.dataclass(frozen=True)
class Search:
    """The search functions of a game.

    Attributes:
        policy: the compiled policy used in playouts and wherever nothing is searched.
        plan_nodes: the nodes that one plan covers, such as those of a movement segment.
        order_nodes: the nodes of another phase that is planned as a whole, such as purchases.  Since dice fall between
            its decisions, its plan is a number of orders and not a row of actions.
        plan_length: maximum number of actions in a plan.
        plan: see ``search_playouts.plan``, like the next two.
        heed: see ``search_playouts.heed``, like the next one.
        obey: plays the order nodes.
        play_until: plays positions on and values them.
        fight_nodes: nodes at which a choice is evaluated over the dice that follow it.
        fight_rows: number of records that ``fight`` needs.
        fight: the value of a choice in combat.
        tree_nodes: nodes at which a tree search branches.
        horizons: turns after which a playout of a decision of the first and of the second side is valued: when the
            enemy has answered.
        budgets: playouts for a plan of the agents ``rollout`` and ``mcts``, if none are named.
        plans: number of plans from which each of them chooses.
        result_share: weight, 0 to 1, of the result of the game in the value of a simulation of ``mcts``; the rest is
            the outlook two turns ahead.  With 0 it is not played to the end.
        keyed: (tables record) -> a copy in which each die is determined by the seed and its event, if the game can.
        unforced: (tables record) -> a copy with which the engine does not play forced decisions itself.
    """

    policy: str
    plan_nodes: tuple[str, ...]
    order_nodes: tuple[str, ...]
    plan_length: int
    plan: Callable[..., int]
    heed: Callable[..., int]
    obey: Callable[..., None]
    play_until: Callable[..., None]
    fight_nodes: tuple[str, ...]
    fight_rows: int
    fight: Callable[..., float]
    tree_nodes: tuple[str, ...]
    horizons: tuple[int, int]
    budgets: tuple[int, int]
    plans: tuple[int, int]
    result_share: float
    keyed: Callable[[np.ndarray], np.ndarray]
    unforced: Callable[[np.ndarray], np.ndarray]


def make_search(
    hooks: ModuleType,
    *,
    policy: str,
    plan_nodes: tuple[str, ...],
    order_nodes: tuple[str, ...],
    fight_nodes: tuple[str, ...],
    tree_nodes: tuple[str, ...],
    horizons: tuple[int, int],
    budgets: tuple[int, int],
    plans: tuple[int, int],
    result_share: float,
    keyed: dict[str, int],
) -> Search:
    """Return the search functions of a game.

    Args:
        hooks: as ``SearchHooks``.
        policy: as in ``Search``, like the next ones.
        plan_nodes: see there.
        order_nodes: see there.
        fight_nodes: see there.
        tree_nodes: see there.
        horizons: see there.
        budgets: see there.
        plans: see there.
        result_share: see there.
        keyed: values of fields of the tables with which dice are determined by the seed and their event; none if the
            game has no such dice.
    """
    compiled = search_playouts(hooks)
    return Search(
        policy=policy,
        plan_nodes=plan_nodes,
        order_nodes=order_nodes,
        plan_length=_PLAN_LENGTH,
        plan=compiled.plan,
        heed=compiled.heed,
        obey=compiled.obey,
        play_until=compiled.play_until,
        fight_nodes=fight_nodes,
        fight_rows=ROWS,
        fight=compiled.fight,
        tree_nodes=tree_nodes,
        horizons=horizons,
        budgets=budgets,
        plans=plans,
        result_share=result_share,
        keyed=lambda tables: _with(tables, **keyed),
        unforced=lambda tables: _with(tables, play_forced=0),
    )


def _with(tables: np.ndarray, **values: int) -> np.ndarray:
    """Return a copy of a tables record with new values of some fields."""
    copy = tables.copy()
    for name, value in values.items():
        copy[name] = value
    return copy
