"""Advances after combat on random fronts in the north, against their naive twin (15.23)."""

import heapq
import random

import pytest
from naive_tscw import position as naive
from naive_tscw.board import REGIONS, hexes, neighbours, on_board, river
from naive_tscw.reach import Move, cost
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import ATTACKS, Stage
from ctv_env.games.tscw.rules.r15_advance import factors_of

BOARD = "north-1937"
SIDES = {
    "N": ["HQ-NAV", "1N", "2N", "3N", "N-61", "N-81", "N-82", "AV", "SG", "MG", "AGC", "RC", "1/81", "23M", "LT"],
    "R": ["HQ-N", "1A", "2A", "1S", "1BA", "2BA", "AM1", "BM1", "SM1", "CH", "AE"],
}


class Advance(Move):
    """The possible advance of an attacker: from the emptied hex, or on from where it stands."""

    def __init__(self, position, unit, factors, target):
        self.target = target
        super().__init__(position, unit, factors, False, set())

    def may_step(self, a, b):
        """Enemy ZOC is ignored; no hex with enemy combat units, nor the north for units from elsewhere."""
        enemies = [one for one in self.position.stack(b) if one.side != self.unit.side]
        if any(not one.is_hq for one in enemies):
            return False
        return self.unit.side == "N" or self.unit.is_northern or hexes()[b]["region"] not in REGIONS

    def _paths(self):
        start, found = self.target or self.unit.code, {}
        if self.target and self.unit.is_motorized and river(self.unit.code, self.target) == "major":
            return {}
        queue = [(0, 0, [], start)]
        while queue:
            spent, taken, path, code = heapq.heappop(queue)
            if code in found:
                continue
            found[code] = path
            for near in neighbours(BOARD, code):
                if self.may_step(code, near):
                    total = spent + cost(self.position, self.unit, code, near, False)
                    if total <= self.factors:
                        gain = self.position.owner[near] != self.unit.side
                        heapq.heappush(queue, (total, taken - gain, [*path, near], near))
        first = [self.target] if self.target else []
        return {code: first + path for code, path in found.items() if code != self.unit.code}


def front(seed, side):
    """Attackers and defenders in turn along a strip of the board, some stacked, and hexes that changed hands."""
    dice = random.Random(100 + seed)
    land = sorted(on_board(BOARD))
    middle = [code for code in land if 34 <= int(code[:2]) <= 37]
    units: dict[str, str] = {}
    for one, names in SIDES.items():
        left = dice.sample(names, len(names))
        while left:
            n = dice.randint(2, 4) if one == side else dice.randint(1, 2)
            units[dice.choice([code for code in middle if code not in units])] = " ".join(left[:n])
            left = left[n:]
    control = {"N": " ".join(dice.sample(land, 10))}
    control["R"] = " ".join(set(dice.sample(land, 10)) - set(control["N"].split()))
    return units, control, dice


def fought(game, dice):
    """Attack some hex with all that can, and win; True if there is something to advance for."""
    targets = sorted(game.legal())
    if not targets:
        return False
    game.act("HEX", dice.choice(targets))
    while found := sorted(game.legal("PIECE")):
        game.act("PIECE", found[0])
    game.done()
    while game.node not in ("COMBAT_DIE", "COLUMN_DIE", "ADVANCE", "TARGET"):
        game.act("OPTION", 0) if game.node in ("TERRAIN_PICK", "ARTILLERY_ATT", "ARTILLERY_DEF") else decline(game)
    if game.node == "COLUMN_DIE":
        game.roll(4)
    if game.node == "COMBAT_DIE":
        game.fix("7:1", dice.choice((-2, 0, 2)))
    while game.node == "COMBAT_DIE":
        game.roll(dice.choice((2, 4, 6)))
    game.lose()
    return game.node == "ADVANCE"


def decline(game):
    """Support nobody, unless an HQ in the target must."""
    if game.legal("DONE"):
        game.done()
    else:
        game.act("PIECE", sorted(game.legal("PIECE"))[0])


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("side", "NR")
def test_15_23_13_12_8_T_45_T_95_T_96_where_every_attacker_may_advance(side, seed):
    units, control, dice = front(seed, side)
    game = scene(
        Stage.COMBAT_N if side == "N" else Stage.COMBAT_R, units, control=control, lines={0: dice.choice((1, 2))}
    )
    fresh = game.states.copy()
    for _ in range(2):
        game.states[:] = fresh
        if not fought(game, dice):
            continue
        names, target = game.tables.pieces.names, game.tables.grid.code(int(game.s["target"]))
        start, legal = game.states.copy(), game.legal("PIECE")
        position = naive.of(game.s, game.tables)
        for p in game.s["role"].nonzero()[0].tolist():
            if not game.s["role"][p] & ATTACKS or names[p] not in position.units:
                continue
            game.states[:] = start
            unit, factors = position.units[names[p]], int(factors_of(game.s, game.t, p))
            ends = Advance(position, unit, factors, target).ends()
            assert (names[p] in legal) == bool(ends), unit
            if not ends:
                continue
            game.act("PIECE", names[p])
            assert (int(game.s["mf_left"]), game.legal()) == (factors, ends), unit
            assert game.refusal("DONE") == "NO_MOVE_YET"
            goal = dice.choice(sorted(ends))
            path = Advance(position, unit, factors, target).best[goal]
            game.act("HEX", goal)
            after = naive.of(game.s, game.tables)
            assert after.owner == position.moved(names[p], path).owner
            again = Advance(after, after.units[names[p]], int(game.s["mf_left"]), "")
            assert game.legal() == again.ends()
