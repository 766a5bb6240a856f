"""``map.yaml``: terrain, roads, closed hexsides, sources, objectives, zones and the front line at the start."""

import dataclasses
import zlib

import numpy as np

from ctv_env.core.bitboard import as_rows
from ctv_env.core.datafile import Choice, Document, ListOf, MapOf, Number, Path, Record, Text
from ctv_env.core.hexgrid import HexGrid
from ctv_env.games.ctv.model.codes import (
    CELLS,
    COLUMNS,
    FIRST_COLUMN,
    FIRST_ROW,
    N_CELLS,
    OFF,
    ROWS,
    SIDE,
    SIDE_NAMES,
    SOURCE,
    TERRAIN,
    Terrain,
)
from ctv_env.games.ctv.model.tables import MAX_FRONT

GRID = HexGrid(FIRST_ROW, FIRST_COLUMN, ROWS, COLUMNS)
TERRAINS = tuple(terrain.name.lower() for terrain in Terrain if terrain != TERRAIN.SEA)

HEX_PATTERN, HEX_WHAT = r"\d{4}", "a hex code RRCC, four digits"
HEX = Text(HEX_PATTERN, HEX_WHAT)
COLUMN = Number(FIRST_COLUMN, FIRST_COLUMN + COLUMNS - 1)
CONTROL = Record({"republican": ListOf(HEX), "nationalist": ListOf(HEX)})
SUPPLY = Record({"nationalist": ListOf(HEX), "republican": ListOf(HEX), "republican_city": ListOf(HEX)})
OBJECTIVES = MapOf(Number(1, 20), HEX_PATTERN, HEX_WHAT)
_SIDE_PATTERN, _SIDE_WHAT = r"\d{4}/\d{4}", "a hexside RRCC/RRCC, the two hexes beside it"
_HEXSIDE = Text(_SIDE_PATTERN, _SIDE_WHAT)

MAP = Record(
    {
        "title": Text(),
        "terrain": MapOf(Choice(TERRAINS), HEX_PATTERN, HEX_WHAT),
        "towns": MapOf(Text(), HEX_PATTERN, HEX_WHAT),
        "control": CONTROL,
        "roads": MapOf(ListOf(HEX, low=2)),
        "closed_sides": MapOf(Text(), _SIDE_PATTERN, _SIDE_WHAT),
        "rivers": MapOf(ListOf(_HEXSIDE, low=1)),
        "supply": SUPPLY,
        "objectives": OBJECTIVES,
        "factory": HEX,
        "zones": Record(
            {
                "basque_column": COLUMN,
                "basque_setup": Number(0, COLUMNS),
                "basque_home": Number(0, COLUMNS),
                "ctv_columns": ListOf(COLUMN, low=2, high=2),
            }
        ),
    }
)


