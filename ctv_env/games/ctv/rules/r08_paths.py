"""Reachable hexes and paths: one search for both movement (8) and advances (10.4).

``w.cost`` holds two layers of cells.  A Republican unit that passes through Santander makes it a supply source for the
rest of its own move (ruling R-17): from there on the search uses the second layer.
"""

from ctv_env.core.bitboard import around, put
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit, lowest_bit
from ctv_env.games.ctv.model.codes import (
    BOARD_ROWS,
    BREAKTHROUGH,
    CELLS,
    COLUMNS,
    END_SC,
    FIRST_ROW,
    N_TERRAINS,
    NAT_SC,
    NODE,
    NOWHERE,
    OFF,
    PLACE,
    SIDE,
    TERRAIN,
)
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.rules.pieces import is_ground, side_of
from ctv_env.games.ctv.rules.r06_supply import CITY_BIT, add_city, lifted_unit, takes_city, trace_net
from ctv_env.games.ctv.rules.r07_zoc import in_enemy_zoc
from ctv_env.games.ctv.rules.r08_costs import leaving_cost, may_use_roads, step_cost

FAR = 32000  # a cost beyond any allowance
PLAIN, CITY = 0, CELLS  # the two layers


@jit
def is_advance(s):
    """True during an advance after combat, when every step costs 1 and ZoC is ignored (rule 10.4)."""
    return s.node == NODE.ADVANCE or s.node == NODE.ADVANCE_TO


@jit
def points_left(s, t, p):
    """Remaining half MPs of ``p``, or remaining hexes of its advance (rules 10.4, 10.4.1)."""
    if not is_advance(s):
        return int(s.piece_mp[p])
    hexes = int(t.breakthrough_hexes) if s.result_def == BREAKTHROUGH else 1
    return hexes - int(s.unit_advanced[p])


@jit
def edge(s, t, p, node, d):
    """Cost for ``p`` of the step from ``node`` in direction ``d``, which the costs of ``reach`` show to be legal."""
    if is_advance(s):
        return 1
    at_start = node == s.piece_hex[p]  # in the second layer it has left its hex and come back
    c = node % CELLS
    return step_cost(s, t, p, c, d) + (leaving_cost(s, t, p, c) if at_start else 0)


@jit
def goes_on(s, p, node):
    """True if ``p`` may go on from ``node``: entering an enemy ZoC ends a move (rule 7.2), not an advance (10.4)."""
    return node == s.piece_hex[p] or is_advance(s) or not in_enemy_zoc(s, side_of(p), node % CELLS)


@rule_kernel(numbers=2)
def reach(s, t, w, p, goal):
    """Fill ``w.cost`` with the cost for ``p`` to reach each cell, FAR if unreachable, and ``w.reached``.

    ``p`` must be able to enter every hex on the way, and be in supply there (rule 8.1.1, ruling R-17).  Stacking only
    matters at the end of a path and is left to the caller.

    Args:
        goal: cells further away than this one are left out; OFF to search everything.
    """
    for k in range(2 * CELLS):
        w.cost[k] = FAR
    for r in range(BOARD_ROWS):
        w.reached[r] = 0
    start = int(s.piece_hex[p])
    trace_net(s, t, w, side_of(p), 2, lifted_unit(p))
    _mark_way(s, t, w, p)
    w.cost[start] = 0
    _spread(s, t, w, p, start, goal)
    if is_ground(p) and side_of(p) == SIDE.REPUBLICAN:
        for c in range(OFF):
            if takes_city(s, t, p, c) and 0 < w.cost[c] < FAR:
                add_city(s, t, w, c)
                _mark_way(s, t, w, p)
                w.cost[CITY + c] = w.cost[c]
                _spread(s, t, w, p, CITY + c, goal)


@jit
def reach_of_chosen(s, t, w):
    """Fill ``w.cost`` and ``w.reached`` for the chosen piece (``reach``)."""
    reach(s, t, w, int(s.piece), OFF)


@jit
def _mark_way(s, t, w, p):
    """Mark in ``w.way`` the cells that ``p`` may enter in supply: ``may_enter`` and ``supplied_on_entry`` (8.1.1)."""
    side = side_of(p)
    for r in range(1, BOARD_ROWS - 1):
        cities = int(t.source_rows[CITY_BIT, r]) if is_ground(p) and side == SIDE.REPUBLICAN else 0  # takes_city
        w.way[r] = (int(w.fed[2, r]) | cities) & ~int(s.unit_rows[1 - side, r])
    if not is_ground(p):
        for q in range(NAT_SC, END_SC):
            if s.piece_place[q] == PLACE.MAP and side_of(q) != side:
                put(w.way, COLUMNS, int(s.piece_hex[q]), False)
    elif is_advance(s) and s.unit_from[p] != NOWHERE:
        put(w.way, COLUMNS, int(s.unit_from[p]), False)  # an advance may not go back (ruling R-43)


