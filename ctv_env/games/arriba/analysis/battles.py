"""The battles of a game: area, attacker, winner and odds."""

import typing
from collections.abc import Iterable, Iterator

import numpy as np

from ctv_env.core.analysis import Battle
from ctv_env.core.game import Game
from ctv_env.core.tally import odds_columns, odds_of
from ctv_env.games.arriba.loading.load import ArribaTables
from ctv_env.games.arriba.model.codes import NODE, NOWHERE, SIDE_NAMES


class _Fight(typing.NamedTuple):
    """An attack whose die has been reached and that is not over.

    Attributes:
        area: where it is.
        attacker: side.
        second: 1 for a breakthrough attack, which follows another in the same area (9.3).
        target: units of the battlegroup attacked.
        defenders: units of its side in the area.
        column: of the combat table, after shifts.
    """

    area: int
    attacker: int
    second: int
    target: int
    defenders: int
    column: int


def odds(tables: ArribaTables) -> tuple[str, ...]:
    """Return the odds of attacks, the worst for the attacker first."""
    t = tables.record[0]
    return odds_columns(t["odds_att"].tolist(), t["odds_def"].tolist())


def battles(positions: Iterable[Game]) -> Iterator[Battle]:
    """Yield the attacks that reach their die (9.1), counterattacks among them, each as soon as it is over.

    Nobody retreats in this game: the attacker wins if no unit of the battlegroup attacked is left.

    Args:
        positions: the game after each step, without gaps; it may be the same object each time.
    """
    fight = None
    for game in positions:
        record = game.record
        if fight and (record["battle_area"] == NOWHERE or record["second_attack"] != fight.second):
            yield _judged(game, fight)
            fight = None
        if record["node"] == NODE.COMBAT_DIE:
            fight = _begun(record)


def _begun(record: np.void) -> _Fight:
    area, attacker = int(record["battle_area"]), int(record["attacker"])
    target = int(record["bg_units"][1 - attacker, area, record["def_bg"]])
    defenders, column = _defenders(record, area, attacker), int(record["column"])
    return _Fight(area, attacker, int(record["second_attack"]), target, defenders, column)


def _defenders(record: np.void, area: int, attacker: int) -> int:
    """Return the units of the attacker's enemy in an area; only those of the battlegroup attacked can be lost."""
    return int(record["area_units"][1 - attacker, area])


def _judged(game: Game, fight: _Fight) -> Battle:
    """Return the outcome of a finished attack."""
    lost = fight.defenders - _defenders(game.record, fight.area, fight.attacker)
    winner = fight.attacker if lost == fight.target else 1 - fight.attacker
    tables = typing.cast(ArribaTables, game.tables)
    at = odds_of(fight.column, odds(tables))
    return Battle(tables.places.areas[fight.area], SIDE_NAMES[fight.attacker], SIDE_NAMES[winner], at)
