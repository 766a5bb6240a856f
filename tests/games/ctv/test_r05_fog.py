"""Rule 5.2 (Italian 5.3), rulings R-56 and R-57: which pieces the enemy has seen, and until when."""

import random

import numpy as np
import pytest
from support.knowledge import knowledge
from support.scene import act, attack, done, goals, hexes, move, pass_until, roll, scene, unit

from ctv_env import new_game
from ctv_env.core.game import Game
from ctv_env.core.spec import spec_of
from ctv_env.games.ctv.model.codes import N_GROUND, SIDE, SIDE_NAMES, Stage
from ctv_env.games.ctv.rules.r05_fog import enemy_pieces, mean_unseen

UI = spec_of("ctv").ui()
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


# -- set-up in progress ------------------------------------------------------------------------------------------------


OTHER = {"nationalist": "republican", "republican": "nationalist"}
TWO_HEXES = {"CLXVI": ("2109", "2010"), "CLXVII": ("2010", "2109")}


def views(game, side: str) -> tuple:
    """Whatever ``side`` may look at: arrays, text, log, picture, the stacks of the guide."""
    return (
        *knowledge(game, side)[:4],
        game.log_of(side),
        game.svg(side, ("zoc", "supply")),
        UI.stacks(game, SIDE_NAMES.index(side)),
    )


def choose(game, swapped: bool, chooser: random.Random) -> int:
    """A random hex for the next piece or trench, and one of two for two brigades, whose hexes are ``swapped``."""
    piece = game.tables.piece_names[int(game.record["piece"])]
    if piece in TWO_HEXES:
        return game.encode("HEX", TWO_HEXES[piece][swapped])
    return chooser.choice(game.legal_actions())


def set_up(game, swapped: bool, every: int) -> dict[str, list]:
    """Set up at random, with three divisions as reserves (4.1); what the other side sees on the way, by stage."""
    chooser, watched, n = random.Random(1), {}, 0
    while game.turn == 0:
        if game.to_move == "chance":
            game.step(6)
            continue
        if game.node == "PLACE":
            stage = Stage(int(game.record["stage"])).name
            between = game.record["piece"] == game.tables.piece_index["CLXVII"]  # CLXVI is placed, CLXVII is not
            if n % every == 0 or between:
                watched.setdefault(stage, []).append(views(game, OTHER[game.to_move]))
            n += 1
        game.step(choose(game, swapped, chooser))
    return watched


@pytest.mark.whole_games
def test_5_2_R_57_who_watches_a_set_up_sees_nothing_of_it_before_its_stage_is_over():
    watched = set_up(new_game(seed=3, setup="placement"), False, every=7)
    assert list(watched) == ["SETUP_REPUBLICAN", "SETUP_NATIONALIST", "SETUP_RESERVES"]
    for seen in watched.values():
        assert len(seen) > 1
        assert all(view == seen[0] for view in seen)


@pytest.mark.whole_games
def test_5_2_R_57_in_which_order_the_hexes_filled_shows_nowhere():
    """CLXVI and CLXVII in each other's hex: the Nationalist sees the same at every moment, the Republican does not."""
    games = [new_game(seed=3, setup="placement") for _ in range(2)]
    one, other = (set_up(game, bool(k), every=5) for k, game in enumerate(games))
    for stage in ("SETUP_REPUBLICAN", "SETUP_RESERVES"):
        assert one[stage] == other[stage]
    assert games[0].state_hash() != games[1].state_hash()
    assert views(games[0], "nationalist") == views(games[1], "nationalist")
    assert views(games[0], "republican") != views(games[1], "republican")


@pytest.mark.whole_games
def test_5_2_R_57_a_determinization_during_a_set_up_is_drawn_from_what_the_watcher_sees():
    """Whichever brigade is in which hex, the same draw; for its own side nothing has been hidden yet."""
    games = [new_game(seed=3, setup="placement") for _ in range(2)]
    for k, game in enumerate(games):
        while game.to_move == "chance":
            game.step(6)
        chooser = random.Random(2)
        while game.record["piece"] != game.tables.piece_index["CLXVIII"]:
            game.step(choose(game, bool(k), chooser))
    twins = [game.determinize("nationalist", np.random.default_rng(5)) for game in games]
    assert games[0].state_hash() != games[1].state_hash()
    assert twins[0].state_hash() == twins[1].state_hash()
    assert Game.from_dict(twins[0].to_dict()).state_hash() == twins[0].state_hash()
    assert (twins[0].record["piece"], twins[0].record["cursor"]) == (
        games[0].record["piece"],
        games[0].record["cursor"],
    )
    for game in games:
        assert game.determinize("republican", np.random.default_rng(5)).state_hash() == game.state_hash()


def test_5_2_without_fog_a_set_up_is_watched_piece_by_piece():
    game = new_game(seed=3, setup="placement", fog=False)
    while game.node != "PLACE":
        game.roll()
    before = game.text("nationalist")
    game.step(game.legal_actions()[0])
    assert game.text("nationalist") != before
