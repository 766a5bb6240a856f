"""What people who play at a screen are told; loaded when such a game begins, not with the rules."""

from ctv_env.core.game import Game
from ctv_env.core.ui import UiSpec
from ctv_env.games.ctv.guide import inspection as sight
from ctv_env.games.ctv.guide import odds
from ctv_env.games.ctv.guide.advice import AIMS, HELP, SUMMARY
from ctv_env.games.ctv.guide.plan import plan
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.actions import as_cell, as_piece
from ctv_env.games.ctv.model.codes import FIRST_HEX, FIRST_PIECE, MAP, RAIN


def _status(game: Game, _) -> list[tuple[str, str]]:
    """Turn, weather, points, morale: all of it lies open (ruling R-56)."""
    record, t = game.record, game.tables.record[0]
    return [
        ("Turn", f"{game.turn} of {int(t['n_turns'])}" if game.turn else "set-up"),
        ("Weather", "rain" if record["weather"] == RAIN else "fair"),
        ("Nationalist points", f"{game.score()} of {int(t['vp_to_win'])}"),
        ("Republican morale", str(int(record["morale"]))),
    ]


def _beside(game: Game, _) -> list[tuple[str, str]]:
    return sight.beside(game)


def _marks(game: Game, _) -> dict:
    """Asked for only at decisions of the side that looks, and at dice: what the enemy holds in hand is not shown."""
    return sight.marks(game)


def _hides(tables: GameTables) -> bool:
    return tables.options["fog"]


def _place_of(game: Game, action: int) -> str | None:
    """Code of the hex that an action names, or where the piece stands that it names."""
    if action >= FIRST_HEX:
        return game.tables.grid.code(as_cell(action))
    if action < FIRST_PIECE or game.record["piece_place"][as_piece(action)] != MAP:
        return None
    return game.tables.grid.code(int(game.record["piece_hex"][as_piece(action)]))


UI = UiSpec(
    summary=SUMMARY,
    help=HELP,
    aims=AIMS,
    status=_status,
    beside=_beside,
    stacks=sight.stacks,
    marks=_marks,
    preview=odds.preview,
    hides=_hides,
    reveals=sight.reveals,
    place_of=_place_of,
    plan=plan,
)
