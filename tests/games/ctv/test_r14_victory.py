"""Rule 14, rulings R-49 and R-51: victory points, the factory of Reinosa, the end of the game."""

import pytest
from support.frontline import TABLES, T
from support.scene import done, move, pass_until, roll, scene, unit

BRIGADES = [TABLES.piece_names[u] for u in range(96) if T["is_brigade"][u]]
FIVE = {"LIT 1": "1211", "LIT 2": "2006", "Ar": "1408"}  # 3 + 1 + 1
SIX = FIVE | {"Cel": "1215"}
SEVEN = SIX | {"FN 3": "1418"}


def dead(n: int) -> dict:
    return dict.fromkeys(BRIGADES[-n:], "eliminated")


# -- 14.1: points ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "vp"), [("1211", 3), ("2006", 1), ("1408", 1), ("1215", 1), ("1418", 1), ("1507", 0)])
def test_14_1_Santander_is_worth_three_points_the_other_objectives_one(code, vp):
    assert scene({"LIT 1": code}).score() == vp


def test_14_1_points_go_by_control_not_by_who_stands_there():
    game = scene({"LIT 1": "2006"})
    move(game, "LIT 1", "2007")
    assert game.score() == 1
    assert scene({"CLXVI": "2007"}, control={"nationalist": ["2006"]}).score() == 1
    assert scene({"CLXVI": "2006"}).score() == 0


def test_14_1_points_are_added():
    assert scene(SEVEN).score() == 7


def test_14_1_R_51_there_are_31_brigades():
    assert len(BRIGADES) == 31
    assert "DC" in BRIGADES


@pytest.mark.parametrize(("n", "vp"), [(9, 0), (10, 1), (20, 1)])
def test_14_1_ten_eliminated_brigades_are_worth_one_point(n, vp):
    """DC is the last of the list, and counts."""
    assert "DC" in dead(9)
    assert scene(dead(n) | {"LIT 1": "2110"}).score() == vp


@pytest.mark.parametrize("other", ["R1", "FT-17", "HQ XV"])
def test_14_1_R_51_battalions_armour_and_HQs_are_no_brigades(other):
    assert scene(dead(9) | {other: "eliminated"}).score() == 0


def test_14_1_surrendered_Basque_brigades_do_not_count():
    assert scene(dead(9) | {"CLVII": "surrendered"}).score() == 0
    assert scene(dead(9) | {"CLVII": "eliminated"}).score() == 1


def test_14_1_eliminated_Nationalists_do_not_count():
    nationalists = [TABLES.piece_names[u] for u in range(7, 17)]
    assert scene(dict.fromkeys(nationalists, "eliminated")).score() == 0


# -- 14.1: the end ---------------------------------------------------------------------------------------------


def end_of_turn(pieces: dict, turn: int):
    game = scene(pieces, node="TARGET", side="republican", turn=turn)
    done(game)
    return game


@pytest.mark.parametrize("turn", [1, 4, 7])
def test_14_1_R_51_six_points_win_at_the_end_of_any_turn(turn):
    game = end_of_turn(SIX, turn)
    assert (game.node, game.turn, game.winner, game.to_move) == ("OVER", turn, "nationalist", None)
    assert game.legal_actions() == []


@pytest.mark.parametrize("turn", [1, 6])
def test_14_1_five_points_do_not(turn):
    game = end_of_turn(FIVE, turn)
    assert (game.node, game.winner) == ("WEATHER_DIE", None)


def test_14_1_the_point_for_brigades_may_be_the_sixth():
    assert end_of_turn(FIVE | dead(10), 2).winner == "nationalist"


def test_14_1_R_51_the_Republican_wins_if_turn_7_ends_without():
    game = end_of_turn(FIVE, 7)
    assert (game.node, game.winner) == ("OVER", "republican")


def test_14_1_R_51_points_are_judged_at_the_end_of_the_turn_only():
    """Six points after Nationalist combat; the Republican takes one back in its phase."""
    game = scene(SIX | {"CLXVI": "1507"}, node="TARGET")
    done(game)
    assert game.winner is None
    game = scene({"LIT 1": "1211", "LIT 2": "2006", "Cel": "1215", "CLXVI": "1507"}, node="TARGET",
                 control={"nationalist": ["1211", "2006", "1215", "1408"]})  # fmt: skip
    assert game.score() == 6
    done(game)
    move(game, "CLXVI", "1408")
    done(game)
    done(game)
    assert (game.node, game.winner) == ("WEATHER_DIE", None)


