"""The interface for people who play at a screen; imported when such a game begins, not with the rules."""

from ctv_env.core.game import Game
from ctv_env.core.ui import Pairs, SideColour, outcome
from ctv_env.games.ctv.guide.inspection import beside, marks, reveals, stacks
from ctv_env.games.ctv.guide.odds import preview
from ctv_env.games.ctv.guide.plan import plan
from ctv_env.games.ctv.guide.spaces import asked_at, space_of
from ctv_env.games.ctv.guide.words import AIMS, HELP, SUMMARY, WORDS
from ctv_env.games.ctv.model.codes import WEATHER

COLOURS = SideColour("#1f5f7a", "#7cc0de"), SideColour("#a3402f", "#ee9785")


def status(game: Game, _: int | None) -> Pairs:
    """Turn, weather, points, morale: all of it is public (ruling R-56)."""
    record, t = game.record, game.tables.record[0]
    return [
        ("Turn", f"{game.turn} of {int(t['n_turns'])}" if game.turn else "set-up"),
        ("Weather", "rain" if record["weather"] == WEATHER.RAIN else "fair"),
        ("Nationalist points", f"{game.score()} of {int(t['vp_to_win'])}"),
        ("Republican morale", str(int(record["morale"]))),
    ]
