"""Our own measurements: random legal play through each of the front ends."""

import functools
import sys
from collections.abc import Iterator

import numpy as np

from ctv_env.bench.measure import Measurement, Work
from ctv_env.bench.peers import CHESS, on_all

N_GAMES = 128
"""Games of the batch."""
OBSERVATION = "compact"
"""Kind of observation that is written for each decision."""


def own(cores: int) -> Iterator[Measurement]:
    """Our measurements, each with the peer that it is held against."""
    yield Measurement("engine alone, both sides random, with masks, one core", engine)
    yield Measurement("Game object, both sides random, one core", game_object)
    yield Measurement(f"Gymnasium environment, {OBSERVATION} observation, one core", gymnasium_env, against=CHESS)
    name = f"batch of {N_GAMES} games, {OBSERVATION} observation"
    yield Measurement(f"{name}, one core", functools.partial(batch, 1), against=CHESS)
    if cores > 1:
        on_threads = functools.partial(batch, cores)
        yield Measurement(f"{name}, {cores} threads", on_threads, against=on_all(CHESS, cores))


def engine() -> Work:
    """Whole games within compiled code."""
    from ctv_env.core.dice import POLICY, stream
    from ctv_env.core.jit import records
    from ctv_env.games import rules_of
    from ctv_env.games.ctv.engine import play_game
    from ctv_env.games.ctv.policies.choose import RANDOM

    rules = rules_of("ctv")
    tables = rules.load("campaign")
    works = records(1, rules.work)
    works[0]["rng"] = stream(0, POLICY)
    seeds = iter(range(sys.maxsize))

    def work() -> int:
        states = records(1, rules.state)
        states[0]["rng"] = stream(next(seeds))
        rules.start(states, 0, tables.record, works)
        return int(play_game(states, 0, tables.record, works, RANDOM, RANDOM).sum())

    return work


def game_object() -> Work:
    """One game through the Python object, without observations."""
    from ctv_env import new_game

    random = np.random.default_rng(0)
    seeds = iter(range(sys.maxsize))

    def work() -> int:
        game, decisions = new_game(seed=next(seeds)), 0
        while game.to_move is not None:
            if game.to_move == "chance":
                game.roll()
                continue
            game.step(int(random.choice(game.legal_actions())))
            decisions += 1
        return decisions

    return work


def gymnasium_env() -> Work:
    """One Gymnasium environment against a compiled random opponent; the learner's decisions count."""
    import gymnasium

    from ctv_env.envs import SINGLE_SIDE_ID

    env = gymnasium.make(SINGLE_SIDE_ID, side="random", opponent="random", obs=OBSERVATION)
    _, info = env.reset(seed=0)
    env.action_space.seed(0)

    def work() -> int:
        nonlocal info
        for _ in range(500):
            _, _, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
            if ended:
                _, info = env.reset()
        return 500

    return work


def batch(threads: int) -> Work:
    """Many games in step against a compiled random opponent; the learners' decisions count."""
    from ctv_env.envs.vector import BatchGames

    games = BatchGames(N_GAMES, side="random", opponent="random", obs=OBSERVATION, threads=threads)
    games.reset(range(N_GAMES))
    random = np.random.default_rng(0)

    def work() -> int:
        # A random legal action: the largest of random numbers among the legal ones.
        keys = random.random(games.masks.shape, np.float32)
        for _ in range(20):
            games.step(np.argmax(keys * games.masks, axis=1))
        return 20 * N_GAMES

    return work
