"""Rule 4, rulings R-52 to R-55: who sets up what, where and in which order; the front lines stay covered."""

import numpy as np
import pytest
from support.frontline import ALL_RESERVES, NAT, REP, RESERVES, TABLES, T, around, front, land, standing
from support.scene import act, attack, done, hexes, may_pass, refusal, roll, scene, trench, unit

from ctv_env import new_game
from ctv_env.games.ctv.model import codes as c

BASQUES = ("CLVII", "CLVIII", "CLXIII", "CLIX", "CLXII", "CLXV", "CLX", "CLXI", "CLXIV")
FULL = {"1418", "1716", "1816"}
"""Republican hexes of the fixed deployment that are full, with two brigades on hills and mountains."""


def republican_setup(without, **more):
    """The Republican sets up those ``without`` a place, all others but the reserve divisions stand."""
    at = standing(REP, without)
    return scene(at, stage="SETUP_REPUBLICAN", node="PLACE", setup="placement", reserve=[1, 2, 3], **more), at


def nationalist_setup(without, **more):
    """The Nationalist sets up those ``without`` a place, all others stand."""
    at = standing(REP) | standing(NAT, without)
    return scene(at, stage="SETUP_NATIONALIST", node="PLACE", setup="placement", reserve=[1, 2, 3], **more)


def asked(game) -> str:
    """Name of the piece that is being set up."""
    return TABLES.piece_names[int(game.record["piece"])]


def test_4_2_4_3_a_new_game_begins_with_an_empty_board():
    """Every counter waits, slots without a counter are unused, nothing is in hand and nobody has won."""
    record = new_game(seed=1, setup="placement", play_forced=False).record
    assert (record["piece_hex"] == c.NOWHERE).all()
    assert (record["unit_from"] == c.NOWHERE).all()
    empty = T["kind"] == c.KIND.NONE
    assert empty.any()
    assert np.array_equal(record["piece_place"], np.where(empty, c.PLACE.UNUSED, c.PLACE.WAITING))
    assert np.array_equal(record["cell_control"], T["start_control"])
    assert [int(record[field]) for field in ("target", "piece", "retreat_hex", "judged_hex")] == [c.NOWHERE] * 4
    assert (record["factory"], record["winner"]) == (1, c.SIDE.NOBODY)


# -- 4.1 and R-52: dice and order ------------------------------------------------------------------------------


def play_setup(game, dice: dict, choose) -> list[tuple[str, str, str]]:
    """Set up a whole game; returns node, decider and piece of each step.  ``choose(game)`` gives an action."""
    steps = []
    while game.turn == 0:
        steps.append((game.node, game.to_move, asked(game) if game.to_move != "chance" else ""))
        if game.to_move == "chance":
            roll(game, dice[game.node].pop(0))
        else:
            game.step(choose(game))
    return steps


def test_R_52_dice_Republicans_trenches_armour_die_Nationalists_reserves_air():
    game = new_game(seed=3, setup="placement", play_forced=False)
    steps = play_setup(game, {"RESERVE_DIE": [5, 6, 5], "ARMOUR_DIE": [6]}, lambda game: game.legal_actions()[-1])
    line, reserves = 26 + 1, 10
    assert [(node, side) for node, side, _ in steps] == [
        *[("RESERVE_DIE", "chance")] * 3,
        *[("PLACE", "republican")] * line,
        *[("PLACE_TRENCH", "republican")] * 4,
        ("ARMOUR_DIE", "chance"),
        *[("PLACE", "nationalist")] * (46 + 4),
        *[("PLACE", "republican")] * reserves,
    ]
    assert {name for *_, name in steps[3 : 3 + line]} == set(standing(REP))
    assert {name for *_, name in steps[-60:-reserves]} == set(standing(NAT))
    assert {name for *_, name in steps[-reserves:]} == ALL_RESERVES
    assert {unit(game, name).at for name in ("LK 1", "AL 2", "FAN 3", "FARE 1", "FARE 2")} == {"air_ready"}


def test_R_52_HQs_are_set_up_before_supply_columns():
    for row, last in ((0, "R SC 1"), (1, "N SC 1")):
        names = [TABLES.piece_names[p] for p in T["order"][row] if p >= 0]
        hqs = [i for i, name in enumerate(names) if name.startswith("HQ")]
        assert len(hqs) == (2 if row == 0 else 7)
        assert max(hqs) < names.index(last)


