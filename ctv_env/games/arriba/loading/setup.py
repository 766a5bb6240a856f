"""The scenario files: length, levels at the start, set-up (14)."""

import numpy as np

from ctv_env.core.datafile import Choice, Document, MapOf, Number, Record, Text
from ctv_env.games.arriba.loading.board import Places
from ctv_env.games.arriba.model.codes import (
    MAX_UNITS,
    MOROCCO,
    N_AREAS,
    N_KINDS,
    N_PLACES,
    PAIR_OF,
    SIDE,
    SIDE_NAMES,
    SIZE,
    Kind,
)
from ctv_env.games.arriba.model.tables import MAX_TURNS

_KINDS = "|".join(kind.name.lower() for kind in Kind)
_TURN = Number(1, MAX_TURNS)


def _by_side(high: int) -> Record:
    return Record({side: Number(0, high) for side in SIDE_NAMES[:2]})


SCENARIO = Record(
    {
        "title": Text(),
        "first_turn": _TURN,
        "last_turn": _TURN,
        "support": _by_side(99),
        "equipment": _by_side(999),
        "air": _by_side(10),
        "set_up": MapOf(
            Record(
                {
                    "units": MapOf(Number(1, MAX_UNITS), _KINDS, "a kind"),
                    "city": Choice(SIDE_NAMES[:2]),
                    "revolt": Text("none|[0-6]", "none, or a die"),
                }
            )
        ),
    },
    {"cuts": (MapOf(Record({"title": Text(), "last_turn": _TURN}), r"[a-z][a-z-]*", "a scenario's name"), {})},
)
"""A scenario; ``cuts`` are shorter ones that begin in the same way (ruling A-180)."""


def pack_set_up(document: Document, places: Places, counters: np.ndarray, cut: str = "") -> dict:
    """Return the fields of the tables record from a scenario, or from a ``cut`` of it.

    Raises:
        DataError: more brigades than counters (ruling A-147), a city whose holder has no unit there, or a last turn
        before the first.
    """
    data = document.data
    for path, end in (
        (("last_turn",), data),
        *((("cuts", name, "last_turn"), one) for name, one in data["cuts"].items()),
    ):
        if end["last_turn"] < data["first_turn"]:
            raise document.error(path, "the last turn is before the first", "it must not be")
    last_turn = data["cuts"][cut]["last_turn"] if cut else data["last_turn"]
    brigades = np.zeros((N_PLACES, N_KINDS), np.int8)
    city, revolt = np.full(N_PLACES, SIDE.NOBODY), np.zeros(N_AREAS, np.int8)
    for name, entry in data["set_up"].items():
        path = ("set_up", name)
        area = places.area(document, path, name)
        for kind, number in entry["units"].items():
            brigades[area, Kind[kind.upper()]] = number
        city[area] = SIDE_NAMES.index(entry["city"])
        of_holder = brigades[area, : Kind.NATIONALIST] if city[area] == 0 else brigades[area, Kind.NATIONALIST :]
        if not of_holder.sum():
            raise document.error((*path, "city"), f"the {entry['city']} has no unit in {name}", "its holder has one")
        if area != MOROCCO and entry["revolt"] != "none":
            revolt[area] = int(entry["revolt"])
    for kind in Kind:
        pair = PAIR_OF[kind][SIZE.BRIGADE]
        free = int(counters[pair]) if pair >= 0 else 0
        if brigades[:, kind].sum() > free:
            problem = f"{brigades[:, kind].sum()} {kind.name.lower()} brigades are set up"
            raise document.error(("set_up",), problem, f"there are {free} counters")
    return {
        "first_turn": data["first_turn"],
        "last_turn": last_turn,
        "start_ps": [data["support"][side] for side in SIDE_NAMES[:2]],
        "start_ep": [data["equipment"][side] for side in SIDE_NAMES[:2]],
        "start_air": [data["air"][side] for side in SIDE_NAMES[:2]],
        "start_brigades": brigades,
        "start_city": city,
        "revolt": revolt,
    }
