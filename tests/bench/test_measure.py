"""Rounds, medians and ratios, with made-up workloads and a made-up clock."""

import pytest

from ctv_env.bench.measure import Measurement, figure, interleave, machine, rate, ratios, side_by_side
from ctv_env.core.host import usable_cores


class Clock:
    """Stands still until it is pushed."""

    def __init__(self):
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def workload(self, decisions: int, duration: float):
        """A workload that takes ``duration`` for ``decisions``."""

        def workload() -> int:
            self.now += duration
            return decisions

        return workload


def test_a_rate_is_all_decisions_by_all_the_time():
    clock = Clock()
    assert rate(clock.workload(30, 0.4), seconds=1.0, clock=clock) == pytest.approx(90 / 1.2)
    assert clock.now == pytest.approx(101.2), "three workloads reach the second"


def test_a_workload_is_done_at_least_once():
    clock = Clock()
    assert rate(clock.workload(5, 0.5), seconds=0.0, clock=clock) == pytest.approx(10.0)


def test_rounds_go_through_all_meters_in_turn_and_the_first_is_not_counted():
    order = []

    def meter(name):
        def read() -> float:
            order.append(name)
            return float(len(order))

        return read

    readings = interleave({name: meter(name) for name in "abc"}, rounds=2)
    assert order == list("abcabcabc")
    assert readings == {"a": [4.0, 7.0], "b": [5.0, 8.0], "c": [6.0, 9.0]}


def test_what_is_compared_is_measured_side_by_side():
    given = [("ours", "peer"), ("alone", ""), ("slow", "other"), ("ours too", "peer"), ("other", ""), ("peer", "")]
    order = side_by_side([Measurement(name, int, against=against) for name, against in given])
    assert [one.name for one in order] == ["alone", "slow", "other", "ours", "ours too", "peer"]


def test_a_figure_has_the_median_not_the_mean():
    assert figure([1.0, 100.0, 3.0]) == {"median": 3.0, "lowest": 1.0, "highest": 100.0}


def test_a_ratio_is_taken_round_by_round():
    # The machine is ten times as slow in the last round; the ratio of the medians would be 4.
    assert ratios([20.0, 40.0, 2.0], [10.0, 10.0, 1.0]) == {"median": 2.0, "lowest": 2.0, "highest": 4.0}


def test_rounds_that_do_not_belong_together_have_no_ratio():
    with pytest.raises(ValueError, match="shorter"):
        ratios([1.0, 2.0], [1.0])


def test_the_machine_is_named_with_the_versions_asked_for():
    facts = machine(["numpy"])
    assert facts["processor"]
    assert facts["cores"] == usable_cores() >= 1
    assert facts["numpy"][0].isdigit()
