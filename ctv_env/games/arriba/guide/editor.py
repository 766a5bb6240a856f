"""What the editor of maps and scenarios offers: the fields of an area, and what concerns a whole scenario."""

from ctv_env.core.editor.editor import Editor
from ctv_env.core.editor.fields import SPACE, AnyField, Field, Membership, Section, Trees
from ctv_env.core.tables import SCENARIO
from ctv_env.games.arriba.guide.inspection import plan
from ctv_env.games.arriba.loading.load import LOADER
from ctv_env.games.arriba.model.codes import SIDE_NAMES, Kind

_MAP, _CHARTS = "map.yaml", "charts.yaml"
_KINDS = tuple(kind.name.lower() for kind in Kind)
_REBEL_KINDS = _KINDS[Kind.NATIONALIST :]
_SET_UP = ("set_up", SPACE)


def _fresh_set_up(units: dict[str, str]) -> dict:
    """Return a new entry of the set-up, in the hands of the side of the first unit."""
    holder = SIDE_NAMES[next(iter(units), "") in _REBEL_KINDS]
    return {"units": {}, "city": holder, "revolt": "none"}


_FIELDS: tuple[AnyField, ...] = (
    Field(
        "units",
        "Brigades",
        SCENARIO,
        (*_SET_UP, "units"),
        optional=True,
        words=_KINDS,
        placed=True,
        entry=_SET_UP,
        fresh=_fresh_set_up,
    ),
    Field("city", "City held by", SCENARIO, (*_SET_UP, "city")),
    Field("revolt", "Army rebels on a die up to (option 15.6)", SCENARIO, (*_SET_UP, "revolt")),
    Membership("arms", "Arms industry", _CHARTS, {"arms city": ("arms_cities",)}),
    Field("mountain", "Mountainous", _MAP, ("areas", SPACE, "mountain")),
    Field("port", "Port", _MAP, ("areas", SPACE, "port")),
    Field("frontier", "Frontier", _MAP, ("areas", SPACE, "frontier")),
    Field("name", "Name", _MAP, ("areas", SPACE, "name")),
    Field("spanish", "Spanish name", _MAP, ("areas", SPACE, "spanish")),
)


def _sections(_: Trees) -> tuple[Section, ...]:
    keys = ("title", "first_turn", "last_turn", "support", "equipment", "air")
    return (
        Section("Scenario", tuple((SCENARIO, (key,)) for key in keys)),
        Section("Powers and their legions", ((_CHARTS, ("powers", "countries")), (_CHARTS, ("legions",)))),
        Section("Turns", ((_CHARTS, ("first_turns",)), (_CHARTS, ("turns",)))),
        Section("Economy", ((_CHARTS, ("costs",)), (_CHARTS, ("support", "changes")), (_CHARTS, ("lifts",)))),
        Section("Counters", ((_CHARTS, ("kinds",)), (_CHARTS, ("asset_points",)), (_CHARTS, ("forts",)))),
    )


def _start(scenario: str, trees: Trees) -> None:
    """Make a shorter form of a scenario a scenario of its own, and leave the other forms out."""
    tree = trees[SCENARIO]
    cuts = tree.pop("cuts", {})
    tree.update(cuts.get(scenario, {}))


EDITOR = Editor(
    loader=LOADER,
    fields=lambda _: _FIELDS,
    sections=_sections,
    plan=plan,
    start=_start,
)