@jit
def _spread(s, t, w, p, origin, goal):
    """Compute ``w.cost`` from node ``origin`` over ``w.way``, in ascending order, all cells of equal cost at once.

    ``w.wave[k]`` holds the cells that can be reached at cost k, perhaps also more cheaply; ``w.front`` those from which
    the search continues.  ``w.waiting`` is 0 before and after.
    """
    layer = CITY if origin >= CITY else PLAIN
    first = origin - layer
    so_far = int(w.cost[origin])
    for r in range(BOARD_ROWS):
        w.front[r] = 0
    put(w.way, COLUMNS, first, False)
    if not goes_on(s, p, origin):
        return
    put(w.front, COLUMNS, first, True)
    w.top_row = first // COLUMNS + 1
    w.end_row = w.top_row
    roads = not is_advance(s) and may_use_roads(s, t, p)
    leaves = layer == PLAIN and not is_advance(s)
    exit_cost = leaving_cost(s, t, p, first) if leaves else 0
    least = _least_step(s, t, p, roads)
    _expand(s, t, w, p, so_far + exit_cost, roads and not in_enemy_zoc(s, side_of(p), first))
    if layer == PLAIN and is_advance(s) and s.unit_advanced[p] == 0:
        target = int(s.target)  # in interpreted code, an int16 would lose the bits of columns 15 and above
        for r in range(1, BOARD_ROWS - 1):  # an advance begins with the vacated hex
            w.wave[1, r] &= 1 << (target % COLUMNS) if r == target // COLUMNS + 1 else 0
    while w.waiting:
        cost = lowest_bit(int(w.waiting))
        w.waiting = int(w.waiting) & (int(w.waiting) - 1)
        if cost > cost_to(w, goal):
            for r in range(BOARD_ROWS):
                w.wave[cost, r] = 0
        elif _finalise(s, w, p, layer, cost) and cost + least <= points_left(s, t, p):
            _expand(s, t, w, p, cost, roads)


@jit
def _least_step(s, t, p, roads):
    """Lower bound on the cost of a step of ``p``: with fewer points left it cannot move."""
    if is_advance(s):
        return 1
    least = FAR
    for terrain in range(TERRAIN.CLEAR, N_TERRAINS):
        least = min(least, int(t.enter_half_mp[int(t.motorised[p]), int(s.weather), terrain]))
    return min(least, int(t.road_half_mp)) if roads else least


@jit
def _expand(s, t, w, p, so_far, roads):
    """Add the cells one step beyond ``w.front`` to the waves of their costs: ``edge`` for all cells at once.

    Args:
        roads: whether ``p`` may use the road rate (8.2).
    """
    points, weather, mot, advances = points_left(s, t, p), int(s.weather), int(t.motorised[p]), is_advance(s)
    waiting = int(w.waiting)
    first, last = int(w.top_row), int(w.end_row)
    for r in range(max(first - 1, 1), min(last + 1, BOARD_ROWS - 2) + 1):
        near = around(w.front, t.open_rows, FIRST_ROW, r) & int(w.way[r])
        if near == 0:
            continue
        first, last = min(first, r), max(last, r)
        if advances:
            waiting |= _enqueue(w, so_far + 1, points, r, near)
            continue
        if roads:
            free = near & ~int(s.zoc_rows[1 - side_of(p), r])
            on_road = around(w.front, t.road_rows, FIRST_ROW, r) & free
            waiting |= _enqueue(w, so_far + int(t.road_half_mp), points, r, on_road)
        dry = near if t.has_rivers == 0 else around(w.front, t.dry_rows, FIRST_ROW, r)
        for terrain in range(TERRAIN.CLEAR, N_TERRAINS):
            here = near & int(t.terrain_rows[terrain, r])
            if here == 0:
                continue
            cost = so_far + int(t.enter_half_mp[mot, weather, terrain])
            waiting |= _enqueue(w, cost, points, r, here & dry)
            waiting |= _enqueue(w, cost + int(t.river_half_mp[mot]), points, r, here & ~dry)
    w.waiting, w.top_row, w.end_row = waiting, first, last


