"""Variants of the game whose effect on its balance is measured: reconstructed values, then options."""

import pathlib

import yaml

from ctv_env.core.analysis import Change, Variant

_CHARTS, _UNITS = "charts.yaml", "units.yaml"
_NAVARRE = ("1N", "2N", "3N", "4N", "5N", "6N")

OPTION_VARIANTS = (
    Variant("options", "set-up by the players", options={"setup": "placement"}),
    Variant("options", "fog of war", options={"fog": True}),
)


def variants(folder: pathlib.Path) -> list[Variant]:
    """Return all variants of the game whose data is in ``folder``."""
    charts, units = (
        yaml.load((folder / file).read_text(encoding="utf-8"), yaml.BaseLoader) for file in (_CHARTS, _UNITS)
    )
    mountain, belt = int(charts["terrain"]["mountain"]["drm"]), int(charts["lines"]["L-1"]["turn"])
    found = [
        _set("mountains", f"die modifier {mountain + by:+d}", ("terrain", "mountain", "drm"), mountain + by)
        for by in (-1, 1)
    ]
    found.append(_set("Iron Belt", "active a turn later", ("lines", "L-1", "turn"), belt + 1))
    found += [_navarre(units, by) for by in (-1, 1)]
    return [*(one._replace(reconstructed=True) for one in found), *OPTION_VARIANTS]


def _set(group: str, name: str, path: tuple[str, ...], value: int) -> Variant:
    return Variant(group, name, (Change(_CHARTS, path, str(value)),))


def _navarre(units: dict, by: int) -> Variant:
    """Return a variant of the attack factors of the Navarre brigades."""
    changes = []
    for name in _NAVARRE:
        factors = [int(number) + by for number in units["nationalist"][name]["attack"]]
        changes.append(Change(_UNITS, ("nationalist", name, "attack"), f"[{', '.join(map(str, factors))}]"))
    return Variant("Navarre brigades", f"attack {by:+d}", tuple(changes))
