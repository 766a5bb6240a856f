"""Reading and checking the game's data and options, and packing them into the tables record of the engine."""

import dataclasses
import functools
import hashlib
import pathlib

import numpy as np

from ctv_env.core.actions import ActionLayout
from ctv_env.core.datafile import Document, data_folder, one_of
from ctv_env.core.hexgrid import HexGrid
from ctv_env.core.jit import records
from ctv_env.core.observation import Layout
from ctv_env.core.terms import Option, Scenario, check_options
from ctv_env.games.tscw.loading.board import MAP, Map, pack_map, read_map
from ctv_env.games.tscw.loading.charts import CHARTS, pack_charts
from ctv_env.games.tscw.loading.deployment import check_placement
from ctv_env.games.tscw.loading.events import EVENT_TABLE, pack_events
from ctv_env.games.tscw.loading.pieces import UNITS, Pieces, pack_pieces, read_pieces
from ctv_env.games.tscw.loading.scenario import SCENARIO, pack_scenario
from ctv_env.games.tscw.model.actions import action_layout
from ctv_env.games.tscw.model.channels import observations
from ctv_env.games.tscw.model.codes import MAX_TURNS
from ctv_env.games.tscw.model.tables import TABLE_FIELDS, TABLES

DATA_DIR = pathlib.Path(__file__).parents[1] / "data"
"""The reconstructed data of the package; ``SOURCES.md`` in this folder gives the source of each value."""

NORTH = "north-1937"
TITLE = "The Spanish Civil War, reconstructed order of battle"
_TITLE_OF = "The Spanish Civil War: {scenario}, reconstructed order of battle"
_FILES = (("map.yaml", MAP), ("units.yaml", UNITS), ("charts.yaml", CHARTS), ("events.yaml", EVENT_TABLE))
_SWITCH = (False, True)
OPTIONS = (
    Option("setup", ("historical", "placement"), "historical", "fixed deployment, or set-up by the players (T-101)"),
    Option("fog", _SWITCH, False, "fog of war (15.5, T-106)", "Fog of war: of enemy stacks you see the top unit only"),
    Option("chits", ("open", "closed"), "open", "drawn chits are public, or known to their owner only (T-107)"),
    Option(
        "air",
        ("attacker_first", "simultaneous"),
        "attacker_first",
        "the defender sees the attacker's air units before naming his own, or not (12.2.4, T-78)",
    ),
    Option("rml_victory", _SWITCH, False, "the Nationalists also win when Republican morale is 0 (T-103)"),
    Option(
        "play_forced",
        _SWITCH,
        True,
        "the engine itself plays a node with one legal action",
        "Choices with a single possibility are made for you",
    ),
)


@dataclasses.dataclass(frozen=True, eq=False)
class TscwTables:
    """A scenario with a set of options.  It is cached and shared: copy the record before changing it.

    Attributes:
        record: (1,) records of dtype TABLES.
        scenario: name of the scenario.
        title: of the game and the scenario, shown to people.
        options: value of every option in ``OPTIONS``.
        actions: the action space, whose size depends on the scenario.
        places: the board.
        pieces: the pieces.
        dates: name of each turn, from turn 1 on.
        chits: title and text of each event chit, from 1 on.
        lines: name of each fortified line.
        version: of the charts.
        shares: number of values with each provenance.
        data_hash: sha256 of the data files' bytes, in hex.
        data_dir: folder of custom data, None for the package's own.
    """

    record: np.ndarray
    scenario: str
    title: str
    options: dict[str, str | bool]
    actions: ActionLayout
    places: Map
    pieces: Pieces
    dates: tuple[str, ...]
    chits: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    version: str
    shares: dict[str, int]
    data_hash: str
    data_dir: str | None

    @property
    def observations(self) -> dict[str, tuple[Layout, ...]]:
        """The kinds of observation, whose sizes depend on the scenario."""
        return observations(self.grid.n_cells, len(self.pieces.names))

    @property
    def grid(self) -> HexGrid:
        """Conversion between printed hex codes and cells."""
        return self.places.grid


def scenario_titles(data_dir: str | pathlib.Path | None = None) -> tuple[Scenario, ...]:
    """Return the scenarios of a data folder: North 1937, then others by name."""
    return tuple(
        Scenario(name, _title(file, _hash((file,))))
        for name, file in _scenarios(data_folder(data_dir, DATA_DIR)).items()
    )


