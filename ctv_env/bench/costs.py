"""What a decision costs, by the number of games, the threads and the size of the map.

``ctv lab costs --out FOLDER`` prints tables and writes the picture ``costs.png`` (extra ``plot``).
"""

import argparse
import functools
import math
import pathlib
import random
import statistics
import typing
from collections.abc import Callable
from types import ModuleType

import numpy as np

from ctv_env.bench.measure import Workload, interleave, machine, rate
from ctv_env.bench.own import engine, gymnasium_env
from ctv_env.core.batch import ACT, AUTORESET, DRAW, REPORT, addresses_of
from ctv_env.core.driver import driver
from ctv_env.core.extras import needs_extra
from ctv_env.core.host import usable_cores
from ctv_env.core.jit import jit
from ctv_env.core.jit.generic import Namespace, sources_of
from ctv_env.core.spec import spec_of
from ctv_env.envs.batch import BOTH_SIDES, BatchGames
from ctv_env.games import GAMES

SIZES = (1, 4, 16, 64, 256, 1024, 4096)
"""Numbers of games in a batch."""
MAP_GAMES = 1024
"""Number of games where scenarios are compared."""
_COPIED = 2**27  # bytes
_STEPS = 2  # of all games, in a workload
_FEW = 20  # legal actions

_Any = typing.Any

Costs = dict[str, float]
"""Median microseconds by name."""


class Scenario(typing.NamedTuple):
    """A scenario with its costs."""

    name: str
    cells: int
    bytes: int  # of an observation
    rules: float  # microseconds a decision, one game at a time, with the mask
    batch: float  # the same in a batch of ``MAP_GAMES`` games, with the observation


@jit
def _fill_nothing(s: _Any, t: _Any, w: _Any, side: int, kind: int, row: int, has_map: int) -> None:
    """Stand in for a game's ``fill_row``."""


@jit
def _renew_nothing(s: _Any, t: _Any, w: _Any, side: int, kind: int, row: int, before: int) -> bool:
    """Stand in for a game's ``renew_row``."""
    return True


def without_observations(hooks: ModuleType) -> ModuleType:
    """Return a game's module in which the functions that write observations do nothing."""
    blind = Namespace(__name__, (*sources_of(hooks), __file__))  # with a cache of its own
    vars(blind).update({name: value for name, value in vars(hooks).items() if name not in vars(blind)})
    vars(blind).update(fill_row=_fill_nothing, renew_row=_renew_nothing)
    return blind


def batch_step(n: int, threads: int, game: str | None = None, scenario: str | None = None) -> Workload:
    """Play ``n`` games at a time by random actions, both sides, with masks and the first kind of observation."""
    games = _games(n, threads, game, scenario)

    def workload() -> int:
        for _ in range(_STEPS):
            games.step(games.draw_actions())
        return _STEPS * n

    return workload


def driver_step(n: int, observing: bool = False) -> Workload:
    """Do the same for the first game in one thread by the compiled driver alone, with or without the observation."""
    games = _games(n, 1, None, None)
    hooks = games.spec.hooks()
    run, addresses = driver(hooks if observing else without_observations(hooks)), addresses_of(games.batch)
    games.draw_actions()

    def workload() -> int:
        for _ in range(_STEPS):
            games.batch.actions[:] = games.batch.drawn
            games.batch.tasks.fill(ACT | REPORT | AUTORESET | DRAW)
            run(addresses, 0, n, 0)
        return _STEPS * n

    return workload


def by_part(rounds: int, seconds: float) -> Costs:
    """Return what a step of the single environment of the first game costs, and what its parts cost."""
    mask, choice = np.ones(_FEW, np.int8), random.Random(0).choice

    def choose() -> int:
        choice(mask.nonzero()[0].tolist())
        return 1

    workloads = {
        "a random action chosen from the mask": choose,
        "compiled: rules and mask, called from Python": driver_step(1),
        "compiled: rules, mask and planes, called from Python": driver_step(1, observing=True),
        "all, with the opponent's random decisions, copies and infos": gymnasium_env(),
    }
    return measured(workloads, rounds, seconds)


def _games(n: int, threads: int, game: str | None, scenario: str | None) -> BatchGames:
    how: dict[str, typing.Any] = {"obs": None, "dtype": "uint8", "reward": spec_of(game).score.key, "game": game}
    games = BatchGames(n, scenario, BOTH_SIDES, threads=threads, **how)
    games.reset(list(range(n)))
    return games


def copy_rate() -> Workload:
    """Copy memory that no cache holds; its "decisions" are bytes read and written."""
    source = np.ones(_COPIED, np.uint8)
    target = np.zeros_like(source)

    def workload() -> int:
        np.copyto(target, source)
        return 2 * _COPIED

    return workload


def measured(workloads: dict[str, Workload], rounds: int, seconds: float) -> Costs:
    """Return microseconds a decision of each workload, the median of interleaved rounds."""
    meters: dict[str, Callable[[], float]] = {
        name: functools.partial(rate, workload, seconds) for name, workload in workloads.items()
    }
    return {name: 1e6 / statistics.median(rates) for name, rates in interleave(meters, rounds).items()}


