"""``ctv draw``."""

import json
import xml.etree.ElementTree as ET

import pytest
from PIL import Image

from ctv_env import new_game
from ctv_env.agents.external.program import ProgramAgent
from ctv_env.cli.main import main


def test_a_new_game_is_drawn_as_svg(tmp_path, capsys):
    file = tmp_path / "board.svg"
    assert main(["draw", "--scenario", "duel", "--out", str(file), "--layers", "zoc,supply"]) == 0
    assert "zoc nationalist" in file.read_text()
    ET.parse(file)
    assert capsys.readouterr().out.startswith(f"{file}: Santander 1937, duel, turn 7, ")


def test_a_game_played_on_is_drawn_as_png(tmp_path):
    file = tmp_path / "board.png"
    arguments = ["--scenario", "duel", "--node", "COMBAT_DIE", "--width", "400", "--side", "republican"]
    assert main(["draw", *arguments, "--out", str(file)]) == 0
    assert Image.open(file).size == (400, 300)


@pytest.mark.parametrize("form", ["json", "bytes"])
def test_a_saved_game_is_drawn(tmp_path, form):
    game = new_game("ctv", "escudo", seed=1)
    save, file = tmp_path / "save", tmp_path / "board.svg"
    save.write_bytes(game.to_bytes() if form == "bytes" else json.dumps(game.to_dict()).encode())
    assert main(["draw", str(save), "--out", str(file)]) == 0
    assert file.read_text() == game.clone_for_search(0).svg()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "board.jpg"], "cannot draw board.jpg: the file's name must end in .svg or .png"),
        (["--out", "nowhere/board.svg"], "cannot write nowhere/board.svg: No such file"),
        (["--out", "board.svg", "--layers", "zocs"], "no layer 'zocs'"),
        (["--out", "board.svg", "--node", "NOTHING"], "the game ends before a decision 'NOTHING'"),
        (["--out", "board.svg", "--policy", "stuff"], "no agent 'stuff'"),
        (
            ["--out", "board.svg", "--node", "COMBAT_DIE", "--policy", "staff"],
            "--policy needs a position in which a side decides; here it is chance: try --node",
        ),
        (["none.json", "--out", "board.svg"], "cannot read none.json: No such file"),
        (["broken.json", "--out", "board.svg"], "position"),
        (["cut.json", "--out", "board.svg"], "cut.json is not a saved game: Expecting"),
        (["broken.bin", "--out", "board.svg"], "not a saved game"),
        (["broken.bin", "--out", "board.svg", "--node", "MOVE"], "a saved game is drawn as it is: leave out"),
        (["broken.bin", "--out", "board.svg", "--no-fog"], "a saved game is drawn as it is: leave out"),
        (["broken.bin", "--out", "board.svg", "--scenario", "duel"], "a saved game is drawn as it is: leave out"),
        (["--out", "board.svg", "--policy", "program:false"], "program:false gives up: "),
    ],
)
def test_wrong_use_is_reported_in_one_sentence(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.json").write_text('{"position": 1}')
    (tmp_path / "cut.json").write_text('{"position"')
    (tmp_path / "broken.bin").write_text("nothing")
    scenario = ["--scenario", "duel"] if arguments[0] == "--out" else []
    assert main(["draw", *scenario, *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["broken.bin", "broken.json", "cut.json"]


def test_an_agent_that_was_asked_is_closed(tmp_path, monkeypatch, capsys):
    closed = []
    monkeypatch.setattr(ProgramAgent, "close", lambda agent: closed.append(agent.name))
    argv = ["draw", "--scenario", "duel", "--policy", "program:false", "--out", str(tmp_path / "board.svg")]
    assert main(argv) == 2
    assert closed == ["program:false"]
    assert "gives up" in capsys.readouterr().err
