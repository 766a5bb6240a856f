"""``ctv plot``; its pictures are tested with the agents."""

import sys

import pytest
from PIL import Image
from support.records import record_walk

from ctv_env.cli.main import main


@pytest.fixture
def record(tmp_path):
    record_walk(tmp_path / "game.jsonl", "duel")
    return tmp_path / "game.jsonl"


def test_the_battles_of_a_record_are_drawn_as_png(record, tmp_path, capsys):
    picture = tmp_path / "map.png"
    assert main(["plot", str(record), "--out", str(picture), "--width", "400"]) == 0
    assert Image.open(picture).width == 400
    assert capsys.readouterr().out.startswith(f"{picture}: Santander 1937, duel, battles of 1 game, ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere", "--out", "plot.png"], "there is no nowhere"),
        (["{record}", "--out", "plot.gif"], "cannot plot to plot.gif: the file's name must end in .png or .svg"),
        (["{record}", "--out", "nowhere/plot.png"], "cannot plot to nowhere/plot.png: there is no folder nowhere"),
        (["{folder}", "{record}x", "--out", "plot.png"], "there is no"),
        (["{record}", "--out", "full.png"], "cannot write full.png: Is a directory"),
    ],
)
def test_mistakes_are_reported_in_one_sentence(arguments, message, record, monkeypatch, capsys):
    monkeypatch.chdir(record.parent)
    (record.parent / "full.png").mkdir()
    assert main(["plot", *(text.format(record=record, folder=record.parent) for text in arguments)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_missing_library_is_named(record, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["plot", str(record), "--out", str(record.with_name("plot.png")), "--width", "333"]) == 2
    assert "this plot needs the package resvg_py: pip install 'ctv_env[plot]'" in capsys.readouterr().err
