"""The array ``planes``: channels of the 17 x 20 board, a cell's index as in the HEX actions."""

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.ctv.codes import (
    ATTACKS,
    COLUMNS,
    END_SC,
    FIRST_HEX,
    FIRST_ROW,
    MAP,
    N_CELLS,
    N_GROUND,
    NOWHERE,
    OFF,
    SEA,
    SIDE_SLOTS,
    SUPPORTS,
)
from ctv_env.games.ctv.fog import enemy_pieces, knows, knows_trench
from ctv_env.games.ctv.observing.choice import chosen_piece, retreating_cell
from ctv_env.games.ctv.observing.general import part
from ctv_env.games.ctv.observing.layout import COUNT_SCALE, MP_SCALE, PLANES, STRENGTH_SCALE, VP_SCALE
from ctv_env.games.ctv.observing.strength import ATTACK, DEFENCE, UNIT, odds_in, survey, with_terrain
from ctv_env.games.ctv.pieces import is_hq, side_of
from ctv_env.games.ctv.rules.r06_supply import is_source, trace_net
from ctv_env.games.ctv.rules.r14_victory import hex_vp

_STEPS_SCALE, _ROOM_SCALE, _DSG_SCALE = 12.0, 8.0, 3.0

_SEA = PLANES.at("sea") * N_CELLS  # the other terrains follow, by Terrain code
_ODD_ROW = PLANES.at("odd_row") * N_CELLS
_OPEN_SIDES = PLANES.at("open_sides") * N_CELLS
_ROAD = PLANES.at("road") * N_CELLS
_RIVER = PLANES.at("river") * N_CELLS
_OWN_SOURCE = PLANES.at("own_source") * N_CELLS
_ENEMY_SOURCE = PLANES.at("enemy_source") * N_CELLS
_VP = PLANES.at("vp") * N_CELLS
_OWN_CONTROL = PLANES.at("own_control") * N_CELLS
_ENEMY_CONTROL = PLANES.at("enemy_control") * N_CELLS
_OWN_UNITS = PLANES.at("own_units") * N_CELLS
_OWN_HQ = PLANES.at("own_hq") * N_CELLS
_OWN_COLUMN = PLANES.at("own_column") * N_CELLS
_OWN_ATTACK = PLANES.at("own_attack") * N_CELLS
_OWN_DEFENCE = PLANES.at("own_defence") * N_CELLS
_OWN_STEPS = PLANES.at("own_steps") * N_CELLS
_OWN_ROOM = PLANES.at("own_room") * N_CELLS
_OWN_DSG = PLANES.at("own_dsg") * N_CELLS
_OWN_UNSUPPLIED = PLANES.at("own_unsupplied") * N_CELLS
_OWN_MP = PLANES.at("own_mp") * N_CELLS
_OWN_ZOC = PLANES.at("own_zoc") * N_CELLS
_OWN_NET = PLANES.at("own_net") * N_CELLS
_ENEMY_OCCUPIED = PLANES.at("enemy_occupied") * N_CELLS
_ENEMY_PIECES = PLANES.at("enemy_pieces") * N_CELLS
_ENEMY_SEEN = PLANES.at("enemy_seen") * N_CELLS
_ENEMY_ATTACK = PLANES.at("enemy_attack") * N_CELLS
_ENEMY_DEFENCE = PLANES.at("enemy_defence") * N_CELLS
_ENEMY_ZOC = PLANES.at("enemy_zoc") * N_CELLS
_ODDS = PLANES.at("odds") * N_CELLS
_TRENCH = PLANES.at("trench") * N_CELLS
_MOVING = PLANES.at("moving") * N_CELLS
_TARGET = PLANES.at("target") * N_CELLS
_ATTACKS = PLANES.at("attacks") * N_CELLS
_SUPPORTS = PLANES.at("supports") * N_CELLS
_RETREATS = PLANES.at("retreats") * N_CELLS
_LEGAL = PLANES.at("legal") * N_CELLS
_SIZE = PLANES.size


