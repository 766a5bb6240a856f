"""The compiled entries: the only crossings from Python into the rules."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine.determinize import redraw
from ctv_env.games.ctv.engine.event_dice import next_die
from ctv_env.games.ctv.engine.legal import fill_mask, why_not
from ctv_env.games.ctv.engine.nodes import settle, take_step
from ctv_env.games.ctv.rules.pieces import rebuild
from ctv_env.games.ctv.rules.r03_sequence import begin
from ctv_env.games.ctv.rules.r14_victory import victory_points


@jit
def start(states, i, tables, works):
    """Begin a game in ``states[i]``, all fields but ``rng`` zeroed before; plays on to the first node."""
    s, t, w = states[i], tables[0], works[0]
    w.n_event = 0
    begin(s, t)
    settle(s, t, w)


@jit
def step(states, i, tables, works, action):
    """Apply one legal action, or a die at a chance node; plays on to the next node that asks something."""
    works[0].n_event = 0
    take_step(states[i], tables[0], works[0], action)


@jit
def roll(states, i, tables):
    """The die that is due, 1 to 6, from the stream or the key of ``states[i]``; not applied."""
    return next_die(states[i], tables[0])


@jit
def mask(states, i, tables, works):
    """Fill ``works[0].mask`` for the present node; returns the number of legal actions."""
    return fill_mask(states[i], tables[0], works[0])


@jit
def reason(states, i, tables, works, action):
    """Code of the reason against ``action``, 0 if it is legal."""
    return why_not(states[i], tables[0], works[0], action)


@jit
def vp(states, i, tables):
    """Victory points of the Nationalist."""
    return victory_points(states[i], tables[0])


@jit
def determinize(states, i, tables, works, side):
    """Change ``states[i]`` into a position that ``side`` cannot tell from it, drawn with ``works[0].rng``."""
    redraw(states[i], tables[0], works[0], side)


@jit
def derive(states, i, tables):
    """Rebuild the derived fields of ``states[i]``."""
    rebuild(states[i], tables[0])
