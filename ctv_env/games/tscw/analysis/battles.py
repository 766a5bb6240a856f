"""The battles of a game: hex, attacker, winner and odds."""

import typing
from collections.abc import Iterable, Iterator

from ctv_env.core.analysis import Battle
from ctv_env.core.game import Game
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import NODE, SIDE_NAMES
from ctv_env.games.tscw.text.log import column_name


class _Fight(typing.NamedTuple):
    """An attack whose die has been reached and that is not over."""

    target: int
    attacker: int
    column: int  # of the combat table, after shifts


def odds(tables: TscwTables) -> tuple[str, ...]:
    """Return the odds of attacks, the worst for the attacker first."""
    return tuple(column_name(column) for column in range(tables.record[0]["crt_att"].shape[0]))


def battles(positions: Iterable[Game]) -> Iterator[Battle]:
    """Yield the attacks that reach their die (15.8), each as soon as it is over.

    Nobody retreats in this game: the attacker wins if no enemy unit is left in the hex.

    Args:
        positions: the game after each step, without gaps; it may be the same object each time.
    """
    fight = None
    for game in positions:
        record = game.record
        if fight and int(record["target"]) != fight.target:
            yield _judged(game, fight)
            fight = None
        if record["node"] == NODE.COMBAT_DIE:
            fight = _Fight(int(record["target"]), int(record["phasing"]), int(record["column"]))


def _judged(game: Game, fight: _Fight) -> Battle:
    """Return the outcome of a finished attack."""
    tables = typing.cast(TscwTables, game.tables)
    row, column = divmod(fight.target, tables.grid.columns)
    stands = int(game.record["unit_rows"][1 - fight.attacker][row + 1]) >> column & 1
    winner = 1 - fight.attacker if stands else fight.attacker
    at = column_name(fight.column)
    return Battle(tables.grid.code(fight.target), SIDE_NAMES[fight.attacker], SIDE_NAMES[winner], at)
