"""Positions as dictionaries, in words or in numbers, and the checks of untrusted ones."""

import dataclasses
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from ctv_env.core.datafile import one_of
from ctv_env.core.dice import stream
from ctv_env.core.fields import Count, Field, Names, PositionError, Written, record_type, refuse_if
from ctv_env.core.jit import records
from ctv_env.core.nodes import NodeDeclaration
from ctv_env.core.quote import quoted
from ctv_env.core.terms import FIRST, NOBODY, SECOND, Tables, TablesT

HEAD = ("game", "scenario", "options", "data_dir", "data", "rng", "seed")
"""Keys of every position besides the fields of the state."""


def head_of(game: str, tables: Tables, record: np.void) -> dict:
    """Return what a written position says first: the game, its scenario and options, and the random stream."""
    return {
        "game": game,
        "scenario": tables.scenario,
        "options": dict(tables.options),
        "data_dir": tables.data_dir,
        "data": tables.data_hash,
        "rng": f"{int(record['rng']):#018x}",
    }


def check_keys(mapping: Written, allowed: Iterable[str], where: str = "") -> None:
    """Raise a PositionError unless ``mapping``, under the key ``where``, is a mapping with ``allowed`` keys only."""
    if not isinstance(mapping, dict):
        raise PositionError(where or "position", f"{quoted(mapping)} is not a mapping", "it must be {key: value, ...}")
    for key in mapping:
        if key not in allowed:
            raise PositionError(f"{where}.{key}" if where else str(key), "unknown key", one_of(str(key), allowed))


def tables_of(game: str, load: Callable[..., TablesT], data: dict) -> TablesT:
    """Return the tables of a written position.

    Raises:
        PositionError: the position of another game, of other data, or a value of the wrong type.
        ValueError: unknown scenario or option.
    """
    if data.get("game", game) != game:
        raise PositionError("game", quoted(data["game"]), f"it must be {game!r}")
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise PositionError("options", quoted(options), "it must be a mapping from names to values")
    if reserved := {"scenario", "data_dir"} & options.keys():
        raise PositionError(f"options.{min(reserved)}", "no option", "it is a key of the position itself")
    for key, what in (("scenario", "the name of a scenario"), ("data_dir", "the path of a folder")):
        if not isinstance(data.get(key), str | None):
            raise PositionError(key, quoted(data[key]), f"it must be {what}, or null")
    tables = load(data.get("scenario"), data.get("data_dir"), **options)
    if data.get("data", tables.data_hash) != tables.data_hash:
        problem = f"the position was written with other game data ({str(data['data'])[:8]}...)"
        raise PositionError("data", problem, f"these are {tables.data_hash[:8]}...; leave the key out to use them")
    return tables


def stream_of(data: dict) -> np.uint64:
    """Return the random stream of a written position: its ``rng`` in hex, or that of its ``seed``, by default 0."""
    if "rng" not in data:
        return stream(Count(0, 2**63 - 1).read(NAMELESS, "seed", data.get("seed", 0)))
    if "seed" in data:
        raise PositionError("seed", "the stream is already given by 'rng'", "give one of the two")
    text = data["rng"]
    if not isinstance(text, str) or not re.fullmatch(r"(0x)?[0-9a-f]{1,16}", text) or int(text, 16) == 0:
        raise PositionError("rng", quoted(text), "it must be a text 0x and up to 16 hex digits, not all 0")
    return np.uint64(int(text, 16))


NAMELESS = Names({})


