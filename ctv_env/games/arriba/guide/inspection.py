"""Contents of the areas, what is beside the map, and the meaning of clicks.  Nothing is hidden from either side."""

import math

import numpy as np

from ctv_env.core.game import Game
from ctv_env.core.ui import Marks, Pairs, PieceView, Plan, Space, Stack
from ctv_env.games.arriba.drawing.geometry import HEIGHT, RADIUS, WIDTH, centre
from ctv_env.games.arriba.loading.load import ArribaTables
from ctv_env.games.arriba.model.actions import ACTIONS, FIRST_BG
from ctv_env.games.arriba.model.codes import (
    CITY,
    CONTESTED,
    FLAGS,
    MOROCCO,
    N_AREAS,
    N_BGS,
    N_PLACES,
    NOWHERE,
    SIDE,
    Power,
)
from ctv_env.games.arriba.text.log import SIDE_HEADS
from ctv_env.games.arriba.text.names import POWERS, unit_name

_CORNERS = 12


def tables_of(game: Game) -> ArribaTables:
    """Return the tables of a game of this kind."""
    assert isinstance(game.tables, ArribaTables)
    return game.tables


def plan(tables: ArribaTables) -> Plan:
    """Return the layout of the areas on the page."""
    spaces = (
        Space(tables.places.areas[a], tables.places.titles[a], centre(tables, a), _outline(*centre(tables, a)))
        for a in range(N_PLACES)
    )
    return Plan((WIDTH, HEIGHT), (0, 0, WIDTH, HEIGHT), tuple(spaces))


def _outline(x: float, y: float) -> tuple[tuple[float, float], ...]:
    angles = (2 * math.pi * k / _CORNERS for k in range(_CORNERS))
    return tuple((round(x + RADIUS * math.cos(one), 1), round(y + RADIUS * math.sin(one), 1)) for one in angles)


def stacks(game: Game, _: int | None) -> dict[str, Stack]:
    """Return the contents of each area that is not empty."""
    tables, s = tables_of(game), game.record
    found = {}
    for a in range(N_PLACES):
        pieces = tuple(piece for who in range(2) for piece in _pieces(tables, s, who, a))
        notes = tuple(note for who in range(2) for note in _ap_notes(s, who, a))
        if a < N_AREAS and s["fort"][a] != SIDE.NOBODY:
            notes = (*notes, f"{SIDE_HEADS[int(s['fort'][a])]}: a fort")
        if pieces or notes:
            found[tables.places.areas[a]] = Stack(pieces, notes)
    return found


def _places(s: np.void, who: int, a: int) -> list[tuple[str, np.ndarray, int, int]]:
    """Return each place of a side in an area: its name, units, armour and artillery."""
    places = [("waiting", s["pool_unit"][who, a][: int(s["pool_units"][who, a])])]
    ap = [(int(s["pool_armour"][who, a]), int(s["pool_artillery"][who, a]))]
    for b in range(1 + int(s["at_large"][who, a])) if a < N_AREAS else ():
        name = "in the city" if b == CITY else f"battlegroup {b}"
        places.append((name, s["bg_unit"][who, a, b][: int(s["bg_units"][who, a, b])]))
        ap.append((int(s["bg_armour"][who, a, b]), int(s["bg_artillery"][who, a, b])))
    return [(*place, *points) for place, points in zip(places, ap, strict=True)]


def _pieces(tables: ArribaTables, s: np.void, who: int, a: int) -> list[PieceView]:
    """Return the units of a side in an area."""
    cf = tables.record[0]["pair_cf"]
    return [
        PieceView(who, True, unit_name(int(c)), where, f"CF {int(cf[c // FLAGS])}")
        for where, units, _, _ in _places(s, who, a)
        for c in units
    ]


def _ap_notes(s: np.void, who: int, a: int) -> list[str]:
    """Return the asset points of a side in an area, in words."""
    return [
        f"{SIDE_HEADS[who]}: {n} {what} AP {where}"
        for where, _, armour, artillery in _places(s, who, a)
        for n, what in ((armour, "armour"), (artillery, "artillery"))
        if n
    ]


def beside(game: Game, _: int | None) -> Pairs:
    """Return what is beside the map: powers, air AP, regions held."""
    s, tables = game.record, tables_of(game)
    lines = [(f"{who}: air AP", _air(s, k)) for k, who in enumerate(SIDE_HEADS)]
    lines += [
        (POWERS[power][0].upper() + POWERS[power][1:], _backing(tables, int(s["power_at"][power]))) for power in Power
    ]
    for code, who in (*enumerate(SIDE_HEADS), (CONTESTED, "Contested")):
        names = [name for name, side in zip(tables.places.region_titles, s["control"], strict=True) if side == code]
        lines.append((f"{who}: regions", ", ".join(names) or "none"))
    return lines


def _air(s: np.void, who: int) -> str:
    return f"{int(s['air_ready'][who])} ready, {int(s['air_used'][who])} used"


def _backing(tables: ArribaTables, box: int) -> str:
    """Return what a box of the track means for the sides."""
    meaning = tables.record[0]["backing"][:, box + 3].tolist()
    roles = [
        f"{('', 'supports', 'intervenes for')[backing]} the {who}"
        for who, backing in zip(SIDE_HEADS, meaning, strict=True)
        if backing
    ]
    return f"{box:+d}: {' and '.join(roles) or 'neutral'}"


def marks(game: Game, _: int | None) -> Marks:
    """Return the area of the choice in progress, and that of the battle."""
    s, areas = game.record, tables_of(game).places.areas
    chosen, battle = int(s["area"]), int(s["battle_area"])
    return Marks(hand=areas[chosen] if chosen != NOWHERE else None, target=areas[battle] if battle != NOWHERE else None)


def space_of(game: Game, action: int) -> str | None:
    """Return the area to click for an action: the one that it names, or that of the battlegroup that it names."""
    segment, k = ACTIONS.locate(action)
    areas, s = tables_of(game).places.areas, game.record
    if segment == "AREA":
        return areas[k]
    if segment == "BG" and 0 <= s["area"] < MOROCCO:
        return areas[int(s["area"])]
    return None


def asked_at(game: Game, name: str, _: int | None) -> list[int]:
    """Return the action of the area, or of its battlegroups if these are to be named.

    Raises:
        ValueError: no such area.
    """
    itself = game.encode("AREA", name)
    groups = range(FIRST_BG, FIRST_BG + N_BGS)
    if any(game.action_mask()[action] for action in groups) and space_of(game, FIRST_BG) == name:
        return list(groups)
    return [itself]
