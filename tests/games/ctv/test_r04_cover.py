"""Rulings R-53 and R-54: no set-up beyond the limits of stacking and supply, and front lines that stay covered."""

import itertools

import numpy as np
import pytest
from support.frontline import ALL_RESERVES, GRID, NAT, REP, T, around, front, land, standing
from support.scene import act, hexes, refusal, scene

from ctv_env import new_game
from ctv_env.games.ctv.model.codes import FIRST_HEX, PLACE, SIDE_SLOTS

COVERS = {code: {code} | around(code) for code in land(NAT) | land(REP)}
FRONT = {side: front(side) for side in (NAT, REP)}


def gaps(game, side: int) -> set[str]:
    """Front hexes that no combat unit of the side holds or has in its ZoC."""
    s = game.record
    slots = range(SIDE_SLOTS * side, SIDE_SLOTS * (side + 1))
    units = [u for u in slots if s["piece_place"][u] == PLACE.MAP and T["is_combat"][u]]
    held = {code for u in units for code in COVERS[GRID.code(s["piece_hex"][u])]}
    return FRONT[side] - held


def republican_setup(without, reserve=(1, 2, 3)):
    """The Republican sets up those ``without`` a place, all others but the reserve divisions stand."""
    more = {"stage": "SETUP_REPUBLICAN", "node": "PLACE", "reserve": list(reserve)}
    return scene(standing(REP, without), setup="placement", **more)


# -- the limits ------------------------------------------------------------------------------------------------


def setting_up(name: str, others: dict):
    """A Republican reserve brigade is the next to be set up, anywhere it may stand."""
    rest = sorted(ALL_RESERVES - {name})
    at = dict(zip(rest, ["1301", "1302", "1303", "1304", "1305", "1306", "1307", "1308", "1309"], strict=True))
    return scene(at | others, stage="SETUP_RESERVES", node="PLACE", setup="placement", reserve=[1, 2, 3])


def test_R_53_stacking_limits_hold_in_set_up():
    """Four points fill a hill, six a city."""
    game = setting_up("CLXXX", {"CLX": "1408", "CLXI": "1408", "CLXIV": "1411", "CLVII": "1411", "CLVIII": "1412"})
    assert "1411" not in hexes(game)
    assert {"1408", "1412"} <= hexes(game)
    assert "over its stacking limit" in refusal(game, "HEX", "1411")
    assert "1408" not in hexes(setting_up("CLXXX", {"CLX": "1408", "CLXI": "1408", "CLXIV": "1408"}))


def test_R_53_R_11_one_HQ_and_one_armour_unit_a_hex():
    game = republican_setup(["HQ XV", "FT-17", "T-N"])
    assert hexes(game) == land(REP) - {"1516"}  # HQ XIV is there
    act(game, "HEX", "1909")
    assert hexes(game) == land(REP) - {"1516"}  # BA-6 too
    act(game, "HEX", "2010")
    assert hexes(game) == land(REP) - {"1516", "2010"}


def test_R_53_nobody_sets_up_out_of_supply():
    """2208 is Republican and empty between two Nationalists, whose ZoC holds every hex beside it."""
    game = setting_up("CLXXX", {"LIT 1": "2207", "LIT 2": "2209"})
    assert "2208" not in hexes(game)
    assert "out of supply" in refusal(game, "HEX", "2208")
    assert "2208" in hexes(setting_up("CLXXX", {"LIT 1": "2207", "LIT 2": "2210"}))


# -- the cover -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [[], ["R SC 1"]], ids=["last", "before the column"])
def test_R_54_the_last_unit_must_close_the_gap(after):
    game = republican_setup(["CLXXIII", *after])
    gap = gaps(game, REP)
    assert gap
    assert hexes(game) == {code for code in FRONT[REP] if gap <= COVERS[code]}
    assert "could not cover the front line" in refusal(game, "HEX", "2104")


def test_R_54_the_last_but_one_must_leave_a_gap_that_the_last_can_close():
    game = republican_setup(["CLXXIII", "CLXXIV"])
    gap = gaps(game, REP)
    assert not any(gap <= COVERS[code] for code in FRONT[REP])
    expected = {a for a, b in itertools.product(FRONT[REP], repeat=2) if gap <= COVERS[a] | COVERS[b]}
    assert hexes(game) == expected


def test_R_54_units_of_a_reserve_division_do_not_count_for_the_cover():
    """With the 57th in the line its three brigades close the gap later: CLXXIII may stand on any front hex."""
    game = republican_setup(["CLXXIII"], reserve=(1, 2))
    assert "2104" in hexes(game)


def test_R_54_HQs_and_columns_neither_cover_nor_are_bound():
    """HQ XV comes before the brigade that has a gap to close."""
    game = republican_setup(["HQ XV", "CLXXIII"])
    gap = gaps(game, REP)
    assert hexes(game) == land(REP) - {"1516"}
    act(game, "HEX", "1902")
    assert gaps(game, REP) == gap
    assert hexes(game) == {code for code in FRONT[REP] if gap <= COVERS[code]}


def test_R_54_the_first_brigades_are_not_bound():
    game = scene({"HQ XIV": "1211", "HQ XV": "1909"}, stage="SETUP_REPUBLICAN", node="PLACE", setup="placement")
    assert hexes(game) == land(REP)


def widest(game, rng) -> int:
    """A legal action that covers as few front hexes as it can: the worst player of R-54."""
    side = NAT if game.to_move == "nationalist" else REP
    actions = game.legal_actions()
    open_hexes = gaps(game, side)
    cost = [len(COVERS[GRID.code(action - FIRST_HEX)] & open_hexes) if action >= FIRST_HEX else 0 for action in actions]
    best = [action for action, value in zip(actions, cost, strict=True) if value == min(cost)]
    return int(rng.choice(best))


def at_random(game, rng) -> int:
    return int(rng.choice(game.legal_actions()))


@pytest.mark.whole_games
@pytest.mark.parametrize("choose", [at_random, widest])
@pytest.mark.parametrize("historical", [False, True])
@pytest.mark.parametrize("dice", [(1, 1, 1), (6, 6, 6), (1, 6, 1)])
def test_R_54_no_placement_leads_to_a_dead_end_and_both_lines_are_covered(choose, historical, dice):
    """Random and hostile placements; the smallest armour, so that the Nationalist has as few units as possible."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        game = new_game(seed=seed, setup="placement", historical_setup=historical)
        rolls = [*dice, 1]
        while game.turn == 0:
            if game.to_move == "chance":
                if game.node == "ARMOUR_DIE":
                    assert not gaps(game, REP)
                game.step(rolls.pop(0))
            else:
                assert game.legal_actions()
                game.step(choose(game, rng))
        assert not gaps(game, NAT)
