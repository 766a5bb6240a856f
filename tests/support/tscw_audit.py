"""A compiled auditor of The Spanish Civil War: whole games, with every piece and hex counted at every decision."""

from ctv_env.core.bitboard import holds
from ctv_env.core.jit import jit
from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.model.codes import KIND, NO_GROUP, NOBODY_PIECE, NODE, OFF, SIDE, SIZE, WHERE
from ctv_env.games.tscw.policies.choose import choose

MOST_DECISIONS = 4_000  # of both sides in a game
FINDINGS = (
    "sound",
    "no legal action",
    "the mask has another number of legal actions than it says",
    "a unit on the map is in no hex, or one off the map in a hex",
    "a unit has no steps on the map, or steps among the dead",
    "a stack has lost or doubled a unit, or is out of order",
    "a stack holds more than six units, four divisions or one HQ",
    "units of both sides are in a hex, or their side does not control it",
    "a hex belongs to both sides or to none",
    "a zone of control is not that of the units",
    "northern units stand beyond the limit, or others in the north",
    "a purse, the morale or a capacity is out of its bounds",
    "the game does not end",
)
(
    SOUND,
    NO_ACTION,
    WRONG_MASK,
    WRONG_PLACE,
    WRONG_STEPS,
    WRONG_LIST,
    WRONG_STACK,
    WRONG_OWNER,
    WRONG_CONTROL,
    WRONG_ZOC,
    WRONG_REGION,
    WRONG_NUMBER,
    ENDLESS,
) = range(len(FINDINGS))


@jit
def _side(t, p):
    return 0 if p < t.n_nationalist else 1


@jit
def _audit_pieces(s, t):
    """Every piece is where it says, with the steps that it may have there."""
    for p in range(int(t.n_pieces)):
        on_map = s.where[p] == WHERE.ON_MAP and t.kind[p] < KIND.AIR
        if on_map != (s.piece_cell[p] != OFF):
            return WRONG_PLACE
        if on_map and (s.strength[p] < 1 or s.strength[p] > t.steps[s.face[p], p]):
            return WRONG_STEPS
        if s.where[p] in (WHERE.DEAD, WHERE.GONE) and s.strength[p] != 0:
            return WRONG_STEPS
        if t.kind[p] in (KIND.AIR, KIND.NAVAL) and s.piece_cell[p] != OFF:
            return WRONG_PLACE
    return SOUND


@jit
def _audit_cell(s, t, c, moving):
    """The stack of a cell is a list of its pieces in order, within the limits unless a unit is passing (8.1)."""
    units, divisions, hqs, side, last = 0, 0, 0, -1, -1
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        if p <= last or s.piece_cell[p] != c or (side >= 0 and _side(t, p) != side):
            return WRONG_LIST
        side, last = _side(t, p), p
        if t.kind[p] == KIND.HQ:
            hqs += 1
        else:
            units += 1
            divisions += 1 if t.echelon[s.face[p], p] == SIZE.DIVISION else 0
        p = int(s.piece_next[p])
    if units != s.stack_units[c] or divisions != s.stack_divisions[c] or hqs != s.stack_hqs[c]:
        return WRONG_LIST
    if not moving and (units > t.max_units or divisions > t.max_divisions or hqs > 1):
        return WRONG_STACK
    for one in range(2):
        there = holds(s.unit_rows[one], t.n_columns, c)
        if there != (side == one) or (there and not holds(s.control_rows[one], t.n_columns, c)):
            return WRONG_OWNER
    both = holds(s.control_rows[0], t.n_columns, c) + holds(s.control_rows[1], t.n_columns, c)
    return WRONG_CONTROL if both != t.land[c] else SOUND


