"""Evaluation of the map: distances to objectives and enemies, threats, and the worth of hexes."""

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.games.ctv.model.codes import CELLS, COLUMNS, FIRST_ROW, N_CELLS, NOWHERE, OFF, ROWS, SIDE, WEATHER
from ctv_env.games.ctv.model.staff_constants import STAFF, constant
from ctv_env.games.ctv.policies.enemy_estimate import TENTHS, estimate_enemy, has_foe
from ctv_env.games.ctv.policies.orders import is_ignored, perturb_threat, perturb_worth
from ctv_env.games.ctv.rules.r10_combat import halve
from ctv_env.games.ctv.rules.r14_victory import hex_vp

FAR_MARCH = 60  # half MPs beyond which distances no longer matter
FAR_HEXES = 9  # distance in hexes beyond which differences no longer matter
THREAT_HEXES = 3  # enemies within this distance may attack next turn: two hexes of movement and the target


@jit
def survey(s, t, w, side, orders=PLAIN_ORDERS):
    """Fill the scratch fields shared by the policies from the view of ``side``, under ``orders``."""
    estimate_enemy(s, t, w, side)
    measure_nearness(s, t, w, side)
    spread_threats(w)
    perturb_threat(w, side, orders)
    survey_own(s, t, w, side, orders)


@jit
def survey_own(s, t, w, side, orders):
    """Update the part of the survey that moves of ``side`` itself change, while the enemy does not move."""
    measure_marches(s, t, w, orders)
    weigh_cells(s, t, w, side)
    perturb_worth(w, orders)


@jit
def measure_marches(s, t, w, orders):
    """Fill ``w.march``: the distance of a Nationalist on foot from the nearest objective not under own control."""
    tail = 0
    for c in range(CELLS):
        w.march[c] = FAR_MARCH
        w.pending[c] = 0
    for c in range(N_CELLS):
        wanted = t.vp[c] > 0 and s.cell_control[c] == SIDE.REPUBLICAN and hex_vp(s, t, c) > 0
        if wanted and not is_ignored(orders, c):
            w.march[c] = 0
            w.queue[tail] = c
            tail += 1
    delay = constant(t, w, STAFF.HELD_UP)
    head = 0
    while head < tail:
        c = int(w.queue[head % CELLS])
        head += 1
        w.pending[c] = 0
        cost = int(w.march[c]) + int(t.enter_half_mp[0, WEATHER.FAIR, int(t.terrain[c])])
        if s.cell_side[c] == SIDE.REPUBLICAN:
            cost += delay
        for d in range(N_DIRECTIONS):
            n = int(t.nbr[c, d])
            if n != OFF and cost < w.march[n]:
                w.march[n] = cost
                if w.pending[n] == 0:
                    w.pending[n] = 1
                    w.queue[tail % CELLS] = n
                    tail += 1


@jit
def measure_nearness(s, t, w, side):
    """Fill ``w.near``: hexes by land to the nearest enemy ground unit."""
    tail = 0
    for c in range(CELLS):
        w.near[c] = FAR_HEXES
    for c in range(N_CELLS):
        if has_foe(s, side, c):
            w.near[c] = 0
            w.queue[tail] = c
            tail += 1
    spread_nearness(t, w, tail)


@jit
def spread_nearness(t, w, tail):
    """Spread ``w.near``, by land, from the first ``tail`` cells of ``w.queue``, where it is 0.

    The initial value of a cell is the maximum of its distance.
    """
    head = 0
    while head < tail:
        c = int(w.queue[head])
        head += 1
        hexes = int(w.near[c]) + 1
        for d in range(N_DIRECTIONS):
            n = int(t.nbr[c, d])
            if n != OFF and hexes < w.near[n]:
                w.near[n] = hexes
                w.queue[tail] = n
                tail += 1


@jit
def spread_threats(w):
    """Fill ``w.threat``: attack factors of enemies within ``THREAT_HEXES``, halved at the full distance."""
    for c in range(CELLS):
        w.threat[c] = 0
    for c in range(N_CELLS):
        if w.foe_attack[c] > 0:
            _threaten_around(w, c)


@jit
def _threaten_around(w, c):
    """Add the threat of ``c``, row by row in axial columns (``hexgrid.hex_distance``), faster than a look-up."""
    attack = int(w.foe_attack[c])
    row = c // COLUMNS
    axial = c % COLUMNS - _shift(row)
    for dr in range(max(-THREAT_HEXES, -row), min(THREAT_HEXES, ROWS - 1 - row) + 1):
        first = axial + _shift(row + dr)
        for dq in range(max(-THREAT_HEXES, -THREAT_HEXES - dr), min(THREAT_HEXES, THREAT_HEXES - dr) + 1):
            if 0 <= first + dq < COLUMNS:
                far = max(abs(dq), abs(dr), abs(dq + dr)) == THREAT_HEXES
                w.threat[(row + dr) * COLUMNS + first + dq] += attack // 2 if far else attack


@jit
def _shift(row):
    """Difference between a column of ``row`` and its axial column."""
    return (row - ((row + FIRST_ROW) & 1)) // 2


@jit
def attack_of(s, t, u):
    """Current attack of own unit ``u`` in tenths, after halving (6.3, 9.5)."""
    factor = int(t.attack[int(s.unit_steps[u]), u])
    if s.unit_supplied[u] == 0 or s.unit_dsg[u] > 0:
        factor = halve(factor, True)
    return TENTHS * factor


@jit
def defence_of(s, t, u, c):
    """Defence of own unit ``u`` in ``c``, in tenths, with terrain."""
    factor = int(t.defence[int(s.unit_steps[u]), u])
    if s.unit_supplied[u] == 0 or s.unit_dsg[u] > 0:
        factor = halve(factor, False)
    return TENTHS * factor * int(t.defence_halves[c]) // 2


@jit
def attack_beside(s, t, side, c):
    """Attack factors, in tenths, of the units of ``side`` adjacent to ``c``."""
    total = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        u = int(s.cell_first[n]) if s.cell_side[n] == side else NOWHERE
        while u != NOWHERE:
            total += attack_of(s, t, u)
            u = int(s.unit_next[u])
    return total


@jit
def held_in(s, t, c):
    """Defence, in tenths and with terrain, of the own units in ``c``."""
    total = 0
    u = int(s.cell_first[c])
    while u != NOWHERE:
        total += defence_of(s, t, u, c)
        u = int(s.unit_next[u])
    return total


@jit
def weigh_cells(s, t, w, side):
    """Fill ``w.worth``, ``w.force`` and ``w.hold``."""
    base, nearer, vp_worth = (
        constant(t, w, STAFF.BASE_WORTH),
        constant(t, w, STAFF.MARCH_WORTH),
        constant(t, w, STAFF.VP_WORTH),
    )
    for c in range(N_CELLS):
        w.force[c] = 0
        w.hold[c] = 0
        w.worth[c] = base + nearer * max(FAR_MARCH - int(w.march[c]), 0) // 20 + vp_worth * hex_vp(s, t, c)
        if s.cell_ground[c] > 0:
            if s.cell_side[c] == side:
                w.hold[c] = held_in(s, t, c)
            else:
                w.force[c] = attack_beside(s, t, side, c)


@jit
def friendly_zoc(s, t, side, u, c, n):
    """Number of units of ``side``, other than ``u`` in ``c``, whose ZoC covers ``n``."""
    count = int(s.zoc[side, n])
    if c != NOWHERE and s.unit_supplied[u] and t.is_combat[u]:
        for d in range(N_DIRECTIONS):
            if t.nbr[c, d] == n:
                count -= 1
    return count
