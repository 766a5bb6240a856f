"""The interface of this game for reports: cities, dates of the war, losses, battles, data variants."""

from ctv_env.games.arriba.analysis.battle_map import battle_map
from ctv_env.games.arriba.analysis.battles import battles, odds
from ctv_env.games.arriba.analysis.landmarks import WORDS, landmarks
from ctv_env.games.arriba.analysis.summary import held, n_turns, objectives, summary
from ctv_env.games.arriba.analysis.variants import variants
from ctv_env.games.arriba.loading.load import TITLE, ArribaTables

LOSSES_KEY = "cf_lost"


def sources(tables: ArribaTables) -> str:
    """Return the title of the game, with how many of the values in use are reconstructed."""
    whole = sum(tables.shares.values())
    share = f"{100 * tables.shares['reconstructed'] / whole:.0f} %"
    return f"The game is *{TITLE}*: of the {whole:,} values of its data ({tables.version}), {share} are reconstructed."
