"""Chapter 4.1: who has won, at the victory check."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import SIDE, Stage
from ctv_env.games.tscw.model.events import VERDICT

PORTS = "3613 3707 3710"


def winner(scenario="north-1937", turn=7, n="", units=None, **more):
    more.setdefault("control", {"N": n})
    game = scene(Stage.VICTORY, units or {}, scenario=scenario, turn=turn, **more)
    return int(game.s["winner"])


def test_4_1_C_90_three_ports_win_the_north_in_any_turn():
    assert winner(n=PORTS, turn=9) == SIDE.NATIONALIST
    assert winner(n="3613 3707", turn=9) == SIDE.NOBODY


def test_4_1_C_91_after_turn_10_the_republicans_win():
    assert winner(turn=10) == SIDE.REPUBLICAN
    assert winner(turn=9) == SIDE.NOBODY


def test_4_1_T_104_in_1937_the_ports_win_in_turn_10_only():
    assert winner("1937", 9, PORTS) == SIDE.NOBODY
    assert winner("1937", 10, PORTS) == SIDE.NATIONALIST


def test_4_1_T_104_madrid_wins_1937_at_once():
    assert winner("1937", 7, "2712") == SIDE.NATIONALIST


def test_4_1_T_103_morale_0_wins_1937_and_the_north_only_with_the_option():
    assert winner("1937", 7, rml=0) == SIDE.NATIONALIST
    assert winner("1937", 7, rml=1) == SIDE.NOBODY
    assert winner(rml=0) == SIDE.NOBODY
    assert winner(rml=0, rml_victory=True) == SIDE.NATIONALIST


def four(units, **more):
    return winner("1937", units=units, **more)


def test_4_1_T_104_T_164_four_garrisoned_capitals_win_for_the_republicans_before_all_else():
    held = {"3017": "R-3", "2510": "R-4", "1612": "R-5", "1809": "R-6"}
    assert four(held) == SIDE.REPUBLICAN
    assert four(held, n="2712") == SIDE.REPUBLICAN  # judged before Madrid
    assert four(dict(list(held.items())[:3])) == SIDE.NOBODY


def test_4_1_T_164_a_garrison_must_be_fully_supplied():
    held = {"3017": "R-3", "2510": "R-4", "1612": "R-5", "3416": "R-6"}  # Pamplona is cut off
    assert four(held) == SIDE.NOBODY


def test_4_1_T_105_only_capitals_that_were_nationalist_at_the_start_count():
    held = {"3017": "R-3", "2510": "R-4", "1612": "R-5", "2712": "R-6"}  # Madrid was Republican
    assert four(held) == SIDE.NOBODY


def test_4_1_T_105_towns_that_are_no_capitals_do_not_count():
    held = {"3017": "R-3", "2510": "R-4", "1612": "R-5"}
    assert four({**held, "1809": "R-6"}) == SIDE.REPUBLICAN
    assert four({**held, "2508": "R-6"}) == SIDE.NOBODY


def test_4_1_T_164_nationalist_garrisons_win_nothing_for_the_republicans():
    assert four({"3017": "N-11", "2510": "N-12", "1612": "N-14", "1809": "N-15"}) == SIDE.NOBODY


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        ({"units": {"3017": "R-3", "2510": "R-4", "1612": "R-5", "1809": "R-6"}, "n": "2712"}, VERDICT.CAPITALS),
        ({"turn": 10, "n": f"{PORTS} 2712", "rml": 0}, VERDICT.PORTS),
        ({"turn": 9, "n": f"{PORTS} 2712", "rml": 0}, VERDICT.MADRID),
        ({"turn": 10, "rml": 0}, VERDICT.MORALE),
        ({"turn": 10}, VERDICT.TIME),
    ],
)
def test_4_1_T_104_the_verdict_names_the_first_reason_in_order(more, verdict):
    fields = {"turn": 8, "n": "", "units": {}} | more
    control = {"N": fields.pop("n")}
    game = scene(Stage.VICTORY, fields.pop("units"), scenario="1937", control=control, **fields)
    assert {"verdict": verdict} in game.said("VERDICT")
    assert game.node == "OVER"


def test_4_1_no_verdict_while_the_game_goes_on():
    game = scene(Stage.VICTORY, {}, scenario="1937", turn=8)
    assert (game.said("VERDICT"), int(game.s["winner"])) == ([], SIDE.NOBODY)
