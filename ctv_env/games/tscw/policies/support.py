"""HQs, artillery, air and naval units, AA, terrain and chits in a battle: what each adds to the expected result."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model import codes
from ctv_env.games.tscw.model.actions import DONE, FIRST_OPTION
from ctv_env.games.tscw.policies.actions import chit_action, piece_action
from ctv_env.games.tscw.policies.fights import likely_support, named_attack
from ctv_env.games.tscw.policies.forecast import gain_now
from ctv_env.games.tscw.policies.plan import survey
from ctv_env.games.tscw.rules.r15_odds import support_of
from ctv_env.games.tscw.rules.r15_strength import trace_all

PRICE_HQ, PRICE_AIR, PRICE_NAVAL, PRICE_RP, PRICE_CHIT = 1, 2, 1, 6, 8  # least gains for which they are committed
_LAST_PRICE = 1  # of a chit in the last turn


@jit
def choose_support(s, t, w, side, node):
    """Return the supporter that adds most to the battle for ``side``, if it adds enough."""
    survey(s, t, w, int(s.phasing))
    trace_all(s, t, w)
    if node in (codes.NODE.HQ_ATT, codes.NODE.HQ_DEF):
        return _best_hq(s, t, w, side)
    if node in (codes.NODE.ARTILLERY_ATT, codes.NODE.ARTILLERY_DEF):
        return _artillery(s, t, w, side)
    if node in (codes.NODE.AIR_ATT, codes.NODE.AIR_DEF):
        return _best_flyer(s, t, w, side)
    if node == codes.NODE.AA_PICK:
        return _largest(t, w)
    if node in (codes.NODE.NAVAL_ATT, codes.NODE.NAVAL_DEF):
        return _ship(s, t, w, side)
    if node == codes.NODE.TERRAIN_PICK:
        return _terrain(s, t, w)
    return _best_chit(s, t, w, side)


@jit
def prospect(s, t, w, side):
    """Expected gain of ``side`` in the battle as it stands, with air units that may still come."""
    attacker = int(s.phasing)
    attack, defence = named_attack(s, t, w), int(w.foe_defence[s.target])
    more, against = 0, 0
    if s.node <= codes.NODE.ARTILLERY_DEF:
        more, _, _ = likely_support(s, t, w, attacker)
        against, _, _ = likely_support(s, t, w, 1 - attacker)
    with_attack = attack + min(support_of(s, t, attacker, attack) + more, attack)
    with_defence = defence + min(support_of(s, t, 1 - attacker, defence) + against, defence)
    gain = gain_now(s, t, w, with_attack, with_defence, 0, 0)
    return gain if side == attacker else -gain


@jit
def _best_hq(s, t, w, side):
    before = prospect(s, t, w, side)
    action, most = DONE, PRICE_HQ - 1 if w.mask[DONE] else -10000
    for p in range(int(t.n_pieces)):
        if w.mask[piece_action(p)]:
            gain = prospect_with_hq(s, t, w, side, p) - before
            if gain > most:
                action, most = piece_action(p), gain
    return action


@jit
def prospect_with_hq(s, t, w, side, p):
    """Expected gain of ``side`` if HQ ``p`` supports it with its artillery."""
    s.hq[side] = p
    s.used[p] = 1
    s.artillery[side] = t.artillery[p]
    gain = prospect(s, t, w, side)
    s.hq[side] = codes.NOBODY_PIECE
    s.used[p] = 0
    s.artillery[side] = 0
    return gain


@jit
def _artillery(s, t, w, side):
    gain = prospect_with_artillery(s, t, w, side) - prospect(s, t, w, side)
    return FIRST_OPTION + (1 if gain >= PRICE_RP else 0)


@jit
def prospect_with_artillery(s, t, w, side):
    """Expected gain of ``side`` with the artillery of its HQ in the battle."""
    s.artillery[side] = t.artillery[s.hq[side]]
    gain = prospect(s, t, w, side)
    s.artillery[side] = 0
    return gain


@jit
def _best_flyer(s, t, w, side):
    """One by one; two together may do what one does not."""
    before = prospect(s, t, w, side)
    action, most = DONE, PRICE_AIR - 1
    together = 0
    for p in range(int(t.n_pieces)):
        if w.mask[piece_action(p)]:
            gain = prospect_with_flyer(s, t, w, side, p) - before
            together += 1
            if gain > most:
                action, most = piece_action(p), gain
    if action != DONE or together < 2:
        return action
    return _all_flyers(s, t, w, side, before + 2 * PRICE_AIR)


@jit
def prospect_with_flyer(s, t, w, side, p):
    """Expected gain of ``side`` if air unit ``p`` flies."""
    s.role[p] |= codes.ROLE.FLIES
    gain = prospect(s, t, w, side)
    s.role[p] &= ~codes.ROLE.FLIES
    return gain


@jit
def _all_flyers(s, t, w, side, least):
    """The strongest air unit if all together reach ``least``."""
    best = DONE
    factor = -1
    for p in range(int(t.n_pieces)):
        if w.mask[piece_action(p)]:
            s.role[p] |= codes.ROLE.FLIES
            if t.factor[p] > factor:
                best, factor = piece_action(p), int(t.factor[p])
    gain = prospect(s, t, w, side)
    for p in range(int(t.n_pieces)):
        if w.mask[piece_action(p)]:
            s.role[p] &= ~codes.ROLE.FLIES
    return best if gain >= least else DONE


@jit
def _largest(t, w):
    """The air unit with the largest factor."""
    best, factor = DONE, -1
    for p in range(int(t.n_pieces)):
        if w.mask[piece_action(p)] and t.factor[p] > factor:
            best, factor = piece_action(p), int(t.factor[p])
    return best


@jit
def _ship(s, t, w, side):
    if prospect_with_ship(s, t, w, side) - prospect(s, t, w, side) < PRICE_NAVAL:
        return DONE
    for p in range(int(t.n_pieces)):
        if w.mask[piece_action(p)]:
            return piece_action(p)
    return DONE


@jit
def prospect_with_ship(s, t, w, side):
    """Expected gain of ``side`` with another naval unit in the battle."""
    s.naval[side] += 1
    gain = prospect(s, t, w, side)
    s.naval[side] -= 1
    return gain


@jit
def _terrain(s, t, w):
    """What leaves the attacker least."""
    city = prospect_in_terrain(s, t, w, codes.PICK.CITY)
    other = prospect_in_terrain(s, t, w, codes.PICK.OTHER)
    return FIRST_OPTION + (0 if city <= other else 1)


@jit
def prospect_in_terrain(s, t, w, pick):
    """Expected gain of the attacker if that terrain counts."""
    s.pick = pick
    gain = prospect(s, t, w, int(s.phasing))
    s.pick = codes.PICK.NONE
    return gain


@jit
def _best_chit(s, t, w, side):
    before = prospect(s, t, w, side)
    action, most = DONE, price_of_chit(s, t) - 1
    for chit in range(1, codes.N_CHITS + 1):
        if w.mask[chit_action(t, chit)]:
            gain = prospect_with_chit(s, t, w, side, chit) - before
            if gain > most:
                action, most = chit_action(t, chit), gain
    return action


@jit
def price_of_chit(s, t):
    """Least gain for which a chit is played."""
    return _LAST_PRICE if s.turn == t.last_turn else PRICE_CHIT


@jit
def prospect_with_chit(s, t, w, side, chit):
    """Expected gain of ``side`` with the modifiers of a chit."""
    sign = 1 if side == s.phasing else -1
    drm = int(t.chit_drm[chit]) + sign * int(t.chit_drm_side[chit])
    s.chit_drm += drm
    gain = prospect(s, t, w, side)
    s.chit_drm -= drm
    return gain
