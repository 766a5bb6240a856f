"""Choices of the staff besides movement and combat: reserves, withdrawals, surrender, trenches."""

import pytest
from support.fights import FIELD, engage
from support.players import ask, copy_of
from support.scene import hexes, pieces, scene

from ctv_env.core.game import Game


def choice(game: Game) -> str | None:
    """Name of what the staff chooses."""
    return game.decode(ask(copy_of(game), game.tables))[1]


def test_12_3_it_gives_up_infantry_far_from_the_front_and_rather_the_weaker():
    at = {"FIN 8": "2110", "I N/1": "2315", "I N/2": ("2315", {"steps": 1}), "CLXVI": "1909"}
    game = scene(at, node="WITHDRAW", turn=4, owed_infantry=1)
    assert pieces(game) == {"FIN 8", "I N/1", "I N/2"}
    assert choice(game) == "I N/2"


def test_12_3_it_gives_up_an_air_unit_when_only_they_are_owed():
    game = scene({"FIN 8": "2110", "AL 1": "air_ready", "AL 2": "air_ready"}, node="WITHDRAW", turn=4, owed_air=1)
    assert choice(game) in pieces(game) == {"AL 1", "AL 2"}


def test_13_3_it_leaves_battalions_in_objectives_first():
    brigades = {"CLVII": "1408", "CLVIII": "1507", "CLXIII": "1406", "CLIX": "1405", "CLXII": "1403", "CLIV": "1211"}
    game = scene(brigades | {"LIT 1": "2110"}, node="BREAKDOWN", side="republican", owed_battalions=5)
    assert pieces(game) == set(brigades)
    assert choice(game) in {"CLVII", "CLIV"}  # Torrelavega and Santander


def test_4_2_it_digs_where_the_historical_trenches_were():
    at = {"CLXVI": "2104", "CLXX": "2006", "CLXXI": "1408", "CLXXII": "1408"}
    game = scene(at, node="PLACE_TRENCH", setup="placement")
    assert hexes(game) == {"2104", "2006", "1408"}
    assert choice(game) == "2104"


def test_4_2_elsewhere_it_digs_where_most_stand():
    game = scene({"CLXVI": "1301", "CLXX": "1408", "CLXXI": "1408"}, node="PLACE_TRENCH", setup="placement")
    assert choice(game) == "1408"


@pytest.mark.parametrize(("edition", "named"), [("en", "HQ C"), ("it", None)])
def test_9_2_R_29_it_commits_a_spanish_divisional_hq_to_any_spaniards_where_it_may(edition, named):
    at = {"I N/1": "2108", "I N/2": "2010", "HQ C": "2107", "CLXX": FIELD, "CLXXI": FIELD}
    assert choice(engage(at, FIELD, ["I N/1", "I N/2"], edition=edition)) == named


def test_5_1_1_R_12_it_does_not_crowd_a_hex_to_twice_its_limit_though_no_unit_is_lost():
    """Italian edition: three brigades are on the hill 2209, one in 2108."""
    at = {"LIT 1": ("2110", {"role": "attacks"}), "LIT 2": "2008", "FIN 8": "2309", "CLXVI": "2109", "CLXXI": "2108"}
    at |= dict.fromkeys(("CLXVIII", "CLXIX", "CLXX"), "2209")
    more = {"target": "2109", "owed_def": 1, "result_def": 1, "morale_result": "retreat", "edition": "it"}
    game = scene(at, node="RETREAT", **more)
    assert hexes(game) == {"2209", "2108"}
    assert choice(game) == "2108"
