"""Names of pieces, hexes, chits and segments in a player's words."""

import numpy as np

from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import OFF, Stage
from ctv_env.games.tscw.model.events import HIDDEN_CHIT

SIDES = ("Nationalists", "Republicans")
_STAGES = {
    "SETUP": "set-up",
    "EVENTS": "event chit (A.I)",
    "MOBILIZATION": "general mobilization (A.II)",
    "CHANGES": "withdrawals and conversions (A.III)",
    "RESOURCES": "resource points (A.III)",
    "ARRIVALS": "reinforcements (A.III)",
    "TRANSPORT": "strategic movement (A.IV)",
    "RESERVES": "HQs and reserves (A.V)",
    "MOVEMENT": "operational movement",
    "COMBAT": "operational combat",
    "EXPLOIT": "exploitation movement",
    "EXPLOIT_COMBAT": "exploitation combat",
    "VICTORY": "victory check (D.I)",
    "CONDITIONS": "supply check (D.II)",
    "RELEASE": "release from reserve (D.III)",
    "GAME_OVER": "end of the game",
}


def piece_name(tables: TscwTables, s: np.void, p: int) -> str:
    """Return the name of the face that shows."""
    other = tables.pieces.other[p]
    return other if other and s["face"][p] else tables.pieces.names[p]


def either_name(tables: TscwTables, p: int) -> str:
    """Return the name of a piece whose face is not known: both, if it has two."""
    other = tables.pieces.other[p]
    return f"{tables.pieces.names[p]} ({other})" if other else tables.pieces.names[p]


def hex_name(tables: TscwTables, cell: int) -> str:
    """Return the number of a hex, and its town."""
    if cell == OFF:
        return "off the map"
    code, town = tables.grid.code(cell), tables.places.names.get(cell)
    return f"{town} ({code})" if town else code


def chit_name(tables: TscwTables, chit: int) -> str:
    """Return the title of a chit with its number."""
    if chit == HIDDEN_CHIT:
        return "a chit, which they hold"
    return f"{tables.chits[chit - 1][0]} ({chit})" if chit else "No Event"


def chit_words(tables: TscwTables, chit: int) -> str:
    """Return the name of a chit and what it does, as far as the reader knows which it is."""
    name = chit_name(tables, chit)
    return name if chit in (0, HIDDEN_CHIT) else f"{name}: {tables.chits[chit - 1][1]}"


def stage_name(stage: int) -> str:
    """Return the name of a segment, without its side."""
    name = Stage(stage).name
    return _STAGES[name.removesuffix("_N").removesuffix("_R")]
