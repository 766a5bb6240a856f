"""``map.yaml``: regions, areas, borders, ports, mountains and frontiers."""

import dataclasses

import numpy as np

from ctv_env.core.board import Board
from ctv_env.core.datafile import Choice, Document, Flag, ListOf, MapOf, Number, Record, Text
from ctv_env.games.arriba.model.codes import MAX_BORDERS, MOROCCO, N_AREAS, N_PLACES, N_REGIONS, NOWHERE, Coast, Power

_NAME = r"[a-z][a-z_]*"
_AT = ListOf(Number(0, 1000), low=2, high=2)
_COASTS = tuple(coast.name.lower() for coast in Coast)
_FRONTIERS = {"none": NOWHERE, "france": int(Power.FR), "portugal": int(Power.PO)}
MOROCCO_NAME = "morocco"

MAP = Record(
    {
        "title": Text(),
        "regions": MapOf(
            Record({"name": Text(), "areas": ListOf(Text(_NAME, "an area"), low=1), "at": _AT}),
            _NAME,
            "a region's name",
        ),
        "areas": MapOf(
            Record(
                {
                    "name": Text(),
                    "spanish": Text(),
                    "borders": ListOf(Text(_NAME, "an area"), low=1, high=MAX_BORDERS),
                    "port": Choice(_COASTS),
                    "mountain": Flag(),
                    "frontier": Choice(tuple(_FRONTIERS)),
                    "at": _AT,
                }
            ),
            _NAME,
            "an area's name",
        ),
    }
)


@dataclasses.dataclass(frozen=True)
class Places:
    """Names and positions of the areas, with Morocco last, and of the regions.

    Attributes:
        areas: identifier of each area, ``"morocco"`` last.
        titles: name of each area.
        regions: identifier of each region.
        region_titles: name of each region.
        board: the areas and their borders.
        area_at: position of the capital of each area on the picture.
        region_at: position of the name of each region.
    """

    areas: tuple[str, ...]
    titles: tuple[str, ...]
    regions: tuple[str, ...]
    region_titles: tuple[str, ...]
    board: Board
    area_at: tuple[tuple[int, int], ...]
    region_at: tuple[tuple[int, int], ...]

    def area(self, document: Document, path: tuple, name: str) -> int:
        """Return the area, or Morocco, named at ``path`` of a document; DataError for another name."""
        if name not in self.areas:
            raise document.error(path, f"no area {name!r}", f"areas are named as in map.yaml: {', '.join(self.areas)}")
        return self.areas.index(name)


def read_places(document: Document) -> Places:
    """Return the names and borders of the map (A-07).

    Raises:
        DataError: a wrong number of areas or regions, or a border listed for one of its areas only.
    """
    areas, regions = document.data["areas"], document.data["regions"]
    for key, found, wanted in (("areas", areas, N_AREAS), ("regions", regions, N_REGIONS)):
        if len(found) != wanted:
            raise document.error((key,), f"the map has {len(found)} {key}", f"it must have {wanted}")
    for name, area in areas.items():
        for k, other in enumerate(area["borders"]):
            if other not in areas or name not in areas[other]["borders"] or other == name:
                problem = f"{name} borders on {other!r}, which does not border on it"
                raise document.error(("areas", name, "borders", k), problem, "a border is named on both sides")
    links = [(name, other) for name, area in areas.items() for other in area["borders"] if name < other]
    return Places(
        areas=(*areas, MOROCCO_NAME),
        titles=(*(area["name"] for area in areas.values()), "Spanish Morocco"),
        regions=tuple(regions),
        region_titles=tuple(region["name"] for region in regions.values()),
        board=Board.of_links(tuple(areas), links),
        area_at=tuple((area["at"][0], area["at"][1]) for area in areas.values()),
        region_at=tuple((region["at"][0], region["at"][1]) for region in regions.values()),
    )


def pack_map(document: Document, places: Places) -> dict:
    """Return the fields of the tables record from the map."""
    areas = document.data["areas"].values()
    border = np.full((N_PLACES, MAX_BORDERS), NOWHERE)
    for area, row in enumerate(places.board.neighbours[:N_AREAS]):
        near = [int(other) for other in row if other < N_AREAS]
        border[area, : len(near)] = near
    region = _regions(document, places)
    touch = np.eye(N_REGIONS, dtype=np.int8)
    for area, other in zip(*np.nonzero(places.board.distances == 1), strict=True):
        touch[region[area], region[other]] = 1
    return {
        "border": border,
        "region": region,
        "region_border": touch,
        "port": [*(Coast[area["port"].upper()] for area in areas), Coast.NONE],
        "mountain": [*(area["mountain"] for area in areas), False],
        "frontier": [*(_FRONTIERS[area["frontier"]] for area in areas), NOWHERE],
    }


def _regions(document: Document, places: Places) -> np.ndarray:
    """Region of each area, NOWHERE for Morocco; DataError unless each area is in one."""
    region = np.full(N_PLACES, NOWHERE)
    for code, (name, entry) in enumerate(document.data["regions"].items()):
        for k, member in enumerate(entry["areas"]):
            path = ("regions", name, "areas", k)
            area = places.area(document, path, member)
            if area == MOROCCO or region[area] != NOWHERE:
                raise document.error(path, f"{member} is in two regions, or no area", "an area is in one region")
            region[area] = code
    missing = [places.areas[area] for area in range(N_AREAS) if region[area] == NOWHERE]
    if missing:
        raise document.error(("regions",), f"no region has {', '.join(missing)}", "each area is in one region")
    return region
