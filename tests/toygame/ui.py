"""The interface for people who play the toy game."""

from ctv_env.core.game import Game
from ctv_env.core.ui import Marks, Outcome, PieceView, Plan, SideColour, Space, Stack, UiSpec, Words
from toygame.drawing import COLOURS, HEIGHT, RADIUS, WIDTH
from toygame.model import COUNTERS, SIDES
from toygame.tables import ToyTables


def _status(game: Game, side: int | None) -> list[tuple[str, str]]:
    s = game.record
    gold = [(f"Gold of {name}", str(s["gold"][one])) for one, name in enumerate(SIDES)]
    return [("Round", f"{game.turn} of {game.tables.record[0]['n_rounds']}"), *gold]


def _beside(game: Game, side: int | None) -> list[tuple[str, str]]:
    return [
        ("Price of a man", str(game.record["price"] or "not known")),
        ("Counters left", str(sum(game.record["cup"]))),
    ]


def _stacks(game: Game, side: int | None) -> dict[str, Stack]:
    s, found = game.record, {}
    for one, name in enumerate(SIDES):
        area = game.tables.board.names[s["place"][one]]
        piece = PieceView(one, True, f"{name} column", "column", f"{s['men'][one]} men")
        found[area] = Stack((*found.get(area, Stack(())).pieces, piece))
    return found


def _outcome(game: Game, outcome: int, side: int | None) -> Outcome:
    return Outcome("counter", COUNTERS[outcome]) if game.node == "COUNTER" else Outcome("dice", str(outcome))


def _space_of(game: Game, action: int) -> str | None:
    segment, name = game.decode(action)
    return name if segment == "MOVE" else None


def _asked_at(game: Game, area: str, side: int | None) -> list[int]:
    return [game.encode("MOVE", area)]


def _plan(tables: ToyTables) -> Plan:
    spaces = zip(tables.board.names, tables.centres, strict=True)
    return Plan(
        (WIDTH, HEIGHT), (0, 0, WIDTH, HEIGHT), tuple(Space(name, name, spot, _square(*spot)) for name, spot in spaces)
    )


def _square(x: float, y: float) -> tuple[tuple[float, float], ...]:
    return tuple((x + across * RADIUS, y + down * RADIUS) for across, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


UI = UiSpec(
    summary="Two columns of hired men go where gold is paid.",
    help=(
        ("A round:", "a counter says what a man costs, both sides give an order in secret, two dice are rolled."),
        ("To earn:", "be alone in an area, or win the fight there; it pays its worth, a gold for each man at most."),
    ),
    aims=dict.fromkeys(SIDES, "Be the richer side after the last round."),
    words=Words(
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
    ),
    colours=tuple(SideColour(colour, colour) for colour in COLOURS),
    plan=_plan,
    status=_status,
    beside=_beside,
    stacks=_stacks,
    marks=lambda game, side: Marks(),
    preview=lambda game, side: None,
    outcome=_outcome,
    reveals=lambda before, after, side: False,
    space_of=_space_of,
    asked_at=_asked_at,
)
