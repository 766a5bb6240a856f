"""Chapters 13.10 and 7.12: where northern units, and units from elsewhere, may stand."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import NO_GROUP, REGION, SIDE, WHERE
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.support import end_of, first_of, is_northern, side_of


@jit
def is_away(t, group, c):
    """True if a cell is in one of the two northern regions that are not the group's own."""
    return t.region[c] != REGION.ELSEWHERE and t.region[c] != group


@jit
def steps_away(s, t, group):
    """Steps of a group that stand in the other two regions (13.10)."""
    steps = 0
    for p in range(first_of(t, SIDE.REPUBLICAN), end_of(t, SIDE.REPUBLICAN)):
        if t.group[p] == group and s.where[p] == WHERE.ON_MAP and is_away(t, group, int(s.piece_cell[p])):
            steps += int(s.strength[p])
    return steps


@jit
def is_free_group(s, t, group):
    """True if every hex of the group's region is under Nationalist control (13.10, ruling T-68)."""
    for r in range(1, int(t.n_rows) + 1):
        if int(t.region_rows[group, r]) & int(s.control_rows[SIDE.REPUBLICAN, r]):
            return False
    return True


@jit
def may_go_away(s, t, p):
    """True if a unit may come to stand, or stays, in a northern region that is not its own (13.10, ruling T-68).

    Only what raises the number of steps there beyond the limit is forbidden.
    """
    group = int(t.group[p])
    if group == NO_GROUP:
        return True
    if s.where[p] == WHERE.ON_MAP and is_away(t, group, int(s.piece_cell[p])):
        return True
    if steps_away(s, t, group) + max(1, int(s.strength[p])) <= t.group_steps[group]:
        return True
    return is_free_group(s, t, group)


@jit
def may_add_step(s, t, p):
    """True if a unit where it stands may regain a step (ruling T-68)."""
    group = int(t.group[p])
    if group == NO_GROUP or not is_away(t, group, int(s.piece_cell[p])):
        return True
    return steps_away(s, t, group) < t.group_steps[group] or is_free_group(s, t, group)


@jit
def is_barred(t, p, c):
    """True for a Republican unit from elsewhere and a hex of the north (7.12.1, rulings T-32 and T-149)."""
    return t.region[c] != REGION.ELSEWHERE and side_of(t, p) == SIDE.REPUBLICAN and not is_northern(t, p)


@jit
def why_not_region(t, p, c, may_leave):
    """Reason why a unit may not stand in the region of a cell, given ``may_go_away``."""
    if is_barred(t, p, c):
        return WHY.NOT_IN_NORTH
    group = int(t.group[p])
    if group != NO_GROUP and not may_leave and is_away(t, group, c):
        return WHY.BEYOND_REGION
    return WHY.LEGAL
