"""The tables of nodes in the rules pages, from the declarations: ``python -m support.node_page`` regenerates them."""

import importlib
import pathlib

from ctv_env.core.dice import FACES
from ctv_env.core.nodes import DIE, NodeDeclaration
from ctv_env.games import GAMES

HOUSES = pathlib.Path(__file__).parents[2] / "ctv_env" / "games"
_BEFORE, _AFTER = "## Nodes\n\n", "\n\nA node with exactly one legal action"


def _actions(kind: NodeDeclaration) -> str:
    if kind.asks == DIE:
        return kind.words.asks if kind.words else f"1 to {FACES}"
    if not kind.asks:
        return "none"
    named = f"{', '.join(kind.asked)}: {kind.words.asks.format(piece='X')}"
    return f"{named}; DONE: {kind.words.done}" if kind.done else named


def _row(kind: NodeDeclaration) -> str:
    return f"| `{kind.code.name}` | {kind.decider.title} | {_actions(kind)} | {kind.rules} |"


def table(game: str) -> str:
    """Return the table of a game as Markdown."""
    nodes = importlib.import_module(f"ctv_env.games.{game}.engine.node_table").NODES
    head = ["| node | decider | actions | rule |", "| --- | --- | --- | --- |"]
    return "\n".join(head + [_row(kind) for kind in nodes.values()])


def page(game: str) -> pathlib.Path:
    """Return the path of a game's rules page."""
    return HOUSES / game / "README.md"


def parts(game: str) -> tuple[str, str, str]:
    """Split the rules page: before the table, the table, after it."""
    before, rest = page(game).read_text(encoding="utf-8").split(_BEFORE)
    now, after = rest.split(_AFTER)
    return before + _BEFORE, now, _AFTER + after


if __name__ == "__main__":
    for name in GAMES:
        before, _, after = parts(name)
        page(name).write_text(before + table(name) + after, encoding="utf-8")
