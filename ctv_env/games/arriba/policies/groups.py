"""ORGANISE, FORM, FORM_POST: in each area the strongest units together, a brigade with them, in the city first."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.actions import DONE, FIRST_AP, FIRST_AREA, FIRST_POST, FIRST_UNIT
from ctv_env.games.arriba.model.codes import CITY, HAND, N_AP, N_AREAS, N_CLASSES, NODE, NOWHERE, POST
from ctv_env.games.arriba.rules.pieces import cf_of, has_pool, held, is_bg, is_division


@jit
def organise(s, t, w, side, node):
    """Return the action at a node of the Organisation Phase."""
    if node == NODE.ORGANISE:
        return _choose_area(s, w, side)
    if node == NODE.FORM:
        return _choose_member(s, t, w, side)
    return FIRST_POST + (POST.CITY if w.mask[FIRST_POST + POST.CITY] else POST.COUNTRY)


@jit
def _choose_area(s, w, side):
    """An area with a pool, or several battlegroups."""
    for a in range(N_AREAS):
        if w.mask[FIRST_AREA + a]:
            groups = int(s.at_large[side, a]) + (1 if is_bg(s, side, a, CITY) else 0)
            if has_pool(s, side, a) or groups > 1 or s.bg_units[side, a, CITY] > 1:
                return FIRST_AREA + a
    return DONE


@jit
def _choose_member(s, t, w, side):
    """The strongest unit; for the last place a brigade, to take the losses; one brigade alone stays behind."""
    n = int(s.hold_units[HAND])
    cf, divisions = 0, 0
    for k in range(n):
        cf += cf_of(t, int(s.hold_unit[HAND, k]))
        divisions += 1 if is_division(t, int(s.hold_unit[HAND, k])) else 0
    left = int(s.pool_units[side, s.area])
    if w.mask[DONE] and n > 0 and divisions > 0 and left == 1 and cf_of(t, int(s.pool_unit[side, s.area, 0])) == 1:
        return _take_ap(s, w)
    last = n == t.bg_size[side] - 1 and divisions == n
    unit = _unit(t, w, -1) if last else _unit(t, w, 1)
    return unit if unit != NOWHERE else _take_ap(s, w)


@jit
def _take_ap(s, w):
    """AP for each unit of the battlegroup, then no more."""
    for ap in range(N_AP):
        if w.mask[FIRST_AP + ap] and (held(s, HAND) < 2 * s.hold_units[HAND] or not w.mask[DONE]):
            return FIRST_AP + ap
    return DONE


@jit
def _unit(t, w, sign):
    """The legal class with the most CF, or with the least if ``sign`` is -1."""
    best, most = NOWHERE, -100
    for c in range(N_CLASSES):
        if w.mask[FIRST_UNIT + c] and sign * cf_of(t, c) > most:
            best, most = FIRST_UNIT + c, sign * cf_of(t, c)
    return best
