"""The year 1937: places fought for and when they fell, on the turns of this game, and its wording in reports."""

import typing

from ctv_env.core.analysis import HistoryWords, Landmark
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import OFF


class Town(typing.NamedTuple):
    """A place that was fought for.

    Attributes:
        code: its hex.
        fell: turn in which the Nationalists took it, None if they did not in 1937.
    """

    code: str
    fell: int | None


TOWNS = (
    Town("3613", 8),  # Bilbao: 19 June 1937
    Town("3710", 9),  # Santander: 26 August 1937
    Town("3707", 10),  # Gijon: 21 October 1937
    Town("3607", None),  # Oviedo, under siege all year
    Town("2712", None),  # Madrid
    Town("2617", None),  # Teruel, attacked in December 1937
)


class Offensive(typing.NamedTuple):
    """A Republican offensive, known by a place in Nationalist hands that it took.

    Attributes:
        name: the place.
        code: its hex.
        turn: turn in which it was taken.
    """

    name: str
    code: str
    turn: int


OFFENSIVES = (
    Offensive("Brunete", "2711", 9),  # in the hex of Navalcarnero: taken on 6 July 1937, lost again on 24 July
    Offensive("Belchite", "2917", 10),  # 6 September 1937
)

WORDS = HistoryWords(
    explained="""\
When the Nationalists take each of the three northern ports for good, that is, hold it at the end of that turn and of
all later ones; in all of Spain also when the Republicans first hold the hexes of Brunete and Belchite at the end of a
turn. For each: the share of games in which it happens, and the turn by which it has happened in half of all games. A
hex belongs to the side whose unit entered it last. *Distance* is the number of turns by which the fall of the ports
misses its date, on average; a port that does not fall counts as falling on the turn after the last. Brunete, which was
taken and lost again within turn 9, and Belchite have no part in it.""",
    happens="falls",
    on_time="when it fell in 1937",
    happened="fallen",
    losses="Steps lost",
    not_counted="divisions given up for stacking (8.1)",
)


def towns_of(tables: TscwTables) -> list[Town]:
    """Return the places on the board."""
    return [town for town in TOWNS if tables.places.cell(town.code) != OFF]


def fallen_in(tables: TscwTables) -> list[Town]:
    """Return those that fell on the turns of the scenario."""
    return [town for town in towns_of(tables) if town.fell]


def offensives_of(tables: TscwTables) -> list[Offensive]:
    """Return the offensives on the board."""
    return [one for one in OFFENSIVES if tables.places.cell(one.code) != OFF]


def landmarks(tables: TscwTables) -> tuple[Landmark, ...]:
    """Return the falls of the ports, then what the Republicans took, which has no part in the distance."""
    falls = [Landmark(title_of(tables, town), str(town.fell), town.fell) for town in fallen_in(tables)]
    taken = [Landmark(f"{one.name} lost by the Nationalists", str(one.turn), None) for one in offensives_of(tables)]
    return (*falls, *taken)


def title_of(tables: TscwTables, town: Town) -> str:
    """Return the name of a place."""
    return tables.places.names[tables.places.cell(town.code)]
