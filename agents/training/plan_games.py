"""Games in lockstep from plan to plan, in which value networks or chance choose the plans: data for value networks."""

import typing
from collections.abc import Callable, Sequence

import numpy as np

from ctv_env.agents.learned.plan_trials import Outcomes, PlanTrials
from ctv_env.core.dice import stream
from ctv_env.core.jit import records
from ctv_env.core.playout import playout
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.core.spec import GameSpec
from ctv_env.core.terms import NOBODY, Tables

_ORDERS = 2**31


class Player(typing.NamedTuple):
    """How a side chooses its plans; the game's search policy decides all else.

    Attributes:
        plans: number of plans to choose from; the first is the plain one, the others are under random orders.
        values: (outcomes) -> float32 (n,), by which it chooses; None to take the last.
        explores: share of the choices that are left to chance.
    """

    plans: int
    values: Callable[[Outcomes], np.ndarray] | None = None
    explores: float = 0.0


PLAIN = Player(1)
"""Always takes the plain plan."""

RANDOM = Player(2, explores=0.5)
"""Takes the plain plan once in four times, else one under random orders."""


class Lessons(typing.NamedTuple):
    """Positions after plans, in the order of play within each game."""

    rows: np.ndarray  # uint8 (n, size), what the side that planned observes
    outlooks: np.ndarray  # float32 (n,), as ``Outcomes.outlooks``
    sides: np.ndarray  # int8 (n,), index of the side that planned
    games: np.ndarray  # int32 (n,), index of the game
    results: np.ndarray  # float32 (n,): 1 if that side has won in the end, 0 if it has lost, 0.5 for a draw


def joined(parts: Sequence[Lessons]) -> Lessons:
    """Return the lessons of several calls of ``play_plan_games``, with their games numbered anew."""
    firsts = np.cumsum([0, *(int(part.games.max(initial=-1)) + 1 for part in parts[:-1])])
    parts = [part._replace(games=part.games + first) for part, first in zip(parts, firsts, strict=True)]
    return Lessons(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def win_rate(lessons: Lessons) -> float:
    """Return the mean result of the games in which something was planned, 0 if there are none."""
    results = dict(zip(lessons.games.tolist(), lessons.results.tolist(), strict=True))
    return sum(results.values()) / max(len(results), 1)


def play_plan_games(
    spec: GameSpec, tables: Tables, trials: PlanTrials, players: Sequence[Player], seeds: Sequence[int]
) -> Lessons:
    """Play the games of ``seeds`` to their end.

    Args:
        spec: of the game.
        tables: of the scenario.
        trials: of the same.
        players: by side.
        seeds: of the games, which are also those of the choices of plans.

    Raises:
        ValueError: nobody plans in any of the games.
    """
    random = np.random.default_rng(list(seeds))
    states = records(len(seeds), spec.state)
    states["rng"] = [stream(seed) for seed in seeds]
    playout(spec.hooks()).start_games(states, tables.record, records(1, spec.scratch))
    columns: list[tuple[np.ndarray, ...]] = []
    while True:
        trials.play_on(states)
        to_move = states["to_move"].copy()
        if (to_move == NOBODY).all():
            break
        for side, player in enumerate(players):
            games = np.flatnonzero(to_move == side)
            if len(games):
                orders = chosen(trials, player, states[games], random)
                after = trials.outcomes(states[games], orders[:, None])
                states[games] = after.states
                columns.append((after.rows, after.outlooks, np.full(len(games), side, np.int8), games.astype(np.int32)))
    if not columns:
        raise ValueError(f"nobody plans anything in the scenario {tables.scenario} of {spec.name}")
    rows, outlooks, sides, of = (np.concatenate(column) for column in zip(*columns, strict=True))
    winners = states["winner"][of]
    results = np.where(winners == NOBODY, 0.5, winners == sides).astype(np.float32)
    return Lessons(rows, outlooks, sides, of, results)


def chosen(trials: PlanTrials, player: Player, states: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return the orders, int64 (n,), under which ``player`` plans in ``states``."""
    n, k = len(states), player.plans
    orders = random.integers(1, _ORDERS, (n, k))
    orders[:, 0] = PLAIN_ORDERS
    best = np.full(n, k - 1)
    if player.values is not None:
        best = player.values(trials.outcomes(trials.imagined(states), orders)).reshape(n, k).argmax(axis=1)
    by_chance = random.random(n) < player.explores
    return orders[np.arange(n), np.where(by_chance, random.integers(0, k, n), best)]
