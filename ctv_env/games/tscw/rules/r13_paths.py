"""Chapter 13.12 to 13.14, 10.2, 15.23: costs, steps and cheapest paths of a move, a march, an advance or a pursuit.

``reach`` finds the cost to every cell; ``find_path`` the engine's path to one of them (rulings T-63, T-145).
"""

from ctv_env.core.bitboard import around, holds
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit, lowest_bit
from ctv_env.games.tscw.model.codes import MOBILITY, MODE, OFF, RIVER, SIDE
from ctv_env.games.tscw.model.kernel import rule_kernel
from ctv_env.games.tscw.rules.pieces import controls, in_full_zoc, is_hq, occupies
from ctv_env.games.tscw.rules.r10_control import is_fort
from ctv_env.games.tscw.rules.r13_limits import is_barred
from ctv_env.games.tscw.rules.support import side_of

FAR, MINIMUM = 100, 99
"""Entries of ``w.price``: a cell out of reach, and one that only the minimum move reaches (13.3)."""


@jit
def note_enemies(s, t, w, side):
    """Fill ``w.enemy_near`` with the cells adjacent to enemies of ``side`` (T-128)."""
    for r in range(1, int(t.n_rows) + 1):
        w.enemy_near[r] = around(s.unit_rows[1 - side], t.open_rows, int(t.first_row), r)


@jit
def can_step(s, t, w, p, mode, u, v):
    """True if a unit may step from a cell to its neighbour ``v``, cost apart (13.2, 10.2, 10.5, 13.11, T-47, T-70).

    ``note_enemies`` must have been called for a march.
    """
    if v == OFF:
        return False
    side = side_of(t, p)
    if occupies(s, t, 1 - side, v) and (s.stack_units[v] > 0 or is_hq(t, p)):
        return False  # only a combat unit enters the hex of a lone HQ (12.1.3, ruling T-60)
    if is_barred(t, p, v):
        return False
    if mode == MODE.MARCH:
        if not holds(s.held_rows, t.n_columns, v):
            return False
        if holds(w.enemy_near, t.n_columns, v) and not occupies(s, t, side, v):
            return False
    if mode in (MODE.REGULAR, MODE.MARCH):
        return not (in_full_zoc(s, t, 1 - side, u) and in_full_zoc(s, t, 1 - side, v))
    return True


@jit
def stops_in(s, t, p, mode, c):
    """True if a unit must stop in a cell that it enters: 10.2; advances and pursuits ignore EZOC (10.4)."""
    return mode in (MODE.REGULAR, MODE.MARCH) and in_full_zoc(s, t, 1 - side_of(t, p), c)


@jit
def step_cost(s, t, p, mode, u, d):
    """Movement factors of a step in direction ``d`` (13.14, ruling T-67, T-03)."""
    v, gait = int(t.nbr[u, d]), int(t.gait[p])
    side = side_of(t, p)
    cost = int(t.cost[gait, v])
    river = int(t.river[u, d])
    if river != 0 and not (mode == MODE.MARCH and is_bridged(s, t, side, u, d)):
        cost += int(t.river_cost[river, gait])
    if side == SIDE.NATIONALIST and t.line[v] >= 0 and is_fort(s, t, v):
        cost += int(t.fort_cost)  # 13.13.6
    return cost


@jit
def is_bridged(s, t, side, u, d):
    """True if a marching unit crosses the river of a hexside for nothing (13.11.2, ruling T-66)."""
    v = int(t.nbr[u, d])
    if t.rail[u, d] == 0 or not (controls(s, t, side, u) and controls(s, t, side, v)):
        return False
    return not (in_full_zoc(s, t, 1 - side, u) or in_full_zoc(s, t, 1 - side, v))


@jit
def may_advance(s, t, p, target):
    """True if a unit may advance into the emptied hex for nothing: motorized not over a major river (13.12.8, T-96)."""
    if t.gait[p] != MOBILITY.MOTOR:
        return True
    u = int(s.piece_cell[p])
    for d in range(N_DIRECTIONS):
        if t.nbr[u, d] == target:
            return t.river[u, d] != RIVER.MAJOR
    return False