def by_size(rounds: int, seconds: float) -> dict[str, list[float]]:
    """Return the costs for each of ``SIZES``: of the rules with masks, and of whole steps on one and on all cores."""
    kinds: dict[str, Callable[[int], Workload]] = {"rules and mask": driver_step}
    for threads in sorted({1, usable_cores()}):
        label = f"with planes, {threads} thread" + ("s" if threads > 1 else "")
        kinds[label] = functools.partial(batch_step, threads=threads)
    workloads = {f"{kind} {n}": make(n) for kind, make in kinds.items() for n in SIZES}
    found = measured(workloads, rounds, seconds)
    return {kind: [found[f"{kind} {n}"] for n in SIZES] for kind in kinds}


def by_map(rounds: int, seconds: float) -> list[Scenario]:
    """Return the costs in the scenarios that differ in the size of the map, the smallest observation first."""
    sizes = {(game, one.name): _sizes(game, one.name) for game in GAMES for one in spec_of(game).scenarios(None)}
    first = {(game, size): (game, name) for (game, name), size in reversed(sizes.items())}
    places = sorted(first.values(), key=lambda place: sizes[place][1])
    workloads = {f"rules {place}": engine(*place) for place in places}
    workloads |= {f"batch {place}": batch_step(MAP_GAMES, 1, *place) for place in places}
    found = measured(workloads, rounds, seconds)
    return [
        Scenario("/".join(place), *sizes[place], found[f"rules {place}"], found[f"batch {place}"]) for place in places
    ]


def _sizes(game: str, scenario: str) -> tuple[int, int]:
    """Return the cells of the map, and the bytes of the first kind of observation."""
    layouts = next(iter(spec_of(game).load(scenario).observations.values()))
    return math.prod(layouts[0].before + layouts[0].after), sum(layout.size for layout in layouts)


def tables(parts: Costs, sizes: dict[str, list[float]], maps: list[Scenario]) -> str:
    """Return the costs as three tables in Markdown."""
    lines = ["| a step of the single environment | microseconds |", "| --- | --- |"]
    lines += [f"| {part} | {cost:.2f} |" for part, cost in parts.items()]
    lines += ["", "| games | " + " | ".join(sizes) + " |", "| --- |" + " --- |" * len(sizes)]
    for n, *costs in zip(SIZES, *sizes.values(), strict=True):
        lines.append(f"| {n:,} | " + " | ".join(f"{cost:.2f}" for cost in costs) + " |")
    lines += ["", "| scenario | cells | bytes observed | rules and mask | batch |", "| --- |" + " --- |" * 4]
    lines += [f"| {one.name} | {one.cells} | {one.bytes:,} | {one.rules:.2f} | {one.batch:.2f} |" for one in maps]
    return "\n".join(lines)


def draw(sizes: dict[str, list[float]], maps: list[Scenario], picture: pathlib.Path) -> None:
    """Draw the costs by number of games as curves, those of the maps as bars.

    Raises:
        MissingExtraError: the extra ``plot`` is not installed.
    """
    with needs_extra("plot", "a picture"):
        from matplotlib.figure import Figure
    canvas = Figure(figsize=(11, 4.2), layout="constrained")
    left, right = canvas.subplots(1, 2)
    for kind, costs in sizes.items():
        left.plot(SIZES, costs, marker="o", label=kind)
    left.set_xscale("log", base=2)
    left.set_xticks(SIZES, [f"{n:,}" for n in SIZES])
    left.set(xlabel="games in the batch", ylabel="microseconds a decision", title=spec_of(None).title)
    left.set_ylim(0, 2.5 * max(costs[-1] for costs in sizes.values()))  # a single game would hide the rest
    names = [f"{one.name}\n{one.cells} cells, {one.bytes:,} bytes" for one in maps]
    right.barh(names, [one.batch for one in maps], label="with the observation, in a batch")
    right.barh(names, [one.rules for one in maps], height=0.4, label="rules and mask, one game at a time")
    right.set(xlabel="microseconds a decision", title=f"{MAP_GAMES:,} games at a time, 1 thread")
    for axes in (left, right):
        axes.legend()
        axes.grid(alpha=0.3)
    canvas.savefig(picture, dpi=100)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv lab costs``."""
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each measurement (7)")
    parser.add_argument("--seconds", type=float, default=0.3, help="least length of each round (0.3)")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FOLDER", help="for the picture")


def run(args: argparse.Namespace) -> int:
    """Measure, print and draw; return the exit code."""
    how = (args.rounds, args.seconds)
    parts, sizes, maps = by_part(*how), by_size(*how), by_map(*how)
    facts = machine(("numpy", "numba"))
    bandwidth = 1 / measured({"copy": copy_rate()}, *how)["copy"]
    print(f"{facts['processor']}, {facts['cores']} cores; memory is copied at {bandwidth / 1000:.1f} GB/s")
    print(f"microseconds a decision, medians of {args.rounds} rounds:\n\n{tables(parts, sizes, maps)}")
    args.out.mkdir(parents=True, exist_ok=True)
    draw(sizes, maps, args.out / "costs.png")
    return 0
