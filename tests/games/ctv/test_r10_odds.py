"""Rule 10.2, steps 3 and 4: strengths, odds, column shifts, die modifiers, and the result read."""

import shutil

import pytest
from support.fights import FIELD, fight, odds, result
from support.scene import roll

from ctv_env.games.ctv.loading.load import DATA_DIR, load
from ctv_env.games.ctv.rules.r10_combat import odds_column

BESIDE = {"LIT 1": "2108"}


def defence(units: dict, target: str = FIELD, attacker: str = "2108", **more) -> int:
    """Strength of units that defend in ``target``, each given with what is particular about it."""
    standing = {name: (target, extra) for name, extra in units.items()}
    return odds(fight({"LIT 1": attacker} | standing, target, ["LIT 1"], **more)).defence


def attack_strength(pieces: dict, attackers=None, **more) -> int:
    """Strength of those of ``pieces`` that attack a brigade in the field."""
    names = attackers or [name for name in pieces if not name.startswith("HQ")]
    return odds(fight({"CLXX": FIELD} | pieces, FIELD, names, **more)).attack


DSG = {"dsg": "DSG"}

# -- halving (R-05) --------------------------------------------------------------------------------------------------


def test_R_05_1_4_factors_of_halved_units_in_a_hex_are_added_before_they_are_halved():
    """Defence 3 and 3 make 3, not 4; attack 5 and 5 make 5, not 4."""
    assert defence({"CLXXVI": DSG, "CLXXVII": DSG}) == 3
    assert attack_strength({"LIT 1": ("2108", DSG), "LIT 2": ("2108", DSG)}) == 5


def test_R_05_1_4_attackers_are_halved_hex_by_hex():
    """5 in each of two hexes make 2 and 2."""
    assert attack_strength({"LIT 1": ("2108", DSG), "LIT 2": ("2109", DSG)}) == 4


def test_R_05_9_5_units_that_are_not_halved_are_added_whole():
    assert defence({"CLXXVI": DSG, "CLXX": {}}) == 2 + 2
    assert attack_strength({"LIT 1": ("2108", DSG), "LIT 2": "2108"}) == 2 + 5


def test_R_05_9_5_a_higher_level_does_not_halve_again():
    assert defence({"CLXXVI": {"dsg": "DSG2"}}) == 2


POCKET = {"LIT 1": "1908", "LIT 2": "2109"}


@pytest.mark.parametrize("dsg", ["none", "DSG", "DSG1"])
def test_R_05_6_3_out_of_supply_halves_once_with_or_without_dsg(dsg):
    """Defence 3 up to 2, attack 3 down to 1."""
    cut_off = {"CLXXVI": (FIELD, {"dsg": dsg})}
    assert odds(fight(POCKET | cut_off, FIELD, ["LIT 1"])).defence == 2
    assert odds(fight(POCKET | cut_off, "2109", ["CLXXVI"], side="republican")).attack == 1


def test_R_05_5_1_an_overstacked_hex_defends_with_half_rounded_down():
    """Three brigades of 3 on a mountain: 9 becomes 4, and 8 by the terrain."""
    three = {"CLXXVI": {}, "CLXXVII": {}, "CLXXVIII": {}}
    assert defence(three, "1908", FIELD) == 8


def test_R_05_5_1_overstacking_halves_the_whole_hex_once():
    three = {"CLXXVI": DSG, "CLXXVII": DSG, "CLXXVIII": {}}
    assert defence(three, "1908", FIELD) == 8


def test_R_05_5_1_overstacking_is_judged_on_all_who_stand_there():
    """Six points in a hill hex: a single attacker is halved; four are within the limit."""
    crowd = {"LIT 1": "2109", "LIT 2": "2109", "FIN 8": "2109"}
    assert attack_strength(crowd, ["LIT 1"]) == 2
    assert attack_strength(crowd) == 7
    assert attack_strength({"LIT 1": "2109", "LIT 2": "2109"}, ["LIT 1"]) == 5


def test_2_1_a_reduced_unit_fights_with_its_back():
    assert defence({"CLXXVI": {"steps": 1}}) == 2
    assert attack_strength({"LIT 1": ("2108", {"steps": 1})}) == 3


def test_9_2_an_hq_adds_its_defence_to_the_others():
    assert defence({"CLXX": {}, "HQ XV": {}}) == 2 + 2


