"""The hooks of the compiled entry points of this game (``core.terms.RuleHooks``)."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.engine.determinize import redraw
from ctv_env.games.tscw.engine.event_dice import next_outcome
from ctv_env.games.tscw.engine.legal import fill_mask, why_not
from ctv_env.games.tscw.engine.nodes import advance_to_decision, take_step
from ctv_env.games.tscw.engine.outcome import score
from ctv_env.games.tscw.model.state import SCRATCH, STATE
from ctv_env.games.tscw.model.tables import TABLES
from ctv_env.games.tscw.rules import r05_sequence

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
    r05_sequence.begin(s, t)
    advance_to_decision(s, t, w)


@jit
def draw_outcome(s, t):
    """Return a chit or a die for the current chance node."""
    return next_outcome(s, t)
