"""The array ``globals``: for every channel, a position in which it alone is set, and one in which it is not."""

import functools

import pytest
from support.scene import act, attack, roll, scene
from support.views import Fact, check, general

from ctv_env.games.ctv.model.channels import GLOBALS, SHARE
from ctv_env.games.ctv.model.codes import SIDE_NAMES, Node

NAT, REP = SIDE_NAMES[:2]
FIELD = "2009"
BRIGADES = ("CLXVI", "CLXVII", "CLXVIII")
OBJECTIVES = ("1211", "1215", "1408", "1418")
ALL_STEPS, ALL_ENEMIES = 80, 41  # Nationalist steps at full strength, Republican ground units


@functools.cache
def calm():
    """The first turn; LIT 2 has one step and no MPs left."""
    return scene({"LIT 1": "2108", "LIT 2": ("2108", {"steps": 1, "mp": 0}), "CLXX": FIELD}, turn=1)


@functools.cache
def late():
    """Much has happened: the last turn, rain, Santander and all but Reinosa taken, three brigades lost."""
    pieces = {"LIT 1": "2108", "CLXX": FIELD, "CLVII": "surrendered"} | dict.fromkeys(BRIGADES, "eliminated")
    air = {"AL 1": "air_ready", "AL 2": "air_ready", "AL 3": "air_used", "FARE 1": "air_ready"}
    state = {"turn": 7, "weather": "rain", "morale": 2, "offensive_turn": 3, "factory": False}
    return scene(pieces | air, side=REP, stage="REP_MOVEMENT", control={NAT: list(OBJECTIVES)}, **state)


@functools.cache
def half_way():
    """Santander alone has fallen."""
    return scene({"LIT 1": "1211", "CLXX": FIELD})


@functools.cache
def withdrawal():
    pieces = {"I N/1": "2110", "I N/2": "2210", "AL 1": "air_ready"}
    return scene(pieces, node="WITHDRAW", owed_infantry=2, owed_air=1, offensive_turn=2)


@functools.cache
def breakdown():
    pieces = {"LIT 1": "2108", "CLVII": "1508", "CLVIII": "1509", "CLXIII": "1510"}
    return scene(pieces, node="BREAKDOWN", owed_battalions=2)


@functools.cache
def with_support():
    """HQ LIT gives one bombardment point, HQ XV two; the die between them is due."""
    game = scene({"LIT 1": "2108", "HQ LIT": "2110", "CLXX": FIELD, "HQ XV": "1909"}, node="TARGET")
    attack(game, FIELD, ["LIT 1"], support=["HQ LIT"], defence=["HQ XV"])
    return game


@functools.cache
def combat():
    """5 + 4 against 2 + 2 from two sides: odds of 2:1, the fourth column, and 1 for a concentric attack."""
    game = scene(dict.fromkeys(("CLXX", "CLXXI"), FIELD) | {"LIT 1": "2108", "FIN 8": "2010"}, node="TARGET", morale=1)
    attack(game, FIELD, ["LIT 1", "FIN 8"])
    return game


@functools.cache
def long_odds():
    """One brigade against two on a mountain: left of the table."""
    game = scene({"CLXVI": "1909", "CLXVII": "1909", "I N/1": "2010"}, node="TARGET")
    attack(game, "1909", ["I N/1"])
    return game


@functools.cache
def attacker_loses():
    game = combat().clone()
    roll(game, 1)
    return game


@functools.cache
def defender_flees():
    game = combat().clone()
    roll(game, 6, 5)
    return game


@functools.cache
def breakthrough():
    role = {"role": "attacks", "from": "2110"}
    return scene({"LIT 1": ("2110", role)}, node="ADVANCE", target="2109", result_def="B")


def node(code: Node) -> tuple[int, ...]:
    return tuple(int(k == code) for k in range(len(Node)))


def part(value: int, whole: int) -> int:
    """A share as the channels have it."""
    return int(SHARE * value / whole + 0.5)


def facts(*rows) -> tuple[Fact, ...]:
    return tuple(Fact(position, side, None, number) for position, side, number in rows)


