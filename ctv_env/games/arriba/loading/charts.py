"""``charts.yaml``: the turn track, support, powers, costs, counters, combat table, options."""

import numpy as np

from ctv_env.core.datafile import Choice, Document, Flag, ListOf, MapOf, Number, Record, Text
from ctv_env.games.arriba.loading.board import Places
from ctv_env.games.arriba.model.codes import (
    BACKING,
    FIRST_FACTION,
    FIRST_REBEL_KIND,
    N_AP,
    N_COLUMNS,
    N_FACTIONS,
    N_KINDS,
    N_PAIRS,
    N_PLACES,
    N_POWERS,
    N_ROWS,
    N_SIZES,
    NOWHERE,
    PAIR_OF,
    PAIRS,
    RESULT,
    SIDE_NAMES,
    Asset,
    Kind,
    Power,
    Size,
)
from ctv_env.games.arriba.model.tables import MAX_SCORE, MAX_TURNS, TRACK_BOXES

_KINDS = tuple(kind.name.lower() for kind in Kind)
_SIZES = tuple(size.name.lower() for size in Size)
_TYPES = tuple(ap.name.lower() for ap in Asset)
_POWERS = tuple(power.name for power in Power)
_LEGIONS = ("IT", "GE", "PO")
_COUNTED = ("brigade", "one_step", "two_step")
_MODIFIERS = tuple(f"{ap}_{use}" for ap in _TYPES for use in ("attack", "defence"))

_COUNT = Number(0, 100)
_EP = Number(0, 20)
_DICE = Number(-6, 6)
_DRM = Number(-6, 6)
_TURN = Number(1, MAX_TURNS + 1)
_PSP = Number(-20, 20)
_AMOUNT = Text(r"\d|\dd6", "a number, or dice as 2d6")
_BY_TURN = Record({"date": Text(), "year": Number(1936, 1939), "winter": Flag(), "city_ep": _EP})
_BAND = Record({"up_to": Number(0, 99), "shift": _DRM, "replaced": _COUNT, "recovery": _DRM})
_CHANGES = {
    "no_aid_dice": _DICE,
    "support_dice": _DICE,
    "intervention_dice": _DICE,
    "purge_dice": _DICE,
    "faction_unserved": _PSP,
    "region_left_dice": _DICE,
    "region_gained_dice": _DICE,
    "hold_divisor": Number(1, 20),
    "enemy_division": _PSP,
    "own_division": _PSP,
    "enemy_ap": _PSP,
    "own_ap": _PSP,
}
_COSTS = (
    *("brigade", "one_step", "two_step", "convert_brigade", "convert_one_step"),
    *("replenish", "improve", "offensive", "fort", "guerrillas"),
)
_LIFTS = Record({"air": _COUNT, "africa": _COUNT, "sea": _COUNT, "first_turn": Number(0, 4)})
_SIX = {"low": 6, "high": 6}

