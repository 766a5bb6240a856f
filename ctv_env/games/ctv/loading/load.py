"""Reading and checking the game's data and options, and packing them into the tables record of the engine."""

import dataclasses
import pathlib
import typing

from ctv_env.core.actions import ActionLayout
from ctv_env.core.hexgrid import HexGrid
from ctv_env.core.observation import Layout
from ctv_env.core.tables import PLAY_FORCED, SWITCH, Chosen, LoadedTables, Loader, pack_record
from ctv_env.core.terms import Option
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
from ctv_env.games.ctv.model.tables import TABLES

if typing.TYPE_CHECKING:
    from ctv_env.core.game import Game

DATA_DIR = pathlib.Path(__file__).parents[1] / "data"
"""The reconstructed data of the package; ``SOURCES.md`` in this folder gives the source of each value."""

OPTIONS = (
    Option("edition", ("en", "it"), "en", "the rulebook where the two differ (rulings marked [edition])"),
    Option("setup", ("historical", "placement"), "historical", "fixed deployment (R-55), or set-up by the players (4)"),
    Option("air_combat", SWITCH, False, "optional rule 15.1", "Optional rule 15.1: air units fight each other"),
    Option("historical_setup", SWITCH, False, "optional rule 15.2: the CTV is placed in its historical columns"),
    Option(
        "dsg_reduction",
        SWITCH,
        False,
        "optional rule 15.3",
        "Optional rule 15.3: disorganised units recover step by step",
    ),
    Option(
        "rivers",
        SWITCH,
        False,
        "rivers cost movement points and weaken attacks (R-21)",
        "Rivers hinder movement and attack",
    ),
    Option(
        "fog",
        SWITCH,
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
    PLAY_FORCED,
)


@dataclasses.dataclass(frozen=True, eq=False, kw_only=True)
class GameTables(LoadedTables):
    """A scenario with a set of options.

    Attributes:
        actions: the action space, the same for every scenario.
        observations: the kinds of observation, the same for every scenario.
        grid: conversion between printed hex codes and cells.
        piece_names: name of the piece in each slot, "" for an empty one.
        piece_index: slot of each piece by its name.
        town_names: names of places by cell.
    """

    actions: typing.ClassVar[ActionLayout] = ACTIONS
    observations: typing.ClassVar[dict[str, tuple[Layout, ...]]] = OBSERVATIONS
    grid: typing.ClassVar[HexGrid] = GRID
    piece_names: tuple[str, ...]
    piece_index: dict[str, int]
    town_names: dict[int, str]


def tables_of(game: "Game") -> GameTables:
    """Return the tables of a game, typed."""
    return typing.cast(GameTables, game.tables)


def _pack(chosen: Chosen) -> GameTables:
    options = chosen.options
    fields, slots, towns = _pack_data(chosen)
    switches = ("air_combat", "historical_setup", "dsg_reduction", "fog", "play_forced")
    fields |= {name: options[name] for name in switches}
    fields |= {
        "edition": EDITION.IT if options["edition"] == "it" else EDITION.EN,
        "placement": options["setup"] == "placement",
    }
    fields["keyed_dice"] = options["dice"] == "keyed"
    fields |= TUNING.untuned()
    slots = {name: slot for name, slot in slots.items() if fields["kind"][slot] != KIND.NONE}
    names = {slot: name for name, slot in slots.items()}
    return GameTables(
        **chosen.common(),
        record=pack_record(TABLES, fields),
        piece_names=tuple(names.get(slot, "") for slot in range(N_PIECES)),
        piece_index=slots,
        town_names={cell: town for cell, town in towns.items() if fields["terrain"][cell] != TERRAIN.SEA},
    )


def _pack_data(chosen: Chosen) -> tuple[dict, dict, dict]:
    """Return the fields of the tables record from the files, the slots of all pieces and the names of all towns."""
    map_file, units, charts, deployment = chosen.documents
    options = chosen.options
    board, slots = read_board(map_file), read_slots(units)
    fields = pack_map(map_file, board, options["rivers"])
    towns = fields.pop("town_names")
    small = deployment.data["part"] is not None
    if small:
        if options["setup"] != "historical":
            raise ValueError(f"scenario {chosen.scenario!r} has a fixed set-up: its option setup must be 'historical'")
        board = cut_board(deployment, board)
        fields |= cut_map(deployment, board, fields)
    fields |= pack_pieces(units, slots)
    fields |= pack_charts(charts, fields["terrain"], fields["kind"])
    fields |= pack_setup(charts, units, slots, fields, options["historical_setup"])
    fields |= pack_deployment(deployment, board, slots, fields)
    if small:
        fields |= pack_part(deployment, slots, fields)
    return fields | pack_rows(fields), slots, towns


LOADER = Loader(
    data=DATA_DIR,
    files={"map.yaml": MAP, "units.yaml": UNITS, "tables.yaml": CHARTS},
    scenario=SCENARIO,
    options=OPTIONS,
    default="campaign",
    pack=_pack,
)
load = LOADER.load
