"""The interface of this game for reports: objectives, dates of 1937, losses, battles, data variants."""

from collections.abc import Mapping

from ctv_env.core.analysis import Analysis, Battle
from ctv_env.core.drawing import Drawing
from ctv_env.games.ctv.analysis.battles import battles, odds
from ctv_env.games.ctv.analysis.landmarks import WORDS, landmarks
from ctv_env.games.ctv.analysis.summary import held, n_turns, objective_names, summary
from ctv_env.games.ctv.analysis.variants import variants
from ctv_env.games.ctv.loading.load import DATA_DIR, GameTables


def _battle_map(tables: GameTables, counted: Mapping[Battle, int], games: int) -> Drawing:
    """See ``battle_map.battle_map``; the drawing code is imported with the first map."""
    from ctv_env.games.ctv.analysis.battle_map import battle_map

    return battle_map(tables, counted, games)


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
)
