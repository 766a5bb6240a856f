"""What a side sees, told again from a position as a game writes it and what is hidden (15.5, T-78, T-106, T-107).

``observe`` returns the arrays ``hexes``, ``pieces`` and ``general`` by channel, in the words of the position and of the
data files: it knows nothing of the record of the engine.
"""

import functools
import itertools
import typing

from naive_tscw.board import around, counters, has_rail, hexes, lines, neighbours, on_board, read, river
from naive_tscw.position import Position, Unit, scenario
from naive_tscw.supply import zone

from ctv_env.games.tscw.model.codes import Node, Stage, Where

Written = dict[str, typing.Any]
Channels = dict[str, typing.Any]

SIDES = ("nationalist", "republican")
LETTER = {"nationalist": "N", "republican": "R"}
_TERRAIN = ("clear", "rough", "mountain", "marsh")
_COASTS = ("Cantabrian", "Atlantic", "Mediterranean")
_REGIONS = ("Asturias", "Santander", "Euskadi")
_SIZES = ("column", "battalion", "regiment", "brigade", "division", "hq", "none")
_KINDS = ("infantry", "mountain", "cavalry", "armor", "motorized", "aa", "train", "hq", "air", "naval")
_RIVERS = ("", "minor", "major")
_SUPPLY = ("full", "town", "out")
_PURSES = ("NAT", "ITA", "REP", "NOR")
_LINES = ("inactive", "active", "neutralised")
_MODES = ("regular", "march", "advancing", "pursuing")
_CHITS = [str(chit) for chit in range(1, 42)]
_OPTIONS = 4


class Seen:
    """A position of JSON, what it leaves out being nothing, and what one side knows of it."""

    def __init__(self, written: Written, side: str):
        self.written, self.side, self.enemy = written, side, SIDES[1 - SIDES.index(side)]
        self.options, self.board = written["options"], written["scenario"]
        used = scenario(self.board)["units"]
        printed = read("units.yaml")
        self.pieces = {name: who for who in SIDES for name in printed[who] if name in used[who]}
        self.entries = {name: used[who][name] for name, who in self.pieces.items()}
        self.stacks: dict[str, list[str]] = {}
        for name in self.pieces:
            if code := self.code(name):
                self.stacks.setdefault(code, []).append(name)

    def one(self, field: str, key: str = "", default: typing.Any = 0) -> typing.Any:
        """A value, or that of one thing."""
        found = self.written.get(field)
        return default if found is None else found.get(key, default) if key else found

    def code(self, name: str) -> str:
        """Hex of a piece, "" for none."""
        return self.one("piece_cell", name, "")

    def counter(self, name: str) -> dict:
        """The side of the counter that shows (7.5)."""
        printed = counters()[name]
        return counters()[printed["to"]] if self.one("face", name, False) else printed

    def factor(self, name: str, kind: str) -> int:
        """Attack or defence factor with the steps left: full strength comes first."""
        printed, steps = self.counter(name).get(kind, []), self.one("strength", name)
        return printed[len(printed) - steps] if 0 < steps <= len(printed) else 0

    def is_hq(self, name: str) -> bool:
        return counters()[name]["type"] == "hq"

    def knows(self, name: str) -> bool:
        """Whether the side knows where a piece is (15.5, T-106, T-177, T-181)."""
        support = counters()[name]["type"] in ("air", "naval")
        if not self.options["fog"] or self.pieces[name] == self.side or support:
            return True
        if "attacks" in self.one("role", name, []) or self.one("hq", self.enemy, "") == name:
            return True
        code = self.code(name)
        return code in ("", self.one("target", default="")) or self.top(code) == name

    def top(self, code: str) -> str:
        """The unit of a stack that everybody sees: combat units before HQs (T-106)."""
        return min(self.stacks[code], key=self.is_hq)

    def knows_hand(self, chit: str) -> bool:
        """Whether the side knows how many copies of a chit are held (T-107)."""
        own = read("events.yaml")["chits"][chit]["side"] == LETTER[self.side]
        return self.options["chits"] == "open" or own

    def knows_flight(self, name: str) -> bool:
        """Whether the side knows if an air unit is committed (T-78): until it has answered, not the enemy's."""
        answers = self.one("node") == "AIR_DEF" and self.one("phasing") != self.side
        return self.options["air"] != "simultaneous" or not answers or self.pieces[name] == self.side

    def position(self) -> Position:
        """Ground units and control, for zones and forts."""
        units = {}
        for code, names in self.stacks.items():
            for name in names:
                shown = counters()[name]["to"] if self.one("face", name, False) else name
                supply, landed = self.one("supply", name, "full"), self.one("landed", name, "none") != "none"
                units[shown] = Unit(shown, code, self.one("strength", name), supply, False, landed, True)
        line = {name: self.line(name) for name in lines()}
        return Position(self.board, units, {}, line, set(self.one("destroyed_rows", default=[])))

    def line(self, name: str) -> str:
        """State of a fortified line (15.14)."""
        return self.one("line", read("charts.yaml")["lines"][name]["name"], "inactive")


