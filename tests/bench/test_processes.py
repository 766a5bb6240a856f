"""Measurements in several processes at once."""

import functools
import os
import pathlib
import time

import pytest

from ctv_env.bench.measure import Measurement
from ctv_env.bench.processes import measure


def _noted(folder: str, mark: str):
    """A workload that notes which process has set it up."""
    pathlib.Path(folder, f"{mark}-{os.getpid()}").touch()

    def workload() -> int:
        time.sleep(0.05)
        return 1

    return workload


def _broken():
    raise RuntimeError("no such game")


def test_rates_of_all_processes_are_added_and_each_sets_up_once(tmp_path):
    setup = functools.partial(_noted, str(tmp_path))
    alone = Measurement("alone", functools.partial(setup, "alone"))
    both = Measurement("both", functools.partial(setup, "both"), processes=2)
    rates = measure([alone, both], rounds=2, seconds=0.2)
    assert {name: len(values) for name, values in rates.items()} == {"alone": 2, "both": 2}
    assert [path.name for path in tmp_path.glob("alone-*")] == [f"alone-{os.getpid()}"]
    assert len({path.name for path in tmp_path.glob("both-*")} - {f"both-{os.getpid()}"}) == 2
    # A workload takes at least 0.05 s, so one process cannot exceed 20 per second; two can, unless they take turns.
    assert max(rates["alone"]) <= 20 < max(rates["both"]) <= 40


def test_what_fails_in_a_process_is_raised_here():
    with pytest.raises(RuntimeError, match="no such game"):
        measure([Measurement("broken", _broken, processes=2)], rounds=1, seconds=0)


def _deadly():
    os._exit(1)


def test_a_process_that_dies_is_reported():
    with pytest.raises(RuntimeError, match="a process measuring 'deadly' has died"):
        measure([Measurement("deadly", _deadly, processes=2)], rounds=1, seconds=0)
