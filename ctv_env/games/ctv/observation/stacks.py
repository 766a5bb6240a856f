"""The planes of stacks: own pieces, visible and last seen enemy pieces, and the odds."""

from ctv_env.core.bitboard import around as cells_around
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit, lowest_bit
from ctv_env.games.ctv.model.channels import (
    EIGHTHS,
    FRESH,
    MIDDLE,
    MOST_DSG,
    MOST_MP,
    MOST_STEPS,
    PIECES_IN_HEX,
    PLANES,
)
from ctv_env.games.ctv.model.codes import (
    BOARD_ROWS,
    COLUMNS,
    END_SC,
    FIRST_ROW,
    N_CELLS,
    NAT_SC,
    NOWHERE,
    OFF,
    PLACE,
    SIDE_SLOTS,
)
from ctv_env.games.ctv.observation.changes import touched_cell
from ctv_env.games.ctv.observation.last_seen import freshness
from ctv_env.games.ctv.observation.strength import (
    UNIT,
    around,
    enemy_strengths,
    hidden_strengths,
    log_odds,
    own_strengths,
    with_terrain,
)
from ctv_env.games.ctv.rules.pieces import is_hq, side_of
from ctv_env.games.ctv.rules.r05_fog import knows

_AT, _ALL, _LOCAL = PLANES.first, PLANES.refills, PLANES.local_refills
_OWN = PLANES.written_by("own_stacks")


@jit
def fill_stacks(s, t, w, side, change, out):
    """Write the stack channels of ``side`` that ``change`` may affect to ``out``, uint8 (PLANES.size,)."""
    if _ALL.own_stacks >> change & 1:
        _fill_own_stacks(s, t, side, out)
    elif _LOCAL.own_stacks >> change & 1:
        for k in range(2):
            c = touched_cell(s, w, change, k)
            if c != NOWHERE:
                _refill_own_stack(s, t, side, c, out)
    if _ALL.enemy_stacks >> change & 1:
        _fill_enemy_stacks(s, t, side, out)
    if _ALL.odds >> change & 1:
        _fill_odds(s, t, side, out)
    elif _LOCAL.odds >> change & 1:
        for k in range(2):
            c = touched_cell(s, w, change, k)
            if c != NOWHERE:
                _refill_odds(s, t, side, c, out)
    if _ALL.memories >> change & 1:
        _fill_memories(s, t, side, out)


@jit
def _fill_own_stacks(s, t, side, out):
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if s.piece_place[u] == PLACE.MAP:
            _add_own_unit(s, t, u, out)
    for p in range(NAT_SC, END_SC):
        if s.piece_place[p] == PLACE.MAP and side_of(p) == side:
            _add_own_column(s, p, out)
    for c in range(N_CELLS):
        out[_AT.own_defence + c] = with_terrain(t, out[_AT.own_defence + c], c)


@jit
def _refill_own_stack(s, t, side, c, out):
    """Rewrite the channels of the own pieces in ``c``; there may be none."""
    for plane in _OWN:
        out[plane + c] = 0
    if s.cell_side[c] == side:
        u = int(s.cell_first[c])
        while u != NOWHERE:
            _add_own_unit(s, t, u, out)
            u = int(s.unit_next[u])
    if s.cell_sc[c] != NOWHERE and side_of(int(s.cell_sc[c])) == side:
        _add_own_column(s, int(s.cell_sc[c]), out)
    out[_AT.own_defence + c] = with_terrain(t, out[_AT.own_defence + c], c)


@jit
def _add(out, k, n, most):
    out[k] = min(int(out[k]) + int(n), most)


@jit
def _raise(out, k, n, most):
    out[k] = min(max(int(out[k]), int(n)), most)


@jit
def _add_own_unit(s, t, u, out):
    """Add own unit ``u`` to the channels of its hex; its defence is without terrain."""
    c = int(s.piece_hex[u])
    attack, defence = own_strengths(s, t, u)
    _add(out, _AT.own_units + c, 1, PIECES_IN_HEX)
    _add(out, _AT.own_attack + c, attack, EIGHTHS)
    _add(out, _AT.own_defence + c, defence, EIGHTHS)
    _add(out, _AT.own_steps + c, s.unit_steps[u], MOST_STEPS)
    _add(out, _AT.own_unsupplied + c, 1 - int(s.unit_supplied[u]), PIECES_IN_HEX)
    _raise(out, _AT.own_dsg + c, s.unit_dsg[u], MOST_DSG)
    _raise(out, _AT.own_mp + c, s.piece_mp[u], MOST_MP)
    out[_AT.own_hq + c] |= is_hq(t, u)


