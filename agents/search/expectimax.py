"""Expectimax in a fight: its choices are weighed over the dice that follow, the rest is done by the game's policy."""

import numpy as np

from agents.scripted.policy import GamePolicy
from agents.search.playouts import Playouts, horizon, sources_of
from ctv_env.core.jit import records
from ctv_env.core.playout import playout
from ctv_env.core.search import search_of
from ctv_env.core.view import View
from ctv_env.games import spec_of

WORLDS = 4  # determinizations on which each choice is tried


class ExpectimaxAgent:
    """Takes the choice with the highest mean value in games that could be the true one, drawn anew for each decision.

    The end of the fight is valued by a playout until the enemy has answered.  At which nodes it searches, the game says
    (``core.search.Search.fight_nodes``); elsewhere it does what the game's policy does.

    Args:
        game: which game, as ``spec_of`` takes it.

    Attributes:
        policy: what decides where it does not search.
        search: what the game offers.
        sources: modules of the game by which it decides.

    Raises:
        NoSearchError: (a ValueError) the game offers nothing to agents that search.
    """

    name = "expectimax"
    observation = None

    def __init__(self, game: str | None = None):
        self.search = search_of(spec_of(game))
        self.policy = GamePolicy(self.search.policy, game)
        self.sources = (*self.policy.sources, *sources_of(self.search))
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start its randomness anew."""
        self.policy.reset(seed)
        self._seed = seed
        self._fights: Fights | None = None

    def act(self, observation: object, mask: np.ndarray, info: dict) -> int:
        """The best choice in a fight, else what the policy does."""
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
    """Values of choices in the fights of one game.

    Args:
        playouts: whose draws are used.
    """

    def __init__(self, playouts: Playouts):
        self._playouts = playouts
        spec, search = playouts.spec, playouts.search
        self._fight, self._follow = search.fight, playout(spec.hooks()).follow
        self._tables = search.unforced(playouts.tables.record)
        self._states, self._works = records(search.fight_rows, spec.state), records(1, spec.work)
        self._raw = self._states.view(np.uint8).reshape(search.fight_rows, -1)
        self._actions = np.zeros(search.plan_length, np.int64)

    def values(self, view: View) -> dict[int, float]:
        """What each legal action is worth to the side of ``view``, -1 to 1."""
        sign = 1 if view.side == view.sides[0] else -1
        worlds = np.concatenate([self._playouts.draw(view, 1) for _ in range(WORLDS)])
        return {
            action: float(sign * np.mean([self.value(world, action, horizon(view)) for world in worlds]))
            for action in view.legal_actions()
        }

    def value(self, state: np.void, action: int, turn: int) -> float:
        """What the legal ``action`` in ``state`` is worth to the first side, as ``Search.fight`` says."""
        self._states[0] = state
        self._follow(self._states, 0, self._tables, self._works, np.array([action]))
        return self._fight(self._states, self._raw, self._tables, self._works, 0, 1.0, turn, self._actions)
