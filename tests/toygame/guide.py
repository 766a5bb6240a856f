"""The interface for people who play the toy game: what ``core.ui.UiSpec`` describes."""

from ctv_env.core.game import Game
from ctv_env.core.ui import Marks, Outcome, PieceView, Plan, SideColour, Space, Stack, Words
from toygame.drawing import COLOURS as INKS
from toygame.drawing import HEIGHT, RADIUS, WIDTH
from toygame.model import COUNTERS, SIDES
from toygame.tables import ToyTables

SUMMARY = "Two columns of hired men go where gold is paid."
HELP = (
    ("A round:", "a counter says what a man costs, both sides give an order in secret, two dice are rolled."),
    ("To earn:", "be alone in an area, or win the fight there; it pays its worth, a gold for each man at most."),
)
AIMS = dict.fromkeys(SIDES, "Be the richer side after the last round.")
WORDS = Words(
    space="area",
    spaces="areas",
    empty="Nobody is here.",
    hidden="column, unknown",
    several_hidden="columns, unknown",
    uncovered="All orders are known now.",
    chance="chance",
    let_fall="Roll two dice",
    undo="works until the order is carried out.",
    awaits="You roll the dice yourself",
    chapter="fight",
    chapters="fights",
)
COLOURS = tuple(SideColour(ink, ink) for ink in INKS)


def status(game: Game, side: int | None) -> list[tuple[str, str]]:
    s = game.record
    gold = [(f"Gold of {name}", str(s["gold"][one])) for one, name in enumerate(SIDES)]
    return [("Round", f"{game.turn} of {game.tables.record[0]['n_rounds']}"), *gold]


def beside(game: Game, side: int | None) -> list[tuple[str, str]]:
    return [
        ("Price of a man", str(game.record["price"] or "not known")),
        ("Counters left", str(sum(game.record["cup"]))),
    ]


def stacks(game: Game, side: int | None) -> dict[str, Stack]:
    s, found = game.record, {}
    for one, name in enumerate(SIDES):
        area = game.tables.board.names[s["place"][one]]
        piece = PieceView(one, True, f"{name} column", "column", f"{s['men'][one]} men")
        found[area] = Stack((*found.get(area, Stack(())).pieces, piece))
    return found


def marks(game: Game, side: int | None) -> Marks:
    return Marks()


def preview(game: Game, side: int | None) -> None:
    return None


def reveals(before: Game, after: Game, side: int) -> bool:
    return False


def outcome(game: Game, outcome: int, side: int | None) -> Outcome:
    return Outcome("counter", COUNTERS[outcome]) if game.node == "COUNTER" else Outcome("dice", str(outcome))


def space_of(game: Game, action: int) -> str | None:
    segment, name = game.decode(action)
    return name if segment == "MOVE" else None


def asked_at(game: Game, area: str, side: int | None) -> list[int]:
    return [game.encode("MOVE", area)]


def plan(tables: ToyTables) -> Plan:
    spaces = zip(tables.board.names, tables.centres, strict=True)
    return Plan(
        (WIDTH, HEIGHT), (0, 0, WIDTH, HEIGHT), tuple(Space(name, name, spot, _square(*spot)) for name, spot in spaces)
    )


def _square(x: float, y: float) -> tuple[tuple[float, float], ...]:
    return tuple((x + across * RADIUS, y + down * RADIUS) for across, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
