"""The engine against its twins in ``tests/naive``: legal actions, odds and the outcome of every step, at each node.

The twins are slow and simple, and share no code with the engine.  A *pair* is a legal action of a position: both must
offer the same ones.  The action or die that is then taken must result in the same position.
"""

import random

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from naive import board, bombardment, combat, compare, counters, legal, sequence, setup, step, turn
from naive.position import Position, read_position, written
from support.positions import positions
from support.walks import pick

from ctv_env import new_game
from ctv_env.core.game import Game

MOVES_SKIPPED = 0.9  # of the MOVE nodes, where the twin tries the moves of every piece
ENOUGH_MOVED = 0.08  # how often a random player ends its movement in favour of combat
EAGER = 0.6  # how often a random player moves next to an enemy if it can

CASES = (
    {},
    {"edition": "it", "fog": False},
    {"setup": "placement", "rivers": True},
    {"setup": "placement", "historical_setup": True, "edition": "it"},
    {"air_combat": True, "dsg_reduction": True, "rivers": True},
    {"air_combat": True, "edition": "it", "dsg_reduction": True},
    {"play_forced": True},
    {"play_forced": True, "edition": "it", "setup": "placement", "air_combat": True},
    {"scenario": "escudo", "rivers": True},
    {"scenario": "reinosa", "edition": "it", "air_combat": True},
    {"scenario": "last-stand", "dsg_reduction": True},
    {"scenario": "duel"},
)

# A failure prints the whole position; shrinking it would take minutes.
COMMON = {"deadline": None, "phases": (Phase.generate,), "suppress_health_check": list(HealthCheck)}


class Twins:
    """A game watched by its twin; ``pairs`` and ``steps`` count what was compared."""

    def __init__(self, game: Game, seed: int):
        self.game, self.chooser = game, random.Random(seed)
        board.lay_out(game.tables.scenario)
        self.pairs = self.steps = 0
        self.look()

    def look(self) -> None:
        """Read the position again."""
        self.data = written(self.game)
        self.position = read_position(self.data)

    def play(self, most: int) -> None:
        """Play on at random for a number of steps, comparing at each."""
        for _ in range(most):
            if self.game.to_move is None:
                break
            self.compare_node()
            self.compare_step(self.choose())
        if self.game.to_move is None:
            self.compare_end()

    def choose(self) -> int:
        """A face, or a legal action; movers like to go where the enemy is."""
        game = self.game
        if game.to_move == "chance":
            return self.chooser.randint(1, 6)
        if game.node == "MOVE" and self.chooser.random() < ENOUGH_MOVED:
            return game.encode("DONE")
        if game.node == "MOVE_TO" and self.chooser.random() < EAGER:
            enemies = self.position.held(self.position.defending)
            near = [a for a in game.legal_actions() if enemies & set(setup.beside(game.decode(a)[1]))]
            if near:
                return self.chooser.choice(near)
        return pick(game, self.chooser)

    def compare_node(self) -> None:
        """Legal actions, and the odds where they are known."""
        game, position = self.game, self.position
        if game.node == "BOMBARD_DIE":
            assert bombardment.net_points(position) != 0, self.described()
        if game.node == "COMBAT_DIE":
            odds = [int(game.record[key]) for key in ("strength_att", "strength_def", "column_shift", "drm")]
            assert odds == combat.odds(position), self.described()
        if game.to_move == "chance" or (game.node == "MOVE" and self.chooser.random() < MOVES_SKIPPED):
            return
        actions = {game.decode(action) for action in game.legal_actions()}
        expected = legal.legal_actions(position)
        if game.node == "PLACE":
            assert actions, self.described()
            refused = {code for _, code in expected - actions}
            assert all(setup.may_be_refused(position, code) for code in refused), self.described(refused)
            expected &= actions
        assert actions == expected, self.described(actions ^ expected)
        self.pairs += len(actions)

    def compare_step(self, action: int) -> None:
        """What an action or a face leaves behind; the cover of the line as a set-up ends (R-54)."""
        game, before = self.game, self.position
        chosen = action if game.to_move == "chance" else game.decode(action)
        described = self.data
        game.step(action)
        self.look()
        if before.node == "COMBAT_DIE" and self.position.target and before.target == self.position.target:
            assert combat.result(before, action)[1] == self.position.result_def, (action, described)
        if before.node == "PLACE" and before.stage != self.position.stage:
            assert not setup.uncovered(self.position, before.to_move), (action, described)
        if game.tables.options["play_forced"]:
            return
        expected = step.after(before, chosen, self.position)
        wrong = compare.differences(expected, self.position)
        assert not wrong, (wrong, chosen, described)
        self.compare_sequence(before, chosen, expected, described)
        self.steps += 1

    def compare_sequence(self, before: Position, chosen, expected: Position, described: dict) -> None:
        """What is due next: after the combat die, and as the Republican Phase opens."""
        now = self.position
        if before.node in sequence.AFTER_THE_DIE:
            there, right = sequence.as_due(before, now), sequence.due(before, chosen, expected)
            assert there == right, (there, right, chosen, described)
        if before.stage == "NAT_COMBAT" != now.stage:
            assert now.node == turn.republican_opening(expected), (chosen, described)
        if before.node in ("BASQUE_DIE", "BREAKDOWN") and now.node != "BREAKDOWN":
            assert now.node == turn.after_basques(expected), (chosen, described)

    def compare_end(self) -> None:
        """Victory points and winner (14.1)."""
        points = turn.victory_points(self.position)
        assert points == self.game.score(), self.described()
        assert self.game.winner == turn.winner(points), self.described()

    def described(self, more="") -> str:
        """The position, to be played again."""
        return f"{self.game.node} {more} in {self.data}"


