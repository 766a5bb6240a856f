"""TARGET and ATTACKER: which enemy hex to attack, and with which units, by the rules' odds and the combat table."""

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.actions import DONE
from ctv_env.games.tscw.model.codes import ALL_CAMPS, CAMP, KIND, NOBODY_PIECE, OFF, ROLE, SIDE, SUPPLY, WHERE
from ctv_env.games.tscw.model.tables import MAX_HQS
from ctv_env.games.tscw.policies.actions import hex_action, piece_action
from ctv_env.games.tscw.policies.forecast import gain_now
from ctv_env.games.tscw.policies.plan import survey
from ctv_env.games.tscw.policies.seats import seat
from ctv_env.games.tscw.rules.pieces import attack_of, occupies
from ctv_env.games.tscw.rules.r08_stacking import camps_of
from ctv_env.games.tscw.rules.r09_supply import is_fed, supply_now
from ctv_env.games.tscw.rules.r12_support import is_in_range, why_not_sail
from ctv_env.games.tscw.rules.r15_strength import can_attack, halved, is_exploitation_combat, trace_all
from ctv_env.games.tscw.rules.support import end_of, first_of, purse_of

HURDLE = (4, 10, 4, 10)  # by seat, least expected gain of an attack
SURPLUS = 1  # least gain for which another unit joins
_CAMPS = (ALL_CAMPS, CAMP.A, CAMP.B, CAMP.C)


@jit
def choose_target(s, t, w):
    """Return the attack with the highest expected gain, DONE if none is worthwhile."""
    side = int(s.phasing)
    survey(s, t, w, side)
    trace_all(s, t, w)
    best, action = HURDLE[seat(t, side)], DONE
    for c in range(int(t.n_cells)):
        a = hex_action(t, c)
        if w.mask[a]:
            gain = gain_of_attack(s, t, w, c)
            if gain > best:
                best, action = gain, a
    return action


@jit
def gain_of_attack(s, t, w, c):
    """Expected gain of an attack on ``c`` with the best of a few sets of attackers, and likely support."""
    s.target = c
    best = -10000
    for rivers in range(2):
        for k in range(4 if s.phasing == SIDE.REPUBLICAN else 1):
            n = _name_all(s, t, c, _CAMPS[k], rivers == 1)
            if n > 0:
                best = max(best, _gain_with_support(s, t, w))
            _unname(s, t, c)
    s.target = OFF
    return best


@jit
def _name_all(s, t, c, camps, over_rivers):
    """Name all that may attack ``c`` together; return how many."""
    common, n = camps, 0
    for d in range(N_DIRECTIONS):
        cell = int(t.nbr[c, d])
        if not occupies(s, t, int(s.phasing), cell) or (t.river[c, d] != 0 and not over_rivers):
            continue
        p = int(s.cell_first[cell])
        while p != NOBODY_PIECE:
            if can_attack(s, t, p) and camps_of(s, t, p) & common != 0:
                common &= camps_of(s, t, p)
                s.role[p] |= ROLE.ATTACKS
                n += 1
            p = int(s.piece_next[p])
    return n


@jit
def _unname(s, t, c):
    for d in range(N_DIRECTIONS):
        cell = int(t.nbr[c, d])
        if occupies(s, t, int(s.phasing), cell):
            p = int(s.cell_first[cell])
            while p != NOBODY_PIECE:
                s.role[p] &= ~ROLE.ATTACKS
                p = int(s.piece_next[p])


@jit
def named_attack(s, t, w):
    """Attack factors of the named units (15.6)."""
    whole, cut = 0, 0
    for d in range(N_DIRECTIONS):
        c = int(t.nbr[s.target, d])
        if occupies(s, t, int(s.phasing), c):
            p = int(s.cell_first[c])
            while p != NOBODY_PIECE:
                if s.role[p] & ROLE.ATTACKS != 0:
                    if supply_now(s, t, w, p) == SUPPLY.FULL:
                        whole += attack_of(s, t, p)
                    else:
                        cut += attack_of(s, t, p)
                p = int(s.piece_next[p])
    return whole + halved(cut)


@jit
def _gain_with_support(s, t, w):
    side = int(s.phasing)
    attack, defence = named_attack(s, t, w), int(w.foe_defence[s.target])
    factors, shift, drm = likely_support(s, t, w, side)
    against, shift_against, drm_against = likely_support(s, t, w, 1 - side)
    attack += min(factors, attack)
    defence += min(against, defence)
    return gain_now(s, t, w, attack, defence, shift - shift_against, drm - drm_against)


