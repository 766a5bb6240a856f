"""A position in plain text: the turn, purses, chits, and the stacks by region."""

import textwrap

import numpy as np

from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import NODE, OFF, PURSES, SIDE, SIDE_NAMES, Node, Size, Where
from ctv_env.games.tscw.rules.r15_fog import known_pieces, sees_hand
from ctv_env.games.tscw.text.names import SIDES, chit_name, hex_name, piece_name, stage_name

_WIDTH = 100
_SUPPLY = ("", " (town supply)", " (out of supply)")


def text_map(tables: TscwTables, states: np.ndarray, i: int, side: int) -> str:
    """Return the position ``states[i]`` as ``side`` sees it."""
    s = states[i]
    lines = _header(tables, s, side)
    stacks, known = units_by_cell(tables, s), known_pieces(tables.record[0], s, side)
    for who in range(2):
        lines += ["", f"{SIDES[who]}:"]
        for cell, here in stacks.items():
            if (here[0] >= tables.pieces.n_nationalist) == bool(who):
                text = f"{hex_name(tables, cell)}: {', '.join(stack_words(tables, s, here, known))}"
                lines += textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="      ")
        lines += _beside(tables, s, who)
    return "\n".join(lines)


def _header(tables: TscwTables, s: np.void, side: int) -> list[str]:
    last = int(tables.record[0]["last_turn"])
    turn = int(s["turn"])
    date = f" ({tables.dates[turn - 1]})" if turn else ""
    decides = "game over" if s["node"] == NODE.OVER else f"{SIDE_NAMES[int(s['to_move'])]} decides"
    if s["winner"] != SIDE.NOBODY:
        decides = f"won by the {SIDE_NAMES[int(s['winner'])]}"
    lines = [f"turn {turn} of {last}{date}, {stage_name(int(s['stage']))}   {Node(int(s['node'])).name}: {decides}"]
    purses = ", ".join(f"{name} {int(s['purse'][k])}" for k, name in enumerate(PURSES))
    lines.append(f"Republican morale {int(s['rml'])}; resource points: {purses}")
    for who in range(2):
        if sees_hand(tables.record[0], side, who):
            held = np.repeat(np.arange(len(s["hand"])), s["hand"])
            own = [chit_name(tables, int(c)) for c in held if tables.record[0]["chit_side"][c] == who]
            lines.append(f"{SIDES[who]} hold {', '.join(own) or 'no chits'}")
    return lines


def units_by_cell(tables: TscwTables, s: np.void) -> dict[int, list[int]]:
    """Return the ground units of each cell that has some, cells and units in ascending order."""
    found: dict[int, list[int]] = {}
    cells = s["piece_cell"][: len(tables.pieces.names)].tolist()
    for cell, p in sorted((cell, p) for p, cell in enumerate(cells) if cell != OFF):
        found.setdefault(cell, []).append(p)
    return found


def stack_words(tables: TscwTables, s: np.void, here: list[int], known: np.ndarray) -> list[str]:
    """Return the units of a stack, and "more" if some of them are not known."""
    names = [unit_words(tables, s, p) for p in here if known[p]]
    hidden = len(here) - len(names)
    return names + (["more"] if hidden else [])


def unit_words(tables: TscwTables, s: np.void, p: int) -> str:
    """Return a unit's name, factors and state."""
    t, face, steps = tables.record[0], int(s["face"][p]), int(s["strength"][p])
    numbers = "-".join(
        str(int(n)) for n in (t["attack"][face][steps][p], t["defence"][face][steps][p], t["ma"][face][p])
    )
    reduced = " reduced" if steps < t["steps"][face][p] else ""
    reserve = " in reserve" if s["reserve"][p] else ""
    committed = " committed" if s["used"][p] else ""
    return f"{piece_name(tables, s, p)} {numbers}{reduced}{reserve}{committed}{_SUPPLY[int(s['supply'][p])]}"


def _beside(tables: TscwTables, s: np.void, who: int) -> list[str]:
    """Return the lines of air and naval units, of those that wait, and of the eliminated."""
    pieces = [p for p in range(len(tables.pieces.names)) if (p >= tables.pieces.n_nationalist) == bool(who)]
    support = [p for p in pieces if tables.record[0]["echelon"][0][p] == Size.NONE and s["where"][p] == Where.ON_MAP]
    lines = []
    for label, found in (
        ("available", [p for p in support if not s["used"][p]]),
        ("used", [p for p in support if s["used"][p]]),
        ("wait", [p for p in pieces if s["where"][p] in (Where.DUE, Where.REBUILT)]),
        ("eliminated", [p for p in pieces if s["where"][p] == Where.DEAD]),
    ):
        if found:
            text = f"{label}: {', '.join(piece_name(tables, s, p) for p in found)}"
            lines += textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="      ")
    return lines
