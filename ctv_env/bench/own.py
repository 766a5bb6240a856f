"""Our own measurements: random legal play through each of the front ends."""

import functools
import random
import sys
from collections.abc import Iterator

import numpy as np

from ctv_env.bench.measure import Measurement, Work
from ctv_env.bench.peers import CHESS, PETTINGZOO_CHESS, on_all

N_GAMES = 4096
"""Games of the batch."""
OBSERVATION = "planes"
"""Kind of observation that is written for each decision, in uint8."""


def own(cores: int) -> Iterator[Measurement]:
    """Our measurements, each with the peer that it is held against."""
    yield Measurement("engine alone, both sides random, with masks, one core", engine)
    yield Measurement("Game object, both sides random, one core", game_object)
    yield Measurement(f"Gymnasium environment, {OBSERVATION}, one core", gymnasium_env, against=CHESS)
    yield Measurement(f"PettingZoo AEC environment, {OBSERVATION}, one core", aec_env, against=PETTINGZOO_CHESS)
    for kind in ("planes", "flat"):
        for threads in {1, cores}:
            name = f"batch of {N_GAMES} games, {kind}, {threads} thread" + ("s" if threads > 1 else "")
            yield Measurement(name, functools.partial(batch, threads, kind), against=on_all(CHESS, threads))


def engine() -> Work:
    """Whole games within compiled code."""
    from ctv_env.core.dice import POLICY, stream
    from ctv_env.core.jit import records
    from ctv_env.games import spec_of
    from ctv_env.games.ctv.policies import RANDOM
    from ctv_env.games.ctv.policies.whole_game import play_game

    spec = spec_of("ctv")
    tables = spec.load("campaign")
    works = records(1, spec.work)
    works[0]["rng"] = stream(0, POLICY)
    seeds = iter(range(sys.maxsize))

    def work() -> int:
        states = records(1, spec.state)
        states[0]["rng"] = stream(next(seeds))
        spec.start(states, 0, tables.record, works)
        return play_game(states, 0, tables.record, works, RANDOM, RANDOM)

    return work


def game_object() -> Work:
    """One game through the Python object, without observations."""
    from ctv_env import new_game

    choose = np.random.default_rng(0).choice
    seeds = iter(range(sys.maxsize))

    def work() -> int:
        game, decisions = new_game(seed=next(seeds)), 0
        while game.to_move is not None:
            if game.to_move == "chance":
                game.roll()
                continue
            game.step(int(choose(game.legal_actions())))
            decisions += 1
        return decisions

    return work


def gymnasium_env() -> Work:
    """One Gymnasium environment against a compiled random opponent; the learner's decisions count."""
    import gymnasium

    from ctv_env.envs import SINGLE_SIDE_ID

    keys = {"side": "random", "opponent": "random", "obs": OBSERVATION, "dtype": "uint8"}
    env = gymnasium.make(SINGLE_SIDE_ID, disable_env_checker=True, **keys)
    _, info = env.reset(seed=0)
    choice = random.Random(0).choice

    def work() -> int:
        nonlocal info
        for _ in range(500):
            legal = info["action_mask"].nonzero()[0].tolist()
            _, _, ended, _, info = env.step(choice(legal))
            if ended:
                _, info = env.reset()
        return 500

    return work


def aec_env() -> Work:
    """One PettingZoo environment, both sides' decisions, in PettingZoo's wrappers."""
    from ctv_env.envs.aec import env

    game = env(obs=OBSERVATION, dtype="uint8")
    game.reset(seed=0)
    choice = random.Random(0).choice

    def work() -> int:
        for _ in range(500):
            observation, _, ended, _, _ = game.last()
            if ended:
                game.reset()
            else:
                game.step(choice(observation["action_mask"].nonzero()[0].tolist()))
        return 500

    return work


def batch(threads: int, kind: str) -> Work:
    """Many games in step, both sides' decisions asked for: mask and observation are written for every one."""
    from ctv_env.envs.vector import VectorEnv

    keys = {"side": "both", "obs": kind, "dtype": "uint8"}
    games = VectorEnv(N_GAMES, autoreset_mode="SameStep", threads=threads, copy=False, **keys)
    games.reset(seed=0)

    def work() -> int:
        for _ in range(4):
            games.step(games.draw_actions())
        return 4 * N_GAMES

    return work
