"""Expectimax for combat: its choices are averaged over the dice that follow, the rest is left to the game's policy."""

import numpy as np

from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.agents.search.playouts import Playouts, sources_of
from ctv_env.core.jit import records
from ctv_env.core.playout import playout
from ctv_env.core.spec import search_of, spec_of
from ctv_env.core.view import View

WORLDS = 4  # determinizations on which each choice is tried


class ExpectimaxAgent:
    """Takes the choice with the highest mean value over determinizations, redrawn for each decision.

    The end of a combat is valued by a playout until the enemy has answered.  The game names the nodes at which it
    searches (``core.search.Search.fight_nodes``); elsewhere it follows the game's policy.

    Args:
        game: as ``spec_of`` takes it.

    Attributes:
        policy: decides where it does not search.
        search: the game's search interface.
        sources: modules of the game by which it decides.

    Raises:
        NoSearchError: (a ValueError) the game does not support search.
    """

    name = "expectimax"
    observation = None

    def __init__(self, game: str | None = None):
        spec = spec_of(game)
        self.search = search_of(spec)
        self.policy = GamePolicy(self.search.policy, game)
        self.sources = (*self.policy.sources, *sources_of(spec))
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Reset its randomness."""
        self.policy.reset(seed)
        self._seed = seed
        self._fights: Fights | None = None

    def act(self, observation: object, mask: np.ndarray, info: dict) -> int:
        """Return the best choice in combat, otherwise the policy's."""
        view = info["view"]
        first = self.policy.choose(view)
        if view.node not in self.search.fight_nodes or mask.sum() == 1:
            return first
        if self._fights is None:
            self._fights = Fights(Playouts(view.determinize(self._seed), self._seed))
        values = self._fights.values(view)
        best = max(values, key=lambda action: values[action])
        return first if values[first] == values[best] else best


class Fights:
    """Values of combat choices in one game.

    Args:
        playouts: whose draws are used.
    """

    def __init__(self, playouts: Playouts):
        self._playouts = playouts
        spec, search = playouts.spec, playouts.search
        self._fight, self._follow = search.fight, playout(spec.hooks()).follow
        self._tables = search.unforced(playouts.tables.record)
        self._states, self._scratch = records(search.fight_rows, spec.state), records(1, spec.scratch)
        self._raw = self._states.view(np.uint8).reshape(search.fight_rows, -1)
        self._actions = np.zeros(search.plan_length, np.int64)

    def values(self, view: View) -> dict[int, float]:
        """Return the value of each legal action to the side of ``view``, -1 to 1."""
        sign = 1 if view.side == view.sides[0] else -1
        worlds = np.concatenate([self._playouts.draw(view, 1) for _ in range(WORLDS)])
        turn = self._playouts.horizon(view)
        return {
            action: float(sign * np.mean([self.value(world, action, turn) for world in worlds]))
            for action in view.legal_actions()
        }

    def value(self, state: np.void, action: int, turn: int) -> float:
        """Return the value of the legal ``action`` in ``state`` to the first side, as defined by ``Search.fight``."""
        self._states[0] = state
        self._follow(self._states, 0, self._tables, self._scratch, np.array([action]))
        return self._fight(self._states, self._raw, self._tables, self._scratch, 0, 1.0, turn, self._actions)
