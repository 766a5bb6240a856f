"""Every number that a side sees, told again from the position as JSON; and positions that are drawn anew for a side.

All is open (5.1, 6.1).  What ``staff`` thinks of actions, in the array ``advice``, has no twin: a policy thinks it,
and nobody sees it.
"""

import random
from collections.abc import Callable

import numpy as np
import pytest
from naive_arriba.observation import PLACES, SIDES, areas, observe
from support.arriba_scene import act, scene
from support.retold import differing, flattened
from support.walks import advised_walk

from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.spec import spec_of
from ctv_env.games.arriba.model.channels import OBSERVATIONS, A, G
from ctv_env.games.arriba.model.codes import CITY, HAND, Node

LAYOUTS = OBSERVATIONS["areas"]
ALL = dict.fromkeys(("guerrillas", "forts", "blockade", "doctrine", "variable_set_up", "command"), True)
RARE = {
    Node.DROP,
    Node.DROP_POST,
    Node.BREAKTHROUGH_UNIT,
    Node.ADVANCE,
    Node.EXCHANGE,
    Node.BLOCKADE_LOSE,
    Node.LIFT_AP,
}


def legal(game: Game, side: str) -> dict[str, set]:
    """Areas and places of battlegroups that a side can name now."""
    if game.to_move != side:
        return {}
    actions, layout = set(game.legal_actions()), game.tables.actions
    named = {"AREA": areas(), "BG": list(PLACES)}
    return {
        segment: {name for k, name in enumerate(names) if layout.first(segment) + k in actions}
        for segment, names in named.items()
    }


def seen(game: Game, side: str, states: np.ndarray | None = None) -> dict[str, np.ndarray]:
    """The arrays that a side sees, of other states if they are given."""
    states = game.record.reshape(1).copy() if states is None else states
    scratch = records(1, game.spec.scratch)
    return game.spec.observe(states, 0, game.tables, scratch, SIDES.index(side), "areas", "uint8")


def compare(game: Game) -> None:
    """Both sides, in the arrays of ``areas`` and of ``flat``."""
    written = game.to_dict()
    for side in SIDES:
        told = observe(written, side, legal(game, side))
        found = differing(seen(game, side), told, LAYOUTS)
        assert not found, (game.node, side, found)
        flat = flattened(game.observation(side, "flat", "uint8"), LAYOUTS)
        assert not differing(flat, told, LAYOUTS), (game.node, side, "flat")


@pytest.mark.whole_games
@pytest.mark.parametrize("options", [{}, ALL, ALL | {"play_forced": False}], ids=("plain", "all", "unforced"))
@pytest.mark.parametrize("advised", [0.0, 0.9], ids=("random", "staff"))
def test_all_that_is_seen_in_games(advised, options):
    rare = dict.fromkeys(RARE, 0)
    for number, game in enumerate(advised_walk("arriba", "campaign", 4, advised, **options)):
        node = Node[game.node]
        rare[node] = rare.get(node, 0) + 1
        if number % 100 == 0 or (node in RARE and rare[node] <= 3):
            compare(game)
    compare(game)


GROUPS = {
    "government": (
        *("PA b, PA d1", "PA d2", "PA rem, PA b+", "IB b+, PA b", "An b!", "Cat b, Cat d1", "Bas b", "Ast b, Ast b+!"),
        *("San b", "PA d1+, armour", "PA b, 2 artillery", "PA d2!", "PA b"),
    ),
    "rebel": (
        *("Nat b, Nat d1", "Nat d2, armour", "Nat rem!", "Car b, Nat b", "Col b", "Col d1+", "It d1", "It d1"),
        *("Nat d1, 2 artillery", "Nat d2!, Nat b", "Nat b", "Car d1"),
    ),
}
STAGES = ("MOVEMENT", "COMBAT", "RECOVERY")


@pytest.mark.parametrize("seed", range(10))
def test_2_1_7_2_11_1_all_that_is_seen_of_armies_at_random(seed):
    """Before they are organised in pools, some of them, and afterwards in battlegroups."""
    dice = random.Random(seed)
    waiting = dice.random() < 0.5
    held: dict[str, dict[str, str]] = {side: {} for side in SIDES}
    taken = set()
    for side in SIDES:
        for group in dice.sample(GROUPS[side], 10):
            area = dice.choice([area for area in areas() if area != "morocco" and area not in held[side]])
            place = dice.choice(("field", "city", "pool", "city pool") if waiting else ("field", "city"))
            if area in taken or "!" in group:
                place = place.replace("city pool", "field").replace("city", "field").replace("pool", "field")
            taken.add(area)
            held[side][area] = f"{place}: {group}"
    held["rebel"]["morocco"] = "pool: 2 Col b"
    game = scene(
        **held,
        stage="STRATEGIC" if waiting else dice.choice(STAGES),
        side=dice.choice(SIDES),
        turn=dice.choice((1, 3, 8, 13)),
        powers={power: dice.randint(-3, 3) for power in ("BR", "FR", "GE", "IT", "PO", "USSR")},
        control={region: dice.choice((*SIDES, "contested")) for region in ("galicia", "leon", "valencia", "andalusia")},
        purged=dice.sample(("anarchist", "poum", "basque"), 1),
        ps=(dice.randint(1, 99), dice.randint(1, 99)),
        ep=(dice.randint(0, 9), dice.randint(0, 300)),
    )
    compare(as_game(game))


def as_game(game) -> Game:
    """The position of a scene as a game."""
    return Game.from_dict(spec_of("arriba").to_dict(game.tables, game.s))


