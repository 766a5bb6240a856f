"""Rule 5.2: the part of the log that a side may read."""

from support.players import decisions
from support.scene import move, scene

from ctv_env import new_game

STACK = {"CLXVI": "2109", "CLXVII": "1909"}
ATTACKERS = {"LIT 1": "2110", "LIT 2": "2110"}


def text(game, side: str) -> str:
    return "\n".join(game.log_of(side))


def test_5_2_marches_are_read_by_their_own_side_alone():
    game = scene(ATTACKERS | STACK, node="MOVE", fog=True)
    move(game, "LIT 1", "2111")
    assert "LIT 1" in text(game, "nationalist")
    assert "LIT 1" not in text(game, "republican")


def test_5_2_a_march_stays_unread_and_undrawn_when_the_piece_has_fought():
    game = scene(ATTACKERS | STACK | {"LIT 1": "2111"}, node="MOVE", fog=True)
    move(game, "LIT 1", "2110")
    march = game.log[-1]
    assert game.scene("nationalist").lines == [march]
    assert game.scene("republican").lines == []
    while game.node != "COMBAT_DIE":
        game.roll() if game.to_move == "chance" else game.step(game.legal_actions()[-1])
    assert "LIT 1" in text(game, "republican")
    assert march not in game.log_of("republican")
    assert march in game.log_of("nationalist")


def test_5_2_without_fog_all_is_read():
    game = scene(ATTACKERS | STACK, node="MOVE", fog=False)
    move(game, "LIT 1", "2111")
    assert game.log_of("republican") == game.log_of("nationalist") == game.log


def test_5_2_a_combat_is_read_by_both():
    game = new_game(seed=1)
    while game.node != "COMBAT_DIE":
        game.roll() if game.to_move == "chance" else game.step(game.legal_actions()[-1])
    fight = game.log[next(k for k, line in enumerate(game.log) if line.startswith("Attack on")) :]
    for side in ("nationalist", "republican"):
        assert game.log_of(side)[-len(fight) :] == fight


def test_5_2_R_56_who_is_out_of_supply_is_told_to_the_enemy_only_in_its_combats():
    game = new_game(seed=7)
    for _ in decisions(game):
        if game.turn == 4 and game.node == "ATTACKERS":
            break
    (short,) = (line for line in game.log[-3:] if "Out of supply" in line)
    assert short in game.log_of("republican")
    assert short not in game.log_of("nationalist")
    assert short not in game.svg("nationalist")


def test_5_2_a_set_up_is_read_by_its_own_side_alone():
    game = new_game(seed=2, setup="placement")
    while game.turn == 0:
        game.roll() if game.to_move == "chance" else game.step(game.legal_actions()[-1])
    for side, own, other in (("nationalist", "LIT 1", "CLXVI"), ("republican", "CLXVI", "LIT 1")):
        assert f"{own} " in text(game, side)
        assert f"{other} " not in text(game, side)
    dug = [line for line in game.log if "rench" in line]
    assert dug
    for side in ("nationalist", "republican"):  # trenches are public
        assert set(dug) <= set(game.log_of(side))
