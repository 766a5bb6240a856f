"""Monte Carlo tree search over determinizations, with chance nodes and progressive widening."""

import functools
import math
from collections.abc import Hashable

import numpy as np

from agents.search.budget import Budget
from agents.search.planner import Planner
from agents.search.playouts import END
from agents.search.sequential_halving import halve
from ctv_env.core.game import Game
from ctv_env.core.spec import CHANCE_NAME
from ctv_env.core.view import View

BUDGET = Budget(192)
EXPLORATION = 0.3  # of UCB1, for values from -1 to 1
WIDENING = 0.3  # a node visited n times may have so many times the root of n children
DEPTH = 4  # nodes of the tree below the plan
FORESIGHT = 2  # turns from now at whose start a playout is valued the first time


class Node:
    """A decision or outcome of chance in the tree: its visits, and the sum of their values for the searcher."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Hashable, Node] = {}
        self.visits, self.total = 0, 0.0

    def pick(self, keys: list[int], sign: int) -> int:
        """The next of ``keys``, best first, for the searcher (sign 1) or his enemy (-1).

        A new one while the visits allow it (progressive widening), else the highest upper confidence bound (UCB1) of
        those known.
        """
        known = [key for key in keys if key in self.children]
        if len(known) < len(keys) and len(known) < WIDENING * math.sqrt(self.visits + 1):
            return next(key for key in keys if key not in self.children)
        spread = EXPLORATION * math.sqrt(math.log(self.visits + 1))

        def bound(key: int) -> float:
            child = self.children[key]
            return sign * child.total / child.visits + spread / math.sqrt(child.visits)

        return max(known, key=bound)

    def child(self, key: Hashable) -> "Node":
        """The child of ``key``, new if need be."""
        return self.children.setdefault(key, Node())


class MctsAgent(Planner):
    """Every simulation of a plan goes down a tree of what follows it, and on by a playout to the end.

    Plans are kept or dropped by sequential halving.  In the tree of each both sides choose for themselves at the nodes
    that the game names (``core.search.Search.tree_nodes``), and every outcome of chance is a node: at the next plan a
    simulation leaves the tree, and where the game's policy decides it passes on.
    """

    name = "mcts"
    plans = 16

    def __init__(self, budget: Budget = BUDGET, game: str | None = None):
        super().__init__(budget, game)

    def search(self, view: View, candidates: list[tuple[int, ...]], budget: Budget) -> tuple[int, ...]:
        """The candidate with the highest mean value in the last round."""
        draw = functools.partial(self.playouts.draw, view)
        return halve(candidates, budget, draw, functools.partial(self._worth, view, Node()))

    def _worth(self, view: View, root: Node, plan: tuple[int, ...], states: np.ndarray) -> float:
        self.playouts.follow(states, plan)
        return sum(self._simulate(view, root.child(plan), states[i : i + 1]) for i in range(len(states)))

    def _simulate(self, view: View, top: Node, states: np.ndarray) -> float:
        """Go down the tree of a plan once, play on, and note the value along the way."""
        path = [top]
        game = Game(self.playouts.spec, self.playouts.tables, states)
        plan_nodes = self.playouts.search.plan_nodes
        while path[-1].visits and len(path) <= DEPTH and game.to_move is not None and game.node not in plan_nodes:
            self._descend(view, game, path)
        value = self._value(view, states)
        for node in path:
            node.visits += 1
            node.total += value
        return value

    def _value(self, view: View, states: np.ndarray) -> float:
        """Half the outlook before long, which varies little, and half the result, which errs for neither side."""
        soon = self.playouts.values(states, view.turn + FORESIGHT, view.side)[0]
        return (soon + self.playouts.values(states, END, view.side)[0]) / 2

    def _descend(self, view: View, game: Game, path: list[Node]) -> None:
        """One outcome of chance or decision further."""
        if game.to_move == CHANCE_NAME:
            path.append(path[-1].child(game.roll()))
            return
        first = self.fighter.policy.advise(game)
        if game.node in self.playouts.search.tree_nodes:
            keys = [first, *(action for action in game.legal_actions() if action != first)]
            first = path[-1].pick(keys, 1 if game.to_move == view.side else -1)
            path.append(path[-1].child(first))
        game.step(first)
