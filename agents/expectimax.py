"""Combat by expectimax: each choice in it is weighed exactly over the dice, all else is left to the staff."""

import numpy as np

from agents.compiled import FIGHT_ROWS, HURDLE, balance_of, fight_out, follow
from agents.scripted import GamePolicy
from ctv_env.core.game import Game
from ctv_env.core.jit import records

CHOICES = ("TARGET", "LOSS_ATT", "LOSS_DEF", "RETREAT")
"""Nodes at which it searches: naming attackers one by one took most of its time, and changed nothing."""

MARGIN = 2.0  # by which a choice must be better than that of the staff, who also thinks of what comes after
_NO_MORE = 0  # the action DONE
_SEEDS = 2**62


class ExpectimaxAgent:
    """Takes the choice with the highest value in a game that could be the true one, drawn anew for each decision.

    The horizon is the end of the combat; its enemy retreats as is worst for it (see ``policies/fight_out.py``).
    """

    name = "expectimax"
    observation = None

    def __init__(self):
        self.staff = GamePolicy("staff")
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start its randomness anew."""
        self.staff.reset(seed)
        self._random = np.random.default_rng(seed)
        self._fights: Fights | None = None

    def act(self, observation, mask, info) -> int:
        """The best choice in a combat, else what the staff does."""
        view = info["view"]
        first = self.staff.choose(view)
        if view.node not in CHOICES or mask.sum() == 1:
            return first
        world = view.determinize(int(self._random.integers(_SEEDS)))
        if self._fights is None:
            self._fights = Fights(world)
        values = {action: self._fights.value(world, action, view.side) for action in view.legal_actions()}
        values[first] += MARGIN
        return max(values, key=values.get)


class Fights:
    """Values of choices in the combats of one game."""

    def __init__(self, game: Game):
        """Set up scratch for games like ``game``, of which only rules and tables are read."""
        self._sides = game.rules.sides
        self._tables = game.tables.record.copy()
        self._tables["keyed_dice"], self._tables["play_forced"] = 1, 0
        self._states, self._works = records(FIGHT_ROWS, game.rules.state), records(1, game.rules.work)
        self._raw = self._states.view(np.uint8).reshape(FIGHT_ROWS, -1)
        self._masks = np.zeros((FIGHT_ROWS, game.rules.n_actions), np.int8)

    def value(self, game: Game, action: int, side: str) -> float:
        """What the legal ``action`` in ``game`` is worth to ``side``, in the measure of ``fight_out``.

        Not to attack is worth what an attack must promise (``HURDLE``) more than the position as it is.
        """
        self._states[0] = game.record
        k, sign = self._sides.index(side), 1 if side == self._sides[0] else -1
        if game.node == "TARGET" and action == _NO_MORE:
            return sign * balance_of(self._states, 0, self._tables) + HURDLE[k]
        follow(self._states, 0, self._tables, self._works, np.array([action]))
        return sign * fight_out(self._states, self._raw, self._masks, self._tables, self._works, 0, 1.0)
