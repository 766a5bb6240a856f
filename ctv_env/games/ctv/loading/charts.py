"""``tables.yaml``: terrain effects, combat, bombardment and morale charts, and the parameters of events."""

import numpy as np

from ctv_env.core.datafile import Document, ListOf, MapOf, Number, Record, Text
from ctv_env.games.ctv.loading.board import TERRAINS
from ctv_env.games.ctv.model.codes import BREAKTHROUGH, N_NATIONS, N_TERRAINS, Kind, Nationality, Terrain
from ctv_env.games.ctv.model.tables import MAX_PB, MAX_TURNS, N_COLUMNS, N_ROWS

_DRM = Number(-6, 6)
_DIE = Number(1, 6)
_FROM = Number(1, 7)  # 7: impossible
_UP_TO = Number(0, 6)
_HALF = 0.5
_BY_SIDE = Record({"nationalist": Number(0, 10), "republican": Number(0, 2)})
VICTORY = Record({"needed": Number(1, 100), "brigades": Number(1, 48), "brigade_points": Number(0, 20)})
_PB_KINDS = ("hq_division", "hq_corps", "supply_column", "air")

CHARTS = Record(
    {
        "terrain": Record(
            {
                name: Record(
                    {
                        "foot": Number(_HALF, 20, _HALF),
                        "motorised": Number(_HALF, 20, _HALF),
                        "rain": Number(0, 20, _HALF),
                        "stacking": Number(1, 20),
                        "defence": Number(1, 4, _HALF),
                    }
                )
                for name in TERRAINS
            }
        ),
        "movement": Record(
            {
                "road": Number(_HALF, 20, _HALF),
                "leave_zoc": Number(0, 20, _HALF),
                "river": Record({"foot": Number(0, 20, _HALF), "motorised": Number(0, 20, _HALF)}),
                "river_modifier": _DRM,
            }
        ),
        "combat": Record(
            {
                "results": MapOf(
                    ListOf(Text(r"\d/\d|B", "a result: attacker's/defender's steps, or B"), low=N_ROWS, high=N_ROWS),
                    r"[1-9]\d?:[1-9]\d?",
                    "odds a:d",
                ),
                "below_table": _DRM,
                "above_table": _DRM,
                "concentric_hexes": _DIE,
                "concentric_modifier": _DRM,
                "trench_modifier": _DRM,
                "breakthrough_hexes": _DIE,
            }
        ),
        "first_turn": Record({"hq": Text(), "shift": Number(0, N_COLUMNS), "radius": Number(0, 20)}),
        "bombardment": Record(
            {
                "points": Record({kind: Number(0, MAX_PB) for kind in _PB_KINDS}),
                "disorganise_from": ListOf(_FROM, low=MAX_PB - 1, high=MAX_PB - 1),
                "hq_range": Number(0, 20),
                "supply_column_range": Number(0, 20),
                "highest_dsg": Number(1, 6),
            }
        ),
        "air": Record({"lost_up_to": _UP_TO, "turns_absent": Number(1, MAX_TURNS), "hit_from": _FROM}),
        "supply_columns": Record(
            {
                "at_start": _BY_SIDE,
                "at_most": _BY_SIDE,
                "first_turn": Number(1, MAX_TURNS),
                "last_turn": Number(0, MAX_TURNS),
            }
        ),
        "morale": Record(
            {
                "up_to": Record({name: Number(-10, 20) for name in ("hold", "retreat", "flight")}),
                "modifiers": Record({}, {name: (_DRM, 0) for name in ("santander", "basque", "asturian")}),
                "highest": Number(0, 10),
            }
        ),
        "weather": Record({"rain_from": Number(1, 13), "after_rain": _DRM}),
        "offensive": Record(
            {
                "from": MapOf(_FROM, rf"[1-9]|1[0-{MAX_TURNS - 11}]", f"a turn from 1 to {MAX_TURNS - 1}"),
                "infantry": ListOf(Number(0, 30), low=6, high=6),
                "air": ListOf(Number(0, 12), low=6, high=6),
            }
        ),
        "basque_surrender": Record({"up_to": _UP_TO, "battalions": Number(0, 20)}),
        "factory": Record({"first_turn": Number(1, MAX_TURNS), "demolished_from": _FROM}),
        "victory": VICTORY,
        "setup": Record(
            {
                "reserve_divisions": ListOf(Text(), high=3),
                "reserve_from": _FROM,
                "free_basque_brigades": Number(0, 48),
                "armour_from": MapOf(_FROM),
            }
        ),
    }
)