@jit
def _enqueue(w, cost, points, r, cells):
    """Add the ``cells`` of row ``r`` to a wave, unless it is out of reach; return the wave as a bit, 0 for none."""
    if cells == 0 or cost > points:
        return 0
    w.wave[cost, r] |= cells
    return 1 << cost


@jit
def _finalise(s, w, p, layer, cost):
    """Write ``cost`` for the cells of its wave; return True if the search continues from any, now in ``w.front``."""
    side, advances = side_of(p), is_advance(s)
    leads_on = 0
    for r in range(int(w.top_row), int(w.end_row) + 1):
        cells = int(w.wave[cost, r]) & int(w.way[r])
        w.wave[cost, r] = 0
        w.way[r] &= ~cells
        w.reached[r] |= cells
        front = cells if advances else cells & ~int(s.zoc_rows[1 - side, r])  # 7.2, as in goes_on
        w.front[r] = front
        leads_on |= front
        while cells:
            w.cost[layer + (r - 1) * COLUMNS + lowest_bit(cells)] = cost
            cells &= cells - 1
    return leads_on != 0


@jit
def cost_to(w, c):
    """Cost found by ``reach`` for ``c``, in the cheaper layer."""
    return min(int(w.cost[PLAIN + c]), int(w.cost[CITY + c]))


@jit
def _gain(s, p, c):
    """1 if entering ``c`` gains control of it, to choose among the cheapest paths."""
    return 1 if s.cell_control[c] != side_of(p) else 0


@jit
def _mark_gains(s, t, w, p, goal):
    """Set ``w.gain``: for nodes on a cheapest path to ``goal`` the hexes gained from there on, else -1."""
    for k in range(2 * CELLS):
        w.gain[k] = -1
    best = cost_to(w, goal)
    tail = 0
    for layer in (PLAIN, CITY):
        if w.cost[layer + goal] == best:
            w.gain[layer + goal] = 0
            w.queue[tail] = layer + goal
            tail += 1
    head = 0
    while head < tail:
        node = int(w.queue[head])
        head += 1
        layer = CITY if node >= CITY else PLAIN
        c = node - layer
        if w.cost[c] == w.cost[node] and w.gain[c] < w.gain[node]:
            w.gain[c] = w.gain[node]  # the step to the second layer costs nothing
            w.queue[tail] = c
            tail += 1
        gain = int(w.gain[node]) + _gain(s, p, c)
        for d in range(N_DIRECTIONS):
            n = int(t.nbr[c, d])
            if (
                n == OFF
                or w.cost[layer + n] >= w.cost[node]
                or gain <= w.gain[layer + n]
                or not goes_on(s, p, layer + n)
            ):
                continue
            if int(w.cost[layer + n]) + edge(s, t, p, layer + n, 5 - d) == w.cost[node]:
                w.gain[layer + n] = gain
                w.queue[tail] = layer + n
                tail += 1


@jit
def find_path(s, t, w, p, goal):
    """Write the path of ``p`` to ``goal`` into ``w.queue[:w.n_queue]`` in order of travel; after ``reach``.

    Of the cheapest paths it is one that gains control of the most hexes; ties go to the lowest hex codes in order of
    travel (directions are in ascending order of code).
    """
    _mark_gains(s, t, w, p, goal)
    node = int(s.piece_hex[p])
    n_steps = 0
    while node != goal and node != CITY + goal:
        node = _next_node(s, t, w, p, node)
        w.queue[n_steps] = node % CELLS
        n_steps += 1
    w.n_queue = n_steps


@jit
def _next_node(s, t, w, p, node):
    """Return the node after ``node`` on the path of ``find_path``."""
    layer = CITY if node >= CITY else PLAIN
    c = node - layer
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n == OFF or w.gain[layer + n] < 0 or int(w.gain[layer + n]) + _gain(s, p, n) != w.gain[node]:
            continue
        if int(w.cost[node]) + edge(s, t, p, node, d) == w.cost[layer + n]:
            return layer + n
    return _next_node_from_city(s, t, w, p, c)


@jit
def _next_node_from_city(s, t, w, p, c):
    """Like ``_next_node``, where the path changes to the second layer in ``c``."""
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n == OFF or w.gain[CITY + n] < 0 or int(w.gain[CITY + n]) + _gain(s, p, n) != w.gain[c]:
            continue
        if int(w.cost[c]) + edge(s, t, p, c, d) == w.cost[CITY + n]:
            return CITY + n
    return NOWHERE
