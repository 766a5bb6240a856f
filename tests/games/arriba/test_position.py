"""Positions as data: what is written is read again, and what no rule could go on from is refused in words."""

import copy
import random
from collections.abc import Iterator

import pytest
from conformance.subjects import Subject, step_at_random
from support.numbers import in_numbers

from ctv_env import new_game
from ctv_env.core.game import Game
from ctv_env.games.arriba.model.codes import NOWHERE

RISING = Subject("arriba", "rising")
CROWD = {"rebel": {"seville": {"city": ["Nationalist brigade"]}}}


def midgame(steps: int = 120, seed: int = 2) -> Game:
    """A random game after some steps."""
    game, chooser = RISING.new(seed), random.Random(seed)
    for _ in range(steps):
        if game.to_move is not None:
            step_at_random(game, chooser)
    return game


@pytest.fixture(scope="module")
def data() -> dict:
    return in_numbers(midgame())


def change(data: dict, key: str, where: tuple[int, ...], value: int) -> dict:
    """The position with another number."""
    told = copy.deepcopy(data)
    inner = told
    for step in (key, *where[:-1]) if where else ():
        inner = inner[step]
    if where:
        inner[where[-1]] = value
    else:
        told[key] = value
    return told


@pytest.mark.parametrize(
    ("key", "where", "value", "words"),
    [
        ("turn", (), 9, "turn: it is 9; it must be 1 to 2"),
        ("stage", (), 40, "stage: it is 40"),
        ("node", (), 99, "node: it is 99"),
        ("to_move", (), 3, "to_move: it is 3"),
        ("winner", (), 0, "winner: it does not fit the node"),
        ("ps", (0,), 100, r"ps: it holds \[100\]; numbers go from 0 to 99"),
        ("power_at", (2,), 4, "power_at: "),
        ("counters_free", (0,), 30, "counters_free: it does not follow from the other fields; leave it out"),
        ("improved_free", (), 3, "improved_free: it does not follow from the other fields"),
        ("forts_free", (), 3, "forts_free: it does not follow from the other fields"),
        ("area_units", (0, 27), 20, "area_units: it does not follow from the other fields"),
        ("at_large", (0, 27), 9, "at_large: it does not follow from the other fields"),
        ("bg_units", (0, 27, 0), 4, "bg_units: it does not follow from the other fields"),
        ("bg_marks", (1, 27, 0), 1, "bg_marks: nobody is there"),
        ("pool_in_city", (0, 47), 1, "pool_in_city: "),
        ("bg_unit", (1, 1, 0, 0), 0, "bg_unit: a unit stands with the other side"),
        ("control", (3,), 2, r"control: it holds \[2\]; it must be 0 \(government\), 1 \(rebel\), 3 \(contested\)"),
        ("lift_from", (), 7, "lift_from: it says something at"),
        ("battle_area", (), 7, "battle_area: it says something at"),
        ("event", (), 3, "event: it says something at"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.isidentifier() else "",
)
def test_a_wrong_number_is_named(data, key, where, value, words):
    with pytest.raises(ValueError, match=words):
        Game.from_dict(change(data, key, where, value))


def positions(**options: bool) -> Iterator[Game]:
    """Every position of some random games."""
    for seed in range(40):
        game, chooser = new_game("arriba", "first-year", seed=seed, **options), random.Random(seed)
        while game.to_move is not None:
            yield game
            step_at_random(game, chooser)


def at(node: str, **options: bool) -> Game:
    """A random game that has come to a node."""
    return next(game for game in positions(**options) if game.node == node)


def without_enemy(data: dict) -> int:
    """The first area without enemies; with a battlegroup of the own side where one is named."""
    own, place = data["phasing"], data["bg"]
    present = zip(data["area_units"][1 - own], data["at_large"][1 - own], strict=False)
    free = [area for area, found in enumerate(present) if found == (0, 0)]
    return next(area for area in free if place < 0 or data["bg_units"][own][area][place] > 0)


@pytest.mark.parametrize(
    ("node", "options", "key", "where", "value", "words"),
    [
        ("DOCTRINE_DIE", {"doctrine": True}, "cursor", (), 8, "cursor: it is 8; at DOCTRINE_DIE it must be 0 to 7"),
        ("RECOVERY_DIE", {}, "cursor", (), 47, "cursor: it is 47; at RECOVERY_DIE it must be 0 to 46"),
        ("RECOVERY_DIE", {}, "rolled", (), [15] * 12, "cursor: nobody has to roll in that area"),
        ("CONTROL_DIE", {}, "dice_left", (), 3, "dice_left: it is 3; it must be 1 to 2"),
        ("PS_DIE", {}, "dice_left", (), 12, "dice_left: it is 12; it must be 1 to"),
        ("REVOLT_DIE", {"variable_set_up": True}, "area", (), 47, "area: no brigade is in doubt there"),
        ("REVOLT_DIE", {"variable_set_up": True}, "dice_left", (), 0, "dice_left: it is 0; it must be 1 to"),
        ("MOVE_TO", {}, "hold_marks", (1,), 1, "hold_units: hand 1 is not empty; at MOVE_TO nothing is in it"),
        ("ATTACK_BG", {}, "area", (), without_enemy, "area: .* has no battlegroup there"),
        ("TARGET", {}, "area", (), without_enemy, "area: .* has no battlegroup there"),
        ("LIFT_FROM", {}, "lifts_used", (), [9, 9, 9], "verb: no lift of that kind is left"),
        ("LIFT_TO", {}, "lift_from", (), without_enemy, "lift_from: the lift cannot begin there"),
        ("LIFT_UNIT", {}, "lift_to", (), 47, "lift_to: the lift cannot end there"),
        ("LIFT_AP", {}, "lift_armour", (), 15, "lift_armour: so many are not there"),
        ("LIFT_AP", {}, "unit", (), 20, "unit: it cannot be lifted"),
    ],
)
def test_a_step_that_leads_nowhere_is_named(node, options, key, where, value, words):
    data = in_numbers(at(node, **options))
    with pytest.raises(ValueError, match=words):
        Game.from_dict(change(data, key, where, value(data) if callable(value) else value))


def test_a_lift_of_asset_points_alone_is_read_again():
    data = change(in_numbers(at("LIFT_AP")), "unit", (), NOWHERE)  # the unit stays behind
    assert in_numbers(Game.from_dict(data)) == data


def test_a_path_that_no_folder_can_have_is_named():
    with pytest.raises(ValueError, match=r"data_dir 'AAA.*cannot be read"):
        new_game("arriba", data_dir="A" * 5000)


def fuzzed(data: dict, chooser: random.Random) -> dict:
    """The position with one number changed."""
    key = chooser.choice([key for key in data if key not in ("game", "scenario", "options", "data_dir", "data", "rng")])
    where, inner = [], data[key]
    while isinstance(inner, list):
        where.append(chooser.randrange(len(inner)))
        inner = inner[where[-1]]
    return change(
        data, key, tuple(where), chooser.choice([inner + 1, inner - 1, -1, 0, 1, 3, chooser.randint(-128, 127)])
    )


def check_fuzzed(n: int, seed: int) -> int:
    """How many of ``n`` changed positions are accepted; those go on without an error."""
    chooser, accepted, data, words = random.Random(seed), 0, {}, []
    for k in range(n):
        if k % 20 == 0:
            data = in_numbers(midgame(chooser.randrange(30, 260), k % 5))
        try:
            game = Game.from_dict(fuzzed(data, chooser))
        except ValueError as error:
            words.append(str(error))
            continue
        accepted += 1
        for _ in range(60):
            if game.to_move is not None:
                step_at_random(game, chooser)
    assert all(len(one.split()) > 4 for one in words)
    return accepted


def test_a_changed_position_is_refused_or_goes_on():
    assert 0 < check_fuzzed(120, 1) < 110


@pytest.mark.slow
def test_many_changed_positions_are_refused_or_go_on():
    assert 0 < check_fuzzed(5000, 2) < 4500


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"bg_unit": {"rebel": {"seville": {"city": ["Nationalist two-step division"] * 4}}}}, None),
        (
            {"bg_unit": {"rebel": {"seville": {"2": ["Carlist brigade"]}}}},
            "there are gaps between battlegroups; leave none",
        ),
        ({"bg_unit": {"rebel": {"seville": {"city": ["Basque brigade"]}}}}, "a unit stands with the other side"),
        ({"bg_unit": {"rebel": {"seville": {"city": ["Italian brigade", "Carlist brigade"]}}}}, "not in rising order"),
        (
            {"pool_unit": {"rebel": {"seville": ["Italian brigade"] * 9}}},
            "there are more units of a kind",
        ),
        (
            {"pool_unit": {"rebel": {"seville": ["Nationalist brigade (improved)"] * 24}}},
            "more improved units than markers",
        ),
        (
            {"pool_unit": {"rebel": {"seville": ["Nationalist brigade"] * 24}}, "bg_unit": CROWD},
            "too many units of a side",
        ),
        ({"fort": dict.fromkeys(("seville", "cadiz", "huelva", "badajoz", "caceres", "toledo"), "rebel")}, None),
        ({"fort": dict.fromkeys(new_game("arriba").tables.places.areas[:-1], "rebel")}, "fort: there are more forts"),
    ],
)
def test_counters_follow_from_the_units(change, words):
    data = RISING.new(0).to_dict() | {"pool_unit": {}, "pool_in_city": {}} | change
    if words is None:
        game = Game.from_dict(data)
        assert (game.record["counters_free"] >= 0).all()
        return
    with pytest.raises(ValueError, match=words):
        Game.from_dict(data)


def test_another_game_is_not_taken_for_this_one(data):
    with pytest.raises(ValueError, match="weather: unknown key"):
        Game.from_dict(data | {"weather": 1})
    with pytest.raises(ValueError, match="other game data"):
        Game.from_dict(data | {"data": "0" * 64})


def test_a_position_of_each_scenario_is_read_again():
    for scenario in ("campaign", "first-year", "rising"):
        game = new_game("arriba", scenario, seed=4)
        again = Game.from_dict(game.to_dict())
        assert again.tables.scenario == scenario
        assert again.to_bytes() == game.to_bytes()
