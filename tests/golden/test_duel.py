"""The exact solver against plain recursion, against its own committed values, and against dice."""

import random

import pytest
from golden import duel

from ctv_env.agents.evaluation.statistics import wilson
from ctv_env.agents.search.solver import Solver, after, chooser
from ctv_env.core.game import Game
from ctv_env.core.terms import CHANCE_NAME

ENTRIES = duel.read()
Z999 = 3.29  # two-sided 99.9 % quantile: a chance failure is unlikely


def plain(game: Game) -> float:
    """The value by the definition, looking nothing up."""
    if game.to_move is None:
        return float(game.winner == "nationalist")
    values = [plain(after(game, action)) for action in game.legal_actions()]
    return sum(values) / len(values) if game.to_move == CHANCE_NAME else chooser(game)(values)


def check(entry: dict, solver: Solver) -> None:
    game = duel.at(entry["line"])
    assert duel.entry(game, entry["line"], solver) == entry
    if game.to_move != CHANCE_NAME:
        best = [words for words, value in entry["after"].items() if value == entry["value"]]
        assert [duel.in_words(game, action) for action in solver.best_actions(game)] == best


def test_small_positions_have_their_committed_values():
    solver = Solver()
    small = [entry for entry in ENTRIES if entry["positions"] < duel.FEW]
    assert len(small) > 10
    assert {entry["to_move"] for entry in small} == {"nationalist", "republican", "chance"}
    assert any(0 < entry["value"] < 1 for entry in small)
    for entry in small:
        check(entry, solver)


def test_plain_recursion_finds_the_same_values():
    tiny = [entry for entry in ENTRIES if entry["positions"] <= 100]
    assert any(0 < entry["value"] < 1 for entry in tiny)
    for entry in tiny:
        assert plain(duel.at(entry["line"])) == pytest.approx(entry["value"], abs=1e-9)


def test_the_position_stays_as_it_is():
    game = duel.at(ENTRIES[-1]["line"])
    before = game.to_bytes()
    Solver().best_actions(game)
    assert game.to_bytes() == before


def win_rate(solver: Solver, perfect: tuple[str, ...], n_games: int) -> tuple[float, float]:
    """99.9 % interval of the Nationalist's wins from the start; sides that are not ``perfect`` play at random."""
    wins, chooser = 0, random.Random(1)
    for seed in range(n_games):
        game = duel.start().clone_for_search(seed)
        while game.to_move is not None:
            if game.to_move == CHANCE_NAME:
                game.roll()
            else:
                actions = solver.best_actions(game) if game.to_move in perfect else game.legal_actions()
                game.step(chooser.choice(actions))
        wins += game.winner == "nationalist"
    return wilson(wins, n_games, Z999)


@pytest.mark.slow
def test_all_committed_values_and_games_played_by_them():
    solver = Solver()
    for entry in ENTRIES:
        check(entry, solver)
    value = ENTRIES[0]["value"]
    low, high = win_rate(solver, ("nationalist", "republican"), 5000)
    print(f"value {value:.4f}; perfect play of both sides, 5000 games: {low:.4f} to {high:.4f}")
    assert low <= value <= high
    low, _ = win_rate(solver, ("nationalist",), 2000)
    assert low > value  # a random Republican loses more often
    _, high = win_rate(solver, ("republican",), 2000)
    assert high < value
