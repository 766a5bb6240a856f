"""The printed map (1.3), read directly from ``map.yaml``; a hex is its printed code, RRCC (ruling R-01)."""

import functools
import itertools
import pathlib

import yaml

import ctv_env

DATA = pathlib.Path(ctv_env.__file__).parent / "games" / "ctv" / "data"
ROWS, COLUMNS = range(10, 27), range(1, 21)
SIDES = ("nationalist", "republican")


def read(file: str) -> dict:
    """Read a data file with every value as text, since YAML would read ``1:2`` as a number."""
    return yaml.load((DATA / file).read_text(encoding="utf-8"), yaml.BaseLoader)


_MAP = read("map.yaml")
_VICTORY = read("tables.yaml")["victory"]
CLOSED = {frozenset(side.split("/")) for side in _MAP["closed_sides"]}
RIVERS = {frozenset(side.split("/")) for sides in _MAP["rivers"].values() for side in sides}
ROADS = {frozenset(pair) for road in _MAP["roads"].values() for pair in itertools.pairwise(road)}
FACTORY = _MAP["factory"]
ZONES = _MAP["zones"]
TURNS = int(read("scenarios/campaign.yaml")["turns"])

# Data that depends on the scenario, filled by ``lay_out``.
TERRAIN: dict[str, str] = {}
START_CONTROL: dict[str, str] = {}
EDGE_SOURCES: dict[str, set[str]] = {}
CITY_SOURCES: set[str] = set()
OBJECTIVES: dict[str, int] = {}
VICTORY: dict[str, int] = {}


def lay_out(scenario: str = "campaign") -> None:
    """Load the map of a scenario; a small one uses part of the board (``scenarios/*.yaml``)."""
    part = read(f"scenarios/{scenario}.yaml").get("part")
    given = part or _MAP
    rows = {int(row): range(int(first), int(last) + 1) for row, (first, last) in part["board"].items()} if part else {}
    land = {code for code in _MAP["terrain"] if not part or int(code[2:]) in rows.get(int(code[:2]), ())}
    control = {code: side for side in SIDES for code in _MAP["control"][side]}
    if part:
        control |= {code: side for side in SIDES for code in part["control"][side]}
    _fill(TERRAIN, {code: _MAP["terrain"][code] for code in land})
    _fill(START_CONTROL, {code: side for code, side in control.items() if code in land})
    _fill(EDGE_SOURCES, {side: set(given["supply"][side]) for side in SIDES})
    _fill(CITY_SOURCES, given["supply"]["republican_city"])
    _fill(OBJECTIVES, {code: int(points) for code, points in given["objectives"].items()})
    _fill(VICTORY, {key: int(value) for key, value in (part["victory"] if part else _VICTORY).items()})
    neighbours.cache_clear()
    front.cache_clear()


def _fill(container: dict | set, content) -> None:
    container.clear()
    container.update(content)


def column(code: str) -> int:
    """The column of a hex."""
    return int(code[2:])


@functools.cache
def beside(code: str) -> tuple[str, ...]:
    """Adjacent hexes of the board, including sea; odd rows are shifted half a hex to the east (ruling R-01)."""
    row, col = int(code[:2]), int(code[2:])
    shift = row % 2
    around = [(row, col - 1), (row, col + 1)]
    around += [(row + step, col - 1 + shift + k) for step in (-1, 1) for k in (0, 1)]
    return tuple(sorted(f"{r:02}{c:02}" for r, c in around if r in ROWS and c in COLUMNS))


@functools.cache
def neighbours(code: str) -> tuple[str, ...]:
    """Land hexes across an open hexside (1.3.2, ruling R-21)."""
    return tuple(b for b in beside(code) if b in TERRAIN and frozenset((code, b)) not in CLOSED)


@functools.cache
def within(code: str, steps: int) -> frozenset[str]:
    """Hexes within that many steps, over any terrain, including sea and closed hexsides (ruling R-02)."""
    near = {code}
    for _ in range(steps):
        near |= {b for a in near for b in beside(a)}
    return frozenset(near)


def is_river(a: str, b: str) -> bool:
    """Whether a river runs between two hexes (ruling R-21)."""
    return frozenset((a, b)) in RIVERS


def is_road(a: str, b: str) -> bool:
    """Whether a road connects two adjacent hexes (8.2)."""
    return frozenset((a, b)) in ROADS


@functools.cache
def front(side: str) -> frozenset[str]:
    """Hexes of a side on the front line (4.2, 4.3; ruling R-53)."""
    own = {code for code, holder in START_CONTROL.items() if holder == side}
    return frozenset(code for code in own if any(START_CONTROL[b] != side for b in neighbours(code)))


lay_out()
