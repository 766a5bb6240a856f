"""Rounds of measurements, interleaved, so that a machine that slows down for a while slows them all alike."""

import importlib.metadata
import os
import pathlib
import platform
import statistics
import time
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence

Work = Callable[[], int]
"""Plays for a moment and returns the number of decisions made."""


class Measurement(typing.NamedTuple):
    """One line of the bench."""

    name: str
    setup: Callable[[], Work]  # picklable if there are several processes
    processes: int = 1
    against: str = ""  # name of the measurement that it is compared with; "" for none


def rate(work: Work, seconds: float, clock: Callable[[], float] = time.perf_counter) -> float:
    """Decisions a second while ``work`` is repeated for at least ``seconds``."""
    begun, done = clock(), 0
    while (passed := clock() - begun) < seconds or not done:
        done += work()
    return done / passed


def side_by_side(measurements: Sequence[Measurement]) -> list[Measurement]:
    """In another order: each one just before what it is compared with, since a shared machine's speed soon changes."""
    places = {measurement.name: place for place, measurement in enumerate(measurements)}
    return sorted(measurements, key=lambda measurement: places.get(measurement.against, places[measurement.name]))


def interleave(meters: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """What each meter reads in each round: round 1 of all, then round 2 of all, and so on.

    A round before the first, which may compile and fills the caches, is not counted.
    """
    readings: dict[str, list[float]] = {name: [] for name in meters}
    for number in range(rounds + 1):
        for name, meter in meters.items():
            reading = meter()
            if number > 0:
                readings[name].append(reading)
    return readings


def figure(values: Sequence[float]) -> dict[str, float]:
    """Median, lowest and highest."""
    return {"median": statistics.median(values), "lowest": min(values), "highest": max(values)}


def ratios(values: Sequence[float], references: Sequence[float]) -> dict[str, float]:
    """The figure of ``values`` to ``references``, round by round."""
    return figure([value / reference for value, reference in zip(values, references, strict=True)])


def machine(packages: Iterable[str]) -> dict:
    """The processor, how many cores this program may use, and the versions of Python and of ``packages``."""
    versions = {name: importlib.metadata.version(name) for name in packages}
    return {"processor": _processor(), "cores": cores(), "python": platform.python_version(), **versions}


def cores() -> int:
    """Number of cores that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _processor() -> str:
    """The processor's name, as far as the system tells."""
    info = pathlib.Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
