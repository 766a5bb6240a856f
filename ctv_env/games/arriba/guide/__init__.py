"""The interface for people who play at a screen; imported when such a game begins, not with the rules."""

from ctv_env.core.game import Game
from ctv_env.core.ui import Pairs, SideColour, outcome, reveals
from ctv_env.games.arriba.guide.inspection import asked_at, beside, marks, plan, space_of, stacks, tables_of
from ctv_env.games.arriba.guide.odds import preview
from ctv_env.games.arriba.guide.words import AIMS, HELP, SUMMARY, WORDS
from ctv_env.games.arriba.model.codes import SIDE
from ctv_env.games.arriba.text.log import SIDE_HEADS

COLOURS = SideColour("#a3402f", "#ee9785"), SideColour("#1f5f7a", "#7cc0de")


def status(game: Game, _: int | None) -> Pairs:
    """Turn, support and equipment: all of it is public."""
    s, tables = game.record, tables_of(game)
    last = int(tables.record[0]["last_turn"])
    date = f", {tables.dates[game.turn - 1]}" if game.turn else ""
    lines = [("Turn", f"{game.turn} of {last}{date}")]
    for side in (SIDE.GOVERNMENT, SIDE.REBEL):
        ep = int(s["ep"][side]) + int(s["replacement_ep"][side])
        lines.append((SIDE_HEADS[side], f"support {int(s['ps'][side])}, {ep} EP"))
    return lines
