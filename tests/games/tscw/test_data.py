"""The data: grid, printed places, counters, charts; deployments that the rules allow (3, T-101)."""

import numpy as np
import pytest
from support.tscw_scene import scene

from ctv_env.core.datafile import DataError
from ctv_env.games.tscw.loading.load import DATA_DIR, load
from ctv_env.games.tscw.model.codes import ELIMINATION, OFF, SEA, Stage

SCENARIOS = ("north-1937", "1937")


def neighbours(scenario, code):
    tables = load(scenario)
    cells = [int(c) for c in tables.record[0]["nbr"][tables.grid.cell(code)]]
    return {tables.grid.code(c) for c in cells if c != OFF}


def test_T_01_C_01_neighbours():
    assert neighbours("1937", "2919") == {"2918", "2920", "2819", "2820", "3019", "3020"}
    assert neighbours("1937", "3706") == {"3705", "3707", "3606", "3607"}
    assert neighbours("1937", "3614") == {"3613", "3615", "3513", "3514"}


def test_9_7_9_8_C_02_ultimate_supply_sources():
    tables = load("1937")
    rows, grid = tables.record[0]["source_rows"], tables.grid

    def codes(net):
        found = [c for c in range(grid.n_cells) if int(rows[net][c // grid.columns + 1]) >> c % grid.columns & 1]
        return {grid.code(c) for c in found}

    assert codes(0) == {"3701", "1305"}
    assert codes(1) == {"2318", "3023", "1717", "3324"}
    assert codes(2) == {"3613", "3707", "3710"}


def test_11_8_T_70_C_03_coastal_hexes_and_closed_land():
    tables = load("1937")
    t, grid = tables.record[0], tables.grid
    assert t["coast"][grid.cell("1615")] == SEA.MEDITERRANEAN
    assert t["land"][grid.cell("1208")] == 0
    assert neighbours("1937", "1307") == {"1306", "1308", "1207", "1407", "1408"}


def test_2_4_C_88_printed_counters():
    tables = load("1937")
    t, names = tables.record[0], tables.pieces.names

    def counter(name):
        p = names.index(name)
        return [int(t[key][0][2 - (t["steps"][0][p] == 1)][p]) for key in ("attack", "defence")] + [int(t["ma"][0][p])]

    assert counter("R-11") == [7, 11, 5]
    assert int(t["steps"][0][names.index("R-11")]) == 2
    assert int(t["entry"][names.index("R-11")]) == 7
    hq = names.index("HQ-CTV")
    assert (counter("HQ-CTV"), int(t["artillery"][hq])) == ([6, 6, 4], 1)


def test_2_3_2_13_C_87_the_first_29th_division_leaves_in_turn_8():
    game = scene(None, {"3120": "R-29a"}, scenario="1937", turn=8)
    game.begin(Stage.CHANGES_R)
    assert game.at("R-29a") is None


def test_15_8_C_65_printed_results():
    t = load("north-1937").record[0]

    def result(column, die):
        return int(t["crt_att"][column, die]), int(t["crt_def"][column, die])

    assert result(4, 1) == (2, 1)
    assert result(2, 5) == (2, 1)
    assert result(3, 2) == (2, 1)
    assert (result(6, 1), result(6, 3)) == ((2, 2), (0, 2))
    assert result(9, 2) == (1, 4)
    assert t["crt_def"].max() == ELIMINATION


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_15_8_T_188_with_better_odds_or_a_higher_die_the_defenders_losses_less_the_attackers_never_fall(scenario):
    t = load(scenario).record[0]
    gain = t["crt_def"].astype(int) - t["crt_att"]
    assert (np.diff(gain, axis=0) >= 0).all()
    assert (np.diff(gain, axis=1) >= 0).all()
    attacker = t["crt_att"][6].astype(int)
    assert attacker[4] > attacker[3], "the stated cells of 4:1"


def test_1_3_a_turn_is_a_month_until_the_fourth_and_then_two():
    months = [len(date.rsplit(" ", 1)[0].split("-")) for date in load("1937").dates]
    assert months == [1] * 4 + [2] * 15


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_T_101_the_fixed_deployment_keeps_to_the_rules_of_set_up(scenario):
    """Every unit of the fixed deployment could be placed there by its player, in the order of set-up."""
    from support.tscw_scene import ENGINE, SceneGame

    game = SceneGame(scenario, 6, setup="placement")
    from ctv_env.games.tscw.rules import r03_set_up

    r03_set_up.begin_game(game.s, game.t)
    game.begin(Stage.SETUP_R)
    n = 0
    while game.node == "SETUP_PLACE":
        p = int(game.s["piece"])
        game.act("HEX", game.tables.grid.code(int(game.t["setup_cell"][p])))
        n += 1
    assert n == int((game.t["setup_cell"][: int(game.t["n_pieces"])] != OFF).sum())
    assert game.node == "EVENT_DRAW"
    assert ENGINE


def test_wrong_data_is_refused_with_file_line_and_remedy(tmp_path):
    import shutil

    folder = tmp_path / "data"
    shutil.copytree(DATA_DIR, folder)
    map_file = folder / "map.yaml"
    map_file.write_text(map_file.read_text().replace("terrain: rough", "terrain: swamp", 1))
    with pytest.raises(DataError, match=r"map\.yaml:\d+: .*swamp.*allowed are"):
        load("north-1937", folder)


def test_every_value_has_a_source():
    shares = load("north-1937").shares
    assert set(shares) == {"stated", "found", "derived", "reconstructed"}
    assert min(shares.values()) > 0
