"""The interface of a game for search agents, all compiled: plans of several actions and fast playouts."""

import dataclasses
import typing
from collections.abc import Callable
from types import ModuleType

import numpy as np

from ctv_env.core.search_playouts import ROWS, search_playouts
from ctv_env.core.spec import GameSpec, Record

_PLAN_LENGTH = 1000  # more than enough to choose and move every piece once


class SearchHooks(typing.Protocol):
    """The module of a game from which its search functions are built (``search_playouts.py``).

    Functions are compiled and take the state, tables and scratch record: ``s``, ``t``, ``w``.
    """

    def take_step(self, s: Record, t: Record, w: Record, action: int) -> None:
        """As in ``core.spec.RuleHooks``, like the next two."""

    def draw_outcome(self, s: Record, t: Record) -> int: ...

    def fill_mask(self, s: Record, t: Record, w: Record) -> int: ...

    def advise(self, s: Record, t: Record, w: Record) -> int:
        """Return the action of the search policy at the current decision, whose mask is in ``w``."""

    def begins_plan(self, s: Record) -> bool:
        """Return whether a plan begins at this decision."""

    def march(self, s: Record, t: Record, w: Record, orders: int, actions: np.ndarray) -> int:
        """Play the plan nodes to their end by the policy under ``orders``; return the number of ``actions`` written."""

    def heed(self, s: Record, t: Record, w: Record, orders: int) -> int:
        """Return the action of the search policy under ``orders`` at an order node; needed only if there are some."""

    def obey(self, s: Record, t: Record, w: Record, orders: int) -> None:
        """Play the order nodes to their end under ``orders``, dice included; needed only if there are some."""

    def outlook(self, s: Record, t: Record) -> float:
        """Return the prospects of the first side, -1 to 1; its result, -1 or 1, once the game is over."""

    def is_fighting(self, s: Record) -> bool:
        """Return whether the combat, over whose dice a choice is averaged, goes on."""

    def branches(self, s: Record) -> bool:
        """Return whether the die that is due, one of six faces, is averaged over; if not, it is rolled."""

    def settle(self, s: Record) -> None:
        """Clear what no longer affects play, so that equivalent positions have equal bytes."""


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


class NoSearchError(ValueError):
    """A game offers nothing to search agents."""


def search_of(spec: GameSpec) -> Search:
    """Return the search functions of a game.

    Raises:
        NoSearchError: the game provides none.
    """
    search = spec.search()
    if search is None:
        raise NoSearchError(f"the game {spec.name} offers nothing to search agents")
    return search
