"""The array ``flat``: a vector for small networks, beginning with the global channels."""

from ctv_env.core.hexgrid import N_DIRECTIONS, hex_distance
from ctv_env.core.jit import jit
from ctv_env.core.observation import NEW
from ctv_env.games.ctv.model.channels import DISTANCE, EIGHTHS, FLAT, MIDDLE, MOST_MP, N_OBJECTIVES, PIECES_IN_HEX
from ctv_env.games.ctv.model.codes import (
    CELLS,
    COLUMNS,
    END_SC,
    FIRST_ROW,
    KIND,
    N_CELLS,
    NODE,
    NOWHERE,
    PLACE,
    SIDE_SLOTS,
    STAGE,
)
from ctv_env.games.ctv.observation.choice import chosen_piece, focus_cell
from ctv_env.games.ctv.observation.globals import fill_globals
from ctv_env.games.ctv.observation.last_seen import freshness
from ctv_env.games.ctv.observation.strength import (
    UNIT,
    around,
    attack_now,
    defence_now,
    enemy_strengths,
    hidden_strengths,
    log_odds,
    named_strength,
    own_strengths,
    quarters,
    with_terrain,
)
from ctv_env.games.ctv.rules.pieces import is_column, is_ground, side_of
from ctv_env.games.ctv.rules.r05_fog import enemy_pieces, knows
from ctv_env.games.ctv.rules.r07_zoc import in_enemy_zoc
from ctv_env.games.ctv.rules.r10_attack import can_attack
from ctv_env.games.ctv.rules.r10_combat import concentric_drm
from ctv_env.games.ctv.rules.r14_victory import hex_vp

_AT, _SIZE = FLAT.first, FLAT.size


@jit
def fill_flat(s, t, w, side, out):
    """Write the observation of ``side`` to ``out``, uint8 (FLAT.size,); overwrites scratch in ``w``, not the mask."""
    for k in range(_SIZE):
        out[k] = 0
    _survey(s, t, w, side)
    fill_globals(s, t, side, NEW, out)
    for k in range(N_OBJECTIVES):
        out[_AT.objective_control + k] = 3
    _fill_objectives(s, t, w, side, out)
    out[_AT.target_odds] = MIDDLE
    out[_AT.target_best_odds] = MIDDLE
    _fill_piece(s, t, side, out)
    if s.target != NOWHERE:
        _fill_target(s, t, w, side, out)
    _fill_units(s, t, side, out)
    _fill_foes(s, t, side, out)
    _fill_cells(s, t, w, side, out)


@jit
def _survey(s, t, w, side):
    """Write own attack and defence by cell to the halves of ``w.cost``, the enemy's to those of ``w.gain``."""
    for k in range(2 * CELLS):
        w.cost[k] = 0
        w.gain[k] = 0
    hidden = hidden_strengths(s, t, side)
    for p in range(END_SC):
        if s.piece_place[p] == PLACE.MAP:
            c = int(s.piece_hex[p])
            if side_of(p) != side:
                attack, defence = enemy_strengths(s, t, side, p, hidden)
                w.gain[c] += attack
                w.gain[CELLS + c] += defence
            elif is_ground(p):
                attack, defence = own_strengths(s, t, p)
                w.cost[c] += attack
                w.cost[CELLS + c] += defence
    for c in range(N_CELLS):
        w.cost[c] = min(int(w.cost[c]), EIGHTHS)
        w.gain[c] = min(int(w.gain[c]), EIGHTHS)
        w.cost[CELLS + c] = with_terrain(t, w.cost[CELLS + c], c)
        w.gain[CELLS + c] = with_terrain(t, w.gain[CELLS + c], c)


@jit
def _axial_column(c):
    """Column of a cell in axial coordinates, in which the hex distance is the maximum of three differences."""
    row = c // COLUMNS
    return c % COLUMNS - (row - ((row + FIRST_ROW) & 1)) // 2


