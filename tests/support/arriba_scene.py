"""Small positions of Arriba España for rule tests, and short words for what a test does to them.

A scene holds the units that it names, all others wait off the map.  Units are written as people write them::

    game = scene(
        government={"toledo": "city: PA d1, 2 PA b; field: IB b+"},
        rebel={"toledo": "field: 2 Nat d1, Col b, artillery", "avila": "pool: Nat b"},
        stage="COMBAT", side="rebel", ep=(0, 3),
    )
    act(game, "AREA", "toledo")
    roll(game, 6)

A unit is a kind and a size, ``b``, ``rem``, ``d1`` or ``d2``, with ``+`` behind it if improved and ``!`` if disrupted.
``armour`` and ``artillery`` are AP.  Groups stand in the ``city``, at large in the ``field``, or wait in a ``pool`` or
``city pool``; several at large are several entries ``field: ...``, sorted as the game does it.
"""

import re

import numpy as np

from ctv_env.core.dice import stream
from ctv_env.core.entries import entries
from ctv_env.core.jit import records
from ctv_env.games.arriba.engine.machine import RULES
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.loading.load import OPTIONS, load
from ctv_env.games.arriba.model.actions import ACTIONS
from ctv_env.games.arriba.model.codes import (
    ASSET,
    CITY,
    CONTESTED,
    DISRUPTED,
    FIRST_FACTION,
    FLAGS,
    HAND,
    IMPROVED,
    MOROCCO,
    N_AREAS,
    N_REGIONS,
    NODE,
    NOWHERE,
    PAIR_OF,
    PAIRS,
    PART,
    POOL,
    PURGE,
    SIDE,
    SIDE_NAMES,
    Asset,
    Kind,
    Node,
    Power,
    Size,
    Stage,
    Verb,
)
from ctv_env.games.arriba.model.events import EVENTS
from ctv_env.games.arriba.model.reasons import REASONS
from ctv_env.games.arriba.rules import pieces
from ctv_env.games.arriba.rules.support import forget_choice

KINDS = {
    **{"PA": Kind.POPULAR_ARMY, "IB": Kind.INTERNATIONAL, "An": Kind.ANARCHIST, "POUM": Kind.POUM},
    **{"Cat": Kind.CATALONIA, "Ast": Kind.ASTURIAS, "Bas": Kind.BASQUE, "San": Kind.SANTANDER},
    **{"Nat": Kind.NATIONALIST, "Car": Kind.CARLIST, "Col": Kind.COLONIAL, "It": Kind.ITALIAN},
    "Por": Kind.PORTUGUESE,
}
SIZES = {"b": Size.BRIGADE, "rem": Size.REMNANT, "d1": Size.ONE_STEP, "d2": Size.TWO_STEP}
_KIND_NAMES = {kind: name for name, kind in KINDS.items()}
_SIZE_NAMES = {size: name for name, size in SIZES.items()}
_AP = {"armour": ASSET.ARMOUR, "artillery": ASSET.ARTILLERY}
_PLACES = {"city": CITY, "pool": POOL, "city pool": POOL}


def class_of(name: str) -> int:
    """Class of a unit by its name, such as ``"PA b+!"``."""
    kind, size = name.rstrip("+!").split()
    flags = (IMPROVED if "+" in name else 0) + (DISRUPTED if "!" in name else 0)
    return PAIR_OF[KINDS[kind]][SIZES[size]] * FLAGS + flags


