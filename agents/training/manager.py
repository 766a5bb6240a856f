"""Trains a manager of both sides: ``ctv lab manager --seed 1 --out runs/manager-1``.

In a first round of games the search policy of the game plays under random orders, and a value network for each side
learns who wins from the positions after its plans.  In the rounds that follow these networks choose the plans, against
the policy and against each other, and learn from the games.  On a tuned base a side plays with its constants, and its
opponent with its own ones or with those of the policy as it is.  Everything is repeated exactly by the same command.
"""

import argparse
import dataclasses
import hashlib
import pathlib
import typing
from collections.abc import Callable

import numpy as np

from ctv_env.agents.learned.checkpoint import identity_of
from ctv_env.agents.learned.manager import with_base
from ctv_env.agents.learned.plan_trials import OBSERVATION, PlanTrials
from ctv_env.agents.learned.tuned import Variant, tuning_of
from ctv_env.agents.learned.value_network import ValueNetwork
from ctv_env.agents.registry import make_agent
from ctv_env.agents.training.manager_runs import add_training, run_training, save_manager
from ctv_env.agents.training.place import Place
from ctv_env.agents.training.plan_games import PLAIN, RANDOM, Lessons, Player, joined, play_plan_games, win_rate
from ctv_env.agents.training.settings import check, key
from ctv_env.agents.training.value_fit import fit, new_network, weights_of
from ctv_env.core.spec import GameSpec, spec_of
from ctv_env.core.terms import Tables

_AT_ONCE = 256  # games in lockstep
_EXPLORES = 0.05
_FIRST_PASSES, _FIRST_RATE = 5, 1e-3
_PASSES, _RATE = 2, 5e-4
_REMEMBERED = 20_000  # positions of the first round, at least, in each later one; half as many as new ones if more


@dataclasses.dataclass(frozen=True, kw_only=True)
class Config(Place):
    """What to train, and how long."""

    base: str | None = key(None, "tuned agent with whose constants the policy plays on both sides (none)")
    seed: int = key(0, "of the games and the networks", low=0)
    first_games: int = key(8192, "games of the first round, under random orders", low=1)
    rounds: int = key(12, "number of rounds in which the networks choose", low=0)
    games: int = key(256, "games of each of the three pairings in a round", low=1)
    plans: int = key(24, "plans from which the networks choose in training", low=1)
    plans_played: int = key(256, "plans from which the finished agent chooses", low=1)


class Conditions(typing.NamedTuple):
    """The constants of the policy in some of the games.

    Attributes:
        tables: of the scenario, with these constants.
        trials: with these tables.
        sides: those that play as the finished agent will, and learn from these games.
    """

    tables: Tables
    trials: PlanTrials
    sides: tuple[int, ...]


