"""``charts.yaml``: combat, terrain, limits, the north, the turn track, fortified lines, morale."""

import numpy as np

from ctv_env.core.codes import by_word
from ctv_env.core.datafile import Choice, Document, ListOf, MapOf, Number, Record, Text
from ctv_env.games.tscw.loading.board import HEX_CODE, Map, direction_of
from ctv_env.games.tscw.model.codes import CANCELLED, ELIMINATION, MAX_CELLS, MAX_LINES, MAX_TURNS, OFF, PLACE, Terrain
from ctv_env.games.tscw.model.tables import LINE_HEXES, N_RESULTS

_DRM = Number(-6, 6)
_COST = ListOf(Number(1, 20), low=3, high=3)
_MORE = ListOf(Number(0, 20), low=3, high=3)
_DRMS = ("below", "above", "fort", "concentric", "colonial_attack", "colonial_defence", "naval")
_LIMITS = {
    "combat_units": "max_units",
    "divisions": "max_divisions",
    "first_leg": "first_leg",
    "air_range": "air_range",
    "entry_radius": "entry_radius",
    "carried_rp": "carried_rp",
}
_GROUPS = {"Asturian": "Asturias", "Santander": "Santander", "Basque": "Euskadi"}
_RIVERS = ("minor", "major")
MADRID, OVIEDO, RETURN = "2712", "3607", "3324"  # 15.15, T-17, 13.8.1

CHARTS = Record(
    {
        "version": Text(),
        "combat": Record(
            {
                "results": MapOf(
                    ListOf(Text(r"[\dE]/[\dE]", "a result attacker/defender"), low=N_RESULTS, high=N_RESULTS),
                    r"\d:\d",
                    "odds a:d",
                ),
                "drms": Record({name: _DRM for name in (*_DRMS, "out_of_supply")}),
                "columns_die": ListOf(Text(r"cancelled|-?\d", "cancelled, or a modifier"), low=6, high=6),
                "shifts": Record({name: _DRM for name in ("city", "madrid", "condor")}),
            }
        ),
        "terrain": Record({name: Record({"cost": _COST, "shift": _DRM, "drm": _DRM}) for name in by_word(Terrain)}),
        "rivers": Record({name: Record({"cost": _MORE, "drm": _DRM}) for name in _RIVERS}),
        "city_cost": Number(1, 20),
        "fort_cost": Number(0, 20),
        "limits": Record({name: Number(0, 20) for name in _LIMITS}),
        "northern": Record(
            {
                group: Record({"centre": Text(HEX_CODE, "a hex"), "region": Choice((region,)), "steps": Number(0, 99)})
                for group, region in _GROUPS.items()
            }
        ),
        "mobilization": Record({"at_most": Number(0, 99), "rp": Number(0, 20), "rml": Number(-99, 0)}),
        "turns": MapOf(Text(), r"[1-9]|1\d", f"a turn from 1 to {MAX_TURNS}"),  # the months of each (1.3)
        "lines": MapOf(
            Record(
                {
                    "name": Text(),
                    "turn": Number(1, MAX_TURNS),
                    "sides": ListOf(Text(rf"{HEX_CODE}/{HEX_CODE}", "a line hex and a hex outside"), low=1),
                }
            )
        ),
        "morale": MapOf(Number(-20, 20), HEX_CODE, "four digits RRCC"),
    }
)


def pack_charts(document: Document, places: Map, map_fields: dict) -> dict:
    """Return the fields of the tables record from the charts; ``map_fields`` are those of ``pack_map``.

    Raises:
        DataError: a missing turn, wrong columns of the combat table, too many fortified lines, or a wrong hexside.
    """
    data = document.data
    if len(data["turns"]) != MAX_TURNS:
        raise document.error(("turns",), "a turn is missing", f"they are 1 to {MAX_TURNS}")
    morale = np.zeros(MAX_CELLS + 1, int)
    for code, value in data["morale"].items():
        if (cell := places.cell(code)) != OFF:
            morale[cell] = value
    centres = {group: data["northern"][group]["centre"] for group in _GROUPS}
    ports = [places.cell(code) for code in centres.values()]
    for (group, code), port in zip(centres.items(), ports, strict=True):
        if port == OFF:
            path = ("northern", group, "centre")
            raise document.error(path, f"{code} is not land on the board", "all three centres of the north must be")
    return (
        _combat(document)
        | _terrain(data, map_fields)
        | _lines(document, places)
        | {field: data["limits"][name] for name, field in _LIMITS.items()}
        | {
            "morale": morale,
            "port_cell": ports,
            "madrid": places.cell(MADRID),
            "oviedo": places.cell(OVIEDO),
            "return_cell": places.cell(RETURN),
            "group_steps": [data["northern"][group]["steps"] for group in _GROUPS],
            "mobilize_rp": data["mobilization"]["rp"],
            "mobilize_rml": data["mobilization"]["rml"],
        }
    )