def test_R_07_10_2_an_attack_is_never_below_one():
    weak = {"CLXX": (FIELD, {"steps": 1, "dsg": "DSG"}), "LIT 1": "2108"}
    assert odds(fight(weak, "2108", ["CLXX"], side="republican")).attack == 1


@pytest.mark.parametrize(("printed", "strength", "column"), [(1, 1, 4), (0, 0, 9)])
def test_R_07_10_2_a_defence_is_never_below_one_if_a_printed_factor_is_above_zero(tmp_path, printed, strength, column):
    """An overstacked mountain with factors 1, 0, 0 or 0, 0, 0: half of it, and the terrain, is 0."""
    folder = tmp_path / "data"
    shutil.copytree(DATA_DIR, folder)
    lines = (folder / "units.yaml").read_text(encoding="utf-8").splitlines()
    for k, line in enumerate(lines):
        for name, factor in (("CLXX", printed), ("CLXXI", 0), ("CLXXII", 0)):
            if line.strip().startswith(f"{name}: {{kind"):
                lines[k] = line.replace("defence: [2, 1]", f"defence: [{factor}, 0]")
    (folder / "units.yaml").write_text("\n".join(lines), encoding="utf-8")
    standing = {"LIT 1": ("2009", {"steps": 1}), "CLXX": "1908", "CLXXI": "1908", "CLXXII": "1908"}
    terms = odds(fight(standing, "1908", ["LIT 1"], data_dir=str(folder)))
    assert (terms.defence, terms.column) == (strength, column)


# -- terrain (R-38) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "attacker", "strength"),
    [("2009", "2108", 3), ("2006", "2106", 5), ("2008", "2108", 5), ("1908", "2009", 6)],
)
def test_R_38_10_2_terrain_multiplies_the_defence_rounded_up(target, attacker, strength):
    """Defence 3 in a clear hex, in a city and on a hill (4.5), on a mountain."""
    assert defence({"CLXXVII": {}}, target, attacker) == strength


def test_R_05_R_38_terrain_comes_after_halving_and_on_the_sum_of_the_hex():
    """On a hill: 3 and 2 disorganised make 3, then 4.5; 3 and 2 whole make 7.5."""
    assert defence({"CLXXVII": DSG, "CLXX": DSG}, "2008") == 5
    assert defence({"CLXXVII": {}, "CLXX": {}}, "2008") == 8


def test_R_38_10_2_terrain_does_nothing_for_the_attacker():
    assert odds(fight({"LIT 1": "1908", "CLXX": FIELD}, FIELD, ["LIT 1"])).attack == 5


@pytest.mark.parametrize(
    ("rivers", "attackers", "drm"),
    [(True, ["LIT 1"], -1), (True, ["LIT 1", "LIT 2"], 0), (True, ["LIT 2"], 0), (False, ["LIT 1"], 0)],
)
def test_R_38_8_1_a_river_helps_the_defender_if_every_attacker_crosses_one(rivers, attackers, drm):
    """The Ebro runs between 2107 and 2108, not between 2208 and 2108."""
    standing = {"LIT 1": "2107", "LIT 2": "2208", "CLXX": "2108"}
    assert odds(fight(standing, "2108", attackers, rivers=rivers)).drm == drm


# -- odds and columns (R-37) -----------------------------------------------------------------------------------------

COLUMNS = ("1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 3, -1),
        (9, 19, -1),
        (1, 2, 0),
        (19, 20, 0),
        (1, 1, 1),
        (29, 20, 1),
        (3, 2, 2),
        (39, 20, 2),
        (2, 1, 3),
        (29, 10, 3),
        (3, 1, 4),
        (39, 10, 4),
        (4, 1, 5),
        (5, 1, 6),
        (6, 1, 7),
        (69, 10, 7),
        (7, 1, 8),
        (14, 2, 8),
        (15, 2, 9),
        (8, 1, 9),
    ],
)
def test_R_37_10_2_odds_are_rounded_in_the_defenders_favour(attack, defence, column):
    """Columns run from 0 for 1:2 to 8 for 7:1; below and strictly above are one more each."""
    assert odds_column(load().record[0], attack, defence) == column


