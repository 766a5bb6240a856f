"""A position in a player's terms: pieces by name, hexes by printed code; read from ``Game.to_dict``.

The defaults of keys that ``to_dict`` omits are documented in ``ctv_env/games/ctv/serialization/position.py``.
"""

import copy
import dataclasses

from naive.board import FACTORY, SIDES, START_CONTROL
from naive.counters import CHARTS, COUNTERS, DSG_LEVELS, Counter

ROLLED_FOR = ("AIR_COMBAT_DIE", "ATTRITION_DIE")
BEFORE_NAMED = ("MOVE", "MOVE_TO", "TARGET", "ATTACKERS")
ADVANCING = ("ADVANCE", "ADVANCE_TO")
BEFORE_FACTORY = ("WEATHER", "OFFENSIVE", "OFFENSIVE_SUCCESS", "WITHDRAWAL", "NEW_COLUMN", "NAT_MOVEMENT",
                  "NAT_COMBAT", "BASQUE", "BREAKDOWNS")  # fmt: skip


@dataclasses.dataclass
class Piece:
    """A piece in play; ``hex`` is None unless it is on the map."""

    name: str
    side: str
    counter: Counter
    place: str  # "map", or a word such as "eliminated"
    hex: str | None
    steps: int
    dsg: int
    supplied: bool
    attacked: bool
    lost: int
    advanced: int
    start: str | None  # where an attacker attacked from
    role: str
    used: bool
    moved: bool
    mp: float | None
    began_zoc: bool | None
    back: int

    @property
    def attack(self) -> int:
        """Printed attack factor on the visible side of the counter."""
        return self.counter.attack[len(self.counter.attack) - self.steps]

    @property
    def defence(self) -> int:
        """Printed defence factor on the visible side of the counter."""
        return self.counter.defence[len(self.counter.defence) - self.steps]


@dataclasses.dataclass
class Position:
    """Everything that the rules depend on."""

    options: dict
    stage: str
    node: str
    turn: int
    phasing: str
    to_move: str | None
    weather: str
    morale: int
    factory: bool
    factory_due: bool  # the die of 14.2 is to come on this turn, by the English edition
    pieces: dict[str, Piece]
    control: dict[str, str]
    piece: str | None
    target: str | None
    retreat_hex: str | None
    judged_hex: str | None
    morale_result: str
    morale_step: int
    owed: dict
    result_def: int | str
    hits: list[int]
    won_counted: bool
    cursor: str | int | None
    reserve: list[int]

    def copy(self) -> "Position":
        """Return a copy whose pieces and control may be changed."""
        pieces = {name: copy.copy(piece) for name, piece in self.pieces.items()}
        lists = {"control": dict(self.control), "owed": dict(self.owed), "hits": list(self.hits)}
        return dataclasses.replace(self, pieces=pieces, **lists)

    def on_map(self, side: str | None = None) -> list[Piece]:
        """Pieces on the map, in counter order."""
        return [p for p in self.pieces.values() if p.hex and side in (None, p.side)]

    def units(self, side: str) -> list[Piece]:
        """Ground units of a side on the map."""
        return [p for p in self.on_map(side) if p.counter.is_ground]

    def units_at(self, code: str, side: str | None = None) -> list[Piece]:
        """Ground units in a hex."""
        return [p for p in self.on_map(side) if p.hex == code and p.counter.is_ground]

    def columns(self, side: str | None = None) -> list[Piece]:
        """Supply columns on the map."""
        return [p for p in self.on_map(side) if p.counter.kind == "supply_column"]

    def held(self, side: str) -> set[str]:
        """Hexes with a ground unit of a side."""
        return {p.hex for p in self.units(side)}

    def has_trench(self, code: str) -> bool:
        """Whether a trench is dug in a hex (10.7)."""
        return any(p.counter.kind == "trench" and p.hex == code for p in self.on_map())

    def attackers(self) -> list[Piece]:
        """Attackers of this combat still on the map."""
        return [p for p in self.on_map(self.phasing) if p.role == "attacks"]

    def supporters(self, side: str) -> list[Piece]:
        """HQs, air units and columns of a side that support this combat."""
        return [p for p in self.pieces.values() if p.role == "supports" and p.side == side]

    def turn_is_at_stake(self) -> bool:
        """Whether a turn that begins like this has a die for the factory: English edition, from turn 4 on (14.2)."""
        return self.options["edition"] == "en" and self.reinosa_is_at_stake()

    def reinosa_is_at_stake(self) -> bool:
        """Whether the factory stands in a Republican Reinosa, from turn 4 on (14.2)."""
        late = self.turn >= int(CHARTS["factory"]["first_turn"])
        return late and self.factory and self.control.get(FACTORY) == "republican"

    @property
    def defending(self) -> str:
        """The non-phasing side."""
        return enemy(self.phasing)


