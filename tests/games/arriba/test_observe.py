"""Observations: what a side sees as numbers."""

import itertools

import numpy as np
import pytest
from conformance.subjects import Subject, walk
from support.arriba_scene import Scene, act, area_code, class_of, scene

from ctv_env import new_game
from ctv_env.core.consult import observer
from ctv_env.games.arriba.model.channels import AREA, GENERAL, GROUP, N_GROUPS, A, G, S
from ctv_env.games.arriba.model.codes import FLAGS, N_BGS, Node
from ctv_env.games.arriba.spec import SPEC

_observe = observer(SPEC.hooks)


def seen(game: Scene, side: int = 0, kind: str = "areas") -> dict[str, np.ndarray]:
    """The arrays of a scene, as whole numbers."""
    return _observe(game.states, 0, game.tables, game.scratch, side, kind, "uint8")


def toledo() -> Scene:
    """The Rebel chooses a target in Toledo."""
    game = scene(
        government={"toledo": "city: PA d1, 2 PA b; field: IB b+, artillery; pool: PA b!", "madrid": "city: PA b"},
        rebel={"toledo": "field: 2 Nat d1, armour", "morocco": "pool: 3 Col b"},
        stage="COMBAT",
        side="rebel",
        ep=(2, 300),
        ps=(40, 60),
        powers={"USSR": -2},
    )
    act(game, "AREA", "toledo")
    act(game, "BG", "1")
    return game


def test_an_area_shows_units_by_kind_and_battlegroups():
    game = toledo()
    area = seen(game)["areas"][area_code(game, "toledo")]
    assert area[A.own_units + class_of("PA b") // FLAGS] == 3
    assert area[A.own_units + class_of("PA d1") // FLAGS] == 1
    assert area[A.enemy_units + class_of("Nat d1") // FLAGS] == 2
    assert area[A.own_units : A.own_units + 29].sum() == 5
    for name, pair in (
        *(("improved", [1, 0]), ("disrupted", [1, 0]), ("armour", [0, 1]), ("artillery", [1, 0]), ("pool", [1, 0])),
        *(("city", [6, 0]), ("at_large", [1, 1]), ("strongest", [1, 8]), ("unmoved", [2, 1])),
    ):
        first = getattr(A, name)
        assert area[first : first + 2].tolist() == pair, name
    assert area[A.chosen] == 1
    assert seen(game)["areas"][47, A.enemy_units + class_of("Col b") // FLAGS] == 3


def test_each_side_sees_itself_first():
    game = toledo()
    government, rebel = (seen(game, side) for side in (0, 1))
    at = area_code(game, "toledo")
    assert (government["areas"][at, : 2 * 29] == np.roll(rebel["areas"][at, : 2 * 29], 29)).all()
    assert government["globals"][S.support : S.support + 2].tolist() == [40, 60]
    assert rebel["globals"][S.support : S.support + 2].tolist() == [60, 40]
    assert government["globals"][S.equipment : S.equipment + 2].tolist() == [2, 255]  # held to what a byte holds
    assert government["globals"][S.power_at + 5] == 3 + 2
    assert rebel["globals"][S.power_at + 5] == 3 - 2
    assert [told["globals"][S.decides] for told in (government, rebel)] == [0, 1]


def test_battlegroups_of_the_area_under_choice_are_shown_one_by_one():
    game = toledo()
    groups = seen(game, 1)["groups"]
    assert groups[1, G.units + class_of("Nat d1") // FLAGS] == 2
    assert (groups[1, G.armour], groups[1, G.own], groups[1, G.in_city], groups[1, G.chosen]) == (1, 1, 0, 1)
    city, field = groups[N_BGS], groups[N_BGS + 1]
    assert (city[G.own], city[G.in_city], city[G.legal], city[G.units + class_of("PA b") // FLAGS]) == (0, 1, 1, 2)
    assert (field[G.improved], field[G.artillery], field[G.legal]) == (1, 1, 1)
    assert groups[2:N_BGS].sum() == 0
    assert seen(game, 0)["groups"][0, G.legal] == 0  # it is the Rebel's choice


def test_the_node_and_what_can_be_named_are_shown():
    game = scene(rebel={"avila": "city: Nat b"}, government={"toledo": "city: PA b"}, stage="MOVEMENT", side="rebel")
    told = seen(game, 1)
    assert np.flatnonzero(told["globals"][S.node : S.node + len(Node)]).tolist() == [Node.MOVE]
    assert np.flatnonzero(told["areas"][:, A.legal]).tolist() == [area_code(game, "avila")]
    assert seen(game, 0)["areas"][:, A.legal].sum() == 0


def test_both_kinds_are_the_same_numbers():
    """``flat`` has the rows of each channel together."""
    for game in itertools.islice(walk(Subject("arriba", "rising").new(3), 3), 0, 200, 20):
        for side in game.spec.sides:
            three, flat = game.observation(side, "areas", "uint8"), game.observation(side, "flat", "uint8")
            n_areas, n_groups = three["areas"].size, three["groups"].size
            assert np.array_equal(flat[:n_areas], three["areas"].T.ravel())
            assert np.array_equal(flat[n_areas : n_areas + n_groups], three["groups"].T.ravel())
            assert np.array_equal(flat[n_areas + n_groups :], three["globals"])


def test_the_shapes_are_those_of_the_layouts():
    shapes = {name: array.shape for name, array in seen(toledo()).items()}
    sizes = [sum(channel.n for channel in channels) for channels in (AREA, GROUP, GENERAL)]
    assert shapes == {"areas": (48, sizes[0]), "groups": (N_GROUPS, sizes[1]), "globals": (sizes[2],)}


@pytest.mark.whole_games
def test_no_number_of_a_whole_game_is_out_of_bounds():
    options = dict.fromkeys(("guerrillas", "forts", "blockade", "doctrine", "variable_set_up", "command"), True)
    game = new_game("arriba", "campaign", seed=2, **options)
    (layout,) = game.tables.observations["flat"]
    _, high = layout.bounds("uint8")
    for k, one in enumerate(walk(game, 2)):
        if k % 5 == 0:
            assert (one.observation("rebel", "flat", "uint8") <= high).all()
