"""Variants of the game whose effect on its balance is measured: reconstructed values, then each option.

The values are those that may be tuned, in the order in which this is best tried: what settles the balance without
touching the war on the map comes first.  Each variant is written to its own data folder; the rules do not depend on
variants.
"""

import pathlib
import re
import typing

import yaml

from ctv_env.core.analysis import Change, Variant

CHARTS, EVENTS = "charts.yaml", "events.yaml"

POWERS = {"BR": "Britain", "FR": "France", "PO": "Portugal", "GE": "Germany"}
"""Powers whose first box is varied.  Italy begins like Germany, and the box of the USSR is derived from the rules."""

LOSSES = (
    ("enemy_division", +1, "an enemy division lost"),
    ("own_division", -1, "an own division lost"),
    ("enemy_ap", +1, "an enemy AP lost"),
    ("own_ap", -1, "an own AP lost"),
)
"""Changes in support by losses in battle, with the sign that they may have: nobody gains by his own losses."""

OPTION_VARIANTS = (
    Variant("options", "15.1 guerrillas", options={"guerrillas": True}),
    Variant("options", "15.3 forts", options={"forts": True}),
    Variant("options", "15.4 blockade", options={"blockade": True}),
    Variant("options", "15.5 doctrine", options={"doctrine": True}),
    Variant("options", "15.6 variable set-up", options={"variable_set_up": True}),
    Variant("options", "15.7 command", options={"command": True}),
)

_TRACK_END = 3
_PSP_EFFECT = re.compile(r"(support \w+ -?)(\d)(.*)")


def variants(folder: pathlib.Path) -> list[Variant]:
    """Return all variants of the game whose data is in ``folder``."""
    charts, events = (
        yaml.load((folder / file).read_text(encoding="utf-8"), yaml.BaseLoader) for file in (CHARTS, EVENTS)
    )
    values = [
        *_held_variants(charts),
        *_power_variants(charts),
        *_loss_variants(charts),
        *_event_variants(events),
        *_economy_variants(charts),
    ]
    return [*(one._replace(reconstructed=True) for one in values), *OPTION_VARIANTS]


def _held_variants(charts: dict) -> list[Variant]:
    """Return variants of the PSP for regions held."""
    divisor = int(_value(charts, ("support", "changes", "hold_divisor")))
    return [
        _set("regions held", name, ("support", "changes", "hold_divisor"), divisor * factor)
        for name, factor in (("half the PSP", 2), ("a third of the PSP", 3))
    ]


def _power_variants(charts: dict) -> list[Variant]:
    """Return variants in which a power begins a box nearer to a side."""
    found = []
    for power, name in POWERS.items():
        path = ("powers", "countries", power, "start")
        box = int(_value(charts, path))
        steps = (("Government", -1), ("Rebels", 1))
        found += [
            _set("powers", f"{name} nearer to the {side}", path, box + step)
            for side, step in steps
            if abs(box + step) <= _TRACK_END
        ]
    return found


def _loss_variants(charts: dict) -> list[Variant]:
    """Return variants of the PSP for divisions and AP lost in battle."""
    found = []
    for key, sign, name in LOSSES:
        path = ("support", "changes", key)
        points = int(_value(charts, path))
        changed = (points - sign, points + sign)
        found += [_set("losses", _per_loss(new, name), path, new) for new in changed if new * sign >= 0]
    return found


def _per_loss(points: int, name: str) -> str:
    return f"{points:+} PSP for {name}" if points else f"no PSP for {name}"


def _event_variants(events: dict) -> list[Variant]:
    """Return variants of the PSP by random events."""
    return [
        Variant("events", "no PSP", _support_effects(events, lambda _: [])),
        Variant("events", "twice the PSP", _support_effects(events, lambda effect: [_doubled(effect)])),
    ]


def _support_effects(events: dict, change: typing.Callable[[str], list[str]]) -> tuple[Change, ...]:
    """Replace each effect on support by what ``change`` makes of it."""
    found = []
    for event, row in events["events"].items():
        effects = [new for one in row["effects"] for new in (change(one) if _PSP_EFFECT.match(one) else [one])]
        if effects != row["effects"]:
            found.append(Change(EVENTS, ("events", event, "effects"), f"[{', '.join(effects)}]"))
    return tuple(found)


def _doubled(effect: str) -> str:
    """Double the dice or the number of an effect; both have one digit."""
    return _PSP_EFFECT.sub(lambda found: f"{found[1]}{min(2 * int(found[2]), 9)}{found[3]}", effect)


def _economy_variants(charts: dict) -> list[Variant]:
    """Return variants of the EP of arms cities."""
    early = [turn for turn, row in charts["turns"].items() if row["year"] == "1936"]
    late = [turn for turn in charts["turns"] if turn not in early]
    return [
        Variant("economy", "1 EP less a city in 1936", _city_ep(charts, early, -1)),
        Variant("economy", "1 EP more a city from 1937 on", _city_ep(charts, late, +1)),
    ]


def _city_ep(charts: dict, turns: list[str], step: int) -> tuple[Change, ...]:
    paths = [("turns", turn, "city_ep") for turn in turns]
    return tuple(Change(CHARTS, path, str(max(int(_value(charts, path)) + step, 0))) for path in paths)


def _value(charts: dict, path: tuple[str, ...]) -> str:
    value: typing.Any = charts
    for key in path:
        value = value[key]
    return value


def _set(group: str, name: str, path: tuple[str, ...], value: int) -> Variant:
    return Variant(group, name, (Change(CHARTS, path, str(value)),))