@dataclasses.dataclass(frozen=True)
class Positions(typing.Generic[TablesT]):
    """Positions as dictionaries: game, scenario and options, then each field of the state that is not empty.

    Attributes:
        game: name of the game.
        fields: the fields of its state.
        load: ``GameSpec.load``.
        names: (tables) -> the names by which positions are written.
        check: (tables, record) -> None; ValueError for an inconsistent position.
        derive: (tables, states (1,)) -> None, fills the derived fields; None if there are none.
    """

    game: str
    fields: tuple[Field, ...]
    load: Callable[..., TablesT]
    names: Callable[[TablesT], Names]
    check: Callable[[TablesT, np.void], None]
    derive: Callable[[TablesT, np.ndarray], None] | None = None

    def to_dict(self, tables: TablesT, record: np.void) -> dict:
        """See ``GameSpec.to_dict``; PositionError if a number has no meaning."""
        names = self.names(tables)
        check_values(self.fields, names, record)
        full = [field for field in self.fields if field.values and not field.is_empty(record[field.name])]
        return head_of(self.game, tables, record) | {
            field.name: field.write(names, record[field.name]) for field in full
        }

    def from_dict(self, data: dict) -> tuple[TablesT, np.ndarray]:
        """See ``GameSpec.from_dict``; omitted keys are empty, and without ``rng`` and ``seed`` the seed is 0.

        Raises:
            PositionError: an unknown or missing key, a word, name or number without meaning, or an error that ``check``
                finds.
            ValueError: unknown scenario or option.
        """
        fields = self.fields[1:]  # all but the random stream
        check_keys(data, (*HEAD, *(field.name for field in fields)))
        tables = tables_of(self.game, self.load, data)
        names, states = self.names(tables), records(1, record_type(self.fields))
        given = {field.name: field.read(names, data[field.name]) for field in fields if field.name in data}
        for field in fields:
            refuse_if(field.empty is None and field.name not in given, field.name, "it is missing", field.meaning)
            numbers = given.get(field.name, field.blank())
            field.check(names, numbers)
            if not field.derived:
                states[0][field.name] = numbers
        states[0]["rng"] = stream_of(data)
        if self.derive:
            self.derive(tables, states)
        self.check(tables, states[0])
        for name, numbers in given.items():
            strays = not np.array_equal(states[0][name], numbers)
            refuse_if(strays, name, "it does not follow from the other fields", "leave it out")
        return tables, states


# -- checks ------------------------------------------------------------------------------------------------------------


def check_values(fields: Iterable[Field], names: Names, record: np.void) -> None:
    """Raise a PositionError if a number of a position has no meaning."""
    for field in fields:
        field.check(names, record[field.name])


def leftovers(
    fields: Iterable[Field], nodes: Mapping[int, NodeDeclaration], record: np.void
) -> Iterator[tuple[Field, str]]:
    """Yield each field that is not empty although it means nothing now, and the nodes or stages where it would."""
    for field in fields:
        holders = [kind.code for kind in nodes.values() if field.name in kind.holds]
        for now, where in (("node", holders), ("stage", field.during)):
            if where and int(record[now]) not in where and not field.is_empty(record[field.name]):
                yield field, ", ".join(code.name for code in where)


def check_leftovers(fields: Iterable[Field], nodes: Mapping[int, NodeDeclaration], record: np.void) -> None:
    """Raise a PositionError if a field says something where it means nothing."""
    for field, where in leftovers(fields, nodes, record):
        now = nodes[int(record["node"])].code.name
        raise PositionError(field.name, f"it says something at {now}", f"leave it out; it is for {where}")


def check_decision(nodes: Mapping[int, NodeDeclaration], record: np.void, draws: bool = False) -> None:
    """Raise a PositionError if node, stage, decider and winner do not fit each other.

    Args:
        nodes: declarations by code.
        record: the position.
        draws: whether a game may end without a winner.
    """
    node, stage, mover = (int(record[name]) for name in ("node", "stage", "to_move"))
    right = ", ".join(kind.code.name for kind in nodes.values() if stage in kind.stages)
    refuse_if(node not in nodes, "node", f"it is {node}", f"it must be {right}")
    kind = nodes[node]
    refuse_if(
        stage not in kind.stages, "node", f"{kind.code.name} does not belong to this stage", f"it must be {right}"
    )
    side = kind.decider.side
    fits = mover in (FIRST, SECOND) if side is None else mover == side(record)
    refuse_if(not fits, "to_move", f"it is {mover}", f"at {kind.code.name} it must be the {kind.decider.title}")
    over, won = not kind.asks, record["winner"] != NOBODY
    fits = won == over or (draws and over)
    refuse_if(not fits, "winner", "it does not fit the node", "only a game over has one")
