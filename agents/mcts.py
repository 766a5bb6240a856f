"""Monte Carlo tree search over determinizations, with chance nodes and progressive widening."""

import math

from agents.budget import Budget
from agents.compiled import MOVEMENT
from agents.planner import Planner
from agents.playouts import horizon
from ctv_env.core.game import CHANCE_NAME, Game
from ctv_env.core.view import View

BUDGET = Budget(240)
EXPLORATION = 0.3  # of UCB1, for values from -1 to 1
WIDENING = 1.2  # a node visited n times may have so many times the root of n children
DEPTH = 8  # nodes of the tree below the root's children


class Node:
    """A decision or a die of the tree: how often it was visited, and with what sum of values for the searcher."""

    __slots__ = ("children", "total", "visits")

    def __init__(self):
        self.children: dict = {}
        self.visits, self.total = 0, 0.0

    def pick(self, keys: list, sign: int):
        """The next of ``keys``, best first, for the searcher (sign 1) or his enemy (-1).

        A new one while the visits allow it (progressive widening), else the highest upper confidence bound (UCB1) of
        those known.
        """
        known = [key for key in keys if key in self.children]
        if len(known) < len(keys) and len(known) < WIDENING * math.sqrt(self.visits + 1):
            return next(key for key in keys if key not in self.children)
        spread = EXPLORATION * math.sqrt(math.log(self.visits + 1))

        def bound(key):
            child = self.children[key]
            return sign * child.total / child.visits + spread / math.sqrt(child.visits)

        return max(known, key=bound)

    def child(self, key) -> "Node":
        """The child of ``key``, new if need be."""
        return self.children.setdefault(key, Node())


class MctsAgent(Planner):
    """One tree for each decision; every simulation goes down it in a new draw, and on by a playout of the staff.

    In the tree both sides choose for themselves, and every die is a node.  It holds combat: at the next movement
    segment, or where the staff decides, a simulation leaves it or passes on.
    """

    name = "mcts"
    branches = ("RETREAT", "TARGET")  # decisions inside the tree
    plans = 24

    def __init__(self, budget: Budget = BUDGET):
        super().__init__(budget)

    def search(self, view: View, candidates: list[tuple[int, ...]], budget: Budget) -> tuple[int, ...]:
        """The candidate that was visited most."""
        root, turn, purse = Node(), horizon(view), budget.open()
        while not purse.is_empty:
            self._simulate(view, root, candidates, turn)
            purse.spend(1)
        return max(candidates, key=lambda one: root.children[one].visits if one in root.children else 0)

    def _simulate(self, view: View, root: Node, candidates: list[tuple[int, ...]], turn: int) -> None:
        """Go down the tree once, play on, and note the value along the way."""
        states = self.playouts.draw(view, 1)
        first = root.pick(candidates, 1)
        self.playouts.follow(states, first)
        path = [root, root.child(first)]
        game = Game(self.playouts.rules, self.playouts.tables, states)
        while path[-1].visits and len(path) < DEPTH + 2 and self._is_inside(game, turn):
            self._descend(view, game, path)
        value = self.playouts.values(states, turn, view.side)[0]
        for node in path:
            node.visits += 1
            node.total += value

    def _is_inside(self, game: Game, turn: int) -> bool:
        return game.to_move is not None and game.turn < turn and game.node not in MOVEMENT

    def _descend(self, view: View, game: Game, path: list[Node]) -> None:
        """One die or decision further."""
        if game.to_move == CHANCE_NAME:
            path.append(path[-1].child(game.roll()))
            return
        first = self.fighter.staff.advise(game)
        if game.node in self.branches:
            keys = [first, *(action for action in game.legal_actions() if action != first)]
            first = path[-1].pick(keys, 1 if game.to_move == view.side else -1)
            path.append(path[-1].child(first))
        game.step(first)
