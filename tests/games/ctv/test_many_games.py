"""Thousands of games, audited at every decision; the slow tests (`make test-slow`) play ten thousand."""

import numpy as np
import pytest
from support.audit import (
    COLUMN_PLACE,
    FINDINGS,
    LOST_COLUMN,
    LOST_UNIT,
    SOUND,
    UNIT_PLACE,
    WRONG_HEX,
    WRONG_LIST,
    WRONG_SET,
    audit,
    audited_game,
)

from ctv_env import new_game
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.core.spec import spec_of
from ctv_env.games.ctv.model import codes as c
from ctv_env.games.ctv.policies import RANDOM, STAFF

CASES = (
    {},
    {"edition": "it", "fog": False},
    {"setup": "placement"},
    {"setup": "placement", "historical_setup": True, "edition": "it"},
    {"air_combat": True, "dsg_reduction": True, "rivers": True, "play_forced": False},
)


def play(n_games: int, options: dict, players: tuple[int, int] = (RANDOM, RANDOM)) -> tuple[np.ndarray, list[int]]:
    """Play ``n_games``; returns the decisions, (n_games, 2), and the winners."""
    spec = spec_of("ctv")
    tables = spec.load("campaign", **options)
    scratch = records(1, spec.scratch)
    scratch[0]["rng"] = stream(len(options), POLICY)
    decisions, winners = np.zeros((n_games, 2), np.int64), []
    for seed in range(n_games):
        states = records(1, spec.state)
        states[0]["rng"] = stream(seed)
        finding = audited_game(states, tables.record, scratch, np.array(players), decisions[seed])
        assert finding == SOUND, f"seed {seed}, {options}: {FINDINGS[finding]}"
        winners.append(int(states[0]["winner"]))
    return decisions, winners


@pytest.mark.whole_games
@pytest.mark.parametrize("options", CASES, ids=range(len(CASES)))
def test_random_games_run_to_the_end_and_no_piece_is_lost_or_doubled(options):
    decisions, winners = play(40, options)
    assert decisions.min() > 0
    assert set(winners) <= {c.SIDE.NATIONALIST, c.SIDE.REPUBLICAN}


@pytest.mark.slow
@pytest.mark.parametrize("options", CASES, ids=range(len(CASES)))
def test_ten_thousand_random_games_run_to_the_end(options, capsys):
    """Two thousand with each of five sets of options."""
    decisions, _ = play(2000, options)
    most = decisions.sum(axis=1).max()
    assert most < 5000
    assert decisions.min() > 0
    with capsys.disabled():
        nationalist, republican = decisions.mean(axis=0)
        print(f"\n{options}: {nationalist:.0f} + {republican:.0f} decisions a game, at most {most}")


@pytest.mark.slow
@pytest.mark.parametrize("options", CASES, ids=range(len(CASES)))
def test_staff_games_run_to_the_end_and_both_sides_win_some(options):
    _, winners = play(200, options, (STAFF, STAFF))
    assert set(winners) == {c.SIDE.NATIONALIST, c.SIDE.REPUBLICAN}


def _double(state):
    cell = np.flatnonzero(state["cell_first"] == c.NOWHERE)[0]
    state["cell_first"][cell] = state["cell_first"].max()


def _lose(state):
    state["cell_first"][state["cell_first"].argmax()] = c.NOWHERE


def _use_up(state):
    state["unit_steps"][np.flatnonzero(state["unit_steps"])[0]] = 0


def _drown(state):
    state["piece_hex"][np.flatnonzero(state["unit_steps"])[0]] = c.OFF


def _lose_column(state):
    state["cell_sc"][state["cell_sc"].argmax()] = c.NOWHERE


def _forget_column(state):
    state["piece_hex"][state["cell_sc"].max()] = c.NOWHERE


def _unmake(state):
    state["piece_place"][0] = c.PLACE.UNUSED


@pytest.mark.parametrize(
    ("spoil", "finding"),
    [
        (_double, WRONG_LIST),
        (_lose, LOST_UNIT),
        (_use_up, UNIT_PLACE),
        (_drown, WRONG_HEX),
        (_lose_column, LOST_COLUMN),
        (_forget_column, COLUMN_PLACE),
        (_unmake, WRONG_SET),
    ],
)
def test_the_auditor_finds_what_is_wrong(spoil, finding):
    game = new_game(seed=1)
    states = records(1, game.spec.state)
    states[0] = game.record
    assert audit(states, game.tables.record) == SOUND
    spoil(states[0])
    assert FINDINGS[audit(states, game.tables.record)] == FINDINGS[finding]
