"""Every observation of a side, channel by channel, from what it sees of a written position (``sight.py``).

Numbers are those of uint8, as ``model/channels.py`` describes each channel.  Of the engine only the vocabulary is used:
names and codes.  What is legal is taken from the mask, and ``advice``, which holds opinions, is left out.
"""

import functools
import math
from collections.abc import Callable, Iterable

from naive import combat, turn
from naive.board import (
    CITY_SOURCES,
    COLUMNS,
    EDGE_SOURCES,
    FACTORY,
    OBJECTIVES,
    ROWS,
    TERRAIN,
    VICTORY,
    beside,
    is_river,
    is_road,
    neighbours,
    read,
    within,
)
from naive.board import TURNS as CAMPAIGN_TURNS
from naive.counters import CHARTS, DSG_LEVELS
from naive.movement import points_left
from naive.position import Piece, Position, enemy
from naive.sight import Sight, now
from naive.stacking import limit, weight
from naive.supply import Lines
from naive.zoc import zone, zone_of

from ctv_env.games.ctv.model.codes import Kind, Nationality, Node, Place

MOST = 160  # eighths of a stack
MIDDLE = 127  # zero of a signed channel
CODES = [f"{row:02}{column:02}" for row in ROWS for column in COLUMNS]
CELL = {code: k for k, code in enumerate(CODES)}
MORALE = ("hold", "retreat", "flight", "collapse")
POINTS = {kind: int(n) for kind, n in CHARTS["bombardment"]["points"].items()}
HQ_RANGE = int(CHARTS["bombardment"]["hq_range"])

Plane = dict[str, int]
"""Numbers by hex; others are 0."""


# -- the map -----------------------------------------------------------------------------------------------------------


def row_of(code: str) -> int:
    """Row from 1, as written of pieces."""
    return int(code[:2]) - ROWS[0] + 1


def column_of(code: str) -> int:
    """Column from 1."""
    return int(code[2:]) - COLUMNS[0] + 1


@functools.cache
def towards(code: str) -> tuple[str | None, ...]:
    """The hexes of the board to the NW, NE, W, E, SW and SE (ruling R-01)."""
    row, column, shift = int(code[:2]), int(code[2:]), int(code[:2]) % 2
    west, east = column - 1 + shift, column + shift
    found = ((row - 1, west), (row - 1, east), (row, column - 1), (row, column + 1), (row + 1, west), (row + 1, east))
    return tuple(f"{r:02}{c:02}" if r in ROWS and c in COLUMNS else None for r, c in found)


@functools.cache
def distance(a: str, b: str) -> int:
    """Steps between two hexes, over any terrain (ruling R-02)."""

    def axes(code: str) -> tuple[int, int]:
        row = int(code[:2])
        return int(code[2:]) - (row - row % 2) // 2, row

    (qa, ra), (qb, rb) = axes(a), axes(b)
    q, r = qa - qb, ra - rb
    return max(abs(q), abs(r), abs(q + r))


