"""Rule 9.3, ruling R-33: the new Nationalist supply column of turns 2 to 6."""

import pytest
from support.frontline import around
from support.scene import act, goals, hexes, may_pass, refusal, roll, said, scene, unit

HQ = {"HQ CTV": "2211", "LIT 1": "2310"}


def arrival(at: dict, turn: int = 2, **more):
    """The start of a turn, up to the node after the weather and the offensive."""
    more = {"offensive_turn": 1} | more
    game = scene(at, node="WEATHER_DIE", turn=turn, **more)
    roll(game, 1)
    return game


@pytest.mark.parametrize(("turn", "comes"), [(2, True), (6, True), (7, False)])
def test_9_3_R_33_one_new_column_on_turns_2_to_6(turn, comes):
    """Italian edition for the turns."""
    game = arrival(HQ, turn, offensive_turn=1 if turn > 2 else 0)
    assert game.node == ("PLACE_SC" if comes else "MOVE")
    if comes:
        act(game, "HEX", "2211")
        assert game.node == "MOVE"
        assert unit(game, "N SC 1").at == "2211"


def test_9_3_R_33_with_or_beside_a_Nationalist_HQ_under_own_control_without_a_column():
    at = HQ | {"N SC 1": "2210", "R SC 1": "2110", "HQ XV": "1408"}
    game = arrival(at, control={"republican": ["2212"]}, turn=2, offensive_turn=0)
    assert hexes(game) == {"2211", "2111", "2310", "2311"}
    assert around("2211") | {"2211"} == {"2211", "2210", "2110", "2212", "2111", "2310", "2311"}
    assert "already holds a supply column" in refusal(game, "HEX", "2210")
    assert "not under your control" in refusal(game, "HEX", "2212")
    assert "neither stacked with nor adjacent" in refusal(game, "HEX", "2613")
    assert not may_pass(game)


def test_R_33_supply_and_ZoC_do_not_matter():
    """Ringed by enemies; the HQ out of supply."""
    at = {"HQ CTV": ("2211", {"supplied": False}), "CLXVI": "2210", "CLXVII": "2212"}
    assert hexes(arrival(at, offensive_turn=0)) == {"2211", "2110", "2111", "2310", "2311"}


def test_9_3_it_comes_on_its_combat_side_and_may_move_at_once():
    game = arrival(HQ, offensive_turn=0)
    act(game, "HEX", "2111")
    assert said(game, "N SC 1 arrives in 2111")
    assert not unit(game, "N SC 1").moved
    assert "2110" in goals(game, "N SC 1")


def columns(n: int) -> dict:
    return {f"N SC {k}": f"25{k + 10}" for k in range(1, n + 1)}


def test_9_3_R_33_never_more_than_eight_on_the_map():
    assert arrival(HQ | columns(8), offensive_turn=0).node == "MOVE"
    assert arrival(HQ | columns(7), offensive_turn=0).node == "PLACE_SC"


def test_R_33_a_column_used_up_may_come_again():
    game = arrival(HQ | columns(8) | {"N SC 3": "eliminated"}, offensive_turn=0)
    act(game, "HEX", "2211")
    assert unit(game, "N SC 3").at == "2211"


def test_R_33_forfeited_if_no_hex_is_legal():
    held = {"republican": sorted({*around("2211")})}
    at = {"HQ CTV": "2211", "N SC 1": "2211"}
    assert arrival(at, control=held, offensive_turn=0).node == "MOVE"
    assert arrival({"LIT 1": "2211"}, offensive_turn=0).node == "MOVE"  # no HQ


def test_9_3_the_Republican_receives_none():
    game = arrival({"HQ XV": "1909", "LIT 1": "2310"}, offensive_turn=0)
    assert game.node == "MOVE"
    assert unit(game, "R SC 1").at == "waiting"
