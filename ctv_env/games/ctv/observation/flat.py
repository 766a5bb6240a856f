"""The array ``flat``: one vector for a small network, the general channels first."""

from ctv_env.core.hexgrid import N_DIRECTIONS, hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import (
    ARMOUR,
    CELLS,
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
from ctv_env.games.ctv.observation.choice import chosen_piece, focus_cell
from ctv_env.games.ctv.observation.globals import fill_globals
from ctv_env.games.ctv.observation.last_seen import freshness
from ctv_env.games.ctv.observation.layout import DISTANCE, EIGHTHS, FLAT, MIDDLE, MOST_MP, N_OBJECTIVES, PIECES_IN_HEX
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
from ctv_env.games.ctv.rules.r05_fog import enemy_pieces, knows, knows_trench
from ctv_env.games.ctv.rules.r07_zoc import in_enemy_zoc
from ctv_env.games.ctv.rules.r10_attack import can_attack
from ctv_env.games.ctv.rules.r10_combat import concentric_drm
from ctv_env.games.ctv.rules.r14_victory import hex_vp

_OBJECTIVE_CONTROL = FLAT.at("objective_control")
_OBJECTIVE_DISTANCE = FLAT.at("objective_distance")
_OBJECTIVE_GUARD = FLAT.at("objective_guard")
_PIECE_ATTACK = FLAT.at("piece_attack")
_PIECE_DEFENCE = FLAT.at("piece_defence")
_PIECE_MP = FLAT.at("piece_mp")
_PIECE_COMBAT = FLAT.at("piece_combat")
_PIECE_COLUMN = FLAT.at("piece_column")
_PIECE_ARMOUR = FLAT.at("piece_armour")
_PIECE_MOTORISED = FLAT.at("piece_motorised")
_PIECE_IN_ZOC = FLAT.at("piece_in_zoc")
_PIECE_TO_OBJECTIVE = FLAT.at("piece_to_objective")
_PIECE_TO_ENEMY = FLAT.at("piece_to_enemy")
_TARGET_DEFENCE = FLAT.at("target_defence")
_TARGET_NAMED = FLAT.at("target_named")
_TARGET_COULD = FLAT.at("target_could")
_TARGET_ODDS = FLAT.at("target_odds")
_TARGET_BEST_ODDS = FLAT.at("target_best_odds")
_TARGET_PIECES = FLAT.at("target_pieces")
_TARGET_VP = FLAT.at("target_vp")
_TARGET_CONCENTRIC = FLAT.at("target_concentric")
_TARGET_TRENCH = FLAT.at("target_trench")
_TARGET_OWN = FLAT.at("target_own")
_FOCUS_ROW = FLAT.at("focus_row")
_FOCUS_COLUMN = FLAT.at("focus_column")
_UNIT_ROW = FLAT.at("unit_row")
_UNIT_COLUMN = FLAT.at("unit_column")
_UNIT_ATTACK = FLAT.at("unit_attack")
_UNIT_READY = FLAT.at("unit_ready")
_FOE_ROW = FLAT.at("foe_row")
_FOE_COLUMN = FLAT.at("foe_column")
_FOE_FRESH = FLAT.at("foe_fresh")
_STRENGTH = FLAT.at("strength")
_ODDS = FLAT.at("odds")
_SIZE = FLAT.size


@jit
def fill_flat(s, t, w, side, out):
    """Write what ``side`` sees into ``out``, uint8 (FLAT.size,); uses scratch of ``w``, but not its mask."""
    for k in range(_SIZE):
        out[k] = 0
    _survey(s, t, w, side)
    fill_globals(s, t, side, out)
    for k in range(N_OBJECTIVES):
        out[_OBJECTIVE_CONTROL + k] = 3
    _fill_objectives(s, t, w, side, out)
    out[_TARGET_ODDS] = MIDDLE
    out[_TARGET_BEST_ODDS] = MIDDLE
    _fill_piece(s, t, side, out)
    if s.target != NOWHERE:
        _fill_target(s, t, w, side, out)
    _fill_units(s, t, side, out)
    _fill_foes(s, t, side, out)
    _fill_cells(s, t, w, side, out)


@jit
def _survey(s, t, w, side):
    """Own attack and defence by cell into the two halves of ``w.cost``, the enemy's into those of ``w.gain``."""
    for k in range(2 * CELLS):
        w.cost[k] = 0
        w.gain[k] = 0
    hidden = hidden_strengths(s, t, side)
    for p in range(END_SC):
        if s.piece_place[p] == MAP:
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
    """Hexes from ``c`` to the nearest unit that ``_list_units`` found, DISTANCE if there is none nearer."""
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
        out[_OBJECTIVE_CONTROL + k] = 3 + (value if s.cell_control[c] == side else -value)
        out[_OBJECTIVE_DISTANCE + k] = _nearest_unit(w, n_units, c)
        guard = enemy_pieces(s, side, c)
        for d in range(N_DIRECTIONS):
            guard += enemy_pieces(s, side, int(t.nbr[c, d]))
        out[_OBJECTIVE_GUARD + k] = min(guard, PIECES_IN_HEX)
        k += 1
        if k == N_OBJECTIVES:
            return


@jit
def _fill_piece(s, t, side, out):
    """The piece in hand, if the observer knows of one."""
    p = chosen_piece(s, t, side)
    if p == NOWHERE or p >= END_SC:
        return
    out[_PIECE_COMBAT] = t.is_combat[p]
    out[_PIECE_COLUMN] = 1 if is_column(p) else 0
    out[_PIECE_ARMOUR] = 1 if t.kind[p] == ARMOUR else 0
    out[_PIECE_MOTORISED] = t.motorised[p]
    if s.piece_place[p] != MAP:
        if is_ground(p):
            out[_PIECE_ATTACK] = quarters(int(t.attack[int(t.steps[p]), p]) * UNIT)
            out[_PIECE_DEFENCE] = quarters(int(t.defence[int(t.steps[p]), p]) * UNIT)
        return
    if is_ground(p):
        out[_PIECE_ATTACK] = quarters(attack_now(s, t, p))
        out[_PIECE_DEFENCE] = quarters(defence_now(s, t, p))
    out[_PIECE_MP] = min(int(s.piece_mp[p]), MOST_MP)
    _fill_surroundings(s, t, side_of(p), int(s.piece_hex[p]), out)


@jit
def _fill_surroundings(s, t, owner, c, out):
    """How far a piece of ``owner`` in ``c`` has to what it wants."""
    to_objective = DISTANCE
    to_enemy = DISTANCE
    for n in range(N_CELLS):
        if t.vp[n] > 0 and s.cell_control[n] != owner and hex_vp(s, t, n) > 0:
            to_objective = min(to_objective, hex_distance(COLUMNS, FIRST_ROW, n, c))
        if enemy_pieces(s, owner, n) > 0:
            to_enemy = min(to_enemy, hex_distance(COLUMNS, FIRST_ROW, n, c))
    out[_PIECE_IN_ZOC] = 1 if in_enemy_zoc(s, owner, c) else 0
    out[_PIECE_TO_OBJECTIVE] = to_objective
    out[_PIECE_TO_ENEMY] = to_enemy


@jit
def _fill_target(s, t, w, side, out):
    """The hex under attack, strengths as far as the observer knows them."""
    c = int(s.target)
    attacks = s.phasing == side
    # Both sides know the strength that was reckoned for the combat.
    defence = int(s.strength_def) * UNIT if s.strength_def > 0 else int((w.gain if attacks else w.cost)[CELLS + c])
    named = named_strength(s, t, w, side)
    could = max(named, around(t, w.cost if attacks else w.gain, c))
    out[_TARGET_DEFENCE] = min(defence, EIGHTHS)
    out[_TARGET_NAMED] = min(named, EIGHTHS)
    out[_TARGET_COULD] = min(could, EIGHTHS)
    out[_TARGET_ODDS] = log_odds(named, defence)
    out[_TARGET_BEST_ODDS] = log_odds(could, defence)
    out[_TARGET_PIECES] = min(int(s.cell_ground[c]) + (1 if s.cell_sc[c] != NOWHERE else 0), PIECES_IN_HEX)
    out[_TARGET_VP] = min(hex_vp(s, t, c), 3)
    # Not once the die has fallen: an attacker that advances is lost from sight (ruling R-56).
    out[_TARGET_CONCENTRIC] = 1 if named > 0 and s.node <= COMBAT_DIE and concentric_drm(s, t) != 0 else 0
    out[_TARGET_TRENCH] = 1 if s.cell_trench[c] and knows_trench(s, t, side, c) else 0
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
        out[_UNIT_ROW + k] = c // COLUMNS + 1
        out[_UNIT_COLUMN + k] = c % COLUMNS + 1
        out[_UNIT_ATTACK + k] = quarters(attack_now(s, t, u))
        if combat:
            out[_UNIT_READY + k] = MOST_MP if can_attack(s, t, u) else 0
        else:
            out[_UNIT_READY + k] = min(int(s.piece_mp[u]), MOST_MP)


@jit
def _fill_foes(s, t, side, out):
    """Where every enemy ground unit is seen, or was last seen (rulings R-56, R-64)."""
    first = (1 - side) * SIDE_SLOTS
    for k in range(SIDE_SLOTS):
        u = first + k
        fresh = freshness(s, t, side, u)
        if fresh > 0:
            c = int(s.piece_hex[u]) if knows(s, t, side, u) else int(s.seen_hex[u])
            out[_FOE_ROW + k] = c // COLUMNS + 1
            out[_FOE_COLUMN + k] = c % COLUMNS + 1
            out[_FOE_FRESH + k] = fresh


@jit
def _fill_cells(s, t, w, side, out):
    """The two maps, and the hex that the decision is about."""
    focus = focus_cell(s, t, side)
    if focus != NOWHERE:
        out[_FOCUS_ROW + focus // COLUMNS] = 1
        out[_FOCUS_COLUMN + focus % COLUMNS] = 1
    for c in range(N_CELLS):
        out[_STRENGTH + c] = MIDDLE
        out[_ODDS + c] = MIDDLE
        if s.cell_side[c] == side:
            defence = int(w.cost[CELLS + c])
            out[_STRENGTH + c] = MIDDLE + _of_twenty(defence)
            out[_ODDS + c] = 2 * MIDDLE - log_odds(around(t, w.gain, c), defence)
        elif s.cell_side[c] == 1 - side:
            defence = int(w.gain[CELLS + c])
            out[_STRENGTH + c] = MIDDLE - _of_twenty(defence)
            out[_ODDS + c] = log_odds(around(t, w.cost, c), defence)


@jit
def _of_twenty(strength):
    """A strength in eighths, of 20 factors, in steps of a signed channel."""
    return strength * MIDDLE // EIGHTHS
