"""The scenario files: board, units, events, resources, victory, deployment."""

import numpy as np

from ctv_env.core.datafile import Choice, Document, Flag, ListOf, MapOf, Number, Record, Text
from ctv_env.games.tscw.loading.board import BOARD, HEX_CODE, Map, board_rows
from ctv_env.games.tscw.loading.deployment import pack_deployment
from ctv_env.games.tscw.loading.pieces import ENTRY, Pieces
from ctv_env.games.tscw.model.codes import MAX_TURNS, N_CHITS, OFF, PORTS

_TURN = Number(1, MAX_TURNS)
_BY_TURN = r"[1-9]|1\d"
_HEXES = ListOf(Text(HEX_CODE, "four digits RRCC"))
_PORTS = {"any_turn": PORTS.ANY_TURN, "last_turn": PORTS.LAST_TURN}
_UNITS = MapOf(ENTRY)
_TRANSPORT = ListOf(Number(0, 30, 0.5), low=4, high=4)

SCENARIO = Record(
    {
        "title": Text(),
        "first_turn": _TURN,
        "last_turn": _TURN,
        "board": BOARD,
        "edge_links": _HEXES,
        "rail_exits": _HEXES,
        "morale": Number(0, 99),
        "victory": Record(
            {"ports": Choice(tuple(_PORTS)), "madrid": Flag(), "morale": Flag(), "capitals": Number(1, 99)}
        ),
        "mobilization": Flag(),
        "evacuation": Flag(),
        "resource_points": MapOf(ListOf(Number(0, 20), low=4, high=4), _BY_TURN, "a turn"),
        "transport": MapOf(_TRANSPORT, _BY_TURN, "a turn"),
        "chits": ListOf(Number(1, N_CHITS)),
        "units": Record({"nationalist": _UNITS, "republican": _UNITS}),
        "deployment": MapOf(ListOf(Text(), low=1, high=7), HEX_CODE, "four digits RRCC"),
    }
)


def pack_scenario(document: Document, charts: Document, fields: dict, places: Map, pieces: Pieces) -> dict:
    """Return the fields of the tables record from a scenario, given those of map, charts and counters.

    Raises:
        DataError: a turn without resources, a hex off the board, or a wrong deployment.
    """
    data = document.data
    first, last = data["first_turn"], data["last_turn"]
    if first > last:
        remedy = "change 'first_turn' or 'last_turn'"
        raise document.error(("last_turn",), f"turn {last}, the last, is before turn {first}, the first", remedy)
    by_turn = {}
    for key, field, factor in (("resource_points", "income", 1), ("transport", "transport", 2)):
        missing = [str(turn) for turn in range(first, last + 1) if str(turn) not in data[key]]
        if missing:
            remedy = f"it needs one for each turn from {first} to {last}"
            raise document.error((key,), f"{key} has no entry for turn {missing[0]}", remedy)
        table = np.zeros((MAX_TURNS + 1, 4), int)
        for turn, row in data[key].items():
            table[int(turn)] = [int(factor * number) for number in row]
        by_turn[field] = table
    victory, mobilize = data["victory"], charts.data["mobilization"]["at_most"]
    return by_turn | {
        "first_turn": first,
        "last_turn": last,
        "start_rml": data["morale"],
        "win_ports": _PORTS[victory["ports"]],
        "win_madrid": victory["madrid"],
        "win_morale": victory["morale"],
        "win_capitals": victory["capitals"],
        "mobilize_at": mobilize if data["mobilization"] else -1,
        "may_evacuate": data["evacuation"],
        "source_rows": _goals(document, places, "edge_links"),
        "rail_goal_rows": _goals(document, places, "rail_exits"),
        "setup_cell": pack_deployment(document, fields, places, pieces),
    }


def _cells(document: Document, places: Map, key: str) -> list[int]:
    cells = []
    for k, code in enumerate(document.data[key]):
        if places.cell(code) == OFF:
            raise document.error((key, k), f"{code} is not land on the board", "name a hex of the board")
        cells.append(places.cell(code))
    return cells


def _goals(document: Document, places: Map, key: str) -> list[np.ndarray]:
    """Sources or ends of railways of each net; the Nationalists' also at the edge of the board (T-31, T-167)."""
    rows = []
    for net, word in enumerate(("N", "R", "RN")):
        cells = [cell for cell, one in places.hexes.items() if one["source"] == word]
        rows.append(board_rows(places, cells + (_cells(document, places, key) if net == 0 else [])))
    return rows
