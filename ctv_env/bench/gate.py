"""The gate against slow-downs: our rates, in units of a calibration load's, against a committed baseline.

A slow machine slows the load and the engine alike, so their ratio stays.  A busy one interrupts them, so it is their
own processor time that counts; and the ratio is taken in many short rounds, of which the median counts.

Run as a program, this module writes the baseline anew: after a change that is meant to cost time, or one that gained
some.
"""

import functools
import json
import pathlib
import statistics
import time
from collections.abc import Callable

from ctv_env.bench.calibration import calibration
from ctv_env.bench.measure import Work, interleave, rate
from ctv_env.bench.own import batch, engine

BASELINE = pathlib.Path(__file__).with_name("baseline.json")
FLOOR = 0.7
"""A ratio below this part of its baseline fails."""
ROUNDS, SECONDS = 75, 0.03
_CALIBRATION = "calibration"


def measured(
    works: dict[str, Work], yardstick: Work, rounds: int = ROUNDS, seconds: float = SECONDS
) -> dict[str, float]:
    """The rate of each work to the yardstick's: the median of the rounds' ratios."""
    meters: dict[str, Callable[[], float]] = {
        name: functools.partial(rate, work, seconds, time.process_time)
        for name, work in {_CALIBRATION: yardstick, **works}.items()
    }
    readings = interleave(meters, rounds)
    units = readings.pop(_CALIBRATION)
    return {
        name: statistics.median(a / b for a, b in zip(rates, units, strict=True)) for name, rates in readings.items()
    }


def measure_ours() -> dict[str, float]:
    """The ratios that the gate watches, of the first game."""
    return measured({"engine": engine(), "batch with mask and observation": batch(1)}, calibration())


def complaints(ratios: dict[str, float], baseline: dict[str, float]) -> list[str]:
    """A sentence for each ratio that is too low; none if the gate is passed.

    Raises:
        ValueError: the baseline is of other measurements.
    """
    if set(ratios) != set(baseline):
        raise ValueError(f"the baseline has {sorted(baseline)}, measured are {sorted(ratios)}: write it anew")
    return [
        f"{name}: {ratios[name]:.3f} calibration units are {ratios[name] / usual:.0%} of the baseline {usual:.3f}, "
        f"and {FLOOR:.0%} are asked"
        for name, usual in baseline.items()
        if ratios[name] < FLOOR * usual
    ]


def read_baseline() -> dict[str, float]:
    """The committed ratios."""
    return json.loads(BASELINE.read_text())


def main() -> None:
    """Write the baseline anew."""
    ratios = {name: round(ratio, 4) for name, ratio in measure_ours().items()}
    BASELINE.write_text(json.dumps(ratios, indent=2) + "\n")
    print(f"{BASELINE}: {ratios}")


if __name__ == "__main__":
    main()
