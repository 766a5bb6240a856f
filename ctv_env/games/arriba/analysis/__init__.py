"""The interface of this game for reports: cities, dates of the war, losses, battles, data variants."""

from collections.abc import Mapping

from ctv_env.core.analysis import Analysis, Battle
from ctv_env.core.drawing import Drawing
from ctv_env.games.arriba.analysis.battles import battles, odds
from ctv_env.games.arriba.analysis.landmarks import WORDS, landmarks
from ctv_env.games.arriba.analysis.summary import held, n_turns, objective_names, summary
from ctv_env.games.arriba.analysis.variants import variants
from ctv_env.games.arriba.loading.load import DATA_DIR, TITLE, ArribaTables


def _battle_map(tables: ArribaTables, counted: Mapping[Battle, int], games: int) -> Drawing:
    """See ``battle_map.battle_map``; the drawing code is imported with the first map."""
    from ctv_env.games.arriba.analysis.battle_map import battle_map

    return battle_map(tables, counted, games)


def _sources(tables: ArribaTables) -> str:
    """Return the title of the game, with how many of the values in use are reconstructed."""
    whole = sum(tables.shares.values())
    share = f"{100 * tables.shares['reconstructed'] / whole:.0f} %"
    return f"The game is *{TITLE}*: of the {whole:,} values of its data ({tables.version}), {share} are reconstructed."


ANALYSIS = Analysis(
    n_turns=n_turns,
    objectives=objective_names,
    held=held,
    landmarks=landmarks,
    summary=summary,
    losses_key="cf_lost",
    words=WORDS,
    variants=variants,
    data_dir=DATA_DIR,
    battles=battles,
    battle_map=_battle_map,
    odds=odds,
    sources=_sources,
)
