"""Flat Monte Carlo: plans of movement are tried out on games that could be the true one."""

from agents.budget import Budget
from agents.planner import Planner
from agents.playouts import horizon
from ctv_env.core.view import View

BUDGET = Budget(48)
ROUNDS = 3
_BATCH = 4  # dice for each determinization, which takes as long as half a turn of play


class RolloutAgent(Planner):
    """All candidates are tried on the same draws, both sides played on by the staff; each round keeps the better half.

    That is sequential halving: every round may spend the same share of the budget.
    """

    name = "rollout"
    plans = 8

    def __init__(self, budget: Budget = BUDGET):
        super().__init__(budget)

    def search(self, view: View, candidates: list[tuple[int, ...]], budget: Budget) -> tuple[int, ...]:
        """The candidate with the highest mean value in the last round."""
        turn = horizon(view)
        totals = dict.fromkeys(candidates, 0.0)
        for _ in range(ROUNDS):
            purse = budget.times(1 / ROUNDS).open()
            while len(candidates) > 1 and not purse.is_empty:
                states = self.playouts.draw(view, min(_BATCH, int(max(budget.amount // (ROUNDS * len(candidates)), 1))))
                for one in candidates:
                    copies = states.copy()
                    self.playouts.follow(copies, one)
                    totals[one] += self.playouts.values(copies, turn, view.side).sum()
                purse.spend(len(states) * len(candidates))
            candidates = sorted(candidates, key=totals.get, reverse=True)[: (len(candidates) + 1) // 2]
        return candidates[0]