@jit
def fill_planes(s, t, w, side, out):
    """Write what ``side`` sees into ``out``, float32 (PLANES.size,), plane by plane; uses scratch of ``w``.

    ``w.mask`` must hold the mask of the node and is left as it is.
    """
    for k in range(_SIZE):
        out[k] = 0.0
    for c in range(N_CELLS):
        if t.terrain[c] != SEA:
            _fill_map(s, t, side, c, out)
        else:
            out[_SEA + c] = 1.0
        out[_ODD_ROW + c] = (c // COLUMNS + FIRST_ROW) % 2
    for p in range(END_SC):
        if s.piece_place[p] == MAP:
            _add_piece(s, t, side, p, out)
    trace_net(s, t, w, side, side, NOWHERE)
    for c in range(N_CELLS):
        out[_OWN_NET + c] = float(w.net[side, c])
    survey(s, t, w, side)
    for c in range(N_CELLS):
        _fill_stacks(s, t, w, side, c, out)
    _fill_choice(s, t, w, side, out)


@jit
def _fill_map(s, t, side, c, out):
    """Terrain, control, zones of control and trench of land cell ``c``."""
    out[_SEA + int(t.terrain[c]) * N_CELLS + c] = 1.0
    open_sides = 0
    roads = 0
    rivers = 0
    for d in range(N_DIRECTIONS):
        open_sides += 1 if t.nbr[c, d] != OFF else 0
        roads += int(t.road[c, d])
        rivers += int(t.river[c, d])
    out[_OPEN_SIDES + c] = part(open_sides, N_DIRECTIONS)
    out[_ROAD + c] = part(roads, N_DIRECTIONS)
    out[_RIVER + c] = part(rivers, N_DIRECTIONS)
    out[_OWN_SOURCE + c] = 1.0 if is_source(s, t, side, c) else 0.0
    out[_ENEMY_SOURCE + c] = 1.0 if is_source(s, t, 1 - side, c) else 0.0
    out[_VP + c] = part(hex_vp(s, t, c), VP_SCALE)
    out[_OWN_CONTROL + c] = 1.0 if s.cell_control[c] == side else 0.0
    out[_ENEMY_CONTROL + c] = 1.0 if s.cell_control[c] == 1 - side else 0.0
    out[_OWN_ZOC + c] = part(int(s.zoc[side, c]), COUNT_SCALE)
    out[_ENEMY_ZOC + c] = 1.0 if s.zoc[1 - side, c] > 0 else 0.0
    out[_TRENCH + c] = 1.0 if s.cell_trench[c] and knows_trench(s, t, side, c) else 0.0


@jit
def _add_piece(s, t, side, p, out):
    """Piece ``p`` on the map adds to the channels of its cell."""
    c = int(s.piece_hex[p])
    if s.piece_role[p] == SUPPORTS and knows(s, t, side, p):
        out[_SUPPORTS + c] = 1.0
    if side_of(p) != side:
        if knows(s, t, side, p):
            out[_ENEMY_SEEN + c] = min(out[_ENEMY_SEEN + c] + 1.0 / COUNT_SCALE, 1.0)
        return
    out[_OWN_MP + c] = max(out[_OWN_MP + c], part(int(s.piece_mp[p]), MP_SCALE))
    if p >= N_GROUND:
        out[_OWN_COLUMN + c] = 1.0
        return
    out[_OWN_HQ + c] = max(out[_OWN_HQ + c], 1.0 if is_hq(t, p) else 0.0)
    out[_OWN_STEPS + c] = min(out[_OWN_STEPS + c] + float(s.unit_steps[p]) / _STEPS_SCALE, 1.0)
    out[_OWN_DSG + c] = max(out[_OWN_DSG + c], part(int(s.unit_dsg[p]), _DSG_SCALE))
    if s.unit_supplied[p] == 0:
        out[_OWN_UNSUPPLIED + c] = min(out[_OWN_UNSUPPLIED + c] + 1.0 / COUNT_SCALE, 1.0)


@jit
def _fill_stacks(s, t, w, side, c, out):
    """Counts and strengths in cell ``c``, after ``survey``."""
    if s.cell_side[c] == side:
        out[_OWN_UNITS + c] = part(int(s.cell_ground[c]), COUNT_SCALE)
        out[_OWN_ATTACK + c] = part(int(w.cost[ATTACK + c]), STRENGTH_SCALE * UNIT)
        out[_OWN_DEFENCE + c] = part(with_terrain(t, w.cost[DEFENCE + c], c), STRENGTH_SCALE)
    if s.cell_control[c] == side:
        out[_OWN_ROOM + c] = max((float(t.stack_limit[c]) - float(s.cell_sp[c])) / _ROOM_SCALE, -1.0)
    n_enemies = enemy_pieces(s, side, c)
    if n_enemies > 0:
        out[_ENEMY_OCCUPIED + c] = 1.0
        out[_ENEMY_PIECES + c] = part(n_enemies, COUNT_SCALE)
        out[_ENEMY_ATTACK + c] = part(int(w.gain[ATTACK + c]), STRENGTH_SCALE * UNIT)
        out[_ENEMY_DEFENCE + c] = part(with_terrain(t, w.gain[DEFENCE + c], c), STRENGTH_SCALE)
    out[_ODDS + c] = odds_in(s, t, w, side, c)


@jit
def _fill_choice(s, t, w, side, out):
    """The half-made choice, and the hexes that may be named now."""
    p = chosen_piece(s, t, side)
    if p != NOWHERE and s.piece_hex[p] != NOWHERE:
        out[_MOVING + int(s.piece_hex[p])] = 1.0
    if s.target != NOWHERE:
        out[_TARGET + int(s.target)] = 1.0
    if retreating_cell(s, t) != NOWHERE:
        out[_RETREATS + retreating_cell(s, t)] = 1.0
    if s.retreat_hex != NOWHERE:
        out[_RETREATS + int(s.retreat_hex)] = 1.0
    first = int(s.phasing) * SIDE_SLOTS
    for u in range(first, first + SIDE_SLOTS):
        if s.piece_role[u] == ATTACKS and s.piece_place[u] == MAP and knows(s, t, side, u):
            c = int(s.piece_hex[u])
            out[_ATTACKS + c] = min(out[_ATTACKS + c] + 1.0 / COUNT_SCALE, 1.0)
    if s.to_move == side:
        for c in range(N_CELLS):
            out[_LEGAL + c] = float(w.mask[FIRST_HEX + c])
