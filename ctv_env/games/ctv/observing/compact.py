"""The array ``compact``: one vector for a small network, the general channels first."""

from ctv_env.core.hexgrid import N_DIRECTIONS, hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.ctv.codes import (
    ARMOUR,
    COLUMNS,
    COMBAT_DIE,
    END_SC,
    FIRST_ROW,
    MAP,
    N_CELLS,
    NAT_COMBAT,
    NOWHERE,
    REP_COMBAT,
    SIDE_SLOTS,
)
from ctv_env.games.ctv.fog import enemy_pieces, knows_trench
from ctv_env.games.ctv.observing.choice import chosen_piece, focus_cell
from ctv_env.games.ctv.observing.general import fill_globals, part
from ctv_env.games.ctv.observing.layout import (
    COMPACT,
    COUNT_SCALE,
    DISTANCE_SCALE,
    FACTOR_SCALE,
    MP_SCALE,
    N_OBJECTIVES,
    STRENGTH_SCALE,
    VP_SCALE,
)
from ctv_env.games.ctv.observing.strength import (
    DEFENCE,
    UNIT,
    around,
    attack_now,
    defence_now,
    log_odds,
    named_strength,
    odds_in,
    survey,
    target_strength,
    with_terrain,
)
from ctv_env.games.ctv.pieces import is_column, is_ground, side_of
from ctv_env.games.ctv.rules.r07_zoc import in_enemy_zoc
from ctv_env.games.ctv.rules.r10_attack import can_attack
from ctv_env.games.ctv.rules.r10_combat import concentric_drm
from ctv_env.games.ctv.rules.r14_victory import hex_vp

_OBJECTIVE_CONTROL = COMPACT.at("objective_control")
_OBJECTIVE_DISTANCE = COMPACT.at("objective_distance")
_OBJECTIVE_GUARD = COMPACT.at("objective_guard")
_PIECE_ATTACK = COMPACT.at("piece_attack")
_PIECE_DEFENCE = COMPACT.at("piece_defence")
_PIECE_MP = COMPACT.at("piece_mp")
_PIECE_COMBAT = COMPACT.at("piece_combat")
_PIECE_COLUMN = COMPACT.at("piece_column")
_PIECE_ARMOUR = COMPACT.at("piece_armour")
_PIECE_MOTORISED = COMPACT.at("piece_motorised")
_PIECE_IN_ZOC = COMPACT.at("piece_in_zoc")
_PIECE_TO_OBJECTIVE = COMPACT.at("piece_to_objective")
_PIECE_TO_ENEMY = COMPACT.at("piece_to_enemy")
_TARGET_DEFENCE = COMPACT.at("target_defence")
_TARGET_NAMED = COMPACT.at("target_named")
_TARGET_COULD = COMPACT.at("target_could")
_TARGET_ODDS = COMPACT.at("target_odds")
_TARGET_BEST_ODDS = COMPACT.at("target_best_odds")
_TARGET_PIECES = COMPACT.at("target_pieces")
_TARGET_VP = COMPACT.at("target_vp")
_TARGET_CONCENTRIC = COMPACT.at("target_concentric")
_TARGET_TRENCH = COMPACT.at("target_trench")
_TARGET_OWN = COMPACT.at("target_own")
_FOCUS_ROW = COMPACT.at("focus_row")
_FOCUS_COLUMN = COMPACT.at("focus_column")
_UNIT_ROW = COMPACT.at("unit_row")
_UNIT_COLUMN = COMPACT.at("unit_column")
_UNIT_ATTACK = COMPACT.at("unit_attack")
_UNIT_READY = COMPACT.at("unit_ready")
_STRENGTH = COMPACT.at("strength")
_ODDS = COMPACT.at("odds")
_SIZE = COMPACT.size


@jit
def fill_compact(s, t, w, side, out):
    """Write what ``side`` sees into ``out``, float32 (COMPACT.size,); uses scratch of ``w``, but not its mask."""
    for k in range(_SIZE):
        out[k] = 0.0
    survey(s, t, w, side)
    fill_globals(s, t, side, out)
    _fill_objectives(s, t, w, side, out)
    _fill_piece(s, t, side, out)
    if s.target != NOWHERE:
        _fill_target(s, t, w, side, out)
    _fill_units(s, t, side, out)
    _fill_cells(s, t, w, side, out)


@jit
def _axial_column(c):
    """Column of a cell in axial coordinates, in which a hex distance is the largest of three differences."""
    row = c // COLUMNS
    return c % COLUMNS - (row - ((row + FIRST_ROW) & 1)) // 2


@jit
def _list_units(s, t, w, side):
    """Axial column and row of each combat unit of ``side`` into ``w.queue``; returns their number.

    Every objective looks at all of them: computed once, this is four times as fast as ``hex_distance`` each time.
    """
    n = 0
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if s.piece_place[u] == MAP and t.is_combat[u]:
            c = int(s.piece_hex[u])
            w.queue[2 * n] = _axial_column(c)
            w.queue[2 * n + 1] = c // COLUMNS
            n += 1
    return n


@jit
def _nearest_unit(w, n_units, c):
    """Hexes from ``c`` to the nearest unit that ``_list_units`` found, DISTANCE_SCALE if there is none nearer."""
    best = int(DISTANCE_SCALE)
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
        value = part(hex_vp(s, t, c), VP_SCALE)
        out[_OBJECTIVE_CONTROL + k] = value if s.cell_control[c] == side else -value
        out[_OBJECTIVE_DISTANCE + k] = part(_nearest_unit(w, n_units, c), DISTANCE_SCALE)
        guard = enemy_pieces(s, side, c)
        for d in range(N_DIRECTIONS):
            guard += enemy_pieces(s, side, int(t.nbr[c, d]))
        out[_OBJECTIVE_GUARD + k] = part(guard, COUNT_SCALE)
        k += 1
        if k == N_OBJECTIVES:
            return


