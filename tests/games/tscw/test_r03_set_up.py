"""Chapters 3, 4.2, 5: the set-up, morale, the sequence of play."""

import pytest
from naive_tscw.board import hexes, on_board, read
from support.tscw_scene import ENGINE, scene

from ctv_env import new_game
from ctv_env.core.dice import stream
from ctv_env.core.jit import records
from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.loading.load import load
from ctv_env.games.tscw.model.codes import Node, Stage

SCENARIOS = ("north-1937", "1937")


def begun(scenario, **options):
    """A game at its first node."""
    tables = load(scenario, **options)
    states, scratch = records(1, RULES.STATE), records(1, RULES.SCRATCH)
    states[0]["rng"] = stream(3)
    ENGINE.start(states, 0, tables.record, scratch)
    return tables, states, scratch


# -- 3 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_3_3_T_102_the_game_begins_with_the_draw_of_turn_7_all_at_full_strength(scenario):
    tables, states, _ = begun(scenario)
    s, t = states[0], tables.record[0]
    assert (int(s["turn"]), int(s["node"]), int(s["stage"])) == (7, Node.EVENT_DRAW, Stage.EVENTS_N)
    assert s["purse"].tolist() == [0, 0, 0, 0]
    for p, name in enumerate(tables.pieces.names):
        if t["entry"][p] == 0 and t["ma"][0, p]:
            assert int(s["strength"][p]) == int(t["steps"][0, p]), name
            assert s["piece_cell"][p] == t["setup_cell"][p]
    assert not s["used"].any()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_3_3_every_hex_of_spain_belongs_to_a_side(scenario):
    game = scene(None, {}, scenario=scenario)
    both = [int(game.s["control_rows"][0][r]) & int(game.s["control_rows"][1][r]) for r in range(28)]
    assert not any(both)


def placing(scenario):
    """The set-up by the players, one piece at a time."""
    tables, states, scratch = begun(scenario, setup="placement", play_forced=False)

    def options():
        ENGINE.mask(states, 0, tables.record, scratch)
        first = tables.actions.first("HEX")
        return [k for k in range(tables.grid.n_cells) if scratch[0]["mask"][first + k]]

    return tables, states, scratch, options


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("pick", [0, -1])
def test_3_3_T_101_republicans_first_every_piece_in_the_order_of_the_data(scenario, pick):
    tables, states, scratch, options = placing(scenario)
    s, order = states[0], []
    while int(s["node"]) == Node.SETUP_PLACE:
        order.append(int(s["piece"]))
        found = options()
        assert found, tables.pieces.names[order[-1]]  # there is always room
        action = tables.actions.first("HEX") + found[pick]
        ENGINE.step(states, 0, tables.record, scratch, action)
    n = tables.pieces.n_nationalist
    republican = [p for p in order if p >= n]
    assert order == sorted(republican) + sorted(set(order) - set(republican))
    assert int(s["node"]) == Node.EVENT_DRAW


def test_3_3_T_101_only_own_hexes_the_printed_one_if_there_is_one_and_the_own_zone():
    tables, states, scratch, options = placing("1937")
    s, names = states[0], tables.pieces.names
    control = {code: one["control"] for code, one in read("map.yaml")["hexes"].items()}
    north = {
        code for code, one in read("map.yaml")["hexes"].items() if one["region"] in ("Asturias", "Santander", "Euskadi")
    }
    while int(s["node"]) == Node.SETUP_PLACE:
        p, found = int(s["piece"]), [tables.grid.code(cell) for cell in options()]
        name, counter = names[p], tables.pieces.data[p]
        side = "N" if p < tables.pieces.n_nationalist else "R"
        assert {control[code] for code in found} == {side}, name
        if counter["hex"]:
            assert found == [counter["hex"]]
        if side == "R":
            northern = counter["faction"] in ("Asturian", "Santander", "Basque", "North")
            assert {code in north for code in found} == {northern}, name
        ENGINE.step(states, 0, tables.record, scratch, tables.actions.first("HEX") + options()[0])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_2_2_1_3_3_each_side_controls_its_own_hexes_at_the_start(scenario):
    game = new_game("tscw", scenario, 1)
    control = game.to_dict()["control_rows"]
    for side in ("nationalist", "republican"):
        own = {code for code in on_board(scenario) if hexes()[code].get("control") == side[0].upper()}
        assert set(control[side]) == own


# -- 4.2 -----------------------------------------------------------------------------------------------------------


def walk(game, unit, goal):
    game.move(unit)
    game.act("HEX", goal)
    return int(game.s["rml"])


def test_4_2_1_C_05_barcelona_and_granada():
    n = scene(Stage.MOVEMENT_N, {"3022": "N-11"}, scenario="1937", rml=58)
    assert walk(n, "N-11", "3023") == 53
    r = scene(Stage.MOVEMENT_R, {"3122": "R-3"}, scenario="1937", control={"N": "3023"}, rml=53)
    assert walk(r, "R-3", "3023") == 58
    r = scene(Stage.MOVEMENT_R, {"1613": "R-3"}, scenario="1937", rml=50)
    assert walk(r, "R-3", "1612") == 52
    n = scene(Stage.MOVEMENT_N, {"1611": "N-32"}, scenario="1937", control={"R": "1612"}, rml=52)
    assert walk(n, "N-32", "1612") == 50


@pytest.mark.parametrize(("level", "after"), [(3, 0), (99, 95)])
def test_4_2_T_103_morale_stays_between_0_and_99(level, after):
    assert walk(scene(Stage.MOVEMENT_N, {"3512": "1N"}, rml=level), "1N", "3613") == after
    assert walk(scene(Stage.MOVEMENT_R, {"3612": "1BA"}, control={"N": "3613"}, rml=97), "1BA", "3613") == 99


# -- 5.2 ----------------------------------------------------------------------------------------------------------


def test_5_2_T_10_the_segments_of_a_turn_follow_each_other_nationalists_first():
    """All in which something can be decided; that mobilization is a segment is seen in 1937."""
    game = scene(None, {"3513": "1N HQ-NAV", "3614": "1BA HQ-N"}, scenario="1937", rml=40)
    game.begin(Stage.EVENTS_N)
    seen = []
    while int(game.s["turn"]) == 7:
        seen += [Stage(one["stage"]) for one in game.said("STAGE")]
        if int(game.s["to_move"]) == 2:
            game.step(0)
        elif game.node in ("MOBILIZE", "EVACUATE"):
            game.act("OPTION", 0)
        else:
            game.done()
    seen += [Stage(one["stage"]) for one in game.said("STAGE")]
    idle = {Stage.CHANGES_N, Stage.ARRIVALS_N, Stage.ARRIVALS_R, Stage.RELEASE_N, Stage.RELEASE_R}
    turn = [one for one in Stage if Stage.EVENTS_N <= one < Stage.VICTORY and one not in idle]
    assert seen == [*turn, Stage.EVENTS_N]
