"""The gate: it fails when the engine is slower, and not when the machine is."""

import json
import time

import pytest

from ctv_env.bench import gate
from ctv_env.bench.calibration import calibration
from ctv_env.cli.main import main


def _work(seconds: float):
    def workload() -> int:
        begun = time.process_time()
        while time.process_time() - begun < seconds:
            pass
        return 1

    return workload


def _measured(engine: float, yardstick: float = 0.001) -> dict[str, float]:
    return gate.measured({"engine": _work(engine)}, _work(yardstick), rounds=9, seconds=0.004)


def test_an_engine_half_as_fast_is_named_with_how_much():
    baseline = _measured(0.001)
    assert gate.complaints(_measured(0.001), baseline) == []
    (sentence,) = gate.complaints(_measured(0.002), baseline)
    assert sentence.startswith("engine: ")
    assert "at least 70% is required" in sentence


def test_a_machine_half_as_fast_is_let_through():
    assert gate.complaints(_measured(0.002, yardstick=0.002), _measured(0.001)) == []


def test_the_limit_is_seventy_percent():
    assert gate.complaints({"engine": 0.71}, {"engine": 1.0}) == []
    assert gate.complaints({"engine": 0.69}, {"engine": 1.0}) == [
        "engine: 0.690 calibration units, 69% of the baseline 1.000; at least 70% is required"
    ]


def test_a_baseline_of_other_measurements_is_refused():
    with pytest.raises(ValueError, match="regenerate it"):
        gate.complaints({"engine": 1.0}, {"engine": 1.0, "batch": 1.0})


@pytest.mark.parametrize(("part", "code"), [(1.0, 0), (0.5, 1)])
def test_the_command_fails_if_a_ratio_is_too_low(part, code, monkeypatch, capsys):
    found = {name: part * ratio for name, ratio in gate.read_baseline().items()}
    monkeypatch.setattr(gate, "measure_ours", lambda: found)
    assert main(["bench", "--gate"]) == code
    assert ("slower: " in capsys.readouterr().out) == bool(code)


def test_the_baseline_is_of_what_is_measured(monkeypatch):
    quick = gate.measured
    monkeypatch.setattr(gate, "measured", lambda workloads, yardstick: quick(workloads, yardstick, rounds=1, seconds=0))
    found = gate.measure_ours()
    assert gate.complaints(found, dict.fromkeys(found, 0.0)) == []
    assert set(found) == set(gate.read_baseline())
    assert all(ratio > 0 for ratio in found.values())


def test_the_baseline_is_written_by_the_module(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(gate, "BASELINE", tmp_path / "baseline.json")
    monkeypatch.setattr(gate, "measure_ours", lambda: {"engine": 0.123456})
    gate.main()
    assert json.loads((tmp_path / "baseline.json").read_text()) == {"engine": 0.1235}
    assert "baseline.json" in capsys.readouterr().out


def test_the_calibration_load_does_something_every_time():
    workload = calibration()
    assert workload() == workload() == 100
