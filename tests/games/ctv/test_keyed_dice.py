"""Option ``dice="keyed"``: a die follows from the seed and its event, whatever was played before."""

import random

import numpy as np
import pytest
from support.fights import fight
from support.scene import done, pass_until, scene
from support.walks import pick, walk

from ctv_env import new_game
from ctv_env.core.game import Game

KEYED = {"dice": "keyed", "play_forced": False}
AT = {"LIT 1": "2110", "LIT 2": "2210", "CLXX": "2109", "CLXXI": "1909", "FIN 8": "2009"}


def dice_of_events(game: Game) -> dict[tuple, int]:
    """Return the die of each event in a whole game, by the properties that distinguish events."""
    found, chooser = {}, random.Random(int(game.record["die"]) + 1)
    while game.to_move is not None:
        if game.to_move != "chance":
            game.step(pick(game, chooser))
            continue
        s = game.record
        key = (game.turn, int(s["phasing"]), game.node, int(s["target"]), int(s["cursor"]), int(s["judged_hex"]))
        key += (int(s["cell_fights"][s["target"]]),) if s["target"] >= 0 else ()
        face = game.roll()
        assert found.setdefault(key, face) == face
    return found


@pytest.mark.whole_games
def test_the_same_event_has_the_same_die_in_games_that_are_played_otherwise():
    one = new_game(seed=5, **KEYED)
    other = one.clone()
    for _ in range(40):
        other.step(pick(other, random.Random(99)))
    first, second = dice_of_events(one), dice_of_events(other)
    shared = first.keys() & second.keys()
    assert len(shared) > 12
    assert {key[2] for key in shared} >= {"WEATHER_DIE", "COMBAT_DIE", "MORALE_DIE"}
    assert all(first[key] == second[key] for key in shared)
    third = dice_of_events(new_game(seed=6, **KEYED))
    assert any(first[key] != third[key] for key in first.keys() & third.keys())


@pytest.mark.whole_games
def test_a_second_combat_on_the_same_hex_has_dice_of_its_own():
    """LIT 1 attacks 2109 in 40 seeds: as the first combat there in the segment, and as the second."""
    pairs = []
    for seed in range(40):
        before = ({}, {"2109": 1})
        games = (fight(AT, "2109", ["LIT 1"], dice="keyed", seed=seed, cell_fights=fights) for fights in before)
        pairs.append(tuple(game.roll() for game in games))
    assert 1 <= sum(first == second for first, second in pairs) <= 20  # one in six, by chance


def test_combats_are_counted_anew_in_each_combat_segment():
    game = scene(AT, node="TARGET", dice="keyed", cell_fights={"2109": 1})
    pass_until(game, "MOVE")
    assert game.record["cell_fights"].any()
    done(game)
    assert game.node == "TARGET"
    assert not game.record["cell_fights"].any()


def test_the_dice_of_a_copy_for_search_are_others():
    game = fight(AT, "2109", ["LIT 1"], dice="keyed", seed=1)
    faces = {game.clone_for_search(seed).roll() for seed in range(40)}
    assert faces == {1, 2, 3, 4, 5, 6}
    assert {game.clone().roll() for _ in range(5)} == {game.clone().roll()}


@pytest.mark.whole_games
def test_keyed_games_are_saved_and_written_whole():
    game = new_game(seed=3, **KEYED)
    for k, _ in enumerate(walk(game, 3)):
        if k % 50 == 0:
            for copy in (Game.from_bytes(game.to_bytes()), Game.from_dict(game.to_dict())):
                assert copy.to_bytes() == game.to_bytes()
    assert not np.any(new_game(seed=3).record["cell_fights"])


@pytest.mark.parametrize(
    ("fights", "words"), [(49, "49; it must be at most 48, one for each unit"), (256, "from 0 to 99")]
)
def test_more_combats_for_a_hex_than_there_are_units_are_refused(fights, words):
    with pytest.raises(ValueError, match=f"cell_fights: .*{words}"):
        scene(AT, node="TARGET", dice="keyed", cell_fights={"2109": fights})
