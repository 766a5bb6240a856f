"""The tutorial notebooks run from the first cell to the last, and are stored without outputs."""

import json
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "tutorials"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def cells(notebook: pathlib.Path) -> list[dict]:
    return json.loads(notebook.read_text(encoding="utf-8"))["cells"]


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_runs(notebook):
    from website.notebooks import executed  # needs the extra docs

    assert any(cell.get("outputs") for cell in executed(notebook).cells)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_is_stored_without_outputs(notebook):
    assert all(cell["outputs"] == [] for cell in cells(notebook) if cell["cell_type"] == "code")


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_every_link_of_a_notebook_exists(notebook):
    words = "".join("".join(cell["source"]) for cell in cells(notebook) if cell["cell_type"] == "markdown")
    for link in _LINK.findall(words):
        assert (FOLDER / link).resolve().exists(), link


def test_the_page_lists_every_notebook():
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert {f"{name}.ipynb" for name in re.findall(r"\(([\w-]+)\.ipynb\)", page)} == {file.name for file in NOTEBOOKS}
