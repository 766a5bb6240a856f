"""The chapter of a match report on the positions in which two agents differ."""

import pathlib

from ctv_env.agents.match_report.disagreements import Compared, agreement, greatest
from ctv_env.agents.match_report.measure import Side
from ctv_env.agents.opinions.words import listed, valued
from ctv_env.agents.reports.tables import table
from ctv_env.render.svg import svg

_SHOWN = 6  # positions
_LISTED = 5  # actions of each agent
_CHAPTER = """\

### Where it differs from {other}

In {n} positions of {agent}'s games, drawn at random from those with a choice, both make the same choice in {same}. The
distance is the total variation between their probabilities: 0 if they are the same, 1 if they have nothing in common.

{agreement}{positions}"""


def disagreements(folder: pathlib.Path, found: Side) -> str:
    """Write the pictures; return the chapter, empty if nothing was compared."""
    if not found.compared or found.reference is None:
        return ""
    names = found.own.result.agent, found.reference.result.agent
    same = sum(one.agrees for one in found.compared)
    lines = [("decision", "positions", "same choice", "mean distance")]
    lines += [
        (row.node, str(row.positions), f"{100 * row.same / row.positions:.0f} %", f"{row.distance:.2f}")
        for row in agreement(found.compared)
    ]
    shown = "".join(
        _position(folder, found.side, k, one, names) for k, one in enumerate(greatest(found.compared, _SHOWN), 1)
    )
    return _CHAPTER.format(
        other=names[1], n=len(found.compared), agent=names[0], same=same, agreement=table(lines), positions=shown
    )


def _position(folder: pathlib.Path, side: str, k: int, one: Compared, names: tuple[str, str]) -> str:
    """Draw one position as each agent sees it; return its section."""
    game = one.game
    text = f"\n#### {side.capitalize()} {k}: turn {game.turn}, {game.node}\n"
    sign = 1 if side == game.spec.sides[0] else -1
    for letter, name, opinion in zip("ab", names, one.opinions, strict=True):
        picture = f"{side}-position-{k}{letter}.svg"
        value = None if opinion.value is None else sign * opinion.value
        drawing = game.drawing(side, policy=opinion.preferences, value=value)
        (folder / picture).write_text(svg(drawing), encoding="utf-8")
        text += f"\n**{name}**{valued(opinion)}\n\n"
        text += "".join(f"1. {line}\n" for line in listed(game, opinion, _LISTED))
        text += f"\n![What {name} would do]({picture})\n"
    return text
