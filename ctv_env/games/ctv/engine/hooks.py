"""The hooks of the compiled entry points of this game (``core.terms.RuleHooks``)."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine.determinize import redraw
from ctv_env.games.ctv.engine.event_dice import next_die as draw_outcome
from ctv_env.games.ctv.engine.legal import fill_mask, why_not
from ctv_env.games.ctv.engine.nodes import advance_to_decision, take_step
from ctv_env.games.ctv.model.state import SCRATCH, STATE
from ctv_env.games.ctv.model.tables import TABLES
from ctv_env.games.ctv.rules import r03_sequence
from ctv_env.games.ctv.rules.r14_victory import victory_points as score

__all__ = [
    "SCRATCH",
    "STATE",
    "TABLES",
    "begin",
    "draw_outcome",
    "fill_mask",
    "redraw",
    "score",
    "take_step",
    "why_not",
]


@jit
def begin(s, t, w):
    """Begin a game in ``s``, zeroed except ``rng``, and play on to the first node."""
    r03_sequence.begin(s, t)
    advance_to_decision(s, t, w)
