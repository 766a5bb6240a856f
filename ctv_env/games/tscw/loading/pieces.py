"""``units.yaml``: the counters (2.4) by name (2.7), of which a scenario uses some."""

import dataclasses
import typing

import numpy as np

from ctv_env.core.codes import by_word
from ctv_env.core.datafile import Choice, Document, Flag, ListOf, MapOf, Number, Record, Text
from ctv_env.games.tscw.loading.board import HEX_CODE, Map
from ctv_env.games.tscw.model.codes import (
    ALL_CAMPS,
    CAMPS,
    MAX_PIECES,
    MAX_TURNS,
    MOBILITY,
    MOTORIZED_KINDS,
    N_GROUPS,
    NET,
    NO_GROUP,
    NOBODY_PIECE,
    OFF,
    SEAS,
    Faction,
    Kind,
    Size,
)
from ctv_env.games.tscw.model.tables import MAX_HQS

_SIZES = {
    "column": Size.COLUMN,
    "battalion": Size.BATTALION,
    "regiment": Size.REGIMENT,
    "brigade": Size.BRIGADE,
    "division": Size.DIVISION,
    "corps": Size.STAFF,
    "army": Size.STAFF,
}
_FACTORS = ListOf(Number(0, 99), low=1, high=2)
_NO_FACTORS: list[int] = []
_COUNTER = Record(
    {"faction": Choice(tuple(by_word(Faction))), "type": Choice(tuple(by_word(Kind)))},
    {
        "size": (Choice(tuple(_SIZES)), ""),
        "attack": (_FACTORS, _NO_FACTORS),
        "defence": (_FACTORS, _NO_FACTORS),
        "ma": (Number(1, 12), 0),
        "white_dot": (Flag(), False),
        "party": (Choice(tuple(CAMPS)), ""),
        "artillery": (Number(0, 2), 0),
        "hex": (Text(HEX_CODE, "four digits RRCC"), ""),
        "turn": (Number(1, MAX_TURNS), 0),
        "to": (Text(), ""),
        "factor": (Number(0, 9), 0),
        "german": (Flag(), False),
        "north_only": (Flag(), False),
        "seas": (ListOf(Choice(SEAS)), []),
    },
)
_SIDES = ("nationalist", "republican")
UNITS = Record({side: MapOf(_COUNTER) for side in _SIDES})

ENTRY = Text(r"start|M|event|[1-9]|1\d", f"start, a turn up to {MAX_TURNS}, M or event")
_START, _NEVER = 0, -1


@dataclasses.dataclass(frozen=True)
class Pieces:
    """The pieces of a scenario, Nationalist first, in the order of the data.

    Attributes:
        names: name of each piece.
        other: name of its converted side, "" if it has none.
        data: the counter of each.
        n_nationalist: number of Nationalist pieces.
    """

    names: tuple[str, ...]
    other: tuple[str, ...]
    data: tuple[dict, ...]
    n_nationalist: int


def read_pieces(document: Document, scenario: Document) -> Pieces:
    """Return the pieces that a scenario uses.

    Raises:
        DataError: an unknown counter, too many, or a conversion to something that is no counter or is used itself.
    """
    chosen: list[tuple[str, str]] = []
    for side in _SIDES:
        known, used = document.data[side], scenario.data["units"][side]
        for name in used:
            if name not in known:
                raise scenario.error(("units", side, name), f"no counter {name!r}", "units.yaml lists the counters")
        chosen += [(side, name) for name in known if name in used]
    if len(chosen) > MAX_PIECES:
        raise scenario.error(("units",), f"{len(chosen)} units are in play", f"there can be {MAX_PIECES}")
    data = tuple(document.data[side][name] for side, name in chosen)
    names = tuple(name for _, name in chosen)
    for (side, name), one in zip(chosen, data, strict=True):
        _check(document, (side, name), one)
        if one["to"] and (one["to"] not in document.data[side] or one["to"] in names):
            path = (side, name, "to")
            raise document.error(path, f"{one['to']!r} is no other side of it", "name a counter that is not in play")
    other = tuple(one["to"] for one in data)
    return Pieces(names, other, data, sum(side == _SIDES[0] for side, _ in chosen))


def _check(document: Document, path: tuple, one: dict) -> None:
    support = by_word(Kind)[one["type"]] in (Kind.AIR, Kind.NAVAL)
    if support != (not one["size"]) or support == bool(one["attack"]) or len(one["attack"]) != len(one["defence"]):
        problem = "its size and factors do not fit its type"
        raise document.error(path, problem, "ground units have a size, attack and defence; air and naval units none")


