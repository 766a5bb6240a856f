"""Assertions about the channels of a side's observation."""

import typing
from collections.abc import Callable

from ctv_env.core.game import Game
from ctv_env.core.observation import Layout
from ctv_env.games.ctv.model.channels import FLAT, GLOBALS, PIECES, PLANES


def plane(game: Game, side: str, name: str, code: str) -> int | tuple[int, ...]:
    """Return the numbers of ``planes`` in a hex."""
    return _numbers(PLANES, name, game.observation(side)["planes"][(slice(None), *_place(game, code))])


def piece(game: Game, side: str, name: str, counter: str) -> int | tuple[int, ...]:
    """Return the numbers of ``pieces`` in the row of a piece."""
    return _numbers(PIECES, name, game.observation(side, "pieces")["pieces"][game.tables.piece_index[counter]])


def general(game: Game, side: str, name: str) -> int | tuple[int, ...]:
    """Return the numbers of ``globals``."""
    return _numbers(GLOBALS, name, game.observation(side)["globals"])


def flat(game: Game, side: str, name: str, offset: int = 0) -> int:
    """Return a number of ``flat``."""
    return int(game.observation(side, "flat")[FLAT.at(name) + offset])


def _place(game: Game, code: str) -> tuple[int, int]:
    return divmod(game.tables.grid.cell(code), game.tables.grid.columns)


def _numbers(layout: Layout, name: str, row) -> int | tuple[int, ...]:
    """Return the channels of a name in a row: a number, or a tuple for a group."""
    first = layout.at(name)
    n = next(channel.n for channel in layout.channels if channel.name == name)
    return int(row[first]) if n == 1 else tuple(row[first : first + n].tolist())


class Fact(typing.NamedTuple):
    """In a position ``side`` sees ``number`` at ``where``: a hex, a piece, an offset, or nothing."""

    position: Callable[[], Game]
    side: str
    where: typing.Any
    number: int | tuple[int, ...]


def check(facts: tuple[Fact, ...], look: Callable) -> None:
    """Assert every fact; ``look(game, side, where)`` returns the number seen.

    Their numbers must differ: a constant channel would otherwise pass.
    """
    assert len({fact.number for fact in facts}) > 1
    for fact in facts:
        seen = look(fact.position(), fact.side, fact.where)
        assert seen == fact.number, f"{fact.side}, {fact.where}: {seen}, not {fact.number}"
