"""Reading and checking the game's data and options, and packing them into the tables record of the engine."""

import dataclasses
import pathlib
import typing

from ctv_env.core.actions import ActionLayout
from ctv_env.core.observation import Layout
from ctv_env.core.tables import PLAY_FORCED, SWITCH, Chosen, LoadedTables, Loader, pack_record
from ctv_env.core.terms import Option
from ctv_env.games.arriba.loading.board import MAP, Places, pack_map, read_places
from ctv_env.games.arriba.loading.charts import CHARTS, pack_charts
from ctv_env.games.arriba.loading.events import EVENT_TABLE, pack_events
from ctv_env.games.arriba.loading.setup import SCENARIO, pack_set_up
from ctv_env.games.arriba.model.actions import ACTIONS
from ctv_env.games.arriba.model.channels import OBSERVATIONS
from ctv_env.games.arriba.model.staff_constants import TUNING
from ctv_env.games.arriba.model.tables import TABLES

DATA_DIR = pathlib.Path(__file__).parents[1] / "data"
"""The reconstructed data of the package; ``SOURCES.md`` in this folder gives the source of each value."""

TITLE = "Arriba España, reconstructed charts"

OPTIONS = (
    Option("guerrillas", SWITCH, False, "optional rule 15.1", "Optional rule 15.1: Republican guerrillas"),
    Option("forts", SWITCH, False, "optional rule 15.3", "Optional rule 15.3: fortifications"),
    Option("blockade", SWITCH, False, "optional rule 15.4", "Optional rule 15.4: naval blockade"),
    Option("doctrine", SWITCH, False, "optional rule 15.5", "Optional rule 15.5: variable doctrine"),
    Option("variable_set_up", SWITCH, False, "optional rule 15.6", "Optional rule 15.6: dice decide who rebels"),
    Option("command", SWITCH, False, "optional rule 15.7", "Optional rule 15.7: confusion on the first turn"),
    PLAY_FORCED,
)


@dataclasses.dataclass(frozen=True, eq=False, kw_only=True)
class ArribaTables(LoadedTables):
    """A scenario with a set of options.

    Attributes:
        actions: the action space, the same for every scenario.
        observations: the kinds of observation, the same for every scenario.
        places: names and positions of areas and regions.
        dates: name of each turn, from turn 1 on.
        events: title and text of each random event.
        version: of the charts.
        shares: number of values with each provenance.
    """

    actions: typing.ClassVar[ActionLayout] = ACTIONS
    observations: typing.ClassVar[dict[str, tuple[Layout, ...]]] = OBSERVATIONS
    places: Places
    dates: tuple[str, ...]
    events: tuple[tuple[str, str], ...]
    version: str
    shares: dict[str, int]


def _pack(chosen: Chosen) -> ArribaTables:
    map_file, charts, events, set_up = chosen.documents
    places = read_places(map_file)
    fields = pack_map(map_file, places)
    fields |= pack_charts(charts, places, fields)
    fields |= pack_events(events, places)
    cut = chosen.scenario if chosen.scenario in set_up.data["cuts"] else ""
    fields |= pack_set_up(set_up, places, fields["counters"], cut)
    fields |= {**chosen.options, "keyed_dice": False}  # only searches key them
    fields |= TUNING.untuned()
    return ArribaTables(
        **chosen.common(),
        record=pack_record(TABLES, fields),
        places=places,
        dates=tuple(turn["date"] for turn in charts.data["turns"].values()),
        events=tuple((event["title"], event["text"]) for event in events.data["events"].values()),
        version=charts.data["version"],
        shares=chosen.shares(),
    )


LOADER = Loader(
    data=DATA_DIR,
    files={"map.yaml": MAP, "charts.yaml": CHARTS, "events.yaml": EVENT_TABLE},
    scenario=SCENARIO,
    options=OPTIONS,
    default="campaign",
    pack=_pack,
)
load = LOADER.load