def pack_pieces(document: Document, scenario: Document, pieces: Pieces, places: Map) -> dict:
    """Return the fields of the tables record from the counters (T-06 to T-08, T-123)."""
    faces = [
        [one, document.data[_SIDES[p >= pieces.n_nationalist]].get(one["to"], one)] for p, one in enumerate(pieces.data)
    ]
    fields: dict[str, typing.Any] = {
        "n_pieces": len(pieces.names),
        "n_nationalist": pieces.n_nationalist,
        "kind": [by_word(Kind)[one["type"]] for one in pieces.data],
        "faction": [by_word(Faction)[one["faction"]] for one in pieces.data],
        "group": [_group(one) for one in pieces.data],
        "net": [_net(one, p < pieces.n_nationalist) for p, one in enumerate(pieces.data)],
        "gait": [_gait(one) for one in pieces.data],
        "white_dot": [one["white_dot"] for one in pieces.data],
        "artillery": [one["artillery"] for one in pieces.data],
        "factor": [one["factor"] for one in pieces.data],
        "german": [one["german"] for one in pieces.data],
        "north_air": [one["north_only"] for one in pieces.data],
        "seas": [[0, *(sea in one["seas"] for sea in SEAS)] for one in pieces.data],
        "entry_cell": [places.cell(one["hex"]) if one["hex"] else OFF for one in pieces.data],
        "echelon": [[_SIZES.get(pair[face]["size"], Size.NONE) for pair in faces] for face in range(2)],
        "ma": [[pair[face]["ma"] for pair in faces] for face in range(2)],
        "steps": [[len(pair[face]["attack"]) for pair in faces] for face in range(2)],
        "camps": [[CAMPS.get(pair[face]["party"], ALL_CAMPS) for pair in faces] for face in range(2)],
        "attack": _factors(faces, "attack"),
        "defence": _factors(faces, "defence"),
        "change_turn": [[pair[0]["turn"] for pair in faces], [_second_turn(pair) for pair in faces]],
        "converts": [[bool(pair[0]["to"]) for pair in faces], [0 for _ in faces]],
    }
    entries = [_entry(scenario, p >= pieces.n_nationalist, name) for p, name in enumerate(pieces.names)]
    fields["entry"] = [int(word) if word.isdigit() else _START if word == "start" else _NEVER for word in entries]
    fields["mobilized"] = [word == "M" for word in entries]
    fields["by_event"] = [word == "event" for word in entries]
    hqs = [
        [p for p, kind in enumerate(fields["kind"]) if kind == Kind.HQ and (p >= pieces.n_nationalist) == side]
        for side in (False, True)
    ]
    if max(map(len, hqs)) > MAX_HQS:
        raise scenario.error(("units",), f"a side has {max(map(len, hqs))} HQs", f"it can have {MAX_HQS}")
    lists = [found + [NOBODY_PIECE] * (MAX_HQS - len(found)) for found in hqs]
    return {name: _padded(value) for name, value in fields.items()} | {"hq": lists}


def _entry(scenario: Document, side: bool, name: str) -> str:
    return scenario.data["units"][_SIDES[side]][name]


def _second_turn(pair: list[dict]) -> int:
    """Turn in which the converted side is withdrawn; 0 if it is not, or there is none."""
    return pair[1]["turn"] if pair[0]["to"] else 0


def _group(one: dict) -> int:
    group = by_word(Faction)[one["faction"]] - Faction.ASTURIAN
    return group if 0 <= group < N_GROUPS else NO_GROUP


def _net(one: dict, is_nationalist: bool) -> int:
    if is_nationalist:
        return NET.N
    return NET.NORTH if by_word(Faction)[one["faction"]] in range(Faction.NORTH, Faction.BASQUE + 1) else NET.R


def _gait(one: dict) -> int:
    kind = by_word(Kind)[one["type"]]
    return MOBILITY.MOTOR if kind in MOTORIZED_KINDS else MOBILITY.HORSE if kind == Kind.CAVALRY else MOBILITY.FOOT


def _factors(faces: list[list[dict]], key: str) -> list:
    """Factors by face, steps left and piece: the last of the list is that of one step."""
    return [
        [
            [
                (pair[face][key][len(pair[face][key]) - steps] if 0 < steps <= len(pair[face][key]) else 0)
                for pair in faces
            ]
            for steps in range(3)
        ]
        for face in range(2)
    ]


def _padded(value: object) -> np.ndarray:
    """The array with its axis of pieces, the last, or the first of ``seas``, filled up to MAX_PIECES with zeros."""
    array = np.asarray(value)
    if array.ndim == 0:
        return array
    axis = 0 if array.ndim == 2 and array.shape[1] == len(SEAS) + 1 else array.ndim - 1
    widths = [(0, MAX_PIECES - size if k == axis else 0) for k, size in enumerate(array.shape)]
    return np.pad(array, widths)
