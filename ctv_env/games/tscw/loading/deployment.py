"""The fixed deployment of a scenario (T-101): ground units at start in hexes of their side, within the limits of 8."""

from ctv_env.core.datafile import Document, Path
from ctv_env.games.tscw.loading.board import Map
from ctv_env.games.tscw.loading.pieces import Pieces
from ctv_env.games.tscw.model.codes import ALL_CAMPS, MAX_PIECES, OFF, SIDE_NAMES, Kind, Size

_AT_START = 0  # ``entry`` of such units
_SIDE_WORDS, _ADJECTIVES = ("N", "R"), ("Nationalist", "Republican")


def pack_deployment(document: Document, fields: dict, places: Map, pieces: Pieces) -> list[int]:
    """Return the cell of each piece in the fixed deployment, OFF for none; ``fields`` has those of charts and counters.

    Raises:
        DataError: the deployment leaves out or repeats a unit, or breaks a rule of stacking.
    """
    setup = [OFF] * MAX_PIECES
    for code, names in document.data["deployment"].items():
        for k, name in enumerate(names):
            path = ("deployment", code, k)
            p = _piece(document, path, fields, pieces)
            cell = _cell(document, path, places, p >= pieces.n_nationalist)
            if setup[p] != OFF:
                raise document.error(path, f"{name} stands in two hexes", "take it out of one of them")
            setup[p] = cell
        _check_stack(document, fields, code, [pieces.names.index(name) for name in names])
    for p, name in enumerate(pieces.names):
        placed = fields["entry"][p] == _AT_START and fields["echelon"][0][p] != Size.NONE
        if placed and setup[p] == OFF:
            remedy = "put it in one, or let 'units' of the scenario say that it comes later"
            raise document.error(("deployment",), f"{name} begins the game, but has no hex", remedy)
    return setup


def check_placement(units: Document, fields: dict, places: Map, pieces: Pieces) -> None:
    """Check that units bound to a hex can be set up there by their player (T-101).

    Raises:
        DataError: the other side holds that hex.
    """
    for p, name in enumerate(pieces.names):
        cell, is_republican = int(fields["entry_cell"][p]), p >= pieces.n_nationalist
        if fields["entry"][p] != _AT_START or cell == OFF or _holds(places, cell, is_republican):
            continue
        problem = f"{name} must be set up in {places.grid.code(cell)}, which is not {_ADJECTIVES[is_republican]}"
        path = (SIDE_NAMES[is_republican], name, "hex")
        raise units.error(path, problem, "change its hex, or play with the historical set-up")


def _holds(places: Map, cell: int, is_republican: bool) -> bool:
    return bool(places.hexes[cell]["control"] == _SIDE_WORDS[is_republican])


def _piece(document: Document, path: Path, fields: dict, pieces: Pieces) -> int:
    """Return the number of a deployed unit."""
    name = document.at(path)
    if name not in pieces.names:
        raise document.error(path, f"{name} is no unit of this scenario", "add it to 'units' of the scenario")
    p = pieces.names.index(name)
    if fields["echelon"][0][p] == Size.NONE:
        raise document.error(path, f"{name} is an air or naval unit", "only ground units stand in hexes")
    if fields["entry"][p] != _AT_START:
        remedy = "take it out of the hex, or let 'units' of the scenario say start"
        raise document.error(path, f"{name} comes later", remedy)
    return p


def _cell(document: Document, path: Path, places: Map, is_republican: bool) -> int:
    """Return the cell of a deployed unit, which its side must hold."""
    _, code, _ = path
    cell = places.cell(str(code))
    if cell == OFF:
        raise document.error(path, f"{code} is not land on the board", "name a land hex")
    if not _holds(places, cell, is_republican):
        problem = f"{document.at(path)} stands in {code}, which is not {_ADJECTIVES[is_republican]}"
        raise document.error(path, problem, "name a hex of its own side, or change 'control' of the hex in map.yaml")
    return cell


def _check_stack(document: Document, fields: dict, code: str, here: list[int]) -> None:
    """Check the limits of chapter 8, and that parties agree (15.25.3)."""
    hqs = sum(fields["kind"][p] == Kind.HQ for p in here)
    divisions = sum(fields["echelon"][0][p] == Size.DIVISION for p in here)
    camps = ALL_CAMPS
    for p in here:
        camps &= int(fields["camps"][0][p])
    for wrong, problem, remedy in (
        (hqs > 1, f"{hqs} HQs stand in {code}", "there can be one (ruling T-36)"),
        (len(here) - hqs > fields["max_units"], f"{len(here) - hqs} units stand in {code}", _most(fields, "max_units")),
        (divisions > fields["max_divisions"], f"{divisions} divisions stand in {code}", _most(fields, "max_divisions")),
        (not camps, f"the units in {code} are of parties that do not share a stack", "part them (15.25.3)"),
    ):
        if wrong:
            raise document.error(("deployment", code), problem, remedy)


def _most(fields: dict, name: str) -> str:
    return f"there can be {fields[name]} (8.2)"
