"""The spec of this game, its interface to the rest of the package."""

import typing

from ctv_env.core.spec import GameSpec, node_kinds
from ctv_env.core.terms import Score
from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.engine.node_table import NODES
from ctv_env.games.tscw.engine.outcome import SCORE_SCALE
from ctv_env.games.tscw.loading.load import LOADER, TITLE, TscwTables
from ctv_env.games.tscw.model.codes import SIDE_NAMES
from ctv_env.games.tscw.observation.visible_events import visible_events
from ctv_env.games.tscw.policies import POLICIES
from ctv_env.games.tscw.serialization.position import NAME, from_dict, to_dict
from ctv_env.games.tscw.text import log
from ctv_env.games.tscw.text.notation import NOTATION
from ctv_env.games.tscw.text.text_map import text_map

if typing.TYPE_CHECKING:  # the types of the rooms that core/spec.py finds by their names
    from ctv_env.core.analysis import Analysis
    from ctv_env.core.terms import Pictures
    from ctv_env.core.ui import UiSpec
    from ctv_env.games.tscw import analysis, drawing, guide

    _analysis: Analysis[TscwTables] = analysis
    _drawing: Pictures[TscwTables] = drawing
    _guide: UiSpec[TscwTables] = guide

RULES_VERSION = "1"

# Upper bounds for a turn.  A unit arrives, is transported, moves twice and fights twice; each move takes a decision per
# movement factor at most, and each attack some 30 decisions and 3 dice.
_DECISIONS_PER_PIECE = 120
_CHANCES_PER_PIECE = 8


def _max_steps(tables: TscwTables) -> tuple[int, int]:
    t = tables.record[0]
    pieces = int(t["n_pieces"]) * (int(t["last_turn"]) - int(t["first_turn"]) + 1)
    return pieces * _DECISIONS_PER_PIECE, pieces * _CHANCES_PER_PIECE


def _hides(tables: TscwTables) -> bool:
    return any(tables.record[0][name] for name in ("fog", "closed_chits", "simultaneous_air"))


SPEC = GameSpec(
    name=NAME,
    title=TITLE,
    version=RULES_VERSION,
    package="ctv_env.games.tscw",
    sides=SIDE_NAMES[:2],
    score=Score(
        "morale",
        "points of Republican morale lost",
        "morale",
        even=lambda tables: 0,
        scale=lambda tables: SCORE_SCALE,
    ),
    nodes=node_kinds(NODES),
    loader=LOADER,
    rules=RULES,
    hook_rooms=("engine.outcome", "observation.rows", "policies.choose"),
    max_steps=_max_steps,
    hides=_hides,
    to_dict=to_dict,
    from_dict=from_dict,
    language=NOTATION.language(log.TscwLog, text_map, visible_events),
    policies=POLICIES,
)
"""The engine that runs the rules: nodes, legality, chance, steps."""
