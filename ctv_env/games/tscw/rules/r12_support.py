"""Chapters 12.1.3, 12.1.5 and 12.2: HQs, air units, anti-aircraft and naval units in a battle."""

from ctv_env.core.bitboard import add_disk, holds
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import KIND, NET, NOBODY_PIECE, OFF, REGION, ROLE, SEA, SIDE, WHERE
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.model.tables import MAX_HQS
from ctv_env.games.tscw.rules.pieces import attack_of, defence_of, is_hq
from ctv_env.games.tscw.rules.r09_supply import is_fed
from ctv_env.games.tscw.rules.r15_strength import is_exploitation_combat
from ctv_env.games.tscw.rules.support import earn, end_of, first_of, is_northern, purse_of, side_of

# -- HQs (12.1.3, rulings T-76, T-113, T-122, T-137) ---------------------------------------------------------


@jit
def _is_beside_battle(s, t, side, c):
    """True if a cell is the target or adjacent to it, or for the attacker holds or touches attackers."""
    if side != s.phasing:
        return _touches_target(s, t, c)
    if holds(s.battle_rows, t.n_columns, c):
        return True
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n != OFF and holds(s.battle_rows, t.n_columns, n):
            return True
    return False


@jit
def _touches_target(s, t, c):
    if c == s.target:
        return True
    for d in range(N_DIRECTIONS):
        if t.nbr[c, d] == s.target:
            return True
    return False


@jit
def why_not_hq(s, t, w, p, side):
    """Reason why an HQ may not support a side in the battle; its net must be traced."""
    if side_of(t, p) != side:
        return WHY.OTHER_SIDE
    if not is_hq(t, p) or s.where[p] != WHERE.ON_MAP:
        return WHY.NOT_AN_HQ
    if s.used[p] == 1:
        return WHY.HQ_COMMITTED
    c = int(s.piece_cell[p])
    if c != s.target and holds(s.struck_rows, t.n_columns, c):
        return WHY.HQ_CANNOT_SUPPORT
    if not _is_beside_battle(s, t, side, c) or not is_fed(s, t, w, p):
        return WHY.HQ_CANNOT_SUPPORT
    if side == s.phasing and is_exploitation_combat(s) and s.eligible[p] == 0:
        return WHY.HQ_CANNOT_SUPPORT
    return WHY.LEGAL


@jit
def able_hq_in_target(s, t, w):
    """The HQ in the target that must support the defence, NOBODY_PIECE if there is none (12.1.3)."""
    side = 1 - int(s.phasing)
    p = int(s.cell_first[s.target])
    while p != NOBODY_PIECE:
        if is_hq(t, p) and why_not_hq(s, t, w, p, side) == WHY.LEGAL:
            return p
        p = int(s.piece_next[p])
    return NOBODY_PIECE


@jit
def has_hq(s, t, w, side):
    """True if an HQ can support a side."""
    for k in range(MAX_HQS):
        p = int(t.hq[side, k])
        if p != NOBODY_PIECE and why_not_hq(s, t, w, p, side) == WHY.LEGAL:
            return True
    return False


@jit
def why_not_hq_att(s, t, w, p):
    """Reason why an HQ may not support the attack."""
    return why_not_hq(s, t, w, p, int(s.phasing))


@jit
def why_not_hq_def(s, t, w, p):
    """Reason why an HQ may not support the defence: an able one in the target hex goes first."""
    reason = why_not_hq(s, t, w, p, 1 - int(s.phasing))
    if reason != WHY.LEGAL:
        return reason
    return WHY.LEGAL if able_hq_in_target(s, t, w) in (NOBODY_PIECE, p) else WHY.HQ_IN_TARGET_FIRST


@jit
def why_not_no_hq_def(s, t, w):
    """The defender may decline unless an able HQ stands in the target hex."""
    return WHY.LEGAL if able_hq_in_target(s, t, w) == NOBODY_PIECE else WHY.HQ_IN_TARGET_FIRST


@jit
def commit_hq(s, t, w, side, p):
    """Commit an HQ to the battle (12.1.1)."""
    s.hq[side] = p
    s.used[p] = 1
    emit(w, EV.HQ, p, attack_of(s, t, p))


