"""Chapter 11: supply, determined whenever it matters (11.1.2)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import BACKING, CONTESTED, FIRST_FACTION, MAX_BORDERS, MOROCCO, NOWHERE, SIDE
from ctv_env.games.arriba.rules.pieces import occupies
from ctv_env.games.arriba.rules.support import backing


@jit
def in_supply(s, t, side, kind, a):
    """True if a unit of that kind is in supply in area ``a`` (11.1, 11.1.3, ruling A-75).

    On the first turn of the war all units are (14.2 e, ruling A-15).
    """
    if s.turn == 1:
        return True
    if t.gobernito[kind]:
        return not occupies(s, SIDE.REBEL, int(t.capital[kind - FIRST_FACTION]))  # 11.1.3, ruling A-99
    return place_in_supply(s, t, side, a)


@jit
def place_in_supply(s, t, side, a):
    """True if units of ``side`` other than Gobernitos are in supply in ``a`` (11.1, A-98); always in Morocco (A-99)."""
    if a == MOROCCO or is_source(s, t, side, a):
        return True
    for k in range(MAX_BORDERS):  # 11.1 c
        near = int(t.border[a, k])
        if near == NOWHERE:
            break
        if is_source(s, t, side, near):
            return True
    power = int(t.frontier[a])
    return power != NOWHERE and t.supplies[power] == 1 and backing(s, t, side, power) != BACKING.NONE


@jit
def is_source(s, t, side, a):
    """True in a friendly region, or in a contested one if the side occupies the area's city (11.1 a, b).

    Both are judged as they are now: control changes in the Inter-Phase, occupation at once (ruling A-100).
    """
    control = int(s.control[t.region[a]])
    return control == side or (control == CONTESTED and occupies(s, side, a))
