"""Variants of the game whose effect on its balance is measured: charts, deployment, the edition, each option.

A variant is written as a data folder of its own; the rules know nothing of it.
"""

import pathlib
import typing

import yaml

from ctv_env.core.analysis import Change, Variant

CHARTS, CAMPAIGN = "tables.yaml", "scenarios/campaign.yaml"

RECONSTRUCTED = ("morale", "terrain", "bombardment", "movement", "deployment")
"""Groups of variants that change nothing but values marked ``reconstructed`` in the data."""

OPTION_VARIANTS = (
    Variant("edition", "Italian rulebook", options={"edition": "it"}),
    Variant("options", "15.1 air combat", options={"air_combat": True}),
    Variant("options", "15.3 DSG reduction", options={"dsg_reduction": True}),
    Variant("options", "rivers", options={"rivers": True}),
    Variant("options", "no fog", options={"fog": False}),
    Variant("options", "set-up piece by piece", options={"setup": "placement"}),
    Variant("options", "15.2 historical set-up", options={"setup": "placement", "historical_setup": True}),
)
"""The other edition, and each option of the rules; 15.2 does nothing but with a set-up piece by piece."""

MOVES = (
    ("CLXX", "1813", "CLXX off the Escudo road"),
    ("CLXXX", "1507", "CLXXX on the Besaya, not at Reinosa"),
)
"""Brigades deployed elsewhere, with the hex; CLXXX was sent to the front of Reinosa on 15 August only."""


def variants(folder: pathlib.Path) -> list[Variant]:
    """All variants of the game whose data are in ``folder``."""
    charts, campaign = (yaml.load((folder / file).read_text(), yaml.BaseLoader) for file in (CHARTS, CAMPAIGN))
    moves = (_move(campaign["deployment"]["republican"], *move) for move in MOVES)
    found = [*_chart_variants(charts), *filter(None, moves), *OPTION_VARIANTS]
    return [one._replace(reconstructed=one.group in RECONSTRUCTED) for one in found]


def _chart_variants(charts: dict) -> list[Variant]:
    """Each chart a little kinder to the one side or the other."""
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
    ]


def _reconstructed_variants(charts: dict) -> list[Variant]:
    """Values marked ``reconstructed`` besides, by the smallest step that the files allow."""
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
    """A brigade deployed with others; None if this ``deployment``, pieces by hexes, has no such brigade or stack."""
    stacks = [code for code, pieces in deployment.items() if brigade in pieces and len(pieces) > 1]
    if not stacks or to not in deployment:
        return None
    left = [piece for piece in deployment[stacks[0]] if piece != brigade]
    changed = {stacks[0]: left, to: [*deployment[to], brigade]}
    paths = {code: ("deployment", "republican", code) for code in changed}
    changes = (Change(CAMPAIGN, paths[code], _listed(pieces)) for code, pieces in changed.items())
    return Variant("deployment", name, tuple(changes))


def _added(group: str, name: str, charts: dict, path: tuple[str, ...], step: float) -> Variant:
    """``step`` added to one number of the charts."""
    value: typing.Any = charts
    for key in path:
        value = value[key]
    return Variant(group, name, (Change(CHARTS, path, f"{float(value) + step:g}"),))


def _shifted(charts: dict, columns: int) -> tuple[Change, ...]:
    """Each column of the combat table gives the results of one further right; at the end of the table the last's."""
    rows = charts["combat"]["results"]
    odds = list(rows)
    sources = [odds[min(max(k + columns, 0), len(odds) - 1)] for k in range(len(odds))]
    pairs = zip(odds, sources, strict=True)
    return tuple(Change(CHARTS, ("combat", "results", one), _listed(rows[other])) for one, other in pairs)


def _bands(charts: dict, step: int) -> tuple[Change, ...]:
    """The last die of each band of the morale table moved."""
    bands = charts["morale"]["up_to"].items()
    return tuple(Change(CHARTS, ("morale", "up_to", name), str(int(die) + step)) for name, die in bands)


def _bombardment(charts: dict, step: int) -> tuple[Change, ...]:
    """The smallest die that disorganises, in each column, moved; 7 is none."""
    dice = [str(min(max(int(die) + step, 1), 7)) for die in charts["bombardment"]["disorganise_from"]]
    return (Change(CHARTS, ("bombardment", "disorganise_from"), _listed(dice)),)


def _listed(values: list[str]) -> str:
    return f"[{', '.join(values)}]"
