"""The key ``part`` of ``scenarios/*.yaml``: a small scenario, on part of the board and with some of the pieces.

Hexes outside its board are treated as sea, and pieces that it does not name are empty slots, so that the rules need no
special cases.
"""

import numpy as np

from ctv_env.core.datafile import Choice, Document, Flag, ListOf, MapOf, Number, Path, Record, Text, one_of
from ctv_env.games.ctv.loading.board import (
    COLUMN,
    CONTROL,
    GRID,
    OBJECTIVES,
    SUPPLY,
    Board,
    front_fields,
    read_objectives,
    read_sources,
)
from ctv_env.games.ctv.loading.charts import VICTORY, victory_fields
from ctv_env.games.ctv.model.codes import (
    CELLS,
    END_AIR,
    FIRST_COLUMN,
    N_PIECES,
    NAT_AIR,
    NAT_SC,
    NATION,
    NOWHERE,
    OFF,
    REP_SC,
    SIDE,
    SIDE_NAMES,
    TERRAIN,
    WEATHER,
)
from ctv_env.games.ctv.model.tables import MAX_TURNS, TABLE_FIELDS

_WEATHER = {"fair": WEATHER.FAIR, "rain": WEATHER.RAIN}

PART = Record(
    {
        "board": MapOf(ListOf(COLUMN, low=2, high=2), r"1\d|2[0-6]", "a row of the board, 10 to 26"),
        "control": CONTROL,
        "supply": SUPPLY,
        "objectives": OBJECTIVES,
        "victory": VICTORY,
        "start": Record(
            {"turn": Number(1, MAX_TURNS - 1), "weather": Choice(tuple(_WEATHER)), "morale": Number(0, 10)}
        ),
        "reduced": ListOf(Text()),
        "air": ListOf(Text()),
        "columns_to_come": ListOf(Text()),
        "offensive_elsewhere": Flag(),
    }
)
"""Rows of the board with first and last column; hexes captured before the start; supplying edges; victory conditions;
start; pieces that begin with a step lost; air units; supply columns of 9.3; whether chapter 12 is played.
"""

_BOARD = ("part", "board")
_CLOSED = ("is sea or not on the board of this scenario", "name a land hex within 'part.board'")


# -- board ---------------------------------------------------------------------------------------------------------


def cut_board(document: Document, board: Board) -> Board:
    """Return the part of the board that is in play.

    Raises:
        DataError: a row ends before it begins.
    """
    inside = np.zeros(CELLS, bool)
    for row, (first, last) in document.at(_BOARD).items():
        if last < first:
            raise document.error((*_BOARD, row), f"row {row} is empty", "give its first and last column")
        start = GRID.cell(f"{row}{FIRST_COLUMN:02}") - FIRST_COLUMN
        inside[start + first : start + last + 1] = True
    return Board(np.where(inside, board.terrain, TERRAIN.SEA).astype(np.int8), board.adjacent, _CLOSED)


def cut_map(document: Document, board: Board, whole: dict) -> dict:
    """Return the fields of the tables record that differ from those of the ``whole`` map.

    Raises:
        DataError: a hex is not in play, or already has the given controller.
    """
    land = board.terrain != TERRAIN.SEA
    nbr = np.where(land[:, None] & land[whole["nbr"]], whole["nbr"], OFF).astype(np.int16)
    control = _control(document, board, whole["start_control"])
    at: Path = ("part", "control")
    return {
        "terrain": board.terrain,
        "nbr": nbr,
        "road": np.where(nbr == OFF, 0, whole["road"]),
        "river": np.where(nbr == OFF, 0, whole["river"]),
        "start_control": control,
        "source": read_sources(document, ("part", "supply"), board, control),
        "vp": read_objectives(document, ("part", "objectives"), board),
        "factory_cell": whole["factory_cell"] if land[whole["factory_cell"]] else OFF,
    } | front_fields(document, at, nbr, control)


