"""The parts of the observation that are as printed, packed once into the tables record."""

import numpy as np

from ctv_env.games.ctv.model.codes import CITY, CLEAR, COLUMNS, FIRST_ROW, HILL, MOUNTAIN, N_CELLS, OFF, ROWS, SEA, Kind
from ctv_env.games.ctv.observation.layout import FIRST_NOW, PIECES, PLANES


def pack_printed(fields: dict) -> dict:
    """The fields ``map_planes`` and ``cards`` of the tables record from its other ``fields``."""
    return {"map_planes": _map_planes(fields), "cards": _cards(fields)}


def _map_planes(fields: dict) -> np.ndarray:
    """uint8 (FIRST_NOW * N_CELLS,): the planes of the map."""
    planes = np.zeros((FIRST_NOW, N_CELLS), np.uint8)
    for name, code in (("off_map", SEA), ("clear", CLEAR), ("city", CITY), ("hill", HILL), ("mountain", MOUNTAIN)):
        planes[PLANES.at(name)] = fields["terrain"][:N_CELLS] == code
    planes[PLANES.at("odd_row")] = np.repeat((np.arange(ROWS) + FIRST_ROW) % 2, COLUMNS)
    for direction in range(6):
        planes[PLANES.at("open_side") + direction] = fields["nbr"][:N_CELLS, direction] != OFF
        planes[PLANES.at("road") + direction] = fields["road"][:N_CELLS, direction]
    planes[PLANES.at("river")] = fields["river"][:N_CELLS].sum(axis=1)
    return planes.ravel()


def _cards(fields: dict) -> np.ndarray:
    """uint8 (PIECES.size,): what is printed on each counter; zeros for an empty slot, and for what is not printed."""
    slots = np.arange(len(fields["kind"]))
    cards = np.zeros((len(slots), PIECES.n_channels), np.uint8)
    cards[slots, PIECES.at("kind") + fields["kind"]] = 1
    cards[slots, PIECES.at("nation") + fields["nation"]] = 1
    full = {f"full_{factor}": fields[factor][fields["steps"], slots] for factor in ("attack", "defence")}
    plain = {"allowance": "move_mp", "stacking": "sp", "bombardment": "pb", "motorised": "motorised"}
    tops = {channel.name: channel.top for channel in PIECES.channels}
    for name, numbers in (full | {name: fields[field] for name, field in plain.items()}).items():
        cards[:, PIECES.at(name)] = np.minimum(numbers, tops[name])
    cards[fields["kind"] == Kind.NONE] = 0
    return cards.ravel()
