"""Reach, losses and control, told again slowly and obviously in ``naive_arriba``, on random positions."""

import random

import numpy as np
import pytest
from naive_arriba.board import read, regions
from naive_arriba.control import control, points
from naive_arriba.losses import Group
from naive_arriba.reach import reach
from support.arriba_scene import KINDS, act, class_of, legal, roll, scene, unit_name, value

from ctv_env.games.arriba.model.codes import FLAGS, PAIRS, Kind, Node, Size, Stage

AREAS = list(read("map.yaml")["areas"])
UNITS = {
    "government": ("PA b", "PA d1", "PA d2", "PA rem", "IB b", "An b", "Cat b", "Cat d1", "Bas b", "Ast b", "San b"),
    "rebel": ("Nat b", "Nat d1", "Nat d2", "Nat rem", "Car b", "Col b", "Col d1", "It d1"),
}
OTHER = {"government": "rebel", "rebel": "government"}
CODE = {"government": 0, "rebel": 1}


@pytest.mark.parametrize("seed", range(25))
def test_8_2_the_reach_of_a_battlegroup(seed):
    rng = random.Random(seed)
    side = rng.choice(("government", "rebel"))
    start = rng.choice(("bilbao", "oviedo", "burgos", "santander", "lerida", *AREAS))
    units = rng.sample(UNITS[side], rng.randint(1, 3))
    enemies = set(rng.sample(AREAS, rng.randint(4, 16)))
    enemies = enemies | {start} if rng.random() < 0.4 else enemies - {start}
    foe = "PA b" if side == "rebel" else "Nat b"
    game = scene(
        **{side: {start: f"field: {', '.join(units)}"}, OTHER[side]: {area: f"field: {foe}" for area in enemies}},
        stage="MOVEMENT",
        side=side,
    )
    act(game, "AREA", start)
    act(game, "BG", "1")
    assert legal(game, "AREA") == reach(start, units, enemies)


def in_loss(game, side, owed, defends):
    """The losses of the only battlegroup of ``side`` in Toledo."""
    s, a = game.s, AREAS.index("toledo")
    s["battle_area"], s["att_bg"], s["def_bg"] = a, 1, 1
    s["attacker"] = 1 - CODE[side] if defends else CODE[side]
    s["owed_def" if defends else "owed_att"] = owed
    s["node"], s["to_move"] = Node.LOSS_DEF if defends else Node.LOSS_ATT, CODE[side]
    s["sum_ps"], s["lost_cf"] = 0, 0


@pytest.mark.parametrize("seed", range(40))
def test_9_2_losses_with_change_in_cadres(seed):
    rng = random.Random(seed)
    side, defends = rng.choice(("government", "rebel")), rng.random() < 0.6
    units = [rng.choice(UNITS[side]) + rng.choice(("", "", "+")) for _ in range(rng.randint(1, 3))]
    units = [unit.rstrip("+") if "rem" in unit else unit for unit in dict.fromkeys(units)]
    pieces = units + ["armour"] * rng.randint(0, 2) + ["artillery"] * rng.randint(0, 1)
    foe = "3 PA d1" if side == "rebel" else "4 Nat d1"
    game = scene(
        **{side: {"toledo": f"field: {', '.join(pieces)}"}, OTHER[side]: {"toledo": f"field: {foe}"}},
        stage="COMBAT",
        side="rebel",
    )
    for name in ("PA b", "Nat b", "Cat b", "Col b", "It b"):
        if rng.random() < 0.5:
            game.s["counters_free"][class_of(name) // 4] = 0
    in_loss(game, side, rng.randint(1, 9), defends)
    twin = Group(list(pieces), counters(game, UNITS[side]), defends)
    owed = value(game, "owed_def" if defends else "owed_att")
    while game.node == ("LOSS_DEF" if defends else "LOSS_ATT"):
        assert (legal(game, "UNIT"), legal(game, "AP")) == (
            set(twin.units()),
            set(twin.pieces) & {"armour", "artillery"},
        )
        piece = rng.choice(sorted(legal(game, "UNIT") | legal(game, "AP")))
        act(game, "AP" if piece in ("armour", "artillery") else "UNIT", piece)
        twin.lose(piece)
    assert twin.lost >= owed or not twin.pieces
    assert counters(game, UNITS[side]) == twin.off_map
    assert value(game, "lost_cf")[CODE[side]] == twin.replaced
    assert value(game, "sum_ps")[1 - CODE[side]] == twin.points
    left = sorted(unit.replace("!", "") for unit in twin.units())
    assert sorted(on_map(game, side)) == left


def on_map(game, side):
    """Units of a side in Toledo, disruption aside."""
    rows = game.s["bg_unit"][CODE[side], AREAS.index("toledo")]
    return [unit_name(int(c)).replace("!", "") for c in rows[rows != 127]]


def counters(game, units):
    """Counters off the map of the kinds of some units, by the name of a plain unit."""
    kinds = {Kind(KINDS[unit.split()[0]]) for unit in units}
    return {
        unit_name(pair * FLAGS): int(game.s["counters_free"][pair])
        for pair, (kind, size) in enumerate(PAIRS)
        if kind in kinds and size != Size.REMNANT
    }


@pytest.mark.parametrize("seed", range(25))
def test_12_2_12_3_control_of_regions_and_political_support(seed):
    rng = random.Random(seed)
    areas = rng.sample(AREAS, rng.randint(6, 40))
    held = {"government": {}, "rebel": {}}
    for area in areas:
        who = rng.choice((("government",), ("rebel",), ("government", "rebel")))
        city = rng.choice(who)
        for side in who:
            place = "city" if side == city and rng.random() < 0.7 else "field"
            held[side][area] = f"{place}: {'PA b' if side == 'government' else 'Nat b'}"
    before = {region: rng.choice(("government", "rebel", "contested")) for region in regions()}
    game = scene(**held, stage="INTER_PHASE", control=before, side=rng.choice(("government", "rebel")))
    dice = {"CONTROL_DIE": [], "PS_DIE": []}
    while game.node in dice and game.s["stage"] == Stage.INTER_PHASE:
        die = rng.randint(1, 6)
        dice[game.node].append(die)
        roll(game, die)
    cities = {side: {area for area, what in held[side].items() if what.startswith("city")} for side in held}
    after = control(before, {side: set(held[side]) for side in held}, cities, dice["CONTROL_DIE"])
    assert [{0: "government", 1: "rebel", 3: "contested"}[c] for c in value(game, "control")] == list(after.values())
    change = points(before, after, dice["PS_DIE"])
    assert not dice["CONTROL_DIE"]
    assert not dice["PS_DIE"]
    assert value(game, "ps") == [int(np.clip(50 + change[side], 0, 99)) for side in ("government", "rebel")]
