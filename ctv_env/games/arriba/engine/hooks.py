"""The hooks of the compiled entry points of this game (``core.terms.RuleHooks``)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.engine.event_dice import next_die
from ctv_env.games.arriba.engine.legal import fill_mask, why_not
from ctv_env.games.arriba.engine.nodes import advance_to_decision, take_step
from ctv_env.games.arriba.engine.outcome import score
from ctv_env.games.arriba.model.state import SCRATCH, STATE
from ctv_env.games.arriba.model.tables import TABLES
from ctv_env.games.arriba.rules import r03_sequence

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


@jit
def draw_outcome(s, t):
    """Return the die that is due."""
    return next_die(s, t)


@jit
def redraw(s, t, w, side):
    """Do nothing: both sides know the whole position."""