def enemy(side: str) -> str:
    """The other side."""
    return SIDES[1 - SIDES.index(side)]


def written(game) -> dict:
    """Return ``to_dict`` of a game, with the values added that it omits because the sequence of play implies them."""
    data = game.to_dict()
    held = int(game.record["piece"])  # to_dict omits the next piece of the set-up
    data["piece"] = game.tables.piece_names[held] if held >= 0 else None
    if game.node in ROLLED_FOR:  # and the air unit that rolls first
        data["cursor"] = game.tables.piece_names[int(game.record["cursor"])]
    return data


def read_position(data: dict) -> Position:
    """Return the position of a dictionary."""
    node = data["node"]
    pieces = {}
    for name, counter in COUNTERS.items():
        entry = data["pieces"].get(name, "waiting")
        pieces[name] = _piece(counter, entry if isinstance(entry, dict) else {"at": entry}, node)
    control = START_CONTROL | {p.hex: p.side for p in pieces.values() if p.hex and p.counter.is_ground}
    control |= {code: side for side in SIDES for code in data.get("control", {}).get(side, ())}
    position = Position(
        data["options"],
        data["stage"],
        node,
        data["turn"],
        data["phasing"],
        data["to_move"],
        data["weather"],
        data["morale"],
        data.get("factory", True),
        False,
        pieces,
        control,
        data.get("piece"),
        data.get("target"),
        data.get("retreat_hex"),
        data.get("judged_hex"),
        data.get("morale_result", "hold"),
        data.get("morale_step", 0),
        {key: data.get(f"owed_{key}", 0) for key in ("infantry", "air", "battalions", "att", "def")},
        data.get("result_def", 0),
        list(data.get("hits", (0, 0))),
        data.get("won_counted", False),
        data.get("cursor"),
        data.get("reserve", []),
    )
    position.factory_due = data.get("factory_due", position.stage in BEFORE_FACTORY and position.turn_is_at_stake())
    return position


def _piece(counter: Counter, entry: dict, node: str) -> Piece:
    at = entry["at"]
    code = at if at.isdigit() else None
    role = entry.get("role", "none")
    attacks = bool(code) and role == "attacks"
    return Piece(
        counter.name,
        counter.side,
        counter,
        "map" if code else at,
        code,
        entry.get("steps", len(counter.defence) if code else 0),
        DSG_LEVELS.index(entry.get("dsg", "none")),
        entry.get("supplied", bool(code) and counter.is_ground),
        entry.get("attacked", bool(code) and role in ("attacks", "fell_back") and node not in BEFORE_NAMED),
        entry.get("lost", 0),
        entry.get("advanced", 0),
        entry.get("from", code if attacks and node not in ADVANCING else None),
        role,
        entry.get("used", bool(code) and counter.is_hq and role == "supports"),
        entry.get("moved", False),
        entry.get("mp"),
        entry.get("began_zoc"),
        entry.get("return", 0),
    )
