"""Supply, reach, odds and losses, told again slowly in ``naive_tscw``, at the decisions of random games."""

import random
import typing

import numpy as np
import pytest
from naive_tscw import position as naive
from naive_tscw.odds import Battle, losers
from naive_tscw.reach import Move
from naive_tscw.supply import states
from support.tscw_scene import COLUMNS, ENGINE

from ctv_env.core.dice import stream
from ctv_env.core.jit import records
from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.loading.load import load
from ctv_env.games.tscw.model import codes
from ctv_env.games.tscw.model.codes import Node, Stage
from ctv_env.games.tscw.model.events import EVENTS

CHECKS = (Stage.TRANSPORT_N, Stage.MOVEMENT_N, Stage.EXPLOIT_N, Stage.MOVEMENT_R, Stage.EXPLOIT_R)


class Game:
    """A random game of the engine, one decision at a time."""

    def __init__(self, scenario: str, seed: int, **options: typing.Any):
        self.tables = load(scenario, play_forced=False, **options)
        self.states, self.scratch = records(1, RULES.STATE), records(1, RULES.SCRATCH)
        self.states[0]["rng"] = stream(seed)
        self.dice = random.Random(seed)
        ENGINE.start(self.states, 0, self.tables.record, self.scratch)

    @property
    def s(self) -> typing.Any:
        return self.states[0]

    @property
    def node(self) -> int:
        return int(self.s["node"])

    def legal(self) -> list[int]:
        ENGINE.mask(self.states, 0, self.tables.record, self.scratch)
        return np.flatnonzero(self.scratch[0]["mask"][: self.tables.actions.n]).tolist()

    def named(self, segment: str) -> set[str]:
        """Names of the legal pieces or hexes."""
        first, size = self.tables.actions.first(segment), self.tables.actions.size(segment)
        shown = self.tables.grid.names if segment == "HEX" else [self.shown(p) for p in range(size)]
        return {shown[action - first] for action in self.legal() if first <= action < first + size}

    def shown(self, p: int) -> str:
        """Name of the side of a piece that shows."""
        pieces = self.tables.pieces
        return pieces.other[p] if self.s["face"][p] else pieces.names[p]

    def step(self) -> None:
        """Choose anything; pass rarely, so that much happens."""
        if self.s["to_move"] == codes.SIDE.CHANCE:
            action = int(ENGINE.draw(self.states, 0, self.tables.record))
        else:
            actions = self.legal()
            others = [action for action in actions if action != 0]
            action = self.dice.choice(others if others and self.dice.random() < 0.85 else actions)
        ENGINE.step(self.states, 0, self.tables.record, self.scratch, action)

    def position(self) -> naive.Position:
        return naive.of(self.s, self.tables)


