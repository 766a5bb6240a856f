"""Expectimax for the defender: losses and retreats are weighed over the dice of the combat, the rest is the staff's."""

import numpy as np

from agents.scripted.compiled import FIGHT_ROWS, fight_out, follow
from agents.scripted.policy import GamePolicy
from agents.search.playouts import LONGEST, Playouts, horizon
from ctv_env.core.jit import records

CHOICES = ("LOSS_DEF", "RETREAT")
"""Nodes at which it searches.

With many times the work its own targets, attackers and losses in attack were no better than those of the staff.
"""

WORLDS = 4  # determinizations on which each choice is tried


class ExpectimaxAgent:
    """Takes the choice with the highest mean value in games that could be the true one, drawn anew for each decision.

    The end of the combat is valued by a playout of the staff until the enemy has answered.
    """

    name = "expectimax"
    observation = None

    def __init__(self):
        self.staff = GamePolicy("staff")
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start its randomness anew."""
        self.staff.reset(seed)
        self._seed = seed
        self._fights: Fights | None = None

    def act(self, observation, mask, info) -> int:
        """The best choice of losses or retreat, else what the staff does."""
        view = info["view"]
        first = self.staff.choose(view)
        if view.node not in CHOICES or mask.sum() == 1:
            return first
        if self._fights is None:
            self._fights = Fights(Playouts(view.determinize(self._seed), self._seed))
        values = self._fights.values(view)
        return first if values[first] == max(values.values()) else max(values, key=values.get)


class Fights:
    """Values of choices in the combats of one game.

    Args:
        playouts: whose draws are used.
    """

    def __init__(self, playouts: Playouts):
        self._playouts = playouts
        spec = playouts.spec
        self._tables = playouts.tables.record.copy()
        self._tables["play_forced"] = 0
        self._states, self._works = records(FIGHT_ROWS, spec.state), records(1, spec.work)
        self._raw = self._states.view(np.uint8).reshape(FIGHT_ROWS, -1)
        self._actions = np.zeros(LONGEST, np.int64)

    def values(self, view) -> dict[int, float]:
        """What each legal action is worth to the side of ``view``, -1 to 1."""
        sign = 1 if view.side == view.sides[0] else -1
        worlds = np.concatenate([self._playouts.draw(view, 1) for _ in range(WORLDS)])
        return {
            action: sign * np.mean([self.value(world, action, horizon(view)) for world in worlds])
            for action in view.legal_actions()
        }

    def value(self, state: np.void, action: int, turn: int) -> float:
        """What the legal ``action`` in ``state`` is worth to the first side, as ``fight_out`` says."""
        self._states[0] = state
        follow(self._states, 0, self._tables, self._works, np.array([action]))
        return fight_out(self._states, self._raw, self._tables, self._works, 0, 1.0, turn, self._actions)
