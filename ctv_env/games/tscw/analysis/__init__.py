"""The interface of this game for reports: ports and cities, dates of 1937, losses, battles, data variants."""

from ctv_env.games.tscw.analysis.battle_map import battle_map
from ctv_env.games.tscw.analysis.battles import battles, odds
from ctv_env.games.tscw.analysis.landmarks import WORDS, landmarks
from ctv_env.games.tscw.analysis.summary import held, n_turns, objectives, summary
from ctv_env.games.tscw.analysis.variants import variants
from ctv_env.games.tscw.loading.load import TscwTables

LOSSES_KEY = "steps_lost"


def sources(tables: TscwTables) -> str:
    """Return the title of the game, with how many of the values in use are reconstructed."""
    whole = sum(tables.shares.values())
    share = f"{100 * tables.shares['reconstructed'] / whole:.0f} %"
    return (
        f"The game is *{tables.title}*: of the {whole:,} values of its data ({tables.version}), {share} are "
        "reconstructed; results say nothing about the balance of the published game."
    )