def pack_charts(document: Document, terrain: np.ndarray, kind: np.ndarray) -> dict:
    """Return the fields of the tables record from the charts; ``terrain`` is by cell, ``kind`` by piece.

    Raises:
        DataError: a chart is not monotonic, has the wrong number of columns, or its thresholds are not in order.
    """
    points = document.data["bombardment"]["points"]
    by_kind = np.zeros(len(Kind), np.int8)
    for name in _PB_KINDS:
        by_kind[Kind[name.upper()]] = points[name]
    return (
        {"pb": by_kind[kind]}
        | _terrain_effects(document.data, terrain)
        | _combat(document)
        | _bombardment(document)
        | _morale(document)
        | _events(document.data)
    )


def _halves(value: float) -> int:
    return round(2 * value)


def _terrain_effects(data: dict, terrain: np.ndarray) -> dict:
    """The Terrain Effects Table, mostly expanded to one value per cell; 0 at sea and off the map."""
    cost = np.zeros((2, 2, N_TERRAINS), np.int8)
    stacking, defence = np.zeros(N_TERRAINS, np.int8), np.zeros(N_TERRAINS, np.int8)
    for name, row in data["terrain"].items():
        code = Terrain[name.upper()]
        for motorised, way in enumerate(("foot", "motorised")):
            cost[motorised, :, code] = _halves(row[way]), _halves(row[way] + row["rain"])
        stacking[code], defence[code] = row["stacking"], _halves(row["defence"])
    movement = data["movement"]
    river = np.array([_halves(movement["river"][way]) for way in ("foot", "motorised")])
    return {
        "enter_half_mp": cost,
        "dearest_half_mp": cost.max(axis=2) + river[:, None],
        "stack_limit": stacking[terrain],
        "least_stack_limit": stacking[terrain][terrain != Terrain.SEA].min(),
        "defence_halves": defence[terrain],
        "road_half_mp": _halves(movement["road"]),
        "zoc_exit_half_mp": _halves(movement["leave_zoc"]),
        "river_half_mp": river,
        "river_drm": movement["river_modifier"],
    }


def _combat(document: Document) -> dict:
    """The Combat Results Table (10.2): better odds and higher dice never hurt the attacker or help the defender."""
    data, path = document.data["combat"], ("combat", "results")
    columns = list(data["results"])
    if len(columns) != N_COLUMNS:
        raise document.error(path, f"the combat table has {len(columns)} columns", f"it must have {N_COLUMNS}")
    odds = [[int(part) for part in column.split(":")] for column in columns]
    losses = np.array([[_losses(cell) for cell in cells] for cells in data["results"].values()], np.int8)
    worth = losses * [-1, 1]  # value to the attacker
    for c, r in np.ndindex(N_COLUMNS, N_ROWS):
        here, at = (*path, columns[c], r), f"{columns[c]}, die {r}"
        if c and odds[c][0] * odds[c - 1][1] <= odds[c - 1][0] * odds[c][1]:
            raise document.error((*path, columns[c]), f"column {columns[c]} is misplaced", "odds rise to the right")
        if (c and (worth[c, r] < worth[c - 1, r]).any()) or (r and (worth[c, r] < worth[c, r - 1]).any()):
            remedy = "attacker's losses must not rise, defender's not fall, with better odds or a higher die"
            raise document.error(here, f"result {data['results'][columns[c]][r]} at {at} is out of order", remedy)
    first = document.data["first_turn"]
    return {
        "odds_att": [attacker for attacker, _ in odds],
        "odds_def": [defender for _, defender in odds],
        "crt_att": losses[:, :, 0],
        "crt_def": losses[:, :, 1],
        "beyond_drm": [data["below_table"], data["above_table"]],
        "concentric_hexes": data["concentric_hexes"],
        "concentric_drm": data["concentric_modifier"],
        "trench_drm": data["trench_modifier"],
        "breakthrough_hexes": data["breakthrough_hexes"],
        "first_turn_shift": first["shift"],
        "first_turn_radius": first["radius"],
    }


