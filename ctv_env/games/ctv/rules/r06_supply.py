"""Chapter 6: supply."""

from ctv_env.core.bitboard import around, flood, holds, put
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit, lowest_bit
from ctv_env.games.ctv.model.codes import BOARD_ROWS, COLUMNS, FIRST_ROW, N_GROUND, NOWHERE, PLACE, ROLE, SIDE, SOURCE
from ctv_env.games.ctv.model.events import CAUSE, EV, emit
from ctv_env.games.ctv.rules.pieces import eliminate, is_ground, side_of
from ctv_env.games.ctv.rules.r07_zoc import add_zoc, exerts_zoc, in_enemy_zoc

NAT_BIT, REP_BIT, CITY_BIT = range(3)  # rows of ``source_rows``
_CARRY, _SOURCES, _NET, _FED = range(4)  # rows of ``w.traced``
_ROUND = (0, 1, 3, 5, 4, 2)  # the directions in order around a hex
_ONWARD = (3, 5, 4, 2, 0, 1)  # from the neighbour in each of them to the neighbour in the next one


@jit
def is_source(s, t, side, c):
    """True if ``c`` is currently a supply source of ``side`` (rule 6.2, ruling R-14)."""
    kind = int(t.source[c])
    if side == SIDE.NATIONALIST:
        return (kind & SOURCE.NAT) != 0
    return (kind & SOURCE.REP) != 0 or ((kind & SOURCE.REP_CITY) != 0 and s.cell_control[c] == SIDE.REPUBLICAN)


@jit
def sources(s, t, side, r):
    """Supply sources of ``side`` in row ``r``, as bits; see ``is_source``."""
    if side == SIDE.NATIONALIST:
        return int(t.source_rows[NAT_BIT, r])
    sources = int(t.source_rows[REP_BIT, r])
    cities = int(t.source_rows[CITY_BIT, r])
    while cities:
        k = lowest_bit(cities)
        cities &= cities - 1
        if s.cell_control[(r - 1) * COLUMNS + k] == SIDE.REPUBLICAN:
            sources |= 1 << k
    return sources


@jit
def mark_carriers(s, w, side, lifted):
    """Mark in ``w.carry`` the cells that can carry a line of supply of ``side`` (rule 6.2.1, ruling R-13).

    Args:
        lifted: ground unit treated as off the map, or NOWHERE.
    """
    for r in range(1, BOARD_ROWS - 1):
        enemies, zoc = int(s.unit_rows[1 - side, r]), int(s.zoc_rows[1 - side, r])
        w.carry[r] = ~enemies & (~zoc | int(s.unit_rows[side, r]))
    if lifted != NOWHERE:
        c = int(s.piece_hex[lifted])
        if s.cell_ground[c] == 1 and in_enemy_zoc(s, side, c):
            put(w.carry, COLUMNS, c, False)


@jit
def trace_net(s, t, w, side, layer, lifted):
    """Mark every cell that a line of supply of ``side`` reaches in ``w.net[layer]`` (rules 6.1 to 6.2.1).

    ``w.fed[layer]`` marks the cells in which an entering piece is in supply: its hex counts as friendly occupied, so a
    source there or a line to an adjacent hex is enough (ruling R-17).

    Args:
        lifted: ground unit treated as off the map, or NOWHERE (rule 8.1.1, ruling R-17).
    """
    mark_carriers(s, w, side, lifted)
    if not _is_as_traced(s, t, w, side):
        w.traced[_CARRY, 0] = t.map_key
        for r in range(1, BOARD_ROWS - 1):
            w.traced[_CARRY, r] = w.carry[r]
            w.traced[_SOURCES, r] = sources(s, t, side, r)
            w.traced[_NET, r] = int(w.traced[_SOURCES, r]) & int(w.carry[r])
            w.traced[_FED, r] = w.traced[_SOURCES, r]
        _spread_net(t, w, w.traced[_NET], w.traced[_FED])
    for r in range(1, BOARD_ROWS - 1):
        w.net[layer, r] = w.traced[_NET, r]
        w.fed[layer, r] = w.traced[_FED, r]


@jit
def trace_net_of_mover(s, t, w):
    """Fill ``w.net[side]`` and ``w.fed[side]`` with the current net of the side to move."""
    trace_net(s, t, w, int(s.to_move), int(s.to_move), NOWHERE)


@jit
def _is_as_traced(s, t, w, side):
    """True if the net last traced had the same sources and carriers, as when a chosen piece is then moved."""
    differences = int(t.map_key) ^ int(w.traced[_CARRY, 0])
    for r in range(1, BOARD_ROWS - 1):
        differences |= int(w.carry[r]) ^ int(w.traced[_CARRY, r])
        differences |= sources(s, t, side, r) ^ int(w.traced[_SOURCES, r])
    return differences == 0


@jit
def _spread_net(t, w, net, fed):
    """Spread ``net`` over ``w.carry``, and add the cells next to it to ``fed``."""
    flood(net, w.carry, t.open_rows, FIRST_ROW)
    for r in range(1, BOARD_ROWS - 1):
        fed[r] = int(fed[r]) | around(net, t.open_rows, FIRST_ROW, r)


