"""What a side sees of a position: the rules of visibility (5.2; rulings R-56, R-57, R-63 to R-65), from ``to_dict``."""

import fractions
import math

from naive import combat
from naive.board import TERRAIN
from naive.counters import STACKING
from naive.position import Piece, Position, enemy, read_position, written
from naive.setup import RESERVES

OLDEST = 8  # how recent a sighting of this turn is


class Sight:
    """A position as seen by a side.

    Args:
        game: a game; only what ``to_dict`` writes is read, and the names of the pieces that the scenario has.
        side: the viewing side.
    """

    def __init__(self, game, side: str):
        self.data = written(game)
        self.position: Position = read_position(self.data)
        self.side, self.foe = side, enemy(side)
        self.fog: bool = self.data["options"]["fog"]
        if self.fog and self.position.node == "PLACE" and self.position.to_move != side:
            hide_set_up(self.position)
        pieces = [p for name, p in self.position.pieces.items() if name in game.tables.piece_index]
        self.own = [p for p in pieces if p.side == side]
        self.foes = [p for p in pieces if p.side == self.foe]
        self.hidden = [p for p in self.foes if not self.knows(p)]

    def entry(self, piece: Piece) -> dict:
        """What is written of a piece."""
        entry = self.data["pieces"].get(piece.name)
        return entry if isinstance(entry, dict) else {}

    def knows(self, piece: Piece) -> bool:
        """Whether all of a piece is known: own ones, who fought this turn, who is off the map, trenches (R-56)."""
        open_to_all = not self.fog or piece.side == self.side or not piece.hex or piece.counter.kind == "trench"
        return open_to_all or self.entry(piece).get("seen", False)

    def chosen(self) -> Piece | None:
        """The piece being placed, moved or advanced; the other side does not know it (R-56)."""
        shown = not self.fog or self.position.to_move == self.side
        return self.position.pieces.get(self.position.piece) if shown else None

    def freshness(self, piece: Piece) -> int:
        """How recently an enemy piece on the map was seen, one less for each turn since; 0 for never (R-64)."""
        if not piece.hex:
            return 0
        if self.knows(piece):
            return OLDEST
        turn = self.entry(piece).get("last_turn", 0)
        return max(OLDEST - (self.position.turn - turn), 1) if turn else 0

    def last(self, piece: Piece) -> tuple[str | None, int, str]:
        """Where an enemy piece was last seen, with which steps and disorganisation (R-64)."""
        entry = self.entry(piece)
        return entry.get("last_hex"), entry.get("last_steps", 0), entry.get("last_dsg", "none")

    def hidden_means(self) -> tuple[fractions.Fraction, fractions.Fraction]:
        """Mean full attack and defence of the hidden enemy pieces on the map; columns have none."""
        if not self.hidden:
            return fractions.Fraction(0), fractions.Fraction(0)
        attack = sum(p.counter.attack[0] for p in self.hidden if p.counter.is_ground)
        defence = sum(p.counter.defence[0] for p in self.hidden if p.counter.is_ground)
        return fractions.Fraction(attack, len(self.hidden)), fractions.Fraction(defence, len(self.hidden))

    def is_lone_column(self, piece: Piece) -> bool:
        """Whether a supply column has no unit beside it, as both sides know (R-63)."""
        return piece.counter.kind == "supply_column" and not self.position.units_at(piece.hex)

    def strengths(self, piece: Piece) -> tuple[int, int]:
        """Attack and defence in eighths of an enemy piece on the map; the mean of the hidden ones if it is hidden."""
        if not self.knows(piece):
            if self.is_lone_column(piece):
                return 0, 0
            attack, defence = (math.floor(8 * mean + fractions.Fraction(1, 2)) for mean in self.hidden_means())
            return attack, defence
        if not piece.counter.is_ground:
            return 0, 0
        return now(piece, piece.attack), now(piece, piece.defence)

    def named_attack(self) -> int:
        """Strength of the attackers named, 0 for none; the defender knows them once all are named (R-56, R-65)."""
        position = self.position
        if self.data.get("strength_att", 0):
            return self.data["strength_att"]
        if not position.attackers() or (position.node == "ATTACKERS" and position.phasing != self.side):
            return 0
        total = 0
        for code in {unit.hex for unit in position.attackers()}:
            units = [unit for unit in position.attackers() if unit.hex == code]
            total += combat.hex_total({u.name: u.attack for u in units}, units, self.seems_full(code), round_up=False)
        return max(total, 1)

    def seems_full(self, code: str) -> bool:
        """Whether the units in a hex that are known overstack it (R-65)."""
        known = [unit for unit in self.position.units_at(code) if self.knows(unit)]
        return sum(unit.counter.sp for unit in known) > STACKING[TERRAIN[code]]


def now(unit: Piece, factor: int) -> int:
    """A factor in eighths, halved for a unit out of supply or disorganised (6.3, 9.5)."""
    return factor * 8 // (2 if combat.is_halved(unit) else 1)


def hide_set_up(position: Position) -> None:
    """Take off the pieces that the deciding side has set up in this stage, of which the other sees nothing (R-57)."""
    late = {RESERVES[group - 1] for group in position.reserve}
    for piece in position.pieces.values():
        placed = piece.hex and piece.side == position.to_move and piece.counter.kind != "trench"
        if placed and (position.stage != "SETUP_RESERVES" or piece.counter.div in late):
            piece.hex, piece.place = None, "waiting"
