"""Interleaved rounds of measurements, so that a temporary slowdown of the machine affects all of them alike."""

import importlib.metadata
import pathlib
import platform
import statistics
import time
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence

from ctv_env.core.host import usable_cores

Workload = Callable[[], int]
"""Plays briefly and returns the number of decisions made."""


class Measurement(typing.NamedTuple):
    """One line of the benchmark."""

    name: str
    setup: Callable[[], Workload]  # must be picklable for several processes
    processes: int = 1
    against: str = ""  # name of the measurement it is compared with; "" for none


def rate(workload: Workload, seconds: float, clock: Callable[[], float] = time.perf_counter) -> float:
    """Return decisions per second while ``workload`` is repeated for at least ``seconds``."""
    begun, done = clock(), 0
    while (passed := clock() - begun) < seconds or not done:
        done += workload()
    return done / passed


def side_by_side(measurements: Sequence[Measurement]) -> list[Measurement]:
    """Reorder measurements so that each comes just before its reference, since a shared machine's speed drifts."""
    places = {measurement.name: place for place, measurement in enumerate(measurements)}
    return sorted(measurements, key=lambda measurement: places.get(measurement.against, places[measurement.name]))


def interleave(meters: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """Return the readings of each meter in each round: round 1 of all, then round 2 of all, and so on.

    A warm-up round, which may compile and fills the caches, is not counted.
    """
    readings: dict[str, list[float]] = {name: [] for name in meters}
    for number in range(rounds + 1):
        for name, meter in meters.items():
            reading = meter()
            if number > 0:
                readings[name].append(reading)
    return readings


def figure(values: Sequence[float]) -> dict[str, float]:
    """Return median, lowest and highest."""
    return {"median": statistics.median(values), "lowest": min(values), "highest": max(values)}


def ratios(values: Sequence[float], references: Sequence[float]) -> dict[str, float]:
    """Return the figure of ``values`` divided by ``references``, round by round."""
    return figure([value / reference for value, reference in zip(values, references, strict=True)])


def machine(packages: Iterable[str]) -> dict:
    """Return the processor, the number of usable cores, and the versions of Python and of ``packages``."""
    versions = {name: importlib.metadata.version(name) for name in packages}
    return {"processor": _processor(), "cores": usable_cores(), "python": platform.python_version(), **versions}


def _processor() -> str:
    """Return the processor's name, as far as the system reports it."""
    info = pathlib.Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8", errors="replace").splitlines() if info.is_file() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
