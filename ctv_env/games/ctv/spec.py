"""The spec of this game, its interface to the rest of the package."""

import typing

from ctv_env.core.spec import GameSpec, node_kinds
from ctv_env.core.terms import Score
from ctv_env.games.ctv.engine.machine import RULES
from ctv_env.games.ctv.engine.node_table import NODES
from ctv_env.games.ctv.loading.load import LOADER, GameTables
from ctv_env.games.ctv.model.codes import SIDE_NAMES
from ctv_env.games.ctv.model.staff_constants import TUNING
from ctv_env.games.ctv.observation.visible_events import open_events
from ctv_env.games.ctv.policies import POLICIES
from ctv_env.games.ctv.serialization import position
from ctv_env.games.ctv.text import log, terminal
from ctv_env.games.ctv.text.notation import NOTATION
from ctv_env.games.ctv.text.text_map import text_map

if typing.TYPE_CHECKING:  # the types of the rooms that core/spec.py finds by their names
    from ctv_env.core.analysis import Analysis
    from ctv_env.core.terms import Pictures
    from ctv_env.core.ui import UiSpec
    from ctv_env.games.ctv import analysis, drawing, guide

    _analysis: Analysis[GameTables] = analysis
    _drawing: Pictures[GameTables] = drawing
    _guide: UiSpec[GameTables] = guide

RULES_VERSION = "2"
NAME = "ctv"

# Upper bounds that include forced decisions.  Both sides together have fewer than 950 half movement points per turn,
# and each move of two decisions costs at least one; fewer than 100 units attack per turn, each once, and a combat has
# at most 25 decisions and 9 dice besides naming units.
_DECISIONS_A_TURN = 2 * 950 + 100 * 25 + 1000
_DICE_A_TURN = 100 * 9 + 100


def _max_steps(tables: GameTables) -> tuple[int, int]:
    n_turns = int(tables.record["n_turns"][0])
    return n_turns * _DECISIONS_A_TURN, n_turns * _DICE_A_TURN


def _vp_to_win(tables: GameTables) -> int:
    return int(tables.record["vp_to_win"][0])


def _hides(tables: GameTables) -> bool:
    return bool(tables.options["fog"])


SPEC = GameSpec(
    name=NAME,
    title="Corpo Truppe Volontarie: Santander 1937",
    version=RULES_VERSION,
    package="ctv_env.games.ctv",
    sides=SIDE_NAMES[:2],
    score=Score("vp", "VP to the Nationalist", "VP", _vp_to_win, _vp_to_win),
    nodes=node_kinds(NODES),
    loader=LOADER,
    rules=RULES,
    hook_rooms=("engine.outcome", "observation.rows", "policies.choose"),
    max_steps=_max_steps,
    hides=_hides,
    to_dict=position.to_dict,
    from_dict=position.from_dict,
    language=NOTATION.language(log.CtvLog, text_map, open_events, terminal.coloured),
    policies=POLICIES,
    tuning=TUNING,
)
