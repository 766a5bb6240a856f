"""Evaluations of the greedy policy: combat factors, fronts, and the pull of areas on battlegroups."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import CITY, MAX_BORDERS, N_AREAS, N_BGS, NOWHERE
from ctv_env.games.arriba.rules.pieces import cf_of, has_units, is_bg, occupies

_NO_FOE = 60  # doubled odds against nobody


@jit
def group_cf(s, t, side, a, b):
    """CF of the units of a battlegroup."""
    cf = 0
    for k in range(int(s.bg_units[side, a, b])):
        cf += cf_of(t, int(s.bg_unit[side, a, b, k]))
    return cf


@jit
def area_cf(s, t, side, a):
    """CF of all battlegroups of a side in an area."""
    cf = 0
    for b in range(N_BGS):
        cf += group_cf(s, t, side, a, b)
    return cf


@jit
def front(s, t, side, a):
    """Proximity of the enemy: his units in the area, counted twice, and those in neighbouring areas."""
    if a >= N_AREAS:
        return 0
    enemy = 2 * int(s.area_units[1 - side, a])
    for k in range(MAX_BORDERS):
        near = int(t.border[a, k])
        if near == NOWHERE:
            break
        enemy += int(s.area_units[1 - side, near])
    return enemy


@jit
def odds_against(s, t, side, a, b, target):
    """Twice the odds of an attack, to one; a city helps the defender by a column."""
    defence = group_cf(s, t, 1 - side, a, target)
    if not is_bg(s, 1 - side, a, target):
        return 0
    odds = _NO_FOE if defence == 0 else 2 * group_cf(s, t, side, a, b) // defence
    return odds - 1 if target == CITY or t.mountain[a] else odds


@jit
def weakest_target(s, t, side, a, b):
    """The best odds that a battlegroup has against any enemy in its area (``odds_against``)."""
    best = 0
    for target in range(N_BGS):
        best = max(best, odds_against(s, t, side, a, b, target))
    return best


@jit
def pull(s, t, side, a, cf):
    """How strongly an area attracts a battlegroup of ``cf``: beatable enemies, open cities, threatened ones."""
    arms = 2 * int(t.arms_city[a])
    if has_units(s, 1 - side, a):
        enemy = area_cf(s, t, 1 - side, a)
        own = cf + area_cf(s, t, side, a)
        return 10 + arms if own > enemy else 2 + int(has_units(s, side, a)) * 4
    if not occupies(s, side, a):
        return 8 + arms
    near = front(s, t, side, a)
    return 3 + arms if near > s.area_units[side, a] else int(near > 0)
