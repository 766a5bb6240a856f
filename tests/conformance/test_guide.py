"""The guide "add a game" mentions every file of the toy game; tests/test_docs.py checks what it shows."""

import pathlib

ROOT = pathlib.Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")


def test_every_file_of_the_toy_is_named():
    for file in (ROOT / "tests" / "toygame").glob("*.py"):
        assert file.name in GUIDE, f"docs/add-a-game.md does not say what {file.name} is for"
