"""The table of nodes in the rules page, from the declarations: ``python -m support.node_page`` writes it anew."""

import pathlib

from ctv_env.core.dice import FACES
from ctv_env.core.nodes import DIE, NodeDeclaration
from ctv_env.games.ctv.engine.node_table import NODES

PAGE = pathlib.Path(__file__).parents[2] / "ctv_env" / "games" / "ctv" / "README.md"
_BEFORE, _AFTER = "## Nodes\n\n", "\n\nA node with exactly one legal action"


def _actions(kind: NodeDeclaration) -> str:
    if kind.asks == DIE:
        return f"1 to {FACES}"
    if not kind.asks:
        return "none"
    named = f"{kind.asks}: {kind.words.asks.format(piece='X')}"
    return f"{named}; DONE: {kind.words.done}" if kind.done else named


def _row(kind: NodeDeclaration) -> str:
    return f"| `{kind.code.name}` | {kind.decider.title} | {_actions(kind)} | {kind.rules} |"


def table() -> str:
    """The table as Markdown."""
    head = ["| node | decider | actions | rule |", "| --- | --- | --- | --- |"]
    return "\n".join(head + [_row(kind) for kind in NODES.values()])


def parts() -> tuple[str, str, str]:
    """The rules page: what is before the table, the table, what is after it."""
    before, rest = PAGE.read_text(encoding="utf-8").split(_BEFORE)
    now, after = rest.split(_AFTER)
    return before + _BEFORE, now, _AFTER + after


if __name__ == "__main__":
    before, _, after = parts()
    PAGE.write_text(before + table() + after, encoding="utf-8")
