"""The array ``planes``: for every channel, at least one hex where it alone is set, and one where it is not."""

import functools

import pytest
from support.scene import act, done, scene
from support.views import Fact, check, plane

from ctv_env.games.ctv.model.channels import FRESH, MIDDLE, MOST_DSG, MOST_MP, PIECES_IN_HEX, PLANES, ROOM_ZERO

NAT, REP = "nationalist", "republican"
FIELD = "2009"  # clear, Republican at start
HILL, MOUNTAIN, CITY, SEA = "2109", "1909", "1211", "1001"
ALL_SIDES, NO_SIDE = (1,) * 6, (0,) * 6


@functools.cache
def front(**options):
    """Two divisions face each other; the Nationalist is to move."""
    pieces = {
        "LIT 1": "2108",
        "LIT 2": ("2108", {"steps": 1, "mp": 1.5}),
        "HQ LIT": "2110",
        "N SC 1": ("2110", {"mp": 2.5}),
        "FIN 8": ("2210", {"dsg": "DSG1", "supplied": False}),
        "FIN 10": ("2308", {"dsg": "DSG"}),
        "CLXX": FIELD,
        "R SC 1": FIELD,
        "Trench 1": FIELD,
        "HQ XV": MOUNTAIN,
        "CLXVI": (MOUNTAIN, {"dsg": "DSG2", "steps": 1}),
        "CLXVII": ("1709", {"supplied": False}),
    }
    return scene(pieces, turn=4, **options)


def in_fog():
    return front(fog=True)


@functools.cache
def by_rivers():
    return scene({"LIT 1": "2108"}, rivers=True)


@functools.cache
def crowd():
    """Three units on a hill with room for two, as after a retreat (5.1.1)."""
    return scene(dict.fromkeys(("LIT 1", "LIT 2", "FIN 8"), HILL))


@functools.cache
def spent_hqs():
    """One HQ has bombarded, one is out of supply: neither can bombard."""
    return scene({"HQ LIT": ("2110", {"used": True}), "HQ XV": (MOUNTAIN, {"supplied": False}), "CLXVI": MOUNTAIN})


@functools.cache
def conquered():
    """Santander and Reinosa have fallen, the factory is no more."""
    return scene({"LIT 1": CITY, "LIT 2": "2006"}, factory=False, turn=5)


@functools.cache
def remembered():
    """Turn 4: of the brigades two have been seen on turn 2, one of them and an HQ on turn 3; all are in fog again."""
    pieces = {
        "LIT 1": "2108",
        "CLXVI": ("1709", {"last_hex": FIELD, "last_turn": 2, "last_steps": 1, "steps": 1}),
        "CLXX": ("1709", {"last_hex": FIELD, "last_turn": 3, "last_steps": 2}),
        "HQ XV": ("1708", {"last_hex": MOUNTAIN, "last_turn": 3, "last_steps": 1}),
    }
    return scene(pieces | {"CLXVII": "1708"}, turn=4, fog=True)


@functools.cache
def chosen():
    """LIT 1 has been chosen to move."""
    game = scene({"LIT 1": "2108", "CLXX": FIELD})
    act(game, "PIECE", "LIT 1")
    return game


@functools.cache
def attack():
    """Two units attack FIELD out of 2108, one out of 2010; HQs of both sides and a supply column support."""
    pieces = {
        "LIT 1": "2108",
        "LIT 2": "2108",
        "FIN 8": "2010",
        "HQ LIT": "2110",
        "N SC 1": "2111",
        "CLXX": FIELD,
        "HQ XV": "1908",
    }
    game = scene(pieces, node="TARGET", fog=True)
    act(game, "HEX", FIELD)
    act(game, "PIECE", "LIT 1", "LIT 2", "FIN 8")
    return game


@functools.cache
def supported():
    """The same, and an HQ of either side is committed; the Nationalist may yet name a supply column."""
    game = attack().clone()
    done(game)
    act(game, "PIECE", "HQ LIT")
    done(game)
    act(game, "PIECE", "HQ XV")
    done(game)
    return game


@functools.cache
def with_column():
    game = supported().clone()
    act(game, "PIECE", "N SC 1")
    return game


@functools.cache
def retreat():
    """CLXX must go back."""
    role = {"role": "attacks", "seen": True}
    at = {"LIT 1": ("2110", role), "CLXX": (HILL, {"seen": True})}
    return scene(at, node="RETREAT", target=HILL, owed_def=1, result_def=1)


@functools.cache
def gone_back():
    """It has chosen 2108, and the step lost is asked for."""
    game = retreat().clone()
    act(game, "HEX", "2108")
    return game


def facts(*rows) -> tuple[Fact, ...]:
    return tuple(Fact(*row) for row in rows)