def _combat(document: Document) -> dict:
    """The Combat Results Table, in any order of results (T-188), and what goes with it."""
    data, path = document.data["combat"], ("combat", "results")
    columns = list(data["results"])
    wanted = ["1:3", "1:2", "1:1", "3:2", *(f"{n}:1" for n in range(2, 8))]
    if columns != wanted:
        raise document.error(path, f"the columns are {', '.join(columns)}", f"they must be {', '.join(wanted)}")
    cells = np.array([[_result(cell) for cell in row] for row in data["results"].values()])
    shifts, drms = data["shifts"], data["drms"]
    return (
        {
            "crt_att": cells[:, :, 0],
            "crt_def": cells[:, :, 1],
            "columns_die": [0, *(CANCELLED if word == "cancelled" else int(word) for word in data["columns_die"])],
            "oos_drm": drms["out_of_supply"],
        }
        | {f"{name}_drm": drms[name] for name in _DRMS}
        | {f"{name}_shift": value for name, value in shifts.items()}
    )


def _result(cell: str) -> tuple[int, int]:
    attacker, defender = (ELIMINATION if number == "E" else int(number) for number in cell.split("/"))
    return attacker, defender


def _terrain(data: dict, map_fields: dict) -> dict:
    """Costs and combat effects by cell: clear (13.12.2), rough (13.12.3), mountain (13.12.4) and marsh (13.12.5).

    A city replaces the cost of its terrain (13.13.3); rivers add to it (13.12.7, 13.12.8).  Towns (13.13.2), borders
    (13.13.4) and railways (13.13.5) change nothing.
    """
    terrain, rivers = [data["terrain"][name] for name in by_word(Terrain)], [data["rivers"][name] for name in _RIVERS]
    code = np.asarray(map_fields["terrain"])
    cost = np.array([one["cost"] for one in terrain])[code].T
    cost[:, np.asarray(map_fields["place"]) == PLACE.CITY] = data["city_cost"]
    return {
        "cost": cost,
        "river_cost": [[0, 0, 0], *(one["cost"] for one in rivers)],
        "fort_cost": data["fort_cost"],
        "terrain_drm": np.array([one["drm"] for one in terrain])[code],
        "terrain_shift": np.array([one["shift"] for one in terrain])[code],
        "river_drm": [0, *(one["drm"] for one in rivers)],
    }


def _lines(document: Document, places: Map) -> dict:
    """Fortified lines (15.14); a line outside the board has no hex."""
    lines = document.data["lines"]
    if len(lines) > MAX_LINES:
        raise document.error(("lines",), f"there are {len(lines)} fortified lines", f"there can be {MAX_LINES}")
    side = np.zeros((MAX_CELLS + 1, 6), int)
    line = np.full(MAX_CELLS + 1, -1)
    member = np.full((MAX_LINES, LINE_HEXES), OFF)
    for number, (name, entry) in enumerate(lines.items()):
        hexes: list[int] = []
        for k, codes in enumerate(entry["sides"]):
            inside, outside = (places.cell(code) for code in codes.split("/"))
            if OFF in (inside, outside):
                continue
            if outside not in places.grid.neighbours[inside]:
                path = ("lines", name, "sides", k)
                raise document.error(path, f"{codes} is no hexside", "its two hexes must be neighbours")
            side[inside, direction_of(places.grid, inside, outside)] = 1
            line[inside] = number
            if inside not in hexes:
                hexes.append(inside)
        if len(hexes) > LINE_HEXES:
            raise document.error(("lines", name), f"it has {len(hexes)} hexes", f"there can be {LINE_HEXES}")
        member[number, : len(hexes)] = hexes
    turns = [entry["turn"] for entry in lines.values()]
    return {
        "fort_side": side,
        "line": line,
        "line_cell": member,
        "line_turn": turns + [0] * (MAX_LINES - len(turns)),
        "n_lines": len(lines),
    }
