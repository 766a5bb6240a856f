"""Reading and checking the game's data and options, and packing them into the tables record of the engine."""

import dataclasses
import pathlib

from ctv_env.core.actions import ActionLayout
from ctv_env.core.hexgrid import HexGrid
from ctv_env.core.observation import Layout
from ctv_env.core.tables import PLAY_FORCED, SWITCH, Chosen, LoadedTables, Loader, pack_record
from ctv_env.core.terms import Option
from ctv_env.games.tscw.loading.board import MAP, Map, pack_map, read_map
from ctv_env.games.tscw.loading.charts import CHARTS, pack_charts
from ctv_env.games.tscw.loading.deployment import check_placement
from ctv_env.games.tscw.loading.events import EVENT_TABLE, pack_events
from ctv_env.games.tscw.loading.pieces import UNITS, Pieces, pack_pieces, read_pieces
from ctv_env.games.tscw.loading.scenario import SCENARIO, pack_scenario
from ctv_env.games.tscw.model.actions import action_layout
from ctv_env.games.tscw.model.channels import observations
from ctv_env.games.tscw.model.codes import MAX_TURNS
from ctv_env.games.tscw.model.tables import TABLES

DATA_DIR = pathlib.Path(__file__).parents[1] / "data"
"""The reconstructed data of the package; ``SOURCES.md`` in this folder gives the source of each value."""

TITLE = "The Spanish Civil War, reconstructed order of battle"
_TITLE_OF = "The Spanish Civil War: {scenario}, reconstructed order of battle"

OPTIONS = (
    Option("setup", ("historical", "placement"), "historical", "fixed deployment, or set-up by the players (T-101)"),
    Option("fog", SWITCH, False, "fog of war (15.5, T-106)", "Fog of war: of enemy stacks you see the top unit only"),
    Option("chits", ("open", "closed"), "open", "drawn chits are public, or known to their owner only (T-107)"),
    Option(
        "air",
        ("attacker_first", "simultaneous"),
        "attacker_first",
        "the defender sees the attacker's air units before naming his own, or not (12.2.4, T-78)",
    ),
    Option("rml_victory", SWITCH, False, "the Nationalists also win when Republican morale is 0 (T-103)"),
    PLAY_FORCED,
)


@dataclasses.dataclass(frozen=True, eq=False, kw_only=True)
class TscwTables(LoadedTables):
    """A scenario with a set of options.

    Attributes:
        title: of the game and the scenario, shown to people.
        actions: the action space, whose size depends on the scenario.
        places: the board.
        pieces: the pieces.
        dates: name of each turn, from turn 1 on.
        chits: title and text of each event chit, from 1 on.
        lines: name of each fortified line.
        version: of the charts.
        shares: number of values with each provenance.
    """

    title: str
    actions: ActionLayout
    places: Map
    pieces: Pieces
    dates: tuple[str, ...]
    chits: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    version: str
    shares: dict[str, int]

    @property
    def observations(self) -> dict[str, tuple[Layout, ...]]:
        """The kinds of observation, whose sizes depend on the scenario."""
        return observations(self.grid.n_cells, len(self.pieces.names))

    @property
    def grid(self) -> HexGrid:
        """Conversion between printed hex codes and cells."""
        return self.places.grid


def _pack(chosen: Chosen) -> TscwTables:
    map_file, units, charts, events, part = chosen.documents
    places = read_map(map_file, part.data["board"])
    pieces = read_pieces(units, part)
    actions = action_layout(len(pieces.names), places.grid.n_cells)
    fields = pack_map(map_file, places)
    fields |= pack_pieces(units, part, pieces, places)
    fields |= pack_charts(charts, places, fields)
    fields |= pack_events(events, part.data["chits"], places, pieces, list(charts.data["lines"]))
    fields |= pack_scenario(part, charts, fields, places, pieces)
    if chosen.options["setup"] == "placement":
        check_placement(units, fields, places, pieces)
    fields |= _options(chosen.options) | {"n_actions": actions.n}
    return TscwTables(
        **chosen.common(),
        record=pack_record(TABLES, fields),
        title=_TITLE_OF.format(scenario=part.data["title"]),
        actions=actions,
        places=places,
        pieces=pieces,
        dates=tuple(charts.data["turns"][str(turn)] for turn in range(1, MAX_TURNS + 1)),
        chits=tuple((chit["title"], chit["text"]) for chit in events.data["chits"].values()),
        lines=tuple(line["name"] for line in charts.data["lines"].values()),
        version=charts.data["version"],
        shares=chosen.shares(),
    )


def _options(chosen: dict) -> dict:
    """Return the fields of the tables record for the options."""
    return {
        "placement": chosen["setup"] == "placement",
        "closed_chits": chosen["chits"] == "closed",
        "simultaneous_air": chosen["air"] == "simultaneous",
        "keyed_dice": False,  # only searches key them
    } | {name: chosen[name] for name in ("fog", "rml_victory", "play_forced")}


LOADER = Loader(
    data=DATA_DIR,
    files={"map.yaml": MAP, "units.yaml": UNITS, "charts.yaml": CHARTS, "events.yaml": EVENT_TABLE},
    scenario=SCENARIO,
    options=OPTIONS,
    default="north-1937",
    pack=_pack,
)
load = LOADER.load