def _losses(cell: str) -> tuple[int, int]:
    """Steps of attacker and defender in a cell of the table; a breakthrough costs the attacker none."""
    return (0, BREAKTHROUGH) if cell == "B" else (int(cell[0]), int(cell[2]))


def _bombardment(document: Document) -> dict:
    """The Bombardment Table (9.4.2); the threshold at net 0, where neither side rolls, is impossible (ruling R-31)."""
    data, columns = document.data["bombardment"], document.data["bombardment"]["disorganise_from"]
    for i in range(1, len(columns)):
        if columns[i] > columns[i - 1]:
            remedy = "more points must not need a higher die"
            raise document.error(("bombardment", "disorganise_from", i), f"column {i + 1} is worse than {i}", remedy)
    return {
        "bombard_from": [7, *columns],
        "hq_range": data["hq_range"],
        "sc_range": data["supply_column_range"],
        "dsg_max": data["highest_dsg"],
    }


def _morale(document: Document) -> dict:
    """The Republican Morale Table (10.6)."""
    data = document.data["morale"]
    up_to = [data["up_to"][name] for name in ("hold", "retreat", "flight")]
    if sorted(up_to) != up_to:
        ends = ", ".join(map(str, up_to))
        raise document.error(("morale", "up_to"), f"the bands end at {ends}", "hold <= retreat <= flight")
    troops = np.zeros(N_NATIONS, np.int8)
    for name, modifier in data["modifiers"].items():
        troops[Nationality[name.upper()]] = modifier
    return {"morale_up_to": up_to, "troop_drm": troops, "morale_max": data["highest"]}


def _events(data: dict) -> dict:
    """Air attrition, supply columns, weather, offensives, surrender, factory, victory, set-up dice."""
    columns, offensive = data["supply_columns"], data["offensive"]
    by_turn = np.zeros(MAX_TURNS, np.int8)
    for turn, die in offensive["from"].items():
        by_turn[int(turn)] = die
    return {
        "attrition_up_to": data["air"]["lost_up_to"],
        "air_absence": data["air"]["turns_absent"],
        "air_hit_from": data["air"]["hit_from"],
        "sc_first_turn": columns["first_turn"],
        "sc_last_turn": columns["last_turn"],
        "sc_max": [columns["at_most"]["nationalist"], columns["at_most"]["republican"]],
        "rain_from": data["weather"]["rain_from"],
        "rain_drm": data["weather"]["after_rain"],
        "offensive_from": by_turn,
        "offensive_infantry": [0, *offensive["infantry"]],
        "offensive_air": [0, *offensive["air"]],
        "surrender_up_to": data["basque_surrender"]["up_to"],
        "max_battalions": data["basque_surrender"]["battalions"],
        "factory_turn": data["factory"]["first_turn"],
        "demolish_from": data["factory"]["demolished_from"],
        "reserve_from": data["setup"]["reserve_from"],
        "free_basques": data["setup"]["free_basque_brigades"],
    } | victory_fields(data["victory"])


def victory_fields(data: dict) -> dict:
    """Victory conditions (14.1), from ``VICTORY`` data."""
    return {
        "vp_to_win": data["needed"],
        "brigades_for_vp": data["brigades"],
        "brigade_vp": data["brigade_points"],
    }
