"""Expectation over a combat: the value of a choice in it, calculated exactly over the remaining dice.

All other decisions are made by the staff.  Faces of a die that lead to the same position are merged.  Attrition of
aircraft, and dice of lines less likely than ``LEAST``, are not branched on: they are rolled.
"""

from ctv_env.core.dice import FACES
from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine.event_dice import next_die
from ctv_env.games.ctv.engine.nodes import take_step
from ctv_env.games.ctv.model.codes import ATTRITION_DIE, CHANCE, NOWHERE, OVER
from ctv_env.games.ctv.policies import STAFF
from ctv_env.games.ctv.policies.choose import choose
from ctv_env.games.ctv.policies.playouts import play_on

LEVELS = 3
"""Maximum number of branching dice in a line, given ``LEAST``."""

ROWS_A_LEVEL = 2
"""Records per level: the position, and the last one reached by another face of the preceding die."""

LEAST = 1 / 20
_OUTCOMES = 3  # approximate number of different outcomes of a die, which share the likelihood


@jit
def fight_out(states, raw, tables, scratch, level, likelihood, turn, actions):
    """Return the value for the Nationalist, -1 to 1, of the position at ``level``, whose mask is in ``scratch``.

    The leaves of the tree are ends of the combat, each played on once by ``play_on``.

    The function is recursive and can only be called from Python, since numba cannot infer its type in compiled code.

    Args:
        states: (2 LEVELS + 3,) records, with the position at the level's record; later ones are overwritten.
        raw: uint8 (2 LEVELS + 3, bytes), the same memory.
        tables: tables of the scenario with ``play_forced`` 0, since otherwise the stage could end with the combat.
        scratch: (1,) scratch records.
        level: 0.
        likelihood: 1.0; the probability of reaching this position.
        turn: the turn at whose beginning the playouts end.
        actions: int64 (n,), scratch for a movement segment.
    """
    t, w = tables[0], scratch[0]
    here = ROWS_A_LEVEL * level
    before, after = here + 1, here + ROWS_A_LEVEL
    s = states[here]
    if not _reaches_branch(s, t, w, likelihood >= LEAST):
        return play_on(s, t, w, turn, actions)
    total = 0.0
    value = 0.0
    for face in range(1, FACES + 1):
        states[after] = states[here]
        _take(states[after], t, w, face)
        if face == 1 or not _are_same(raw, before, after):
            states[before] = states[after]
            value = fight_out(states, raw, tables, scratch, level + 1, likelihood / _OUTCOMES, turn, actions)
        total += value
    return total / FACES


@jit
def _reaches_branch(s, t, w, exact):
    """Play on to the next branch; return False if the combat ends first, as it does unless ``exact``."""
    while s.node != OVER and s.target != NOWHERE:
        if s.to_move != CHANCE:
            _take(s, t, w, choose(s, t, w, STAFF))
        elif exact and s.node != ATTRITION_DIE:
            return True
        else:
            _take(s, t, w, next_die(s, t))
    return False


@jit
def _take(s, t, w, action):
    """Apply an action or a face without recording the face, so that equivalent faces lead to the same position."""
    w.n_event = 0
    take_step(s, t, w, action)
    s.die = 0


@jit
def _are_same(raw, a, b):
    for k in range(raw.shape[1]):
        if raw[a, k] != raw[b, k]:
            return False
    return True
