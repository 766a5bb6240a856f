"""The interface for people who play the toy game: what ``core.ui.UiSpec`` describes."""

from ctv_env.core.game import Game
from ctv_env.core.terms import SECOND
from ctv_env.core.ui import Outcome, Pairs, PieceView, SideColour, Stack, Words
from toygame.model import COUNTERS, NO_ORDER, ROUNDS, SIDES

SUMMARY = "Two columns of hired men go where gold is paid."
HELP = (
    ("A round:", "a counter says what a man costs, both sides give an order in secret, two dice are rolled."),
    ("To earn:", "be alone in an area, or win the fight there; it pays its worth, a gold for each man at most."),
)
AIMS = dict.fromkeys(SIDES, "Be the richer side after the last round.")
COLOURS = (SideColour("#2b6cb0", "#2b6cb0"), SideColour("#a0652d", "#a0652d"))
WORDS = Words(
    space="area",
    spaces="areas",
    chance="chance",
    let_fall="Roll two dice",
    undo="works until the order is carried out.",
    awaits="You roll the dice yourself",
    chapter="fight",
    chapters="fights",
)


def status(game: Game, side: int | None) -> Pairs:
    gold = [(f"Gold of {name}", str(game.record["gold"][one])) for one, name in enumerate(SIDES)]
    return [("Round", f"{game.turn} of {ROUNDS}"), *gold]


def beside(game: Game, side: int | None) -> Pairs:
    s = game.record
    lines = [("Price of a man", str(s["price"] or "not known")), ("Counters left", str(sum(s["cup"])))]
    if s["order"] != NO_ORDER and side != SECOND:
        lines.append((f"Order of {SIDES[0]}", game.describe(int(s["order"]))))
    return lines


def stacks(game: Game, side: int | None) -> dict[str, Stack]:
    s, t, found = game.record, game.tables.record[0], {}
    for area, name in enumerate(game.tables.board.names):
        here = [one for one in range(2) if s["place"][one] == area]
        pieces = (PieceView(one, True, f"{SIDES[one]} column", "column", str(s["men"][one])) for one in here)
        found[name] = Stack(tuple(pieces), (f"worth {t['worth'][area]}",))
    return found


def outcome(game: Game, outcome: int, side: int | None) -> Outcome:
    return Outcome("counter", COUNTERS[outcome]) if game.node == "COUNTER" else Outcome("dice", str(outcome))
