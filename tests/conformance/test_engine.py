"""The rules as compiled code: legality, chance, copies, secrets; in random games of every game."""

import contextlib
import itertools
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from conformance.subjects import SUBJECTS, Subject, is_secret, some_nodes, trace, walk

from ctv_env import new_game
from ctv_env.core.game import Game, IllegalActionError
from ctv_env.core.terms import CHANCE_NAME

SEEDS = range(4)
ROLLS = 600
HIDING = [subject for subject in SUBJECTS if subject.spec.hides(subject.tables)]
SECRETIVE = [subject for subject in SUBJECTS if any(node.secret for node in subject.spec.nodes)]


def refused(game: Game, n: int = 12) -> list[int]:
    """Some of the actions that are not legal, the first and the last too."""
    illegal = np.flatnonzero(game.action_mask() == 0).tolist()
    return illegal if len(illegal) <= n else [illegal[0], illegal[-1], *random.Random(n).sample(illegal, n - 2)]


# -- the course of a game ------------------------------------------------------------------------------------------


def test_random_games_end_within_the_bounds_that_the_game_tells(subject):
    decisions, rolls = subject.spec.max_steps(subject.tables)
    for seed in SEEDS:
        movers = Counter(game.to_move for game in walk(subject.new(seed), seed))
        assert movers[CHANCE_NAME] <= rolls
        assert movers[subject.spec.sides[0]] + movers[subject.spec.sides[1]] <= decisions
        assert movers[None] == 1


def test_games_end_under_every_option(subject):
    for option in subject.spec.options:
        for value in option.values:
            with contextlib.suppress(ValueError):  # this scenario may not have that value
                game = new_game(subject.game, subject.scenario, 1, **{option.name: value})
                *_, end = walk(game)
                assert end.to_move is None


def test_the_state_says_who_decides_what(subject):
    kinds = {node.name: node for node in subject.spec.nodes}
    for game in walk(subject.new(1), 1):
        kind = kinds[game.node]
        assert kind.chance == (game.to_move == CHANCE_NAME)
        assert kind.advice or game.to_move not in subject.spec.sides
        assert game.winner is None or game.to_move is None
        assert game.turn >= 0


def test_a_game_that_is_over_says_who_has_won_and_asks_nothing(subject):
    margin = subject.spec.score.even(subject.tables)
    for seed in SEEDS:
        *_, game = walk(subject.new(seed), seed)
        assert game.to_move is None
        assert game.winner in (None, *subject.spec.sides)
        assert not game.action_mask().any()
        assert not game.legal_actions()
        assert not game.chance_outcomes()
        assert isinstance(game.score() - margin, int)
        with pytest.raises(IllegalActionError, match="the game is over"):
            game.step(subject.tables.actions.idle)
        with pytest.raises(IllegalActionError):
            game.roll()


# -- legality ------------------------------------------------------------------------------------------------------


def test_the_mask_is_never_empty_before_the_end(subject):
    for seed in SEEDS:
        for game in walk(subject.new(seed), seed):
            assert (game.to_move is None) == (game.action_mask().sum() == 0)
            assert game.legal_actions() == np.flatnonzero(game.action_mask()).tolist()


def test_exactly_the_masked_actions_are_accepted(subject):
    for game in some_nodes(subject):
        before = game.to_bytes()
        for action in game.legal_actions()[:40]:
            assert game.explain_illegal(action) == ""
            game.clone().step(action)
        for action in [*refused(game), -1, game.n_actions, True, 0.5, None]:
            with pytest.raises(IllegalActionError):
                game.step(action)
        assert game.to_bytes() == before


def test_every_illegal_action_has_a_sentence(subject):
    for game in some_nodes(subject):
        for action in [*refused(game), -1, game.n_actions]:
            sentence = game.explain_illegal(action)
            assert len(sentence.split()) > 2, (game.node, action, sentence)
            assert "{" not in sentence


# -- chance --------------------------------------------------------------------------------------------------------


