"""``ctv bench``: how fast random games are played on this machine."""

import argparse
import json
import os
import pathlib
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from ctv_env.cli.arguments import count, seconds

EXAMPLES = """\
Each figure is the median of some rounds; the first round, which may compile, is not counted.

examples:
  ctv bench
  ctv bench --rounds 9 --seconds 5 --json
"""
N_GAMES = 128
"""Games of the batch."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv bench``."""
    parser.epilog = EXAMPLES
    parser.add_argument("--rounds", type=count, default=5, metavar="N", help="rounds of each measurement (5)")
    parser.add_argument("--seconds", type=seconds, default=1.0, metavar="S", help="least length of a round (1.0)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Measure and print; returns the exit code."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    figures = {}
    for name, work in _measurements(cores):
        rates = [_rate(work, args.seconds) for _ in range(args.rounds + 1)][1:]
        figures[name] = {"median": statistics.median(rates), "lowest": min(rates), "highest": max(rates)}
    machine = {"processor": _processor(), "cores": cores, "python": platform.python_version(), "numpy": np.__version__}
    if args.json:
        print(json.dumps({"machine": machine, "rounds": args.rounds, "per_second": figures}, indent=2))
        return 0
    print(f"{machine['processor']}, {cores} cores, Python {machine['python']}, numpy {machine['numpy']}")
    print(f"decisions per second, median of {args.rounds} rounds (lowest to highest):")
    width = max(map(len, figures))
    for name, figure in figures.items():
        print(f"  {name:{width}}  {figure['median']:>9,.0f}  ({figure['lowest']:,.0f} to {figure['highest']:,.0f})")
    return 0


def _measurements(cores: int) -> Iterator[tuple[str, Callable[[], int]]]:
    """Name of each measurement, and a function that plays for a moment and returns the number of decisions."""
    yield "engine alone, both sides random, with masks, one core", _engine()
    yield "Game object, both sides random, one core", _game_object()
    yield "Gymnasium environment, compact observation, one core", _gymnasium()
    yield f"batch of {N_GAMES} games, compact observation, one core", _batch(1)
    if cores > 1:
        yield f"batch of {N_GAMES} games, compact observation, {cores} threads", _batch(cores)


def _engine() -> Callable[[], int]:
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


def _game_object() -> Callable[[], int]:
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


def _gymnasium() -> Callable[[], int]:
    import gymnasium

    from ctv_env.envs import SINGLE_SIDE_ID

    env = gymnasium.make(SINGLE_SIDE_ID, side="random", opponent="random", obs="compact")
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


def _batch(threads: int) -> Callable[[], int]:
    from ctv_env.envs.games import BatchGames

    games = BatchGames(N_GAMES, side="random", opponent="random", threads=threads)
    games.reset(range(N_GAMES))
    random = np.random.default_rng(0)

    def work() -> int:
        # A random legal action: the largest of random numbers among the legal ones.
        keys = random.random(games.masks.shape, np.float32)
        for _ in range(20):
            games.step(np.argmax(keys * games.masks, axis=1))
        return 20 * N_GAMES

    return work


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Decisions a second while ``work`` is repeated for at least ``seconds``."""
    begun, done = time.perf_counter(), 0
    while (passed := time.perf_counter() - begun) < seconds or not done:
        done += work()
    return done / passed


def _processor() -> str:
    """The processor's name, as far as the system tells."""
    info = pathlib.Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
