"""The costs of a decision: every number of games and every size of map, in a table and a picture."""

import numpy as np
import pytest
from support.lab import lab

from ctv_env.bench import costs
from ctv_env.bench.costs import (
    Scenario,
    batch_step,
    by_map,
    by_part,
    by_size,
    driver_step,
    tables,
    without_observations,
)
from ctv_env.core.batch import ACT, AUTORESET, DRAW, REPORT, addresses_of
from ctv_env.core.driver import driver
from ctv_env.envs.batch import BatchGames


def test_workloads_count_the_decisions_of_all_games():
    assert batch_step(3, 1)() == 6
    assert driver_step(3)() == driver_step(3, observing=True)() == 6


def test_without_observations_the_games_are_the_same_and_the_rows_stay_empty():
    seeing, blind = (BatchGames(2, side="both", obs=None, dtype="uint8") for _ in range(2))
    for games in (seeing, blind):
        games.reset([1, 2])
        games.batch.episodes["choice_rng"] = [5, 6]
        games.draw_actions()
    blind.batch.rows[:] = 7
    run, addresses = driver(without_observations(blind.spec.hooks())), addresses_of(blind.batch)
    for _ in range(300):
        for games in (seeing, blind):
            games.batch.actions[:] = games.batch.drawn
        seeing.run(ACT | REPORT | AUTORESET | DRAW)
        blind.batch.tasks.fill(ACT | REPORT | AUTORESET | DRAW)
        run(addresses, 0, 2, 0)
    assert np.array_equal(seeing.batch.states, blind.batch.states)
    assert np.array_equal(seeing.masks, blind.masks)
    assert (blind.batch.rows == 7).all()
    assert not (seeing.batch.rows == 7).all()


def test_a_whole_step_costs_more_than_its_compiled_part():
    parts = by_part(3, 0.05)
    *_, compiled, whole = parts.values()
    assert 0 < compiled < whole


def test_maps_of_each_size_are_measured_once_the_smallest_observation_first():
    maps = by_map(1, 0.001)
    assert [one.name for one in maps] == ["arriba/campaign", "tscw/north-1937", "ctv/campaign", "tscw/1937"]
    assert [one.cells for one in maps] == [48, 65, 340, 702]
    assert all(one.rules > 0 and one.batch > 0 for one in maps)


def test_the_command_prints_tables_and_draws_a_picture(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(costs, "SIZES", (1, 2))
    monkeypatch.setattr(costs, "MAP_GAMES", 2)
    monkeypatch.setattr(costs, "_COPIED", 1000)
    lab("costs", "--rounds", "1", "--seconds", "0.001", "--out", str(tmp_path / "new"))
    said = capsys.readouterr().out
    assert "GB/s" in said
    assert said.count("\n| ") == 16
    assert (tmp_path / "new" / "costs.png").read_bytes().startswith(b"\x89PNG")


def test_the_tables_have_a_line_for_each_size_and_each_map(monkeypatch):
    monkeypatch.setattr(costs, "SIZES", (1, 4096))
    text = tables({"all": 9.876}, {"rules and mask": [2.0, 3.456]}, [Scenario("toy/a", 9, 1234, 0.5, 1.25)])
    assert "| all | 9.88 |" in text
    assert "| 4,096 | 3.46 |" in text
    assert "| toy/a | 9 | 1,234 | 0.50 | 1.25 |" in text


@pytest.mark.parametrize("threads", [1, 2])
def test_each_number_of_threads_has_its_curve(monkeypatch, threads):
    monkeypatch.setattr(costs, "SIZES", (1,))
    monkeypatch.setattr(costs, "usable_cores", lambda: threads)
    assert len(by_size(1, 0.001)) == 1 + threads