def chance_nodes(subject: Subject) -> list[Game]:
    return [game for game in some_nodes(subject) if game.to_move == CHANCE_NAME]


def test_the_outcomes_of_chance_are_the_mask_and_weigh_something(subject):
    for game in chance_nodes(subject):
        weights = subject.spec.chance(subject.tables, game.record)
        assert [outcome for outcome, _ in weights] == game.legal_actions()
        assert all(isinstance(weight, int) and weight > 0 for _, weight in weights)
        assert sum(probability for _, probability in game.chance_outcomes()) == pytest.approx(1.0)
        assert game.describe(weights[0][0])


def test_rolls_are_as_frequent_as_their_weights_say(subject):
    """Chi-square, bounded by six standard deviations; the seeds are fixed."""
    nodes = {(game.node, tuple(game.chance_outcomes())): game for game in chance_nodes(subject)}
    for game in itertools.islice(nodes.values(), 6):
        counts = Counter(game.clone_for_search(seed).roll() for seed in range(ROLLS))
        chances = dict(game.chance_outcomes())
        assert counts.keys() <= chances.keys()
        error = sum((counts[k] - ROLLS * p) ** 2 / (ROLLS * p) for k, p in chances.items())
        freedom = len(chances) - 1
        assert error <= freedom + 6 * (2 * freedom) ** 0.5, (game.node, counts)


# -- copies and seeds ----------------------------------------------------------------------------------------------


def test_a_copy_goes_on_as_the_game_does_and_leaves_it_alone(subject):
    for game in some_nodes(subject, each=1):
        before, twin = game.to_bytes(), game.clone()
        ends = [[one.to_bytes() for one in walk(start, 5)][-1] for start in (twin, game.clone())]
        assert ends[0] == ends[1]
        assert game.to_bytes() == before


def test_a_copy_for_search_has_other_chance_to_come(subject):
    game = subject.new(3)
    for seed in range(2):
        copy = game.clone_for_search(seed)
        assert copy.state_hash() == game.state_hash()
        assert copy.record["rng"] != game.record["rng"]
        assert copy.log == []


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(subject):
    assert trace(subject, 7) == trace(subject, 7) != trace(subject, 8)


def test_another_process_plays_the_same_game(smallest):
    code = f"from conformance.subjects import Subject, trace; print(trace(Subject{tuple(smallest)}, 11))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=_environment())
    assert done.stdout.strip() == trace(smallest, 11)


def _environment() -> dict[str, str]:
    import os

    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


# -- what a side knows ---------------------------------------------------------------------------------------------


def seen(game: Game, side: str) -> tuple:
    """All that a side may know about a position."""
    kinds = game.tables.observations
    arrays = [game.observation(side, kind, "uint8") for kind in kinds]
    rows = [array.tobytes() for one in arrays for array in (one.values() if isinstance(one, dict) else [one])]
    mask = game.action_mask().tobytes() if game.to_move == side else b""
    return rows, mask, game.to_move, game.node, game.turn, game.score(), game.text(side)


def test_observations_keep_to_their_bounds_in_either_form(subject):
    for game in some_nodes(subject):
        for side, (kind, layouts) in itertools.product(subject.spec.sides, subject.tables.observations.items()):
            numbers, values = (game.observation(side, kind, dtype) for dtype in ("uint8", "float32"))
            if not isinstance(numbers, dict):
                numbers, values = {layouts[0].name: numbers}, {layouts[0].name: values}
            for layout in layouts:
                low, high = layout.bounds("uint8")
                assert numbers[layout.name].shape == layout.shape
                assert ((low <= numbers[layout.name]) & (numbers[layout.name] <= high)).all(), (kind, layout.name)
                zero, unit = layout.meaning()
                assert np.allclose((numbers[layout.name] - zero) * unit, values[layout.name])


def test_a_redrawn_position_looks_the_same_and_can_be_played(subject):
    for game, side in itertools.product(some_nodes(subject), subject.spec.sides):
        before = game.to_bytes()
        for k in range(3):
            twin = game.determinize(side, np.random.default_rng(k))
            assert seen(twin, side) == seen(game, side)
        *_, end = walk(twin)
        assert end.to_move is None
        assert game.to_bytes() == before


