"""Reading and checking the game's data and options, and packing them into the tables record of the engine."""

import dataclasses
import functools
import hashlib
import pathlib
import typing

import numpy as np

from ctv_env.core.actions import ActionLayout
from ctv_env.core.datafile import Document, data_folder, one_of
from ctv_env.core.hexgrid import HexGrid
from ctv_env.core.jit import records
from ctv_env.core.observation import Layout
from ctv_env.core.terms import Option, Scenario, check_options
from ctv_env.core.tuning import N_VARIANTS
from ctv_env.games.ctv.loading.board import GRID, MAP, pack_map, pack_rows, read_board
from ctv_env.games.ctv.loading.charts import CHARTS, pack_charts
from ctv_env.games.ctv.loading.deployment import SCENARIO, pack_deployment
from ctv_env.games.ctv.loading.pieces import UNITS, pack_pieces, read_slots
from ctv_env.games.ctv.loading.scenario_crop import cut_board, cut_map, pack_part
from ctv_env.games.ctv.loading.setup import pack_setup
from ctv_env.games.ctv.model.actions import ACTIONS
from ctv_env.games.ctv.model.channels import OBSERVATIONS
from ctv_env.games.ctv.model.codes import EDITION, KIND, N_PIECES, TERRAIN
from ctv_env.games.ctv.model.staff_constants import TUNING
from ctv_env.games.ctv.model.tables import TABLE_FIELDS, TABLES

if typing.TYPE_CHECKING:
    from ctv_env.core.game import Game

DATA_DIR = pathlib.Path(__file__).parents[1] / "data"
"""The reconstructed data of the package; ``SOURCES.md`` in this folder gives the source of each value."""


CAMPAIGN = "campaign"
_SWITCH = (False, True)
OPTIONS = (
    Option("edition", ("en", "it"), "en", "the rulebook where the two differ (rulings marked [edition])"),
    Option("setup", ("historical", "placement"), "historical", "fixed deployment (R-55), or set-up by the players (4)"),
    Option("air_combat", _SWITCH, False, "optional rule 15.1", "Optional rule 15.1: air units fight each other"),
    Option("historical_setup", _SWITCH, False, "optional rule 15.2: the CTV is placed in its historical columns"),
    Option(
        "dsg_reduction",
        _SWITCH,
        False,
        "optional rule 15.3",
        "Optional rule 15.3: disorganised units recover step by step",
    ),
    Option(
        "rivers",
        _SWITCH,
        False,
        "rivers cost movement points and weaken attacks (R-21)",
        "Rivers hinder movement and attack",
    ),
    Option(
        "fog",
        _SWITCH,
        True,
        "fog of war (5.2)",
        "Fog of war: of the enemy you see only where counters stand, and how many",
    ),
    Option(
        "dice",
        ("stream", "keyed"),
        "stream",
        "one stream, or each die from the seed and its event",
        common_random_numbers="keyed",
    ),
    Option(
        "play_forced",
        _SWITCH,
        True,
        "the engine itself plays a node with one legal action",
        "Choices with a single possibility are made for you",
    ),
)


