"""What the plans that begin in some positions lead to, in the form that a value network reads."""

import typing
from collections.abc import Sequence

import numpy as np

from ctv_env.core.jit import records
from ctv_env.core.observation import Layout, meaning_of
from ctv_env.core.plan_play import plan_play
from ctv_env.core.rows import row_filler
from ctv_env.core.spec import GameSpec, search_of
from ctv_env.core.terms import FIRST, Tables

OBSERVATION = "flat"
"""The kind of observation that value networks read."""

_NEARLY_SURE = 0.999


class Outcomes(typing.NamedTuple):
    """The positions after n x k plans, those of the first position first."""

    states: np.ndarray  # (n * k,) records
    rows: np.ndarray  # uint8 (n * k, size): what the side that planned observes
    outlooks: np.ndarray  # float32 (n * k,): its prospects by the game's own ``outlook``, -1 to 1


class PlanTrials:
    """Plans of a game's search policy, played to their end; not for several threads at once.

    Args:
        spec: of the game.
        tables: of the scenario.
        seed: of the policies' randomness, and of what is drawn.

    Attributes:
        layouts: of the observations.
        tables: (1,) tables record.

    Raises:
        NoSearchError: (a ValueError) the game offers nothing to search agents.
        KeyError: the game has no observation ``OBSERVATION``.
    """

    def __init__(self, spec: GameSpec, tables: Tables, seed: int):
        search = search_of(spec)
        self.layouts: Sequence[Layout] = tables.observations[OBSERVATION]
        self._plan, self._play_until = search.plan, search.play_until
        self._compiled = plan_play(search.hooks)
        self._fill_rows = row_filler(spec.hooks())
        self._spec, self.tables = spec, tables.record
        self._kind = tuple(tables.observations).index(OBSERVATION)
        self._scratch = records(1, spec.scratch)
        self._random = np.random.default_rng(seed)
        self._scratch[0]["rng"] = self._draw()
        self._actions = np.zeros(search.plan_length, np.int64)

    def _draw(self) -> int:
        return int(self._random.integers(1, 2**62))

    def play_on(self, states: np.ndarray) -> None:
        """Play ``states``, (n,) records, on by the policy until a plan begins or the game is over."""
        self._compiled.play_to_plans(states, self.tables, self._scratch)

    def imagined(self, states: np.ndarray) -> np.ndarray:
        """Return copies of ``states``, (n,) records, with all that the side to move does not know drawn anew."""
        drawn = records(len(states), self._spec.state)
        drawn[:] = states
        for i in range(len(states)):
            drawn["rng"][i] = self._draw()
            side = int(drawn["to_move"][i])
            self._spec.engine.determinize(drawn, i, self.tables, self._scratch, side)
        return drawn

    def outcomes(self, states: np.ndarray, orders: np.ndarray) -> Outcomes:
        """Return what the plans under ``orders``, int64 (n, k), lead to from ``states``, (n,) records."""
        n = orders.size
        ends, outlooks = records(n, self._spec.state), np.zeros(n, np.float32)
        self._compiled.try_plans(states, self.tables, self._scratch, orders, self._actions, ends, outlooks)
        return self._seen(ends, np.repeat(states["to_move"].astype(np.int64), orders.shape[1]), outlooks)

    def after(self, states: np.ndarray, side: int) -> Outcomes:
        """Return ``states``, (n,) records, as what plans of ``side`` have led to."""
        outlooks = np.zeros(len(states))
        self._play_until(states.copy(), self.tables, self._scratch, 0, self._actions, outlooks)  # turn 0 is over
        return self._seen(states, np.full(len(states), side), outlooks.astype(np.float32))

    def _seen(self, ends: np.ndarray, sides: np.ndarray, outlooks: np.ndarray) -> Outcomes:
        """Return the positions ``ends``, (n,) records, with what ``sides``, int64 (n,), observe there."""
        rows = np.zeros((len(ends), sum(layout.size for layout in self.layouts)), np.uint8)
        self._fill_rows(ends, self.tables, self._scratch, sides, self._kind, rows)
        return Outcomes(ends, rows, np.where(sides == FIRST, outlooks, -outlooks))

    def plan(self, states: np.ndarray, orders: int) -> list[int]:
        """Return the actions of the plan under ``orders`` from ``states``, (1,) records, and play it there."""
        n = self._plan(states, 0, self.tables, self._scratch, orders, self._actions)
        return self._actions[:n].tolist()


def inputs(rows: np.ndarray, outlooks: np.ndarray, layouts: Sequence[Layout]) -> np.ndarray:
    """Return the numbers that a value network reads, float32 (n, size + 1).

    Args:
        rows: uint8 (n, size), observations.
        outlooks: float32 (n,), of the same positions, -1 to 1.
        layouts: of the rows.
    """
    zeros, units = meaning_of(layouts)
    numbers = np.empty((len(rows), len(zeros) + 1), np.float32)
    np.subtract(rows, zeros, out=numbers[:, :-1])
    numbers[:, :-1] *= units
    numbers[:, -1] = np.arctanh(np.clip(outlooks, -_NEARLY_SURE, _NEARLY_SURE))
    return numbers