@jit
def _zoc_around(s, t, side, c):
    """ZOC of a side in a cell from the units next to it: 0 none, 1 limited, 2 full (10.1, 10.6)."""
    most = 0
    for d in range(6):
        n = int(t.nbr[c, d])
        if n == OFF:
            continue
        p = int(s.cell_first[n])
        while p != NOBODY_PIECE:
            if _side(t, p) == side and s.landed[p] == 0:
                size = int(t.echelon[s.face[p], p])
                if size in (3, 4):
                    most = 2
                elif size == 0:
                    full = t.place[n] != 0 and s.supply[p] == 0
                    most = max(most, 2 if full else 1)
            p = int(s.piece_next[p])
    return most


@jit
def _audit_zoc(s, t, c):
    for side in range(2):
        most = _zoc_around(s, t, side, c)
        if holds(s.zoc_rows[side], t.n_columns, c) != (most > 0):
            return WRONG_ZOC
        if holds(s.full_zoc_rows[side], t.n_columns, c) != (most == 2):
            return WRONG_ZOC
    return SOUND


@jit
def _audit_north(s, t):
    """Republicans from elsewhere are never in the northern regions (T-149)."""
    for p in range(int(t.n_nationalist), int(t.n_pieces)):
        c = int(s.piece_cell[p])
        if c != OFF and t.group[p] == NO_GROUP and t.net[p] == 1 and t.region[c] != 3:
            return WRONG_REGION
    return SOUND


@jit
def _audit_numbers(s, t):
    for purse in range(4):
        if s.purse[purse] < 0:
            return WRONG_NUMBER
    for side in range(2):
        if s.rail[side] < 0 or s.sea[side] < 0:
            return WRONG_NUMBER
    return SOUND if 0 <= s.rml <= 99 and s.mf_left >= 0 else WRONG_NUMBER


@jit
def audit(s, t):
    """Return the first finding in a position, ``SOUND`` for none."""
    finding = _audit_pieces(s, t)
    if finding != SOUND:
        return finding
    moving = s.node == NODE.MOVE_TO or s.node == NODE.ADVANCE_TO or s.stage == 5 or s.stage == 8
    seen = 0
    for c in range(int(t.n_cells)):
        finding = _audit_cell(s, t, c, moving)
        if finding != SOUND:
            return finding
        seen += int(s.stack_units[c]) + int(s.stack_hqs[c])
        if t.land[c] == 1 and _audit_zoc(s, t, c) != SOUND:
            return WRONG_ZOC
    for p in range(int(t.n_pieces)):
        seen -= 1 if s.piece_cell[p] != OFF else 0
    if seen != 0:
        return WRONG_LIST
    finding = _audit_north(s, t)
    return finding if finding != SOUND else _audit_numbers(s, t)


@jit
def _audit_mask(t, w):
    """Return ``SOUND`` if the mask has legal actions, as many as it says."""
    if w.n_legal == 0:
        return NO_ACTION
    n = 0
    for k in range(int(t.n_actions)):
        n += w.mask[k]
    return SOUND if n == w.n_legal else WRONG_MASK


@jit
def audited_game(states, tables, scratch, policies, decisions):
    """Play ``states[0]``, of which only ``rng`` is set, to its end; return the first finding, ``SOUND`` for none.

    Args:
        policies: int64 (2,), policy code of each side.
        decisions: int64 (2,), overwritten: decisions of each side.
    """
    s, t, w = states[0], tables[0], scratch[0]
    decisions[0] = 0
    decisions[1] = 0
    RULES.begin(s, t, w)
    while s.node != NODE.OVER:
        if s.to_move == SIDE.CHANCE:
            w.n_event = 0
            RULES.take_step(s, t, w, RULES.draw_outcome(s, t))
            continue
        finding = _audit_mask(t, w)
        if finding == SOUND:
            finding = audit(s, t)
        if finding != SOUND:
            return finding
        decisions[s.to_move] += 1
        if decisions[0] + decisions[1] > MOST_DECISIONS:
            return ENDLESS
        action = choose(s, t, w, policies[s.to_move])
        w.n_event = 0
        RULES.take_step(s, t, w, action)
    return SOUND
