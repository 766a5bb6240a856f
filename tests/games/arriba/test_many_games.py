"""Thousands of games, audited at every decision; the slow tests (`make test-slow`) play ten thousand at random."""

import numpy as np
import pytest
from support.arriba_audit import (
    FINDINGS,
    MOST_DECISIONS,
    SOUND,
    WRONG_AREA,
    WRONG_COUNTERS,
    WRONG_MARKERS,
    audit,
    audited_game,
)

from ctv_env import new_game
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.core.spec import spec_of
from ctv_env.games.arriba.model.codes import N_PAIRS
from ctv_env.games.arriba.policies import RANDOM, STAFF

CASES = (
    {},
    {"guerrillas": True, "forts": True},
    {"doctrine": True, "variable_set_up": True},
    {"blockade": True, "command": True, "play_forced": False},
    dict.fromkeys(("guerrillas", "forts", "blockade", "doctrine", "variable_set_up", "command"), True),
)


def play(n_games: int, options: dict, players: tuple[int, int] = (RANDOM, RANDOM)) -> tuple[np.ndarray, list[int]]:
    """Play ``n_games``; returns the decisions, (n_games, 2), and the winners."""
    spec = spec_of("arriba")
    tables = spec.load("campaign", **options)
    scratch = records(1, spec.scratch)
    scratch[0]["rng"] = stream(len(options), POLICY)
    decisions, winners = np.zeros((n_games, 2), np.int64), []
    found = np.zeros(N_PAIRS + 1, np.int64)
    for seed in range(n_games):
        states = records(1, spec.state)
        states[0]["rng"] = stream(seed)
        finding = audited_game(states, tables.record, scratch, np.array(players), decisions[seed], found)
        assert finding == SOUND, f"seed {seed}, {options}: {FINDINGS[finding]}"
        winners.append(int(states[0]["winner"]))
    return decisions, winners


@pytest.mark.whole_games
@pytest.mark.parametrize("options", CASES, ids=range(len(CASES)))
def test_random_games_run_to_the_end_and_no_counter_is_lost_or_doubled(options):
    decisions, winners = play(20, options)
    assert decisions.min() > 0
    assert set(winners) <= {0, 1}


@pytest.mark.slow
@pytest.mark.parametrize("options", CASES, ids=range(len(CASES)))
def test_ten_thousand_random_games_run_to_the_end(options, capsys):
    """Two thousand with each of five sets of options; none has more than ``MOST_DECISIONS``."""
    decisions, _ = play(2000, options)
    assert decisions.min() > 0
    with capsys.disabled():
        government, rebel = decisions.mean(axis=0)
        most = decisions.sum(axis=1).max()
        print(f"\n{options}: {government:.0f} + {rebel:.0f} decisions a game, at most {most} of {MOST_DECISIONS}")


@pytest.mark.slow
@pytest.mark.parametrize("options", CASES, ids=range(len(CASES)))
def test_staff_games_run_to_the_end_and_both_sides_win_some(options):
    _, winners = play(100, options, (STAFF, STAFF))
    assert set(winners) == {0, 1}


def _double(state):
    side, area = np.argwhere(state["pool_units"])[0]
    n = state["pool_units"][side, area]
    state["pool_unit"][side, area, n] = state["pool_unit"][side, area, 0]
    state["pool_units"][side, area] += 1
    state["area_units"][side, area] += 1


def _hide(state):
    side, area = np.argwhere(state["pool_units"])[0]
    state["pool_units"][side, area] -= 1


def _mark(state):
    state["improved_free"] -= 1


@pytest.mark.parametrize(("spoil", "finding"), [(_double, WRONG_COUNTERS), (_hide, WRONG_AREA), (_mark, WRONG_MARKERS)])
def test_the_auditor_finds_what_is_spoiled(spoil, finding):
    game = new_game("arriba", seed=3)
    state, found = game.record.copy(), np.zeros(N_PAIRS + 1, np.int64)
    states = state.reshape(1)
    assert audit(states[0], game.tables.record[0], found) == SOUND
    spoil(states[0])
    assert audit(states[0], game.tables.record[0], found) == finding