CHARTS = Record(
    {
        "version": Text(),
        "turns": MapOf(_BY_TURN, r"[1-9]|1[0-4]", f"a turn from 1 to {MAX_TURNS}"),
        "first_turns": Record(
            {name: _TURN for name in ("events", "influence", "purges", "international", "guerrillas")}
        ),
        "arms_cities": ListOf(Text()),
        "support": Record(
            {
                "highest": Number(1, 99),
                "bands": Record({name: _BAND for name in ("low", "normal", "high")}),
                "changes": Record(_CHANGES),
            }
        ),
        "powers": Record(
            {
                "track": ListOf(Choice(("I", "S", "N")), low=TRACK_BOXES, high=TRACK_BOXES),
                "countries": Record(
                    {
                        name: Record(
                            {
                                "start": Number(-3, 3),
                                "opposed": ListOf(Choice(_POWERS)),
                                "naval": Flag(),
                                "supply": Flag(),
                                "support": _AMOUNT,
                                "intervention": _AMOUNT,
                            }
                        )
                        for name in _POWERS
                    }
                ),
            }
        ),
        "influence": Record(
            {
                "price": Number(0, 20),
                "most_dice": Number(0, 5),
                "per_die": _DRM,
                "opposed_backs_enemy": _DRM,
                "target_backs_enemy": _DRM,
                "boxes": Record({name: Number(0, MAX_SCORE) for name in ("backfires_up_to", "one_from", "two_from")}),
            }
        ),
        "legions": Record(
            {
                name: Record(
                    {
                        "units": MapOf(MapOf(Number(1, 20), "|".join(_COUNTED), "a size"), "|".join(_KINDS), "a kind"),
                        "air": _COUNT,
                        "armour": _COUNT,
                    }
                )
                for name in _LEGIONS
            }
        ),
        "costs": Record(
            {name: _EP for name in _COSTS} | {"kind_limit": MapOf(Number(0, 100), "|".join(_KINDS), "a kind")}
        ),
        "sizes": Record(
            {
                name: Record({"cf": Number(1, 20), "reduced_to": Choice(("none", *_SIZES)), "cf_lost": Number(1, 20)})
                for name in _SIZES
            }
        ),
        "kinds": Record(
            {
                name: Record(
                    {size: _COUNT for size in _COUNTED} | {"cadre": _DRM, "cadre_1936": _DRM, "replaced": Flag()},
                    {"capital": (Text(), ""), "gobernito": (Flag(), False), "home": (Text(), "")},
                )
                for name in _KINDS
            }
        ),
        "asset_points": Record(
            {name: _COUNT for name in _TYPES} | {"german": Record({"air": _COUNT, "armour": _COUNT})}
        ),
        "improved": _COUNT,
        "forts": _COUNT,
        "battlegroups": Record({"units": Record({"government": Number(1, 4), "rebel": Number(1, 4)})}),
        "combat": Record(
            {
                "results": MapOf(
                    ListOf(Text(r"X|[\dE]/[\dE]", "a result: attacker/defender, or X"), low=N_ROWS, high=N_ROWS),
                    r"[1-9]:[1-9]",
                    "odds a:d",
                ),
                "beyond_right": Number(2, 20),
                "shifts": Record({name: _DRM for name in ("city", "mountain", "fort", "winter")}),
                "modifiers": Record({name: _DRM for name in _MODIFIERS}),
            }
        ),
        "recovery": Record({"target": Number(1, 7), "out_of_supply": _DRM, "in_city": _DRM}),
        "lifts": Record({"government": _LIFTS, "rebel": _LIFTS}),
        "guerrillas": Record({"success_from": Number(1, 7)}),
        "blockade": Record({grade: ListOf(Number(0, 9), **_SIX) for grade in ("weak", "strong")}),
        "doctrine": Record(
            {name: ListOf(_DRM, **_SIX) for name in _MODIFIERS}
            | {"breakthrough": ListOf(ListOf(Choice(_TYPES)), **_SIX), "length": ListOf(Number(1, 14), **_SIX)}
        ),
    }
)


def pack_charts(document: Document, places: Places, map_fields: dict) -> dict:
    """Return the fields of the tables record from the charts; ``map_fields`` are those of ``pack_map``.

    Raises:
        DataError: turns, bands or the combat table are out of order, or a city is not on the map.
    """
    data = document.data
    return (
        _turns(document)
        | _cities(document, places, map_fields)
        | _support(document)
        | _powers(data)
        | _costs(data)
        | _units(document)
        | _combat(document)
        | _options(data)
    )


def dice_of(text: str) -> tuple[int, int]:
    """Number of dice and constant of an amount: ``"2d6"`` is 2 and 0, ``"-1d6"`` is -1 and 0, ``"5"`` is 0 and 5."""
    dice, sign, _ = text.partition("d6")
    return (int(dice), 0) if sign else (0, int(text))


def _turns(document: Document) -> dict:
    turns, first = document.data["turns"], document.data["first_turns"]
    if [int(turn) for turn in turns] != list(range(1, MAX_TURNS + 1)):
        raise document.error(("turns",), "a turn is missing or misplaced", f"they are 1 to {MAX_TURNS}")
    rows = list(turns.values())
    return {
        "year": [0, *(row["year"] for row in rows)],
        "winter": [0, *(row["winter"] for row in rows)],
        "city_ep": [0, *(row["city_ep"] for row in rows)],
    } | {f"{name}_from": turn for name, turn in first.items()}


def _cities(document: Document, places: Places, map_fields: dict) -> dict:
    """Arms cities, capitals, areas where new units appear (6.6), and the zone of the Gobernitos (8.2.2)."""
    arms = np.zeros(N_PLACES, np.int8)
    for k, name in enumerate(document.data["arms_cities"]):
        arms[places.area(document, ("arms_cities", k), name)] = 1
    capital, zone = np.zeros(N_FACTIONS, np.int8), np.ones((N_KINDS, N_PLACES), np.int8)
    homes = np.full(N_KINDS, NOWHERE)
    for kind, (name, entry) in enumerate(document.data["kinds"].items()):
        is_faction = FIRST_FACTION <= kind < FIRST_FACTION + N_FACTIONS
        path = ("kinds", name, "capital")
        if is_faction != bool(entry["capital"]):
            raise document.error(path, f"{name} has a capital, or lacks one", "the six factions of 5.2 have one")
        if is_faction:
            homes[kind] = capital[kind - FIRST_FACTION] = home = places.area(document, path, entry["capital"])
        elif entry["home"]:
            homes[kind] = places.area(document, ("kinds", name, "home"), entry["home"])
        if entry["gobernito"]:
            region = map_fields["region"]
            near = map_fields["region_border"][region[home]]
            zone[kind] = [place != NOWHERE and near[place] for place in region]
        elif kind < FIRST_REBEL_KIND:
            zone[kind, N_PLACES - 1] = 0  # no Government unit enters Morocco (8.2.1)
    return {"arms_city": arms, "capital": capital, "home": homes, "kind_may_enter": zone}