FACTS = {
    "off_map": facts((front, NAT, SEA, 1), (front, NAT, FIELD, 0)),
    "clear": facts((front, NAT, FIELD, 1), (front, NAT, HILL, 0)),
    "city": facts((front, NAT, CITY, 1), (front, NAT, FIELD, 0)),
    "hill": facts((front, NAT, HILL, 1), (front, NAT, MOUNTAIN, 0)),
    "mountain": facts((front, NAT, MOUNTAIN, 1), (front, NAT, HILL, 0)),
    "odd_row": facts((front, NAT, "2108", 1), (front, NAT, FIELD, 0)),
    # Santander: land only to the north-west and west (1.3.2).
    "open_side": facts((front, NAT, CITY, (1, 0, 1, 0, 0, 0)), (front, NAT, FIELD, ALL_SIDES)),
    "road": facts((front, NAT, HILL, (0, 1, 0, 0, 0, 1)), (front, NAT, "2108", NO_SIDE)),
    "river": facts((by_rivers, NAT, "2108", 1), (by_rivers, NAT, HILL, 0), (front, NAT, "2108", 0)),
    "own_source": facts(
        (front, NAT, "1620", 1), (front, NAT, CITY, 0), (front, REP, CITY, 1), (conquered, REP, CITY, 0)
    ),
    "enemy_source": facts((front, NAT, CITY, 1), (front, NAT, "1620", 0), (front, REP, "1620", 1)),
    "vp": facts((front, NAT, CITY, 3), (front, NAT, "2006", 1), (front, NAT, FIELD, 0), (conquered, NAT, "2006", 0)),
    "own_control": facts((front, NAT, CITY, 0), (front, REP, CITY, 1), (conquered, NAT, CITY, 1), (front, NAT, SEA, 0)),
    "enemy_control": facts((front, NAT, CITY, 1), (front, REP, CITY, 0), (front, NAT, SEA, 0)),
    "own_units": facts(
        (front, NAT, "2108", 2), (front, NAT, "2110", 1), (front, NAT, FIELD, 0), (front, REP, FIELD, 1)
    ),
    "own_hq": facts((front, NAT, "2110", 1), (front, NAT, "2108", 0), (front, NAT, MOUNTAIN, 0)),
    "own_column": facts((front, NAT, "2110", 1), (front, NAT, FIELD, 0), (front, REP, FIELD, 1)),
    "own_attack": facts(
        (front, NAT, "2108", (5 + 3) * 8),
        (front, NAT, "2210", 4 * 8 // 2),  # halved once, though disorganised and out of supply
        (front, NAT, "2308", 4 * 8 // 2),  # FIN 10, disorganised
        (front, NAT, "2110", 0),
        (front, NAT, FIELD, 0),
    ),
    "own_defence": facts(
        (front, NAT, FIELD, 0), (front, NAT, "2108", (4 + 2) * 8), (front, REP, MOUNTAIN, (2 + 2 // 2) * 2 * 8)
    ),
    "own_steps": facts((front, NAT, "2108", 3), (front, NAT, "2110", 1), (front, NAT, FIELD, 0)),
    "own_room": facts(
        (front, NAT, "2108", ROOM_ZERO + 6 - 4),
        (front, NAT, FIELD, ROOM_ZERO),
        (front, REP, FIELD, ROOM_ZERO + 6 - 2),
        (crowd, NAT, HILL, ROOM_ZERO + 4 - 6),
    ),
    "own_dsg": facts((front, NAT, "2210", 2), (front, NAT, "2108", 0), (front, REP, MOUNTAIN, MOST_DSG)),
    "own_unsupplied": facts((front, NAT, "2210", 1), (front, NAT, "2108", 0), (front, NAT, "1709", 0)),
    "own_mp": facts(
        (front, NAT, "2108", MOST_MP), (front, NAT, "2110", 12), (front, NAT, "2210", 6), (front, REP, FIELD, 0)
    ),
    "own_zoc": facts((front, NAT, FIELD, 2), (front, NAT, "2110", 0), (front, REP, "2108", 1)),
    "own_net": facts((front, NAT, "2610", 1), (front, NAT, MOUNTAIN, 0), (front, REP, MOUNTAIN, 1)),
    "own_hq_reach": facts(
        (front, NAT, "2110", 1),
        (front, NAT, "2108", 1),
        (front, NAT, "2107", 0),
        (front, REP, "2108", 1),
        (spent_hqs, NAT, "2110", 0),
        (spent_hqs, REP, MOUNTAIN, 0),
    ),
    "enemy_pieces": facts(
        (front, NAT, FIELD, 2), (in_fog, NAT, FIELD, 2), (front, REP, "2110", 2), (front, NAT, "2108", 0)
    ),
    "enemy_seen": facts((front, NAT, FIELD, 2), (in_fog, NAT, FIELD, 0), (front, NAT, "2108", 0)),
    # Hidden: CLXX 2-2, CLXVI 2-3, CLXVII, HQ XV and a supply column, see test_observe.py.
    "enemy_attack": facts((front, NAT, FIELD, 2 * 8), (front, NAT, "2108", 0), (front, REP, "2108", (5 + 3) * 8)),
    "enemy_defence": facts((front, NAT, MOUNTAIN, (2 + 2 // 2) * 2 * 8), (front, NAT, FIELD, 2 * 8)),
    "enemy_steps": facts((front, NAT, MOUNTAIN, 2), (in_fog, NAT, MOUNTAIN, 0), (front, REP, "2108", 3)),
    "enemy_dsg": facts((front, NAT, MOUNTAIN, 3), (in_fog, NAT, MOUNTAIN, 0), (front, NAT, "2210", 0)),
    "enemy_unsupplied": facts((front, NAT, "1709", 1), (in_fog, NAT, "1709", 0), (front, REP, "2210", 1)),
    "enemy_zoc": facts(
        (front, NAT, "2108", 1), (in_fog, NAT, "2108", 1), (front, NAT, "2110", 0), (front, REP, FIELD, 1)
    ),
    "enemy_hq_reach": facts(
        (front, NAT, "2108", 1),
        (in_fog, NAT, "2108", 0),
        (front, NAT, "2210", 0),
        (front, REP, "2210", 1),
        (spent_hqs, NAT, MOUNTAIN, 0),
        (spent_hqs, REP, "2110", 0),
    ),
    "last_attack": facts(
        (remembered, NAT, FIELD, (1 + 2) * 8), (remembered, NAT, "1709", 0), (remembered, NAT, MOUNTAIN, 0)
    ),
    "last_defence": facts(
        (remembered, NAT, FIELD, (2 + 2) * 8), (remembered, NAT, MOUNTAIN, 2 * 8), (front, NAT, FIELD, 0)
    ),
    "last_fresh": facts((remembered, NAT, FIELD, FRESH - 1), (remembered, NAT, "1709", 0), (remembered, REP, FIELD, 0)),
    # 8 to 2 is 2 to the power of 2, of 4: halfway from the middle to the end.
    "odds": facts((front, NAT, FIELD, MIDDLE + 63), (front, REP, FIELD, MIDDLE - 63), (front, NAT, "2110", MIDDLE)),
    "trench": facts(
        (front, NAT, FIELD, 1), (in_fog, NAT, FIELD, 1), (in_fog, REP, FIELD, 1), (front, NAT, MOUNTAIN, 0)
    ),
    "moving": facts((chosen, NAT, "2108", 1), (chosen, NAT, FIELD, 0), (front, NAT, "2108", 0)),
    "target": facts((attack, NAT, FIELD, 1), (attack, REP, FIELD, 1), (attack, NAT, "2108", 0), (front, NAT, FIELD, 0)),
    "attacks": facts(
        (attack, NAT, "2108", 2), (attack, NAT, "2010", 1), (attack, REP, "2108", 2), (attack, NAT, FIELD, 0)
    ),
    "supports": facts(
        (attack, NAT, "2110", 0),
        (supported, NAT, "2110", 1),
        (supported, NAT, "1908", 1),
        (supported, REP, "2110", 1),
        (supported, NAT, "2108", 0),
        (supported, NAT, "2111", 0),
        (with_column, NAT, "2111", 1),
        (with_column, REP, "2111", 1),
    ),
    "retreats": facts(
        (retreat, NAT, HILL, 1),
        (retreat, NAT, "2108", 0),
        (gone_back, NAT, "2108", 1),
        (gone_back, NAT, HILL, 0),
    ),
    "legal": facts(
        (chosen, NAT, "2208", 1), (chosen, NAT, FIELD, 0), (chosen, REP, "2208", 0), (front, NAT, "2208", 0)
    ),
}


@pytest.mark.parametrize("name", [channel.name for channel in PLANES.channels])
def test_a_plane_shows_what_it_says(name):
    check(FACTS[name], lambda game, side, code: plane(game, side, name, code))


def test_more_pieces_than_a_channel_counts_are_its_top():
    seven = ("CLXX", "CLXXI", "HQ XIV", "R SC 1", "FT-17", "BA-6", "T-N")
    game = scene({"LIT 1": "2110"} | dict.fromkeys(seven, "1508"))
    assert plane(game, NAT, "enemy_pieces", "1508") == PIECES_IN_HEX == 6
