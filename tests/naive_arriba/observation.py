"""What a side sees, told again from a position as a game writes it; all is open, only seen from either side.

``observe`` returns the arrays ``areas``, ``groups`` and ``globals`` by channel, in the words of the position, of the
data files and of the rules: it knows nothing of the record of the engine.
"""

import functools
import re
import typing

from naive_arriba.board import read, region_of, regions

from ctv_env.games.arriba.model.codes import PAIRS, Doctrine, Kind, Legion, Node, Power, Purge, Size, Stage, Verb

Written = dict[str, typing.Any]
Channels = dict[str, typing.Any]

SIDES = ("government", "rebel")
MOROCCO = "morocco"
PLACES = ("city", *map(str, range(1, 12)))
AP = ("air", "armour", "artillery")
_ADJECTIVES = {
    **{"Popular Army": Kind.POPULAR_ARMY, "Catalan": Kind.CATALONIA, "Asturian": Kind.ASTURIAS},
    **{kind.name.capitalize(): kind for kind in Kind if kind not in (Kind.POPULAR_ARMY, Kind.CATALONIA)},
    "POUM": Kind.POUM,
}
_SIZES = {size.name.lower().replace("_", "-"): size for size in Size}
_FACTIONS = ("Anarchist", "POUM", "Catalan", "Asturian", "Basque", "Santander")
_LIFTS = ("air_lift", "africa_lift", "sea_lift")
_COASTS = ("none", "atlantic", "cantabrian", "mediterranean")


class Unit(typing.NamedTuple):
    """A unit as positions write it, such as ``"Popular Army one-step division (improved)"``."""

    pair: int
    improved: bool
    disrupted: bool

    @property
    def size(self) -> str:
        return Size(PAIRS[self.pair][1]).name.lower()

    @property
    def cf(self) -> int:
        """Combat factor (2.2.3)."""
        return read("charts.yaml")["sizes"][self.size]["cf"]


@functools.cache
def unit(written: str) -> Unit:
    """Read a unit."""
    match = re.fullmatch(r"(.+?) (brigade|remnant|(?:one|two)-step)(?: division)?(?: \((.+)\))?", written)
    assert match, written
    kind, size, flags = match.groups()
    return Unit(
        PAIRS.index((_ADJECTIVES[kind], _SIZES[size])), "improved" in (flags or ""), "disrupted" in (flags or "")
    )


def areas() -> list[str]:
    """All areas in the order of the map, Morocco last."""
    return [*read("map.yaml")["areas"], MOROCCO]


class Position:
    """A position of JSON: what it leaves out is nothing, 0, or the Government."""

    def __init__(self, written: Written):
        self.written = written

    def one(self, field: str, key: str = "", default: typing.Any = 0) -> typing.Any:
        """A value, or that of one thing."""
        found = self.written.get(field)
        return default if found is None else found.get(key, default) if key else found

    def units_in(self, side: str, area: str, place: str) -> list[Unit]:
        """Units of a battlegroup, or of the ``"pool"``."""
        found = self.one("pool_unit" if place == "pool" else "bg_unit", side, {}).get(area, {})
        listed = found if place == "pool" else found.get(place, [])
        return [unit(one) for one in listed or []]

    def ap_in(self, side: str, area: str, place: str, ap: str) -> int:
        """AP of a battlegroup, or of the pool."""
        found = self.one(f"pool_{ap}" if place == "pool" else f"bg_{ap}", side, {}).get(area, 0)
        return found if place == "pool" else (found or {}).get(place, 0)

    def is_there(self, side: str, area: str, place: str) -> bool:
        """Whether a battlegroup is there, of units or AP."""
        return bool(self.units_in(side, area, place)) or any(self.ap_in(side, area, place, ap) for ap in AP[1:])

    def marks(self, side: str, area: str, place: str) -> list[str]:
        """Marks of a battlegroup (A-120)."""
        return self.one("bg_marks", side, {}).get(area, {}).get(place, [])

    def all_units(self, side: str, area: str) -> list[Unit]:
        """Units of a side in an area, those that wait included."""
        return [one for place in ("pool", *PLACES) for one in self.units_in(side, area, place)]

    def hand(self, hand: str) -> list[Unit]:
        """Units of a battlegroup in hand."""
        return [unit(one) for one in self.one("hold_unit", hand, [])]

    def occupies(self, side: str, area: str) -> bool:
        """Whether units of a side are in the city (2.1, A-04, A-45)."""
        waits = self.one("pool_in_city", side, {}).get(area, False) and self.units_in(side, area, "pool")
        return area != MOROCCO and bool(self.units_in(side, area, "city") or waits)

    def backs(self, power: str, side: str) -> bool:
        """Whether a power supports a side, or intervenes for it (5.3)."""
        box = self.one("power_at", power)
        return box < 0 if side == "government" else box > 0

    def feeds(self, side: str, area: str) -> bool:
        """Whether an area is a friendly place by 11.1 a or b."""
        control = self.one("control", region_of(area))
        return control == side or (control == "contested" and self.occupies(side, area))

    def is_supplied(self, side: str, area: str) -> bool:
        """Whether units but Gobernitos are in supply in an area (11.1, 14.2 e, A-98, A-99)."""
        if area == MOROCCO or self.one("turn") == 1:
            return True
        one = read("map.yaml")["areas"][area]
        if any(self.feeds(side, near) for near in (area, *one["borders"])):
            return True
        return {"france": self.backs("FR", side), "portugal": self.backs("PO", side)}.get(one["frontier"], False)


