"""The mask: every node asks its chapter, action by action, for the reason against it; no reason is legal."""

from ctv_env.core.dice import FACES
from ctv_env.core.jit import jit, lowest_bit
from ctv_env.games.ctv.model.codes import (
    ADVANCE,
    ADVANCE_TO,
    ATTACKERS,
    BOARD_ROWS,
    BREAKDOWN,
    CHANCE,
    COLUMNS,
    DONE,
    END_SC,
    FIRST_HEX,
    FIRST_PIECE,
    LOSS_ATT,
    LOSS_DEF,
    MAP,
    MOVE,
    MOVE_TO,
    N_ACTIONS,
    N_CELLS,
    N_PIECES,
    NATIONALIST,
    NO_KIND,
    NOWHERE,
    OFF,
    OVER,
    PLACE,
    PLACE_SC,
    PLACE_TRENCH,
    RETREAT,
    SEA,
    SUPPLY_COLUMN_ATT,
    SUPPLY_COLUMN_DEF,
    SUPPORT_ATT,
    SUPPORT_DEF,
    TARGET,
    WITHDRAW,
)
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.model.reasons import (
    CANNOT_MOVE,
    COLUMN_THERE,
    ENEMY_THERE,
    LEGAL,
    NO_ADVANCE,
    NO_PIECE,
    NO_POINTS,
    NOT_CONTROLLED,
    NOT_DONE_YET,
    NOT_HERE,
    NOT_NEAR_HQ,
    NOT_ON_MAP,
    NOT_YOURS,
    OUT_OF_REACH,
    SEA_HEX,
    STAYS,
    TWICE_FULL,
    UNSUPPLIED,
)
from ctv_env.games.ctv.rules.pieces import is_ground, side_of
from ctv_env.games.ctv.rules.r04_setup import is_near_hq, why_not_cover, why_not_place, why_not_trench
from ctv_env.games.ctv.rules.r06_supply import supplied_on_entry, trace_net
from ctv_env.games.ctv.rules.r08_costs import may_end_move, may_enter
from ctv_env.games.ctv.rules.r08_movement import can_move, has_room_to_move, is_destination, mark_roomy
from ctv_env.games.ctv.rules.r08_paths import reach
from ctv_env.games.ctv.rules.r09_bombardment import why_not_column, why_not_support
from ctv_env.games.ctv.rules.r10_advance import is_advance_hex, why_not_advance
from ctv_env.games.ctv.rules.r10_attack import n_attackers, why_not_attacker, why_not_target
from ctv_env.games.ctv.rules.r10_losses import why_not_loss
from ctv_env.games.ctv.rules.r10_retreat import mark_retreats, why_not_retreat, why_not_stand
from ctv_env.games.ctv.rules.r12_offensives import why_not_withdraw
from ctv_env.games.ctv.rules.r13_basque_surrender import why_not_breakdown


@jit
def prepare(s, t, w):
    """Trace once per node what its ``why_not_...`` functions read from ``w``: supply nets, reach, retreats."""
    node = int(s.node)
    if node in (MOVE, PLACE):
        trace_net(s, t, w, int(s.to_move), int(s.to_move), NOWHERE)
    elif node in (MOVE_TO, ADVANCE_TO):
        reach(s, t, w, int(s.piece), OFF)
    elif node == RETREAT:
        mark_retreats(s, t, w, int(s.to_move))


@jit
def why_not_done(s):
    """Reason why the present decision may not be passed over."""
    node = int(s.node)
    if node == ATTACKERS:
        return LEGAL if n_attackers(s) > 0 else NOT_DONE_YET
    if node == RETREAT:
        return why_not_stand(s)
    if node in (PLACE_TRENCH, MOVE, TARGET, ADVANCE):
        return LEGAL
    if SUPPORT_ATT <= node <= SUPPLY_COLUMN_DEF:
        return LEGAL
    return NOT_DONE_YET


@jit
def why_not_move(s, t, w, p):
    """Reason why ``p`` may not be chosen to move (rules 8.1, 8.1.1; ruling R-23)."""
    if p >= END_SC:
        return NOT_HERE
    if side_of(p) != s.phasing:
        return NOT_YOURS
    if s.piece_place[p] != MAP:
        return NOT_ON_MAP
    if s.piece_mp[p] == 0:
        return NO_POINTS
    return LEGAL if can_move(s, t, w, p) else CANNOT_MOVE


@jit
def why_not_piece(s, t, w, p):
    """Reason why piece ``p`` may not be named at the present node, after ``prepare``."""
    node = int(s.node)
    if t.kind[p] == NO_KIND:
        return NO_PIECE
    if node == MOVE:
        return why_not_move(s, t, w, p)
    if node == ATTACKERS:
        return why_not_attacker(s, t, p)
    if node in (SUPPORT_ATT, SUPPORT_DEF):
        return why_not_support(s, t, int(s.to_move), p)
    if node in (SUPPLY_COLUMN_ATT, SUPPLY_COLUMN_DEF):
        return why_not_column(s, t, int(s.to_move), p)
    if node in (LOSS_ATT, LOSS_DEF):
        return why_not_loss(s, t, p, node == LOSS_ATT)
    if node == ADVANCE:
        return why_not_advance(s, t, w, p)
    if node == WITHDRAW:
        return why_not_withdraw(s, t, p)
    if node == BREAKDOWN:
        return why_not_breakdown(s, t, p)
    return NOT_HERE


