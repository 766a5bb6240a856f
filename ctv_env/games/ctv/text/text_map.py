"""A position as a map in plain text, at most 100 columns wide; fog of war applies."""

import numpy as np

from ctv_env.core.entries import entries
from ctv_env.games.ctv.engine.machine import RULES
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import (
    COLUMNS,
    FIRST_COLUMN,
    FIRST_ROW,
    NODE,
    NOWHERE,
    REP_SC,
    ROWS,
    SIDE,
    SIDE_NAMES,
    TERRAIN,
    WEATHER,
    Node,
)
from ctv_env.games.ctv.observation.visibility import veiled

_TERRAIN = "~.#^M"  # by Terrain code
_LETTERS = {SIDE.NATIONALIST: "n", SIDE.REPUBLICAN: "r", SIDE.NOBODY: " "}
_LEGEND = (
    "~ sea   . clear   # city   ^ hill   M mountain   n, r control   N3, R3 pieces there",
    "* objective with victory points   > piece in hand   ! target",
)


def text_map(tables: GameTables, states: np.ndarray, i: int, side: int) -> str:
    """Return the position ``states[i]`` as ``side`` sees it: a header, the hexes row by row, a legend."""
    state, t = veiled(tables, states, i, side)[0], tables.record[0]
    lines = [_header(t, state, int(entries(RULES).score(states, i, tables.record))), _numbers()]
    for row in range(ROWS):
        shift = "  " * ((row + FIRST_ROW) % 2)
        hexes = "".join(_hex(t, state, row * COLUMNS + column, side) for column in range(COLUMNS))
        lines.append(f"{row + FIRST_ROW} {shift}{hexes}".rstrip())
    return "\n".join([*lines, *_LEGEND])


def _header(t: np.void, state: np.void, vp: int) -> str:
    decides = f"{SIDE_NAMES[int(state['to_move'])]} decides" if state["node"] != NODE.OVER else "game over"
    if state["winner"] != SIDE.NOBODY:
        decides = f"won by the {SIDE_NAMES[int(state['winner'])]}"
    weather = "rain" if state["weather"] == WEATHER.RAIN else "fair"
    return (
        f"turn {int(state['turn'])} of {int(t['n_turns'])}   {weather}   morale marker {int(state['morale'])}   "
        f"{vp} of {int(t['vp_to_win'])} VP   {Node(int(state['node'])).name}: {decides}"
    )


def _numbers() -> str:
    return "   " + "".join(f"{column + FIRST_COLUMN:02d}  " for column in range(COLUMNS)).rstrip()


def _hex(t: np.void, state: np.void, c: int, side: int) -> str:
    """Return four characters: terrain, control, number of pieces, and a mark."""
    if t["terrain"][c] == TERRAIN.SEA:
        return _TERRAIN[TERRAIN.SEA] + "   "
    letter, number = _LETTERS[int(state["cell_control"][c])], " "
    column = int(state["cell_sc"][c])
    n_pieces = int(state["cell_ground"][c]) + (column != NOWHERE)
    if n_pieces:
        holder = int(state["cell_side"][c])
        if holder == SIDE.NOBODY:
            holder = SIDE.NATIONALIST if column < REP_SC else SIDE.REPUBLICAN
        letter, number = _LETTERS[holder].upper(), str(min(n_pieces, 9))
    return _TERRAIN[int(t["terrain"][c])] + letter + number + _mark(t, state, c, side)


def _mark(t: np.void, state: np.void, c: int, side: int) -> str:
    held = int(state["piece"])
    known = held != NOWHERE and (state["to_move"] == side or not t["fog"])
    if known and state["piece_hex"][held] == c:
        return ">"
    if state["target"] == c:
        return "!"
    demolished = c == t["factory_cell"] and not state["factory"]
    return "*" if t["vp"][c] and not demolished else " "