class Trainer:
    """The networks of both sides and the games that they have learned from.

    Args:
        config: what to train.

    Raises:
        ValueError: no such game or scenario, the game offers nothing to search agents, or a number is too small.
    """

    def __init__(self, config: Config):
        self.config, self.rounds = check(config), range(config.rounds + 1)
        self.spec = spec_of(config.game)
        self._conditions = self._all_conditions()
        self._layouts = self._conditions[0].trials.layouts
        self._random = np.random.default_rng(config.seed)
        self._networks = [new_network(self._layouts, config.seed + 1000 * side) for side in range(2)]
        self._first: list[Lessons] = []
        self._later: list[list[Lessons]] = [[], []]
        self.data = hashlib.sha256()

    def _all_conditions(self) -> list[Conditions]:
        """Return those of the finished agents; on a tuned base also those of each against the policy as it is."""
        tables, seed = self.spec.load(self.config.scenario, **self.config.options), self.config.seed
        if self.config.base is None:
            return [Conditions(tables, PlanTrials(self.spec, tables, seed), (0, 1))]
        base, plain = _base(self.config, self.spec), tuning_of(self.spec).defaults
        found = []
        for rows, sides in ((base, (0, 1)), ([base[0], plain], (0,)), ([plain, base[1]], (1,))):
            based = with_base(tables, rows, self.spec)
            found.append(Conditions(based, PlanTrials(self.spec, based, seed), sides))
        return found

    def round(self) -> str:
        """Play and learn; return a line about it."""
        return self.later_round() if self._first else self.first_round()

    def first_round(self) -> str:
        """Play under random orders, and train new networks; return a line about it."""
        seatings = [(RANDOM, RANDOM), (RANDOM, PLAIN), (PLAIN, RANDOM)]
        several = len(self._conditions)
        parts: list[list[Lessons]] = [[], []]
        for k, begun in enumerate(range(0, self.config.first_games, _AT_ONCE)):
            conditions, games = self._conditions[k % several], min(_AT_ONCE, self.config.first_games - begun)
            played = self._play(seatings[k // several % 3], games, conditions)
            for side in conditions.sides:
                parts[side].append(_of_side(played, side))
        self._first = [joined(of_side) for of_side in parts]
        losses = [self._fit(side, self._first[side], _FIRST_PASSES, _FIRST_RATE) for side in range(2)]
        return f"{sum(len(one.rows) for one in self._first):,} positions; losses {losses[0]:.3f} and {losses[1]:.3f}"

    def later_round(self) -> str:
        """Play with the networks, and train them; return a line about it."""
        one, two = (Player(self.config.plans, self._values(side), _EXPLORES) for side in range(2))
        own, *against_plain = self._conditions
        as_first, as_second = against_plain or (own, own)
        pairings = [((one, PLAIN), as_first), ((PLAIN, two), as_second), ((one, two), own)]
        played = [self._play(players, self.config.games, conditions) for players, conditions in pairings]
        for side in range(2):
            self._later[side] += [_of_side(played[k], side) for k in (side, 2)]
            self._fit(side, self._lessons(side), _PASSES, _RATE)
        rates = [win_rate(_of_side(played[0], 0)), win_rate(_of_side(played[1], 1)), win_rate(_of_side(played[2], 0))]
        first, second = self.spec.sides
        policy = f"the plain plans, {first} {rates[0]:.1%}, {second} {rates[1]:.1%}"
        return f"against {policy}; against each other, {first} {rates[2]:.1%}"

    def _play(self, players: tuple[Player, Player], games: int, conditions: Conditions) -> Lessons:
        seeds = self._random.integers(0, 2**40, games).tolist()
        played = play_plan_games(self.spec, conditions.tables, conditions.trials, players, seeds)
        for column in played:
            self.data.update(column.tobytes())
        return played

    def _values(self, side: int) -> Callable:
        return ValueNetwork(weights_of(self._networks[side]), self._layouts).values

    def _lessons(self, side: int) -> Lessons:
        """Return the lessons of all later rounds, and some of the first."""
        later, first = joined(self._later[side]), self._first[side]
        n = min(len(first.rows), max(_REMEMBERED, len(later.rows) // 2))
        some = self._random.choice(len(first.rows), n, replace=False)
        return joined([later, Lessons(*(column[some] for column in first))])

    def _fit(self, side: int, lessons: Lessons, passes: int, rate: float) -> float:
        """Train the network of a side, if it ever plans; return its loss."""
        if not len(lessons.rows):
            return 0.0
        rows, outlooks, results = lessons.rows, lessons.outlooks, lessons.results
        return fit(self._networks[side], rows, outlooks, results, self._layouts, passes, rate)

    def save(self, file: pathlib.Path, seconds: float) -> None:
        """Write the checkpoint of the agent; ``seconds`` says how long it has trained."""
        config, networks = self.config, dict(zip(self.spec.sides, self._networks, strict=True))
        identity = identity_of(config.game, config.scenario, OBSERVATION, "random", config.options)
        tables, data = self._conditions[0].tables, self.data.hexdigest()
        save_manager(file, "manager", config, config.plans_played, identity, tables, networks, data, seconds)


def _base(config: Config, spec: GameSpec) -> list[np.ndarray]:
    """Return the constants of the policy of each side; a ValueError if the base is no tuned agent for both sides."""
    assert config.base is not None
    agents = [
        make_agent(config.base, config.game, config.scenario, side, options=config.options) for side in spec.sides
    ]
    constants = [agent.tuned_constants for agent in agents if isinstance(agent, Variant)]
    if len(constants) < len(agents):
        raise ValueError(f"the base must be a tuned agent, such as staff-tuned, not {config.base}")
    return constants


def _of_side(lessons: Lessons, side: int) -> Lessons:
    which = lessons.sides == side
    return Lessons(*(column[which] for column in lessons))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv lab manager``."""
    add_training(parser, Config)


def run(args: argparse.Namespace) -> int:
    """Train; return the exit code."""
    return run_training(args, Config, Trainer)
