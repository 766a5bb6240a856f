"""Ruling R-64 (5.2): a side remembers what it has seen, in every kind of observation, saves and determinization."""

import numpy as np
import pytest
from support.knowledge import all_arrays
from support.scene import act, attack, done, move, pass_until, roll, scene, unit
from support.views import flat, piece, plane

from ctv_env.core.game import Game
from ctv_env.games.ctv.model.channels import FRESH
from ctv_env.games.ctv.model.codes import NOWHERE, SIDE_SLOTS

NAT, REP = "nationalist", "republican"
FIELD, HILL, TRENCH_HEX = "2009", "2109", "2009"
HILL_ROW, HILL_COLUMN = 12, 9


def fought(**more) -> Game:
    """CLXVI has been attacked in HILL, has lost a step and stood; the Nationalist is asked for another target."""
    game = scene({"LIT 1": "2110", "LIT 2": "2110", "CLXVI": HILL}, **({"node": "TARGET", "fog": True} | more))
    attack(game, HILL, ["LIT 1", "LIT 2"])
    roll(game, 1)
    act(game, "PIECE", "LIT 1", "LIT 2")
    roll(game, 1)
    done(game)
    act(game, "PIECE", "CLXVI")
    assert game.node == "TARGET"
    return game


def lost_from_view(**more) -> Game:
    """It then has gone to FIELD."""
    game = fought(**more)
    done(game)
    move(game, "CLXVI", FIELD)
    return game


def memory(game: Game, name: str = "CLXVI") -> tuple:
    """Hex, turn, steps and disorganisation that the enemy of a unit remembers."""
    p, s = game.tables.piece_index[name], game.record
    cell = int(s["seen_hex"][p])
    where = None if cell == NOWHERE else game.tables.grid.code(cell)
    return where, *(int(s[field][p]) for field in ("seen_turn", "seen_steps", "seen_dsg"))


NOTHING = (None, 0, 0, 0)


def in_pieces(game: Game, name: str = "CLXVI") -> tuple:
    channels = ("last_row", "last_column", "last_fresh", "last_steps", "last_dsg")
    return tuple(piece(game, NAT, channel, name) for channel in channels)


def in_planes(game: Game, code: str = HILL) -> tuple:
    return tuple(plane(game, NAT, channel, code) for channel in ("last_attack", "last_defence", "last_fresh"))


def in_flat(game: Game, name: str = "CLXVI") -> tuple:
    slot = game.tables.piece_index[name] - SIDE_SLOTS
    return tuple(flat(game, NAT, channel, slot) for channel in ("foe_row", "foe_column", "foe_fresh"))


def test_R_64_who_is_in_view_is_known_and_not_remembered():
    game = fought()
    assert memory(game) == NOTHING
    assert in_pieces(game) == (0,) * 5
    assert in_planes(game) == (0,) * 3
    assert in_flat(game) == (HILL_ROW, HILL_COLUMN, FRESH)


def test_R_64_who_is_lost_from_view_is_remembered_with_hex_turn_steps_and_disorganisation():
    game = lost_from_view()
    assert memory(game) == (HILL, 2, 1, unit(game, "CLXVI").dsg)
    assert in_pieces(game) == (HILL_ROW, HILL_COLUMN, FRESH, 1, unit(game, "CLXVI").dsg)
    assert in_planes(game) == (1 * 8, 2 * 8, FRESH)  # CLXVI has 1-2 with one step
    assert in_planes(game, FIELD) == (0, 0, 0)
    assert in_flat(game) == (HILL_ROW, HILL_COLUMN, FRESH)


def test_R_64_how_disorganised_it_was_is_remembered():
    at = {"LIT 1": "2208", "CLXVI": (HILL, {"seen": True, "dsg": "DSG1", "steps": 1})}
    game = scene(at, side=REP, stage="REP_MOVEMENT", turn=3, fog=True)
    move(game, "CLXVI", FIELD)
    assert memory(game) == (HILL, 3, 1, 2)
    assert in_pieces(game) == (HILL_ROW, HILL_COLUMN, FRESH, 1, 2)


def test_R_64_at_the_end_of_the_turn_all_are_lost_from_view_where_they_stand():
    game = fought()
    pass_until(game, "WEATHER_DIE")
    assert memory(game) == (HILL, 2, 1, unit(game, "CLXVI").dsg)
    assert memory(game, "LIT 1")[:3] == ("2110", 2, 1)


def test_R_64_it_fades_turn_by_turn():
    last = {"last_hex": HILL, "last_turn": 1, "last_steps": 1}
    seen = [
        scene({"LIT 1": "2110", "CLXVI": (FIELD, last | {"steps": 1})}, turn=turn, fog=True) for turn in range(1, 8)
    ]
    expected = [FRESH - gone for gone in range(7)]
    assert [in_pieces(game)[2] for game in seen] == expected
    assert [in_planes(game)[2] for game in seen] == expected
    assert [in_flat(game)[2] for game in seen] == expected


def test_R_64_who_is_seen_again_is_known_again():
    game = lost_from_view()
    game.record["piece_seen"][game.tables.piece_index["CLXVI"]] = 1
    assert in_pieces(game) == (0,) * 5
    assert in_planes(game) == (0,) * 3
    assert in_flat(game)[:2] == (11, 9)


