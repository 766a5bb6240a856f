"""The map as the staff sees it: what cells are worth, where the enemy threatens, how far the decisive front is."""

from ctv_env.core.bitboard import holds
from ctv_env.core.hexgrid import N_DIRECTIONS, hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import MOBILITY, N_GROUPS, NOBODY_PIECE, OFF, PLACE, SIDE
from ctv_env.games.tscw.policies.enemy_estimate import estimate_enemy
from ctv_env.games.tscw.policies.orders import is_ignored, perturb
from ctv_env.games.tscw.policies.seats import seat
from ctv_env.games.tscw.rules.pieces import attack_of, controls, defence_of, is_combat_unit, occupies

# Worth of holding such a cell to the end; of the ports and Madrid by seat: in all of Spain the fight is for Madrid.
PORT = (120, 120, 0, 20)
MADRID = (0, 0, 600, 300)
TOWN = 6
CAPITAL = (10, 20, 45, 120)  # of a capital with which the Republicans win, by the number that they have taken
MORALE = 2  # more for each point of morale (4.2.1)
PLAIN = 20  # worth of any cell at the front
FAR_MARCH = 40  # movement factors beyond which distances no longer matter
FAR_HEXES = 12
HELD_UP = 3  # movement factors by which an enemy in the way delays a march
THREAT_HEXES = 3  # enemies within this distance may attack next turn, at the full distance with half their factors
LEAST_GOAL = 30  # of a cell that is marched on


@jit
def survey(s, t, w, side):
    """Fill the scratch fields of the policies from the view of ``side``, under its orders."""
    estimate_enemy(s, t, w, side)
    set_goals(s, t, w, side)
    spread_threats(t, w)
    measure_near(s, t, w, side)
    survey_own(s, t, w, side)
    perturb(t, w)


@jit
def survey_own(s, t, w, side):
    """Update what moves of ``side`` itself change."""
    measure_march(s, t, w, side)
    for c in range(int(t.n_cells)):
        w.worth[c] = PLAIN + int(w.goal[c]) + max(FAR_MARCH - int(w.march[c]), 0)
        w.force[c] = attack_beside(s, t, side, c) if w.foe_defence[c] > 0 else 0
        w.held[c] = held_in(s, t, c) if occupies(s, t, side, c) else 0


@jit
def set_goals(s, t, w, side):
    """Fill ``w.goal``: what decides the game (rulings T-104, T-105), towns, morale."""
    capital = CAPITAL[min(_capitals_lost(s, t), len(CAPITAL) - 1)]
    for c in range(int(t.n_cells)):
        w.goal[c] = (TOWN if t.place[c] != PLACE.NONE else 0) + MORALE * abs(int(t.morale[c]))
        if _is_prize(t, c):
            w.goal[c] += capital
    for group in range(N_GROUPS):
        w.goal[t.port_cell[group]] += PORT[seat(t, side)]
    if t.win_madrid == 1:
        w.goal[t.madrid] += MADRID[seat(t, side)]


@jit
def _is_prize(t, c):
    """True for a capital that was Nationalist at the start."""
    return t.capital[c] == 1 and holds(t.start_rows[SIDE.NATIONALIST], t.n_columns, c)


@jit
def _capitals_lost(s, t):
    """Capitals that the Nationalists have lost."""
    n = 0
    for c in range(int(t.n_cells)):
        if t.capital[c] == 1 and _is_prize(t, c) and controls(s, t, SIDE.REPUBLICAN, c):
            n += 1
    return n


@jit
def spread_threats(t, w):
    """Fill ``w.threat`` with the attack factors of enemies within ``THREAT_HEXES``."""
    for c in range(int(t.n_cells)):
        w.threat[c] = 0
    for c in range(int(t.n_cells)):
        if w.foe_attack[c] > 0:
            _threaten_around(t, w, c)


@jit
def _threaten_around(t, w, c):
    columns, first = int(t.n_columns), int(t.first_row)
    row, column, most = c // columns, c % columns, THREAT_HEXES
    for r in range(max(row - most, 0), min(row + most + 1, int(t.n_rows))):
        for k in range(max(column - most - 1, 0), min(column + most + 2, columns)):
            n = r * columns + k
            hexes = hex_distance(columns, first, c, n)
            if t.land[n] == 1 and hexes <= most:
                w.threat[n] += int(w.foe_attack[c]) // (2 if hexes == most else 1)


@jit
def measure_near(s, t, w, side):
    """Fill ``w.near`` with the hexes by land to the nearest enemy ground unit."""
    tail = 0
    for c in range(int(t.n_cells)):
        w.near[c] = FAR_HEXES
        if occupies(s, t, 1 - side, c):
            w.near[c] = 0
            w.queue[tail] = c
            tail += 1
    head = 0
    while head < tail:
        c = int(w.queue[head])
        head += 1
        for d in range(N_DIRECTIONS):
            n = int(t.nbr[c, d])
            if n != OFF and w.near[n] > w.near[c] + 1:
                w.near[n] = w.near[c] + 1
                w.queue[tail] = n
                tail += 1


@jit
def measure_march(s, t, w, side):
    """Fill ``w.march`` with the cost on foot to the nearest goal: an enemy one, or an own one that is threatened."""
    for c in range(int(t.n_cells)):
        w.march[c] = FAR_MARCH
        if w.goal[c] >= LEAST_GOAL and not is_ignored(w, c):
            if not controls(s, t, side, c) or (side == SIDE.REPUBLICAN and w.threat[c] > 0):
                w.march[c] = 0
    _spread_march(s, t, w, side)


@jit
def _spread_march(s, t, w, side):
    """Spread ``w.march`` from the cells where it is 0; a cell waits in the queue at most once at a time."""
    size, tail, head = w.queue.shape[0], 0, 0
    for c in range(int(t.n_cells)):
        w.waits[c] = 0
        if w.march[c] == 0:
            w.queue[tail] = c
            tail += 1
    while head != tail:
        c = int(w.queue[head])
        head = (head + 1) % size
        w.waits[c] = 0
        cost = int(w.march[c]) + int(t.cost[MOBILITY.FOOT, c]) + (HELD_UP if occupies(s, t, 1 - side, c) else 0)
        for d in range(N_DIRECTIONS):
            n = int(t.nbr[c, d])
            if n != OFF and cost < w.march[n]:
                w.march[n] = cost
                if w.waits[n] == 0:
                    w.waits[n] = 1
                    w.queue[tail] = n
                    tail = (tail + 1) % size


@jit
def attack_beside(s, t, side, c):
    """Attack factors of the units of ``side`` adjacent to ``c``."""
    total = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if occupies(s, t, side, n):
            p = int(s.cell_first[n])
            while p != NOBODY_PIECE:
                total += attack_of(s, t, p) if is_combat_unit(t, p) else 0
                p = int(s.piece_next[p])
    return total


@jit
def held_in(s, t, c):
    """Defence factors of the own combat units in ``c``."""
    total = 0
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        total += defence_of(s, t, p) if is_combat_unit(t, p) else 0
        p = int(s.piece_next[p])
    return total
