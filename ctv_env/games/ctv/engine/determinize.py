"""Positions that a side cannot distinguish from the true one: what fog hides (5.2) is resampled.

Everything that ``r05_fog`` hides from the side may change: the positions of the unseen enemies, and which of them have
lost steps or are disorganised.  Everything that the side sees stays the same: the number of pieces in a hex, lone
supply columns (ruling R-63), hexes in an enemy ZoC (ruling R-56), and overstacked hexes, since a combat would reveal
them.  The sample is a random walk from the true position by exchanges that preserve these, so that every result is a
possible position.
"""

from ctv_env.core.dice import next_random
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import END_SC, N_CELLS, N_PIECES, NODE, NOWHERE, PLACE, ROLE
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.pieces import has_kind, is_ground, is_hq, lift_unit, put_column, put_unit, side_of
from ctv_env.games.ctv.rules.r04_setup import order_row, place, why_not_set_up
from ctv_env.games.ctv.rules.r05_fog import is_of_this_set_up, knows, sets_up_unseen
from ctv_env.games.ctv.rules.r05_stacking import is_overstacked, keeps_the_limit, survive_with
from ctv_env.games.ctv.rules.r06_supply import is_lost, trace_net_of_mover
from ctv_env.games.ctv.rules.r08_costs import allowance, may_end_move
from ctv_env.games.ctv.rules.r10_attack import why_not_attacker

_EXCHANGES = 30  # attempts per hidden piece
_PLACED = END_SC  # where the pieces set up are noted in ``w.queue``, after the hidden ones


@jit
def redraw(s, t, w, side):
    """Replace ``s`` by another position that ``side`` cannot distinguish from it, drawn with ``w.rng``."""
    unseen = sets_up_unseen(s, t, side)
    n_placed = _take_set_up_off(s, t, w) if unseen else 0
    n_hidden = _list_hidden(s, t, w, side)
    for _ in range(_EXCHANGES * n_hidden):
        a = int(w.queue[next_random(w) % n_hidden])
        b = int(w.queue[next_random(w) % n_hidden])
        if is_ground(a) and is_ground(b):
            if a != b and s.piece_hex[a] != s.piece_hex[b]:
                _exchange_units(s, t, w, a, b)
        elif is_ground(a) != is_ground(b):
            _exchange_with_column(s, t, w, max(a, b), min(a, b))
    _redraw_losses(s, t, w, n_hidden)
    for k in range(n_hidden):
        p = int(w.queue[k])
        s.piece_mp[p] = min(int(s.piece_mp[p]), allowance(s, t, p))
    if unseen:
        _set_up_anew(s, t, w, n_placed)


@jit
def _take_set_up_off(s, t, w):
    """Take the pieces set up in this stage off the map, noting each in ``w.queue``; return their number."""
    n = 0
    for k in range(N_PIECES):
        p = int(t.order[order_row(s), k])
        if p != NOWHERE and is_of_this_set_up(s, t, p):
            at = _PLACED + 3 * n
            w.queue[at], w.queue[at + 1], w.queue[at + 2] = k, p, s.piece_hex[p]
            n += 1
            _take_back(s, t, p)
    return n


@jit
def _set_up_anew(s, t, w, n_placed):
    """Set these pieces up again, one by one in their order, each in a random legal hex (R-52 to R-54).

    The watching side sees none of them before the stage is over (ruling R-57), so that where they are tells nothing.
    """
    n_event, cursor, piece = int(w.n_event), int(s.cursor), int(s.piece)
    for k in range(n_placed):
        at = _PLACED + 3 * k
        s.cursor, s.piece = w.queue[at], w.queue[at + 1]
        place(s, t, w, int(s.piece), _random_place(s, t, w, int(w.queue[at + 2])))
    w.n_event, s.cursor, s.piece = n_event, cursor, piece


@jit
def _take_back(s, t, p):
    """Take piece ``p`` off the map, to be set up."""
    if is_ground(p):
        lift_unit(s, t, p)
        s.unit_steps[p] = 0
        s.unit_supplied[p] = 0
    else:
        s.cell_sc[s.piece_hex[p]] = NOWHERE
        s.piece_hex[p] = NOWHERE
    s.piece_place[p] = PLACE.WAITING


@jit
def _random_place(s, t, w, otherwise):
    """Return a random hex in which the current piece may be set up, ``otherwise`` if there is none."""
    trace_net_of_mover(s, t, w)
    goal, n = otherwise, 0
    for c in range(N_CELLS):
        if why_not_set_up(s, t, w, c) == WHY.LEGAL:
            n += 1
            if next_random(w) % n == 0:
                goal = c
    return goal


@jit
def _list_hidden(s, t, w, side):
    """List in ``w.queue`` the enemy ground units and columns on the map that ``side`` does not know; return the number.

    Pieces on which the enemy's present decision turns are not exchanged: planners plan at their own decisions.
    """
    n = 0
    for p in range(END_SC):
        hidden = side_of(p) != side and s.piece_place[p] == PLACE.MAP and not knows(s, t, side, p)
        if hidden and not _is_in_hand(s, t, p):
            w.queue[n] = p
            n += 1
    return n


@jit
def _is_in_hand(s, t, p):
    """True if ``p`` is chosen or committed, might be named to attack, or is an HQ for a new column (9.3).

    So is the CTV HQ once the odds of a combat, which its hex may shift (4.4), are known; and a column under attack,
    which no unseen unit can replace, since the defenders have been uncovered (ruling R-56).
    """
    if p == s.piece or s.piece_role[p] != ROLE.NONE or (p == t.ctv_hq and s.strength_att > 0):
        return True
    if s.node != NODE.ATTACKERS and s.target != NOWHERE and s.piece_hex[p] == s.target:
        return True
    if s.node == NODE.ATTACKERS:
        return why_not_attacker(s, t, p) == WHY.LEGAL
    return s.node == NODE.PLACE_SC and is_hq(t, p)


