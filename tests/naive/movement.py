"""Movement (8): costs of steps, destinations and paths."""

import functools
import math

from naive.board import CITY_SOURCES, TERRAIN, is_river, is_road, neighbours
from naive.counters import CHARTS
from naive.position import Piece, Position, enemy
from naive.stacking import may_join
from naive.supply import Lines
from naive.zoc import zone

ROAD = float(CHARTS["movement"]["road"])
LEAVE_ZOC = int(CHARTS["movement"]["leave_zoc"])


def allowance(piece: Piece) -> int:
    """Movement points in a segment: halved once, rounded up, if out of supply or disorganised (6.3, 9.5; R-06)."""
    halved = piece.counter.is_ground and (not piece.supplied or piece.dsg > 0)
    return math.ceil(piece.counter.mp / 2) if halved else piece.counter.mp


def points_left(position: Position, piece: Piece) -> float:
    """Movement points left of a piece in this segment."""
    return allowance(piece) if piece.mp is None else piece.mp


def began_in_zone(piece: Piece, enemy_zone: set[str]) -> bool:
    """Whether a piece began its segment in an enemy ZoC (8.2)."""
    return piece.hex in enemy_zone if piece.began_zoc is None else piece.began_zoc


class Mover:
    """The legal steps of a piece and their costs."""

    def __init__(self, position: Position, piece: Piece):
        self.position, self.piece, self.side = position, piece, piece.side
        self.enemy_zone = zone(position, enemy(piece.side))
        self.points = points_left(position, piece)
        barred = position.options["edition"] == "en" and began_in_zone(piece, self.enemy_zone)
        self.on_road = piece.counter.motorised and not barred
        self.barred = position.held(enemy(piece.side))
        if not piece.counter.is_ground:
            self.barred |= {column.hex for column in position.columns(enemy(piece.side))}
        self.lines = functools.cache(lambda taken: Lines(position, piece.side, piece, taken))

    def cost(self, a: str, b: str) -> float:
        """Movement points of one step (8.1, 8.2, 7.2, 11.3; rulings R-19 to R-22)."""
        leaving = LEAVE_ZOC if a in self.enemy_zone else 0
        if self.on_road and is_road(a, b) and a not in self.enemy_zone and b not in self.enemy_zone:
            return ROAD
        gait = "motorised" if self.piece.counter.motorised else "foot"
        row = CHARTS["terrain"][TERRAIN[b]]
        rain = int(row["rain"]) if self.position.weather == "rain" else 0
        river = int(CHARTS["movement"]["river"][gait]) if self.position.options["rivers"] and is_river(a, b) else 0
        return int(row[gait]) + rain + river + leaving

    def taken(self, before: frozenset, b: str) -> frozenset:
        """City sources that the piece has opened after entering ``b`` (6.2, 10.8; ruling R-17)."""
        takes = self.side == "republican" and self.piece.counter.is_ground and b in CITY_SOURCES
        return frozenset(CITY_SOURCES) if takes else before

    def may_enter(self, b: str, taken: frozenset) -> bool:
        """Whether ``b`` has no enemy and the piece would be in supply there (8.1.1; rulings R-17, R-20)."""
        return b not in self.barred and self.lines(taken).reach(b)

    def gain(self, b: str) -> int:
        """1 for a hex of which control is gained (10.8)."""
        return int(self.piece.counter.is_ground and self.position.control[b] != self.side)

    def paths(self) -> dict[str, tuple[float, int, tuple[str, ...]]]:
        """Best (cost, minus gain, hexes in order) of a path to each reachable hex, including hexes only passed.

        Best is cheapest, then most new hexes, then the lowest codes in order of travel.  A hex in an enemy ZoC ends a
        path (7.2), except the first one.
        """
        best = {(self.piece.hex, frozenset()): (0.0, 0, ())}
        ahead = list(best)
        while ahead:
            at = ahead.pop(0)
            a, taken = at
            spent, less, codes = best[at]
            if codes and a in self.enemy_zone:
                continue
            for b in neighbours(a):
                after = self.taken(taken, b)
                total = spent + self.cost(a, b)
                if total > self.points or not self.may_enter(b, after):
                    continue
                found = (total, less - self.gain(b), (*codes, b))
                if (b, after) not in best or found < best[b, after]:
                    best[b, after] = found
                    ahead.append((b, after))
        merged: dict = {}
        for (code, _), found in best.items():
            if found[2] and (code not in merged or found < merged[code]):
                merged[code] = found
        return merged


def destinations(position: Position, piece: Piece) -> dict[str, tuple[float, int, tuple[str, ...]]]:
    """Hexes where a piece may end a move, each with its best path; its own hex is not one of them."""
    paths = Mover(position, piece).paths()
    return {code: path for code, path in paths.items() if code != piece.hex and may_join(position, piece, code)}
