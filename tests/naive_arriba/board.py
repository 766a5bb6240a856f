"""The map and the counters as the data files have them, read again."""

import functools
import pathlib

import yaml

DATA = pathlib.Path(__file__).parents[2] / "ctv_env" / "games" / "arriba" / "data"


@functools.cache
def read(name: str) -> dict:
    """A data file."""
    return yaml.safe_load((DATA / name).read_text(encoding="utf-8"))


def borders(area: str) -> list[str]:
    """Areas that touch one."""
    return read("map.yaml")["areas"][area]["borders"]


@functools.cache
def region_of(area: str) -> str:
    """Region of an area."""
    return next(name for name, region in read("map.yaml")["regions"].items() if area in region["areas"])


def regions() -> list[str]:
    """All regions, in the order of the map."""
    return list(read("map.yaml")["regions"])


def touches(region: str, other: str) -> bool:
    """Whether two regions have areas that touch."""
    return any(
        region_of(near) == other for area in read("map.yaml")["regions"][region]["areas"] for near in borders(area)
    )


KINDS = {
    **{"PA": "popular_army", "IB": "international", "An": "anarchist", "POUM": "poum", "Cat": "catalonia"},
    **{"Ast": "asturias", "Bas": "basque", "San": "santander", "Nat": "nationalist", "Car": "carlist"},
    **{"Col": "colonial", "It": "italian", "Por": "portuguese"},
}


def kind(unit: str) -> dict:
    """What the charts say of the kind of a unit, such as ``"PA b+"``."""
    return read("charts.yaml")["kinds"][KINDS[unit.split()[0]]]
