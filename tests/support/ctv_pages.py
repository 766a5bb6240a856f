"""What the environment pages say of CTV and no declaration does."""

import ctv_env
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import MAP, Kind, Nationality, Node, Place

ABOUT = {
    "campaign": "The published game: the Italo-Nationalist offensive from the front line to Santander.",
    "escudo": "The CTV breaks in on the Burgos road.",
    "reinosa": "The pocket of the upper Ebro is closed from two sides.",
    "last-stand": "Torrelavega, Santoña, Santander: the end of the campaign.",
    "duel": "The gates of Santander, two units against three: small enough to be solved exactly with open cards.",
}
CODES = {"kind": Kind, "nation": Nationality, "place": Place, "node": Node}
BOARD = """\
Planes are rows of the board from north to south, printed hex RRCC being row RR - 10, column CC - 1. Rows with an odd RR
stand half a hex further east (`odd_row`): the six neighbours of a cell are, in an even row, the cells NW (-1, -1),
NE (-1, 0), W (0, -1), E (0, 1), SW (1, -1), SE (1, 0); in an odd row NW (-1, 0), NE (-1, 1), W, E as before,
SW (1, 0), SE (1, 1).
"""
RESULT = "1 or -1 at the end"
SCORE_REWARD = ("change of the VP, of those that win", "the result; VP gained since the first decision")
EPISODE = """\
**Episode.** It begins with the fixed historical deployment (`setup="placement"`, campaign only: with the set-up, piece
by piece) at the first decision of the learner's side, and is `terminated` when the Nationalist has enough victory
points at the end of a turn, or the last turn is over. Nothing is `truncated`.
"""


def facts(tables: GameTables) -> dict[str, str]:
    """Rows of the table on the page of a scenario."""
    t, start = tables.record[0], tables.record["start_turn"][0]
    pieces = sum(1 for name in tables.piece_names if name)
    board = int((t["terrain"] != 0).sum())
    return {
        "turns": f"{start} to {t['n_turns']}" if t["n_turns"] > start else f"{start}",
        "the Nationalist wins with": f"{t['vp_to_win']} victory points at the end of a turn; else the Republican wins",
        "pieces": f"{pieces}, of which {_deployed(tables)} on the map at the start",
        "board": f"{board} land hexes of 17 x 20",
    }


def _deployed(tables: GameTables) -> int:
    game = ctv_env.new_game("ctv", tables.scenario, seed=0)
    return int((game.record["piece_place"] == MAP).sum())
