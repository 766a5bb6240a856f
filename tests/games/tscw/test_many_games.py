"""Thousands of games, audited at every decision; the slow tests (`make test-slow`) play ten thousand at random."""

import numpy as np
import pytest
from support import tscw_audit as auditor
from support.tscw_audit import FINDINGS, MOST_DECISIONS, SOUND, audit, audited_game
from support.tscw_scene import ENGINE

from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.loading.load import load
from ctv_env.games.tscw.model.codes import OFF, SIDE
from ctv_env.games.tscw.policies import GREEDY, RANDOM
from ctv_env.games.tscw.rules import pieces

SCENARIOS = ("north-1937", "1937")
CASES = (
    {},
    {"setup": "placement"},
    {"fog": True, "chits": "closed", "air": "simultaneous"},
    {"rml_victory": True, "play_forced": False},
    {"setup": "placement", "fog": True, "chits": "closed", "air": "simultaneous", "rml_victory": True},
)


def play(
    n_games: int, scenario: str, options: dict, players: tuple[int, int] = (RANDOM, RANDOM)
) -> tuple[np.ndarray, list[int]]:
    """Play ``n_games``; returns the decisions, (n_games, 2), and the winners."""
    tables = load(scenario, **options)
    scratch = records(1, RULES.SCRATCH)
    scratch[0]["rng"] = stream(len(options), POLICY)
    decisions, winners = np.zeros((n_games, 2), np.int64), []
    for seed in range(n_games):
        states = records(1, RULES.STATE)
        states[0]["rng"] = stream(seed)
        finding = audited_game(states, tables.record, scratch, np.array(players), decisions[seed])
        assert finding == SOUND, f"seed {seed}, {scenario}, {options}: {FINDINGS[finding]}"
        winners.append(int(states[0]["winner"]))
    return decisions, winners


@pytest.mark.whole_games
@pytest.mark.parametrize("options", CASES, ids=range(len(CASES)))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_run_to_the_end_and_no_piece_is_lost_or_doubled(scenario, options):
    decisions, winners = play(10, scenario, options)
    assert decisions.min() > 0
    assert set(winners) <= {SIDE.NATIONALIST, SIDE.REPUBLICAN}  # 4.1: no game is drawn


@pytest.mark.slow
@pytest.mark.parametrize("options", CASES, ids=range(len(CASES)))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ten_thousand_random_games_of_each_scenario_run_to_the_end(scenario, options, capsys):
    """Two thousand with each of five sets of options; none has more than ``MOST_DECISIONS``."""
    decisions, winners = play(2000, scenario, options)
    with capsys.disabled():
        nationalist, republican = decisions.mean(axis=0)
        most, won = decisions.sum(axis=1).max(), winners.count(SIDE.NATIONALIST)
        print(f"\n{scenario} {options}: {nationalist:.0f} + {republican:.0f} decisions, at most {most}; N won {won}")
    assert decisions.sum(axis=1).max() <= MOST_DECISIONS
    assert set(winners) <= {SIDE.NATIONALIST, SIDE.REPUBLICAN}


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_greedy_games_run_to_the_end(scenario):
    _, winners = play(100, scenario, {}, (GREEDY, GREEDY))
    assert set(winners) <= {SIDE.NATIONALIST, SIDE.REPUBLICAN}


# -- the auditor itself -------------------------------------------------------------------------------------------


def _units(state):
    return np.flatnonzero(state["piece_cell"] != OFF)


def _lose(state):
    state["piece_cell"][_units(state)[0]] = OFF


def _weaken(state):
    state["strength"][_units(state)[0]] = 0


def _unlink(state):
    state["cell_first"][state["piece_cell"][_units(state)[0]]] = -1


def _give(state):
    rows = state["control_rows"]
    rows[0], rows[1] = rows[1].copy(), rows[0].copy()


def _share(state):
    state["control_rows"][0] |= state["control_rows"][1]


def _relax(state):
    state["full_zoc_rows"][0] = 0


def _owe(state):
    state["purse"][0] = -1


def _crowd(state):
    """All units of a side in one hex, whatever the limit."""
    record = load("north-1937").record[0]
    cell = int(state["piece_cell"][5])
    for p in range(6, 20):
        if state["piece_cell"][p] != OFF:
            pieces.take_out(state, record, p)
            pieces.put_in(state, record, p, cell)


@pytest.mark.parametrize(
    ("spoil", "finding"),
    [
        (_lose, auditor.WRONG_PLACE),
        (_weaken, auditor.WRONG_STEPS),
        (_unlink, auditor.WRONG_LIST),
        (_crowd, auditor.WRONG_STACK),
        (_give, auditor.WRONG_OWNER),
        (_share, auditor.WRONG_CONTROL),
        (_relax, auditor.WRONG_ZOC),
        (_owe, auditor.WRONG_NUMBER),
    ],
)
def test_the_auditor_finds_what_is_spoiled(spoil, finding):
    tables = load("north-1937")
    states, scratch = records(1, RULES.STATE), records(1, RULES.SCRATCH)
    states[0]["rng"] = stream(3)
    ENGINE.start(states, 0, tables.record, scratch)
    assert audit(states[0], tables.record[0]) == SOUND
    spoil(states[0])
    assert FINDINGS[audit(states[0], tables.record[0])] == FINDINGS[finding]
