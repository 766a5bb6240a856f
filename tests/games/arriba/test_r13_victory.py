"""Chapter 13: who wins, and when."""

import pytest
from support.arriba_scene import scene, value

from ctv_env.games.arriba.loading.load import load


def inter_phase(**more):
    return scene(stage="INTER_PHASE", **more)


def halves():
    """Seven regions each, so that the hold row counts nothing."""
    return {name: "government" if k < 7 else "rebel" for k, name in enumerate(load().places.regions)}


def test_C_95_13_after_the_last_turn_the_Government_has_won():
    game = scene(stage="ORGANISATION_2", turn=14, play_forced=True)
    assert (game.node, game.winner) == ("OVER", "government")


def test_13_not_before():
    game = scene(stage="ORGANISATION_2", turn=13, play_forced=True)
    assert game.winner is None
    assert value(game, "turn") == 14


def test_13_A_110_C_95_after_turn_14_the_government_wins():
    assert inter_phase(control=halves(), turn=14, ps=(1, 99)).winner == "government"
    assert inter_phase(control=halves(), turn=13).winner is None


@pytest.mark.parametrize(
    ("levels", "winner"), [((40, 41), "rebel"), ((41, 41), "government"), ((42, 41), "government")]
)
def test_13_A_180_a_game_cut_short_is_won_by_more_support(levels, winner):
    short = {"control": halves(), "scenario": "rising"}
    assert inter_phase(turn=2, ps=levels, **short).winner == winner
    assert inter_phase(turn=1, ps=levels, **short).winner is None
    assert inter_phase(turn=14, ps=levels, control=halves()).winner == "government"


def test_13_a_side_at_0_loses_on_the_last_turn_too():
    assert inter_phase(control=halves(), turn=14, ps=(3, 50), sum_ps=(-6, 0)).winner == "rebel"


def test_13_A_107_nobody_loses_for_want_of_units_and_regions():
    game = inter_phase(rebel={"burgos": "city: Nat b"}, side="rebel")
    assert value(game, "control") == [1] * 14
    assert (game.winner, value(game, "turn")) == (None, 5)
