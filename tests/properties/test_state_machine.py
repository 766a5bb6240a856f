"""A game as a state machine that can be played, copied, saved, loaded, replayed and forked at any point.

Copies made along the way are played on in step with the game: they must stay identical to the end.
"""

import json
import pickle
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from support.walks import pick

from ctv_env import new_game
from ctv_env.core.game import Game, IllegalActionError

MOST_COPIES = 3
OPTIONS = st.fixed_dictionaries(
    {
        "edition": st.sampled_from(("en", "it")),
        "setup": st.sampled_from(("historical", "historical", "placement")),
        "air_combat": st.booleans(),
        "dsg_reduction": st.booleans(),
        "rivers": st.booleans(),
        "fog": st.booleans(),
        "play_forced": st.booleans(),
    }
)
CHOICE = st.integers(0, 2**16)
COPIES = {
    "clone": lambda game: game.clone(),
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
    "bytes": lambda game: Game.from_bytes(game.to_bytes()),
    "dictionary": lambda game: Game.from_dict(json.loads(json.dumps(game.to_dict()))),
}
KEEP_THE_LOG = ("clone", "pickle")


def same_position(a: Game, b: Game) -> bool:
    """Whether two games stand alike: position, legal actions and decider."""
    return (
        a.state_hash() == b.state_hash()
        and np.array_equal(a.action_mask(), b.action_mask())
        and (a.node, a.to_move, a.winner) == (b.node, b.to_move, b.winner)
    )


class GameMachine(RuleBasedStateMachine):
    """The game, what was played in it, and copies that follow it; ``compared`` counts how often one was looked at."""

    compared = 0

    @initialize(seed=st.integers(0, 2**32), options=OPTIONS)
    def begin(self, seed, options):
        self.seed, self.options = seed, options
        self.game = new_game(seed=seed, **options)
        self.played: list[int] = []
        self.copies: list[tuple[str, Game]] = []

    def play(self, action: int) -> None:
        """One action or face in the game and in all its copies."""
        self.game.step(action)
        self.played.append(action)
        for _, twin in self.copies:
            twin.step(action)

    @precondition(lambda self: self.game.to_move not in (None, "chance"))
    @rule(choice=CHOICE)
    def act(self, choice):
        actions = self.game.legal_actions()
        self.play(actions[choice % len(actions)])

    @precondition(lambda self: self.game.to_move == "chance")
    @rule(face=st.integers(1, 6))
    def set_a_die(self, face):
        self.play(face)

    @precondition(lambda self: self.game.to_move == "chance")
    @rule()
    def roll(self):
        rolled = [self.game.roll()] + [twin.roll() for _, twin in self.copies]
        assert len(set(rolled)) == 1, "a copy has other dice to come"
        self.played.append(rolled[0])

    @rule(seed=CHOICE, steps=st.integers(1, 60))
    def play_on(self, seed, steps):
        chooser = random.Random(seed)
        for _ in range(steps):
            if self.game.to_move == "chance":
                self.roll()
            elif self.game.to_move is not None:
                self.play(pick(self.game, chooser))

    @rule(how=st.sampled_from(sorted(COPIES)))
    def copy(self, how):
        self.copies = [*self.copies, (how, COPIES[how](self.game))][-MOST_COPIES:]

    @precondition(lambda self: self.copies)
    @rule(choice=CHOICE)
    def go_on_with_a_copy_that_has_the_log(self, choice):
        candidates = [twin for how, twin in self.copies if how in KEEP_THE_LOG]
        if candidates:
            self.game = candidates[choice % len(candidates)].clone()

    @rule(seed=CHOICE, steps=st.integers(1, 30), search=st.booleans())
    def fork(self, seed, steps, search):
        before, log, save = self.game.state_hash(), self.game.log, self.game.to_bytes()
        other = self.game.clone_for_search(seed) if search else self.game.clone()
        assert same_position(other, self.game)
        assert other.log == ([] if search else log)
        chooser = random.Random(seed)
        for _ in range(steps):
            if other.to_move is not None:
                other.step(chooser.choice(other.legal_actions()))
        assert (self.game.state_hash(), self.game.log, self.game.to_bytes()) == (before, log, save)

    @rule(action=st.integers(-1, 500))
    def refuse(self, action):
        if action in self.game.legal_actions():
            return
        save = self.game.to_bytes()
        with pytest.raises(IllegalActionError):
            self.game.step(action)
        assert self.game.to_bytes() == save

    @rule()
    def replay(self):
        again = new_game(seed=self.seed, **self.options)
        for action in self.played:
            again.step(action)
        assert same_position(again, self.game)
        assert again.log == self.game.log

    @invariant()
    def copies_are_the_same_game(self):
        for how, twin in getattr(self, "copies", ()):
            type(self).compared += 1
            assert same_position(twin, self.game), how
            assert twin.to_bytes() == self.game.to_bytes(), f"{how}: other dice to come"
            if how in KEEP_THE_LOG:
                assert twin.log == self.game.log, how


def run(examples: int, steps: int, derandomize: bool, phases=tuple(Phase)) -> int:
    """Run the machine; how often a copy was compared with its game."""
    chosen = settings(
        phases=phases,
        max_examples=examples,
        stateful_step_count=steps,
        derandomize=derandomize,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    machine = type("GameMachine", (GameMachine,), {})
    machine.TestCase.settings = chosen
    machine.TestCase("runTest").runTest()
    return machine.compared


@pytest.mark.parametrize("how", sorted(COPIES))
def test_the_machine_notices_a_copy_that_is_another_game(how, monkeypatch):
    """A gate that can be closed: each way of copying, spoiled, is found out."""
    monkeypatch.setitem(COPIES, how, lambda game: game.clone_for_search(1))
    with pytest.raises(AssertionError):
        run(examples=40, steps=25, derandomize=True, phases=(Phase.generate,))


def test_a_game_is_the_same_game_however_it_is_copied_saved_and_replayed():
    assert run(examples=16, steps=25, derandomize=True) > 50


@pytest.mark.slow
def test_many_games_are_the_same_however_they_are_copied_saved_and_replayed():
    assert run(examples=60, steps=50, derandomize=False) > 500