@jit
def has_artillery(s, t, side):
    """True if the committed HQ has artillery, and an RP for it (12.1.5)."""
    p = int(s.hq[side])
    return p != NOBODY_PIECE and t.artillery[p] > 0 and s.purse[purse_of(t, p)] > 0


@jit
def why_not_artillery(s, t, w, x):
    """Reason why an option is illegal: there are two, 0 no and 1 yes."""
    return WHY.LEGAL if x <= 1 else WHY.NO_SUCH_OPTION


@jit
def use_artillery(s, t, w, side, x):
    """Pay an RP for artillery support, or not (12.1.2, 12.1.5)."""
    if x == 1:
        p = int(s.hq[side])
        earn(s, w, purse_of(t, p), -1)
        s.artillery[side] = t.artillery[p]
        emit(w, EV.ARTILLERY, p, int(t.artillery[p]))


# -- air units (12.2.2 to 12.2.4, rulings T-78, T-79, T-111, T-116) ------------------------------------------


@jit
def has_northern_unit(s, t, side):
    """True if a northern Republican unit fights on a side (12.2.3, ruling T-79)."""
    if side != SIDE.REPUBLICAN:
        return False
    if side != s.phasing:
        p = int(s.cell_first[s.target])
        while p != NOBODY_PIECE:
            if is_northern(t, p):
                return True
            p = int(s.piece_next[p])
        return False
    for p in range(first_of(t, side), end_of(t, side)):
        if s.role[p] & ROLE.ATTACKS != 0 and is_northern(t, p):
            return True
    return False


@jit
def is_in_range(s, t, w, p):
    """True if a base of an air unit is within three hexes of the target (12.2.2).

    Towns are bases by its own net; an HQ is one if it is fully supplied itself, for AIR-N only HQ-N is (T-183).
    """
    net, side, end = int(t.net[p]), side_of(t, p), int(t.n_rows) + 1
    for r in range(end + 1):
        w.flow[r] = 0
    add_disk(w.flow[: end + 1], int(t.n_columns), int(t.first_row), int(s.target), int(t.air_range))
    for r in range(1, end):
        if int(w.flow[r]) & int(w.bases[net, r]):
            return True
    for k in range(MAX_HQS):
        q = int(t.hq[side, k])
        if q == NOBODY_PIECE or s.where[q] != WHERE.ON_MAP:
            continue
        if net == NET.NORTH and t.net[q] != net:
            continue
        if holds(w.flow, t.n_columns, int(s.piece_cell[q])) and is_fed(s, t, w, q):
            return True
    return False


@jit
def why_not_fly(s, t, w, p, side):
    """Reason why an air unit may not support a side; its net must be traced."""
    if side_of(t, p) != side:
        return WHY.OTHER_SIDE
    if t.kind[p] != KIND.AIR or s.where[p] != WHERE.ON_MAP:
        return WHY.NOT_AN_AIR_UNIT
    if s.used[p] == 1 or s.role[p] & ROLE.FLIES != 0:
        return WHY.UNIT_USED
    if s.no_air == 1 and t.region[s.target] != REGION.ELSEWHERE:
        return WHY.RAIN
    if side == SIDE.REPUBLICAN and has_northern_unit(s, t, side) != (t.north_air[p] == 1):
        return WHY.WRONG_ZONE
    return WHY.LEGAL if is_in_range(s, t, w, p) else WHY.OUT_OF_RANGE


@jit
def has_air(s, t, w, side):
    """True if an air unit can support a side."""
    for p in range(first_of(t, side), end_of(t, side)):
        if t.kind[p] == KIND.AIR and why_not_fly(s, t, w, p, side) == WHY.LEGAL:
            return True
    return False


@jit
def why_not_fly_att(s, t, w, p):
    """Reason why an air unit may not support the attack."""
    return why_not_fly(s, t, w, p, int(s.phasing))


@jit
def why_not_fly_def(s, t, w, p):
    """Reason why an air unit may not support the defence."""
    return why_not_fly(s, t, w, p, 1 - int(s.phasing))


@jit
def fly(s, t, w, p):
    """Commit an air unit; it is used up when all have been named (ruling T-82)."""
    s.role[p] |= ROLE.FLIES


