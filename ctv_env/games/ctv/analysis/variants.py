"""Variants of the game whose effect on its balance is measured: charts, deployment, the edition, each option.

Each variant is written to its own data folder; the rules do not depend on variants.
"""

import pathlib
import typing

import yaml

from ctv_env.core.analysis import Change, Variant

CHARTS, CAMPAIGN = "tables.yaml", "scenarios/campaign.yaml"

RECONSTRUCTED = ("morale", "terrain", "bombardment", "movement", "deployment", "proposal")
"""Groups of variants that only change values marked ``reconstructed`` in the data."""

OPTION_VARIANTS = (
    Variant("edition", "Italian rulebook", options={"edition": "it"}),
    Variant("options", "15.1 air combat", options={"air_combat": True}),
    Variant("options", "15.3 DSG reduction", options={"dsg_reduction": True}),
    Variant("options", "rivers", options={"rivers": True}),
    Variant("options", "no fog", options={"fog": False}),
    Variant("options", "set-up piece by piece", options={"setup": "placement"}),
    Variant("options", "15.2 historical set-up", options={"setup": "placement", "historical_setup": True}),
)
"""The other edition, and each rules option; 15.2 only has an effect with a set-up piece by piece."""

MOVES = (
    ("CLXX", "1813", "CLXX off the Escudo road"),
    ("CLXXX", "1507", "CLXXX on the Besaya, not at Reinosa"),
)
"""Brigades deployed elsewhere, with the hex; CLXXX was only sent to the front of Reinosa on 15 August."""


def variants(folder: pathlib.Path) -> list[Variant]:
    """Return all variants of the game whose data is in ``folder``."""
    charts, campaign = (
        yaml.load((folder / file).read_text(encoding="utf-8"), yaml.BaseLoader) for file in (CHARTS, CAMPAIGN)
    )
    moves = (_move(campaign["deployment"]["republican"], *move) for move in MOVES)
    found = [*_chart_variants(charts), *filter(None, moves), *OPTION_VARIANTS]
    return [one._replace(reconstructed=one.group in RECONSTRUCTED) for one in found]


def _chart_variants(charts: dict) -> list[Variant]:
    """Return variants of each chart that favour one side or the other slightly."""
    return [
        Variant("combat table", "one column right", _shifted(charts, +1)),
        Variant("combat table", "one column left", _shifted(charts, -1)),
        _added("weather", "rain on one face more", charts, ("weather", "rain_from"), -1),
        _added("weather", "rain on one face fewer", charts, ("weather", "rain_from"), +1),
        _added("victory", "one VP fewer wins", charts, ("victory", "needed"), -1),
        _added("victory", "one VP more wins", charts, ("victory", "needed"), +1),
        Variant("morale", "bands one lower", _bands(charts, -1)),
        Variant("morale", "bands one higher", _bands(charts, +1)),
        *_reconstructed_variants(charts),
        Variant("proposal", "mountain, hill and city defence -0.5", _easier_ground(charts)),
    ]


def _reconstructed_variants(charts: dict) -> list[Variant]:
    """Return variants of other values marked ``reconstructed``, by the smallest step that the files allow."""
    found = []
    for terrain in ("mountain", "hill", "city"):
        path = ("terrain", terrain, "defence")
        found += [_added("terrain", f"{terrain} defence {step:+}", charts, path, step) for step in (-0.5, +0.5)]
    found += [
        Variant("bombardment", "disorganises by one pip less", _bombardment(charts, -1)),
        Variant("bombardment", "disorganises by one pip more", _bombardment(charts, +1)),
        _added("movement", "mountain costs +1 on foot", charts, ("terrain", "mountain", "foot"), +1),
        _added("movement", "mountain costs +1 motorised", charts, ("terrain", "mountain", "motorised"), +1),
    ]
    return found


def _move(deployment: dict, brigade: str, to: str, name: str) -> Variant | None:
    """Return a variant with a brigade moved to another stack; None if ``deployment`` lacks the brigade or stack."""
    stacks = [code for code, pieces in deployment.items() if brigade in pieces and len(pieces) > 1]
    if not stacks or to not in deployment:
        return None
    left = [piece for piece in deployment[stacks[0]] if piece != brigade]
    changed = {stacks[0]: left, to: [*deployment[to], brigade]}
    paths = {code: ("deployment", "republican", code) for code in changed}
    changes = (Change(CAMPAIGN, paths[code], _listed(pieces)) for code, pieces in changed.items())
    return Variant("deployment", name, tuple(changes))


def _added(group: str, name: str, charts: dict, path: tuple[str, ...], step: float) -> Variant:
    """Return a variant with ``step`` added to one number of the charts."""
    value: typing.Any = charts
    for key in path:
        value = value[key]
    return Variant(group, name, (Change(CHARTS, path, f"{float(value) + step:g}"),))


def _easier_ground(charts: dict) -> tuple[Change, ...]:
    """Take half a point from each defence above that of clear ground: agents trained with that are about even."""
    grounds = ("mountain", "hill", "city")
    parts = (_added("", "", charts, ("terrain", terrain, "defence"), -0.5) for terrain in grounds)
    return tuple(change for part in parts for change in part.changes)


def _shifted(charts: dict, columns: int) -> tuple[Change, ...]:
    """Shift the combat table so that each column gives the results of another, clamped at the ends of the table."""
    rows = charts["combat"]["results"]
    odds = list(rows)
    sources = [odds[min(max(k + columns, 0), len(odds) - 1)] for k in range(len(odds))]
    pairs = zip(odds, sources, strict=True)
    return tuple(Change(CHARTS, ("combat", "results", one), _listed(rows[other])) for one, other in pairs)


def _bands(charts: dict, step: int) -> tuple[Change, ...]:
    """Shift the last die of each band of the morale table."""
    bands = charts["morale"]["up_to"].items()
    return tuple(Change(CHARTS, ("morale", "up_to", name), str(int(die) + step)) for name, die in bands)


def _bombardment(charts: dict, step: int) -> tuple[Change, ...]:
    """Shift the lowest die that disorganises in each column; 7 is impossible."""
    dice = [str(min(max(int(die) + step, 1), 7)) for die in charts["bombardment"]["disorganise_from"]]
    return (Change(CHARTS, ("bombardment", "disorganise_from"), _listed(dice)),)


def _listed(values: list[str]) -> str:
    return f"[{', '.join(values)}]"
