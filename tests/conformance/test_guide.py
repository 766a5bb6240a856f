"""The guide "add a game" shows the toy as it is, and its example runs."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
SHOWN = [re.fullmatch(r"# (tests/\S+)\n(.*)", block, re.DOTALL) for block in BLOCKS]


def test_what_the_guide_shows_of_the_toy_is_in_its_files():
    """Out of date: copy the lines from the file into docs/add-a-game.md, and read what stands about them."""
    shown = [found for found in SHOWN if found]
    assert len(shown) > 10
    for found in shown:
        assert found[2] in (ROOT / found[1]).read_text(encoding="utf-8"), f"{found[1]} has no longer:\n{found[2]}"


def test_every_file_of_the_toy_is_named():
    for file in (ROOT / "tests" / "toygame").glob("*.py"):
        assert file.name in GUIDE, f"docs/add-a-game.md does not say what {file.name} is for"


def test_the_links_lead_somewhere():
    for link in re.findall(r"\]\(([^)#]+)\)", GUIDE):
        assert (ROOT / "docs" / link).exists(), link


def test_the_other_examples_run():
    code = "\n".join(block for block, found in zip(BLOCKS, SHOWN, strict=True) if not found)
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment(), cwd=ROOT
    )
    assert told.stdout.startswith("round 6 of 6, OVER")


def environment() -> dict[str, str]:
    import os

    return os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests")))}
