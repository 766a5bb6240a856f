"""The array ``pieces``: for every channel, at least one piece with it alone set, and one with it not set."""

import functools

import pytest
from support.scene import act, attack, scene
from support.views import Fact, check, piece

from ctv_env.games.ctv.model.channels import FRESH, MOST_DSG, MOST_MP, PIECES
from ctv_env.games.ctv.model.codes import FIRST_ROW, N_NATIONS, SIDE_NAMES, Kind, Nationality, Place

NAT, REP = SIDE_NAMES[:2]
FIELD = "2009"


@functools.cache
def front(**options):
    """The Nationalist is to move, on turn 4."""
    pieces = {
        "LIT 1": "2108",
        "LIT 2": ("2108", {"steps": 1, "mp": 1.5}),
        "HQ LIT": ("2110", {"used": True}),
        "N SC 1": ("2110", {"moved": True, "mp": 2.5}),
        "FIN 8": ("2210", {"dsg": "DSG1", "supplied": False}),
        "AL 1": ("air_absent", {"return": 6}),
        "AL 2": "air_ready",
        "AL 3": "eliminated",
        "CLXX": FIELD,
        "CLXVI": ("1909", {"dsg": "DSG2", "steps": 1}),
        "R SC 1": "1909",
        "Trench 1": FIELD,
    }
    return scene(pieces, turn=4, **options)


def in_fog():
    return front(fog=True)


@functools.cache
def later():
    """LIT 1 has attacked in this segment, LIT 2 has not."""
    return scene({"LIT 1": ("2108", {"attacked": True}), "LIT 2": "2108", "CLXX": FIELD}, node="TARGET")


@functools.cache
def chosen(fog: bool = True):
    game = scene({"LIT 1": "2108", "LIT 2": "2108", "CLXX": FIELD}, fog=fog)
    act(game, "PIECE", "LIT 1")
    return game


def chosen_openly():
    return chosen(fog=False)


@functools.cache
def battle():
    """LIT 1 attacks, the HQ of LIT and an air unit support it, HQ XV supports the defence; LIT 2 looks on."""
    pieces = {"LIT 1": "2108", "LIT 2": "2108", "HQ LIT": "2110", "AL 1": "air_ready", "CLXX": FIELD, "HQ XV": "1908"}
    game = scene(pieces | {"N SC 1": "2111"}, node="TARGET", fog=True)
    attack(game, FIELD, ["LIT 1"], support=["HQ LIT", "AL 1"], defence=["HQ XV"])
    return game


@functools.cache
def naming():
    """LIT 1 has been named; LIT 2 may be, HQ LIT may not."""
    game = scene({"LIT 1": "2108", "LIT 2": "2108", "HQ LIT": "2110", "CLXX": FIELD}, node="TARGET")
    act(game, "HEX", FIELD)
    act(game, "PIECE", "LIT 1")
    return game


@functools.cache
def remembered():
    """Turn 4: a brigade was last seen on turn 2, a supply column on turn 4; the other brigade never."""
    last = {"last_hex": FIELD, "last_turn": 2, "last_steps": 2, "last_dsg": "DSG1"}
    pieces = {
        "LIT 1": "2108",
        "CLXVI": ("1709", {"steps": 1} | last),
        "R SC 1": ("1708", {"last_hex": "1909", "last_turn": 4}),
    }
    return scene(pieces | {"CLXVII": "1708"}, turn=4, fog=True)


def one_hot(code: int, n: int) -> tuple[int, ...]:
    return tuple(int(k == code) for k in range(n))


def kind(code: Kind) -> tuple[int, ...]:
    return one_hot(code, len(Kind))


def nation(code: Nationality) -> tuple[int, ...]:
    return one_hot(code, N_NATIONS)


def place(code: Place) -> tuple[int, ...]:
    return one_hot(code, len(Place))


def row(code: str) -> int:
    """Row of a hex as the channels count: from 1, so that 0 is nowhere."""
    return int(code[:2]) - FIRST_ROW + 1


def column(code: str) -> int:
    return int(code[2:])


def facts(*rows) -> tuple[Fact, ...]:
    return tuple(Fact(*row) for row in rows)