@jit
def _fill_piece(s, t, side, out):
    """The piece in hand, if the observer knows of one."""
    p = chosen_piece(s, t, side)
    if p == NOWHERE or p >= END_SC:
        return
    out[_PIECE_COMBAT] = float(t.is_combat[p])
    out[_PIECE_COLUMN] = 1.0 if is_column(p) else 0.0
    out[_PIECE_ARMOUR] = 1.0 if t.kind[p] == ARMOUR else 0.0
    out[_PIECE_MOTORISED] = float(t.motorised[p])
    if s.piece_place[p] != MAP:
        if is_ground(p):
            out[_PIECE_ATTACK] = part(int(t.attack[int(t.steps[p]), p]), FACTOR_SCALE)
            out[_PIECE_DEFENCE] = part(int(t.defence[int(t.steps[p]), p]), FACTOR_SCALE)
        return
    if is_ground(p):
        out[_PIECE_ATTACK] = part(attack_now(s, t, p), FACTOR_SCALE * UNIT)
        out[_PIECE_DEFENCE] = part(defence_now(s, t, p), FACTOR_SCALE * UNIT)
    out[_PIECE_MP] = part(int(s.piece_mp[p]), MP_SCALE)
    _fill_surroundings(s, t, side_of(p), int(s.piece_hex[p]), out)


@jit
def _fill_surroundings(s, t, owner, c, out):
    """How far a piece of ``owner`` in ``c`` has to what it wants."""
    to_objective = int(DISTANCE_SCALE)
    to_enemy = int(DISTANCE_SCALE)
    for n in range(N_CELLS):
        if t.vp[n] > 0 and s.cell_control[n] != owner and hex_vp(s, t, n) > 0:
            to_objective = min(to_objective, hex_distance(COLUMNS, FIRST_ROW, n, c))
        if enemy_pieces(s, owner, n) > 0:
            to_enemy = min(to_enemy, hex_distance(COLUMNS, FIRST_ROW, n, c))
    out[_PIECE_IN_ZOC] = 1.0 if in_enemy_zoc(s, owner, c) else 0.0
    out[_PIECE_TO_OBJECTIVE] = part(to_objective, DISTANCE_SCALE)
    out[_PIECE_TO_ENEMY] = part(to_enemy, DISTANCE_SCALE)


@jit
def _fill_target(s, t, w, side, out):
    """The hex under attack, strengths as far as the observer knows them."""
    c = int(s.target)
    attacks = s.phasing == side
    defence = target_strength(s, t, w, side)
    named = named_strength(s, t, w, side)
    could = max(named, around(t, w.cost if attacks else w.gain, c))
    out[_TARGET_DEFENCE] = part(defence, STRENGTH_SCALE)
    out[_TARGET_NAMED] = part(named, STRENGTH_SCALE)
    out[_TARGET_COULD] = part(could, STRENGTH_SCALE)
    out[_TARGET_ODDS] = log_odds(named, defence)
    out[_TARGET_BEST_ODDS] = log_odds(could, defence)
    out[_TARGET_PIECES] = part(int(s.cell_ground[c]) + (1 if s.cell_sc[c] != NOWHERE else 0), COUNT_SCALE)
    out[_TARGET_VP] = part(hex_vp(s, t, c), VP_SCALE)
    # Not once the die has fallen: an attacker that advances is lost from sight (ruling R-56).
    out[_TARGET_CONCENTRIC] = 1.0 if named > 0.0 and s.node <= COMBAT_DIE and concentric_drm(s, t) != 0 else 0.0
    out[_TARGET_TRENCH] = 1.0 if s.cell_trench[c] and knows_trench(s, t, side, c) else 0.0
    out[_TARGET_OWN] = 0.0 if attacks else 1.0


@jit
def _fill_units(s, t, side, out):
    """Place, strength and readiness of every own ground unit."""
    combat = s.stage == NAT_COMBAT or s.stage == REP_COMBAT
    first = side * SIDE_SLOTS
    for k in range(SIDE_SLOTS):
        u = first + k
        if s.piece_place[u] != MAP:
            continue
        c = int(s.piece_hex[u])
        out[_UNIT_ROW + k] = (c // COLUMNS + 1.0) / (N_CELLS // COLUMNS)
        out[_UNIT_COLUMN + k] = (c % COLUMNS + 1.0) / COLUMNS
        out[_UNIT_ATTACK + k] = part(attack_now(s, t, u), FACTOR_SCALE * UNIT)
        if combat:
            out[_UNIT_READY + k] = 1.0 if can_attack(s, t, u) else 0.0
        else:
            out[_UNIT_READY + k] = part(int(s.piece_mp[u]), MP_SCALE)


@jit
def _fill_cells(s, t, w, side, out):
    """The two maps, and the hex that the decision is about."""
    focus = focus_cell(s, t, side)
    if focus != NOWHERE:
        out[_FOCUS_ROW + focus // COLUMNS] = 1.0
        out[_FOCUS_COLUMN + focus % COLUMNS] = 1.0
    for c in range(N_CELLS):
        if s.cell_side[c] == side:
            out[_STRENGTH + c] = part(with_terrain(t, w.cost[DEFENCE + c], c), STRENGTH_SCALE)
            out[_ODDS + c] = odds_in(s, t, w, side, c)
        elif enemy_pieces(s, side, c) > 0:
            out[_STRENGTH + c] = -part(with_terrain(t, w.gain[DEFENCE + c], c), STRENGTH_SCALE)
            out[_ODDS + c] = odds_in(s, t, w, side, c)
