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

WORDS = HistoryWords(
    explained="""\
When the Nationalists take each of the three northern ports for good, that is, hold it at the end of that turn and of
all later ones: the share of games in which it happens, and the turn by which it has happened in half of all games. A
hex belongs to the side whose unit entered it last. *Distance* is the number of turns by which the fall of the ports
misses its date, on average; a port that does not fall counts as falling on the turn after the last.""",
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


def landmarks(tables: TscwTables) -> tuple[Landmark, ...]:
    """Return the falls of the ports."""
    return tuple(Landmark(title_of(tables, town), str(town.fell), town.fell) for town in fallen_in(tables))


def title_of(tables: TscwTables, town: Town) -> str:
    """Return the name of a place."""
    return tables.places.names[tables.places.cell(town.code)]