def watched(options: dict, seed: int, most: int = 10**6) -> Twins:
    """A random game under the eyes of its twin; forced nodes are shown unless the options say otherwise."""
    twins = Twins(new_game(seed=seed, **{"play_forced": False} | options), seed)
    twins.play(most)
    return twins


@pytest.fixture(autouse=True)
def whole_board():
    """Random positions are of the campaign, whatever was on the table before."""
    yield
    board.lay_out()


@pytest.mark.parametrize("case", range(len(CASES)))
def test_the_first_steps_of_random_games(case):
    twins = watched(CASES[case], seed=case, most=80)
    assert twins.pairs > (25 if CASES[case].get("scenario") == "duel" else 100)  # a duel ends quickly


def test_the_twins_notice_another_rule(monkeypatch):
    """A gate that can be closed: a twin with a rule of its own disagrees."""
    monkeypatch.setitem(counters.STACKING, "clear", 1)
    with pytest.raises(AssertionError):
        watched({"setup": "placement"}, seed=0, most=300)


def compare_positions(n_examples: int, n_steps: int, seed: int) -> tuple[int, int]:
    """Play on from random positions under the eyes of the twin; the pairs and steps compared."""
    pairs, steps = [], []

    @hypothesis.seed(seed)
    @settings(max_examples=n_examples, database=None, **COMMON)
    @given(data=positions(), seed=st.integers(0, 2**32))
    def compare_one(data, seed):
        twins = Twins(Game.from_dict(data), seed)
        twins.play(n_steps)
        pairs.append(twins.pairs)
        steps.append(twins.steps)

    compare_one()
    assert len(pairs) >= n_examples
    return sum(pairs), sum(steps)


@pytest.mark.parametrize("seed", range(12))
def test_random_positions(seed):
    pairs, steps = compare_positions(6, 15, seed)
    assert pairs > 84  # a thousand in all
    assert steps > 40


@pytest.mark.slow
def test_a_hundred_thousand_pairs_of_whole_random_games(capsys):
    pairs = steps = games = 0
    while pairs < 100_000:
        twins = watched(CASES[games % len(CASES)], seed=1000 + games)
        pairs, steps, games = pairs + twins.pairs, steps + twins.steps, games + 1
    assert steps > 5000
    with capsys.disabled():
        print(f"\n{pairs} pairs and {steps} steps of {games} games compared, no disagreement")


@pytest.mark.slow
def test_many_random_positions(capsys):
    pairs, steps = compare_positions(300, 40, seed=random.randrange(2**32))
    assert pairs > 20_000
    assert steps > 5000
    with capsys.disabled():
        print(f"\n{pairs} pairs and {steps} steps from 300 positions compared, no disagreement")