def _scenarios(folder: pathlib.Path) -> dict[str, pathlib.Path]:
    """File of each scenario."""
    files = sorted((folder / "scenarios").glob("*.yaml"), key=lambda file: (file.stem != NORTH, file.stem))
    return {file.stem: file for file in files}


@functools.lru_cache(maxsize=64)
def _title(file: pathlib.Path, data_hash: str) -> str:
    """Title of a scenario; ``data_hash`` is part of the key, so that a changed file is read again."""
    return Document(file, SCENARIO).data["title"]


def load(scenario: str | None = None, data_dir: str | pathlib.Path | None = None, **options: str | bool) -> TscwTables:
    """Return the tables of the scenario under ``OPTIONS``; if None, of the folder's first, which is North 1937.

    Raises:
        ValueError: there is no such scenario, option or value.
        DataError: (a ValueError) an error in a data file.
    """
    chosen = check_options(OPTIONS, options)
    folder = data_folder(data_dir, DATA_DIR)
    known = _scenarios(folder)
    scenario = next(iter(known), NORTH) if scenario is None else scenario
    if scenario not in known:
        raise ValueError(f"no scenario {scenario!r}; {one_of(str(scenario), known)}")
    files = (*(folder / name for name, _ in _FILES), known[scenario])
    own = None if folder == DATA_DIR else str(folder)
    return _load(files, _hash(files), scenario, tuple(chosen.items()), own)


def _hash(files: tuple[pathlib.Path, ...]) -> str:
    """sha256 of the files and their names; missing files are skipped, ``Document`` reports them."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0")
        digest.update(file.read_bytes() if file.is_file() else b"")
    return digest.hexdigest()


@functools.lru_cache(maxsize=64)
def _load(
    files: tuple[pathlib.Path, ...], data_hash: str, scenario: str, chosen: tuple, data_dir: str | None
) -> TscwTables:
    """Pack the files; ``data_hash`` is part of the key, so that changed files are read again."""
    schemas = (*(schema for _, schema in _FILES), SCENARIO)
    documents = [Document(file, schema) for file, schema in zip(files, schemas, strict=True)]
    map_file, units, charts, events, part = documents
    places = read_map(map_file, part.data["board"])
    pieces = read_pieces(units, part)
    actions = action_layout(len(pieces.names), places.grid.n_cells)
    fields = pack_map(map_file, places)
    fields |= pack_pieces(units, part, pieces, places)
    fields |= pack_charts(charts, places, fields)
    fields |= pack_events(events, part.data["chits"], places, pieces, list(charts.data["lines"]))
    fields |= pack_scenario(part, charts, fields, places, pieces)
    if dict(chosen)["setup"] == "placement":
        check_placement(units, fields, places, pieces)
    fields |= _options(dict(chosen)) | {"n_actions": actions.n}
    fields["keyed_dice"] = False  # only searches key them
    shares = [document.shares() for document in documents]
    return TscwTables(
        record=pack_record(fields),
        scenario=scenario,
        title=_TITLE_OF.format(scenario=part.data["title"]),
        options=dict(chosen),
        actions=actions,
        places=places,
        pieces=pieces,
        dates=tuple(charts.data["turns"][str(turn)] for turn in range(1, MAX_TURNS + 1)),
        chits=tuple((chit["title"], chit["text"]) for chit in events.data["chits"].values()),
        lines=tuple(line["name"] for line in charts.data["lines"].values()),
        version=charts.data["version"],
        shares={status: sum(share[status] for share in shares) for status in shares[0]},
        data_hash=data_hash,
        data_dir=data_dir,
    )


def _options(chosen: dict) -> dict:
    return {
        "placement": chosen["setup"] == "placement",
        "closed_chits": chosen["chits"] == "closed",
        "simultaneous_air": chosen["air"] == "simultaneous",
    } | {name: chosen[name] for name in ("fog", "rml_victory", "play_forced")}


def pack_record(fields: dict) -> np.ndarray:
    """Return a (1,) tables record from all ``TABLE_FIELDS`` by name.

    Raises:
        KeyError: a field is missing or undeclared.
        ValueError: a field has the wrong shape, or a value out of range for its type.
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