def pairs(units: list[Unit]) -> list[int]:
    """Number of units of each kind and size."""
    return [sum(one.pair == pair for one in units) for pair in range(len(PAIRS))]


def observe(written: Written, side: str, legal: dict[str, set]) -> dict[str, list[Channels] | Channels]:
    """Return what ``side`` sees.

    Args:
        written: the position.
        legal: names of the actions that it can take now, by segment; none if it does not decide.
    """
    position = Position(written)
    both = (side, SIDES[1 - SIDES.index(side)])
    return {
        "areas": [_area(position, both, area, legal) for area in areas()],
        "groups": _groups(position, both, legal),
        "globals": _globals(position, both),
    }


# -- areas -------------------------------------------------------------------------------------------------------------


def _area(position: Position, both: tuple[str, str], area: str, legal: dict[str, set]) -> Channels:
    own, enemy = ([position.all_units(who, area)] for who in both)
    home = area == MOROCCO
    printed = {"port": "none", "mountain": False, "frontier": "none"} if home else read("map.yaml")["areas"][area]
    control = None if home else position.one("control", region_of(area))
    field = {who: [b for b in PLACES[1:] if position.is_there(who, area, b)] for who in both}
    all_places = {who: [b for b in PLACES if position.is_there(who, area, b)] for who in both}
    capitals = {one.get("capital") for one in read("charts.yaml")["kinds"].values()}

    def each(of: typing.Callable[[str], int]) -> list[int]:
        return [int(of(who)) for who in both]

    def cf(who: str, place: str) -> int:
        return sum(one.cf for one in position.units_in(who, area, place))

    return {
        "own_units": pairs(own[0]),
        "enemy_units": pairs(enemy[0]),
        "improved": each(lambda who: sum(one.improved for one in position.all_units(who, area))),
        "disrupted": each(lambda who: sum(one.disrupted for one in position.all_units(who, area))),
        "armour": each(lambda who: sum(position.ap_in(who, area, b, "armour") for b in ("pool", *PLACES))),
        "artillery": each(lambda who: sum(position.ap_in(who, area, b, "artillery") for b in ("pool", *PLACES))),
        "pool": each(lambda who: len(position.units_in(who, area, "pool"))),
        "city": each(lambda who: cf(who, "city")),
        "at_large": each(lambda who: len(field[who])),
        "strongest": each(lambda who: max((cf(who, b) for b in field[who]), default=0)),
        "unmoved": each(lambda who: sum("moved" not in position.marks(who, area, b) for b in all_places[who])),
        "supplied": each(lambda who: position.is_supplied(who, area)),
        "fort": each(lambda who: position.one("fort", area, None) == who),
        "control": [int(control == who) for who in (*both, "contested")],
        "organised": [int(position.one("organised", area, False))],
        "chosen": [int(position.one("area", default=None) == area)],
        "start": [int(area in (position.one("move_from", default=None), position.one("lift_from", default=None)))],
        "goal": [int(position.one("lift_to", default=None) == area)],
        "battle": [int(position.one("battle_area", default=None) == area)],
        "frozen": [int(position.one("frozen_area", default=None) == area)],
        "legal": [int(area in legal.get("AREA", ()))],
        "coast": [int(printed["port"] == coast) for coast in _COASTS],
        "mountain": [int(printed["mountain"])],
        "frontier": [int(printed["frontier"] == country) for country in ("france", "portugal")],
        "arms": [int(area in read("charts.yaml")["arms_cities"])],
        "capital": [int(area in capitals)],
        "region": [int(not home and region == region_of(area)) for region in regions()],
    }


