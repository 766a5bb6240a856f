"""The interface for people who play at a screen; imported when such a game begins, not with the rules."""

from ctv_env.core import ui
from ctv_env.core.game import Game
from ctv_env.core.ui import Outcome, Pairs, SideColour
from ctv_env.games.tscw.guide.inspection import asked_at, beside, marks, plan, reveals, space_of, stacks, tables_of
from ctv_env.games.tscw.guide.odds import preview
from ctv_env.games.tscw.guide.words import AIMS, HELP, SUMMARY, WORDS
from ctv_env.games.tscw.model.codes import DOT, NODE, Node, Purse
from ctv_env.games.tscw.model.events import HIDDEN_CHIT
from ctv_env.games.tscw.rules.r15_fog import sees_hand
from ctv_env.games.tscw.text.names import chit_name, stage_name

COLOURS = SideColour("#1f5f7a", "#7cc0de"), SideColour("#3f6b2f", "#9fd07f")


def status(game: Game, _: int | None) -> Pairs:
    """Turn, segment, morale and resource points: all of it is public."""
    s, tables = game.record, tables_of(game)
    last = int(tables.record[0]["last_turn"])
    date = f", {tables.dates[game.turn - 1]}" if game.turn else ""
    lines = [("Turn", f"{game.turn} of {last}{date}"), ("Segment", stage_name(int(s["stage"])))]
    lines.append(("Republican morale", str(int(s["rml"]))))
    return lines + [(purse.word, str(int(s["purse"][purse]))) for purse in Purse]


def outcome(game: Game, outcome: int, side: int | None) -> Outcome:
    """Return the outcome of a draw or a die; a chit that is held may be its owner's secret (ruling T-107)."""
    if game.node == Node(NODE.EVENT_DRAW).name:
        tables = tables_of(game)
        t = tables.record[0]
        held = int(outcome) > 0 and int(t["chit_dot"][outcome]) != DOT.IMMEDIATE
        hidden = held and not sees_hand(t, side, int(game.record["phasing"]))
        return Outcome("event chit", chit_name(tables, HIDDEN_CHIT if hidden else outcome))
    return ui.outcome(game, outcome, side)
