"""Supply (6)."""

from naive.board import CITY_SOURCES, EDGE_SOURCES, neighbours
from naive.position import Piece, Position, enemy
from naive.zoc import zone


def sources(position: Position, side: str, taken: frozenset = frozenset()) -> set[str]:
    """Supply sources of a side (6.2, ruling R-14); ``taken`` are hexes of which it has just gained control."""
    found = set(EDGE_SOURCES[side])
    if side == "republican":
        found |= {code for code in CITY_SOURCES if position.control[code] == side or code in taken}
    return found


class Lines:
    """The lines of supply of a side (6.2.1, ruling R-13).

    Args:
        position: the position.
        side: the side.
        without: a unit to ignore (ruling R-17).
        taken: hexes of which the side has just gained control.
    """

    def __init__(self, position: Position, side: str, without: Piece | None = None, taken: frozenset = frozenset()):
        self.enemies = position.held(enemy(side))
        self.friends = {unit.hex for unit in position.units(side) if unit is not without}
        self.enemy_zone = zone(position, enemy(side))
        self.sources = sources(position, side, taken)
        self.net = self._flood()

    def _carries(self, code: str) -> bool:
        """Whether a line may pass a hex."""
        return code not in self.enemies and (code not in self.enemy_zone or code in self.friends)

    def _flood(self) -> set[str]:
        """Hexes that carry a line and are connected to a source."""
        net = {code for code in self.sources if self._carries(code)}
        ahead = list(net)
        while ahead:
            for b in neighbours(ahead.pop()):
                if b not in net and self._carries(b):
                    net.add(b)
                    ahead.append(b)
        return net

    def reach(self, code: str) -> bool:
        """Whether a unit in a hex is in supply; its own hex counts as friendly occupied (6.1, ruling R-13)."""
        return code in self.sources or code in self.net or any(b in self.net for b in neighbours(code))


def checked(position: Position, involved: list[str] | None = None) -> dict[str, bool]:
    """New supply flags after a check of both sides at once, based on the old flags (6.4; rulings R-15, R-16)."""
    flags = {}
    for side in ("nationalist", "republican"):
        lines = Lines(position, side)
        flags |= {unit.name: lines.reach(unit.hex) for unit in position.units(side)}
    return {name: flag for name, flag in flags.items() if involved is None or name in involved}
