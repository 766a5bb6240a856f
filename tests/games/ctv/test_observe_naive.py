"""Every channel of every observation, recomputed from ``to_dict`` and the rules of visibility (5.2; R-56, R-57, R-63 to
R-65) by code of its own, ``tests/naive/sight.py`` and ``observation.py``; and faults planted there, which are found."""

import functools
import random

import hypothesis
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from naive import board, combat, observation, sight
from naive.observation import CODES
from naive.sight import Sight
from support.players import ask, copy_of
from support.positions import positions
from support.scene import act, done, scene
from support.walks import pick

from ctv_env import new_game
from ctv_env.core.game import Game
from ctv_env.core.observation import Layout
from ctv_env.games.ctv.model.channels import FLAT, GLOBALS, PIECES, PLANES
from ctv_env.games.ctv.model.codes import SIDE_NAMES, SIDE_SLOTS

SIDES = SIDE_NAMES[:2]
CASES = (
    ({}, "staff"),
    ({}, "random"),
    ({"fog": False, "edition": "it", "rivers": True}, "random"),
    ({"setup": "placement", "edition": "it"}, "random"),
    ({"air_combat": True, "dsg_reduction": True, "play_forced": False}, "staff"),
    ({"scenario": "escudo", "rivers": True}, "staff"),
    ({"scenario": "reinosa", "edition": "it"}, "random"),
    ({"scenario": "last-stand"}, "random"),
    ({"scenario": "duel", "fog": False}, "random"),
)


# -- comparison --------------------------------------------------------------------------------------------------------


@functools.cache
def _places(layout: Layout) -> dict[str, slice]:
    """Where the numbers of each channel are."""
    return {c.name: slice(layout.at(c.name), layout.at(c.name) + c.n) for c in layout.channels}


def _wrong_planes(expected: dict, array: np.ndarray) -> list[str]:
    assert set(expected) == set(_places(PLANES))
    found = []
    for name, planes in expected.items():
        planes = planes if isinstance(planes, tuple) else (planes,)
        for plane, there in zip(planes, array[_places(PLANES)[name]].reshape(-1, len(CODES)), strict=True):
            right = np.array([plane.get(code, 0) for code in CODES])
            k = (right != there).argmax()
            found += [f"planes.{name} in {CODES[k]}: {right[k]} expected, {there[k]}"] if right[k] != there[k] else []
    return found


def _wrong_row(layout: Layout, expected: dict, row: np.ndarray, what: str) -> list[str]:
    """What differs in a row; channels that are not expected are 0."""
    places, right = _places(layout), np.zeros(len(row), int)
    for name, number in expected.items():
        right[places[name]] = number
    wrong = np.flatnonzero(right != row)
    names = [name for name, place in places.items() for _ in range(place.start, place.stop)]
    return [f"{what}.{names[k]}: {right[k]} expected, {row[k]}" for k in wrong[:3]]


def differences(game: Game, side: str) -> list[str]:
    """Every channel of what ``side`` observes that is not as the naive twin says."""
    seen, whole = Sight(game, side), game.observation(side, "both")
    actions = [game.decode(a) for a in game.legal_actions()] if game.to_move == side else []
    hexes = {name for kind, name in actions if kind == "HEX"}
    names = {name for kind, name in actions if kind == "PIECE"}
    found = _wrong_planes(observation.planes(seen, hexes), whole["planes"])
    for p, name in enumerate(game.tables.piece_names):
        piece = seen.position.pieces.get(name)
        row = observation.piece_row(seen, piece, names) if piece else {}
        found += _wrong_row(PIECES, row, whole["pieces"][p], f"pieces {name or p}")
    general = observation.general(seen)
    assert set(general) == set(_places(GLOBALS))
    found += _wrong_row(GLOBALS, general, whole["globals"], "globals")
    slots = [seen.position.pieces.get(name) for name in game.tables.piece_names[: 2 * SIDE_SLOTS]]
    first = SIDES.index(side) * SIDE_SLOTS
    own, foes = slots[first : first + SIDE_SLOTS], slots[SIDE_SLOTS - first : 2 * SIDE_SLOTS - first]
    return found + _wrong_row(FLAT, observation.flat(seen, own, foes), game.observation(side, "flat"), "flat")


