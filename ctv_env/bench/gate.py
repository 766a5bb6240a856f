"""The gate against slowdowns: our rates, in units of a calibration load's rate, against a committed baseline.

A slow machine slows the load and the engine alike, so their ratio is stable.  A busy machine interrupts them, so only
their own processor time counts; and the ratio is taken in many short rounds, of which the median counts.

Run as a program, this module regenerates the baseline: do so after a change that deliberately costs time, or one that
saved some.
"""

import functools
import json
import pathlib
import statistics
import time
from collections.abc import Callable

from ctv_env.bench.calibration import calibration
from ctv_env.bench.measure import Workload, interleave, rate
from ctv_env.bench.own import batch, engine

BASELINE = pathlib.Path(__file__).with_name("baseline.json")
FLOOR = 0.7
"""A ratio below this fraction of its baseline fails."""
ROUNDS, SECONDS = 75, 0.03
_CALIBRATION = "calibration"


def measured(
    workloads: dict[str, Workload], yardstick: Workload, rounds: int = ROUNDS, seconds: float = SECONDS
) -> dict[str, float]:
    """Return the rate of each workload relative to the yardstick's: the median of the rounds' ratios."""
    meters: dict[str, Callable[[], float]] = {
        name: functools.partial(rate, workload, seconds, time.process_time)
        for name, workload in {_CALIBRATION: yardstick, **workloads}.items()
    }
    readings = interleave(meters, rounds)
    units = readings.pop(_CALIBRATION)
    return {
        name: statistics.median(a / b for a, b in zip(rates, units, strict=True)) for name, rates in readings.items()
    }


def measure_ours() -> dict[str, float]:
    """Return the ratios that the gate checks: for the first game, and for the one with the largest map."""
    workloads = {"engine": engine(), "batch with mask and observation": batch(1)}
    workloads |= {"engine of tscw": engine("tscw"), "batch of tscw": batch(1, game="tscw")}
    return measured(workloads, calibration())


def complaints(ratios: dict[str, float], baseline: dict[str, float]) -> list[str]:
    """Return a sentence for each ratio that is too low; none if the gate is passed.

    Raises:
        ValueError: the baseline has other measurements.
    """
    if set(ratios) != set(baseline):
        raise ValueError(f"the baseline has {sorted(baseline)}, but {sorted(ratios)} were measured: regenerate it")
    return [
        f"{name}: {ratios[name]:.3f} calibration units, {ratios[name] / usual:.0%} of the baseline {usual:.3f}; "
        f"at least {FLOOR:.0%} is required"
        for name, usual in baseline.items()
        if ratios[name] < FLOOR * usual
    ]


def read_baseline() -> dict[str, float]:
    """Return the committed ratios."""
    return json.loads(BASELINE.read_text())


def main() -> None:
    """Regenerate the baseline."""
    ratios = {name: round(ratio, 4) for name, ratio in measure_ours().items()}
    BASELINE.write_text(json.dumps(ratios, indent=2) + "\n")
    print(f"{BASELINE}: {ratios}")


if __name__ == "__main__":
    main()
