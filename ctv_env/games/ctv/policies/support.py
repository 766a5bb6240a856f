"""SUPPORT and SUPPLY_COLUMN nodes: what to commit to a combat in which both sides now see each other."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.actions import piece_action
from ctv_env.games.ctv.model.codes import DONE, FIRST_PIECE, N_GROUND, N_PIECES, ROLE
from ctv_env.games.ctv.model.staff_constants import STAFF, constant
from ctv_env.games.ctv.policies.enemy_estimate import TENTHS
from ctv_env.games.ctv.policies.fights import SIXTHS, expected_gain, hit_sixths, prize_of
from ctv_env.games.ctv.policies.plan import attack_of
from ctv_env.games.ctv.rules.pieces import is_column, is_ground
from ctv_env.games.ctv.rules.r09_bombardment import points
from ctv_env.games.ctv.rules.r10_combat import (
    concentric_drm,
    defence_strength,
    first_turn_shift,
    halve,
    odds_column,
    trench_drm,
)

LOOK_AHEAD = 2  # points considered together, since a single one may have no effect


@jit
def choose_support(s, t, w):
    """Return the cheapest supporter whose points are still worth their cost, else DONE."""
    side = int(s.to_move)
    net = points(s, t, side) - points(s, t, 1 - side)
    best = 0
    action = DONE
    effect = effect_of_disorganising(s, t, w, side)
    for p in range(N_PIECES):
        if w.mask[FIRST_PIECE + p]:
            gain = gain_of_support(t, w, net, effect, p)
            if gain > best:
                best = gain
                action = piece_action(p)
    return action


@jit
def gain_of_support(t, w, net, effect, p):
    """Worth of committing ``p``, given the ``net`` points so far and the ``effect`` of disorganising the enemy."""
    return _pays(t, net, int(t.pb[p]), effect) - _price(t, w, p)


@jit
def _price(t, w, p):
    """Opportunity cost of committing ``p``."""
    if is_column(p):
        return constant(t, w, STAFF.PRICE_COLUMN)
    return constant(t, w, STAFF.PRICE_HQ if is_ground(p) else STAFF.PRICE_AIR)


@jit
def _pays(t, net, added, effect):
    """Worth of ``added`` points, which raise the chance of disorganising the enemy or lower the enemy's."""
    before = hit_sixths(t, net) - hit_sixths(t, -net)
    after = hit_sixths(t, net + added) - hit_sixths(t, -net - added)
    if after == before:
        after = (hit_sixths(t, net + LOOK_AHEAD) - hit_sixths(t, -net - LOOK_AHEAD) + before) // LOOK_AHEAD
    return effect * (after - before) // SIXTHS


@jit
def effect_of_disorganising(s, t, w, side):
    """Effect of a disorganised defender on the combat, in units of fights.py.

    All units in the combat are now seen (ruling R-56); only the attacker knows the hex of its CTV HQ (4.4).
    """
    n_event = int(w.n_event)
    defence = TENTHS * defence_strength(s, t, w)
    w.n_event = n_event  # drop the events of this calculation
    attack = _named_attack(s, t)
    shift = first_turn_shift(s, t) if side == s.phasing else 0
    drm = concentric_drm(s, t) + trench_drm(s, t)
    prize = prize_of(s, t, w, int(s.target))
    plain = expected_gain(t, w, odds_column(t, attack, defence) + shift, drm, int(s.phasing), prize)
    shaken_odds = odds_column(t, attack, halve(defence, False)) + shift
    shaken = expected_gain(t, w, shaken_odds, drm, int(s.phasing), prize)
    return shaken - plain


@jit
def _named_attack(s, t):
    """Attack factors of all attackers, in tenths."""
    total = 0
    for u in range(N_GROUND):
        if s.piece_role[u] == ROLE.ATTACKS:
            total += attack_of(s, t, u)
    return total
