"""Reading and checking the game's data and options, and packing them into the tables record of the engine."""

import dataclasses
import functools
import hashlib
import pathlib

import numpy as np

from ctv_env.core.actions import ActionLayout
from ctv_env.core.datafile import Document, data_folder, one_of
from ctv_env.core.jit import records
from ctv_env.core.observation import Layout
from ctv_env.core.terms import Option, Scenario, check_options
from ctv_env.core.tuning import N_VARIANTS
from ctv_env.games.arriba.loading.board import MAP, Places, pack_map, read_places
from ctv_env.games.arriba.loading.charts import CHARTS, pack_charts
from ctv_env.games.arriba.loading.events import EVENT_TABLE, pack_events
from ctv_env.games.arriba.loading.setup import SCENARIO, pack_set_up
from ctv_env.games.arriba.model.actions import ACTIONS
from ctv_env.games.arriba.model.channels import OBSERVATIONS
from ctv_env.games.arriba.model.staff_constants import TUNING
from ctv_env.games.arriba.model.tables import TABLE_FIELDS, TABLES

DATA_DIR = pathlib.Path(__file__).parents[1] / "data"
"""The reconstructed data of the package; ``SOURCES.md`` in this folder gives the source of each value."""

CAMPAIGN = "campaign"
TITLE = "Arriba España, reconstructed charts"
_FILES = (("map.yaml", MAP), ("charts.yaml", CHARTS), ("events.yaml", EVENT_TABLE))
_SWITCH = (False, True)
OPTIONS = (
    Option("guerrillas", _SWITCH, False, "optional rule 15.1", "Optional rule 15.1: Republican guerrillas"),
    Option("forts", _SWITCH, False, "optional rule 15.3", "Optional rule 15.3: fortifications"),
    Option("blockade", _SWITCH, False, "optional rule 15.4", "Optional rule 15.4: naval blockade"),
    Option("doctrine", _SWITCH, False, "optional rule 15.5", "Optional rule 15.5: variable doctrine"),
    Option("variable_set_up", _SWITCH, False, "optional rule 15.6", "Optional rule 15.6: dice decide who rebels"),
    Option("command", _SWITCH, False, "optional rule 15.7", "Optional rule 15.7: confusion on the first turn"),
    Option(
        "play_forced",
        _SWITCH,
        True,
        "the engine itself plays a node with one legal action",
        "Choices with a single possibility are made for you",
    ),
)


@dataclasses.dataclass(frozen=True, eq=False)
class ArribaTables:
    """A scenario with a set of options.  It is cached and shared: copy the record before changing it.

    Attributes:
        record: (1,) records of dtype TABLES.
        scenario: name of the scenario.
        options: value of every option in ``OPTIONS``.
        places: names and positions of areas and regions.
        dates: name of each turn, from turn 1 on.
        events: title and text of each random event.
        version: of the charts.
        shares: number of values with each provenance.
        data_hash: sha256 of the data files' bytes, in hex.
        data_dir: folder of custom data, None for the package's own.
    """

    record: np.ndarray
    scenario: str
    options: dict[str, str | bool]
    places: Places
    dates: tuple[str, ...]
    events: tuple[tuple[str, str], ...]
    version: str
    shares: dict[str, int]
    data_hash: str
    data_dir: str | None

    @property
    def actions(self) -> ActionLayout:
        """The action space, the same for every scenario."""
        return ACTIONS

    @property
    def observations(self) -> dict[str, tuple[Layout, ...]]:
        """The kinds of observation, the same for every scenario."""
        return OBSERVATIONS


def scenario_titles(data_dir: str | pathlib.Path | None = None) -> tuple[Scenario, ...]:
    """Return the scenarios of a data folder: the campaign, its shorter forms, then others."""
    return tuple(Scenario(name, title) for name, (title, _) in _scenarios(data_folder(data_dir, DATA_DIR)).items())


def scenario_stem(scenario: str, folder: pathlib.Path) -> str:
    """Return the name of the file that holds a scenario or the scenario that it shortens; ValueError if none does."""
    known = _scenarios(folder)
    if scenario not in known:
        raise ValueError(f"no scenario {scenario!r}; {one_of(str(scenario), known)}")
    return known[scenario][1].stem


def _scenarios(folder: pathlib.Path) -> dict[str, tuple[str, pathlib.Path]]:
    """Title and file of each scenario; shorter forms follow the scenario that they shorten."""
    files = (folder / "scenarios").glob("*.yaml")
    ordered = sorted(files, key=lambda file: (file.stem != CAMPAIGN, file.stem))
    return {name: (title, file) for file in ordered for name, title in _titles(file, _hash((file,))).items()}


@functools.lru_cache(maxsize=64)
def _titles(file: pathlib.Path, data_hash: str) -> dict[str, str]:
    """Titles of the scenarios of a file; ``data_hash`` is part of the key, so that a changed file is read again."""
    data = Document(file, SCENARIO).data
    return {file.stem: data["title"]} | {name: cut["title"] for name, cut in data["cuts"].items()}


def load(
    scenario: str | None = None, data_dir: str | pathlib.Path | None = None, **options: str | bool
) -> ArribaTables:
    """Return the tables of the scenario, the folder's first if None, under ``OPTIONS``.

    Raises:
        ValueError: there is no such scenario, option or value.
        DataError: (a ValueError) an error in a data file.
    """
    chosen = check_options(OPTIONS, options)
    folder = data_folder(data_dir, DATA_DIR)
    known = _scenarios(folder)
    scenario = next(iter(known), CAMPAIGN) if scenario is None else scenario
    if scenario not in known:
        raise ValueError(f"no scenario {scenario!r}; {one_of(str(scenario), known)}")
    files = (*(folder / name for name, _ in _FILES), known[scenario][1])
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
) -> ArribaTables:
    """Pack the files; ``data_hash`` is part of the key, so that changed files are read again."""
    schemas = (*(schema for _, schema in _FILES), SCENARIO)
    documents = [Document(file, schema) for file, schema in zip(files, schemas, strict=True)]
    map_file, charts, events, set_up = documents
    places = read_places(map_file)
    fields = pack_map(map_file, places)
    fields |= pack_charts(charts, places, fields)
    fields |= pack_events(events, places)
    cut = scenario if scenario in set_up.data["cuts"] else ""
    fields |= pack_set_up(set_up, places, fields["counters"], cut)
    fields |= {**dict(chosen), "keyed_dice": False}  # only searches key them
    fields |= {"staff": np.tile(TUNING.defaults, (N_VARIANTS, 1)), "staff_row": (0, 0)}
    shares = [document.shares() for document in documents]
    return ArribaTables(
        record=pack_record(fields),
        scenario=scenario,
        options=dict(chosen),
        places=places,
        dates=tuple(turn["date"] for turn in charts.data["turns"].values()),
        events=tuple((event["title"], event["text"]) for event in events.data["events"].values()),
        version=charts.data["version"],
        shares={status: sum(share[status] for share in shares) for status in shares[0]},
        data_hash=data_hash,
        data_dir=data_dir,
    )


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
