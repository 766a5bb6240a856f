"""Chapters 15.8, 15.9: large battles and losses."""

import shutil

import pytest
from naive_tscw.board import read
from support.tscw_scene import COLUMNS, scene

from ctv_env.games.tscw.loading.load import DATA_DIR, load
from ctv_env.games.tscw.model.codes import ELIMINATION, Stage, Where

N_FIGHTS, R_FIGHTS = Stage.COMBAT_N, Stage.COMBAT_R
SIX = "1BA 2BA 3BA 4BA 5BA 6BA"


def fight(units, target, attackers, stage=N_FIGHTS, more=None, **answers):
    game = scene(stage, units, **(more or {}))
    game.attack(target, attackers, **answers)
    return game


# -- 15.8: the table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "net", "result"),
    [
        ("1:1", 5, (2, 1)),  # 14
        ("3:2", 2, (2, 1)),  # 14
        ("2:1", 1, (2, 1)),  # C-65, 15.8
        ("4:1", 1, (2, 2)),  # 15.9
        ("4:1", 3, (0, 2)),  # 15.9
        ("7:1", 2, (1, 4)),  # 15.23
    ],
)
def test_15_8_C_65_results_that_the_rulebook_states(column, net, result):
    game = fight({"3513": "1N 2N", "3614": SIX}, "3614", "1N 2N")
    game.fix(column, net - 3)
    game.roll(3)
    assert game.said("RESULT") == [{"attacker": result[0], "defender": result[1]}]


def test_15_8_every_cell_of_the_table_is_read_by_column_and_die():
    table = read("charts.yaml")["combat"]["results"]
    game = scene(None, {})
    for k, column in enumerate(COLUMNS):
        for net in range(9):
            attacker, defender = table[column][net].split("/")
            lost = 99 if defender == "E" else int(defender)
            assert (game.t["crt_att"][k][net], game.t["crt_def"][k][net]) == (int(attacker), lost)


# -- 15.9: large battles -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attackers", "defenders", "dice"),
    [
        ("1N 2N 3N 4N", "1BA 2BA 3BA 4BA", 2),
        ("1N 2N 3N 4N 5N", "1BA 2BA 3BA 4BA", 2),
        ("1N 2N 3N", "1BA 2BA 3BA 4BA", 1),
        ("1N 2N 3N 4N", "1BA 2BA 3BA", 1),
        ("1N 2N 3N 4N", "1BA 2BA 3BA 4BA 5BA", 1),
        ("1N 2N 3N HQ-NAV", "1BA 2BA 3BA 4BA", 1),  # HQs do not count
        ("1N 2N 3N 4N", "1BA 2BA 3BA HQ-N", 1),
    ],
)
def test_15_9_T_89_two_dice_for_four_defenders_and_as_many_attackers(attackers, defenders, dice):
    names = [name for name in attackers.split() if not name.startswith("HQ")]
    game = scene(N_FIGHTS, {"3513": attackers, "3614": defenders}, used="HQ-N")
    game.attack("3614", " ".join(names))
    assert int(game.s["dice_left"]) == dice


def test_15_9_T_166_the_results_of_both_dice_are_added_the_modifier_counts_for_each():
    game = fight({"3513": "1N 2N 3N 4N", "3614": "1BA 2BA 3BA 4BA"}, "3614", "1N 2N 3N 4N")
    game.fix("4:1", -2)
    game.roll(3, 5)
    assert game.said("RESULT") == [{"attacker": 2, "defender": 4}]  # 1: 2/2, 3: 0/2


def test_15_9_T_89_each_die_is_clamped_and_an_elimination_in_one_is_one():
    game = fight({"3513": "1N 2N 3N 4N", "3614": "1BA 2BA 3BA 4BA"}, "3614", "1N 2N 3N 4N")
    game.fix("7:1", 4)
    game.roll(6)
    assert game.said("COMBAT_DIE")[0]["net"] == 8
    game.roll(1)
    assert game.node == "ADVANCE"
    assert all(game.where(name) == Where.DEAD for name in ("1BA", "2BA", "3BA", "4BA"))


def test_15_9_C_76_four_attackers_on_six_are_no_large_battle():
    units = {"3615": "1N 2N", "3513": "3N 4N", "3514": "HQ-NAV", "3614": SIX, "3613": "7BA"}
    more = {"support": "AIR-LC AIR-AL AIR-N", "rp": {"NAT": 1}}
    answers = {"HQ_ATT": "HQ-NAV", "ARTILLERY_ATT": 1, "AIR_ATT": ["AIR-LC", "AIR-AL"], "AIR_DEF": "AIR-N"}
    game = fight(units, "3614", "1N 2N 3N 4N", more=more, **answers)
    assert game.strengths == (33, 22)
    assert (game.column, game.drm) == ("3:1", -2)  # 3:2, Condor and artillery; rough, Urola
    assert int(game.s["dice_left"]) == 1
    game.roll(5)
    assert game.said("RESULT") == [{"attacker": 1, "defender": 2}]


