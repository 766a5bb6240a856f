"""The interface of a game for search agents, all compiled: plans of several actions and fast playouts."""

import dataclasses
from collections.abc import Callable

import numpy as np

from ctv_env.core.spec import GameSpec


@dataclasses.dataclass(frozen=True)
class Search:
    """The search functions that a game provides.

    Attributes:
        policy: the compiled policy used in playouts and wherever nothing is searched.
        plan_nodes: the nodes that one plan covers, such as those of a movement segment.
        plan_length: maximum number of actions in a plan.
        plan: (states, i, tables, scratch, orders, actions) -> number of actions written: the policy's actions for all
            of ``plan_nodes``, varied by ``orders``, 0 for no variation; the state is advanced.
        play_until: (states, tables, scratch, turn, actions, values): play every state on until ``turn`` begins, and
            write its value for the first side, -1 to 1; ``actions`` is a buffer for a plan.
        fight_nodes: nodes at which a choice is evaluated over the dice that follow it.
        fight_rows: number of records that ``fight`` needs.
        fight: (states, raw, tables, scratch, 0, 1.0, turn, actions) -> value for the first side of the position in the
            first record, whose mask is in ``scratch``; ``raw`` is the same memory as bytes.
        tree_nodes: nodes at which a tree search branches.
        keyed: (tables record) -> a copy in which each die is determined by the seed and its event.
        unforced: (tables record) -> a copy with which the engine does not play forced decisions itself.
    """

    policy: str
    plan_nodes: tuple[str, ...]
    plan_length: int
    plan: Callable[..., int]
    play_until: Callable[..., None]
    fight_nodes: tuple[str, ...]
    fight_rows: int
    fight: Callable[..., float]
    tree_nodes: tuple[str, ...]
    keyed: Callable[[np.ndarray], np.ndarray]
    unforced: Callable[[np.ndarray], np.ndarray]


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
