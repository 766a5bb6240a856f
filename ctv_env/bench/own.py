"""Our own measurements: random legal play through each of the front ends."""

import functools
import random
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from ctv_env.bench.measure import Measurement, Workload
from ctv_env.bench.peers import CHESS, PETTINGZOO_CHESS, on_all

N_GAMES = 4096
"""Number of games in the batch."""
N_VECTOR = 1024
"""Number of games in the vector environment with its default settings."""


def own(cores: int, game: str | None = None) -> Iterator[Measurement]:
    """Yield our measurements, each with the peer it is compared with.

    Args:
        cores: threads of the largest batch.
        game: name of the game (``core.spec.spec_of``); None for the first.  Its first scenario is measured.
    """
    first, vector = observation_kinds(game)
    yield Measurement(
        f"make_vec as it comes: {N_VECTOR} games, float32 {first}, against {strongest(game)}, {cores} threads",
        functools.partial(vector_env, game),
    )
    yield Measurement("engine alone, both sides random, with masks, one core", functools.partial(engine, game))
    yield Measurement("Game object, both sides random, one core", functools.partial(game_object, game))
    environment = functools.partial(gymnasium_env, game)
    yield Measurement(f"Gymnasium environment, {first}, one core", environment, against=CHESS)
    yield Measurement(
        f"PettingZoo AEC environment, {first}, one core", functools.partial(aec_env, game), against=PETTINGZOO_CHESS
    )
    for kind in dict.fromkeys((first, vector)):
        for threads in {1, cores}:
            name = f"batch of {N_GAMES} games, {kind}, {threads} thread" + ("s" if threads > 1 else "")
            games = functools.partial(batch, threads, kind, game)
            yield Measurement(name, games, against=on_all(CHESS, threads))


def observation_kinds(game: str | None) -> tuple[str, str]:
    """Return the first kind of observation of a game, and the first that is a single vector."""
    from ctv_env.core.spec import spec_of
    from ctv_env.envs.batch import VECTOR, kind_of

    observations = spec_of(game).load(None).observations
    return kind_of(None, observations), kind_of(VECTOR, observations)


def strongest(game: str | None) -> str:
    """Return the name of the compiled policy that is the usual opponent."""
    from ctv_env.core.spec import spec_of

    return spec_of(game).policies[-1]


def vector_env(game: str | None = None) -> Workload:
    """Step the vector environment with its default settings; only the learner's decisions count."""
    from ctv_env.envs.vector import VectorEnv

    env = VectorEnv(N_VECTOR, game=game)
    env.reset(seed=0)

    def workload() -> int:
        env.step(env.draw_actions())
        return N_VECTOR

    return workload


def engine(game: str | None = None, scenario: str | None = None) -> Workload:
    """Play whole games in compiled code."""
    from ctv_env.core.dice import POLICY, stream
    from ctv_env.core.jit import records
    from ctv_env.core.playout import playout
    from ctv_env.core.spec import spec_of

    spec = spec_of(game)
    tables, scratch = spec.load(scenario), records(1, spec.scratch)
    play_games, policies = playout(spec.hooks()).play_games, np.zeros(2, np.int64)  # the first policy is the weakest
    states, ends = records(1, spec.state), np.zeros((1, 0), spec.state)
    decisions, streams, seeds = np.zeros((1, 2), np.int64), np.array([stream(0, POLICY)]), iter(range(sys.maxsize))

    def workload() -> int:
        states.view(np.uint8)[:] = 0
        states[0]["rng"] = stream(next(seeds))
        decisions[:] = 0
        play_games(states, tables.record, scratch, policies, streams, decisions, ends)
        streams[0] = scratch[0]["rng"]
        return int(decisions.sum())

    return workload


def game_object(game: str | None = None) -> Workload:
    """Play one game through the Python object, without observations."""
    from ctv_env import new_game
    from ctv_env.core.terms import CHANCE_NAME

    choose = np.random.default_rng(0).choice
    seeds = iter(range(sys.maxsize))

    def workload() -> int:
        played, decisions = new_game(game, seed=next(seeds)), 0
        while played.to_move is not None:
            if played.to_move == CHANCE_NAME:
                played.roll()
                continue
            played.step(int(choose(played.legal_actions())))
            decisions += 1
        return decisions

    return workload


def gymnasium_env(game: str | None = None) -> Workload:
    """Play one Gymnasium environment against a compiled random opponent; only the learner's decisions count."""
    from gymnasium.wrappers import OrderEnforcing

    from ctv_env.core.spec import spec_of
    from ctv_env.envs.single import SingleSideEnv

    opponent = spec_of(game).policies[0]
    env = OrderEnforcing(SingleSideEnv(game=game, side="random", opponent=opponent, dtype="uint8"))
    _, info = env.reset(seed=0)
    choice = random.Random(0).choice

    def workload() -> int:
        nonlocal info
        for _ in range(500):
            legal = info["action_mask"].nonzero()[0].tolist()
            _, _, ended, _, info = env.step(choice(legal))
            if ended:
                _, info = env.reset()
        return 500

    return workload


def aec_env(game: str | None = None) -> Workload:
    """Play one PettingZoo environment in PettingZoo's wrappers, deciding for both sides."""
    from ctv_env.envs.aec import env

    played = env(game=game, dtype="uint8")
    played.reset(seed=0)
    choice = random.Random(0).choice

    def workload() -> int:
        for _ in range(500):
            observation, _, ended, _, _ = played.last()
            if ended:
                played.reset()
            else:
                played.step(choice(observation["action_mask"].nonzero()[0].tolist()))
        return 500

    return workload


def batch(threads: int, kind: str | None = None, game: str | None = None) -> Workload:
    """Step many games in lockstep, deciding for both sides: mask and observation are written for every decision."""
    from ctv_env.envs.vector import VectorEnv

    how: dict[str, Any] = {"side": "both", "obs": kind, "dtype": "uint8", "game": game}
    games = VectorEnv(N_GAMES, autoreset_mode="SameStep", threads=threads, copy=False, **how)
    games.reset(seed=0)

    def workload() -> int:
        for _ in range(4):
            games.step(games.draw_actions())
        return 4 * N_GAMES

    return workload