@jit
def _add_own_column(s, p, out):
    """Add own supply column ``p`` to the channels of its hex."""
    c = int(s.piece_hex[p])
    out[_AT.own_column + c] = 1
    _raise(out, _AT.own_mp + c, s.piece_mp[p], MOST_MP)


@jit
def _fill_enemy_stacks(s, t, side, out):
    hidden = hidden_strengths(s, t, side)
    for u in range((1 - side) * SIDE_SLOTS, (2 - side) * SIDE_SLOTS):
        if s.piece_place[u] == PLACE.MAP:
            _add_enemy_unit(s, t, side, u, hidden, out)
    for p in range(NAT_SC, END_SC):
        if s.piece_place[p] == PLACE.MAP and side_of(p) != side:
            _add_enemy_piece(s, t, side, p, hidden, out)
    for c in range(N_CELLS):
        out[_AT.enemy_defence + c] = with_terrain(t, out[_AT.enemy_defence + c], c)


@jit
def _add_enemy_unit(s, t, side, u, hidden, out):
    """Add enemy unit ``u`` to the channels of its hex: its presence, and what is known of it."""
    _add_enemy_piece(s, t, side, u, hidden, out)
    if knows(s, t, side, u):
        c = int(s.piece_hex[u])
        _add(out, _AT.enemy_steps + c, s.unit_steps[u], MOST_STEPS)
        _add(out, _AT.enemy_unsupplied + c, 1 - int(s.unit_supplied[u]), PIECES_IN_HEX)
        _raise(out, _AT.enemy_dsg + c, s.unit_dsg[u], MOST_DSG)


@jit
def _add_enemy_piece(s, t, side, p, hidden, out):
    """Add enemy unit or supply column ``p`` to the common channels of its hex; its defence is without terrain."""
    c = int(s.piece_hex[p])
    attack, defence = enemy_strengths(s, t, side, p, hidden)
    _add(out, _AT.enemy_pieces + c, 1, PIECES_IN_HEX)
    _add(out, _AT.enemy_attack + c, attack, EIGHTHS)
    _add(out, _AT.enemy_defence + c, defence, EIGHTHS)
    if knows(s, t, side, p):
        _add(out, _AT.enemy_seen + c, 1, PIECES_IN_HEX)


@jit
def _fill_odds(s, t, side, out):
    """Write the log odds where the two sides are in contact."""
    for c in range(N_CELLS):
        out[_AT.odds + c] = MIDDLE
    for r in range(1, BOARD_ROWS - 1):
        contact = int(s.unit_rows[side, r]) & cells_around(s.unit_rows[1 - side], t.open_rows, FIRST_ROW, r)
        contact |= int(s.unit_rows[1 - side, r]) & cells_around(s.unit_rows[side], t.open_rows, FIRST_ROW, r)
        while contact:
            _fill_odds_in(s, t, side, (r - 1) * COLUMNS + lowest_bit(contact), out)
            contact &= contact - 1


@jit
def _refill_odds(s, t, side, c, out):
    """Update the odds in ``c`` and the hexes next to it."""
    _fill_odds_in(s, t, side, c, out)
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n != OFF:
            _fill_odds_in(s, t, side, n, out)


@jit
def _fill_odds_in(s, t, side, c, out):
    """Write the log odds of an attack on the enemy in ``c``, or on own units there; even odds if there is none."""
    odds = MIDDLE
    if s.cell_side[c] == side:
        odds = 2 * MIDDLE - log_odds(around(t, out[_AT.enemy_attack :], c), int(out[_AT.own_defence + c]))
    elif s.cell_side[c] == 1 - side:
        odds = log_odds(around(t, out[_AT.own_attack :], c), int(out[_AT.enemy_defence + c]))
    out[_AT.odds + c] = odds


@jit
def _fill_memories(s, t, side, out):
    """Write hidden enemy units where they were last seen, with the steps that they had then (ruling R-64)."""
    for u in range((1 - side) * SIDE_SLOTS, (2 - side) * SIDE_SLOTS):
        if s.seen_turn[u] == 0 or s.piece_place[u] != PLACE.MAP or knows(s, t, side, u):
            continue
        c = int(s.seen_hex[u])
        steps = int(s.seen_steps[u])
        _add(out, _AT.last_attack + c, int(t.attack[steps, u]) * UNIT, EIGHTHS)
        _add(out, _AT.last_defence + c, int(t.defence[steps, u]) * UNIT, EIGHTHS)
        _raise(out, _AT.last_fresh + c, freshness(s, t, side, u), FRESH)