FACTS = {
    "own": facts((front, NAT, "LIT 1", 1), (front, NAT, "CLXX", 0), (front, REP, "CLXX", 1), (front, NAT, "N SC 1", 1)),
    "known": facts(
        (in_fog, NAT, "LIT 1", 1),
        (in_fog, NAT, "CLXX", 0),
        (front, NAT, "CLXX", 1),
        (in_fog, NAT, "CLXVII", 1),  # not on the map: open to all
        (in_fog, NAT, "Trench 1", 1),  # only stacks are hidden
    ),
    "legal": facts((naming, NAT, "LIT 2", 1), (naming, NAT, "HQ LIT", 0), (naming, REP, "LIT 2", 0)),
    "kind": facts(
        (front, NAT, "LIT 1", kind(Kind.MECHANISED)),
        (in_fog, NAT, "CLXX", kind(Kind.INFANTRY)),
        (front, NAT, "HQ LIT", kind(Kind.HQ_DIVISION)),
        (front, NAT, "Trench 1", kind(Kind.TRENCH)),
    ),
    "nation": facts(
        (front, NAT, "LIT 1", nation(Nationality.ITALIAN)), (in_fog, NAT, "CLXX", nation(Nationality.SANTANDER))
    ),
    "full_attack": facts((front, NAT, "LIT 2", 5), (in_fog, NAT, "CLXVI", 2), (front, NAT, "HQ LIT", 0)),
    "full_defence": facts((front, NAT, "LIT 2", 4), (in_fog, NAT, "CLXVI", 3), (front, NAT, "HQ LIT", 1)),
    "allowance": facts((front, NAT, "LIT 2", 8), (front, NAT, "FIN 8", 5), (front, NAT, "AL 1", 0)),
    "stacking": facts((front, NAT, "LIT 1", 2), (front, NAT, "Cel", 1), (front, NAT, "HQ LIT", 0)),
    "bombardment": facts((front, NAT, "HQ CTV", 2), (front, NAT, "AL 1", 1), (front, NAT, "LIT 1", 0)),
    "motorised": facts((front, NAT, "LIT 1", 1), (front, NAT, "FIN 8", 0)),
    "place": facts(
        (front, NAT, "LIT 1", place(Place.MAP)),
        (in_fog, NAT, "CLXX", place(Place.MAP)),
        (front, REP, "AL 1", place(Place.AIR_ABSENT)),
        (front, REP, "AL 2", place(Place.AIR_READY)),
        (front, REP, "AL 3", place(Place.ELIMINATED)),
    ),
    "row": facts(
        (front, NAT, "LIT 1", row("2108")),
        (in_fog, NAT, "CLXX", 0),
        (front, NAT, "CLXX", row(FIELD)),
        (front, NAT, "AL 1", 0),
    ),
    "column": facts(
        (front, NAT, "LIT 1", column("2108")), (in_fog, NAT, "CLXX", 0), (front, NAT, "CLXX", column(FIELD))
    ),
    "attack": facts(
        (front, NAT, "LIT 1", 5 * 4),
        (front, NAT, "LIT 2", 3 * 4),
        (front, NAT, "FIN 8", 4 * 4 // 2),
        (in_fog, NAT, "CLXX", 0),
    ),
    "defence": facts(
        (front, NAT, "LIT 1", 4 * 4),
        (front, NAT, "FIN 8", 3 * 4 // 2),
        (front, NAT, "CLXVI", 2 * 4 // 2),
        (in_fog, NAT, "CLXX", 0),
    ),
    "steps": facts(
        (front, NAT, "LIT 1", 2), (front, NAT, "LIT 2", 1), (in_fog, NAT, "CLXX", 0), (front, NAT, "CLXX", 2)
    ),
    "dsg": facts(
        (front, NAT, "FIN 8", 2), (front, NAT, "LIT 1", 0), (front, NAT, "CLXVI", MOST_DSG), (in_fog, NAT, "CLXVI", 0)
    ),
    "unsupplied": facts((front, NAT, "FIN 8", 1), (front, NAT, "LIT 1", 0), (in_fog, REP, "FIN 8", 0)),
    "mp": facts(
        (front, NAT, "LIT 1", MOST_MP), (front, NAT, "LIT 2", 3), (front, NAT, "N SC 1", 5), (front, NAT, "CLXX", 0)
    ),
    "used": facts(
        (front, NAT, "HQ LIT", 1),  # has bombarded
        (front, NAT, "N SC 1", 1),  # has moved
        (later, NAT, "LIT 1", 1),  # has attacked
        (later, NAT, "LIT 2", 0),
        (front, NAT, "LIT 1", 0),
        (in_fog, REP, "HQ LIT", 0),
    ),
    "attacks": facts(
        (battle, NAT, "LIT 1", 1), (battle, REP, "LIT 1", 1), (battle, NAT, "LIT 2", 0), (battle, NAT, "HQ LIT", 0)
    ),
    "supports": facts(
        (battle, NAT, "HQ XV", 1), (battle, REP, "HQ LIT", 1), (battle, REP, "AL 1", 1), (battle, NAT, "LIT 1", 0)
    ),
    "returns": facts((front, NAT, "AL 1", 2), (front, REP, "AL 1", 2), (front, NAT, "AL 2", 0)),
    "chosen": facts(
        (chosen, NAT, "LIT 1", 1),
        (chosen, NAT, "LIT 2", 0),
        (chosen, REP, "LIT 1", 0),
        (chosen_openly, REP, "LIT 1", 1),
    ),
    "last_row": facts(
        (remembered, NAT, "CLXVI", row(FIELD)), (remembered, NAT, "CLXVII", 0), (remembered, REP, "CLXVI", 0)
    ),
    "last_column": facts(
        (remembered, NAT, "CLXVI", column(FIELD)), (remembered, NAT, "CLXVII", 0), (remembered, NAT, "R SC 1", 9)
    ),
    "last_fresh": facts(
        (remembered, NAT, "CLXVI", FRESH - 2), (remembered, NAT, "R SC 1", FRESH), (remembered, NAT, "CLXVII", 0)
    ),
    "last_steps": facts((remembered, NAT, "CLXVI", 2), (remembered, NAT, "CLXVII", 0), (remembered, NAT, "R SC 1", 0)),
    "last_dsg": facts((remembered, NAT, "CLXVI", 2), (remembered, NAT, "CLXVII", 0)),
}


@pytest.mark.parametrize("name", [channel.name for channel in PIECES.channels])
def test_a_column_of_the_table_says_what_it_says(name):
    check(FACTS[name], lambda game, side, counter: piece(game, side, name, counter))


def test_an_empty_slot_is_a_row_of_zeros():
    game = front()
    table = game.observation(NAT, "pieces")["pieces"]
    empty = [slot for slot, name in enumerate(game.tables.piece_names) if not name]
    assert empty
    assert not table[empty].any()
    assert table.any(1).sum() == len(table) - len(empty)
