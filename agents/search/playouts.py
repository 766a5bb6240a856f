"""Determinizations, played on at speed: the basis of the searching agents.

Draws carry their own dice, keyed by event, so that candidates tried on the same draws share their dice (common random
numbers).
"""

import dataclasses

import numpy as np

from ctv_env.core.dice import SEARCH, stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.playout import playout
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.core.spec import GameSpec, search_of
from ctv_env.core.view import View

END = 1000
"""A turn that never begins: a playout until then runs to the end of the game."""

_SEEDS = 2**62
_ORDERS = 2**31


def sources_of(spec: GameSpec) -> tuple[str, ...]:
    """Return the modules of a game by which a searching agent decides."""
    return (f"{spec.package}.policies.search",)


class Playouts:
    """Draws, plans and playouts for one game; all randomness comes from ``seed``."""

    def __init__(self, game: Game, seed: int):
        """Set up scratch for games like ``game``, of which only spec and tables are read."""
        self.spec, self.search = game.spec, search_of(game.spec)
        self._tables = self.search.keyed(game.tables.record)
        self.tables = dataclasses.replace(game.tables, record=self._tables)
        self._random = np.random.default_rng(seed)
        self._scratch = records(1, game.spec.scratch)
        self._scratch[0]["rng"] = stream(seed, SEARCH)
        self._actions = np.zeros(self.search.plan_length, np.int64)
        self._follow = playout(game.spec.hooks()).follow

    def draw(self, view: View, n: int) -> np.ndarray:
        """Return states, (n,) records: one determinization, n times with different future dice."""
        states = records(n, self.spec.state)
        states[:] = view.determinize(int(self._random.integers(_SEEDS))).record
        states["rng"] = self._random.integers(1, _SEEDS, n)
        return states

    def plans(self, view: View, n: int) -> list[tuple[int, ...]]:
        """Return up to ``n`` different plans for the side of ``view``, the one by plain orders first."""
        state = self.draw(view, 1)
        orders = [PLAIN_ORDERS, *self._random.integers(1, _ORDERS, n - 1).tolist()]
        return list(dict.fromkeys(self._plan(state.copy(), one) for one in orders))

    def orders(self, n: int) -> list[tuple[int, ...]]:
        """Return ``n`` orders, the plain ones first."""
        return [(PLAIN_ORDERS,), *((int(one),) for one in self._random.integers(1, _ORDERS, n - 1))]

    def heed(self, view: View, orders: int) -> int:
        """Return the policy's action under ``orders`` at the order node of ``view``."""
        return int(self.search.heed(self.draw(view, 1), 0, self._tables, self._scratch, orders))

    def obey(self, states: np.ndarray, orders: int) -> None:
        """Play the order nodes of ``states`` to their end."""
        self.search.obey(states, self._tables, self._scratch, orders)

    def _plan(self, states: np.ndarray, orders: int) -> tuple[int, ...]:
        n = self.search.plan(states, 0, self._tables, self._scratch, orders, self._actions)
        return tuple(self._actions[:n].tolist())

    def follow(self, states: np.ndarray, actions: tuple[int, ...]) -> None:
        """Take ``actions`` in each of ``states``; a die due after them is not rolled."""
        array = np.array(actions, np.int64)
        for i in range(len(states)):
            self._follow(states, i, self._tables, self._scratch, array)

    def horizon(self, view: View) -> int:
        """Return the turn at whose start a playout of the current decision ends: when the enemy has answered."""
        return view.turn + self.search.horizons[view.sides.index(view.side)]

    def values(self, states: np.ndarray, turn: int, side: str) -> np.ndarray:
        """Play ``states`` until ``turn`` begins; return the value for ``side`` in each, -1 to 1."""
        found = np.zeros(len(states))
        self.search.play_until(states, self._tables, self._scratch, turn, self._actions, found)
        return found if side == self.spec.sides[0] else -found
