"""What the editor of maps and scenarios offers: the fields of a hex, and what concerns a whole scenario."""

from ctv_env.core.editor.editor import Editor
from ctv_env.core.editor.fields import SPACE, AnyField, Field, Membership, Section, Trees
from ctv_env.core.tables import SCENARIO
from ctv_env.games.ctv.guide.plan import plan_to_edit
from ctv_env.games.ctv.loading.load import LOADER

_MAP, _UNITS, _CHARTS = "map.yaml", "units.yaml", "tables.yaml"
_SIDES = ("nationalist", "republican")
_SUPPLY = {"Nationalist": "nationalist", "Republican": "republican", "Republican city": "republican_city"}


def _fields(trees: Trees) -> tuple[AnyField, ...]:
    """Return the fields of a hex; a scenario on part of the board has objectives and sources of its own."""
    own, at = (SCENARIO, ("part",)) if "part" in trees[SCENARIO] else (_MAP, ())
    control: dict[str, tuple] = {side.title(): ("control", side) for side in _SIDES}
    fields: list[AnyField] = [
        *(_pieces(trees, side) for side in _SIDES),
        Membership("trench", "Trench", SCENARIO, {"entrenched": ("trenches",)}),
        Field("terrain", "Terrain", _MAP, ("terrain", SPACE), optional=True),
        Field("town", "Name of the place", _MAP, ("towns", SPACE), optional=True),
        Membership("control", "Held on 14 August by", _MAP, control),
    ]
    if at:
        since = {word: (*at, *path) for word, path in control.items()}
        fields.append(Membership("taken", "Taken since by", SCENARIO, since))
    return (
        *fields,
        Field("objective", "Victory points", own, (*at, "objectives", SPACE), optional=True),
        Membership("supply", "Source of supply", own, {word: (*at, "supply", key) for word, key in _SUPPLY.items()}),
    )


def _pieces(trees: Trees, side: str) -> Field:
    """Return the field of the pieces that a side has in a hex at the start."""
    units = trees[_UNITS][side]
    ground = (name for name, unit in units["ground"].items() if unit.get("breakdown") != "true")
    names = (*ground, *units["supply_columns"])
    path = ("deployment", side, SPACE)
    return Field(f"{side}-pieces", f"{side.title()} pieces", SCENARIO, path, optional=True, words=names, placed=True)


def _charts(title: str, *keys: str) -> Section:
    return Section(title, tuple((_CHARTS, (key,)) for key in keys))


def _sections(trees: Trees) -> tuple[Section, ...]:
    """Return the sections; a scenario on part of the board has victory conditions of its own."""
    victory = (SCENARIO, ("part", "victory")) if "part" in trees[SCENARIO] else (_CHARTS, ("victory",))
    return (
        Section("Scenario", ((SCENARIO, ("title",)), (SCENARIO, ("turns",)), (SCENARIO, ("part", "start")))),
        Section("Victory", (victory, (_CHARTS, ("factory",)))),
        Section(
            "Reinforcements and withdrawals",
            (
                *((SCENARIO, ("part", key)) for key in ("columns_to_come", "air", "reduced", "offensive_elsewhere")),
                (_CHARTS, ("supply_columns",)),
                (_CHARTS, ("offensive",)),
                (_CHARTS, ("setup",)),
            ),
        ),
        _charts("Weather and morale", "weather", "morale", "basque_surrender"),
        _charts("Terrain and movement", "terrain", "movement"),
    )


EDITOR = Editor(
    loader=LOADER,
    fields=_fields,
    sections=_sections,
    plan=plan_to_edit,
)