@jit
def _list_units(s, t, w, side):
    """Write axial column and row of each combat unit of ``side`` to ``w.queue``; return their number.

    Precomputing them for all objectives is four times as fast as calling ``hex_distance`` for each.
    """
    n = 0
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if s.piece_place[u] == PLACE.MAP and t.is_combat[u]:
            c = int(s.piece_hex[u])
            w.queue[2 * n] = _axial_column(c)
            w.queue[2 * n + 1] = c // COLUMNS
            n += 1
    return n


@jit
def _nearest_unit(w, n_units, c):
    """Hexes from ``c`` to the nearest unit in ``_list_units``, at most DISTANCE."""
    best = DISTANCE
    column = _axial_column(c)
    row = c // COLUMNS
    for k in range(n_units):
        dq = int(w.queue[2 * k]) - column
        dr = int(w.queue[2 * k + 1]) - row
        best = min(best, max(abs(dq), abs(dr), abs(dq + dr)))
    return best


@jit
def _fill_objectives(s, t, w, side, out):
    n_units = _list_units(s, t, w, side)
    k = 0
    for c in range(N_CELLS):
        if t.vp[c] == 0:
            continue
        value = min(hex_vp(s, t, c), 3)
        out[_AT.objective_control + k] = 3 + (value if s.cell_control[c] == side else -value)
        out[_AT.objective_distance + k] = _nearest_unit(w, n_units, c)
        guard = enemy_pieces(s, side, c)
        for d in range(N_DIRECTIONS):
            guard += enemy_pieces(s, side, int(t.nbr[c, d]))
        out[_AT.objective_guard + k] = min(guard, PIECES_IN_HEX)
        k += 1
        if k == N_OBJECTIVES:
            return


@jit
def _fill_piece(s, t, side, out):
    """Write the selected piece, if the observer knows of one."""
    p = chosen_piece(s, t, side)
    if p == NOWHERE or p >= END_SC:
        return
    out[_AT.piece_combat] = t.is_combat[p]
    out[_AT.piece_column] = 1 if is_column(p) else 0
    out[_AT.piece_armour] = 1 if t.kind[p] == KIND.ARMOUR else 0
    out[_AT.piece_motorised] = t.motorised[p]
    if s.piece_place[p] != PLACE.MAP:
        if is_ground(p):
            out[_AT.piece_attack] = quarters(int(t.attack[int(t.steps[p]), p]) * UNIT)
            out[_AT.piece_defence] = quarters(int(t.defence[int(t.steps[p]), p]) * UNIT)
        return
    if is_ground(p):
        out[_AT.piece_attack] = quarters(attack_now(s, t, p))
        out[_AT.piece_defence] = quarters(defence_now(s, t, p))
    out[_AT.piece_mp] = min(int(s.piece_mp[p]), MOST_MP)
    _fill_surroundings(s, t, side_of(p), int(s.piece_hex[p]), out)


@jit
def _fill_surroundings(s, t, owner, c, out):
    """Write the distances from a piece of ``owner`` in ``c`` to objectives and enemies."""
    to_objective = DISTANCE
    to_enemy = DISTANCE
    for n in range(N_CELLS):
        if t.vp[n] > 0 and s.cell_control[n] != owner and hex_vp(s, t, n) > 0:
            to_objective = min(to_objective, hex_distance(COLUMNS, FIRST_ROW, n, c))
        if enemy_pieces(s, owner, n) > 0:
            to_enemy = min(to_enemy, hex_distance(COLUMNS, FIRST_ROW, n, c))
    out[_AT.piece_in_zoc] = 1 if in_enemy_zoc(s, owner, c) else 0
    out[_AT.piece_to_objective] = to_objective
    out[_AT.piece_to_enemy] = to_enemy


