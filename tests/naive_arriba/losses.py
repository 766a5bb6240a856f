"""Losses with change in cadres (9.2, rulings A-73, A-83 to A-85, A-94), on lists of names."""

import dataclasses

from naive_arriba.board import kind, read

SIZES = {"b": "brigade", "rem": "remnant", "d1": "one_step", "d2": "two_step"}
CODES = {size: code for code, size in SIZES.items()}


def _size(unit: str) -> dict:
    return read("charts.yaml")["sizes"][SIZES[unit.rstrip("+!").split()[1]]]


def _counter(unit: str) -> str:
    """Counter of a unit: a remnant is the back of a two-step division."""
    name = unit.rstrip("+!")
    return name.replace(" rem", " d2")


@dataclasses.dataclass
class Group:
    """A battlegroup that loses, with the counters that are off the map."""

    pieces: list[str]
    off_map: dict[str, int]
    defends: bool
    lost: int = 0
    replaced: int = 0
    points: int = 0

    def units(self) -> list[str]:
        """Its units."""
        return [piece for piece in self.pieces if piece not in ("armour", "artillery")]

    def lose(self, piece: str) -> None:
        """The owner gives up a piece."""
        self.pieces.remove(piece)
        if piece in ("armour", "artillery"):
            self._count(1, 1)
        else:
            self._lose_unit(piece)
        if self.defends and not self.units():
            for ap in list(self.pieces):
                self.pieces.remove(ap)
                self._count(1, 1)

    def _lose_unit(self, unit: str) -> None:
        size, into = _size(unit), self._into(unit)
        cf = size["cf_lost"] if into else size["cf"]
        self.off_map[_counter(unit)] += 1
        if into:
            self.off_map[_counter(into)] -= 1
            self.pieces.append(into)
        self._count(cf, 1 if unit.rstrip("+!").endswith(("d1", "d2")) else 0)
        if kind(unit)["replaced"]:
            self.replaced += cf

    def _into(self, unit: str) -> str:
        smaller = _size(unit)["reduced_to"]
        if smaller == "none":
            return ""
        name, flags = unit.rstrip("+!"), unit[len(unit.rstrip("+!")) :]
        if smaller == "remnant":
            return f"{name.split()[0]} rem{flags}"
        brigade = f"{name.split()[0]} b"
        return brigade + flags.replace("+", "") if self.off_map[brigade] else ""

    def _count(self, cf: int, points: int) -> None:
        self.lost += cf
        self.points += points
