"""Names of sides, units, powers, factions and places of battlegroups, for people."""

from collections.abc import Iterable

from ctv_env.games.arriba.loading.load import ArribaTables
from ctv_env.games.arriba.model.codes import (
    CITY,
    DISRUPTED,
    FIRST_FACTION,
    FLAGS,
    IMPROVED,
    N_CLASSES,
    N_FACTIONS,
    NO_UNIT,
    NOWHERE,
    PAIRS,
    Kind,
    Size,
)

SIDES = ("the Government", "the Rebels", "chance", "nobody")
KINDS = {
    Kind.POPULAR_ARMY: "Popular Army",
    Kind.INTERNATIONAL: "International",
    Kind.ANARCHIST: "Anarchist",
    Kind.POUM: "POUM",
    Kind.CATALONIA: "Catalan",
    Kind.ASTURIAS: "Asturian",
    Kind.BASQUE: "Basque",
    Kind.SANTANDER: "Santander",
    Kind.NATIONALIST: "Nationalist",
    Kind.CARLIST: "Carlist",
    Kind.COLONIAL: "Colonial",
    Kind.ITALIAN: "Italian",
    Kind.PORTUGUESE: "Portuguese",
}
SHORT_KINDS = ("PA", "Int", "Anar", "POUM", "Cat", "Ast", "Basq", "Sant", "Nat", "Carl", "Col", "Ital", "Port")
SIZES = {
    Size.BRIGADE: "brigade",
    Size.REMNANT: "remnant",
    Size.ONE_STEP: "one-step division",
    Size.TWO_STEP: "two-step division",
}
SHORT_SIZES = ("bde", "rem", "div", "div2")
_PLURALS = {"brigade": "brigades", "remnant": "remnants", "division": "divisions"}
POWERS = ("Britain", "France", "Germany", "Italy", "Portugal", "the USSR")
FACTIONS = tuple(KINDS[Kind(FIRST_FACTION + k)] for k in range(N_FACTIONS))
AP_TYPES = ("air", "armour", "artillery")
POSTS = ("city", "country")


def unit_name(c: int) -> str:
    """Return the name of a class of units, such as ``"Popular Army brigade (improved)"``."""
    kind, size = PAIRS[c // FLAGS]
    flags = [word for bit, word in ((IMPROVED, "improved"), (DISRUPTED, "disrupted")) if c & bit]
    return f"{KINDS[Kind(kind)]} {SIZES[Size(size)]}" + (f" ({', '.join(flags)})" if flags else "")


def short_name(c: int) -> str:
    """Return a short name of a class: ``"PA bde"``, with ``+`` if it is improved and ``!`` if disrupted."""
    kind, size = PAIRS[c // FLAGS]
    return f"{SHORT_KINDS[kind]} {SHORT_SIZES[size]}" + ("+" if c & IMPROVED else "") + ("!" if c & DISRUPTED else "")


CLASSES = tuple(unit_name(c) for c in range(N_CLASSES))


def counted(names: Iterable[str], plural: bool = True) -> str:
    """Return names with their numbers: ``"2 Basque brigades, Asturian brigade"``."""
    listed = list(names)
    once = dict.fromkeys(listed)
    return ", ".join(_several(name, listed.count(name), plural) for name in once)


def _several(name: str, n: int, plural: bool) -> str:
    if n == 1:
        return name
    for one, many in _PLURALS.items() if plural else ():
        name = name.replace(one, many)
    return f"{n} {name}"


def group_words(units: Iterable[int], armour: int, artillery: int, short: bool = False) -> str:
    """Return the contents of a battlegroup in words; ``"nothing"`` for none."""
    name = short_name if short else unit_name
    names = [name(int(c)) for c in units if c not in (NO_UNIT, NOWHERE)]
    parts = [counted(names, plural=not short)] if names else []
    parts += [f"{n} {what} AP" for n, what in ((int(armour), "armour"), (int(artillery), "artillery")) if n]
    return ", ".join(parts) or "nothing"


def area_name(tables: ArribaTables, a: int) -> str:
    """Return the name of an area."""
    return tables.places.titles[a]


def place_words(b: int) -> str:
    """Return the place of a battlegroup in its area."""
    return "the battlegroup in the city" if b == CITY else f"battlegroup {b} in the country"
