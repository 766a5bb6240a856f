"""What the editor of maps and scenarios offers: the fields of a hex, and what concerns a whole scenario."""

from ctv_env.core.datafile import Path
from ctv_env.core.editor.editor import Editor
from ctv_env.core.editor.fields import SPACE, AnyField, Field, Section, Trees
from ctv_env.core.tables import SCENARIO
from ctv_env.games.tscw.guide.inspection import plan_to_edit
from ctv_env.games.tscw.loading.load import LOADER

_MAP, _UNITS, _CHARTS, _EVENTS = "map.yaml", "units.yaml", "charts.yaml", "events.yaml"
_SIDES = ("nationalist", "republican")
_HEX = ("hexes", SPACE)
_HOLDERS = {"N": "Nationalists", "R": "Republicans"}
_SOURCES = {"N": "Nationalist", "R": "Republican", "RN": "Republican and northern"}
_ABROAD = "Abroad"  # region of land that the map has not


def _fields(trees: Trees) -> tuple[AnyField, ...]:
    """Return the fields of a hex; a hex without terrain is sea, and has only that field."""
    return (
        _units(trees),
        Field("control", "Held at the start by", _MAP, (*_HEX, "control"), shown=_HOLDERS),
        Field("terrain", "Terrain", _MAP, (*_HEX, "terrain"), optional=True, entry=_HEX, fresh=_fresh_hex),
        Field("region", "Region", _MAP, (*_HEX, "region"), words=_regions(trees)),
        *(_of_land(name, label) for name, label in (("name", "Name of the place"), ("place", "Town or city"))),
        Field("morale", "Republican morale at stake", _CHARTS, ("morale", SPACE), optional=True, needs="terrain"),
        *(_of_land(name, label) for name, label in (("port", "Port"), ("capital", "Capital of a province"))),
        Field("source", "Source of supply", _MAP, (*_HEX, "source"), optional=True, needs="terrain", shown=_SOURCES),
        *(_of_land(name, label) for name, label in (("coast", "Coast"), ("france", "Border of France"))),
    )


def _fresh_hex(_: str) -> dict:
    return {"region": _ABROAD, "control": "N"}


def _of_land(name: str, label: str) -> Field:
    return Field(name, label, _MAP, (*_HEX, name), optional=True, needs="terrain")


def _regions(trees: Trees) -> tuple[str, ...]:
    return tuple(sorted({one["region"] for one in trees[_MAP]["hexes"].values()} | {_ABROAD}))


def _units(trees: Trees) -> Field:
    """Return the field of the ground units that stand in a hex at the start."""
    chosen = trees[SCENARIO]["units"]
    words = tuple(
        name
        for side in _SIDES
        for name, counter in trees[_UNITS][side].items()
        if chosen[side].get(name) == "start" and "size" in counter
    )
    path = ("deployment", SPACE)
    return Field("units", "Units", SCENARIO, path, optional=True, words=words, placed=True, needs="terrain")


def _section(title: str, file: str, *keys: str, hint: str = "") -> Section:
    return Section(title, tuple((file, (key,)) for key in keys), hint)


def _sections(trees: Trees) -> tuple[Section, ...]:
    counters: dict[tuple[str, Path], tuple[str, ...]]
    counters = {(SCENARIO, ("units", side)): tuple(trees[_UNITS][side]) for side in _SIDES}
    return (
        _section("Scenario", SCENARIO, "title", "first_turn", "last_turn", "morale"),
        _section(
            "Victory",
            SCENARIO,
            "victory",
            hint="Ports: whether the three northern ports win at the end of any turn, or of the last. "
            "Madrid and morale: whether they win with Madrid, or when Republican morale is 0. "
            "Capitals: how many Nationalist ones the Republicans must take.",
        ),
        Section(
            "Units and reinforcements",
            tuple(counters),
            "When a unit comes: start, the number of a turn, M (general mobilization) or event (chit 9).",
            counters,
        ),
        Section(
            "Resources and transport",
            (
                *((SCENARIO, (key,)) for key in ("resource_points", "transport", "mobilization", "evacuation")),
                (_CHARTS, ("mobilization",)),
            ),
            "Each turn. Resource points: Nationalist, Italian, Republican, northern. "
            "Transport: Nationalist by rail and by sea, Republican by rail and by sea.",
        ),
        Section(
            "Events and turns",
            ((SCENARIO, ("chits",)), (_EVENTS, ("no_event",)), (_CHARTS, ("turns",))),
            "The chits in play, by their numbers in events.yaml.",
        ),
        _section("Combat", _CHARTS, "combat"),
        _section("Terrain and movement", _CHARTS, "terrain", "rivers", "city_cost", "fort_cost", "limits"),
        _section("The north and fortified lines", _CHARTS, "northern", "lines"),
        _section(
            "Rivers and railways",
            _MAP,
            *("major_rivers", "minor_rivers", "closed_sides", "railways"),
            hint="A hexside or a stretch of railway is named by its two hexes, the lower number first: 1505/1506.",
        ),
        _section("Edges of the board", SCENARIO, "edge_links", "rail_exits"),
    )


EDITOR = Editor(
    loader=LOADER,
    fields=_fields,
    sections=_sections,
    plan=plan_to_edit,
)