@jit
def root_of(s, p, mode):
    """Cell from which costs count: the emptied hex for an attacker's advance, else the cell of the unit (15.23)."""
    return int(s.target) if mode == MODE.ADVANCING and s.stepped == 0 else int(s.piece_cell[p])


@rule_kernel(numbers=3)
def reach(s, t, w, p, mode, mf):
    """Fill ``w.price`` with the cost to each cell within ``mf`` factors."""
    for c in range(int(t.n_cells)):
        w.price[c] = FAR
    first, columns, rows = root_of(s, p, mode), int(t.n_columns), int(t.n_rows)
    for cost in range(mf + 1):
        for r in range(rows):
            w.wave[cost, r] = 0
    w.price[first] = 0
    w.wave[0, first // columns] |= 1 << (first % columns)
    for cost in range(mf + 1):
        for r in range(rows):
            bits = int(w.wave[cost, r])
            while bits:
                u = r * columns + lowest_bit(bits)
                bits &= bits - 1
                if w.price[u] == cost and (u == first or not stops_in(s, t, p, mode, u)):
                    _expand(s, t, w, p, mode, u, cost, mf)
    if mode == MODE.REGULAR and s.stepped == 0 and mf > 0:
        for d in range(N_DIRECTIONS):
            v = int(t.nbr[first, d])
            if can_step(s, t, w, p, mode, first, v) and w.price[v] == FAR:
                w.price[v] = MINIMUM  # 13.3, rulings T-64 and T-145


@jit
def _expand(s, t, w, p, mode, u, so_far, mf):
    columns = int(t.n_columns)
    for d in range(N_DIRECTIONS):
        v = int(t.nbr[u, d])
        if not can_step(s, t, w, p, mode, u, v):
            continue
        cost = so_far + step_cost(s, t, p, mode, u, d)
        if cost <= mf and cost < w.price[v]:
            w.price[v] = cost
            w.wave[cost, v // columns] |= 1 << (v % columns)


@jit
def _takes(s, t, p, c):
    """1 if entering a cell takes control of it, to choose among the cheapest paths."""
    return 0 if controls(s, t, side_of(t, p), c) else 1


@jit
def find_path(s, t, w, p, mode, goal):
    """Write the engine's path to ``goal`` into ``w.path[: w.n_path]``; after ``reach``.

    Of the cheapest paths it is one that takes the most hexes, then the one of lowest codes in order of travel (T-63).
    """
    root = root_of(s, p, mode)
    n = 0
    if root != s.piece_cell[p]:
        w.path[0] = root  # the emptied hex, for nothing
        n = 1
    if w.price[goal] == MINIMUM:
        w.path[n] = goal
        w.n_path = n + 1
        return
    _mark_gains(s, t, w, p, mode, goal, root)
    c = root
    while c != goal:
        for d in range(N_DIRECTIONS):
            v = int(t.nbr[c, d])
            if v == OFF or w.gain[v] < 0 or int(w.gain[v]) + _takes(s, t, p, v) != w.gain[c]:
                continue
            if can_step(s, t, w, p, mode, c, v) and w.price[v] == w.price[c] + step_cost(s, t, p, mode, c, d):
                c = v
                break
        w.path[n] = c
        n += 1
    w.n_path = n


@jit
def _mark_gains(s, t, w, p, mode, goal, root):
    """Set ``w.gain``: for cells on a cheapest path to ``goal`` the cells taken from there on, else -1."""
    for c in range(int(t.n_cells)):
        w.gain[c] = -1
    w.gain[goal] = 0
    w.queue[0] = goal
    head = 0
    tail = 1
    size = w.queue.shape[0]
    while head != tail:
        v = int(w.queue[head])
        head = (head + 1) % size
        gain = int(w.gain[v]) + _takes(s, t, p, v)
        for d in range(N_DIRECTIONS):
            u = int(t.nbr[v, d])
            if u == OFF or w.price[u] >= w.price[v] or gain <= w.gain[u]:
                continue
            if u != root and stops_in(s, t, p, mode, u):
                continue
            if can_step(s, t, w, p, mode, u, v) and w.price[u] + step_cost(s, t, p, mode, u, 5 - d) == w.price[v]:
                w.gain[u] = gain
                w.queue[tail] = u
                tail = (tail + 1) % size