def _control(document: Document, board: Board, before: np.ndarray) -> np.ndarray:
    """int8 (CELLS,): control at the start of the campaign, updated by the captures since."""
    control = np.where(board.terrain != TERRAIN.SEA, before, SIDE.NOBODY).astype(np.int8)
    for side in (SIDE.NATIONALIST, SIDE.REPUBLICAN):
        for i, code in enumerate(document.at(("part", "control", SIDE_NAMES[side]))):
            path = ("part", "control", SIDE_NAMES[side], i)
            cell = board.land(document, path, code)
            if before[cell] == side or control[cell] == side:
                problem = f"hex {code} is already in {SIDE_NAMES[side]} hands"
                raise document.error(path, problem, "list hexes captured since the start of the campaign, once")
            control[cell] = side
    return control


# -- pieces and start ------------------------------------------------------------------------------------------------


def pack_part(document: Document, slots: dict[str, int], fields: dict) -> dict:
    """Return the fields that differ from those of all pieces and charts, including the deployment.

    Raises:
        DataError: a piece cannot be in play as stated.
    """
    part = document.data["part"]
    changed = victory_fields(part["victory"]) | {
        "start_turn": part["start"]["turn"],
        "start_weather": _WEATHER[part["start"]["weather"]],
        "start_morale": part["start"]["morale"],
        "start_steps": _steps(document, slots, fields),
        "order": np.full_like(fields["order"], NOWHERE),
    }
    if part["start"]["turn"] > document.data["turns"]:
        problem, remedy = f"turn {part['start']['turn']} is later than the last", f"'turns' is {document.data['turns']}"
        raise document.error(("part", "start", "turn"), problem, remedy)
    if not part["offensive_elsewhere"]:
        changed["offensive_from"] = np.zeros(MAX_TURNS, np.int8)
    return changed | _without(fields | changed, ~_in_play(document, slots, fields))


def _steps(document: Document, slots: dict[str, int], fields: dict) -> np.ndarray:
    """int8 (N_PIECES,): steps at the start."""
    steps = np.array(fields["steps"], np.int8)
    deployed = {name: slot for name, slot in slots.items() if fields["start_hex"][slot] != NOWHERE}
    for i, name in enumerate(document.at(("part", "reduced"))):
        if name not in deployed or steps[deployed[name]] < 2:
            names = [other for other, slot in deployed.items() if fields["steps"][slot] > 1]
            raise document.error(("part", "reduced", i), f"{name!r} does not have two steps", one_of(name, names))
        steps[deployed[name]] = 1
    return steps


def _in_play(document: Document, slots: dict[str, int], fields: dict) -> np.ndarray:
    """bool (N_PIECES,): pieces deployed or named, and battalions of 13.3 if there are Basque brigades."""
    there = fields["start_hex"] != NOWHERE
    basques = (there & (fields["is_brigade"] == 1) & (fields["nation"] == NATION.BASQUE)).any()
    there = there | (basques & (fields["is_breakdown"] == 1))
    for key, allowed, what in (
        ("air", range(NAT_AIR, END_AIR), "an air unit"),
        ("columns_to_come", range(NAT_SC, REP_SC), "a supply column to come"),
    ):
        names = [name for name, slot in slots.items() if slot in allowed and not there[slot]]
        for i, name in enumerate(document.at(("part", key))):
            if name not in names:
                raise document.error(("part", key, i), f"{name!r} is not {what}", one_of(name, names))
            if there[slots[name]]:
                raise document.error(("part", key, i), f"{name!r} is named twice", "name each piece once")
            there[slots[name]] = True
    return there


def _without(fields: dict, gone: np.ndarray) -> dict:
    """Return the fields by piece with the slots ``gone`` emptied, as if there were no such counters."""
    emptied = {}
    for name, kind, shape, _ in TABLE_FIELDS:
        if shape[-1:] == (N_PIECES,) and name not in ("order", "start_hex"):
            emptied[name] = np.where(gone, 0, fields[name]).astype(kind)
    return emptied
