"""A combat fought out: what a choice in it is worth, weighed exactly over the dice that may yet be rolled for it.

All other decisions are the staff's.  Faces of a die that lead to the same position count as one.  Attrition of
aircraft, and dice of lines that are less likely than ``LEAST``, are no branches: such a die is rolled.
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
"""Dice of a line at most that are branches: ``LEAST`` allows no more."""

ROWS_A_LEVEL = 2
"""The position, and the last one to which another face of the die before it led."""

LEAST = 1 / 20
_OUTCOMES = 3  # of a die, about: they share the likelihood


@jit
def fight_out(states, raw, tables, works, level, likelihood, turn, actions):
    """Value for the Nationalist, -1 to 1, of the position of ``level``; its mask lies in ``works``.

    The leaves of the tree are ends of the combat, each played on once by ``play_on``.

    It calls itself, and so can be called only from Python: numba finds no type for it in other compiled code.

    Args:
        states: (2 LEVELS + 3,) records, the position in that of the level; those behind it are overwritten.
        raw: uint8 (2 LEVELS + 3, bytes), the same memory.
        tables: of the scenario, but with ``play_forced`` 0: else the stage could end with the combat.
        works: scratch.
        level: 0.
        likelihood: 1.0: how likely the combat comes to here.
        turn: the playouts end when it begins.
        actions: int64 (n,), scratch for a movement segment.
    """
    t, w = tables[0], works[0]
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
            value = fight_out(states, raw, tables, works, level + 1, likelihood / _OUTCOMES, turn, actions)
        total += value
    return total / FACES


@jit
def _reaches_branch(s, t, w, exact):
    """Play on to the next branch; False if the combat ends before, as it does if it is not to be ``exact``."""
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
    """Take an action or a face, which is not kept: faces with the same consequence lead to the same position."""
    w.n_event = 0
    take_step(s, t, w, action)
    s.die = 0


@jit
def _are_same(raw, a, b):
    for k in range(raw.shape[1]):
        if raw[a, k] != raw[b, k]:
            return False
    return True
