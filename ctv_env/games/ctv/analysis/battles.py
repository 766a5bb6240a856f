"""The battles of a game: hex, attacker, winner and odds."""

import typing
from collections.abc import Iterable, Iterator

from ctv_env.core.analysis import Battle
from ctv_env.core.game import Game
from ctv_env.core.tally import odds_columns, odds_of
from ctv_env.games.ctv.loading.load import GameTables, tables_of
from ctv_env.games.ctv.model.codes import NODE, NOWHERE, SIDE_NAMES


class _Fight(typing.NamedTuple):
    """A combat whose die has been reached and that is not over."""

    cell: int
    attacker: int
    column: int  # of the combat table, after shifts


def odds(tables: GameTables) -> tuple[str, ...]:
    """Return the odds of combats, the worst for the attacker first."""
    t = tables.record[0]
    return odds_columns(t["odds_att"].tolist(), t["odds_def"].tolist())


def battles(positions: Iterable[Game]) -> Iterator[Battle]:
    """Yield the combats that reach their die (10.2), each as soon as it is over.

    The attacker wins if no defender is left in the hex.

    Args:
        positions: the game after each step, without gaps; it may be the same object each time.
    """
    fight = None
    for game in positions:
        record = game.record
        if fight and int(record["target"]) == NOWHERE:
            yield _judged(game, fight)
            fight = None
        if record["node"] == NODE.COMBAT_DIE:
            fight = _Fight(int(record["target"]), int(record["phasing"]), int(record["column_shift"]))


def _judged(game: Game, fight: _Fight) -> Battle:
    """Return the outcome of a finished combat."""
    record, defender = game.record, 1 - fight.attacker
    held = record["cell_ground"][fight.cell] > 0 and record["cell_side"][fight.cell] == defender
    winner = defender if held else fight.attacker
    tables = tables_of(game)
    at = odds_of(fight.column, odds(tables))
    return Battle(tables.grid.code(fight.cell), SIDE_NAMES[fight.attacker], SIDE_NAMES[winner], at)
