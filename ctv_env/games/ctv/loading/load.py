"""The game's data and options, read, checked and packed into the tables record that the engine takes."""

import dataclasses
import functools
import hashlib
import pathlib
import typing

import numpy as np

from ctv_env.core.datafile import Document, one_of
from ctv_env.core.hexgrid import HexGrid
from ctv_env.core.jit import records
from ctv_env.games.ctv.loading.board import GRID, MAP, pack_map, pack_rows, read_board
from ctv_env.games.ctv.loading.charts import CHARTS, pack_charts
from ctv_env.games.ctv.loading.deployment import SCENARIO, pack_deployment
from ctv_env.games.ctv.loading.pieces import UNITS, pack_pieces, read_slots
from ctv_env.games.ctv.loading.scenario_crop import cut_board, cut_map, pack_part
from ctv_env.games.ctv.loading.setup import pack_setup
from ctv_env.games.ctv.model.codes import EN, IT, N_PIECES, NO_KIND, SEA
from ctv_env.games.ctv.model.tables import TABLE_FIELDS, TABLES

DATA_DIR = pathlib.Path(__file__).parents[1] / "data"
"""The reconstructed data that come with the package; ``SOURCES.md`` there says where each value is from."""


class Option(typing.NamedTuple):
    """A choice that the players make before the game."""

    default: str | bool
    allowed: tuple
    meaning: str


_SWITCH = (False, True)
OPTIONS = {
    "edition": Option("en", ("en", "it"), "the rulebook where the two differ (rulings marked [edition])"),
    "setup": Option("historical", ("historical", "placement"), "fixed deployment (R-55), or the sides place (4)"),
    "air_combat": Option(False, _SWITCH, "optional rule 15.1"),
    "historical_setup": Option(False, _SWITCH, "optional rule 15.2: the CTV is placed in its historical columns"),
    "dsg_reduction": Option(False, _SWITCH, "optional rule 15.3"),
    "rivers": Option(False, _SWITCH, "rivers cost movement points and weaken attacks (R-21)"),
    "fog": Option(True, _SWITCH, "fog of war (5.2)"),
    "dice": Option(
        "stream",
        ("stream", "keyed"),
        "one stream, or each die from the seed and its event (engine/event_dice.py)",
    ),
    "play_forced": Option(True, _SWITCH, "the engine itself plays a node with one legal action"),
}


@dataclasses.dataclass(frozen=True, eq=False)
class GameTables:
    """One scenario under one set of options.  It is cached and shared: copy the record before changing it.

    Attributes:
        record: (1,) records of dtype TABLES.
        scenario: name of the scenario.
        options: value of every option in ``OPTIONS``.
        piece_names: name of each slot, "" for an empty one.
        piece_index: slot of each piece by its name.
        grid: printed hex codes and cells.
        town_names: name of the place in a cell, by cell.
        data_hash: sha256 of the data files' bytes, in hex.
        data_dir: folder of the data if it is not the package's own, else None.
    """

    record: np.ndarray
    scenario: str
    options: dict[str, str | bool]
    piece_names: tuple[str, ...]
    piece_index: dict[str, int]
    grid: HexGrid
    town_names: dict[int, str]
    data_hash: str
    data_dir: str | None


def scenarios(data_dir: str | pathlib.Path | None = None) -> tuple[str, ...]:
    """Names of the scenarios in a data folder."""
    return tuple(sorted(file.stem for file in (_folder(data_dir) / "scenarios").glob("*.yaml")))


def load_tables(scenario: str = "campaign", data_dir: str | pathlib.Path | None = None, **options) -> GameTables:
    """Read and check the data files; those read before come from a cache, unless a file has changed.

    Args:
        scenario: name of a file in ``scenarios``.
        data_dir: folder with own values, a changed copy of ``DATA_DIR``; None for ``DATA_DIR`` itself.
        **options: see ``OPTIONS``.

    Raises:
        ValueError: there is no such scenario, option or value.
        DataError: (a ValueError) a data file is wrong.
    """
    folder = _folder(data_dir)
    if scenario not in scenarios(folder):
        raise ValueError(f"no scenario {scenario!r} in {folder}; {one_of(scenario, scenarios(folder))}")
    files = tuple(folder / name for name in ("map.yaml", "units.yaml", "tables.yaml", f"scenarios/{scenario}.yaml"))
    chosen = _check_options(options)
    own = None if folder == DATA_DIR else str(folder)
    return _load(files, _hash(files), scenario, tuple(chosen.items()), own)


