"""The rules of the toy game (``rules.py``), clause by clause."""

from ctv_env import new_game
from ctv_env.core.game import Game
from toygame.engine import NODES
from toygame.model import NODE, SIDES

HILL, FORD, MILL = range(3)
FIRST, SECOND, CHANCE = range(3)


def given(node: int, **changes) -> Game:
    """Return a game with three areas in round 1, at the start except for the given fields."""
    start = new_game("toygame.spec:SPEC", "three", seed=0).to_dict()
    to_move = FIRST if node == NODE.ORDER else CHANCE
    given = {"stage": NODES[node].stages[0].name, "node": node, "to_move": to_move, "price": 2}
    return Game.from_dict(start | given | changes)


def numbers(game: Game) -> dict:
    """Return the fields of the position as plain numbers."""
    return {name: game.record[name].tolist() for name in game.record.dtype.names}


def order(game: Game, first: tuple, second: tuple) -> dict:
    """Give both sides' orders, by segment and name; return the position afterwards."""
    for one in (first, second):
        game.step(game.encode(*one))
    return numbers(game)


def roll(game: Game, dice: int) -> dict:
    """Roll the given sum of dice; return the position afterwards."""
    game.step(dice)
    return numbers(game)


def test_1_a_round_is_counter_orders_dice():
    game, nodes = given(NODE.COUNTER), []
    for action in (1, game.encode("PASS"), game.encode("PASS"), 7):
        nodes.append((game.turn, game.node))
        game.step(action)
    assert nodes == [(1, "COUNTER"), (1, "ORDER"), (1, "ORDER"), (1, "DICE")]
    assert (game.turn, game.node) == (2, "COUNTER")


def test_2_a_counter_is_not_put_back_and_says_the_price():
    game = given(NODE.COUNTER, cup=[1, 3, 2])
    game.step(2)
    assert numbers(game)["cup"] == [1, 3, 1]
    assert numbers(game)["price"] == 3
    none_left = "Plenty is not something this decision asks for; it asks for a counter that is left in the cup (rule 1)"
    assert given(NODE.COUNTER, cup=[0, 4, 2]).explain_illegal(0) == none_left


def test_3_men_cost_the_price_and_nobody_owes():
    game = given(NODE.ORDER, gold=[5, 5])
    assert [game.explain_illegal(game.encode("BUY", n)) != "" for n in ("1", "2", "3")] == [False, False, True]
    after = order(game, ("BUY", "2"), ("PASS",))
    assert (after["gold"], after["men"]) == ([1, 5], [3, 1])


def test_3_columns_march_to_neighbours_only():
    game = given(NODE.ORDER, place=[HILL, MILL])
    assert game.explain_illegal(game.encode("MOVE", "mill")).endswith("can be reached (rule 3)")
    assert order(game, ("MOVE", "ford"), ("PASS",))["place"] == [FORD, MILL]


def test_3_orders_are_carried_out_together():
    game = given(NODE.ORDER)
    game.step(game.encode("BUY", "1"))
    assert numbers(game)["men"] == [1, 1]
    game.step(game.encode("PASS"))
    assert numbers(game)["men"] == [2, 1]


def test_4_1_the_weaker_side_loses_a_man_and_the_roll_is_for_azure():
    together = {"place": [FORD, FORD], "men": [3, 4], "gold": [0, 0]}
    assert roll(given(NODE.DICE, **together), 9)["men"] == [3, 3]  # 3 and 9 - 7 against 4
    assert roll(given(NODE.DICE, **together), 7)["men"] == [2, 4]
    after = roll(given(NODE.DICE, **together), 8)
    assert (after["men"], after["gold"]) == ([3, 4], [0, 0])


def test_4_2_an_area_pays_its_worth_and_a_gold_for_each_man_at_most():
    after = roll(given(NODE.DICE, place=[FORD, HILL], men=[3, 3], gold=[0, 0]), 7)  # worth 4 and 2
    assert after["gold"] == [3, 2]


def test_4_2_the_winner_of_a_fight_is_paid():
    assert roll(given(NODE.DICE, place=[FORD, FORD], men=[2, 5], gold=[0, 0]), 7)["gold"] == [0, 4]


def test_without_war_nobody_is_paid_in_a_shared_area():
    peace = {"options": {"war": False}, "place": [FORD, FORD], "men": [2, 5], "gold": [0, 0]}
    after = roll(given(NODE.DICE, **peace), 7)
    assert (after["gold"], after["men"]) == ([0, 0], [2, 5])


def test_with_a_fixed_price_no_counter_is_drawn():
    game = new_game("toygame.spec:SPEC", "three", seed=0, price="fixed")
    assert (game.node, numbers(game)["price"]) == ("ORDER", 2)


def test_5_the_richer_side_wins_after_the_last_round_and_as_rich_is_a_draw():
    separate = {"turn": 6, "place": [HILL, MILL], "men": [2, 2]}
    for gold, winner in (([5, 3], SIDES[0]), ([3, 5], SIDES[1]), ([4, 4], None)):
        game = given(NODE.DICE, gold=gold, **separate)
        game.step(7)
        assert (game.to_move, game.winner) == (None, winner)


def test_5_a_side_without_men_ends_the_game():
    game = given(NODE.DICE, place=[FORD, FORD], men=[1, 4], gold=[9, 0])
    game.step(7)
    assert (game.to_move, game.winner) == (None, SIDES[0])
