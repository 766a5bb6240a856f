"""What a game offers to agents that search: plans of many actions, and games played on at speed, all compiled."""

import dataclasses
from collections.abc import Callable

import numpy as np

from ctv_env.core.spec import GameSpec


@dataclasses.dataclass(frozen=True)
class Search:
    """What a game fills in.

    Attributes:
        policy: the compiled policy by which playouts are played, and which decides where nothing is searched.
        plan_nodes: the nodes of what one plan covers, such as a movement segment.
        plan_length: actions of a plan, at most.
        plan: (states, i, tables, works, orders, actions) -> how many actions were written: what the policy would do
            with the whole of ``plan_nodes``, varied by ``orders``, 0 for plain ones; the state is played on.
        play_until: (states, tables, works, turn, actions, values): play every state on till ``turn`` begins, and write
            how well the first side then stands, -1 to 1; ``actions`` is room for a plan.
        fight_nodes: nodes at which a choice is weighed over the dice that it leads to.
        fight_rows: records that ``fight`` needs.
        fight: (states, raw, tables, works, 0, 1.0, turn, actions) -> the value for the first side of the position in
            the first record, whose mask is in ``works``; ``raw`` is the same memory as bytes.
        tree_nodes: decisions that a tree search branches on.
        keyed: (tables record) -> a copy of it in which each die follows from the seed and its event.
        unforced: (tables record) -> a copy in which the engine plays no decision by itself.
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
    """A game offers nothing to agents that search."""


def search_of(spec: GameSpec) -> Search:
    """What a game offers to agents that search.

    Raises:
        NoSearchError: nothing.
    """
    search = spec.search()
    if search is None:
        raise NoSearchError(f"the game {spec.name} offers nothing to agents that search")
    return search
