"""The spec of this game, its interface to the rest of the package."""

import typing

from ctv_env.core.spec import GameSpec, node_kinds
from ctv_env.core.terms import Score
from ctv_env.games.arriba.engine.machine import RULES
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.engine.outcome import SCORE_SCALE
from ctv_env.games.arriba.loading.load import LOADER, TITLE, ArribaTables
from ctv_env.games.arriba.model.codes import SIDE_NAMES
from ctv_env.games.arriba.model.staff_constants import TUNING
from ctv_env.games.arriba.policies import POLICIES
from ctv_env.games.arriba.serialization.position import NAME, from_dict, to_dict
from ctv_env.games.arriba.text import log
from ctv_env.games.arriba.text.notation import NOTATION
from ctv_env.games.arriba.text.text_map import text_map

if typing.TYPE_CHECKING:  # the types of the rooms that core/spec.py finds by their names
    from ctv_env.core.analysis import Analysis
    from ctv_env.core.terms import Pictures
    from ctv_env.core.ui import UiSpec
    from ctv_env.games.arriba import analysis, drawing, guide

    _analysis: Analysis[ArribaTables] = analysis
    _drawing: Pictures[ArribaTables] = drawing
    _guide: UiSpec[ArribaTables] = guide

RULES_VERSION = "1"

# Upper bounds for a turn.  Bounded by what they spend or move once: purchases (each costs EP, 60 at most a turn, three
# decisions each), units organised (100 a side, two decisions each), battlegroups moved (90 a side, five decisions each
# with a part dropped), attacks and counterattacks (90 a side, and 25 decisions and 4 dice each).
_DECISIONS_A_TURN = 2 * (3 * 60 + 2 * 100 + 5 * 90 + 2 * 90 * 25) + 200
_DICE_A_TURN = 2 * (2 * 90 * 4 + 200) + 200


def _max_steps(tables: ArribaTables) -> tuple[int, int]:
    t = tables.record[0]
    n_turns = int(t["last_turn"]) - int(t["first_turn"]) + 1
    return n_turns * _DECISIONS_A_TURN, n_turns * _DICE_A_TURN


SPEC = GameSpec(
    name=NAME,
    title=TITLE,
    version=RULES_VERSION,
    package="ctv_env.games.arriba",
    sides=SIDE_NAMES[:2],
    score=Score(
        "support",
        "points of support ahead for the Government",
        "support",
        even=lambda tables: 0,
        scale=lambda tables: SCORE_SCALE,
    ),
    nodes=node_kinds(NODES),
    loader=LOADER,
    rules=RULES,
    hook_rooms=("engine.outcome", "observation.rows", "policies.choose"),
    max_steps=_max_steps,
    to_dict=to_dict,
    from_dict=from_dict,
    language=NOTATION.language(log.ArribaLog, text_map),
    policies=POLICIES,
    tuning=TUNING,
)