def wrong_in(game: Game) -> list[str]:
    """Differences of both sides, and the position in which they are."""
    found = [f"{side}: {what}" for side in SIDES for what in differences(game, side)]
    return [*found, f"in {game.to_dict()}"] if found else []


def on_the_way(options: dict, player: str, seed: int, every: int):
    """A game played on, at about every so many nodes, dice among them."""
    board.lay_out(options.get("scenario", "campaign"))
    game, chooser = new_game("ctv", seed=seed, **options), random.Random(seed)
    while game.to_move is not None:
        if chooser.random() < 1 / every:
            yield game
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(pick(game, chooser) if player == "random" else ask(copy_of(game), game.tables))
    yield game


@pytest.fixture(autouse=True)
def whole_board():
    """Made-up positions are of the campaign, whatever was on the table before."""
    yield
    board.lay_out()


# -- games and made-up positions ---------------------------------------------------------------------------------------


@pytest.mark.whole_games
@pytest.mark.parametrize(("options", "player"), CASES, ids=range(len(CASES)))
def test_5_2_R_56_R_57_every_channel_is_what_the_rules_let_a_side_see_in_whole_games(options, player):
    for game in on_the_way(options, player, seed=3, every=40):
        assert not wrong_in(game)


def compare_positions(n_examples: int, n_steps: int, seed: int) -> int:
    """Play on at random from made-up positions; how many were compared."""
    compared = []

    @hypothesis.seed(seed)
    @settings(
        max_examples=n_examples,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(data=positions())
    def compare_one(data):
        game, chooser = Game.from_dict(data), random.Random(n_steps)
        for k in range(n_steps):
            if game.to_move is None:
                break
            if k % 4 == 0:
                assert not wrong_in(game)
                compared.append(game)
            game.step(chooser.choice(game.legal_actions()))

    compare_one()
    return len(compared)


def test_5_2_R_56_R_64_every_channel_is_what_the_rules_let_a_side_see_in_made_up_positions():
    assert compare_positions(12, 9, seed=1) > 20


@pytest.mark.slow
@pytest.mark.parametrize(("options", "player"), CASES, ids=range(len(CASES)))
def test_many_games_are_observed_as_the_rules_let_them(options, player):
    for seed in range(12):
        for game in on_the_way(options, player, seed, every=10):
            assert not wrong_in(game)
    assert compare_positions(60, 30, seed=len(options)) > 200


# -- the test of the test ----------------------------------------------------------------------------------------------


def remembered() -> Game:
    """Memories, sightings, trenches, a lone column, an overstacked hex and a unit without supply, in fog."""
    last = {"last_hex": "2009", "last_turn": 1, "last_steps": 2, "last_dsg": "DSG"}
    at = {"LIT 1": "2110", "HQ LIT": ("2110", {"used": True}), "FIN 8": ("2210", {"supplied": False, "dsg": "DSG"})}
    at |= dict.fromkeys(("I N/1", "I N/2", "I N/3"), "2111") | {"N SC 1": "2211", "N SC 2": "2111", "3Pz1": "2111"}
    at |= {"CLXVI": ("1909", last | {"steps": 1}), "CLXVII": ("2109", {"seen": True}), "CLXX": "2109", "HQ XV": "1909"}
    at |= {"R SC 1": "1810", "Trench 1": "2109", "Trench 2": "1809", "CLXXI": ("2010", {"supplied": False})}
    return scene(at, turn=4, fog=True, factory=False, control={"nationalist": ["1211"]})


def named() -> Game:
    """Attackers out of an overstacked hex, named one by one: the defender sees neither."""
    game = remembered()
    while game.node != "TARGET":
        done(game)
    act(game, "HEX", "2109")
    act(game, "PIECE", "LIT 1")
    return game


def fought() -> Game:
    """A combat behind its die, with an HQ committed."""
    game = named()
    done(game)
    while game.node not in ("LOSS_ATT", "MORALE_DIE", "RETREAT", "LOSS_DEF", "ADVANCE"):
        game.step(game.legal_actions()[-1])
    return game


def marching() -> Game:
    """A piece in hand."""
    game = remembered()
    act(game, "PIECE", "LIT 1")
    return game


def retreating() -> Game:
    """A stack that may go back."""
    at = {"LIT 1": ("2110", {"role": "attacks", "seen": True}), "CLXVI": ("2109", {"seen": True})}
    return scene(at, node="RETREAT", target="2109", owed_def=1, result_def=1, fog=True)


def placing() -> Game:
    """The Republican is half-way through his set-up."""
    game = new_game(seed=1, setup="placement")
    for _ in range(20):
        game.roll() if game.to_move == "chance" else game.step(game.legal_actions()[0])
    return game


def everything(self, piece):
    return True


FAULTS = {
    "all is known": (Sight, "knows", everything),
    "nobody is ever seen": (Sight, "knows", lambda self, piece: piece.side == self.side or not piece.hex),
    "eliminated pieces are unknown": (
        Sight,
        "knows",
        lambda self, piece: piece.side == self.side or self.entry(piece).get("seen", False),
    ),
    "trenches are hidden": (
        Sight,
        "knows",
        lambda self, p: p.side == self.side or not p.hex or self.entry(p).get("seen", False),
    ),
    "the piece in hand is shown": (Sight, "chosen", lambda self: self.position.pieces.get(self.position.piece)),
    "nobody sees a piece in hand": (Sight, "chosen", lambda self: None),
    "sightings do not fade": (Sight, "freshness", lambda self, piece: 8 if piece.hex else 0),
    "nothing is remembered": (Sight, "last", lambda self, piece: (None, 0, "none")),
    "they are remembered where they are": (Sight, "last", lambda self, piece: (piece.hex, piece.steps, "none")),
    "the mean is of all": (
        Sight,
        "hidden_means",
        lambda self: (8, 8) if self.hidden else (0, 0),
    ),
    "a lone column counts": (Sight, "is_lone_column", lambda self, piece: False),
    "every column is lone": (Sight, "is_lone_column", lambda self, piece: piece.counter.kind == "supply_column"),
    "attackers are announced": (
        Sight,
        "named_attack",
        lambda self: combat.attack_strength(self.position) if self.position.attackers() else 0,
    ),
    "overstacking is seen": (Sight, "seems_full", lambda self, code: True),
    "a set-up is watched": (sight, "hide_set_up", lambda position: None),
    "supply does not halve": (combat, "is_halved", lambda unit: unit.dsg > 0),
    "HQs exert a ZoC": (
        observation,
        "zone_of",
        lambda unit: set(observation.neighbours(unit.hex)),
    ),
    "used HQs reach on": (
        observation,
        "reach",
        lambda hqs: dict.fromkeys(
            set().union(*(observation.within(hq.hex, 2) for hq in hqs if hq.counter.is_hq and hq.hex)), 1
        ),
    ),
    "a demolished factory counts": (observation, "worth", lambda position, code: board.OBJECTIVES.get(code, 0)),
    "the terrain does not help": (observation, "times_terrain", lambda strength, code: min(strength, 160)),
    "those who attacked may again": (observation, "can_attack", lambda unit: unit.attack > 0),
    "all may move": (observation, "moves", lambda position, piece: 2 * piece.counter.mp if piece.hex else 0),
    "points are of the enemy": (
        observation,
        "committed",
        lambda position, side: sum(1 for p in position.supporters(sight.enemy(side))),
    ),
    "Santander always feeds": (observation, "CITY_SOURCES", set()),
    "the defender retreats": (observation, "going_back", lambda position: "1211"),
}


@pytest.fixture(scope="module")
def exhibits() -> list[Game]:
    """Positions in which each fault shows."""
    return [remembered(), named(), fought(), marching(), retreating(), placing()]


def test_the_exhibits_are_observed_as_the_rules_let_them(exhibits):
    for game in exhibits:
        assert not wrong_in(game)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(exhibits, fault, monkeypatch):
    monkeypatch.setattr(*FAULTS[fault])
    assert any(wrong_in(game) for game in exhibits)