def test_15_9_C_77_six_attackers_are():
    units = {"3615": "1N 2N", "3513": "AV 1/81 AGC N-81", "3514": "HQ-NAV", "3614": SIX, "3613": "7BA"}
    more = {"support": "AIR-LC AIR-AL AIR-N", "rp": {"NAT": 1}}
    answers = {"HQ_ATT": "HQ-NAV", "ARTILLERY_ATT": 1, "AIR_ATT": ["AIR-LC", "AIR-AL"], "AIR_DEF": "AIR-N"}
    game = fight(units, "3614", "1N 2N AV 1/81 AGC N-81", more=more, **answers)
    assert (game.strengths, game.column, game.drm) == ((33, 22), "3:1", -2)
    game.roll(5, 2)
    assert game.said("RESULT") == [{"attacker": 4, "defender": 3}]


# -- 15.8: losses ----------------------------------------------------------------------------------------------------


def test_15_8_the_attacker_loses_first():
    game = fight({"3513": "1N 2N", "3614": "1BA 2BA"}, "3614", "1N 2N")
    game.fix("1:1")
    game.roll(6)  # 1/1
    assert (game.node, game.s["to_move"]) == ("LOSS_ATT", 0)
    game.act("PIECE", "1N")
    assert (game.node, game.s["to_move"]) == ("LOSS_DEF", 1)


def test_15_8_C_85_no_one_step_unit_dies_while_one_with_two_steps_is_in_the_battle_also_elsewhere():
    game = fight({"3513": "LTR", "3514": "1N", "3614": "1BA 2BA"}, "3614", "LTR 1N")
    game.fix("1:1")
    game.roll(5)  # 2/1
    assert game.refusal("PIECE", "LTR") == "TWO_STEPS_FIRST"
    game.act("PIECE", "1N")
    assert game.legal("PIECE") == {"LTR", "1N"}


def test_15_8_units_beside_the_battle_do_not_lose():
    game = fight({"3513": "LTR 2N", "3614": "1BA 2BA"}, "3614", "LTR")
    game.fix("1:1")
    game.roll(5)
    assert game.legal("PIECE") == {"LTR"}


def test_15_8_T_131_losses_beyond_all_steps_are_lost():
    game = fight({"3513": "LTR", "3614": "1BA 2BA"}, "3614", "LTR")
    game.fix("1:1")
    game.roll(5)  # 2/1
    game.act("PIECE", "LTR")
    assert (game.where("LTR"), game.node) == (Where.DEAD, "LOSS_DEF")


def test_15_8_an_elimination_kills_all_in_the_hex():
    game = fight({"3513": "1N 2N", "3614": "1BA BM1 HQ-N", "3613": "2BA"}, "3614", "1N 2N", more={"used": "HQ-N"})
    game.fix("7:1", 2)
    game.roll(6)
    assert {game.where(name) for name in ("1BA", "BM1", "HQ-N")} == {Where.DEAD}
    assert game.where("2BA") == Where.ON_MAP


def eliminating(units, target, attackers, column, *cells, **answers):
    """A fight whose column has such results at the modified dice 3, 4, and so on."""
    game = fight(units, target, attackers, **answers)
    game.own_tables()
    for net, cell in enumerate(cells, 3):
        game.t["crt_att"][COLUMNS.index(column)][net], game.t["crt_def"][COLUMNS.index(column)][net] = cell
    game.fix(column)
    return game


def test_15_8_T_184_E_eliminates_all_attackers_and_spares_their_hq():
    units = {"3513": "1N 2N- HQ-NAV", "3614": "1BA 2BA", "3512": "3N"}
    game = eliminating(units, "3614", "1N 2N", "1:3", (ELIMINATION, 1), HQ_ATT="HQ-NAV")
    game.roll(3)
    assert game.said("RESULT") == [{"attacker": ELIMINATION, "defender": 1}]
    assert {game.where(name) for name in ("1N", "2N")} == {Where.DEAD}
    assert {game.where(name) for name in ("HQ-NAV", "3N")} == {Where.ON_MAP}
    assert (int(game.s["steps_lost"][0]), game.node) == (3, "LOSS_DEF")
    game.lose()
    assert game.node == "TARGET"