def cells(board: str) -> list[str]:
    """All hexes of a board, sea and foreign land too, from the south-west."""
    edge = scenario(board)["board"]
    rows, columns = (
        range(edge["row"], edge["row"] + edge["rows"]),
        range(edge["column"], edge["column"] + edge["columns"]),
    )
    return [f"{row:02d}{column:02d}" for row, column in itertools.product(rows, columns)]


def observe(written: Written, side: str, legal: dict[str, set]) -> dict[str, list[Channels] | Channels]:
    """Return what ``side`` sees.

    Args:
        written: the position.
        legal: names of the actions that it can take now, by segment; none if it does not decide.
    """
    seen = Seen(written, side)
    position, board = seen.position(), cells(seen.board)
    zones = [zone(position, LETTER[who]) for who in (seen.side, seen.enemy)]
    forts = {code for one in lines().values() for code in one["hexes"] if code in board and position.is_fort(code)}
    return {
        "hexes": [_hex(seen, code, zones, forts, legal) | _printed(seen.board, code) for code in board],
        "pieces": [_piece(seen, name, legal) for name in seen.pieces],
        "general": _general(seen, legal),
    }


# -- hexes -------------------------------------------------------------------------------------------------------------


def _hex(seen: Seen, code: str, zones: list[dict[str, str]], forts: set[str], legal: dict[str, set]) -> Channels:
    stack = seen.stacks.get(code, [])
    known = [
        [name for name in stack if seen.pieces[name] == who and seen.knows(name)] for who in (seen.side, seen.enemy)
    ]
    fighters = [[name for name in names if not seen.is_hq(name)] for names in known]
    piece = seen.one("piece", default="")
    mine = piece if seen.pieces.get(piece) == seen.side else ""

    def total(kind: str) -> list[int]:
        return [min(sum(seen.factor(name, kind) for name in names), 255) for names in fighters]

    def in_zone(kinds: tuple[str, ...]) -> list[int]:
        shown = [one.get(code) in kinds for one in zones]
        return [int(shown[0]), int(shown[1] and not seen.options["fog"])]

    return {
        "control": [int(code in seen.one("control_rows", who, ())) for who in (seen.side, seen.enemy)],
        "units": [len(names) for names in fighters],
        "divisions": [sum(seen.counter(name)["size"] == "division" for name in names) for names in fighters],
        "hqs": [int(len(names) > len(fighters[k])) for k, names in enumerate(known)],
        "attack": total("attack"),
        "defence": total("defence"),
        "more": [int(any(not seen.knows(name) for name in stack))],
        "full_zoc": in_zone(("full",)),
        "zoc": in_zone(("full", "limited")),
        "attacked": [int(code in seen.one("attacked_rows", default=()))],
        "target": [int(code == seen.one("target"))],
        "attackers": [int(code in seen.one("battle_rows", default=()))],
        "chosen": [int(code == seen.one("cell")), int(bool(mine) and seen.code(mine) == code)],
        "fort": [int(code in forts)],
        "slots": [seen.one("slots", code)],
        "legal": [int(code in legal.get("HEX", ()))],
    }


@functools.cache
def _printed(board: str, code: str) -> Channels:
    """What the map shows."""
    morale = [20 + read("charts.yaml")["morale"].get(code, 0)]
    land = code in on_board(board)
    one = hexes()[code] if land else {}
    near = [other if other in neighbours(board, code) else "" for other in around(code)] if land else []
    return {
        "land": [int(land)],
        "terrain": [int(one.get("terrain") == terrain) for terrain in _TERRAIN],
        "place": [int(one.get("place") == place) for place in ("town", "city")],
        "port": [int(one.get("port", False))],
        "coast": [int(one.get("coast") == coast) for coast in _COASTS],
        "capital": [int(one.get("capital", False))],
        "region": [int(one.get("region") == region) for region in _REGIONS],
        "river": [_RIVERS.index(river(code, other) if other else "") for other in near] or [0] * 6,
        "rail": [int(bool(other) and has_rail(code, other)) for other in near] or [0] * 6,
        "open": [int(bool(other)) for other in near] or [0] * 6,
        "morale": morale,
    }


# -- pieces ------------------------------------------------------------------------------------------------------------


