"""Names and sentences of actions, of the smallest game."""

import pytest

from ctv_env import new_game
from ctv_env.core.notation import Notation, cited


@pytest.fixture
def game():
    return new_game("toygame.spec:SPEC", "three", seed=0)


def test_outcomes_are_described_by_what_is_drawn(game):
    assert [game.describe(counter) for counter in range(3)] == ["draw plenty", "draw fair", "draw dear"]
    assert game.describe(3) == "hire 3"  # no outcome: what it names elsewhere


def test_choices_are_described_by_the_wording_of_the_node(game):
    game.step(1)
    assert game.describe(game.encode("PASS")) == "pass"
    assert game.describe(game.encode("MOVE", "ford")) == "march to ford"
    with pytest.raises(ValueError, match="no action 13"):
        game.describe(13)


def test_what_is_not_asked_is_explained_by_what_is(game):
    asked = "{} is not something this decision asks for; {} (rule 1)"
    assert game.explain_illegal(5) == asked.format("Hire 5", "it asks for a counter that is left in the cup")
    for outcome in (1, 0, 0, 7):
        game.step(outcome)
    record = game.record.copy()
    record["node"] = 4
    text = game.spec.language.explain(game.tables, record, 1, 0)
    assert text == asked.format("Passing on", "the game is over")


def test_a_reason_is_a_sentence_with_its_rule(game):
    game.step(2)
    assert game.explain_illegal(game.encode("BUY", "4")) == "There is not enough gold to hire 4 (rule 3)"


def test_a_game_must_say_what_its_actions_name(game):
    for ask in (
        lambda: Notation().what(game.tables, game.record, "BUY", 0),
        lambda: Notation().names(game.tables, "BUY"),
    ):
        with pytest.raises(NotImplementedError):
            ask()


def test_rules_are_cited_as_rules_and_rulings():
    assert cited("8.1, 7.2") == "rules 8.1, 7.2"
    assert cited("5.1.1, ruling R-12") == "rule 5.1.1, ruling R-12"
    assert cited("ruling R-53") == "ruling R-53"