def held(game):
    """Hexes that the side that moves held when the segment began."""
    columns = game.tables.grid.columns
    rows = game.s["held_rows"].tolist()
    return {code for cell, code in enumerate(game.tables.grid.names) if rows[cell // columns + 1] >> cell % columns & 1}


def compare_supply(game):
    """States of all units, at the start of a segment that judges them."""
    position = game.position()
    assert {unit.name: unit.supply for unit in position.units.values()} == states(position)


def compare_reach(game):
    """Where the mover may go, before its first step."""
    position = game.position()
    unit = position.units[game.shown(int(game.s["piece"]))]
    march = int(game.s["mode"]) == codes.MODE.MARCH
    assert int(game.s["mf_left"]) == factors(game, unit, march)
    move = Move(position, unit, int(game.s["mf_left"]), march, held(game))
    assert game.named("HEX") == move.ends(), f"{unit.name} in {unit.code}"


def factors(game, unit, march):
    """Movement factors of a mover (9.3, 13.11, 14.1.1)."""
    printed = unit.counter["ma"] + int(game.s["bonus"][int(game.s["piece"])])
    slow = int(game.s["stage"]) == Stage.EXPLOIT_R
    if march:
        return printed if slow else 2 * printed
    return (printed + 1) // 2 if slow or unit.supply != "full" else printed


def battle(game, before):
    """The battle whose die is awaited; ``before`` is the record when its attackers were named."""
    s, names, t = game.s, game.tables.pieces.names, game.tables
    roles = {game.shown(p): int(role) for p, role in enumerate(s["role"][: len(names)])}
    sides = {
        name: "N" if p < t.pieces.n_nationalist else "R" for p, name in enumerate(map(game.shown, range(len(names))))
    }
    flies = {name for name, role in roles.items() if role & codes.ROLE.FLIES}
    return Battle(
        position=naive.of(before, t),
        target=t.grid.code(s["target"]),
        side="NR"[int(s["phasing"])],
        attackers={name for name, role in roles.items() if role & codes.ROLE.ATTACKS},
        hq={side: game.shown(p) if (p := int(s["hq"][k])) >= 0 else "" for k, side in enumerate("NR")},
        air={side: {name for name in flies if sides[name] == side} for side in "NR"},
        halved={name for name, role in roles.items() if role & codes.ROLE.HALVED},
        artillery={side: int(s["artillery"][k]) for k, side in enumerate("NR")},
        naval={side: int(s["naval"][k]) for k, side in enumerate("NR")},
        pick=("", "city", "other")[int(s["pick"])],
        extra=int(s["chit_drm"]) + int(s["elan"]),
    )


def compare_odds(game, before):
    """Column, modifier and dice."""
    fight = battle(game, before)
    assert (COLUMNS[int(game.s["column"])], int(game.s["drm"])) == fight.column(), fight
    assert int(game.s["dice_left"]) == fight.dice()


def compare_losses(game):
    """Who may take the next step."""
    position, s = game.position(), game.s
    side = "NR"[int(s["to_move"])]
    target = game.tables.grid.code(s["target"])
    attacks = int(s["to_move"]) == int(s["phasing"])
    p = int(s["hq"][int(s["to_move"])])
    support = game.shown(p) if p >= 0 else ""
    fighting = {game.shown(p) for p in np.flatnonzero(s["role"] & codes.ROLE.ATTACKS).tolist()}
    from_hexes = {game.tables.grid.code(cell) for cell in _cells(game, "battle_rows")}
    units = [
        unit
        for unit in position.own(side)
        if unit.name == support
        or (unit.name in fighting if attacks and not unit.is_hq else False)
        or (attacks and unit.is_hq and unit.code in from_hexes)
        or (not attacks and unit.code == target)
    ]
    assert game.named("PIECE") == losers(units)


def _cells(game, field):
    columns = game.tables.grid.columns
    rows = game.s[field].tolist()
    return [c for c in range(game.tables.grid.n_cells) if rows[c // columns + 1] >> c % columns & 1]


def play(game, share, most):
    """Play to the end, or to so many steps; compare all, of the moves a share.  Returns how often each was compared."""
    counts = dict.fromkeys(("supply", "reach", "odds", "losses"), 0)
    before, stage = game.s.copy(), -1
    for _ in range(most):
        if game.node == Node.OVER:
            break
        if game.node in (Node.ATTACKER, Node.TARGET):
            before = game.s.copy()
        if int(game.s["stage"]) != stage:
            stage = int(game.s["stage"])
            if stage in CHECKS:
                compare_supply(game)
                counts["supply"] += 1
        if game.node == Node.MOVE_TO and not game.s["stepped"] and game.dice.random() < share:
            compare_reach(game)
            counts["reach"] += 1
        if game.node == Node.COMBAT_DIE and _is_first_die(game):
            compare_odds(game, before)
            counts["odds"] += 1
        if game.node in (Node.LOSS_ATT, Node.LOSS_DEF):
            compare_losses(game)
            counts["losses"] += 1
        game.step()
    return counts


def _is_first_die(game):
    """Whether the last step fixed the odds."""
    told = EVENTS.read(game.scratch[0]["event"][: int(game.scratch[0]["n_event"])])
    return any(isinstance(event, EVENTS.COLUMN) for event in told)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("setup", ["historical", "placement"])
def test_9_4_13_2_15_8_T_146_the_north_against_its_naive_twin(setup, seed):
    counts = play(Game("north-1937", seed, setup=setup), 0.2, 700)
    assert min(counts.values()) > 0


def test_9_4_13_2_15_8_T_146_all_of_spain_against_its_naive_twin():
    counts = play(Game("1937", 1), 0.02, 500)
    assert min(counts.values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "share", "seeds"), [("north-1937", 0.7, 50), ("1937", 0.15, 12)])
def test_9_4_13_2_15_8_T_146_many_games_against_their_naive_twins(scenario, share, seeds):
    for seed in range(seeds):
        counts = play(Game(scenario, 1000 + seed, setup=("historical", "placement")[seed % 2]), share, 3000)
        assert counts["supply"] > 0