@jit
def _fill_target(s, t, w, side, out):
    """Write the hex under attack, with strengths as far as the observer knows them."""
    c = int(s.target)
    attacks = s.phasing == side
    # Both sides know the strength calculated for the combat.
    defence = int(s.strength_def) * UNIT if s.strength_def > 0 else int((w.gain if attacks else w.cost)[CELLS + c])
    named = named_strength(s, t, w, side)
    could = max(named, around(t, w.cost if attacks else w.gain, c))
    out[_AT.target_defence] = min(defence, EIGHTHS)
    out[_AT.target_named] = min(named, EIGHTHS)
    out[_AT.target_could] = min(could, EIGHTHS)
    out[_AT.target_odds] = log_odds(named, defence)
    out[_AT.target_best_odds] = log_odds(could, defence)
    out[_AT.target_pieces] = min(int(s.cell_ground[c]) + (1 if s.cell_sc[c] != NOWHERE else 0), PIECES_IN_HEX)
    out[_AT.target_vp] = min(hex_vp(s, t, c), 3)
    # Not after the die roll: an attacker that advances is no longer seen (ruling R-56).
    out[_AT.target_concentric] = 1 if named > 0 and s.node <= NODE.COMBAT_DIE and concentric_drm(s, t) != 0 else 0
    out[_AT.target_trench] = s.cell_trench[c]
    out[_AT.target_own] = 0.0 if attacks else 1.0


@jit
def _fill_units(s, t, side, out):
    """Write place, strength and readiness of every own ground unit."""
    combat = s.stage == STAGE.NAT_COMBAT or s.stage == STAGE.REP_COMBAT
    first = side * SIDE_SLOTS
    for k in range(SIDE_SLOTS):
        u = first + k
        if s.piece_place[u] != PLACE.MAP:
            continue
        c = int(s.piece_hex[u])
        out[_AT.unit_row + k] = c // COLUMNS + 1
        out[_AT.unit_column + k] = c % COLUMNS + 1
        out[_AT.unit_attack + k] = quarters(attack_now(s, t, u))
        if combat:
            out[_AT.unit_ready + k] = MOST_MP if can_attack(s, t, u) else 0
        else:
            out[_AT.unit_ready + k] = min(int(s.piece_mp[u]), MOST_MP)


@jit
def _fill_foes(s, t, side, out):
    """Write where every enemy ground unit is seen, or was last seen (rulings R-56, R-64)."""
    first = (1 - side) * SIDE_SLOTS
    for k in range(SIDE_SLOTS):
        u = first + k
        fresh = freshness(s, t, side, u)
        if fresh > 0:
            c = int(s.piece_hex[u]) if knows(s, t, side, u) else int(s.seen_hex[u])
            out[_AT.foe_row + k] = c // COLUMNS + 1
            out[_AT.foe_column + k] = c % COLUMNS + 1
            out[_AT.foe_fresh + k] = fresh


@jit
def _fill_cells(s, t, w, side, out):
    """Write the two maps, and the hex in focus."""
    focus = focus_cell(s, t, side)
    if focus != NOWHERE:
        out[_AT.focus_row + focus // COLUMNS] = 1
        out[_AT.focus_column + focus % COLUMNS] = 1
    for c in range(N_CELLS):
        out[_AT.strength + c] = MIDDLE
        out[_AT.odds + c] = MIDDLE
        if s.cell_side[c] == side:
            defence = int(w.cost[CELLS + c])
            out[_AT.strength + c] = MIDDLE + _of_twenty(defence)
            out[_AT.odds + c] = 2 * MIDDLE - log_odds(around(t, w.gain, c), defence)
        elif s.cell_side[c] == 1 - side:
            defence = int(w.gain[CELLS + c])
            out[_AT.strength + c] = MIDDLE - _of_twenty(defence)
            out[_AT.odds + c] = log_odds(around(t, w.cost, c), defence)


@jit
def _of_twenty(strength):
    """Convert a strength in eighths, relative to 20 factors, to steps of a signed channel."""
    return strength * MIDDLE // EIGHTHS
