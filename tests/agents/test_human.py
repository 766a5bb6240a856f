"""A human player at the terminal: prompts and messages, and whole games from typed lines."""

import io

import pytest

from ctv_env import new_game
from ctv_env.agents.external.human import HumanAgent, Quit
from ctv_env.cli.main import main
from ctv_env.core.view import View

PLAY = ["play", "--scenario", "duel", "--seed", "1"]


def ask(game, *lines: str):
    """What a person who types ``lines`` does and is shown; and what they have saved."""
    typed, shown, saved = iter(lines), [], []

    def read(prompt):
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    human = HumanAgent(saved.append, read, shown.append)
    action = human.act(None, game.action_mask(), {"view": View(game, game.to_move)})
    return action, "\n".join(shown), saved


@pytest.fixture
def game():
    return new_game(seed=1, scenario="duel")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_number_takes_the_action_that_is_described_beside_it(game, number):
    action, shown, _ = ask(game, str(number))
    assert action == game.legal_actions()[number - 1]
    assert f"{number:3d}  {game.describe(action)}" in shown
    assert game.text("nationalist") in shown


@pytest.mark.parametrize("line", ["", "0", "4", "-1", "1.5", "attack", "save", "?"])
def test_what_is_no_answer_is_told_how_to_answer(game, line):
    action, shown, saved = ask(game, line, "2")
    assert action == game.legal_actions()[1]
    assert "type a number from 1 to 3, or:" in shown
    assert saved == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("? LIT 1", "it is legal: choose LIT 1 to move"),
        ("?1211", "1211 Santander is not something this decision asks for"),
        ("? DC", "rule"),
        ("? Rome", "nothing in this game is called 'Rome'"),
        ("log", "-- Turn 7, Nationalist movement --"),
    ],
)
def test_questions_are_answered_and_the_decision_stays(game, line, words):
    action, shown, _ = ask(game, line, "1")
    assert words in shown
    assert action == game.legal_actions()[0]


def test_the_map_is_shown_again_on_demand_only(game):
    assert ask(game, "1")[1].count("turn 7 of 7") == 1
    assert ask(game, "map", "1")[1].count("turn 7 of 7") == 2


def test_saving_names_the_file_and_the_reason_if_it_fails(game):
    _, shown, saved = ask(game, "save here.ctv", "1")
    assert saved == ["here.ctv"]
    assert "saved in here.ctv" in shown

    def full(file):
        raise OSError(28, "No space left on device")

    shown = []
    typed = iter(["save x", "1"])
    HumanAgent(full, lambda prompt: next(typed), shown.append).act(None, None, {"view": View(game, "nationalist")})
    assert "cannot write x: No space left on device" in shown


def test_the_log_tells_each_line_once(game):
    shown: list[str] = []
    typed = iter(["3", "1"])
    human = HumanAgent(print, lambda prompt: next(typed), shown.append)
    for _ in range(2):
        game.step(human.act(None, game.action_mask(), {"view": View(game, game.to_move)}))
    assert "\n".join(shown).count("Nationalist movement") == 1


@pytest.mark.parametrize("lines", [(), ("quit",)])
def test_leaving_is_no_answer(game, lines):
    with pytest.raises(Quit):
        ask(game, *lines)


def play(monkeypatch, capsys, lines: str, *arguments: str) -> tuple[int, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    code = main([*PLAY, *arguments])
    return code, capsys.readouterr().out


def test_a_whole_game_from_typed_lines(monkeypatch, capsys):
    code, out = play(monkeypatch, capsys, "3\n1\n3\n" + "1\n" * 30, "--nationalist", "human")
    assert code == 0
    assert "Attack on 1211 Santander" in out
    assert "wins on turn 7 with" in out.splitlines()[-1]


def test_two_people_at_one_terminal(monkeypatch, capsys):
    code, out = play(monkeypatch, capsys, "1\n" * 200, "--nationalist", "human", "--republican", "human")
    assert code == 0
    assert "nationalist, turn 7, MOVE> " in out
    assert "republican, turn 7, MOVE> " in out


def test_a_game_can_be_left_and_gone_on_with(monkeypatch, capsys, tmp_path):
    file = tmp_path / "duel.ctv"
    code, out = play(monkeypatch, capsys, f"1\nsave {file}\nquit\n", "--nationalist", "human")
    assert (code, out.splitlines()[-1]) == (0, "the game was given up on turn 7")
    assert main(["play", "--load", str(file), "--seed", "1"]) == 0
    assert "wins on turn 7" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--load", "/nowhere.ctv"], "cannot read /nowhere.ctv"),
        (["--load", __file__], "not a saved game"),
        (["--load", __file__, "--no-fog"], "leave out yours"),
        (["--nationalist", "mcts:soon"], "no budget 'soon': it is a number of playouts such as 120"),
        (["--nationalist", "rollout:0"], "no budget '0'"),
    ],
)
def test_mistakes_are_reported_in_one_sentence(arguments, words, capsys):
    assert main(["play", *arguments]) == 2
    text = capsys.readouterr().err
    assert words in text
    assert text.count("\n") == 1