def test_14_2_e_A_15_on_the_first_turn_everybody_is_shown_in_supply():
    where = {"government": {"madrid": "city: PA b"}, "rebel": {"burgos": "city: Nat b"}}
    north = dict.fromkeys(("old_castile", "leon", "santander", "basque", "navarre"), "rebel")
    for turn, shown in ((1, True), (2, False)):
        game = as_game(scene(**where, stage="STRATEGIC", turn=turn, control=north))
        supplied = seen(game, "government")["areas"][areas().index("burgos"), A.supplied]
        assert bool(supplied) == shown
        compare(game)


def test_8_1_AP_in_hand_without_a_unit_are_shown_as_their_sides():
    game = scene(government={"madrid": "field: armour"}, stage="MOVEMENT")
    act(game, "AREA", "madrid")
    act(game, "BG", "1")
    held = as_game(game)
    assert held.node == "MOVE_TO"
    hands = [seen(held, side)["groups"][-2] for side in SIDES]
    assert [(int(hand[G.armour]), int(hand[G.own])) for hand in hands] == [(1, 1), (1, 0)]
    compare(held)


# -- the twin finds what is wrong ------------------------------------------------------------------------------------


def battle() -> Game:
    """The Rebel is to choose a target in Toledo."""
    game = scene(
        government={"toledo": "city: PA d1, 2 PA b; field: IB b+, artillery", "madrid": "city pool: PA b!"},
        rebel={"toledo": "field: 2 Nat d1, armour", "morocco": "pool: 3 Col b"},
        stage="COMBAT",
        side="rebel",
        powers={"USSR": -2},
        forts=True,
    )
    act(game, "AREA", "toledo")
    act(game, "BG", "1")
    return as_game(game)


def put(field: str, value: int, *at: int | str) -> Callable[[Game, str], dict[str, np.ndarray]]:
    """What a side would see of a position that is another in one point."""

    def shown(game: Game, side: str) -> dict[str, np.ndarray]:
        states = game.record.reshape(1).copy()
        where = tuple(areas().index(one) if isinstance(one, str) else one for one in at)
        if where:
            states[0][field][where] = value
        else:
            states[0][field] = value
        return seen(game, side, states)

    return shown


FAULTS = {
    "the other side's view": (lambda game, side: seen(game, SIDES[1 - SIDES.index(side)]), "globals.side"),
    "units of the other side": (lambda game, side: seen(game, SIDES[1 - SIDES.index(side)]), "areas.own_units"),
    "the ends of the track": (lambda game, side: seen(game, SIDES[1 - SIDES.index(side)]), "globals.power_at"),
    "a unit of a battlegroup": (put("bg_unit", 8, 0, "toledo", CITY, 0), "groups.units"),
    "its factor": (put("bg_unit", 0, 0, "toledo", CITY, 2), "areas.city"),
    "a flag": (put("pool_unit", 1, 0, "madrid", 0), "areas.improved"),
    "AP": (put("bg_armour", 3, 1, "toledo", 1), "areas.armour"),
    "AP of a battlegroup": (put("bg_artillery", 3, 1, "toledo", 1), "groups.artillery"),
    "a mark": (put("bg_marks", 4, 1, "toledo", 1), "areas.unmoved"),
    "who attacked": (put("bg_marks", 2, 1, "toledo", 1), "groups.attacked"),
    "a city that a pool holds": (put("pool_in_city", 0, 0, "madrid"), "areas.supplied"),
    "a fort": (put("fort", 1, "madrid"), "areas.fort"),
    "control": (put("control", 0, 0), "areas.control"),
    "control of a region": (put("control", 0, 0), "globals.control"),
    "a power": (put("power_at", 1, 0), "globals.power_at"),
    "support": (put("ps", 3, 1), "globals.support"),
    "equipment": (put("ep", 77, 0), "globals.equipment"),
    "counters": (put("counters_free", 1, 0), "globals.counters_free"),
    "markers": (put("improved_free", 1), "globals.markers_free"),
    "the area of the choice": (put("area", 3), "areas.chosen"),
    "the battlegroup chosen": (put("bg", 0), "groups.chosen"),
    "the die": (put("die", 6), "globals.die"),
    "what a side holds in hand": (put("hold_armour", 2, HAND), "groups.armour"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_twin_finds_a_planted_fault(fault):
    shown, channel = FAULTS[fault]
    game, side = battle(), "rebel"
    told = observe(game.to_dict(), side, legal(game, side))
    assert differing(seen(game, side), told, LAYOUTS) == []
    assert channel in differing(shown(game, side), told, LAYOUTS)


# -- positions drawn anew --------------------------------------------------------------------------------------------


@pytest.mark.whole_games
@pytest.mark.parametrize("advised", [0.0, 0.9], ids=("random", "staff"))
@pytest.mark.parametrize("options", [{}, ALL], ids=("plain", "all"))
def test_nothing_is_hidden_so_that_a_position_drawn_anew_differs_in_its_dice_alone(options, advised):
    for number, game in enumerate(advised_walk("arriba", "campaign", 6, advised, **options)):
        if number % 100 == 0:
            for side in SIDES:
                twin = game.determinize(side, np.random.default_rng(number))
                assert twin.state_hash() == game.state_hash()
                assert Game.from_dict(twin.to_dict()).state_hash() == twin.state_hash()
                for kind in OBSERVATIONS:
                    pair = [one.observation(side, kind, "uint8") for one in (game, twin)]
                    flat = [
                        one if isinstance(one, np.ndarray) else np.concatenate([*map(np.ravel, one.values())])
                        for one in pair
                    ]
                    assert np.array_equal(*flat), (game.node, kind)
