"""The course of the war: cities and when they fell, on the turns of this game, and its wording in reports.

The map has an area, with its city, for each province.  Oviedo stands for all of Asturias, whose last town, Gijon, fell
in October 1937: the Government begins in Oviedo (``data/scenarios/campaign.yaml``), though in the war the rising held
the city itself, under siege.
"""

import typing

from ctv_env.core.analysis import HistoryWords, Landmark
from ctv_env.games.arriba.loading.load import ArribaTables


class City(typing.NamedTuple):
    """A city that was fought for.

    Attributes:
        area: its area.
        fought: first turn with fighting for it.
        fell: turn on which the Rebels took it for good, None if they had held it from the start.
    """

    area: str
    fought: int
    fell: int | None


CITIES = (
    City("badajoz", 1, 1),  # 14 August 1936
    City("san_sebastian", 1, 1),  # 13 September 1936
    City("malaga", 3, 3),  # 8 February 1937
    City("bilbao", 4, 5),  # attacked in April, taken on 19 June 1937
    City("santander", 6, 6),  # 26 August 1937
    City("oviedo", 1, 7),  # Gijon: 21 October 1937
    City("castellon", 9, 10),  # Aragon attacked in March, the coast reached on 15 April, the city taken on 14 June 1938
    City("barcelona", 12, 13),  # Catalonia attacked from 23 December 1938, the city taken on 26 January 1939
    City("madrid", 2, 13),  # attacked in November 1936, taken on 28 March 1939
    City("valencia", 10, 13),  # attacked in July 1938, taken on 30 March 1939
    City("teruel", 7, None),  # attacked on 15 December 1937, surrendered on 8 January, retaken on 22 February 1938
)
"""In the order in which they fell."""

TERUEL = "teruel"
TERUEL_TAKEN = Landmark("Teruel lost by the Rebels", "8", None)
"""Without a date to compare with: the Government took it and lost it again within turn 8, between two ends of turns."""

WORDS = HistoryWords(
    explained="""\
When the Rebels take each city for good, that is, hold it at the end of that turn and of all later ones, and when the
Government first holds Teruel, where the Rebels begin: the share of games in which it happens, and the turn by which it
has happened in half of all games. Whoever is in a city holds it; an empty one goes with the control of its region, and
stays as it was while that is contested. Oviedo stands for Asturias, with the date of Gijon. *Distance* is the number of
turns by which the fall of the cities misses its date, on average, without Teruel, which changed hands twice within turn
8; a city that does not fall counts as falling on the turn after the last.""",
    happens="falls",
    on_time="when it fell in the war",
    happened="fallen",
    losses="CF lost in battle",
    not_counted="units that get no replacements (6.1.1)",
)
"""A fall for good, since armies march far in a turn of two months, and a raid often holds a city for one turn."""


def cities_of(tables: ArribaTables) -> list[City]:
    """Return the cities that had been fought for by the last turn of a scenario."""
    last, known = int(tables.record["last_turn"][0]), tables.places.areas
    return [city for city in CITIES if city.area in known and city.fought <= last]


def fallen_in(tables: ArribaTables) -> list[City]:
    """Return the cities that fell on the turns of a scenario."""
    record = tables.record[0]
    turns = range(int(record["first_turn"]), int(record["last_turn"]) + 1)
    return [city for city in cities_of(tables) if city.fell in turns]


def has_teruel(tables: ArribaTables) -> bool:
    """Return whether the scenario lasts until the battle of Teruel."""
    return any(city.area == TERUEL for city in cities_of(tables))


def landmarks(tables: ArribaTables) -> tuple[Landmark, ...]:
    """Return the falls of cities in the turns of a scenario, then Teruel if it lasts that long."""
    falls = [Landmark(title_of(tables, city), str(city.fell), city.fell) for city in fallen_in(tables)]
    return (*falls, *([TERUEL_TAKEN] if has_teruel(tables) else []))


def title_of(tables: ArribaTables, city: City) -> str:
    """Return the name of a city."""
    return tables.places.titles[tables.places.areas.index(city.area)]
