"""The interface of this game for reports: objectives, dates of 1937, losses, battles, data variants."""

from ctv_env.games.ctv.analysis.battle_map import battle_map
from ctv_env.games.ctv.analysis.battles import battles, odds
from ctv_env.games.ctv.analysis.landmarks import WORDS, landmarks
from ctv_env.games.ctv.analysis.summary import held, n_turns, objectives, summary
from ctv_env.games.ctv.analysis.variants import variants
from ctv_env.games.ctv.loading.load import GameTables

LOSSES_KEY = "steps_lost"


def sources(_: GameTables) -> str:
    """Return nothing: the game does not say how many of its values are reconstructed."""
    return ""
