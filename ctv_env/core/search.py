"""The interface of a game for search agents, all compiled: plans of several actions and fast playouts."""

import dataclasses
import types
from collections.abc import Callable, Mapping
from types import ModuleType

import numpy as np

from ctv_env.core.search_playouts import ROWS, search_playouts


@dataclasses.dataclass(frozen=True, kw_only=True)
class Search:
    """What a game offers to search agents.

    Attributes:
        hooks: the ``SearchHooks``, or ``OrderHooks`` if there are order nodes.
        policy: the compiled policy used in playouts and wherever nothing is searched.
        plan_nodes: the nodes that one plan covers, such as those of a movement segment.
        order_nodes: the nodes of another phase that is planned as a whole, such as purchases.  Since dice fall between
            its decisions, its plan is a number of orders and not a row of actions.
        fight_nodes: nodes at which a choice is evaluated over the dice that follow it.
        tree_nodes: nodes at which a tree search branches.
        horizons: turns after which a playout of a decision of the first and of the second side is valued: when the
            enemy has answered.
        budgets: playouts for a plan of the agents ``rollout`` and ``mcts``, if none are named.
        plans: number of plans from which each of them chooses.
        result_share: weight, 0 to 1, of the result of the game in the value of a simulation of ``mcts``; the rest is
            the outlook two turns ahead.  With 0 it is not played to the end.
        keyed_by: values of fields of the tables with which dice are determined by the seed and their event; none if the
            game has no such dice.
        plan_length: maximum number of actions in a plan; more than enough to choose and move every piece once.
        fight_rows: number of records that ``fight`` needs.
    """

    hooks: ModuleType
    policy: str
    plan_nodes: tuple[str, ...]
    order_nodes: tuple[str, ...]
    fight_nodes: tuple[str, ...]
    tree_nodes: tuple[str, ...]
    horizons: tuple[int, int]
    budgets: tuple[int, int]
    plans: tuple[int, int]
    result_share: float
    keyed_by: Mapping[str, int]
    plan_length: int = 1000
    fight_rows: int = ROWS

    @property
    def _compiled(self) -> types.SimpleNamespace:
        return search_playouts(self.hooks)

    @property
    def plan(self) -> Callable[..., int]:
        """See ``search_playouts.plan``, like the next four."""
        return self._compiled.plan

    @property
    def heed(self) -> Callable[..., int]:
        """The choice at an order node."""
        return self._compiled.heed

    @property
    def obey(self) -> Callable[..., None]:
        """Plays the order nodes."""
        return self._compiled.obey

    @property
    def play_until(self) -> Callable[..., None]:
        """Plays positions on and values them."""
        return self._compiled.play_until

    @property
    def fight(self) -> Callable[..., float]:
        """The value of a choice in combat."""
        return self._compiled.fight

    def keyed(self, tables: np.ndarray) -> np.ndarray:
        """Return a copy of a tables record in which each die is determined by the seed and its event, if it can be."""
        return _with(tables, self.keyed_by)

    def unforced(self, tables: np.ndarray) -> np.ndarray:
        """Return a copy of a tables record with which the engine does not play forced decisions itself."""
        return _with(tables, {"play_forced": 0})


def _with(tables: np.ndarray, values: Mapping[str, int]) -> np.ndarray:
    """Return a copy of a tables record with new values of some fields."""
    copy = tables.copy()
    for name, value in values.items():
        copy[name] = value
    return copy