FACTS = {
    "node": facts((calm, NAT, node(Node.MOVE)), (calm, REP, node(Node.MOVE)), (combat, NAT, node(Node.COMBAT_DIE))),
    "to_move": facts((calm, NAT, 1), (calm, REP, 0), (late, REP, 1), (defender_flees, REP, 1), (combat, NAT, 0)),
    "republican": facts((calm, NAT, 0), (calm, REP, 1)),
    "own_phase": facts((calm, NAT, 1), (calm, REP, 0), (late, REP, 1), (defender_flees, NAT, 1)),
    "turn": facts((calm, NAT, part(1, 7)), (late, NAT, SHARE)),
    "last_turn": facts((calm, NAT, 0), (late, REP, 1)),
    "rain": facts((calm, NAT, 0), (late, NAT, 1)),
    "morale": facts((calm, NAT, 0), (late, REP, part(2, 5))),
    "vp": facts((calm, NAT, 0), (half_way, NAT, part(3, 12)), (late, REP, part(6, 12))),
    "vp_reached": facts((half_way, NAT, 0), (late, NAT, 1)),
    "brigades": facts((calm, NAT, 0), (late, NAT, part(3, 10))),
    "surrendered": facts((calm, NAT, 0), (late, NAT, 1)),
    "factory": facts((calm, NAT, 1), (late, NAT, 0)),
    "offensive": facts((calm, NAT, 0), (late, NAT, 1)),
    "owed_withdrawals": facts((calm, NAT, 0), (withdrawal, NAT, 3), (withdrawal, REP, 3)),
    "owed_battalions": facts((calm, NAT, 0), (breakdown, NAT, 2)),
    "own_air": facts((calm, NAT, 0), (late, NAT, 2), (late, REP, 1)),
    "enemy_air": facts((calm, NAT, 0), (late, NAT, 1), (late, REP, 2)),
    "own_steps": facts((calm, NAT, part(3, ALL_STEPS)), (late, NAT, part(2, ALL_STEPS))),
    "enemy_units": facts((calm, NAT, part(1, ALL_ENEMIES)), (combat, NAT, part(2, ALL_ENEMIES))),
    "movable": facts((calm, NAT, part(1, 2)), (calm, REP, 0), (late, REP, SHARE)),
    "die": facts((combat, NAT, 0), (attacker_loses, NAT, 1), (defender_flees, REP, 5)),
    "strength_att": facts((with_support, NAT, 0), (combat, NAT, 9), (combat, REP, 9)),
    "strength_def": facts((with_support, NAT, 0), (combat, NAT, 4), (combat, REP, 4)),
    "column_shift": facts((combat, NAT, 1 + 3), (long_odds, REP, 0)),
    "drm": facts((calm, NAT, 3), (combat, NAT, 3 + 1)),
    "breakthrough": facts((breakthrough, NAT, 1), (defender_flees, NAT, 0)),
    "own_owed": facts((attacker_loses, NAT, 2), (attacker_loses, REP, 0), (defender_flees, REP, 2)),
    "enemy_owed": facts((attacker_loses, NAT, 0), (attacker_loses, REP, 2), (defender_flees, NAT, 2)),
    "morale_result": facts((attacker_loses, NAT, 0), (defender_flees, NAT, 2)),
    "own_points": facts((calm, NAT, 0), (with_support, NAT, 1), (with_support, REP, 2)),
    "enemy_points": facts((calm, NAT, 0), (with_support, NAT, 2), (with_support, REP, 1)),
}


@pytest.mark.parametrize("name", [channel.name for channel in GLOBALS.channels])
def test_a_general_channel_says_what_it_says(name):
    check(FACTS[name], lambda game, side, _: general(game, side, name))


def test_the_column_of_odds_is_not_below_the_first():
    game = scene({"FIN 8": "2108", "CLXX": FIELD}, node="TARGET")
    act(game, "HEX", FIELD)
    assert general(game, NAT, "column_shift") == 1  # not computed yet: 0, as 1:2
