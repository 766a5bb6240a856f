"""Monte Carlo tree search over determinizations, with chance nodes and progressive widening."""

import functools
import math
from collections.abc import Hashable

import numpy as np

from ctv_env.agents.search.budget import Budget
from ctv_env.agents.search.planner import Planner
from ctv_env.agents.search.playouts import END
from ctv_env.agents.search.sequential_halving import halve
from ctv_env.core.game import Game
from ctv_env.core.terms import CHANCE_NAME
from ctv_env.core.view import View

EXPLORATION = 0.3  # of UCB1, for values from -1 to 1
WIDENING = 0.3  # a node visited n times has at most about this times the square root of n children
DEPTH = 4  # nodes of the tree below the plan
HORIZON_TURNS = 2  # turns ahead at whose start a playout is first valued


class Node:
    """A decision or outcome of chance in the tree: its visits, and the sum of their values for the searcher."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Hashable, Node] = {}
        self.visits, self.total = 0, 0.0

    def pick(self, keys: list[int], sign: int) -> int:
        """Return the next of ``keys``, best first, for the searcher (sign 1) or its enemy (-1).

        It is a new one while the visits allow it (progressive widening), else the known one with the highest upper
        confidence bound (UCB1).
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
        """Return the child of ``key``, created if necessary."""
        return self.children.setdefault(key, Node())


class MctsAgent(Planner):
    """Each simulation of a plan descends a tree of what follows it, then continues with a playout to the end.

    Plans are kept or dropped by sequential halving.  In the tree of a plan both sides choose for themselves at the
    nodes that the game names (``core.search.Search.tree_nodes``), and every outcome of chance is a node.  A simulation
    leaves the tree at the next plan; decisions of the game's policy are passed through.
    """

    name = "mcts"
    index = 1

    def search(self, view: View, candidates: list[tuple[int, ...]], budget: Budget) -> tuple[int, ...]:
        """Return the candidate with the highest mean value."""
        draw = functools.partial(self.playouts.draw, view)
        return halve(candidates, budget, draw, functools.partial(self._worth, view, Node()))

    def _worth(self, view: View, root: Node, plan: tuple[int, ...], states: np.ndarray) -> float:
        self.playouts.follow(states, plan)
        return sum(self._simulate(view, root.child(plan), states[i : i + 1]) for i in range(len(states)))

    def _simulate(self, view: View, top: Node, states: np.ndarray) -> float:
        """Descend the tree of a plan once, play on, and record the value along the path."""
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
        """Weigh the short-term outlook, which has low variance, against the result, which is unbiased."""
        soon = self.playouts.values(states, view.turn + HORIZON_TURNS, view.side)[0]
        share = self.playouts.search.result_share
        if share == 0:
            return soon
        return (1 - share) * soon + share * self.playouts.values(states, END, view.side)[0]

    def _descend(self, view: View, game: Game, path: list[Node]) -> None:
        """Advance by one outcome of chance or decision."""
        if game.to_move == CHANCE_NAME:
            path.append(path[-1].child(game.roll()))
            return
        first = self.fighter.policy.advise(game)
        if game.node in self.playouts.search.tree_nodes:
            keys = [first, *(action for action in game.legal_actions() if action != first)]
            first = path[-1].pick(keys, 1 if game.to_move == view.side else -1)
            path.append(path[-1].child(first))
        game.step(first)