def shown(game: Game, side: str) -> tuple:
    """All that a side is shown and told of a position by its picture, the guide, and the explanations of what to do."""
    ui, viewer = game.spec.ui(), game.spec.sides.index(side)
    found = [game.svg(side), ui.status(game, viewer), ui.beside(game, viewer), ui.stacks(game, viewer)]
    if game.to_move in (side, CHANCE_NAME):
        found += [ui.marks(game, viewer), ui.preview(game, viewer)]
        found += [(game.describe(one), ui.space_of(game, one)) for one in game.legal_actions() if game.to_move == side]
        found += [(chance, ui.outcome(game, outcome, viewer)) for outcome, chance in game.chance_outcomes()]
    if game.to_move == side:
        found += [game.explain_illegal(action) for action in refused(game)]
    return tuple(found)


def test_a_redrawn_position_is_shown_and_explained_the_same(subject):
    for game, side in itertools.product(some_nodes(subject, each=1), subject.spec.sides):
        twin = game.determinize(side, np.random.default_rng(1))
        assert shown(twin, side) == shown(game.clone_for_search(0), side)  # without a log, as the twin is


@pytest.mark.parametrize("subject", HIDING, ids=str)
def test_what_is_hidden_is_redrawn(subject):
    for side in subject.spec.sides:
        assert any(
            game.determinize(side, np.random.default_rng(k)).state_hash() != game.state_hash()
            for k, game in enumerate(some_nodes(subject))
        )


def known_enemies(game: Game, side: int, viewer: int | None) -> set[str]:
    """The names of the pieces of the enemy of ``side`` on the map whose faces the viewer sees."""
    pieces = [piece for stack in game.spec.ui().stacks(game, viewer).values() for piece in stack.pieces]
    return {piece.name for piece in pieces if piece.side == 1 - side and piece.known}


@pytest.mark.parametrize("subject", HIDING, ids=str)
def test_a_decision_that_uncovers_an_enemy_is_told_as_one_that_reveals(subject):
    for seed in range(2):
        for before, after in itertools.pairwise(game.clone() for game in walk(subject.new(seed), seed)):
            if before.to_move not in subject.spec.sides or after.to_move is None:
                continue
            side = subject.spec.sides.index(before.to_move)
            unknown = known_enemies(before, side, None) - known_enemies(before, side, side)
            if unknown & known_enemies(after, side, side):
                assert subject.spec.ui().reveals(before, after, side)


@pytest.mark.parametrize("subject", SECRETIVE, ids=str)
def test_of_a_secret_choice_the_other_side_is_told_nothing(subject):
    secret = [game for game in some_nodes(subject) if is_secret(game) and game.to_move == subject.spec.sides[0]]
    assert secret
    for game in secret:
        other = subject.spec.sides[1]
        outputs = set()
        for action in game.legal_actions():
            after = game.clone()
            after.step(action)
            assert after.node == game.node
            assert after.to_move == other
            outputs.add(repr((seen(after, other), after.log_of(other), after.svg(other), after.scene(other).lines)))
        assert len(outputs) == 1
        assert len(game.legal_actions()) > 1


@pytest.mark.parametrize("subject", SECRETIVE, ids=str)
def test_a_secret_choice_is_redrawn_for_the_side_that_does_not_know_it(subject):
    for game in [game for game in some_nodes(subject) if is_secret(game) and game.to_move == subject.spec.sides[0]]:
        choices = set()
        possible = set()
        for action in game.legal_actions():
            after = game.clone()
            after.step(action)
            possible.add(after.state_hash())
        for k in range(40):
            twin = after.determinize(subject.spec.sides[1], np.random.default_rng(k))
            choices.add(twin.state_hash())
        assert choices <= possible
        assert len(choices) > 1
        known = after.determinize(subject.spec.sides[0], np.random.default_rng(0))
        assert known.state_hash() == after.state_hash()