# -- battlegroups ------------------------------------------------------------------------------------------------------


def _groups(position: Position, both: tuple[str, str], legal: dict[str, set]) -> list[Channels]:
    fight = position.one("battle_area", default=None)
    area = fight or position.one("area", default=None)
    mover = position.one("to_move", default=None)
    rows: list[Channels] = []
    nowhere: Channels = {"in_city": [0], "chosen": [0], "legal": [0]}
    for who in both:
        for place in PLACES:
            if area in (None, MOROCCO) or not position.is_there(who, area, place):
                rows.append({})
                continue
            at = position.one(
                "att_bg" if position.one("attacker", default="government") == who else "def_bg", default=""
            )
            chosen = at == place if fight else position.one("bg", default="") == place and mover == who
            rows.append(
                _group(
                    position.units_in(who, area, place),
                    [position.ap_in(who, area, place, ap) for ap in AP[1:]],
                    position.marks(who, area, place),
                )
                | {
                    "own": [int(who == both[0])],
                    "in_city": [int(place == "city")],
                    "chosen": [int(chosen)],
                    "legal": [int(place in legal.get("BG", ()))],
                }
            )
    for hand in ("hand", "part"):
        units, ap = position.hand(hand), [position.one(f"hold_{ap}", hand) for ap in AP[1:]]
        held = _group(units, ap, position.one("hold_marks", hand, []))
        rows.append(held | {"own": [int(mover == both[0] and bool(units or any(ap)))]} | nowhere)
    return rows


def _group(units: list[Unit], ap: list[int], marks: list[str]) -> Channels:
    return {
        "units": pairs(units),
        "improved": [sum(one.improved for one in units)],
        "disrupted": [sum(one.disrupted for one in units)],
        "armour": [ap[0]],
        "artillery": [ap[1]],
        "was_attacked": [int("attacked" in marks)],
        "attacked": [int("attacker" in marks)],
        "moved": [int("moved" in marks)],
    }


# -- the whole position ------------------------------------------------------------------------------------------------