@pytest.mark.parametrize("seen", [False, True])
def test_R_64_who_leaves_the_map_is_forgotten(seen):
    last = {"last_hex": "1909", "last_turn": 2, "last_steps": 2, "last_dsg": "DSG", "seen": seen, "steps": 1}
    at = {"LIT 1": ("2110", {"role": "attacks"}), "CLXVI": (HILL, last)}
    game = scene(at, node="LOSS_DEF", target=HILL, owed_def=1, result_def=1, fog=True)
    act(game, "PIECE", "CLXVI")
    assert unit(game, "CLXVI").at == "eliminated"
    assert memory(game) == NOTHING
    assert in_planes(game, "1909") == (0, 0, 0)
    assert in_flat(game) == (0, 0, 0)


def test_R_64_an_overrun_column_is_forgotten():
    at = {"LIT 1": "2110", "R SC 1": (HILL, {"last_hex": FIELD, "last_turn": 1})}
    game = scene(at, fog=True)
    assert in_pieces(game, "R SC 1")[:3] == (11, 9, FRESH - 1)
    move(game, "LIT 1", HILL)
    assert unit(game, "R SC 1").at == "eliminated"
    assert in_pieces(game, "R SC 1") == (0,) * 5


def test_R_64_without_fog_there_is_nothing_to_remember():
    game = lost_from_view(fog=False)
    assert memory(game) == NOTHING
    pass_until(game, "WEATHER_DIE")
    for field in ("seen_turn", "seen_steps", "seen_dsg"):
        assert not game.record[field].any()
    assert (game.record["seen_hex"] == NOWHERE).all()


def test_R_64_the_owner_does_not_see_what_the_enemy_remembers():
    game = lost_from_view()
    assert [piece(game, REP, name, "CLXVI") for name in ("last_row", "last_fresh", "row")] == [0, 0, 11]


# -- trenches ----------------------------------------------------------------------------------------------------------


def test_R_56_R_64_there_is_nothing_to_remember_of_a_trench():
    """Both sides see trenches (5.2), whatever they have seen of the units there."""
    for key, value in (("seen", True), ("last_turn", 1), ("last_hex", FIELD)):
        with pytest.raises(ValueError, match=rf"pieces.Trench 1.{key}: a trench is always in sight"):
            scene({"CLXX": FIELD, "Trench 1": (FIELD, {key: value})}, fog=True)
    game = scene({"LIT 1": "2108", "CLXX": (FIELD, {"seen": True}), "Trench 1": FIELD}, fog=True)
    pass_until(game, "WEATHER_DIE")
    assert memory(game) == NOTHING
    p = game.tables.piece_index["Trench 1"]
    assert (int(game.record["seen_turn"][p]), int(game.record["seen_hex"][p])) == (0, NOWHERE)


# -- saves, positions in words, determinization ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "copy", [lambda g: Game.from_bytes(g.to_bytes()), lambda g: Game.from_dict(g.to_dict()), Game.clone]
)
def test_R_64_saves_and_written_positions_keep_it(copy):
    game = lost_from_view()
    twin = copy(game)
    assert memory(twin) == memory(game) != NOTHING
    assert all_arrays(twin, NAT) == all_arrays(game, NAT)


def test_R_64_it_is_written_in_words():
    written = lost_from_view().to_dict()["pieces"]["CLXVI"]
    said = {key: written[key] for key in ("last_hex", "last_turn", "last_steps")}
    assert said == {"last_hex": HILL, "last_turn": 2, "last_steps": 1}


def test_R_64_a_determinization_keeps_what_is_remembered_and_deals_no_more_steps_than_were_seen():
    last = {"last_hex": HILL, "last_turn": 1, "last_steps": 1, "steps": 1}
    game = scene(
        {"LIT 1": "2210", "CLXVI": ("1209", last), "CLXVII": "1309", "CLXVIII": ("1409", {"steps": 1})}, fog=True
    )
    rng, steps, places = np.random.default_rng(4), set(), set()
    for k in range(25):
        twin = game.determinize(NAT, rng)
        assert memory(twin) == memory(game)
        assert k > 2 or all_arrays(twin, NAT) == all_arrays(game, NAT)
        assert unit(twin, "CLXVI").steps == 1
        steps.add((unit(twin, "CLXVII").steps, unit(twin, "CLXVIII").steps))
        places.add(unit(twin, "CLXVI").at)
    assert steps == {(2, 1), (1, 2)}
    assert len(places) == 3


def test_5_2_R_56_a_determinization_leaves_trenches_where_they_are():
    """Under a Nationalist, in an empty hex and under unseen units, which change places."""
    at = {"LIT 1": "2110", "CLXX": "1209", "CLXVI": "1409"}
    game = scene(at | {"Trench 1": "2110", "Trench 2": "1909", "Trench 3": "1409"}, fog=True)
    rng, found = np.random.default_rng(1), set()
    for _ in range(12):
        twin = game.determinize(NAT, rng)
        assert [unit(twin, f"Trench {k}").at for k in (1, 2, 3)] == ["2110", "1909", "1409"]
        found.add(unit(twin, "CLXX").at)
    assert found == {"1209", "1409"}