@jit
def add_city(s, t, w, city):
    """Add to ``w.net[2]`` the net of ``city``, which a Republican unit opens as a source in passing (ruling R-17).

    ``w.carry`` must belong to that net.
    """
    if in_enemy_zoc(s, SIDE.REPUBLICAN, city):
        return  # the unit leaves it empty, so it carries nothing
    put(w.net[2], COLUMNS, city, True)
    _spread_net(t, w, w.net[2], w.fed[2])


@jit
def supplied_on_entry(s, t, w, p, layer, c):
    """True if piece ``p`` is in supply on entering ``c``, given the net without it (ruling R-17).

    A Republican unit that enters Santander makes it a source by taking control (ruling R-14); a supply column does not
    (ruling R-25).
    """
    return holds(w.fed[layer], COLUMNS, c) or takes_city(s, t, p, c)


@jit
def stays_connected(s, t, w, side, c):
    """True if the current net of ``side`` loses no cell other than ``c`` when ``c`` no longer carries.

    This holds if ``c`` is not a source and the adjacent cells of the net are connected around it: every line through
    ``c`` then has a detour.  Otherwise the net must be traced again.
    """
    if is_source(s, t, side, c):
        return False
    n_beside = 0
    n_links = 0
    for k in range(N_DIRECTIONS):
        n = int(t.nbr[c, _ROUND[k]])
        if holds(w.net[side], COLUMNS, n):
            n_beside += 1
            following = int(t.nbr[c, _ROUND[(k + 1) % N_DIRECTIONS]])
            if holds(w.net[side], COLUMNS, following) and t.nbr[n, _ONWARD[k]] == following:
                n_links += 1
    return n_beside - n_links <= 1


@jit
def supplied_without(s, t, w, p, c, n):
    """Like ``supplied_on_entry`` for cell ``n``, in the current net of the side of ``p`` without cell ``c``."""
    side = side_of(p)
    if is_source(s, t, side, n) or takes_city(s, t, p, n):
        return True
    for d in range(N_DIRECTIONS):
        m = int(t.nbr[n, d])
        if m != c and holds(w.net[side], COLUMNS, m):
            return True
    return False


@jit
def takes_city(s, t, p, c):
    """True if ``p`` makes ``c`` a Republican supply source on entering it (rulings R-14, R-25)."""
    return (
        is_ground(p)
        and side_of(p) == SIDE.REPUBLICAN
        and (t.source[c] & SOURCE.REP_CITY) != 0
        and s.cell_control[c] != SIDE.REPUBLICAN
    )


@jit
def set_supplied(s, t, w, u, flag):
    """Set the supply flag of ``u`` and update its ZoC accordingly (rule 7.1.1)."""
    if s.unit_supplied[u] == flag:
        return
    c = int(s.piece_hex[u])
    if exerts_zoc(s, t, u):
        add_zoc(s, t, side_of(u), c, -1)
    s.unit_supplied[u] = flag
    if exerts_zoc(s, t, u):
        add_zoc(s, t, side_of(u), c, 1)
    emit(w, EV.SUPPLY_CHANGED, u, flag, int(s.piece_seen[u]))


@jit
def check_supply(s, t, w, combat_only):
    """Set the supply flags of both sides at once (rule 6.4, rulings R-15, R-16), then apply R-08 at level DSG2.

    Args:
        combat_only: check only the attackers and the units in the target (rule 10.2 step 1).
    """
    trace_net(s, t, w, SIDE.NATIONALIST, SIDE.NATIONALIST, NOWHERE)
    trace_net(s, t, w, SIDE.REPUBLICAN, SIDE.REPUBLICAN, NOWHERE)
    for u in range(N_GROUND):
        if s.piece_place[u] == PLACE.MAP and (not combat_only or _in_combat(s, u)):
            set_supplied(s, t, w, u, 1 if holds(w.net[side_of(u)], COLUMNS, int(s.piece_hex[u])) else 0)
    for u in range(N_GROUND):
        surrender_if_lost(s, t, w, u)  # units off the map are not disorganised


@jit
def _in_combat(s, u):
    return s.piece_hex[u] == s.target or s.piece_role[u] == ROLE.ATTACKS


@jit
def is_lost(s, t, u):
    """True if ``u`` is out of supply at the last DSG level (rule 9.5.1, ruling R-08)."""
    return int(s.unit_dsg[u]) >= int(t.dsg_max) and s.unit_supplied[u] == 0


@jit
def surrender_if_lost(s, t, w, u):
    """Eliminate ``u`` if it is out of supply at the last DSG level (rule 9.5.1, ruling R-08)."""
    if is_lost(s, t, u):
        eliminate(s, t, w, u, CAUSE.SUPPLY)


@jit
def lifted_unit(p):
    """The unit ignored by supply while ``p`` moves: itself, or NOWHERE for a supply column (ruling R-17)."""
    return p if is_ground(p) else NOWHERE