@jit
def likely_support(s, t, w, side):
    """Return factors, column shift and die modifier of the HQ, air and naval units that could support a side."""
    factors, shift = _likely_hq(s, t, w, side)
    condor, drm = 0, 0
    for p in range(first_of(t, side), end_of(t, side)):
        if s.where[p] != WHERE.ON_MAP or s.used[p] == 1:
            continue
        if t.kind[p] == KIND.AIR:
            if s.no_air == 0 and is_in_range(s, t, w, p):
                factors += int(t.factor[p])
                condor = max(condor, int(t.german[p]))
        elif t.kind[p] > KIND.AIR and why_not_sail(s, t, w, p, side) == 0:
            drm += int(t.naval_drm)
    return factors, shift + condor * int(t.condor_shift), drm


@jit
def _likely_hq(s, t, w, side):
    """Factors and artillery of the best HQ within reach of the battle."""
    factors, shift = 0, 0
    for k in range(MAX_HQS):
        p = int(t.hq[side, k])
        if p == NOBODY_PIECE:
            break
        if s.where[p] != WHERE.ON_MAP or s.used[p] == 1 or not is_fed(s, t, w, p) or not _is_near_battle(s, t, side, p):
            continue
        if side == s.phasing and is_exploitation_combat(s) and s.eligible[p] == 0:
            continue
        if attack_of(s, t, p) > factors:
            factors = attack_of(s, t, p)
            shift = int(t.artillery[p]) if s.purse[purse_of(t, p)] > 0 else 0
    return factors, shift


@jit
def _is_near_battle(s, t, side, p):
    """True if an HQ is in or beside the target, or with or beside attackers."""
    c = int(s.piece_cell[p])
    if side != s.phasing:
        return c == s.target or _touches(t, c, int(s.target))
    if _attacks_from(s, c):
        return True
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n != OFF and _attacks_from(s, n):
            return True
    return False


@jit
def _touches(t, c, n):
    for d in range(N_DIRECTIONS):
        if t.nbr[c, d] == n:
            return True
    return False


@jit
def _attacks_from(s, c):
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        if s.role[p] & ROLE.ATTACKS != 0:
            return True
        p = int(s.piece_next[p])
    return False


# -- who attacks -------------------------------------------------------------------------------------------------------


@jit
def choose_attacker(s, t, w):
    """Return the unit that adds most to the attack, DONE once no other adds enough."""
    survey(s, t, w, int(s.phasing))
    trace_all(s, t, w)
    if s.lone_hq == 1:
        return DONE if w.mask[DONE] else _strongest(s, t, w)
    now = gain_with_named(s, t, w)
    action, most = -1, -10000
    for p in range(first_of(t, int(s.phasing)), end_of(t, int(s.phasing))):
        if w.mask[piece_action(p)]:
            gain = 100 * gain_with(s, t, w, p) + attack_of(s, t, p)
            if gain > most:
                action, most = piece_action(p), gain
    if not w.mask[DONE] or most // 100 >= now + SURPLUS:
        return action
    return action if _gain_with_all(s, t, w) >= now + SURPLUS else DONE


@jit
def gain_with_named(s, t, w):
    """Expected gain of the attack with the units named so far; very low without any."""
    return _gain_with_support(s, t, w) if s.n_named > 0 else -10000


@jit
def gain_with(s, t, w, p):
    """Expected gain if ``p`` joins the units named so far."""
    s.role[p] |= ROLE.ATTACKS
    gain = _gain_with_support(s, t, w)
    s.role[p] &= ~ROLE.ATTACKS
    return gain


@jit
def _gain_with_all(s, t, w):
    """Expected gain if all join that still may."""
    first, end = first_of(t, int(s.phasing)), end_of(t, int(s.phasing))
    for p in range(first, end):
        if w.mask[piece_action(p)]:
            s.role[p] |= ROLE.ATTACKS
    gain = _gain_with_support(s, t, w)
    for p in range(first, end):
        if w.mask[piece_action(p)]:
            s.role[p] &= ~ROLE.ATTACKS
    return gain


@jit
def _strongest(s, t, w):
    action, most = -1, -1
    for p in range(first_of(t, int(s.phasing)), end_of(t, int(s.phasing))):
        if w.mask[piece_action(p)] and attack_of(s, t, p) > most:
            action, most = piece_action(p), attack_of(s, t, p)
    return action
