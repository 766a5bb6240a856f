"""Chapter 6, places: where units and AP may appear, and the ports of a side (6.2, 6.6, 6.7.3)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    COAST,
    FIRST_FACTION,
    KIND,
    LEGION,
    N_AREAS,
    N_FACTIONS,
    N_PLACES,
    NOWHERE,
    POWER,
    PURGE,
)
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import has_room_for_unit, occupies


@jit
def is_faction(kind):
    """True for the six minor factions (5.2)."""
    return FIRST_FACTION <= kind < FIRST_FACTION + N_FACTIONS


@jit
def why_not_own_port(s, t, side, a):
    """Reason why area ``a`` is not a port that units of ``side`` occupy (6.7.3); Morocco is not (ruling A-40)."""
    return WHY.LEGAL if t.port[a] != COAST.NONE and occupies(s, side, a) else WHY.NOT_A_PORT_OF_YOURS


@jit
def has_port(s, t, side):
    """True if units of ``side`` occupy a port."""
    for a in range(N_AREAS):
        if why_not_own_port(s, t, side, a) == WHY.LEGAL:
            return True
    return False


@jit
def why_not_kind(s, t, kind):
    """Reason why no unit of a kind may come on the map now (5.2.2, 6.6, rulings A-28, A-41)."""
    if is_faction(kind) and s.purged[kind - FIRST_FACTION] != PURGE.NONE:
        return WHY.FACTION_PURGED
    if (
        kind in (KIND.ITALIAN, KIND.PORTUGUESE)
        and s.legion[POWER.IT if kind == KIND.ITALIAN else POWER.PO] != LEGION.HERE
    ):
        return WHY.LEGION_NOT_HERE
    return WHY.LEGAL


@jit
def why_not_place(s, t, side, kind, a):
    """Reason why a new unit of a kind cannot be placed in area ``a`` (6.2, 6.6, rulings A-41, A-43, A-181)."""
    if not is_its_place(s, t, side, kind, a):
        return WHY.NOT_ITS_PLACE
    return WHY.LEGAL if has_room_for_unit(s, side, a) else WHY.NO_ROOM


@jit
def is_its_place(s, t, side, kind, a):
    """True where the rules let a kind appear, with or without room; in Morocco only Colonials (A-43, A-43a)."""
    home = int(t.home[kind])
    if home != NOWHERE:  # Colonials, Carlists, factions: at large there, whoever occupies the city
        return a == home
    if kind == KIND.ITALIAN:
        return t.port[a] == COAST.MEDITERRANEAN and occupies(s, side, a)
    if kind == KIND.PORTUGUESE:
        return t.frontier[a] == POWER.PO
    return occupies(s, side, a)


@jit
def has_place(s, t, side, kind):
    """True if a new unit of the kind can be placed somewhere."""
    for a in range(N_PLACES):
        if why_not_place(s, t, side, kind, a) == WHY.LEGAL:
            return True
    return False


@jit
def why_not_appear(s, t, side, kind):
    """Reason why no unit of a kind can be placed, regardless of counters and cost."""
    why = why_not_kind(s, t, kind)
    if why != WHY.LEGAL:
        return why
    return WHY.LEGAL if has_place(s, t, side, kind) else WHY.NO_PLACE


@jit
def may_appear(s, t, side, kind):
    """True if a unit of a kind can be placed, regardless of counters and cost."""
    return why_not_appear(s, t, side, kind) == WHY.LEGAL