def _support(document: Document) -> dict:
    support = document.data["support"]
    bands, changes = support["bands"], support["changes"]
    ends = [band["up_to"] for band in bands.values()]
    if sorted(ends) != ends or ends[-1] != support["highest"]:
        raise document.error(("support", "bands"), f"the bands end at {ends}", "low < normal < high = highest")
    return {
        "highest_ps": support["highest"],
        "low_up_to": ends[0],
        "high_from": ends[1] + 1,
        "band_shift": [band["shift"] for band in bands.values()],
        "band_replaced": [band["replaced"] for band in bands.values()],
        "band_recovery": [band["recovery"] for band in bands.values()],
        "aid_dice": [changes[name] for name in ("no_aid_dice", "support_dice", "intervention_dice")],
        "purge_dice": changes["purge_dice"],
        "unserved_ps": changes["faction_unserved"],
        "region_left_dice": changes["region_left_dice"],
        "region_gained_dice": changes["region_gained_dice"],
        "hold_divisor": changes["hold_divisor"],
    } | {f"{name}_ps": changes[name] for name in ("enemy_division", "own_division", "enemy_ap", "own_ap")}


def _powers(data: dict) -> dict:
    powers, influence = data["powers"]["countries"], data["influence"]
    opposed = np.zeros((N_POWERS, N_POWERS), np.int8)
    dice, fixed = np.zeros((N_POWERS, 3), np.int8), np.zeros((N_POWERS, 3), np.int8)
    for power, entry in enumerate(powers.values()):
        opposed[power, [Power[name] for name in entry["opposed"]]] = 1
        for level, name in ((BACKING.SUPPORT, "support"), (BACKING.INTERVENTION, "intervention")):
            dice[power, level], fixed[power, level] = dice_of(entry[name])
    level_of = {"N": BACKING.NONE, "S": BACKING.SUPPORT, "I": BACKING.INTERVENTION}
    track = [level_of[label] for label in data["powers"]["track"]]
    half = TRACK_BOXES // 2
    boxes = influence["boxes"]
    by_score = [
        -1 if score <= boxes["backfires_up_to"] else (score >= boxes["one_from"]) + (score >= boxes["two_from"])
        for score in range(MAX_SCORE + 1)
    ]
    units, ap = np.zeros((N_POWERS, N_PAIRS), np.int8), np.zeros((N_POWERS, N_AP), np.int8)
    for name, legion in data["legions"].items():
        ap[Power[name], [Asset.AIR, Asset.ARMOUR]] = legion["air"], legion["armour"]
        for kind, sizes in legion["units"].items():
            for size, number in sizes.items():
                units[Power[name], PAIR_OF[Kind[kind.upper()]][Size[size.upper()]]] = number
    return {
        "backing": [[*track[:half], *[BACKING.NONE] * (half + 1)], [*[BACKING.NONE] * (half + 1), *track[half + 1 :]]],
        "power_start": [entry["start"] for entry in powers.values()],
        "opposed": opposed,
        "naval": [entry["naval"] for entry in powers.values()],
        "supplies": [entry["supply"] for entry in powers.values()],
        "power_dice": dice,
        "power_ep": fixed,
        "influence_price": influence["price"],
        "most_bought": influence["most_dice"],
        "bought_drm": influence["per_die"],
        "opposed_drm": influence["opposed_backs_enemy"],
        "target_drm": influence["target_backs_enemy"],
        "influence_boxes": by_score,
        "legion_units": units,
        "legion_ap": ap,
    }


def _costs(data: dict) -> dict:
    costs = data["costs"]
    limit = np.full(N_KINDS, 127)
    for name, ep in costs["kind_limit"].items():
        limit[Kind[name.upper()]] = ep
    return {
        "cost_new": [costs["brigade"], 0, costs["one_step"], costs["two_step"]],
        "cost_convert": [costs["convert_brigade"], 0, costs["convert_one_step"], 0],
        "cost_replenish": costs["replenish"],
        "cost_improve": costs["improve"],
        "cost_offensive": costs["offensive"],
        "cost_fort": costs["fort"],
        "cost_guerrillas": costs["guerrillas"],
        "kind_limit": limit,
    }