def test_R_37_10_2_below_one_to_two_the_die_loses_one():
    terms = odds(fight({"CLXX": FIELD, "LIT 1": "2108", "LIT 2": "2108"}, "2108", ["CLXX"], side="republican"))
    assert (terms.attack, terms.defence, terms.column, terms.drm) == (2, 8, -1, -1)


def test_R_37_10_2_one_to_two_itself_does_not():
    terms = odds(fight({"CLXX": FIELD, "LIT 1": "2108"}, "2108", ["CLXX"], side="republican"))
    assert (terms.attack, terms.defence, terms.column, terms.drm) == (2, 4, 0, 0)


@pytest.mark.parametrize(("attackers", "column", "drm"), [(["LIT 1", "LIT 2", "FIN 8"], 8, 0), (None, 9, 1)])
def test_R_37_10_2_strictly_above_seven_to_one_the_die_gains_one(attackers, column, drm):
    """14 to 2 is 7:1; 16 to 2 is above."""
    standing = {"LIT 1": "2108", "LIT 2": "2108", "FIN 8": "2108", "L3/35": "2108", "CLXX": FIELD}
    terms = odds(fight(standing, FIELD, attackers or list(standing)[:4]))
    assert (terms.column, terms.drm) == (column, drm)


@pytest.mark.parametrize(("die", "expected"), [(1, "2/1"), (2, "1/1"), (3, "1/2"), (4, "1/2"), (5, "0/2"), (6, "0/2")])
def test_10_2_the_result_stands_in_the_column_of_the_odds(die, expected):
    standing = {"LIT 1": "2108", "LIT 2": "2108", "CLXXVII": FIELD}
    game = fight(standing, FIELD, ["LIT 1", "LIT 2"])
    assert COLUMNS[odds(game).column] == "3:1"
    roll(game, die)
    assert result(game) == expected


def test_R_37_10_2_modifiers_are_added_and_the_die_kept_on_the_table():
    """Below 1:2 and a trench: a 1 becomes -1, read on the first row; a 6 becomes 4."""
    standing = {"LIT 1": ("2108", {"steps": 1}), "CLXXVI": "2008", "CLXXVII": "2008", "Trench 1": "2008"}
    game = fight(standing, "2008", ["LIT 1"])
    assert (odds(game).column, odds(game).drm) == (-1, -2)
    roll(game, 1)
    assert result(game) == "3/0"
    game = fight(standing, "2008", ["LIT 1"])
    roll(game, 6)
    assert result(game) == "2/0"


def test_R_37_10_2_above_the_table_and_concentric_a_six_becomes_an_eight():
    standing = {"LIT 1": "2108", "LIT 2": "2108", "FIN 8": "2108", "I N/1": "2010", "I N/2": "1908", "CLXX": FIELD}
    game = fight(standing, FIELD, list(standing)[:5])
    assert (odds(game).column, odds(game).drm) == (9, 2)
    roll(game, 4)
    assert result(game) == "B"


# -- trenches (10.7) -------------------------------------------------------------------------------------------------


def test_R_44_10_7_a_trench_takes_one_off_the_combat_die_for_whoever_defends_in_it():
    assert odds(fight(BESIDE | {"CLXX": FIELD, "Trench 1": FIELD}, FIELD, ["LIT 1"])).drm == -1
    captured = {"LIT 1": FIELD, "CLXX": "2008", "Trench 1": FIELD}
    assert odds(fight(captured, FIELD, ["CLXX"], side="republican")).drm == -1


def test_R_44_10_7_a_trench_helps_nobody_who_attacks_out_of_it():
    standing = BESIDE | {"LIT 2": "2108", "CLXX": FIELD, "CLXXI": FIELD, "Trench 1": FIELD}
    assert odds(fight(standing, "2108", ["CLXX", "CLXXI"], side="republican")).drm == 0


# -- first turn (4.4) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hq", "turn", "column"), [("2110", 1, 4), ("2108", 1, 4), ("2111", 1, 3), ("2110", 2, 3), ("waiting", 1, 3)]
)
def test_4_4_first_turn_attacks_within_two_hexes_of_the_ctv_hq_move_one_column_right(hq, turn, column):
    """5 to 2 is 2:1; 2110 is two hexes from 2009, and 2111 three."""
    terms = odds(fight(BESIDE | {"CLXX": FIELD, "HQ CTV": hq}, FIELD, ["LIT 1"], turn=turn))
    assert (terms.column, terms.drm) == (column, 0)


