"""The interface for people who play at a screen; imported when such a game begins, not with the rules."""

from ctv_env.core.game import Game
from ctv_env.core.ui import Outcome, Pairs, SideColour, UiSpec
from ctv_env.games.tscw.guide import inspection
from ctv_env.games.tscw.guide.odds import preview
from ctv_env.games.tscw.guide.words import AIMS, HELP, SUMMARY, WORDS
from ctv_env.games.tscw.model.codes import EVENT_DRAW, PURSES, Node
from ctv_env.games.tscw.text.names import PURSE_NAMES, chit_name, stage_name

COLOURS = SideColour("#1f5f7a", "#7cc0de"), SideColour("#3f6b2f", "#9fd07f")


def _status(game: Game, _: int | None) -> Pairs:
    """Turn, segment, morale and resource points: all of it is public."""
    s, tables = game.record, inspection.tables_of(game)
    last = int(tables.record[0]["last_turn"])
    date = f", {tables.dates[game.turn - 1]}" if game.turn else ""
    lines = [("Turn", f"{game.turn} of {last}{date}"), ("Segment", stage_name(int(s["stage"])))]
    lines.append(("Republican morale", str(int(s["rml"]))))
    return lines + [(PURSE_NAMES[name], str(int(s["purse"][k]))) for k, name in enumerate(PURSES)]


def _outcome(game: Game, outcome: int, _: int | None) -> Outcome:
    """Return the outcome of a draw or a die; draws are always public when they are drawn."""
    if game.node == Node(EVENT_DRAW).name:
        return Outcome("event chit", chit_name(inspection.tables_of(game), outcome))
    what = game.node.removesuffix("_DIE").replace("_", " ").lower()
    return Outcome(what, str(outcome), (outcome,))


UI = UiSpec(
    summary=SUMMARY,
    help=HELP,
    aims=AIMS,
    words=WORDS,
    colours=COLOURS,
    plan=inspection.plan,
    status=_status,
    beside=inspection.beside,
    stacks=inspection.stacks,
    marks=inspection.marks,
    preview=preview,
    outcome=_outcome,
    reveals=lambda before, after, side: False,
    space_of=inspection.space_of,
    asked_at=inspection.asked_at,
)