@jit
def _facts(s, t, c):
    """What an exchange keeps of cell ``c``, as a number: whether it is overstacked, and open to the piece in hand."""
    fact = 1 if is_overstacked(s, t, c) else 0
    if s.node == NODE.MOVE_TO:
        fact += 2 if may_end_move(s, t, int(s.piece), c) else 0
    elif s.node == NODE.ADVANCE_TO:
        fact += 2 if keeps_the_limit(s, t, int(s.piece), c) else 0
    return fact


@jit
def _swap_fields(s, a, b):
    """Swap the fields that belong to the place of a ground unit: supply, movement.

    Who has attacked or bombarded was seen to (ruling R-56), so that this belongs to its name.
    """
    s.unit_supplied[a], s.unit_supplied[b] = s.unit_supplied[b], s.unit_supplied[a]
    s.piece_mp[a], s.piece_mp[b] = s.piece_mp[b], s.piece_mp[a]
    s.piece_began_zoc[a], s.piece_began_zoc[b] = s.piece_began_zoc[b], s.piece_began_zoc[a]


@jit
def _exchange_units(s, t, w, a, b):
    """Exchange two units of different hexes, unless the rules or visible facts forbid it."""
    at_a, at_b = int(s.piece_hex[a]), int(s.piece_hex[b])
    facts_a, facts_b = _facts(s, t, at_a), _facts(s, t, at_b)
    _note_zoc(s, w, side_of(a))
    _put_both(s, t, a, b, at_b, at_a)
    well = _fits(s, t, a) and _fits(s, t, b) and _same_zoc(s, w, side_of(a))
    if not well or _facts(s, t, at_a) != facts_a or _facts(s, t, at_b) != facts_b:
        _put_both(s, t, a, b, at_a, at_b)


@jit
def _put_both(s, t, a, b, to_a, to_b):
    lift_unit(s, t, a)
    lift_unit(s, t, b)
    _swap_fields(s, a, b)
    put_unit(s, t, a, to_a)
    put_unit(s, t, b, to_b)


@jit
def _fits(s, t, u):
    """True if ``u`` may be in its hex: it survives there, one HQ and one armour unit per hex (5.1.1, 9.5.1, R-12)."""
    c = int(s.piece_hex[u])
    return survive_with(s, t, u, c) and not has_kind(s, t, c, u) and not is_lost(s, t, u)


@jit
def _exchange_with_column(s, t, w, column, u):
    """Exchange a supply column and a unit of another hex, unless either is alone in its hex (R-56, R-63)."""
    at_column, at_u = int(s.piece_hex[column]), int(s.piece_hex[u])
    if at_column == at_u or s.cell_ground[at_column] == 0 or s.cell_ground[at_u] < 2 or s.cell_sc[at_u] != NOWHERE:
        return
    facts_column, facts_u = _facts(s, t, at_column), _facts(s, t, at_u)
    _note_zoc(s, w, side_of(u))
    supplied = int(s.unit_supplied[u])
    _put_with_column(s, t, u, at_column, int(s.unit_supplied[s.cell_first[at_column]]), column, at_u)
    well = _fits(s, t, u) and _same_zoc(s, w, side_of(u))
    if not well or _facts(s, t, at_column) != facts_column or _facts(s, t, at_u) != facts_u:
        _put_with_column(s, t, u, at_u, supplied, column, at_column)


@jit
def _put_with_column(s, t, u, to_u, supplied, column, to_column):
    lift_unit(s, t, u)
    s.unit_supplied[u] = supplied
    put_unit(s, t, u, to_u)
    s.cell_sc[s.piece_hex[column]] = NOWHERE
    put_column(s, column, to_column)


@jit
def _note_zoc(s, w, side):
    """Save in ``w.pending`` which cells are in a ZoC of ``side``."""
    for c in range(N_CELLS):
        w.pending[c] = 1 if s.zoc[side, c] > 0 else 0


@jit
def _same_zoc(s, w, side):
    """True if the same cells as saved are in a ZoC of ``side``."""
    for c in range(N_CELLS):
        if (s.zoc[side, c] > 0) != (w.pending[c] == 1):
            return False
    return True


@jit
def _redraw_losses(s, t, w, n_hidden):
    """Redistribute lost steps and disorganisation among the hidden units that can have them."""
    for _ in range(_EXCHANGES * n_hidden):
        a = int(w.queue[next_random(w) % n_hidden])
        b = int(w.queue[next_random(w) % n_hidden])
        if not is_ground(a) or not is_ground(b):
            continue
        if t.steps[a] == t.steps[b] and _may_have(s, a, s.unit_steps[b]) and _may_have(s, b, s.unit_steps[a]):
            s.unit_steps[a], s.unit_steps[b] = s.unit_steps[b], s.unit_steps[a]
        if s.unit_supplied[a] == s.unit_supplied[b]:  # at the last level only units in supply survive (9.5.1)
            s.unit_dsg[a], s.unit_dsg[b] = s.unit_dsg[b], s.unit_dsg[a]


@jit
def _may_have(s, u, steps):
    """True if ``u`` may have ``steps`` left, given what the other side last saw: steps never rise (ruling R-64)."""
    return s.seen_turn[u] == 0 or steps <= s.seen_steps[u]
