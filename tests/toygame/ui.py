"""What a page or a terminal needs to let a person play the toy."""

from ctv_env.core.game import Game
from ctv_env.core.ui import UiSpec
from toygame.drawing import HEIGHT, RADIUS, WIDTH
from toygame.model import SIDES
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


def _stacks(game: Game, side: int | None) -> dict[str, dict]:
    s, found = game.record, {}
    for one, name in enumerate(SIDES):
        area = game.tables.board.names[s["place"][one]]
        piece = {"side": name, "known": True, "name": f"{name} column", "kind": "column"}
        piece |= {"strength": f"{s['men'][one]} men", "notes": []}
        found.setdefault(area, {"name": area, "pieces": []})["pieces"].append(piece)
    return found


def _place_of(game: Game, action: int) -> str | None:
    segment, name = game.decode(action)
    return name if segment == "MOVE" else None


def _plan(tables: ToyTables) -> dict:
    names = tables.board.names
    return {
        "page": [WIDTH, HEIGHT],
        "frame": [0, 0, WIDTH, HEIGHT],
        "radius": RADIUS,
        "names": {name: name for name in names},
        "centres": {name: list(centre) for name, centre in zip(names, tables.centres, strict=True)},
    }


UI = UiSpec(
    summary="Two columns of hired men go where gold is paid.",
    help=(
        ("A round:", "a counter says what a man costs, both sides give an order in secret, two dice are rolled."),
        ("To earn:", "be alone in an area, or win the fight there; it pays its worth, a gold for each man at most."),
    ),
    aims=dict.fromkeys(SIDES, "Be the richer side after the last round."),
    status=_status,
    beside=_beside,
    stacks=_stacks,
    marks=lambda game, side: {"hand": None, "target": None, "attackers": []},
    preview=lambda game, side: None,
    hides=lambda tables: True,
    reveals=lambda before, after, side: False,
    place_of=_place_of,
    plan=_plan,
)
