"""The map, the counters and the charts as the data files have them, read again."""

import functools
import pathlib

import yaml

DATA = pathlib.Path(__file__).parents[2] / "ctv_env" / "games" / "tscw" / "data"
REGIONS = ("Asturias", "Santander", "Euskadi")


@functools.cache
def read(name: str) -> dict:
    """A data file."""
    return yaml.safe_load((DATA / name).read_text(encoding="utf-8"))


def hexes() -> dict[str, dict]:
    """All land of Spain: terrain, region, control, place and so on of each hex."""
    return read("map.yaml")["hexes"]


@functools.cache
def on_board(scenario: str) -> frozenset[str]:
    """Land hexes of a scenario's board."""
    board = read(f"scenarios/{scenario}.yaml")["board"]
    rows = range(board["row"], board["row"] + board["rows"])
    columns = range(board["column"], board["column"] + board["columns"])
    return frozenset(code for code in hexes() if int(code[:2]) in rows and int(code[2:]) in columns)


def around(code: str) -> list[str]:
    """The six codes around a hex, land or not (T-01)."""
    r, c = int(code[:2]), int(code[2:])
    left = c if r % 2 else c - 1  # of the two hexes in the next row
    steps = ((r - 1, left), (r - 1, left + 1), (r, c - 1), (r, c + 1), (r + 1, left), (r + 1, left + 1))
    return [f"{row:02d}{column:02d}" for row, column in steps]


def pair(a: str, b: str) -> str:
    """A hexside as the data write it."""
    return f"{min(a, b)}/{max(a, b)}"


@functools.cache
def sides(name: str) -> frozenset[str]:
    """All hexsides of a part of the map, ``major_rivers``, ``minor_rivers``, ``closed_sides`` or ``railways``."""
    found = read("map.yaml")[name]
    listed = [side for line in found.values() for side in line] if name == "railways" else list(found)
    return frozenset(pair(*side.split("/")) for side in listed)


@functools.cache
def neighbours(scenario: str, code: str) -> tuple[str, ...]:
    """Land hexes of the board across the open hexsides of a hex (T-02)."""
    near = [one for one in around(code) if one in on_board(scenario)]
    return tuple(one for one in near if pair(code, one) not in sides("closed_sides"))


def river(a: str, b: str) -> str:
    """River between two hexes: ``major``, ``minor`` or nothing."""
    if pair(a, b) in sides("major_rivers"):
        return "major"
    return "minor" if pair(a, b) in sides("minor_rivers") else ""


def has_rail(a: str, b: str) -> bool:
    """Whether a railway crosses a hexside."""
    return pair(a, b) in sides("railways")


def is_town(code: str) -> bool:
    """Whether a hex holds a town or city."""
    return bool(hexes()[code].get("place"))


@functools.cache
def within(code: str, n: int) -> frozenset[str]:
    """Codes at most ``n`` hexes away, over any terrain (T-02)."""
    found = {code}
    for _ in range(n):
        found |= {near for one in found for near in around(one)}
    return frozenset(found)


@functools.cache
def lines() -> dict[str, dict[str, frozenset[str]]]:
    """Hexes and fortified sides of each line."""
    found = {}
    for name, line in read("charts.yaml")["lines"].items():
        listed = line["sides"]
        found[name] = {
            "hexes": frozenset(side.split("/")[0] for side in listed),
            "sides": frozenset(pair(*side.split("/")) for side in listed),
        }
    return found


@functools.cache
def counters() -> dict[str, dict]:
    """All counters, with their side, ``N`` or ``R``."""
    units = read("units.yaml")
    return {
        name: one | {"side": key[0].upper()}
        for key in ("nationalist", "republican")
        for name, one in units[key].items()
    }
