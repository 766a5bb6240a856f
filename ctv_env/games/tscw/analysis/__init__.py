"""The interface of this game for reports: ports and cities, dates of 1937, losses, battles, data variants."""

from collections.abc import Mapping

from ctv_env.core.analysis import Analysis, Battle
from ctv_env.core.drawing import Drawing
from ctv_env.games.tscw.analysis.battles import battles, odds
from ctv_env.games.tscw.analysis.landmarks import WORDS, landmarks
from ctv_env.games.tscw.analysis.summary import held, n_turns, objective_names, summary
from ctv_env.games.tscw.analysis.variants import variants
from ctv_env.games.tscw.loading.load import DATA_DIR, TscwTables


def _battle_map(tables: TscwTables, counted: Mapping[Battle, int], games: int) -> Drawing:
    """See ``battle_map.battle_map``; the drawing code is imported with the first map."""
    from ctv_env.games.tscw.analysis.battle_map import battle_map

    return battle_map(tables, counted, games)


def _sources(tables: TscwTables) -> str:
    """Return the title of the game, with how many of the values in use are reconstructed."""
    whole = sum(tables.shares.values())
    share = f"{100 * tables.shares['reconstructed'] / whole:.0f} %"
    return (
        f"The game is *{tables.title}*: of the {whole:,} values of its data ({tables.version}), {share} are "
        "reconstructed; results say nothing about the balance of the published game."
    )


ANALYSIS = Analysis(
    n_turns=n_turns,
    objectives=objective_names,
    held=held,
    landmarks=landmarks,
    summary=summary,
    losses_key="steps_lost",
    words=WORDS,
    variants=variants,
    data_dir=DATA_DIR,
    battles=battles,
    battle_map=_battle_map,
    odds=odds,
    sources=_sources,
)
