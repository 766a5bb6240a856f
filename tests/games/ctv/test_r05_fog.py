"""Rule 5.2 (Italian 5.3), rulings R-56 and R-57: which pieces the enemy has seen, and until when."""

from support.scene import act, attack, done, goals, hexes, move, pass_until, roll, scene, unit

from ctv_env import new_game
from ctv_env.games.ctv.model.codes import N_GROUND, SIDE
from ctv_env.games.ctv.rules.r05_fog import enemy_pieces, mean_unseen

STACK = {"CLXVI": "2109", "HQ XV": "2109"}
ATTACKERS = {"LIT 1": "2110", "LIT 2": "2110"}


def seen(game, *names: str) -> list[bool]:
    return [unit(game, name).seen for name in names]


def test_R_57_fog_is_on_by_default_and_can_be_switched_off():
    assert new_game(seed=1).tables.options["fog"] is True
    assert new_game(seed=1, fog=False).tables.options["fog"] is False


def test_5_2_nobody_is_seen_before_a_fight():
    game = new_game(seed=1)
    assert not game.record["piece_seen"].any()


def test_R_56_attackers_are_seen_when_they_are_named():
    game = scene(ATTACKERS | STACK, node="TARGET")
    act(game, "HEX", "2109")
    assert not any(seen(game, "LIT 1", "LIT 2", "CLXVI"))
    act(game, "PIECE", "LIT 1")
    assert seen(game, "LIT 1", "LIT 2") == [True, False]


def test_R_56_defenders_are_seen_when_the_attackers_have_been_named():
    """All in the attacked hex, an HQ too; not those beside it."""
    game = scene(ATTACKERS | STACK | {"CLXVII": "2009"}, node="TARGET")
    act(game, "HEX", "2109")
    act(game, "PIECE", "LIT 1")
    assert seen(game, "CLXVI", "HQ XV") == [False, False]
    done(game)
    assert seen(game, "CLXVI", "HQ XV", "CLXVII") == [True, True, False]


def test_R_56_HQs_and_columns_are_seen_when_they_are_committed():
    at = {"HQ CTV": "2211", "HQ LIT": "2210", "N SC 1": "2211", "N SC 2": "2210", "HQ XIV": "2009", "HQ XV": "2108"}
    game = scene(ATTACKERS | at | {"CLXVI": "2109", "R SC 1": "2009"}, node="TARGET")
    act(game, "HEX", "2109")
    act(game, "PIECE", "LIT 1")
    done(game)
    act(game, "PIECE", "HQ CTV")
    assert seen(game, "HQ CTV", "HQ LIT") == [True, False]
    done(game)
    act(game, "PIECE", "HQ XIV")
    assert seen(game, "HQ XIV", "HQ XV") == [True, False]
    done(game)
    act(game, "PIECE", "N SC 1")
    assert seen(game, "N SC 1", "N SC 2") == [True, False]
    done(game)
    act(game, "PIECE", "R SC 1")
    assert seen(game, "R SC 1") == [True]


def fought():
    """LIT 1 has attacked 2109 from 2110 with no loss; the Nationalist is asked for another target."""
    game = scene(ATTACKERS | {"CLXVI": "2109"}, node="TARGET")
    attack(game, "2109", ["LIT 1", "LIT 2"])
    roll(game, 1)  # 2:1, 2/1
    act(game, "PIECE", "LIT 1", "LIT 2")
    roll(game, 1)
    done(game)
    act(game, "PIECE", "CLXVI")
    assert game.node == "TARGET"
    return game


def test_R_56_they_stay_seen_until_the_end_of_the_turn():
    game = fought()
    pass_until(game, "TARGET")
    done(game)
    assert (game.node, game.to_move) == ("MOVE", "republican")
    assert seen(game, "LIT 1", "LIT 2", "CLXVI") == [True, True, True]
    pass_until(game, "WEATHER_DIE")
    assert seen(game, "LIT 1", "LIT 2", "CLXVI") == [False, False, False]