def times_terrain(strength: int, code: str) -> int:
    """A defence in eighths, in the terrain of its hex, within the channel."""
    halves = int(2 * float(CHARTS["terrain"][TERRAIN[code]]["defence"]))
    return min(min(strength, MOST) * halves // 2, MOST)


# -- numbers -----------------------------------------------------------------------------------------------------------


def share(value: int, whole: int) -> int:
    """A share of a whole, in 255ths, rounded to the nearest."""
    return min((2 * 255 * value + whole) // (2 * whole), 255) if whole > 0 and value > 0 else 0


@functools.cache
def logarithm(strength: int) -> int:
    """log2 of a strength in eighths, of which 4 are the length of a signed channel."""
    return round(MIDDLE / 4 * math.log2(max(min(strength, 2047), 1)))


def log_odds(attack: int, defence: int) -> int:
    """Odds in a signed channel: even without an attack; nobody defends with less than half a factor."""
    if attack <= 0:
        return MIDDLE
    return MIDDLE + min(max(logarithm(attack) - logarithm(max(defence, 4)), -MIDDLE), MIDDLE)


def total(numbers: Iterable[int], most: int) -> int:
    return min(sum(numbers), most)


def by_hex(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.hex:
            found.setdefault(piece.hex, []).append(piece)
    return found


def can_attack(unit: Piece) -> bool:
    """Whether a unit may still attack in this segment (10.1)."""
    return unit.attack > 0 and not unit.attacked


def worth(position: Position, code: str) -> int:
    """Victory points of a hex (14.1, 14.2)."""
    return 0 if code == FACTORY and not position.factory else OBJECTIVES.get(code, 0)


def moves(position: Position, piece: Piece) -> int:
    """Half movement points left; only the phasing side has any, in its movement (8.1)."""
    moving = position.node in ("MOVE", "MOVE_TO") and piece.side == position.phasing
    if not piece.hex or not piece.counter.mp:
        return 0
    return int(2 * points_left(position, piece)) if moving or piece.mp is not None else 0


def committed(position: Position, side: str) -> int:
    """Bombardment points committed (9.4.2)."""
    return sum(POINTS[p.counter.kind] for p in position.supporters(side))


class Stacks:
    """Strengths by hex, in eighths: ``mine`` and ``theirs`` are (attack, defence with terrain)."""

    def __init__(self, sight: Sight):
        own = by_hex(p for p in sight.own if p.counter.is_ground)
        self.mine = {
            code: (
                total((now(u, u.attack) for u in units if can_attack(u)), MOST),
                times_terrain(sum(now(u, u.defence) for u in units), code),
            )
            for code, units in own.items()
        }
        self.theirs = {}
        for code, pieces in by_hex(p for p in sight.foes if p.counter.kind != "trench").items():
            attacks, defences = zip(*map(sight.strengths, pieces), strict=True)
            self.theirs[code] = total(attacks, MOST), times_terrain(sum(defences), code)
        self.their_units = set(by_hex(p for p in sight.foes if p.counter.is_ground))

    def around(self, stacks: dict, code: str) -> int:
        """Sum of the attack strengths next to a hex."""
        return sum(stacks[b][0] for b in neighbours(code) if b in stacks)

    def odds(self) -> Plane:
        """Odds at own units, from the defender's view, and at enemy units."""
        found = {code: 2 * MIDDLE - log_odds(self.around(self.theirs, code), self.mine[code][1]) for code in self.mine}
        for code in self.their_units:
            found[code] = log_odds(self.around(self.mine, code), self.theirs[code][1])
        return found


# -- planes ------------------------------------------------------------------------------------------------------------


def planes(sight: Sight, legal: set[str]) -> dict[str, Plane | tuple[Plane, ...]]:
    """The channels of ``planes``; a tuple for each direction of a group."""
    return _printed(sight) | _state(sight) | _own(sight) | _foe(sight) | _choice(sight, legal)


def _printed(sight: Sight) -> dict:
    land = list(TERRAIN)
    rivers = sight.position.options["rivers"]
    sides = [{code: ahead for code in land if (ahead := towards(code)[d]) in neighbours(code)} for d in range(6)]
    found = {
        "off_map": {code: 1 for code in CODES if code not in TERRAIN},
        "odd_row": {code: int(code[:2]) % 2 for code in CODES},
        "open_side": tuple(dict.fromkeys(side, 1) for side in sides),
        "road": tuple({a: 1 for a, b in side.items() if is_road(a, b)} for side in sides),
        "river": {code: sum(is_river(code, b) for b in beside(code) if b in TERRAIN) for code in land}
        if rivers
        else {},
    }
    for terrain in ("clear", "city", "hill", "mountain"):
        found[terrain] = {code: 1 for code in land if TERRAIN[code] == terrain}
    return found


def _state(sight: Sight) -> dict:
    position = sight.position
    found = {"vp": {code: worth(position, code) for code in OBJECTIVES}}
    for whose, side in (("own", sight.side), ("enemy", sight.foe)):
        held = {code for code, holder in position.control.items() if holder == side}
        cities = held & CITY_SOURCES if side == "republican" else set()
        found[f"{whose}_control"] = dict.fromkeys(held, 1)
        found[f"{whose}_source"] = dict.fromkeys(EDGE_SOURCES[side] | cities, 1)
    mine = dict.fromkeys(CODES, 8)
    for code in found["own_control"]:
        mine[code] = min(max(8 + limit(code) - weight(position.units_at(code)), 0), 16)
    return found | {"own_room": mine, "trench": {p.hex: 1 for p in position.on_map() if p.counter.kind == "trench"}}


def reach(hqs: Iterable[Piece]) -> Plane:
    """Hexes in range of HQs that can still bombard (9.2, 6.3.1)."""
    ready = [hq.hex for hq in hqs if hq.counter.is_hq and hq.hex and hq.supplied and not hq.used]
    return dict.fromkeys(set().union(*(within(code, HQ_RANGE) for code in ready)), 1)


def _own(sight: Sight) -> dict:
    position, stacks = sight.position, Stacks(sight)
    units = by_hex(p for p in sight.own if p.counter.is_ground)
    everybody = by_hex(p for p in sight.own if p.counter.kind != "trench")
    zones = [zone_of(unit) for unit in position.units(sight.side)]
    return {
        "own_units": {code: min(len(here), 6) for code, here in units.items()},
        "own_hq": {code: 1 for code, here in units.items() if any(u.counter.is_hq for u in here)},
        "own_column": {p.hex: 1 for p in position.columns(sight.side)},
        "own_attack": {code: attack for code, (attack, _) in stacks.mine.items()},
        "own_defence": {code: defence for code, (_, defence) in stacks.mine.items()},
        "own_steps": {code: total((u.steps for u in here), 12) for code, here in units.items()},
        "own_dsg": {code: max(u.dsg for u in here) for code, here in units.items()},
        "own_unsupplied": {code: total((not u.supplied for u in here), 6) for code, here in units.items()},
        "own_mp": {code: min(max(moves(position, p) for p in here), 16) for code, here in everybody.items()},
        "own_zoc": {code: total((code in one for one in zones), 6) for code in set().union(*zones)},
        "own_net": dict.fromkeys(Lines(position, sight.side).net, 1),
        "own_hq_reach": reach(sight.own),
    }


def _foe(sight: Sight) -> dict:
    position, stacks = sight.position, Stacks(sight)
    pieces = by_hex(p for p in sight.foes if p.counter.kind != "trench")
    known = {code: [p for p in here if sight.knows(p)] for code, here in pieces.items()}
    units = {code: [p for p in here if p.counter.is_ground] for code, here in known.items()}
    found = {
        "enemy_pieces": {code: min(len(here), 6) for code, here in pieces.items()},
        "enemy_seen": {code: min(len(here), 6) for code, here in known.items()},
        "enemy_attack": {code: attack for code, (attack, _) in stacks.theirs.items()},
        "enemy_defence": {code: defence for code, (_, defence) in stacks.theirs.items()},
        "enemy_steps": {code: total((u.steps for u in here), 12) for code, here in units.items()},
        "enemy_dsg": {code: max((u.dsg for u in here), default=0) for code, here in units.items()},
        "enemy_unsupplied": {code: total((not u.supplied for u in here), 6) for code, here in units.items()},
        "enemy_zoc": dict.fromkeys(zone(position, sight.foe), 1),
        "enemy_hq_reach": reach(p for p in sight.foes if sight.knows(p)),
        "odds": dict.fromkeys(CODES, MIDDLE) | stacks.odds(),
    }
    return found | _memories(sight)


def _memories(sight: Sight) -> dict:
    attack, defence, fresh = {}, {}, {}
    for unit in sight.hidden:
        code, steps, _ = sight.last(unit)
        if code and unit.counter.is_ground:
            at = len(unit.counter.attack) - steps
            attack[code] = min(attack.get(code, 0) + 8 * unit.counter.attack[at], MOST)
            defence[code] = min(defence.get(code, 0) + 8 * unit.counter.defence[at], MOST)
            fresh[code] = max(fresh.get(code, 0), sight.freshness(unit))
    return {"last_attack": attack, "last_defence": defence, "last_fresh": fresh}


def _choice(sight: Sight, legal: set[str]) -> dict:
    position, chosen = sight.position, sight.chosen()
    roles = [p for p in position.on_map() if sight.knows(p)]
    attackers = by_hex(p for p in roles if p.role == "attacks")
    going = [going_back(position)] if position.node == "RETREAT" else []
    return {
        "moving": {chosen.hex: 1} if chosen and chosen.hex else {},
        "target": {position.target: 1} if position.target else {},
        "attacks": {code: min(len(here), 6) for code, here in attackers.items()} if position.target else {},
        "supports": {p.hex: 1 for p in roles if p.role == "supports"},
        "retreats": dict.fromkeys([*going, *filter(None, [position.retreat_hex])], 1),
        "legal": dict.fromkeys(legal, 1),
    }


def going_back(position: Position) -> str:
    """The hex of the stack that may or must retreat (10.5, 10.6)."""
    return position.judged_hex or position.target


# -- pieces ------------------------------------------------------------------------------------------------------------


def one_hot(vocabulary, word: str) -> list[int]:
    codes = list(vocabulary)
    return [int(code.name == word) for code in codes]


def piece_row(sight: Sight, piece: Piece, legal: set[str]) -> dict[str, int | list[int]]:
    """The channels of ``pieces`` in the row of a piece."""
    counter, position = piece.counter, sight.position
    kind = {"supply_column": "SUPPLY_COLUMN"}.get(counter.kind, counter.kind.upper())
    found = {
        "own": int(piece.side == sight.side),
        "known": int(sight.knows(piece)),
        "legal": int(piece.name in legal),
        "kind": one_hot(Kind, kind),
        "nation": one_hot(Nationality, counter.nation.upper() or "NONE"),
        "full_attack": min(max(counter.attack, default=0), 12),
        "full_defence": min(max(counter.defence, default=0), 12),
        "allowance": min(counter.mp, 8),
        "stacking": min(counter.sp, 2),
        "bombardment": POINTS.get(counter.kind, 0),
        "motorised": int(counter.motorised),
        "place": one_hot(Place, piece.place.upper()),
        "returns": min(max(piece.back - position.turn, 0), 2) if piece.place == "air_absent" else 0,
        "chosen": int(piece is sight.chosen()),
    }
    if not sight.knows(piece):
        return found | _remembered(sight, piece)
    found |= {"attacks": int(piece.role == "attacks"), "supports": int(piece.role == "supports")}
    return found | (_present(position, piece) if piece.hex else {})


def _remembered(sight: Sight, piece: Piece) -> dict:
    code, steps, dsg = sight.last(piece)
    if not code:
        return {}
    found = {"last_row": row_of(code), "last_column": column_of(code), "last_fresh": sight.freshness(piece)}
    return found | {"last_steps": steps, "last_dsg": DSG_LEVELS.index(dsg)}


def _present(position: Position, piece: Piece) -> dict:
    found = {"row": row_of(piece.hex), "column": column_of(piece.hex), "mp": min(moves(position, piece), 16)}
    found["used"] = int(piece.used or piece.moved or piece.attacked)
    if piece.counter.is_ground:
        found |= {
            "attack": min(now(piece, piece.attack) // 2, 48),
            "defence": min(now(piece, piece.defence) // 2, 48),
            "steps": piece.steps,
            "dsg": piece.dsg,
            "unsupplied": int(not piece.supplied),
        }
    return found


# -- globals -----------------------------------------------------------------------------------------------------------


@functools.cache
def last_turn(scenario: str) -> int:
    return int(read(f"scenarios/{scenario}.yaml")["turns"]) if scenario != "campaign" else CAMPAIGN_TURNS


def general(sight: Sight) -> dict[str, int | list[int]]:
    """The channels of ``globals``."""
    position, data = sight.position, sight.data
    points, last = turn.victory_points(position), last_turn(data["scenario"])
    dead = [p for p in position.pieces.values() if p.side == "republican" and p.counter.kind == "infantry"]
    dead = [p for p in dead if p.place == "eliminated" and not p.counter.breakdown]
    everybody = position.pieces.values()
    return {
        "node": one_hot(Node, position.node),
        "to_move": int(position.to_move == sight.side),
        "republican": int(sight.side == "republican"),
        "own_phase": int(position.phasing == sight.side),
        "turn": share(position.turn, last),
        "last_turn": int(position.turn == last),
        "rain": int(position.weather == "rain"),
        "morale": share(position.morale, int(CHARTS["morale"]["highest"])),
        "vp": share(points, 2 * VICTORY["needed"]),
        "vp_reached": int(points >= VICTORY["needed"]),
        "brigades": share(len(dead), VICTORY["brigades"]),
        "surrendered": int(any(p.place == "surrendered" for p in everybody)),
        "factory": int(position.factory),
        "offensive": int(data.get("offensive_turn", 0) > 0),
        "owed_withdrawals": min(position.owed["infantry"] + position.owed["air"], 8),
        "owed_battalions": min(position.owed["battalions"], 5),
        "own_air": min(sum(p.place == "air_ready" for p in sight.own), 9),
        "enemy_air": min(sum(p.place == "air_ready" for p in sight.foes), 9),
    } | _forces(sight) | _fight(sight)  # fmt: skip


def _forces(sight: Sight) -> dict:
    units = [p for p in sight.own if p.counter.is_ground]
    foes = [p for p in sight.foes if p.counter.is_ground]
    movers = [p for p in sight.own if p.hex and (p.counter.is_ground or p.counter.kind == "supply_column")]
    return {
        "own_steps": share(sum(u.steps for u in units), sum(len(u.counter.attack) for u in units)),
        "enemy_units": share(sum(bool(u.hex) for u in foes), len(foes)),
        "movable": share(sum(moves(sight.position, p) > 0 for p in movers), len(movers)),
    }


def _fight(sight: Sight) -> dict:
    position, data = sight.position, sight.data
    mine, theirs = ("att", "def") if position.phasing == sight.side else ("def", "att")
    points = [committed(position, side) if position.target else 0 for side in (sight.side, sight.foe)]
    odds = _odds_written(sight)
    return {
        "die": data.get("die", 0),
        "strength_att": min(odds["strength_att"], 40),
        "strength_def": min(odds["strength_def"], 40),
        "column_shift": min(max(odds["column_shift"] + 1, 0), 10),
        "drm": min(max(odds["drm"] + 3, 0), 6),
        "breakthrough": int(position.result_def == combat.BREAKTHROUGH),
        "own_owed": min(position.owed[mine], 4),
        "enemy_owed": min(position.owed[theirs], 4),
        "morale_result": MORALE.index(position.morale_result),
        "own_points": min(points[0], 10),
        "enemy_points": min(points[1], 10),
    }


def _odds_written(sight: Sight) -> dict[str, int]:
    """The odds of the combat; at its die they are calculated (10.2 step 3) unless they are written."""
    keys = ("strength_att", "strength_def", "column_shift", "drm")
    if sight.position.node == "COMBAT_DIE":
        return dict(zip(keys, combat.odds(sight.position), strict=True))
    return {key: sight.data.get(key, 0) for key in keys}


# -- flat --------------------------------------------------------------------------------------------------------------

N_OBJECTIVES, FARTHEST = 8, 20


def flat(sight: Sight, own_slots: list[Piece | None], foe_slots: list[Piece | None]) -> dict[str, int | list[int]]:
    """The channels of ``flat``; pieces of each side by slot, None for an empty slot."""
    return (
        general(sight)
        | _objectives(sight)
        | _hand(sight)
        | _target(sight)
        | _focus(sight)
        | _units(sight, own_slots)
        | _sightings(sight, foe_slots)
        | _maps(sight)
    )


def _objectives(sight: Sight) -> dict:
    position = sight.position
    control, away, guard = [3] * N_OBJECTIVES, [0] * N_OBJECTIVES, [0] * N_OBJECTIVES
    own = [u.hex for u in position.units(sight.side) if u.counter.is_combat]
    foes = by_hex(p for p in sight.foes if p.counter.kind != "trench")
    for k, code in enumerate(sorted(OBJECTIVES)[:N_OBJECTIVES]):
        points = min(worth(position, code), 3)
        control[k] = 3 + (points if position.control[code] == sight.side else -points)
        away[k] = min((distance(code, at) for at in own), default=FARTHEST)
        guard[k] = total((len(foes.get(b, ())) for b in (code, *neighbours(code))), 6)
    away = [min(hexes, FARTHEST) for hexes in away]
    return {"objective_control": control, "objective_distance": away, "objective_guard": guard}


def _hand(sight: Sight) -> dict:
    position, piece = sight.position, sight.chosen()
    if piece is None or not (piece.counter.is_ground or piece.counter.kind == "supply_column"):
        return {}
    counter = piece.counter
    found = {
        "piece_combat": int(counter.is_combat),
        "piece_column": int(counter.kind == "supply_column"),
        "piece_armour": int(counter.kind == "armour"),
        "piece_motorised": int(counter.motorised),
    }
    if counter.is_ground:
        attack, defence = (piece.attack, piece.defence) if piece.hex else (counter.attack[0], counter.defence[0])
        found["piece_attack"] = min((now(piece, attack) if piece.hex else 8 * attack) // 2, 48)
        found["piece_defence"] = min((now(piece, defence) if piece.hex else 8 * defence) // 2, 48)
    if not piece.hex:
        return found
    other = enemy(piece.side)
    goals = [c for c in OBJECTIVES if worth(position, c) and position.control[c] != piece.side]
    enemies = {p.hex for p in position.on_map(other) if p.counter.kind != "trench"}
    return found | {
        "piece_mp": min(moves(position, piece), 16),
        "piece_in_zoc": int(piece.hex in zone(position, other)),
        "piece_to_objective": min((distance(piece.hex, c) for c in goals), default=FARTHEST),
        "piece_to_enemy": min((distance(piece.hex, c) for c in enemies), default=FARTHEST),
    }


def _target(sight: Sight) -> dict:
    position = sight.position
    found = {"target_odds": MIDDLE, "target_best_odds": MIDDLE}
    if not position.target:
        return found
    code, stacks = position.target, Stacks(sight)
    attacks = position.phasing == sight.side
    attackers, defenders = (stacks.mine, stacks.theirs) if attacks else (stacks.theirs, stacks.mine)
    counted = _odds_written(sight)["strength_def"]
    defence = 8 * counted if counted else defenders.get(code, (0, 0))[1]
    named = 8 * sight.named_attack()
    could = max(named, stacks.around(attackers, code))
    there = [p for p in position.on_map() if p.hex == code and p.counter.kind != "trench"]
    announced = named > 0 and Node[position.node] <= Node.COMBAT_DIE
    return found | {
        "target_defence": min(defence, MOST),
        "target_named": min(named, MOST),
        "target_could": min(could, MOST),
        "target_odds": log_odds(named, defence),
        "target_best_odds": log_odds(could, defence),
        "target_pieces": min(len(there), 6),
        "target_vp": min(worth(position, code), 3),
        "target_concentric": int(announced and combat.is_concentric(position)),
        "target_trench": int(position.has_trench(code)),
        "target_own": int(not attacks),
    }


def _focus(sight: Sight) -> dict:
    position, chosen = sight.position, sight.chosen()
    code = chosen.hex if chosen and chosen.hex else None
    if not code and position.node == "RETREAT":
        code = going_back(position)
    code = code or position.target
    return {
        "focus_row": [int(bool(code) and row_of(code) == k + 1) for k in range(len(ROWS))],
        "focus_column": [int(bool(code) and column_of(code) == k + 1) for k in range(len(COLUMNS))],
    }


def _of_slots(slots: list[Piece | None], value: Callable[[Piece], int]) -> list[int]:
    return [value(unit) if unit is not None and unit.hex else 0 for unit in slots]


def _units(sight: Sight, slots: list[Piece | None]) -> dict:
    position = sight.position
    fights = position.stage in ("NAT_COMBAT", "REP_COMBAT")

    def ready(unit: Piece) -> int:
        return 16 * can_attack(unit) if fights else min(moves(position, unit), 16)

    return {
        "unit_row": _of_slots(slots, lambda unit: row_of(unit.hex)),
        "unit_column": _of_slots(slots, lambda unit: column_of(unit.hex)),
        "unit_attack": _of_slots(slots, lambda unit: min(now(unit, unit.attack) // 2, 48)),
        "unit_ready": _of_slots(slots, ready),
    }


def _sightings(sight: Sight, slots: list[Piece | None]) -> dict:
    def at(unit: Piece) -> str | None:
        return unit.hex if sight.knows(unit) else sight.last(unit)[0]

    return {
        "foe_row": _of_slots(slots, lambda unit: row_of(at(unit)) if at(unit) else 0),
        "foe_column": _of_slots(slots, lambda unit: column_of(at(unit)) if at(unit) else 0),
        "foe_fresh": _of_slots(slots, sight.freshness),
    }


def _maps(sight: Sight) -> dict:
    stacks, strength = Stacks(sight), dict.fromkeys(CODES, MIDDLE)
    for code, (_, defence) in stacks.mine.items():
        strength[code] = MIDDLE + defence * MIDDLE // MOST
    for code in stacks.their_units:
        strength[code] = MIDDLE - stacks.theirs[code][1] * MIDDLE // MOST
    odds = dict.fromkeys(CODES, MIDDLE) | stacks.odds()
    return {"strength": [strength[code] for code in CODES], "odds": [odds[code] for code in CODES]}
