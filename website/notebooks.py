"""The tutorials: to execute a notebook, and to turn it into a page with what it printed and drew."""

import base64
import pathlib

import nbclient
import nbformat

TIME_LIMIT = 300
"""Seconds for a cell, which may compile the rules."""
_PICTURE = '<img class="drawn" alt="Picture drawn by the code above" src="data:{kind};base64,{data}">'


def executed(path: pathlib.Path) -> nbformat.NotebookNode:
    """Return the notebook with its outputs; it runs in its own folder.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell raises an error.
    """
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(
        notebook,
        timeout=TIME_LIMIT,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        extra_arguments=["--log-level=ERROR"],
    )
    client.execute()
    return notebook


def as_markdown(path: pathlib.Path) -> str:
    """Return the page of an executed notebook."""
    note = f"*This page is the notebook `docs/tutorials/{path.name}`, executed when the site was built.*"
    title, *cells = executed(path).cells
    heading, _, rest = title.source.partition("\n")
    return "\n\n".join([heading, note, rest.strip(), *map(_cell, cells)]) + "\n"


def _cell(cell: nbformat.NotebookNode) -> str:
    if cell.cell_type == "markdown":
        return cell.source
    printed = "".join(output.text for output in cell.outputs if output.get("name") == "stdout")
    shown = (_shown(output.data) for output in cell.outputs if "data" in output)
    return "\n\n".join(filter(None, [f"~~~python\n{cell.source}\n~~~", _text(printed), *shown]))


def _shown(data: nbformat.NotebookNode) -> str:
    """Return what a cell displays: a picture if it has one, else text."""
    if "image/svg+xml" in data:  # as a picture, so that the names inside one do not meet those of another
        return _PICTURE.format(kind="image/svg+xml", data=base64.b64encode(data["image/svg+xml"].encode()).decode())
    if "image/png" in data:
        return _PICTURE.format(kind="image/png", data=data["image/png"].replace("\n", ""))
    return _text(data.get("text/plain", ""))


def _text(text: str) -> str:
    return f"~~~text\n{text.rstrip()}\n~~~" if text.strip() else ""