def test_R_56_lost_from_view_when_they_move_away():
    game = fought()
    done(game)
    move(game, "CLXVI", "2009")
    assert seen(game, "CLXVI", "LIT 1") == [False, True]


def test_R_56_lost_from_view_in_a_retreat():
    role = {"role": "attacks", "seen": True}
    at = {"LIT 1": ("2110", role), "CLXVI": ("2109", {"seen": True})}
    game = scene(at, node="RETREAT", target="2109", owed_def=1, result_def=1)
    act(game, "HEX", "2108")
    assert seen(game, "CLXVI", "LIT 1") == [False, True]


def test_R_56_lost_from_view_in_an_advance():
    role = {"role": "attacks", "from": "2110", "seen": True}
    game = scene({"LIT 1": ("2110", role), "LIT 2": ("2110", role)}, node="ADVANCE", target="2109")
    move(game, "LIT 1", "2109")
    assert seen(game, "LIT 1", "LIT 2") == [False, True]


def test_R_56_who_is_eliminated_is_no_longer_on_view():
    at = {"LIT 1": ("2110", {"role": "attacks"}), "CLXVI": ("2109", {"seen": True, "steps": 1})}
    game = scene(at, node="LOSS_DEF", target="2109", owed_def=1, result_def=1)
    act(game, "PIECE", "CLXVI")
    assert (unit(game, "CLXVI").at, unit(game, "CLXVI").seen) == ("eliminated", False)


def test_R_63_whether_a_hex_holds_a_supply_column_alone_is_open():
    """A unit may enter the hex of the column and not that of the HQ; neither can be attacked but the HQ's."""
    game = scene({"LIT 1": "2110", "R SC 1": "2109", "HQ XV": "2010"}, fog=True)
    assert "2109" in goals(game, "LIT 1")
    assert "2010" not in goals(game, "LIT 1")
    done(game)
    assert hexes(game) == {"2010"}


def mean_of(game, *names: str) -> tuple[float, float]:
    """Mean attack and defence of pieces at full strength; supply columns have none."""
    t, pieces = game.tables.record[0], [game.tables.piece_index[name] for name in names]
    full = [(t["attack"][t["steps"][p], p], t["defence"][t["steps"][p], p]) for p in pieces if p < N_GROUND]
    return tuple(sum(map(int, factors)) / len(names) for factors in zip(*full, strict=True))


def mean(game, side: int) -> tuple[float, float]:
    return mean_unseen(game._states[0], game.tables.record[0], side)


def test_R_56_what_is_hidden_counts_as_the_mean_of_the_enemys_hidden_pieces_on_the_map():
    at = {"LIT 1": "2110", "LIT 2": ("2110", {"seen": True}), "N SC 1": "2211"}
    at |= {"CLXVI": "2109", "CLXVII": ("2009", {"seen": True}), "HQ XV": "2009", "R SC 1": "2009"}
    game = scene(at, fog=True)
    assert mean(game, SIDE.NATIONALIST) == mean_of(game, "CLXVI", "HQ XV", "R SC 1")
    assert mean(game, SIDE.REPUBLICAN) == mean_of(game, "LIT 1", "N SC 1")
    assert mean(scene({"LIT 1": "2110"}, fog=True), SIDE.NATIONALIST) == (0.0, 0.0)
    assert mean(scene(at, fog=False), SIDE.NATIONALIST) == (0.0, 0.0)


def test_R_56_how_many_enemy_pieces_a_hex_holds_is_public():
    at = {"LIT 1": "2110", "N SC 1": "2110", "N SC 2": "2211", "CLXVI": "2109", "HQ XV": "2109", "R SC 1": "2010"}
    game = scene(at, fog=True)

    def counted(side: int) -> list[int]:
        cells = map(game.tables.grid.cell, ("2110", "2211", "2109", "2010", "2008"))
        return [enemy_pieces(game._states[0], side, cell) for cell in cells]

    assert counted(SIDE.NATIONALIST) == [0, 0, 2, 1, 0]
    assert counted(SIDE.REPUBLICAN) == [2, 1, 0, 0, 0]