@dataclasses.dataclass(frozen=True, eq=False)
class GameTables:
    """A scenario with a set of options.  It is cached and shared: copy the record before changing it.

    Attributes:
        record: (1,) records of dtype TABLES.
        scenario: name of the scenario.
        options: value of every option in ``OPTIONS``.
        piece_names: name of the piece in each slot, "" for an empty one.
        piece_index: slot of each piece by its name.
        grid: conversion between printed hex codes and cells.
        town_names: names of places by cell.
        data_hash: sha256 of the data files' bytes, in hex.
        data_dir: folder of custom data, None for the package's own.
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

    @property
    def actions(self) -> ActionLayout:
        """The action space."""
        return ACTIONS

    @property
    def observations(self) -> dict[str, tuple[Layout, ...]]:
        """The arrays of each kind of observation."""
        return OBSERVATIONS


def tables_of(game: "Game") -> GameTables:
    """Return the tables of a game, typed."""
    return typing.cast(GameTables, game.tables)


def scenario_titles(data_dir: str | pathlib.Path | None = None) -> tuple[Scenario, ...]:
    """Return the scenarios of a data folder, the campaign first."""
    folder = data_folder(data_dir, DATA_DIR) / "scenarios"
    files = {name: folder / f"{name}.yaml" for name in scenarios(data_dir)}
    return tuple(Scenario(name, _title(file, _hash((file,)))) for name, file in files.items())


@functools.lru_cache(maxsize=64)
def _title(file: pathlib.Path, data_hash: str) -> str:
    """Return the title of a scenario; ``data_hash`` is part of the key, so that a changed file is read again."""
    return Document(file, SCENARIO).data["title"]


def scenarios(data_dir: str | pathlib.Path | None = None) -> tuple[str, ...]:
    """Return the names of the scenarios in a data folder, the campaign first."""
    files = (data_folder(data_dir, DATA_DIR) / "scenarios").glob("*.yaml")
    return tuple(sorted((file.stem for file in files), key=lambda name: (name != CAMPAIGN, name)))


def load_tables(
    scenario: str | None = None, data_dir: str | pathlib.Path | None = None, **options: str | bool
) -> GameTables:
    """Read and check the data files; results are cached until a file changes.

    Args:
        scenario: name of a file in ``scenarios``; None for the campaign, or the first of a folder without it.
        data_dir: folder with custom values, a modified copy of ``DATA_DIR``; None for ``DATA_DIR`` itself.
        **options: see ``OPTIONS``.

    Raises:
        ValueError: unknown scenario, option or value.
        DataError: (a ValueError) an error in a data file.
    """
    folder = data_folder(data_dir, DATA_DIR)
    known = scenarios(folder)
    scenario = next(iter(known), CAMPAIGN) if scenario is None else scenario
    if scenario not in known:
        raise ValueError(f"no scenario {scenario!r} in {folder}; {one_of(scenario, known)}")
    files = tuple(folder / name for name in ("map.yaml", "units.yaml", "tables.yaml", f"scenarios/{scenario}.yaml"))
    chosen = check_options(OPTIONS, options)
    own = None if folder == DATA_DIR else str(folder)
    return _load(files, _hash(files), scenario, tuple(chosen.items()), own)


def _hash(files: tuple[pathlib.Path, ...]) -> str:
    """Return the sha256 of the files and their names; missing files are skipped, ``Document`` reports them."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0")
        digest.update(file.read_bytes() if file.is_file() else b"")
    return digest.hexdigest()


@functools.lru_cache(maxsize=64)
def _load(
    files: tuple[pathlib.Path, ...], data_hash: str, scenario: str, chosen: tuple, data_dir: str | None
) -> GameTables:
    """Pack the files; ``data_hash`` is part of the cache key, so that changed files are read again."""
    options = dict(chosen)
    fields, slots, towns = _pack(files, scenario, options)
    switches = ("air_combat", "historical_setup", "dsg_reduction", "fog", "play_forced")
    fields |= {name: options[name] for name in switches}
    fields |= {
        "edition": EDITION.IT if options["edition"] == "it" else EDITION.EN,
        "placement": options["setup"] == "placement",
    }
    fields["keyed_dice"] = options["dice"] == "keyed"
    fields |= {"staff": np.tile(TUNING.defaults, (N_VARIANTS, 1)), "staff_row": (0, 0)}
    slots = {name: slot for name, slot in slots.items() if fields["kind"][slot] != KIND.NONE}
    names = {slot: name for name, slot in slots.items()}
    return GameTables(
        record=pack_record(fields),
        scenario=scenario,
        options=options,
        piece_names=tuple(names.get(slot, "") for slot in range(N_PIECES)),
        piece_index=slots,
        grid=GRID,
        town_names={cell: town for cell, town in towns.items() if fields["terrain"][cell] != TERRAIN.SEA},
        data_hash=data_hash,
        data_dir=data_dir,
    )


def _pack(files: tuple[pathlib.Path, ...], scenario: str, options: dict) -> tuple[dict, dict, dict]:
    """Return the fields of the tables record, the slots of all pieces and the names of all towns."""
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