@dataclasses.dataclass(frozen=True)
class Board:
    """The land of the map, used to check the hexes named in data files.

    Attributes:
        terrain: int8 (CELLS,), Terrain codes.
        adjacent: int16 (CELLS, 6), the neighbour in each direction, including sea; OFF beyond the edges.
        closed: problem and remedy for the error about a hex that is not land.
    """

    terrain: np.ndarray
    adjacent: np.ndarray
    closed: tuple[str, str] = ("is sea", "name a land hex: one that 'terrain' of map.yaml lists")

    def land(self, document: Document, path: Path, code: str) -> int:
        """Return the cell of the land hex that ``document`` names at ``path``.

        Raises:
            DataError: the hex is not a land hex of this board.
        """
        try:
            cell = GRID.cell(code)
        except ValueError as error:
            raise document.error(path, str(error), "name a hex of the board") from None
        if self.terrain[cell] == TERRAIN.SEA:
            problem, remedy = self.closed
            raise document.error(path, f"hex {code} {problem}", remedy)
        return cell

    def hexside(self, document: Document, path: Path, code: str, other: str) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the hexside between two land hexes: cell and direction, from either side.

        Raises:
            DataError: the hexes are not adjacent, or not land.
        """
        a, b = self.land(document, path, code), self.land(document, path, other)
        directions = np.flatnonzero(self.adjacent[a] == b)
        if not len(directions):
            near = ", ".join(
                GRID.code(cell) for cell in self.adjacent[a] if cell != OFF and self.terrain[cell] != TERRAIN.SEA
            )
            raise document.error(path, f"hex {code} does not touch {other}", f"land beside {code} is {near}")
        return (a, int(directions[0])), (b, 5 - int(directions[0]))


def read_board(document: Document) -> Board:
    """Return the land of the map.

    Raises:
        DataError: a hex is off the board.
    """
    terrain = np.zeros(CELLS, np.int8)
    for code, name in document.data["terrain"].items():
        try:
            terrain[GRID.cell(code)] = Terrain[name.upper()]
        except ValueError as error:
            raise document.error(("terrain", code), str(error), "name a hex of the board") from None
    return Board(terrain, GRID.neighbours)


def pack_map(document: Document, board: Board, rivers: bool) -> dict:
    """Return the fields of the tables record from the map; ``rivers`` says whether the option is on.

    Raises:
        DataError: a hex is not land or has no controller, or a chain of hexes has a gap.
    """
    nbr = _open_neighbours(document, board)
    control = _control(document, board)
    towns = {board.land(document, ("towns", code), code): name for code, name in document.data["towns"].items()}
    fields = {
        "terrain": board.terrain,
        "nbr": nbr,
        "road": _roads(document, board, nbr),
        "river": _rivers(document, board) if rivers else np.zeros((CELLS, 6), np.int8),
        "source": read_sources(document, ("supply",), board, control),
        "vp": read_objectives(document, ("objectives",), board),
        "factory_cell": board.land(document, ("factory",), document.data["factory"]),
        "start_control": control,
    }
    return {"town_names": towns} | fields | front_fields(document, ("control",), nbr, control) | _zones(document)


def _open_neighbours(document: Document, board: Board) -> np.ndarray:
    """int16 (CELLS, 6): land neighbours across hexsides that are not closed (1.3.2), else OFF."""
    land = board.terrain != TERRAIN.SEA
    nbr = np.where(land[:, None] & land[board.adjacent], board.adjacent, OFF).astype(np.int16)
    for text in document.data["closed_sides"]:
        for cell, direction in board.hexside(document, ("closed_sides", text), *text.split("/")):
            nbr[cell, direction] = OFF
    return nbr


def _roads(document: Document, board: Board, nbr: np.ndarray) -> np.ndarray:
    """int8 (CELLS, 6): 1 where a road crosses the hexside."""
    road = np.zeros((CELLS, 6), np.int8)
    for name, chain in document.data["roads"].items():
        for i in range(1, len(chain)):
            path = ("roads", name, i)
            for cell, direction in board.hexside(document, path, chain[i - 1], chain[i]):
                if nbr[cell, direction] == OFF:
                    side = f"{chain[i - 1]}/{chain[i]}"
                    raise document.error(path, f"a road crosses the closed hexside {side}", "lead it around")
                road[cell, direction] = 1
    return road


def _rivers(document: Document, board: Board) -> np.ndarray:
    """int8 (CELLS, 6): 1 where a river runs along the hexside."""
    river = np.zeros((CELLS, 6), np.int8)
    for name, sides in document.data["rivers"].items():
        for i, text in enumerate(sides):
            for cell, direction in board.hexside(document, ("rivers", name, i), *text.split("/")):
                river[cell, direction] = 1
    return river


def _control(document: Document, board: Board) -> np.ndarray:
    """int8 (CELLS,): the side that controls each land hex at the start (10.8), NOBODY for sea."""
    control = np.full(CELLS, SIDE.NOBODY, np.int8)
    for side in (SIDE.NATIONALIST, SIDE.REPUBLICAN):
        for i, code in enumerate(document.data["control"][SIDE_NAMES[side]]):
            path = ("control", SIDE_NAMES[side], i)
            cell = board.land(document, path, code)
            if control[cell] != SIDE.NOBODY:
                raise document.error(path, f"hex {code} is listed twice in 'control'", "list each hex once")
            control[cell] = side
    for cell in np.flatnonzero((board.terrain != TERRAIN.SEA) & (control == SIDE.NOBODY)).tolist():
        raise document.error(("control",), f"nobody controls hex {GRID.code(cell)}", "list it under one of the sides")
    return control


def read_sources(document: Document, at: Path, board: Board, control: np.ndarray) -> np.ndarray:
    """int8 (CELLS,): SOURCE_ bits (6.2, ruling R-14) from ``SUPPLY`` data; each side must control its sources."""
    source = np.zeros(CELLS, np.int8)
    kinds = (
        ("nationalist", SOURCE.NAT, SIDE.NATIONALIST),
        ("republican", SOURCE.REP, SIDE.REPUBLICAN),
        ("republican_city", SOURCE.REP_CITY, SIDE.REPUBLICAN),
    )
    for name, bit, side in kinds:
        for i, code in enumerate(document.at((*at, name))):
            path = (*at, name, i)
            cell = board.land(document, path, code)
            if control[cell] != side:
                raise document.error(path, f"source {code} is in enemy hands at the start", "name a hex of the side")
            source[cell] |= bit
    return source


def read_objectives(document: Document, at: Path, board: Board) -> np.ndarray:
    """int8 (CELLS,): victory points of the objective hexes (14.1) from ``OBJECTIVES`` data."""
    vp = np.zeros(CELLS, np.int8)
    for code, points in document.at(at).items():
        vp[board.land(document, (*at, code), code)] = points
    return vp


def front_fields(document: Document, at: Path, nbr: np.ndarray, control: np.ndarray) -> dict:
    """Return the front hexes of each side: those next to an enemy hex across an open hexside (4.2, 4.3).

    They are derived from control rather than listed in the file, so that the two cannot disagree.

    Raises:
        DataError: a side has too many front hexes; the error points to the control data ``at``.
    """
    cells = np.full((2, MAX_FRONT), OFF, np.int16)
    bits = np.full((2, CELLS), -1, np.int8)
    cover = np.zeros((2, CELLS), np.int64)
    count = np.zeros(2, np.int16)
    for side in (SIDE.NATIONALIST, SIDE.REPUBLICAN):
        front = np.flatnonzero((control == side) & (control[nbr] == 1 - side).any(axis=1))
        if len(front) > MAX_FRONT:
            remedy = f"the engine allows at most {MAX_FRONT}: shorten the line"
            raise document.error(at, f"the {SIDE_NAMES[side]} has {len(front)} front hexes", remedy)
        for bit, cell in enumerate(front):
            cells[side, bit], bits[side, cell] = cell, bit
            for covering in (cell, *nbr[cell][nbr[cell] != OFF]):
                cover[side, covering] |= 1 << bit
        count[side] = len(front)
    return {"front_cell": cells, "front_bit": bits, "cover": cover, "n_front": count}


def _zones(document: Document) -> dict:
    """Set-up and surrender zones: the distance of a hex from a column of hexes is that of its own column."""
    zones = document.data["zones"]
    column = np.arange(N_CELLS) % COLUMNS + FIRST_COLUMN
    first, last = zones["ctv_columns"]

    def flags(inside: np.ndarray) -> np.ndarray:
        return np.append(inside, False).astype(np.int8)

    distance = np.abs(column - zones["basque_column"])
    return {
        "basque_setup_zone": flags(distance <= zones["basque_setup"]),
        "basque_zone": flags(distance <= zones["basque_home"]),
        "ctv_zone": flags((column >= first) & (column <= last)),
    }


def pack_rows(fields: dict) -> dict:
    """Return the bitboards derived from ``fields``: hexsides, terrains and supply sources."""

    def sides(member: np.ndarray) -> np.ndarray:
        return np.stack([as_rows(GRID, column) for column in member.T])

    open_rows = sides(fields["nbr"] != OFF)
    sources = [fields["source"] & bit != 0 for bit in (SOURCE.NAT, SOURCE.REP, SOURCE.REP_CITY)]
    return {
        "map_key": zlib.crc32(open_rows.tobytes()) >> 1,  # fits int32
        "open_rows": open_rows,
        "dry_rows": sides((fields["nbr"] != OFF) & (fields["river"] == 0)),
        "has_rivers": bool(fields["river"].any()),
        "objective_rows": as_rows(GRID, fields["vp"] > 0),
        "beside_rows": sides(GRID.neighbours != OFF),
        "road_rows": sides((fields["nbr"] != OFF) & (fields["road"] != 0)),
        "terrain_rows": np.stack([as_rows(GRID, fields["terrain"] == code) for code in Terrain]),
        "source_rows": np.stack([as_rows(GRID, member) for member in sources]),
    }