def _units(document: Document) -> dict:
    """Counters, CF, cadre and limits; DataError for counters of a size that the kind lacks."""
    data, sizes, kinds = document.data, list(document.data["sizes"].values()), document.data["kinds"]
    counters, reduced = np.zeros(N_PAIRS, np.int8), np.full(N_PAIRS, NOWHERE)
    for name, entry in kinds.items():
        for size in _COUNTED:
            pair = PAIR_OF[Kind[name.upper()]][Size[size.upper()]]
            if pair != NOWHERE:
                counters[pair] = entry[size]
            elif entry[size]:
                raise document.error(("kinds", name, size), f"{name} has no {size}", "it must be 0")
    for code, (kind, whole) in enumerate(PAIRS):
        to = sizes[whole]["reduced_to"]
        if to != "none":
            reduced[code] = PAIR_OF[kind][Size[to.upper()]]
    ap = data["asset_points"]
    return {
        "pair_kind": [kind for kind, _ in PAIRS],
        "pair_size": [size for _, size in PAIRS],
        "pair_of": PAIR_OF,
        "pair_cf": [sizes[size]["cf"] for _, size in PAIRS],
        "pair_reduced": reduced,
        "pair_cf_lost": [sizes[size]["cf_lost"] for _, size in PAIRS],
        "is_division": [size in (Size.ONE_STEP, Size.TWO_STEP) for _, size in PAIRS],
        "counters": counters,
        "kind_side": [kind >= FIRST_REBEL_KIND for kind in range(N_KINDS)],
        "cadre": [[kinds[name][when] for name in _KINDS] for when in ("cadre", "cadre_1936")],
        "replaced": [kinds[name]["replaced"] for name in _KINDS],
        "gobernito": [kinds[name]["gobernito"] for name in _KINDS],
        "ap_limit": [ap[name] for name in _TYPES],
        "german_ap": [ap["german"]["air"], ap["german"]["armour"], 0],
        "improved_limit": data["improved"],
        "fort_limit": data["forts"],
        "bg_size": [data["battlegroups"]["units"][side] for side in SIDE_NAMES[:2]],
    }


def _combat(document: Document) -> dict:
    """The Combat Results Table: odds rise from column to column; its results may come in any order."""
    data, path = document.data["combat"], ("combat", "results")
    columns = list(data["results"])
    if len(columns) != N_COLUMNS:
        raise document.error(path, f"the combat table has {len(columns)} columns", f"it must have {N_COLUMNS}")
    odds = [[int(part) for part in column.split(":")] for column in columns]
    for c in range(1, N_COLUMNS):
        if odds[c][0] * odds[c - 1][1] <= odds[c - 1][0] * odds[c][1]:
            raise document.error((*path, columns[c]), f"column {columns[c]} is misplaced", "odds rise to the right")
    results = np.array([[_result(cell) for cell in cells] for cells in data["results"].values()])
    return {
        "odds_att": [attacker for attacker, _ in odds],
        "odds_def": [defender for _, defender in odds],
        "crt_att": results[:, :, 0],
        "crt_def": results[:, :, 1],
        "beyond_right": data["beyond_right"],
    } | {f"{name}_shift": columns for name, columns in data["shifts"].items()}


def _result(cell: str) -> tuple[int, int]:
    if cell == "X":
        return RESULT.EXCHANGE, RESULT.EXCHANGE
    attacker, defender = (RESULT.ELIMINATION if part == "E" else int(part) for part in cell.split("/"))
    return attacker, defender


def _options(data: dict) -> dict:
    """Recovery, lifts, and the charts of the optional rules."""
    lifts, doctrine, recovery = data["lifts"], data["doctrine"], data["recovery"]
    drm = [[data["combat"]["modifiers"][name] for name in _MODIFIERS]]
    drm += [[doctrine[name][die] for name in _MODIFIERS] for die in range(6)]
    breaks = np.zeros((7, N_AP), np.int8)
    breaks[0] = 1, 1, 0  # 9.3: armour, and an air AP
    for die, types in enumerate(doctrine["breakthrough"], 1):
        breaks[die, [Asset[name.upper()] for name in types]] = 1
    sides = [lifts[side] for side in SIDE_NAMES[:2]]
    return {
        "recovery_target": recovery["target"],
        "recovery_unsupplied": recovery["out_of_supply"],
        "recovery_city": recovery["in_city"],
        "lifts": [[side[name] for name in ("air", "africa", "sea")] for side in sides],
        "lifts_first_turn": [side["first_turn"] for side in sides],
        "guerrilla_from": data["guerrillas"]["success_from"],
        "blockade_lost": [[0] * 7, [0, *data["blockade"]["weak"]], [0, *data["blockade"]["strong"]]],
        "doctrine_drm": drm,
        "doctrine_breaks": breaks,
        "doctrine_turns": [0, *doctrine["length"]],
    }


assert len(_SIZES) == N_SIZES
