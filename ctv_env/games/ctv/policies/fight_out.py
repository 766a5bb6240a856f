"""A combat fought out: what a choice in it is worth, weighed exactly over the dice that may yet be rolled for it.

The tree ends with the combat, and is valued by what has been won and lost in it.  In it both sides choose their
retreats as is best for them by the same value; all else is decided by the staff.  Faces of a die that lead to the same
position count as one.  Attrition of aircraft, which changes nothing of the value, and dice and retreats of lines that
are less likely than ``LEAST``, are no branches: the die is rolled, the staff retreats.
"""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.codes import (
    ATTRITION_DIE,
    CHANCE,
    MAP,
    N_ACTIONS,
    N_CELLS,
    N_GROUND,
    NATIONALIST,
    NOWHERE,
    OVER,
    RETREAT,
    SIDE_SLOTS,
)
from ctv_env.games.ctv.luck import next_die
from ctv_env.games.ctv.phases import take_step
from ctv_env.games.ctv.policies import STAFF
from ctv_env.games.ctv.policies.choose import choose
from ctv_env.games.ctv.policies.fights import GROUND, OBJECTIVE, STEP
from ctv_env.games.ctv.rules.r14_victory import victory_points

LEVELS = 8
"""Branches of a line at most: ``LEAST`` allows no more."""

ROWS_A_LEVEL = 2
"""The position, and the last one to which another face of the die before it led."""

LEAST = 1 / 20
_OUTCOMES = 3  # of a die or a retreat, about: they share the likelihood
_NATIONALIST_STEP = 6  # worth of one against STEP for a Republican one: he is in a hurry, and has more
_WORST = 1.0e6


@jit
def fight_out(states, raw, masks, tables, works, level, likelihood):
    """Value for the Nationalist of the position of ``level``; its mask lies in ``works``.

    It calls itself, and so can be called only from Python: numba finds no type for it in other compiled code.

    Args:
        states: (2 LEVELS + 3,) records, the position in that of the level; those behind it are overwritten.
        raw: uint8 (2 LEVELS + 3, bytes), the same memory.
        masks: int8 (LEVELS + 1, N_ACTIONS), scratch.
        tables: of the scenario, but with ``play_forced`` 0: else the stage could end with the combat.
        works: scratch.
        level: 0.
        likelihood: 1.0: how likely the combat comes to here.
    """
    t, w = tables[0], works[0]
    here = ROWS_A_LEVEL * level
    before, after = here + 1, here + ROWS_A_LEVEL
    s = states[here]
    if not _reaches_branch(s, t, w, level < LEVELS and likelihood >= LEAST):
        return balance(s, t)
    is_die = s.to_move == CHANCE
    sign = 1.0 if s.to_move == NATIONALIST else -1.0
    masks[level] = w.mask
    n = 0
    best = -_WORST
    total = 0.0
    value = 0.0
    for action in range(N_ACTIONS):
        if masks[level, action]:
            states[after] = states[here]
            _take(states[after], t, w, action)
            if n == 0 or not _are_same(raw, before, after):
                states[before] = states[after]
                value = fight_out(states, raw, masks, tables, works, level + 1, likelihood / _OUTCOMES)
            n += 1
            total += value
            best = max(best, sign * value)
    return total / n if is_die else sign * best


@jit
def _reaches_branch(s, t, w, exact):
    """Play on to the next branch; False if the combat ends before, as it does if it is not to be ``exact``."""
    while s.node != OVER and s.target != NOWHERE:
        if exact and s.node != ATTRITION_DIE and (s.to_move == CHANCE or s.node == RETREAT):
            return True
        if s.to_move == CHANCE:
            _take(s, t, w, next_die(s, t))
        else:
            _take(s, t, w, choose(s, t, w, STAFF))
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


@jit
def balance_of(states, i, tables):
    """The ``balance`` of ``states[i]``, for callers outside compiled code."""
    return balance(states[i], tables[0])


@jit
def balance(s, t):
    """What the Nationalist has in points, hexes and steps more than the Republican, in the measure of ``fights.py``."""
    total = OBJECTIVE * victory_points(s, t)
    for c in range(N_CELLS):
        if s.cell_control[c] == NATIONALIST:
            total += GROUND
    for u in range(N_GROUND):
        if s.piece_place[u] == MAP:
            worth = _NATIONALIST_STEP if u < SIDE_SLOTS else -STEP
            total += worth * int(s.unit_steps[u])
    return float(total)
