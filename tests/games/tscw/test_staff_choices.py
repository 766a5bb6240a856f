"""Choices of the staff in positions where the right one is plain."""

import pytest
from support.tscw_scene import SceneGame, scene

from ctv_env.games.tscw.model.actions import DONE
from ctv_env.games.tscw.model.codes import Stage, Where
from ctv_env.games.tscw.policies import STAFF
from ctv_env.games.tscw.spec import SPEC

N_MOVES, N_FIGHTS, R_MOVES, R_FIGHTS = Stage.MOVEMENT_N, Stage.COMBAT_N, Stage.MOVEMENT_R, Stage.COMBAT_R


def choice(game: SceneGame) -> int:
    game.w["rng"] = 1
    return SPEC.advise(game.states, 0, game.tables.record, game.scratch, STAFF)


def chooses(game: SceneGame, segment: str, name: object) -> bool:
    """Whether the staff takes that action."""
    return choice(game) == game.action(segment, name)


def follow(game: SceneGame, *nodes: str) -> None:
    """Let the staff decide until one of ``nodes`` is asked."""
    while game.node not in nodes:
        game.step(choice(game))


# -- movement ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("port", ["3710", "3613", "3707"])
def test_13_1_it_walks_into_an_empty_port_of_the_enemy(port):
    beside = {"3710": "3610", "3613": "3512", "3707": "3607"}[port]
    game = scene(N_MOVES, {beside: "1N 2N", "3410": "HQ-NAV", "3704": "N-82"}, control={"R": port})
    follow(game, "TARGET")
    assert game.owner(port) == "N"


def test_13_1_it_leaves_a_garrison_in_the_last_port():
    game = scene(R_MOVES, {"3707": "1A 2A", "3607": "N-82 N-83 OG"}, control={"N": "3613 3710"})
    follow(game, "TARGET")
    assert "3707" in {game.at("1A"), game.at("2A")}


def test_13_1_units_far_behind_march_to_the_front():
    game = scene(N_MOVES, {"3304": "N-82", "3512": "1N", "3613": "1BA 2BA"})
    before = game.tables.grid.cell("3304")
    follow(game, "TARGET")
    assert game.at("N-82") != "3304"
    assert int(game.s["piece_cell"][game.piece("N-82")]) > before


def test_12_1_3_an_hq_does_not_stand_alone_beside_the_enemy():
    game = scene(N_MOVES, {"3513": "1N 2N 3N HQ-NAV", "3614": "1BA 2BA", "3512": "4N"})
    follow(game, "TARGET")
    c = int(game.s["piece_cell"][game.piece("HQ-NAV")])
    assert int(game.s["stack_units"][c]) > 0 or not set(game.tables.grid.neighbours[c]) & {game.cell("3614")}


# -- combat --------------------------------------------------------------------------------------------------------


def test_15_1_it_attacks_at_odds_that_pay():
    game = scene(N_FIGHTS, {"3513": "1N 2N 3N 4N", "3614": "1BA"})
    assert chooses(game, "HEX", "3614")


def test_15_1_it_does_not_attack_at_hopeless_odds():
    stack = "1BA 2BA 3BA 4BA 5BA 6BA"
    assert choice(scene(N_FIGHTS, {"3513": "5N 6N", "3614": stack})) == DONE
    assert choice(scene(R_FIGHTS, {"3707": "1A", "3607": "OG N-82 N-83"})) == DONE


def test_15_2_of_two_targets_it_takes_the_port():
    game = scene(N_FIGHTS, {"3512": "1N 2N 3N 4N", "3611": "2S", "3613": "1BA"})
    assert chooses(game, "HEX", "3613")


def test_15_3_it_names_enough_attackers_and_stops():
    game = scene(N_FIGHTS, {"3513": "1N 2N 3N 4N", "3514": "5N 6N", "3614": "CH"})
    game.act("HEX", "3614")
    follow(game, "HQ_ATT", "AIR_ATT", "NAVAL_ATT", "COMBAT_DIE")
    assert 1 <= int((game.s["attacked"] == 1).sum()) < 6


def test_12_2_5_the_legion_condor_flies_where_its_shift_pays():
    game = scene(N_FIGHTS, {"3513": "1N 2N 3N", "3614": "1BA 2BA 3BA"}, support="AIR-LC")
    game.act("HEX", "3614")
    follow(game, "AIR_ATT")
    assert chooses(game, "PIECE", "AIR-LC")


def test_12_2_7_aa_halves_the_strongest_air_unit():
    game = scene(R_FIGHTS, {"3707": "1A 2A 3A 4A", "3607": "J88"}, support="AIR-N")
    game.act("HEX", "3607")
    follow(game, "AA_PICK", "COMBAT_DIE")
    assert game.node == "AA_PICK"
    assert chooses(game, "PIECE", "AIR-N")


def test_15_8_it_spares_the_stronger_unit():
    game = scene(N_FIGHTS, {"3513": "N-13 AV", "3614": "1BA"})
    game.attack("3614", "N-13 AV")
    game.fix("1:1")
    game.roll(6)
    assert game.node == "LOSS_ATT"
    assert chooses(game, "PIECE", "AV")


def test_15_23_it_advances_into_a_port():
    game = scene(N_FIGHTS, {"3512": "1N 2N 3N 4N", "3613": "1BA"})
    game.attack("3613", "1N 2N 3N 4N")
    game.fix("7:1")
    game.roll(6)
    game.lose()
    follow(game, "TARGET", "OVER")
    assert game.owner("3613") == "N"


# -- administration ------------------------------------------------------------------------------------------------


def test_7_6_a_resource_point_goes_where_it_gives_most_factors():
    game = scene(Stage.RESOURCES_N, {"3513": "N-13- AV-", "3512": "N-81-"})
    assert game.node == "RP_SPEND"
    assert chooses(game, "PIECE", "N-13")


def test_7_8_reinforcements_enter_where_they_are_wanted():
    """Not in a town far behind the front."""
    units = {"3607": "OG", "3707": "1A 2A 3A", "3311": "SG"}
    game = scene(None, units, turn=8)
    game.box("N-13", Where.DUE)
    game.begin(Stage.ARRIVALS_N)
    follow(game, "RAIL_PIECE", "SEA_PIECE")
    assert game.at("N-13") in {"3607", "3705", "3606"}
