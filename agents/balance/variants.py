"""Variants of the game whose effect on its balance is measured: changes of data files, and options of the rules.

A variant is written as a data folder of its own; the code knows nothing of it.
"""

import pathlib
import shutil
import typing
from collections.abc import Mapping
from types import MappingProxyType

import yaml

CHARTS, CAMPAIGN = "tables.yaml", "scenarios/campaign.yaml"

RECONSTRUCTED = ("morale", "terrain", "bombardment", "movement", "deployment")
"""Groups of variants that change nothing but values marked ``reconstructed`` in the data."""


class Change(typing.NamedTuple):
    """One value of a data file put in the place of another.

    Attributes:
        file: its name in the data folder.
        path: keys from the top of the file to the value.
        value: as it is written in YAML.
    """

    file: str
    path: tuple[str, ...]
    value: str


class Variant(typing.NamedTuple):
    """The game with some values or options changed.

    Attributes:
        group: what it is about.
        name: what is other than in the base.
        changes: of the data.
        options: of the rules.
    """

    group: str
    name: str
    changes: tuple[Change, ...] = ()
    options: Mapping = MappingProxyType({})


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


def variants_of(folder: pathlib.Path) -> list[Variant]:
    """All variants of the game whose data are in ``folder``."""
    charts, campaign = (yaml.load((folder / file).read_text(), yaml.BaseLoader) for file in (CHARTS, CAMPAIGN))
    moves = (_move(campaign["deployment"]["republican"], *move) for move in MOVES)
    return [*_chart_variants(charts), *filter(None, moves), *OPTION_VARIANTS]


def write_variant(source: pathlib.Path, folder: pathlib.Path, variant: Variant) -> None:
    """Write the data of ``source`` to ``folder``, which is made, with the changes of ``variant``.

    Raises:
        KeyError: a change of a value that is not there.
    """
    shutil.copytree(source, folder)
    for change in variant.changes:
        file = folder / change.file
        tree = yaml.compose(file.read_text())
        _put(tree, change.path, yaml.compose(change.value))
        file.write_text(yaml.serialize(tree, allow_unicode=True))


def _put(tree: yaml.MappingNode, path: tuple[str, ...], value: yaml.Node) -> None:
    """Put ``value`` at ``path``, where there is a value already."""
    for i, (key, item) in enumerate(tree.value):
        if key.value == path[0]:
            if len(path) == 1:
                tree.value[i] = key, value
            else:
                _put(item, path[1:], value)
            return
    raise KeyError(path[0])


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
    value = charts
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
