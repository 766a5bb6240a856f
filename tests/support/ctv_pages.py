"""Texts of CTV's environment pages that no declaration contains."""

import ctv_env
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import PLACE, Kind, Nationality, Node, Place

ABOUT = {
    "campaign": "The published game: the Italo-Nationalist offensive from the front line to Santander.",
    "escudo": "The CTV attacks along the Burgos road.",
    "reinosa": "Two pincers close the pocket on the upper Ebro.",
    "last-stand": "Torrelavega, Santoña, Santander: the end of the campaign.",
    "duel": "At the gates of Santander, two units against three: small enough to solve exactly without fog.",
}
CODES = {"kind": Kind, "nation": Nationality, "place": Place, "node": Node}
BOARD = """\
The rows of a plane run from north to south: printed hex RRCC is row RR - 10, column CC - 1. Rows with an odd RR are
shifted half a hex to the east (`odd_row`). The neighbours of a cell in an even row are NW (-1, -1), NE (-1, 0),
W (0, -1), E (0, 1), SW (1, -1) and SE (1, 0). In an odd row, W and E are the same, and the others are NW (-1, 0),
NE (-1, 1), SW (1, 0) and SE (1, 1).
"""
RESULT = "1 for a win and -1 for a loss, at the end"
SCORE_REWARD = (
    "the change in VP, as a share of the VP needed to win",
    "the result, plus the VP gained since the first decision as the same share",
)
EPISODE = """\
**Episode.** An episode begins at the first decision of the learner's side, after the fixed historical deployment. With
`setup="placement"` (campaign only) it begins with the set-up, piece by piece. An episode is `terminated` when the
Nationalist has enough victory points at the end of a turn, or when the last turn is over. See
[the end of a game](README.md#the-end-of-a-game) for truncations.
"""


def facts(tables: GameTables) -> dict[str, str]:
    """Rows of the table on the page of a scenario."""
    t, start = tables.record[0], tables.record["start_turn"][0]
    pieces = sum(1 for name in tables.piece_names if name)
    board = int((t["terrain"] != 0).sum())
    goal = f"{t['vp_to_win']} victory points at the end of a turn; otherwise the Republican wins"
    return {
        "turns": f"{start} to {t['n_turns']}" if t["n_turns"] > start else f"{start}",
        "the Nationalist wins with": goal,
        "pieces": f"{pieces} ({_deployed(tables)} on the map at the start)",
        "board": f"{board} land hexes on a grid of 17 x 20",
    }


def _deployed(tables: GameTables) -> int:
    game = ctv_env.new_game("ctv", tables.scenario, seed=0)
    return int((game.record["piece_place"] == PLACE.MAP).sum())