def unit_name(c: int) -> str:
    """Name of a class."""
    kind, size = PAIRS[c // FLAGS]
    flags = ("+" if c & IMPROVED else "") + ("!" if c & DISRUPTED else "")
    return f"{_KIND_NAMES[Kind(kind)]} {_SIZE_NAMES[Size(size)]}{flags}"


class Scene:
    """A game in play, without a spec: the position, its tables, and what happened since the scene began."""

    def __init__(self, states: np.ndarray, tables):
        self.states, self.tables = states, tables
        self.scratch = records(1, RULES.SCRATCH)
        self.engine = entries(RULES)
        self.events: list = []

    @property
    def s(self):
        """The position."""
        return self.states[0]

    @property
    def t(self):
        """The tables record."""
        return self.tables.record[0]

    @property
    def node(self) -> str:
        """Name of the present node."""
        return Node(int(self.s["node"])).name

    @property
    def to_move(self) -> str | None:
        """Who decides, ``"chance"`` for a die."""
        side = int(self.s["to_move"])
        return None if side == SIDE.NOBODY else SIDE_NAMES[side]

    @property
    def winner(self) -> str | None:
        """The winner, None while the game goes on."""
        side = int(self.s["winner"])
        return None if side == SIDE.NOBODY else SIDE_NAMES[side]

    def step(self, action: int) -> None:
        """Apply an action, or a die; an illegal one is an error of the test."""
        why = self.engine.reason(self.states, 0, self.tables.record, self.scratch, action)
        assert why == 0, f"at {self.node}: {sentence(why)}"
        self.engine.step(self.states, 0, self.tables.record, self.scratch, action)
        self._note()

    def mask(self) -> np.ndarray:
        """The legal actions, one flag each."""
        self.engine.mask(self.states, 0, self.tables.record, self.scratch)
        return np.array(self.scratch[0]["mask"])

    def clone(self) -> "Scene":
        """The same position, to try something."""
        twin = Scene(self.states.copy(), self.tables)
        twin.events = list(self.events)
        return twin

    def _note(self) -> None:
        w = self.scratch[0]
        self.events += EVENTS.read(w["event"][: int(w["n_event"])])


# -- making a scene --------------------------------------------------------------------------------------------


def scene(
    *,
    government: dict[str, str] | None = None,
    rebel: dict[str, str] | None = None,
    stage: str = "",
    node: str = "",
    side: str = "government",
    turn: int = 4,
    control: dict[str, str] | None = None,
    powers: dict[str, int] | None = None,
    **more,
) -> Scene:
    """A position made for one test, at the first node of a stage, or at a node.

    Args:
        government, rebel: what stands where, by area; see the head of this file.
        stage: such as ``"POLITICAL_1"``; ``"COMBAT"`` is ``COMBAT_1``.
        node: instead of a stage: stop at once at that node; its stage is the first that has it.
        side: who comes first in the phase, and has the first player turn.
        turn: game turn.
        control: side, or ``"contested"``, of regions.  Of the others a side controls those where it alone has units,
            ``side`` those without any; where both have units they are contested.
        powers: boxes of powers; the others stand at 0.
        more: fields of the state (``ps=(35, 50)``), rules options, ``purged={"poum"}`` (or a mapping to codes), and
            ``legions={"IT"}``, those that are here.
    """
    options = {option.name: more.pop(option.name) for option in OPTIONS if option.name in more}
    tables = load(more.pop("scenario", None), **({"play_forced": False} | options))
    states = records(1, RULES.STATE)
    game, s = Scene(states, tables), states[0]
    s["rng"] = stream(1)
    _clear(s, game.t)
    for code, where in enumerate((government or {}, rebel or {})):
        for area, groups in where.items():
            _place(game, code, area_code(game, area), groups)
    s["turn"], s["ps"], s["winner"] = turn, (50, 50), SIDE.NOBODY
    for name, box in (powers or {}).items():
        s["power_at"][Power[name]] = box
    for name in (purged := more.pop("purged", ())):
        s["purged"][Kind[name.upper()] - FIRST_FACTION] = purged[name] if isinstance(purged, dict) else PURGE.DONE
    if stage.startswith("POLITICAL"):
        s["power_before"] = s["power_at"]
    for name in more.pop("legions", ()):
        s["legion"][Power[name]] = 1
    first = SIDE_NAMES.index(side)
    _set_control(game, first, control or {})
    s["phase_first"] = s["first_player"] = first
    s["lift_factor"] = 1
    for field, value in more.items():
        s[field] = value
    _start(game, stage, node)
    return game


def _clear(s, t) -> None:
    """An empty map with all counters at hand."""
    pieces.clear_places(s)
    forget_choice(s)
    s["counters_free"] = t["counters"]
    s["improved_free"], s["forts_free"] = t["improved_limit"], t["fort_limit"]
    s["ap_free"] = t["ap_limit"]
    for field in ("battle_area", "att_bg", "def_bg", "frozen_area", "command_left"):
        s[field] = NOWHERE
    for hand in (HAND, PART):
        pieces.clear_hand(s, hand)


def area_code(game: Scene, name: str) -> int:
    """Area of that name, or Morocco."""
    return game.tables.places.areas.index(name)


def _place(game: Scene, side: int, area: int, groups: str) -> None:
    s, t = game.s, game.t
    for group in groups.split(";"):
        place, _, content = (part.strip() for part in group.partition(":"))
        where = _PLACES.get(place, NOWHERE)
        if where == NOWHERE:
            assert place == "field", place
            s["at_large"][side, area] += 1
            where = int(s["at_large"][side, area])
        for piece in content.split(","):
            number, name = re.fullmatch(r"\s*(\d*)\s*(.+?)\s*", piece).groups()
            for _ in range(int(number or 1)):
                if name in _AP:
                    pieces.put_ap(s, side, area, where, _AP[name], 1)
                    s["ap_free"][side, _AP[name]] -= 1
                else:
                    pieces.put_unit(s, side, area, where, class_of(name))
                    pieces.draw_counter(s, t, class_of(name))
        if place == "city pool":
            s["pool_in_city"][side, area] = 1
        elif place == "pool" and area != MOROCCO:
            s["pool_in_city"][side, area] = 0
    pieces.settle(s, side, area)


def _set_control(game: Scene, first: int, control: dict[str, str]) -> None:
    s, t = game.s, game.t
    for region in range(N_REGIONS):
        here = [side for side in range(2) if s["area_units"][side, :N_AREAS][t["region"][:N_AREAS] == region].sum()]
        s["control"][region] = first if not here else here[0] if len(here) == 1 else CONTESTED
    for name, who in control.items():
        holder = CONTESTED if who == "contested" else SIDE_NAMES.index(who)
        s["control"][game.tables.places.regions.index(name)] = holder


def _start(game: Scene, stage: str, node: str) -> None:
    """Let the sequence of play come to the stage, or stop at the node."""
    s = game.s
    if node:
        kind = NODES[Node[node]]
        if not s["stage"]:
            s["stage"] = Stage[stage or kind.stages[0].name]
        s["phasing"] = s["first_player"]
        s["node"] = Node[node]
        if kind.decider.side:
            s["to_move"] = kind.decider.side(s)
        return
    name = stage if stage in Stage.__members__ else f"{stage}_1"
    s["stage"], s["node"], s["to_move"] = Stage[name] - 1, NODE.NONE, SIDE.NOBODY
    game.scratch[0]["n_event"] = 0
    RULES.advance_to_decision(game.states[0], game.tables.record[0], game.scratch[0])
    game._note()


# -- what a test does ------------------------------------------------------------------------------------------


def _names(game: Scene, kind: str) -> list[str]:
    """What the actions of a segment name."""
    return {
        "AREA": list(game.tables.places.areas),
        "BG": ["city", *map(str, range(1, 12))],
        "UNIT": [unit_name(c) for c in range(ACTIONS.size("UNIT"))],
        "AP": [ap.name.lower() for ap in Asset],
        "AMOUNT": [str(n) for n in range(ACTIONS.size("AMOUNT"))],
        "POWER": [power.name for power in Power],
        "FACTION": [Kind(FIRST_FACTION + k).name.lower() for k in range(ACTIONS.size("FACTION"))],
        "VERB": [verb.name.lower() for verb in Verb],
        "POST": ["city", "country"],
        "TOWARD": ["government", "rebel"],
    }[kind]


def action(game: Scene, kind: str, name: str | None = None) -> int:
    """Number of an action: ``action(game, "UNIT", "PA b")``."""
    return ACTIONS.first(kind) + (0 if name is None else _names(game, kind).index(name))


def act(game: Scene, kind: str, *names: str) -> None:
    """``act(game, "AREA", "toledo")``; several names are several actions of that kind, one after the other."""
    for name in names or (None,):
        game.step(action(game, kind, name))


def done(game: Scene) -> None:
    """Pass on: no more of what the node asks for."""
    act(game, "DONE")


def yes(game: Scene) -> None:
    """Yes."""
    act(game, "YES")


def roll(game: Scene, *faces: int) -> None:
    """Apply dice, one after the other."""
    for face in faces:
        assert game.s["to_move"] == SIDE.CHANCE, f"{game.node} is no die"
        game.step(face)


# -- what a test looks at --------------------------------------------------------------------------------------


def legal(game: Scene, kind: str) -> set[str]:
    """Names of the legal actions of a segment; of DONE and YES the segment itself."""
    mask, first = game.mask(), ACTIONS.first(kind)
    if kind in ("DONE", "YES"):
        return {kind} if mask[first] else set()
    names = _names(game, kind)
    return {names[k] for k in range(ACTIONS.size(kind)) if mask[first + k]}


def may_pass(game: Scene) -> bool:
    """Whether DONE is legal."""
    return bool(legal(game, "DONE"))


def sentence(why: int) -> str:
    """A reason in words, with its rules."""
    _, rules, words = REASONS[why]
    return f"{words} ({rules})"


def refusal(game: Scene, kind: str, name: str | None = None) -> str:
    """Name of the reason against an action, such as ``"NO_COUNTER"``; ``"LEGAL"`` for none."""
    why = game.engine.reason(game.states, 0, game.tables.record, game.scratch, action(game, kind, name))
    return REASONS[why][0]


def said(game: Scene, event: type, **fields: int) -> bool:
    """Whether such an event has happened since the scene began."""
    return any(
        isinstance(one, event) and all(getattr(one, name) == value for name, value in fields.items())
        for one in game.events
    )


def group(game: Scene, side: str, area: str, place: int | str) -> str:
    """What a battlegroup, or the ``"pool"``, is made of: ``"2 PA b, armour"``; empty if there is none."""
    s, code, a = game.s, SIDE_NAMES.index(side), area_code(game, area)
    if place == "pool":
        units = s["pool_unit"][code, a][: s["pool_units"][code, a]]
        ap = s["pool_armour"][code, a], s["pool_artillery"][code, a]
    else:
        b = CITY if place == "city" else int(place)
        units = s["bg_unit"][code, a, b][: s["bg_units"][code, a, b]]
        ap = s["bg_armour"][code, a, b], s["bg_artillery"][code, a, b]
    return describe(units, ap)


def in_hand(game: Scene, hand: int = HAND) -> str:
    """What the battlegroup in hand is made of."""
    s = game.s
    ap = s["hold_armour"][hand], s["hold_artillery"][hand]
    return describe(s["hold_unit"][hand][: s["hold_units"][hand]], ap)


def describe(units, ap) -> str:
    """Units and AP as a scene writes them."""
    names = [unit_name(int(c)) for c in units]
    names += [name for name, n in zip(_AP, ap, strict=True) for _ in range(int(n))]
    counted = {name: names.count(name) for name in names}
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in counted.items())


def groups(game: Scene, side: str, area: str) -> dict[str, str]:
    """All groups of a side in an area: ``{"city": "PA b", "1": "2 PA b", "pool": "PA b"}``."""
    places = ["pool"] if area == "morocco" else ["pool", *_names(game, "BG")]
    found = {place: group(game, side, area, place) for place in places}
    return {place: what for place, what in found.items() if what}


def value(game: Scene, field: str):
    """A field of the state as plain numbers."""
    return np.asarray(game.s[field]).tolist()
