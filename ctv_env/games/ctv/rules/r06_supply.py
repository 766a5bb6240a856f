"""Chapter 6: supply."""

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.ctv.codes import (
    ATTACKS,
    CELLS,
    MAP,
    N_GROUND,
    NATIONALIST,
    NOWHERE,
    OFF,
    REPUBLICAN,
    SOURCE_NAT,
    SOURCE_REP,
    SOURCE_REP_CITY,
)
from ctv_env.games.ctv.events import BY_SUPPLY, EV_SUPPLY, emit
from ctv_env.games.ctv.pieces import eliminate, is_ground, side_of
from ctv_env.games.ctv.rules.r07_zoc import add_zoc, exerts_zoc, in_enemy_zoc


@jit
def is_source(s, t, side, c):
    """True if ``c`` is a supply source of ``side`` now (rule 6.2, ruling R-14)."""
    kind = int(t.source[c])
    if side == NATIONALIST:
        return (kind & SOURCE_NAT) != 0
    return (kind & SOURCE_REP) != 0 or ((kind & SOURCE_REP_CITY) != 0 and s.cell_control[c] == REPUBLICAN)


@jit
def can_carry(s, side, c, absent):
    """True if ``c`` can carry a line of supply of ``side`` (rule 6.2.1, ruling R-13).

    ``absent`` is the number of own ground units in ``c`` that count as gone (the unit that moves).
    """
    if s.cell_ground[c] > 0 and s.cell_side[c] != side:
        return False
    return s.zoc[1 - side, c] == 0 or int(s.cell_ground[c]) > absent


@jit
def _flood(s, t, w, side, layer, lifted_cell):
    """Spread ``w.net[layer]`` from the cells waiting in ``w.queue[:w.n_queue]``."""
    net = w.net[layer]
    head = 0
    tail = int(w.n_queue)
    while head < tail:
        c = int(w.queue[head])
        head += 1
        for d in range(N_DIRECTIONS):
            n = int(t.nbr[c, d])
            if net[n] == 0 and can_carry(s, side, n, 1 if n == lifted_cell else 0):
                net[n] = 1
                w.queue[tail] = n
                tail += 1
    net[OFF] = 0


@jit
def trace_net(s, t, w, side, layer, lifted):
    """Mark in ``w.net[layer]`` every cell that a line of supply of ``side`` reaches (rules 6.1 to 6.2.1).

    Args:
        lifted: ground unit counted as not standing anywhere, or NOWHERE (rule 8.1.1, ruling R-17).
    """
    net = w.net[layer]
    for c in range(CELLS):
        net[c] = 0
    lifted_cell = int(s.piece_hex[lifted]) if lifted != NOWHERE else NOWHERE
    tail = 0
    for c in range(OFF):
        if is_source(s, t, side, c) and can_carry(s, side, c, 1 if c == lifted_cell else 0):
            net[c] = 1
            w.queue[tail] = c
            tail += 1
    w.n_queue = tail
    _flood(s, t, w, side, layer, lifted_cell)


@jit
def add_city(s, t, w, city, p):
    """Add to ``w.net[2]`` what Republican unit ``p``, passing through ``city``, opens as a source (ruling R-17)."""
    if in_enemy_zoc(s, REPUBLICAN, city):
        return  # left behind empty, it carries nothing
    w.net[2, city] = 1
    w.queue[0] = city
    w.n_queue = 1
    _flood(s, t, w, REPUBLICAN, 2, int(s.piece_hex[p]))


@jit
def supplied_on_entry(s, t, w, p, layer, c):
    """True if piece ``p``, entering ``c``, is in supply there, given the net without it (ruling R-17).

    The hex counts as friendly occupied; a source feeds the piece by itself, and a Republican unit that enters
    Santander makes it one by taking control (ruling R-14), as a supply column does not (ruling R-25).
    """
    side = side_of(p)
    if is_source(s, t, side, c) or takes_city(s, t, p, c):
        return True
    for d in range(N_DIRECTIONS):
        if w.net[layer, int(t.nbr[c, d])]:
            return True
    return False


@jit
def takes_city(s, t, p, c):
    """True if ``p``, entering ``c``, opens it as a supply source of the Republican (rulings R-14, R-25)."""
    return (
        is_ground(p)
        and side_of(p) == REPUBLICAN
        and (t.source[c] & SOURCE_REP_CITY) != 0
        and s.cell_control[c] != REPUBLICAN
    )


@jit
def set_supplied(s, t, w, u, flag):
    """Set the supply flag of ``u`` and, with it, its ZoC (rule 7.1.1)."""
    if s.unit_supplied[u] == flag:
        return
    c = int(s.piece_hex[u])
    if exerts_zoc(s, t, u):
        add_zoc(s, t, side_of(u), c, -1)
    s.unit_supplied[u] = flag
    if exerts_zoc(s, t, u):
        add_zoc(s, t, side_of(u), c, 1)
    emit(w, EV_SUPPLY, u, flag)


@jit
def check_supply(s, t, w, combat_only):
    """Set the supply flags of both sides at once (rule 6.4, rulings R-15, R-16), then R-08 for level DSG2.

    Args:
        combat_only: True judges only the units in the target and the attackers (rule 10.2 step 1).
    """
    trace_net(s, t, w, NATIONALIST, NATIONALIST, NOWHERE)
    trace_net(s, t, w, REPUBLICAN, REPUBLICAN, NOWHERE)
    for u in range(N_GROUND):
        if s.piece_place[u] == MAP and (not combat_only or _in_combat(s, u)):
            set_supplied(s, t, w, u, int(w.net[side_of(u), int(s.piece_hex[u])]))
    for u in range(N_GROUND):
        surrender_if_lost(s, t, w, u)  # who is off the map is not disorganised


@jit
def _in_combat(s, u):
    return s.piece_hex[u] == s.target or s.piece_role[u] == ATTACKS


@jit
def surrender_if_lost(s, t, w, u):
    """Eliminate ``u`` if it is out of supply at the last DSG level (rule 9.5.1, ruling R-08)."""
    if int(s.unit_dsg[u]) >= int(t.dsg_max) and s.unit_supplied[u] == 0:
        eliminate(s, t, w, u, BY_SUPPLY)


@jit
def lifted_unit(p):
    """The unit that supply counts as gone while ``p`` moves: itself, or none for a supply column (ruling R-17)."""
    return p if is_ground(p) else NOWHERE