@jit
def reveal_air(s, t, w):
    """Use up all air units committed, and tell both sides (12.2.4, T-176)."""
    for p in range(int(t.n_pieces)):
        if s.role[p] & ROLE.FLIES != 0:
            s.used[p] = 1
            emit(w, EV.AIR, p, int(t.factor[p]))


@jit
def air_factor(s, t, side):
    """Support factors of the air units of a side; those halved by AA count half (12.2.4, 12.2.7)."""
    whole = 0
    for p in range(first_of(t, side), end_of(t, side)):
        if s.role[p] & ROLE.FLIES != 0:
            factor = int(t.factor[p])
            whole += (factor + 1) // 2 if s.role[p] & ROLE.HALVED != 0 else factor
    return whole


@jit
def has_condor(s, t):
    """True if a unit of the Legion Condor supports the Nationalists (12.2.5, 15.21)."""
    for p in range(first_of(t, SIDE.NATIONALIST), end_of(t, SIDE.NATIONALIST)):
        if s.role[p] & ROLE.FLIES != 0 and t.german[p] == 1:
            return True
    return False


# -- anti-aircraft (12.2.7, ruling T-80) ---------------------------------------------------------------------


@jit
def count_aa(s, t, side):
    """AA units of a side that contribute factors to the battle (ruling T-174)."""
    n = 0
    for p in range(first_of(t, side), end_of(t, side)):
        if t.kind[p] != KIND.AA or s.where[p] != WHERE.ON_MAP:
            continue
        if side == s.phasing:
            n += 1 if s.role[p] & ROLE.ATTACKS != 0 and attack_of(s, t, p) > 0 else 0
        else:
            n += 1 if s.piece_cell[p] == s.target and defence_of(s, t, p) > 0 else 0
    return n


@jit
def has_flyer(s, t, side):
    """True if an air unit of a side is committed and not halved."""
    for p in range(first_of(t, side), end_of(t, side)):
        if s.role[p] & ROLE.FLIES != 0 and s.role[p] & ROLE.HALVED == 0:
            return True
    return False


@jit
def why_not_halve(s, t, w, p):
    """Reason why AA does not halve a piece: it must be an enemy air unit in the battle."""
    right = side_of(t, p) != s.to_move and s.role[p] & ROLE.FLIES != 0 and s.role[p] & ROLE.HALVED == 0
    return WHY.LEGAL if right else WHY.NOT_AN_AIR_UNIT


@jit
def halve(s, t, w, p):
    """Halve the factor of an air unit."""
    s.role[p] |= ROLE.HALVED
    s.aa_left -= 1
    emit(w, EV.HALVED, p)


# -- naval units (12.2.6, ruling T-81) -----------------------------------------------------------------------


@jit
def why_not_sail(s, t, w, p, side):
    """Reason why a naval unit may not support a side."""
    if side_of(t, p) != side:
        return WHY.OTHER_SIDE
    if t.kind[p] != KIND.NAVAL or s.where[p] != WHERE.ON_MAP:
        return WHY.NOT_A_NAVAL_UNIT
    if s.used[p] == 1:
        return WHY.UNIT_USED
    coast = int(t.coast[s.target])
    return WHY.LEGAL if coast != SEA.NONE and t.seas[p, coast] == 1 else WHY.NOT_COASTAL


@jit
def has_naval(s, t, w, side):
    """True if a naval unit can support a side."""
    if t.coast[s.target] == SEA.NONE:
        return False
    for p in range(first_of(t, side), end_of(t, side)):
        if why_not_sail(s, t, w, p, side) == WHY.LEGAL:
            return True
    return False


@jit
def why_not_sail_att(s, t, w, p):
    """Reason why a naval unit may not support the attack."""
    return why_not_sail(s, t, w, p, int(s.phasing))


@jit
def why_not_sail_def(s, t, w, p):
    """Reason why a naval unit may not support the defence."""
    return why_not_sail(s, t, w, p, 1 - int(s.phasing))


@jit
def sail(s, t, w, p):
    """Commit a naval unit."""
    side = side_of(t, p)
    s.used[p] = 1
    s.naval[side] += 1
    emit(w, EV.NAVAL, p)