def test_15_8_15_24_T_131_T_184_after_E_for_both_only_pursuers_use_the_emptied_hex():
    units = {"3513": "1N", "3614": "1BA", "3512": "LT"}
    game = eliminating(units, "3614", "1N", "1:3", (ELIMINATION, ELIMINATION))
    game.roll(3)
    assert (game.where("1N"), game.where("1BA")) == (Where.DEAD, Where.DEAD)
    assert (game.node, game.legal("PIECE")) == ("ADVANCE", {"LT"})


def test_15_9_T_89_T_184_E_of_one_die_is_E_in_a_large_battle():
    units = {"3513": "1N 2N 3N 4N", "3614": "1BA 2BA 3BA 4BA"}
    game = eliminating(units, "3614", "1N 2N 3N 4N", "1:3", (ELIMINATION, 0), (ELIMINATION, 1))
    game.roll(3, 4)
    assert game.said("RESULT") == [{"attacker": ELIMINATION, "defender": 1}]
    assert {game.where(name) for name in ("1N", "2N", "3N", "4N")} == {Where.DEAD}


def test_15_8_T_184_an_owner_of_the_printed_table_may_enter_E_for_the_attacker(tmp_path):
    folder = shutil.copytree(DATA_DIR, tmp_path / "data")
    charts = folder / "charts.yaml"
    charts.write_text(charts.read_text(encoding="utf-8").replace("'1:3': [4/0", "'1:3': [E/0", 1), encoding="utf-8")
    assert load("north-1937", folder).record[0]["crt_att"][0, 0] == ELIMINATION


def test_15_8_T_188_the_printed_table_may_come_in_any_order(tmp_path):
    folder = shutil.copytree(DATA_DIR, tmp_path / "data")
    charts = folder / "charts.yaml"
    charts.write_text(charts.read_text(encoding="utf-8").replace("'7:1': [2/3", "'7:1': [9/0", 1), encoding="utf-8")
    assert load("north-1937", folder).record[0]["crt_att"][9, 0] == 9


def test_15_8_T_93_a_supporting_hq_next_door_survives_an_elimination():
    units = {"3513": "1N 2N", "3614": "1BA", "3613": "2BA HQ-N"}
    game = fight(units, "3614", "1N 2N", HQ_DEF="HQ-N")
    game.fix("7:1", 2)
    game.roll(6)
    assert game.where("HQ-N") == Where.ON_MAP


def test_12_1_5_T_92_a_supporting_hq_may_take_a_loss_but_need_not():
    units = {"3513": "1N-", "3514": "HQ-NAV", "3614": "1BA 2BA"}
    game = fight(units, "3614", "1N", HQ_ATT="HQ-NAV")
    game.fix("1:1")
    game.roll(5)  # 2/1
    assert game.legal("PIECE") == {"1N", "HQ-NAV"}
    game.act("PIECE", "1N")
    assert game.node == "LOSS_DEF"  # the other step lapses


def test_12_1_5_T_92_an_hq_stacked_with_attackers_may_too():
    game = fight({"3513": "1N- HQ-NAV", "3614": "1BA 2BA"}, "3614", "1N")
    game.fix("1:1")
    game.roll(5)
    game.act("PIECE", "HQ-NAV")
    assert game.where("HQ-NAV") == Where.DEAD


def test_15_8_T_160_an_hq_dies_only_when_no_two_step_unit_is_left():
    game = fight({"3513": "1N HQ-NAV", "3614": "1BA 2BA"}, "3614", "1N")
    game.fix("1:1")
    game.roll(5)
    assert game.refusal("PIECE", "HQ-NAV") == "TWO_STEPS_FIRST"


def test_12_1_5_T_92_an_hq_in_the_target_must_take_its_share():
    game = fight({"3513": "1N 2N", "3614": "1BA HQ-N"}, "3614", "1N 2N", more={"used": "HQ-N"})
    game.fix("4:1")
    game.roll(3)  # 0/2
    game.lose()
    assert {game.where("1BA"), game.where("HQ-N")} == {Where.DEAD}


def test_15_6_D_units_whose_withdrawal_is_overdue_leave_the_game():
    units = {"3513": "1N 2N", "3614": "BM2", "3613": "2BA"}
    for turn, where in ((7, Where.DEAD), (8, Where.GONE)):
        game = fight(units, "3614", "1N 2N", more={"turn": turn})
        game.fix("4:1")
        game.roll(3)
        game.lose()
        assert game.where("BM2") == where