def _globals(position: Position, both: tuple[str, str]) -> Channels:
    one = position.one

    def sides(field: str, zero: int = 0) -> list[int]:
        return [one(field, who) + zero for who in both]

    def flags(chosen: typing.Any, names: typing.Iterable[typing.Any]) -> list[int]:
        return [int(chosen is not None and chosen == name) for name in names]

    def set_of(field: str, names: typing.Iterable[str]) -> list[int]:
        return [int(one(field, name)) for name in names]

    def codes(field: str, names: typing.Iterable[str], words: typing.Any, first: str) -> list[int]:
        return [int(words[one(field, name, first).upper()]) for name in names]

    powers, kinds = list(Power.__members__), [kind.name.lower() for kind in Kind]
    sign = -1 if both[0] == "government" else 1
    named = unit(chosen) if (chosen := one("unit", default=None)) else None
    doctrine = [member.name.lower() for member in Doctrine]
    events = [f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7)]
    verb, command, event = one("verb", default=None), one("command_left", default=None), one("event", default=None)
    fights = one("battle_area", default=None) is not None
    attacker = one("attacker", default="government")
    return {
        "side": flags(both[0], SIDES),
        "decides": [int(one("to_move", default=None) == both[0])],
        "node": flags(one("node"), Node.__members__),
        "stage": flags(one("stage"), Stage.__members__),
        "turn": [one("turn")],
        "phasing": [int(one("phasing") == both[0])],
        "first": [int(one(field, default="government") == both[0]) for field in ("phase_first", "first_player")],
        "support": sides("ps"),
        "equipment": [min(one("ep", who) + one("replacement_ep", who), 255) for who in both],
        "lost_cf": [min(n, 255) for n in sides("lost_cf")],
        "lost_before": [min(n, 255) for n in sides("lost_cf_before")],
        "gathered": sides("sum_ps", 128),
        "air_ready": sides("air_ready"),
        "air_used": sides("air_used"),
        "own_ap_free": [one("ap_free", both[0], {}).get(ap, 0) for ap in AP],
        "enemy_ap_free": [one("ap_free", both[1], {}).get(ap, 0) for ap in AP],
        "counters_free": _counters_free(position),
        "markers_free": [_markers_free(position), _forts_free(position)],
        "power_at": [3 + sign * one("power_at", power) for power in powers],
        "power_before": [3 + sign * one("power_before", power) for power in powers],
        "tried": set_of("tried", powers),
        "legion": codes("legion", powers, Legion, "to_come"),
        "purged": codes("purged", _FACTIONS, Purge, "none"),
        "served": set_of("served", _FACTIONS),
        "could_serve": set_of("could_serve", _FACTIONS),
        "event_done": set_of("event_done", events),
        "lift_factor": sides("lift_factor"),
        "lifts_used": set_of("lifts_used", _LIFTS),
        "ap_closed": set_of("ap_closed", AP),
        "ap_due": set_of("ap_due", AP),
        "kind_ep": set_of("kind_ep", kinds),
        "control": [int(one("control", region) == who) for who in both for region in regions()],
        "control_before": [
            int(one("control_before", region, "government") == who) for who in both for region in regions()
        ],
        "hold": [len(position.hand(hand)) for hand in ("hand", "part")],
        "event": [0 if event is None else 1 + events.index(event)],
        "effect": [one("effect")],
        "tens": [one("tens")],
        "dice_left": [one("dice_left")],
        "dice_sum": [one("dice_sum") + 128],
        "price": [one("price")],
        "foreign_ep": [one("foreign_ep")],
        "power": flags(one("power", default=None), powers),
        "bought": [one("bought")],
        "boxes": [one("boxes") + 3],
        "faction": flags(one("faction", default=None), _FACTIONS),
        "verb": [0 if verb is None else 1 + Verb[verb.upper()]],
        "unit": [int(named is not None and named.pair == pair) for pair in range(len(PAIRS))],
        "unit_flags": [int(named.improved), int(named.disrupted)] if named else [0, 0],
        "ap": flags(one("ap", default=None), AP),
        "lift_ap": [one("lift_armour"), one("lift_artillery")],
        "attacker": [int(fights and attacker == who) for who in both],
        "second_attack": [int(one("second_attack"))],
        "was_in_city": [int(one("def_was_in_city"))],
        "offensive": [int(one("offensive"))],
        "battle_ap": [one("air_att"), one("armour_att"), one("air_def")],
        "column": [min(max(one("column") + 20, 0), 40)],
        "drm": [min(max(one("drm") + 20, 0), 40)],
        "results": [one("result_att"), one("result_def")],
        "required": [int(one("required_cadre")), int(one("required_armour"))],
        "best_cadre": [one("best_cadre") + 4],
        "owed": [one("owed_att"), one("owed_def")],
        "gone": [one("gone_att"), one("gone_def")],
        "guerrillas": [int(one("guerrilla_used"))],
        "command_left": [0 if command is None else command + 1],
        "own_doctrine": [one("doctrine", both[0], {}).get(column, 0) for column in doctrine],
        "enemy_doctrine": [one("doctrine", both[1], {}).get(column, 0) for column in doctrine],
        "doctrine_until": sides("doctrine_until"),
        "cursor": [one("cursor")],
        "die": [one("die")],
    }


def _everybody(position: Position) -> list[Unit]:
    """All units on the map, in pools and in hand."""
    found = [one for who in SIDES for area in areas() for one in position.all_units(who, area)]
    return found + position.hand("hand") + position.hand("part")


def _counters_free(position: Position) -> list[int]:
    """Counters off the map; a remnant is the back of a two-step division (A-46)."""
    backs = {
        PAIRS.index((kind, Size.REMNANT)): PAIRS.index((kind, Size.TWO_STEP))
        for kind, size in PAIRS
        if size == Size.REMNANT
    }
    taken = [backs.get(one.pair, one.pair) for one in _everybody(position)]
    kinds = read("charts.yaml")["kinds"]
    printed = [kinds[Kind(kind).name.lower()].get(Size(size).name.lower(), 0) for kind, size in PAIRS]
    return [n - taken.count(pair) for pair, n in enumerate(printed)]


def _markers_free(position: Position) -> int:
    return read("charts.yaml")["improved"] - sum(one.improved for one in _everybody(position))


def _forts_free(position: Position) -> int:
    return read("charts.yaml")["forts"] - len(position.one("fort", default={}))
