"""The events of August 1937: the advance of the front, and its wording in reports."""

import typing

from ctv_env.core.analysis import HistoryWords, Landmark
from ctv_env.games.ctv.loading.load import GameTables


class Place(typing.NamedTuple):
    """A place and the turn on which it fell."""

    name: str
    code: str
    turn: int


PLACES = (
    Place("Reinosa", "2006", 2),
    Place("Puerto del Escudo", "1909", 2),
    Place("Torrelavega", "1408", 6),
    Place("Santander", "1211", 7),
)
"""Reinosa on 16 August, the pass on the 17th, Torrelavega on the 24th, Santander on the 26th: two days a turn."""

SURRENDER = Landmark("Basque surrender", "5 to 6", None)
"""Terms on 22 August; the battalions leave the line on the 23rd, and the last of them lay down arms by the 26th."""

LANDMARKS = (*(Landmark(place.name, str(place.turn), place.turn) for place in PLACES), SURRENDER)
"""Those of the campaign: the places in the order of ``PLACES``, then the surrender.

A place falls when first held at the end of a turn.
"""

WORDS = HistoryWords(
    explained="""\
When the Nationalist first holds each place at the end of a turn, and when the Basques surrender: the share of games in
which it happens, and the turn by which it has happened in half of all games. *Distance* is the number of turns by which
the fall of the places misses its date, on average; a place that does not fall counts as falling on the turn after
the last.""",
    happens="falls",
    on_time="when it fell in 1937",
    happened="fallen",
    losses="Steps lost",
    not_counted="units that were withdrawn or surrendered",
)


def places_of(tables: GameTables) -> list[Place]:
    """Return the places that fell by the last turn of a scenario."""
    return [place for place in PLACES if place.turn <= _last_turn(tables)]


def has_surrender(tables: GameTables) -> bool:
    """Return whether the scenario lasts until the surrender."""
    return int(SURRENDER.history.split(" to ")[0]) <= _last_turn(tables)


def landmarks(tables: GameTables) -> tuple[Landmark, ...]:
    """Return those of ``LANDMARKS`` that belong to the turns of a scenario."""
    known = [place.name for place in places_of(tables)] + [SURRENDER.name] * has_surrender(tables)
    return tuple(mark for mark in LANDMARKS if mark.name in known)


def _last_turn(tables: GameTables) -> int:
    return int(tables.record["n_turns"][0])
