"""The battles of a game: where, who attacked, who won."""

import typing
from collections.abc import Iterable, Iterator

from ctv_env.core.analysis import Battle
from ctv_env.core.game import Game
from ctv_env.games.ctv.loading.load import tables_of
from ctv_env.games.ctv.model.codes import COMBAT_DIE, NOWHERE, SIDE_NAMES


class _Fight(typing.NamedTuple):
    """A combat that came to its die and is not over."""

    cell: int
    attacker: int


def battles(positions: Iterable[Game]) -> Iterator[Battle]:
    """The combats that came to a die (10.2), each as soon as it is over.

    The attacker has won if no defender is left in the hex.

    Args:
        positions: the game after each step, without gaps; it may be one object that changes.
    """
    fight = None
    for game in positions:
        record = game.record
        if fight and int(record["target"]) == NOWHERE:
            yield _judged(game, fight)
            fight = None
        if record["node"] == COMBAT_DIE:
            fight = _Fight(int(record["target"]), int(record["phasing"]))


def _judged(game: Game, fight: _Fight) -> Battle:
    """The outcome of a combat that is over."""
    record, defender = game.record, 1 - fight.attacker
    held = record["cell_ground"][fight.cell] > 0 and record["cell_side"][fight.cell] == defender
    winner = defender if held else fight.attacker
    return Battle(tables_of(game).grid.code(fight.cell), SIDE_NAMES[fight.attacker], SIDE_NAMES[winner])