def _piece(seen: Seen, name: str, legal: dict[str, set]) -> Channels:
    where = seen.one("where", name, "later").upper()
    told: Channels = {
        "own": [int(seen.pieces[name] == seen.side)],
        "known": [int(seen.knows(name))],
        "where": [int(where == word) for word in Where.__members__],
        "kind": [int(counters()[name]["type"] == kind) for kind in _KINDS],
        "legal": [int(name in legal.get("PIECE", ()))],
    }
    return told | (_face(seen, name, where) | _marks(seen, name) if seen.knows(name) else {})


def _face(seen: Seen, name: str, where: str) -> Channels:
    counter, code, edge = seen.counter(name), seen.code(name), scenario(seen.board)["board"]
    size = {"corps": "hq", "army": "hq", None: "none", "": "none"}.get(counter.get("size"), counter.get("size"))
    entry, leaves, turn = str(seen.entries[name]), counter.get("turn", 0), seen.one("turn")
    comes = int(entry) if entry.isdigit() else turn
    return {
        "row": [int(code[:2]) - edge["row"] if code else 0],
        "column": [int(code[2:]) - edge["column"] if code else 0],
        "strength": [seen.one("strength", name)],
        "attack": [counter.get("factor", 0) if counter["type"] in ("air", "naval") else seen.factor(name, "attack")],
        "defence": [seen.factor(name, "defence")],
        "ma": [counter.get("ma", 0)],
        "size": [int(size == word) for word in _SIZES],
        "entry": [max(0, min(comes - turn, 20)) if where != "ON_MAP" else 0],
        "change": [max(1, min(leaves - turn + 1, 20)) if leaves else 0],
    }


def _marks(seen: Seen, name: str) -> Channels:
    role = seen.one("role", name, [])
    flags = {"used": "used", "reserve": "reserve", "carried": "carried", "moved": "moved", "attacked": "attacked"}
    flags |= {"fought": "fought", "eligible": "eligible", "march": "may_march", "bonus": "bonus"}
    return {channel: [int(seen.one(field, name))] for channel, field in flags.items()} | {
        "supply": [int(seen.one("supply", name, "full") == state) for state in _SUPPLY],
        "landed": [("none", "now", "before").index(seen.one("landed", name, "none"))],
        "attacks": [int("attacks" in role)],
        "pursues": [int("pursues" in role)],
        "flies": [int("flies" in role and seen.knows_flight(name))],
        "chosen": [int(seen.one("piece", default="") == name)],
    }


# -- the whole position ------------------------------------------------------------------------------------------------


def _general(seen: Seen, legal: dict[str, set]) -> Channels:
    one, both = seen.one, (seen.side, seen.enemy)
    left = one("attacks_left", default=None)

    def clipped(field: str, keys: typing.Iterable[str], top: int) -> list[int]:
        return [min(one(field, key), top) for key in keys]

    return {
        "side": [int(seen.side == who) for who in SIDES],
        "decides": [int(one("to_move") == seen.side)],
        "node": [int(one("node") == name) for name in Node.__members__],
        "stage": [int(one("stage") == name) for name in Stage.__members__],
        "turn": [one("turn")],
        "phasing": [int(one("phasing") == seen.side)],
        "morale": [one("rml")],
        "purse": clipped("purse", _PURSES, 60),
        "rp_fall": clipped("rp_fall", _PURSES, 20),
        "rail": clipped("rail", both, 30),
        "sea": clipped("sea", both, 30),
        "cup": [min(one("cup", chit) + (0 if seen.knows_hand(chit) else one("hand", chit)), 4) for chit in _CHITS],
        "hand": [min(one("hand", chit), 4) if seen.knows_hand(chit) else 0 for chit in _CHITS],
        "line": [_LINES.index(seen.line(line)) for line in lines()],
        "mobilized": [int(one("mobilized"))],
        "evacuated": [int(one("evacuated"))],
        "north_rail_only": [int(one("north_rail_only"))],
        "no_air": [int(one("no_air"))],
        "attacks_left": [0 if left is None else left + 1],
        "must_attack": [int(one("must_attack", default=None) is not None)],
        "mode": [_MODES.index(one("mode", default="regular"))],
        "mf_left": [one("mf_left")],
        "stepped": [int(one("stepped"))],
        "named": [min(one("n_named"), 10)],
        "artillery": clipped("artillery", both, 2),
        "naval": clipped("naval", both, 3),
        "column": [one("column")],
        "drm": [128 + one("drm")],
        "loss": [one("loss_att"), one("loss_def")],
        "surplus": [one("surplus")],
        "done": [int("DONE" in legal)],
        "option": [int(option in legal.get("OPTION", ())) for option in range(_OPTIONS)],
        "chit": [int(chit in legal.get("CHIT", ())) for chit in _CHITS],
    }