def test_R_37_4_4_it_holds_for_spaniards_too_and_for_an_hq_used_or_out_of_supply():
    hq = ("2110", {"supplied": False, "used": True})
    terms = odds(fight({"I N/1": "2108", "CLXX": FIELD, "HQ CTV": hq}, FIELD, ["I N/1"], turn=1))
    assert terms.column == 4


def test_4_4_it_does_not_hold_for_another_hq_or_for_republican_attacks():
    assert odds(fight(BESIDE | {"CLXX": FIELD, "HQ LIT": "2108"}, FIELD, ["LIT 1"], turn=1)).column == 3
    standing = {"CLXX": FIELD, "LIT 1": "2108", "HQ CTV": "2208"}
    assert odds(fight(standing, "2108", ["CLXX"], side="republican", turn=1)).column == 0


def test_R_37_4_4_the_shift_leads_out_of_the_column_below_and_into_the_one_above():
    hq = {"HQ CTV": "2110"}
    low = {"LIT 1": ("2108", {"steps": 1}), "CLXXVI": "2008", "CLXXVII": "2008", "HQ CTV": "2107"}
    terms = odds(fight(low, "2008", ["LIT 1"], turn=1))
    assert (terms.attack, terms.defence, terms.column, terms.drm) == (3, 9, 0, 0)
    high = {"LIT 1": "2108", "LIT 2": "2108", "FIN 8": "2108", "CLXX": FIELD}
    terms = odds(fight(high | hq, FIELD, ["LIT 1", "LIT 2", "FIN 8"], turn=1))
    assert (terms.column, terms.drm) == (9, 1)


def test_R_37_4_4_above_the_table_there_is_no_further_column():
    high = {"LIT 1": "2108", "LIT 2": "2108", "FIN 8": "2108", "I N/1": "2109", "CLXX": FIELD, "HQ CTV": "2110"}
    terms = odds(fight(high, FIELD, ["LIT 1", "LIT 2", "FIN 8", "I N/1"], turn=1))
    assert (terms.column, terms.drm) == (9, 1)


# -- concentric attacks (10.2.1) -------------------------------------------------------------------------------------

REINOSA = {"LIT 1": "2007", "LIT 2": "2105", "CLXXIX": "2006"}


def concentric(more: dict, attackers=("LIT 1", "LIT 2")) -> bool:
    """Whether the attack on Reinosa is concentric."""
    return odds(fight(REINOSA | more, "2006", list(attackers))).drm == 1


def test_10_2_1_the_printed_example_from_2007_and_2105_on_reinosa():
    assert concentric({})


@pytest.mark.parametrize("held", ["1906", "2005", "2106"])
def test_10_2_1_the_printed_example_fails_with_a_friend_of_the_defender_in_one_hex(held):
    assert not concentric({"CLXX": held})
    assert not concentric({"HQ XV": held})


def test_R_39_10_2_1_a_defender_in_the_sixth_hex_does_not_matter_nor_does_a_supply_column():
    assert concentric({"CLXX": "1905"})
    assert concentric({"R SC 1": "2005"})


def test_R_39_10_2_1_only_the_zoc_of_units_that_attack_counts():
    assert not concentric({}, ["LIT 1"])


def test_R_39_10_2_1_hexes_held_by_the_attackers_side_count_whoever_stands_there():
    assert concentric({"HQ CTV": "2005"}, ["LIT 1"])
    assert not concentric({"N SC 1": "2005"}, ["LIT 1"])


def test_R_39_10_2_1_attackers_out_of_supply_have_no_zoc():
    """2105 is cut off by the ZoCs of 2006, 2004 and 2305."""
    assert not concentric({"CLXX": "2004", "CLXXI": "2305"})
    assert concentric({"CLXX": "2004"})


def test_R_39_10_2_1_sea_and_hexes_behind_closed_hexsides_do_not_count():
    """Around Santander three land hexes lie behind closed hexsides."""
    around = {"LIT 1": "1110", "LIT 2": "1210", "FIN 8": "1310", "FIN 10": "1311", "R9M": "1212"}
    assert odds(fight(around | {"CLXX": "1211"}, "1211", ["LIT 1", "LIT 2"])).drm == 0
