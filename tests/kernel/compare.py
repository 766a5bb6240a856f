"""Microseconds of the main operations of a decision, compiled from Python and in C: ``python -m kernel.compare``."""

import argparse
import functools
import sys
import time
from collections.abc import Callable

from kernel.operations import KernelError, workloads

from ctv_env.bench.measure import Workload, figure, interleave, machine, rate, ratios

PACKAGES = ("numpy", "numba")


def times(pairs: dict[str, tuple[Workload, Workload]], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Microseconds of each round, of each operation in C and of ours."""
    names = {"C": 0, "ours": 1}
    meters: dict[str, Callable[[], float]] = {
        f"{name}, {which}": functools.partial(_microseconds, pair[index], seconds)
        for name, pair in pairs.items()
        for which, index in names.items()
    }
    return interleave(meters, rounds)


def _microseconds(workload: Workload, least: float) -> float:
    """Processor time for one: interruptions by others do not count."""
    return 1e6 / rate(workload, least, time.process_time)


def table(title: str, figures: dict[str, dict[str, float]]) -> str:
    """Return a line for each figure: the median, and in brackets the lowest and highest."""
    width = max(map(len, figures))
    rows = (
        f"  {name:{width}}  {f['median']:7.2f}  ({f['lowest']:.2f} to {f['highest']:.2f})"
        for name, f in figures.items()
    )
    return "\n".join((title, *rows))


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args(arguments)
    try:
        pairs = workloads()
    except KernelError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    measured = times(pairs, args.rounds, args.seconds)
    print(", ".join(f"{name} {value}" for name, value in machine(PACKAGES).items()))
    figures = {name: figure(values) for name, values in measured.items()}
    print(table(f"microseconds of one core, median of {args.rounds} rounds (lowest to highest):", figures))
    compared = {name: ratios(measured[f"{name}, ours"], measured[f"{name}, C"]) for name in pairs}
    print(table("ours, relative to C:", compared))
    return 0


if __name__ == "__main__":
    sys.exit(main())