# -- 14.2: the factory -----------------------------------------------------------------------------------------


def republican_phase(turn: int, at=None, **more):
    """The position when the Republican phase of a turn has begun."""
    game = scene({"LIT 1": "2110"} | (at or {}), node="TARGET", turn=turn, **more)
    done(game)
    return game


@pytest.mark.parametrize(("turn", "die"), [(1, False), (3, False), (4, True), (5, True), (7, True)])
def test_14_2_from_turn_4_the_Republican_phase_begins_with_a_die(turn, die):
    game = republican_phase(turn)
    assert (game.node, game.to_move) == (("FACTORY_DIE", "chance") if die else ("MOVE", "republican"))


def test_14_2_no_die_once_Reinosa_has_fallen():
    assert republican_phase(4, {"LIT 2": "2006"}).node == "MOVE"
    assert republican_phase(4, control={"nationalist": ["2006"]}).node == "MOVE"


def taken_on(turn: int, edition: str, **more):
    """The Republican phase of a turn on which the Nationalist has marched into Reinosa."""
    game = scene({"LIT 1": "2106"}, turn=turn, edition=edition, offensive_turn=3, **more)
    move(game, "LIT 1", "2006")
    done(game)
    done(game)
    return game


@pytest.mark.parametrize(("edition", "node"), [("en", "FACTORY_DIE"), ("it", "MOVE")])
def test_14_2_R_49_a_turn_that_began_with_Reinosa_Republican_has_a_die_in_the_English_edition(edition, node):
    assert taken_on(5, edition).node == node
    assert taken_on(3, edition).node == "MOVE"
    assert taken_on(5, edition, factory=False).node == "MOVE"


def test_14_2_R_49_the_factory_may_be_demolished_after_its_capture_and_no_further_turn_has_a_die():
    game = taken_on(5, "en")
    assert game.score() == 1
    twin = game.clone()
    roll(twin, 4)
    assert twin.score() == 0
    roll(game, 3)
    pass_until(game, "WEATHER_DIE")
    roll(game, 1)
    pass_until(game, "TARGET")
    done(game)
    assert (game.turn, game.node, game.score()) == (6, "MOVE", 1)


def test_14_2_R_49_who_held_Reinosa_as_the_turn_began_is_written_where_it_has_changed_hands():
    held = {"control": {"nationalist": ["2006"]}}
    assert republican_phase(4, **held).node == "MOVE"
    assert republican_phase(4, factory_due=True, **held).node == "FACTORY_DIE"
    assert republican_phase(4, factory_due=False).node == "MOVE"
    game = scene({"LIT 1": "2106"}, turn=5)
    assert "factory_due" not in game.to_dict()
    move(game, "LIT 1", "2006")
    assert game.to_dict()["factory_due"] is True
    with pytest.raises(ValueError, match="factory_due: no demolition die is to come"):
        scene({"LIT 1": "2106"}, turn=5, edition="it", factory_due=True)


def test_14_2_no_die_once_the_factory_is_demolished():
    assert republican_phase(4, factory=False).node == "MOVE"


@pytest.mark.parametrize(("die", "stands"), [(1, 1), (3, 1), (4, 0), (6, 0)])
def test_14_2_on_4_to_6_the_factory_is_demolished(die, stands):
    game = republican_phase(4)
    roll(game, die)
    assert int(game.record["factory"]) == stands
    assert (game.node, game.to_move) == ("MOVE", "republican")


def test_14_2_while_it_stands_the_die_is_rolled_on_every_turn():
    game = republican_phase(4)
    roll(game, 3)
    pass_until(game, "WEATHER_DIE")
    roll(game, 1)
    pass_until(game, "FACTORY_DIE")
    assert game.turn == 5


def test_14_2_a_demolished_factory_gives_no_point_for_Reinosa():
    assert scene({"LIT 1": "2006"}).score() == 1
    assert scene({"LIT 1": "2006"}, factory=False).score() == 0
    assert scene(SIX, factory=False).score() == 5


def test_R_49_Reinosa_stays_an_objective_hex_for_morale():
    game = scene({"LIT 1": "2106"}, factory=False)
    move(game, "LIT 1", "2006")
    assert int(game.record["morale"]) == 1
    assert unit(game, "LIT 1").at == "2006"