@jit
def why_not_move_to(s, t, w, c):
    """Reason why the chosen piece may not move to ``c``, after ``reach`` (rules 5.1.1, 7.2, 8.1, 8.1.1)."""
    p = int(s.piece)
    if is_destination(s, t, w, p, c):
        return LEGAL
    if c == s.piece_hex[p]:
        return STAYS
    if not may_enter(s, p, c):
        return ENEMY_THERE
    if not may_end_move(s, t, p, c):
        return TWICE_FULL if is_ground(p) else COLUMN_THERE
    return OUT_OF_REACH if supplied_on_entry(s, t, w, p, 2, c) else UNSUPPLIED


@jit
def why_not_new_column(s, t, c):
    """Reason why the new supply column may not come in ``c`` (rule 9.3, ruling R-33)."""
    if s.cell_control[c] != NATIONALIST:
        return NOT_CONTROLLED
    if s.cell_sc[c] != NOWHERE:
        return COLUMN_THERE
    return LEGAL if is_near_hq(s, t, NATIONALIST, c) else NOT_NEAR_HQ


@jit
def why_not_hex(s, t, w, c):
    """Reason why cell ``c`` may not be named at the present node, after ``prepare``."""
    node = int(s.node)
    if t.terrain[c] == SEA:
        return SEA_HEX
    if node == MOVE_TO:
        return why_not_move_to(s, t, w, c)
    if node == TARGET:
        return why_not_target(s, t, c)
    if node == RETREAT:
        return why_not_retreat(w, c)
    if node == ADVANCE_TO:
        return LEGAL if is_advance_hex(s, t, w, int(s.piece), c) else NO_ADVANCE
    if node == PLACE:
        reason = why_not_place(s, t, w, int(s.piece), c)
        return reason if reason != LEGAL else why_not_cover(s, t, int(s.piece), c)
    if node == PLACE_TRENCH:
        return why_not_trench(s, c)
    if node == PLACE_SC:
        return why_not_new_column(s, t, c)
    return NOT_HERE


@jit
def _asks_for_hex(node):
    return node in (MOVE_TO, TARGET, RETREAT, ADVANCE_TO, PLACE, PLACE_TRENCH, PLACE_SC)


@rule_kernel(returns=True)
def fill_mask(s, t, w):
    """Set ``w.mask`` to 1 for every legal action of the present node, and ``w.n_legal``; returns the number.

    At a chance node the faces of the die are legal; at the end of the game nothing is.
    """
    for action in range(N_ACTIONS):
        w.mask[action] = 0
    n_legal = 0
    node = int(s.node)
    if node != OVER and s.to_move == CHANCE:
        for face in range(1, FACES + 1):
            w.mask[face] = 1
        n_legal = FACES
    elif node != OVER:
        prepare(s, t, w)
        if why_not_done(s) == LEGAL:
            w.mask[DONE] = 1
            n_legal += 1
        if node == MOVE:
            n_legal += _mark_movers(s, t, w)
        elif node == MOVE_TO:
            n_legal += _mark_destinations(s, t, w)
        elif node == TARGET:
            n_legal += _mark_targets(s, t, w)
        else:
            n_legal += _mark_hexes(s, t, w) if _asks_for_hex(node) else _mark_pieces(s, t, w)
    w.n_legal = n_legal
    return n_legal


@jit
def _mark_movers(s, t, w):
    """As ``_mark_pieces`` where a piece is chosen to move: those on the map with points left."""
    n = 0
    mark_roomy(s, t, w)
    for p in range(END_SC):
        if s.piece_mp[p] == 0 or side_of(p) != s.phasing or s.piece_place[p] != MAP:
            continue
        if has_room_to_move(s, t, w, p) or can_move(s, t, w, p):
            w.mask[FIRST_PIECE + p] = 1
            n += 1
    return n


@jit
def _mark_destinations(s, t, w):
    """As ``_mark_hexes`` where a piece moves; there the reason against a hex costs more than the answer."""
    n = 0
    p = int(s.piece)
    for r in range(1, BOARD_ROWS - 1):
        cells = int(w.reached[r])
        while cells:
            c = (r - 1) * COLUMNS + lowest_bit(cells)
            cells &= cells - 1
            if is_destination(s, t, w, p, c):
                w.mask[FIRST_HEX + c] = 1
                n += 1
    return n


@jit
def _mark_hexes(s, t, w):
    n = 0
    for c in range(N_CELLS):
        if why_not_hex(s, t, w, c) == LEGAL:
            w.mask[FIRST_HEX + c] = 1
            n += 1
    return n


@jit
def _mark_targets(s, t, w):
    """As ``_mark_hexes`` where a hex is chosen to attack: only hexes with enemies come into question."""
    n = 0
    for r in range(1, BOARD_ROWS - 1):
        cells = int(s.unit_rows[1 - int(s.phasing), r])
        while cells:
            c = (r - 1) * COLUMNS + lowest_bit(cells)
            cells &= cells - 1
            if why_not_target(s, t, c) == LEGAL:
                w.mask[FIRST_HEX + c] = 1
                n += 1
    return n


@jit
def _mark_pieces(s, t, w):
    n = 0
    for p in range(N_PIECES):
        if side_of(p) == s.to_move and why_not_piece(s, t, w, p) == LEGAL:
            w.mask[FIRST_PIECE + p] = 1
            n += 1
    return n


@jit
def why_not(s, t, w, action):
    """Reason code against ``action`` at the present node, LEGAL for none (``reasons.REASONS``)."""
    if s.to_move == CHANCE:
        return LEGAL if 1 <= action <= FACES else NOT_HERE
    if s.node == OVER:
        return NOT_HERE
    prepare(s, t, w)
    if action == DONE:
        return why_not_done(s)
    if action < FIRST_HEX:
        return why_not_piece(s, t, w, action - FIRST_PIECE)
    return why_not_hex(s, t, w, action - FIRST_HEX)