@pytest.mark.parametrize(("die", "reserve"), [(1, False), (4, False), (5, True), (6, True)])
@pytest.mark.parametrize("group", [1, 2, 3])
def test_4_1_a_division_is_a_reserve_on_5_and_6(die, reserve, group):
    """One die each for the 50th, the 55th and the 57th; the others roll what leaves the middle one otherwise."""
    dice = [1 if reserve else 6] * 3
    dice[group - 1] = die
    game = new_game(seed=1, setup="placement")
    roll(game, *dice)
    late = {group} if reserve else {1, 2, 3} - {group}
    assert set(np.flatnonzero(game.record["reserve"])) == late
    now = {asked(game)}
    while game.node == "PLACE" and game.to_move == "republican":
        now.add(asked(game))
        game.step(game.legal_actions()[len(game.legal_actions()) // 2])
    assert now & ALL_RESERVES == {name for other in {1, 2, 3} - late for name in RESERVES[other]}


# -- 4.2: the Republican ---------------------------------------------------------------------------------------


def test_4_2_breakdown_battalions_are_set_aside():
    game = new_game(seed=1)
    assert {unit(game, f"R{n}").at for n in range(1, 6)} == {"waiting"}
    assert not {TABLES.piece_index[f"R{n}"] for n in range(1, 6)} & set(T["order"].ravel().tolist())


def test_4_2_R_53_front_line_brigades_set_up_on_the_front():
    """The Basques stand, all the others are still to come, so that the cover of the line does not bind."""
    late = [name for name in standing(REP) if name.startswith("CLX") and name not in BASQUES]
    game, _ = republican_setup(late)
    assert asked(game) == "CLXVI"
    assert hexes(game) == front(REP) - FULL
    assert "not a front hex" in refusal(game, "HEX", "1408")
    elsewhere = standing(REP, late) | {"CLVII": "1417"}
    more = {"stage": "SETUP_REPUBLICAN", "node": "PLACE", "reserve": [1, 2, 3]}
    assert hexes(scene(elsewhere, setup="placement", **more)) == front(REP) - FULL | {"1418"}


def test_4_2_all_but_two_Basque_brigades_set_up_within_three_hexes_of_column_18():
    at = {"HQ XIV": "1211", "HQ XV": "1909", "CLVII": "1408"}
    one_away = scene(at, stage="SETUP_REPUBLICAN", node="PLACE", setup="placement")
    assert asked(one_away) == "CLVIII"
    assert hexes(one_away) == land(REP)
    others = {"CLVIII": "1517", "CLXVI": "1406", "CLXVII": "1301"}  # in the zone, and two brigades that are not Basque
    one_away = scene(at | others, stage="SETUP_REPUBLICAN", node="PLACE", setup="placement")
    assert (asked(one_away), hexes(one_away)) == ("CLXIII", land(REP))
    two_away = scene(at | {"CLVIII": "1406"}, stage="SETUP_REPUBLICAN", node="PLACE", setup="placement")
    assert asked(two_away) == "CLXIII"
    assert hexes(two_away) == {code for code in land(REP) if int(code[2:]) >= 15}
    assert "two Basque brigades already are" in refusal(two_away, "HEX", "1614")


def test_4_2_HQs_and_Basque_armour_are_no_Basque_brigades():
    game, at = republican_setup(["HQ XIV", "BA-6"])
    assert asked(game) == "HQ XIV"
    assert hexes(game) == land(REP) - {at["HQ XV"]}
    act(game, "HEX", "1301")
    assert asked(game) == "BA-6"
    assert hexes(game) == land(REP) - {at["FT-17"], at["T-N"]}


@pytest.mark.parametrize("name", ["DC", "CLXXVII", "FT-17", "T-N"])
def test_4_2_independent_brigades_and_armour_set_up_anywhere(name):
    game, at = republican_setup([name])
    tanks = {at[other] for other in ("FT-17", "BA-6", "T-N") if other != name}
    assert hexes(game) == land(REP) - (tanks if name in ("FT-17", "T-N") else FULL)


def test_4_2_the_supply_column_goes_with_or_beside_an_HQ():
    game, at = republican_setup(["R SC 1"])
    near = {at["HQ XIV"], at["HQ XV"]} | around(at["HQ XIV"]) | around(at["HQ XV"])
    assert hexes(game) == near & land(REP)
    assert "neither stacked with nor adjacent" in refusal(game, "HEX", "1301")


def test_R_53_a_supply_column_stays_under_own_control():
    """HQ XV in the front line: two of the hexes beside it are the enemy's."""
    game, at = republican_setup(["R SC 1", "HQ XV"])
    act(game, "HEX", "2109")
    elsewhere = {at["HQ XIV"]} | around(at["HQ XIV"])
    assert hexes(game) == elsewhere | {"2109", "2009", "2010", "2108", "2209"}
    assert "not under your control" in refusal(game, "HEX", "2210")


def trench_setup():
    at = standing(REP)
    return scene(at, stage="SETUP_TRENCHES", node="PLACE_TRENCH", setup="placement", reserve=[1, 2, 3]), at


def test_4_2_four_trenches_with_Republican_units_one_a_hex():
    game, at = trench_setup()
    dug = set()
    for code in ("2109", "2206", "1418", "1909"):
        assert hexes(game) == {where for name, where in at.items() if name != "R SC 1"} - dug
        act(game, "HEX", code)
        dug.add(code)
    assert game.node == "ARMOUR_DIE"
    assert game.log[0] == "  A trench is dug in 2109"
    assert all(trench(game, code) for code in dug)
    assert not trench(game, "2105")


def test_4_2_the_Republican_may_lay_fewer_trenches():
    game, _ = trench_setup()
    act(game, "HEX", "2109")
    assert may_pass(game)
    assert "holds no unit of yours" in refusal(game, "HEX", "1301")
    assert "already has a trench" in refusal(game, "HEX", "2109")
    done(game)
    assert game.node == "ARMOUR_DIE"
    assert int(game.record["cell_trench"].sum()) == 1


# -- 4.3: the Nationalist --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "received"),
    [
        (1, {"3Pz1"}),
        (2, {"3Pz1"}),
        (3, {"3Pz1", "4T-26"}),
        (4, {"3Pz1", "4T-26"}),
        (5, {"3Pz1", "4T-26", "L3/35"}),
        (6, {"3Pz1", "4T-26", "L3/35"}),
    ],
)
def test_4_3_the_die_says_how_much_armour_is_received(die, received):
    game = scene(standing(REP), node="ARMOUR_DIE", setup="placement", reserve=[1, 2, 3])
    roll(game, die)
    armour = {"3Pz1", "4T-26", "L3/35"}
    assert {name for name in armour if unit(game, name).at == "waiting"} == received
    assert {name for name in armour if unit(game, name).at == "withdrawn"} == armour - received
    names = ", ".join(sorted(received))
    assert game.log[0] == f"  Die {die} for Nationalist armour: {names} received (rule 4.3)"
    assert game.record["armour_die"] == die


def test_4_3_the_Nationalist_sets_up_in_any_hex_under_his_control():
    game = nationalist_setup(["HQ CTV", "LIT 1"])
    taken = {code for name, code in standing(NAT).items() if name.startswith("HQ") and name != "HQ CTV"}
    assert asked(game) == "HQ CTV"
    assert hexes(game) == land(NAT) - taken
    act(game, "HEX", "2620")
    assert asked(game) == "LIT 1"
    assert "2620" in hexes(game)


def test_4_3_four_supply_columns_with_or_beside_HQs():
    columns = [f"N SC {n}" for n in range(1, 5)]
    game = nationalist_setup(columns)
    hqs = {code for name, code in standing(NAT).items() if name.startswith("HQ")}
    near = (hqs | {code for hq in hqs for code in around(hq)}) & land(NAT)
    for name in columns:
        assert asked(game) == name
        assert hexes(game) == near
        act(game, "HEX", min(near))
        near.remove(min(near))
    assert game.turn == 0  # the reserves come next
    assert {unit(game, f"N SC {n}").at for n in range(5, 9)} == {"waiting"}


@pytest.mark.parametrize("name", ["HQ CTV", "HQ LIT", "LIT 1", "Ar", "L3/35"])
def test_15_2_Italians_set_up_in_columns_10_to_15(name):
    game = nationalist_setup([name], historical_setup=True)
    assert asked(game) == name
    assert {code[2:] for code in hexes(game)} == {"10", "11", "12", "13", "14", "15"}
    assert "outside columns 10 to 15" in refusal(game, "HEX", "2116")
    assert "2116" in hexes(nationalist_setup([name]))


@pytest.mark.parametrize("name", ["FN As", "HQ FN", "HQ N", "3Pz1"])
def test_15_2_R_53_others_set_up_where_they_like(name):
    assert {"2116", "2501"} <= hexes(nationalist_setup([name], historical_setup=True))


# -- 4.3.1, 4.3.2, R-55 ----------------------------------------------------------------------------------------


def reserve_setup(more: dict):
    """The reserve divisions are set up last; ``more`` places some pieces otherwise than the fixed deployment."""
    at = standing(REP) | standing(NAT) | more
    return scene(at, stage="SETUP_RESERVES", node="PLACE", setup="placement", reserve=[1, 2, 3])


def test_4_3_1_reserves_set_up_in_any_Republican_hex_also_in_enemy_ZoC():
    game = reserve_setup({})
    assert asked(game) == "CLIV"
    assert hexes(game) == land(REP) - FULL


def test_4_3_1_R_53_Basque_reserves_do_not_use_up_the_two_free_places():
    game = reserve_setup({"CLX": "1408", "CLXI": "1406"})
    for _ in range(3):
        assert asked(game) in RESERVES[1]
        assert "1301" in hexes(game)
        act(game, "HEX", sorted(hexes(game))[40])


def test_4_3_2_the_campaign_begins_on_turn_1_in_fair_weather_with_all_air_units_available():
    game = reserve_setup({name: f"130{n}" for n, name in enumerate(sorted(ALL_RESERVES)) if n > 0})
    act(game, "HEX", "1301")
    assert (game.turn, game.node, game.to_move) == (1, "MOVE", "nationalist")
    assert int(game.record["weather"]) == 0
    air = ["LK 1", "LK 2", "LK 3", "AL 1", "AL 2", "AL 3", "FAN 1", "FAN 2", "FAN 3", "FARE 1", "FARE 2"]
    assert {unit(game, name).at for name in air} == {"air_ready"}


def test_R_55_the_fixed_deployment_is_an_alternative_to_placing():
    game = new_game(seed=1)
    assert (game.turn, game.node, game.to_move) == (1, "MOVE", "nationalist")
    assert {name: unit(game, name).at for name in standing(NAT)} == standing(NAT)
    assert {name: unit(game, name).at for name in standing(REP)} == standing(REP)
    assert [unit(game, f"Trench {n}").at for n in (1, 2, 3, 4)] == ["1418", "2104", "2105", "2109"]
    assert all(trench(game, code) for code in ("2104", "2105", "2109", "1418"))
    assert not any(trench(game, code) for code in ("1909", "2006"))


# -- 4.4 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hq", "turn", "shift"), [("2011", 1, 1), ("2111", 1, 1), ("2112", 1, 0), ("2111", 2, 0)])
def test_4_4_attacks_near_the_CTV_HQ_shift_one_column_on_the_first_turn(hq, turn, shift):
    """Italian edition: within two hexes.  LIT 1 against CLXVI on a hill is 5 to 5: column 1:1, the second one."""
    game = scene({"LIT 1": "2110", "HQ CTV": hq, "CLXVI": "2109"}, node="TARGET", turn=turn)
    attack(game, "2109", ["LIT 1"])
    assert int(game.record["column_shift"]) == 1 + shift


def test_4_4_no_shift_for_Republican_attacks_and_without_the_HQ():
    game = scene({"LIT 1": "2110", "HQ CTV": "2110", "CLXVI": "2109"}, node="TARGET", side="republican", turn=1)
    attack(game, "2110", ["CLXVI"])
    assert int(game.record["column_shift"]) == -1  # 2 to 6
    game = scene({"LIT 1": "2110", "HQ LIT": "2110", "CLXVI": "2109"}, node="TARGET", turn=1)
    attack(game, "2109", ["LIT 1"])
    assert int(game.record["column_shift"]) == 1