def _folder(data_dir: str | pathlib.Path | None) -> pathlib.Path:
    return DATA_DIR if data_dir is None else pathlib.Path(data_dir)


def _check_options(options: dict) -> dict:
    """All options, those not given at their defaults."""
    for name, value in options.items():
        if name not in OPTIONS:
            raise ValueError(f"no option {name!r}; {one_of(name, OPTIONS)}")
        allowed = OPTIONS[name].allowed
        if not any(type(value) is type(right) and value == right for right in allowed):
            raise ValueError(f"option {name} cannot be {value!r}; allowed are {', '.join(map(repr, allowed))}")
    return {name: options.get(name, option.default) for name, option in OPTIONS.items()}


def _hash(files: tuple[pathlib.Path, ...]) -> str:
    """sha256 over the files, each led by its name; a file that is missing is left to ``Document`` to report."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0")
        digest.update(file.read_bytes() if file.is_file() else b"")
    return digest.hexdigest()


@functools.lru_cache(maxsize=64)
def _load(
    files: tuple[pathlib.Path, ...], data_hash: str, scenario: str, chosen: tuple, data_dir: str | None
) -> GameTables:
    """Pack the files; ``data_hash`` is a part of the key, so that a changed file is read anew."""
    options = dict(chosen)
    fields, slots, towns = _pack(files, scenario, options)
    switches = ("air_combat", "historical_setup", "dsg_reduction", "fog", "play_forced")
    fields |= {name: options[name] for name in switches}
    fields |= {"edition": IT if options["edition"] == "it" else EN, "placement": options["setup"] == "placement"}
    fields["keyed_dice"] = options["dice"] == "keyed"
    slots = {name: slot for name, slot in slots.items() if fields["kind"][slot] != NO_KIND}
    names = {slot: name for name, slot in slots.items()}
    return GameTables(
        record=pack_record(fields),
        scenario=scenario,
        options=options,
        piece_names=tuple(names.get(slot, "") for slot in range(N_PIECES)),
        piece_index=slots,
        grid=GRID,
        town_names={cell: town for cell, town in towns.items() if fields["terrain"][cell] != SEA},
        data_hash=data_hash,
        data_dir=data_dir,
    )


def _pack(files: tuple[pathlib.Path, ...], scenario: str, options: dict) -> tuple[dict, dict, dict]:
    """Fields of the tables record that the files give, slots of all pieces, and names of all towns."""
    map_file, units, charts, deployment = map(Document, files, (MAP, UNITS, CHARTS, SCENARIO))
    board, slots = read_board(map_file), read_slots(units)
    fields = pack_map(map_file, board, options["rivers"])
    towns = fields.pop("town_names")
    small = deployment.data["part"] is not None
    if small:
        if options["setup"] != "historical":
            raise ValueError(f"scenario {scenario!r} has a fixed set-up: its option setup must be 'historical'")
        board = cut_board(deployment, board)
        fields |= cut_map(deployment, board, fields)
    fields |= pack_pieces(units, slots)
    fields |= pack_charts(charts, fields["terrain"], fields["kind"])
    fields |= pack_setup(charts, units, slots, fields, options["historical_setup"])
    fields |= pack_deployment(deployment, board, slots, fields)
    if small:
        fields |= pack_part(deployment, slots, fields)
    return fields | pack_rows(fields), slots, towns


def pack_record(fields: dict) -> np.ndarray:
    """(1,) tables record of all ``TABLE_FIELDS`` by name.

    Raises:
        KeyError: a field is missing, or not declared.
        ValueError: a field has the wrong shape, or a value that its type cannot hold.
    """
    if fields.keys() != (declared := {name for name, *_ in TABLE_FIELDS}):
        raise KeyError(f"fields of the tables record that differ: {sorted(fields.keys() ^ declared)}")
    block = records(1, TABLES)
    for name, kind, shape, _ in TABLE_FIELDS:
        value = np.asarray(fields[name])
        limits = np.iinfo(kind)
        if value.shape != shape or value.min() < limits.min or value.max() > limits.max:
            raise ValueError(f"field {name} needs shape {shape} and values in {limits.min}..{limits.max}")
        block[name][0] = value
    return block
