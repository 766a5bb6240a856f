"""Advances after combat on random fronts in the north, against their naive twin (15.23)."""

import copy
import heapq
import itertools
import random

import pytest
from naive_tscw import position as naive
from naive_tscw.board import REGIONS, hexes, is_town, neighbours, on_board, river, within
from naive_tscw.reach import Move, cost, fits
from naive_tscw.supply import Lines, net_of
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import ROLE, Stage
from ctv_env.games.tscw.rules.r15_advance import factors_of

BOARD = "north-1937"
END = "end"
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
            if not game.s["role"][p] & ROLE.ATTACKS or names[p] not in position.units:
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


class Pursuit(Advance):
    """The possible pursuit of a unit from where it stands, before it has passed the emptied hex (15.24, T-97)."""

    def __init__(self, position, unit, factors, emptied, origins):
        super().__init__(position, unit, factors, "")
        self.emptied, self.origins = emptied, origins

    def ends(self):
        """Way points: from each the unit can still pass the emptied hex, or end in a hex of the attack (T-143)."""
        return {code for code in super().ends() if self._may_stop(code)}

    def _may_stop(self, code):
        return self.emptied in self.best[code] or self.price(code) + self._rest(code) <= self.factors

    def price(self, code):
        """Factors of the engine's path to a hex."""
        whole = itertools.pairwise([self.unit.code, *self.best[code]])
        return sum(cost(self.position, self.unit, a, b, False) for a, b in whole)

    def _rest(self, code):
        """Factors from a hex to an end of the pursuit that is supplied whatever the path."""
        queue, found = [(0, code)], set()
        while queue:
            spent, here = heapq.heappop(queue)
            if here in found:
                continue
            found.add(here)
            if here == END or (here in self.origins | {self.emptied} and self._is_safe(here)):
                return spent
            for near in neighbours(BOARD, here):
                if self.may_step(here, near):
                    total = spent + cost(self.position, self.unit, here, near, False)
                    heapq.heappush(queue, (total, near))
                    if here == self.emptied and self._is_safe(near):
                        heapq.heappush(queue, (total, END))  # it has passed the emptied hex
        return self.factors + 1

    def _is_safe(self, code):
        without = copy.deepcopy(self.position)
        del without.units[self.unit.name]
        fed = is_town(code) or Lines(without, self.unit.side).is_fed(code, net_of(self.unit))
        return fed and fits(self.position, self.unit, code)


def breach(seed):
    """A hex with weak defenders, who attacks it, and fast units behind them, enemies around."""
    dice = random.Random(500 + seed)
    land = sorted(on_board(BOARD))
    target = dice.choice([code for code in land if len(neighbours(BOARD, code)) > 3])
    origins = dice.sample(neighbours(BOARD, target), dice.randint(1, 2))
    units = {target: dice.choice(("AE", "AE 1S", "SM1"))}
    for code, names in zip(origins, ("N-61 N-81", "1N 2N"), strict=False):
        units[code] = names
    behind = {near for code in origins for near in (code, *neighbours(BOARD, code))} - set(neighbours(BOARD, target))
    for name in ("RC", "LT", "J88"):
        code = dice.choice(sorted((behind | set(origins)) - {target}))
        units[code] = f"{units.get(code, '')} {name}".strip()
    for names in ("1BA", "2BA BM1", "1A", "HQ-N", "3N 4N 5N 6N HQ-NAV"):
        free = sorted((within(target, 3) & set(land)) - units.keys() - behind)
        if free and dice.random() < 0.5:
            units[dice.choice(free)] = names
    near = sorted(within(target, 3) & set(land))
    control = {"N": " ".join(dice.sample(near, min(6, len(near))))}
    control["R"] = " ".join(set(dice.sample(near, min(6, len(near)))) - set(control["N"].split()))
    return target, units, control, dice


@pytest.mark.parametrize("seed", range(24))
def test_15_24_T_97_T_141_T_142_T_143_T_165_where_every_pursuer_may_go(seed):
    target, units, control, dice = breach(seed)
    game = scene(Stage.COMBAT_N, units, control=control)
    if target not in game.legal():
        return
    game.act("HEX", target)
    for name in sorted(game.legal("PIECE") - {"RC", "LT", "J88"}):
        if name in game.legal("PIECE"):
            game.act("PIECE", name)
    if not game.legal("DONE"):
        return
    game.done()
    while game.node != "COMBAT_DIE":
        game.act("OPTION", 0) if game.node in ("TERRAIN_PICK", "ARTILLERY_ATT", "ARTILLERY_DEF") else decline(game)
    origins = {game.at(game.tables.pieces.names[p]) for p in game.s["role"].nonzero()[0].tolist()}
    game.fix("7:1", dice.choice((0, 2)))
    game.roll(dice.choice((3, 4, 6)))
    game.lose()
    if game.node != "ADVANCE":
        return
    start, legal, position = game.states.copy(), game.legal("PIECE"), naive.of(game.s, game.tables)
    for name in ("RC", "LT", "J88"):
        unit, p = position.units[name], game.piece(name)
        if not game.s["role"][p]:
            continue
        game.states[:] = start
        factors = int(factors_of(game.s, game.t, p))
        ends = Pursuit(position, unit, factors, target, origins).ends()
        assert (name in legal) == bool(ends), unit
        if not ends:
            continue
        game.act("PIECE", name)
        assert game.refusal("DONE") == "NO_MOVE_YET"
        passed, now = False, position
        while ends:
            assert (int(game.s["mf_left"]), game.legal()) == (factors, ends), unit
            way = Pursuit(now, now.units[name], factors, target, origins)
            goal = dice.choice(sorted(ends))
            passed |= target in way.best[goal]
            factors -= way.price(goal)
            game.act("HEX", goal)
            now = naive.of(game.s, game.tables)
            ends = (
                Advance(now, now.units[name], factors, "")
                if passed
                else Pursuit(now, now.units[name], factors, target, origins)
            ).ends()
            may_stop = passed or goal in origins or not ends
            assert game.refusal("DONE") == ("LEGAL" if may_stop else "PURSUIT_MUST_PASS"), unit
