"""A compiled auditor of Arriba España: whole games, with every counter counted at every decision."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.engine.machine import RULES
from ctv_env.games.arriba.model.codes import FLAGS, IMPROVED, N_AREAS, N_BGS, N_PAIRS, N_PLACES, NODE, SIDE
from ctv_env.games.arriba.policies.choose import choose
from ctv_env.games.arriba.rules.pieces import counter_pair, occupies

MOST_DECISIONS = 12_000  # of both sides in a game
FINDINGS = (
    "sound",
    "no legal action",
    "the mask has another number of legal actions than it says",
    "the number of units of an area is not that of its battlegroups and pool",
    "a counter has come into being or vanished",
    "a marker of improved cadre has come into being or vanished",
    "the game does not end",
    "a purchase has changed who occupies a city",
)
SOUND, NO_ACTION, WRONG_MASK, WRONG_AREA, WRONG_COUNTERS, WRONG_MARKERS, ENDLESS, WRONG_CITY = range(len(FINDINGS))


@jit
def _count(row, n, t, found):
    """Count the first ``n`` units of ``row`` by counter in ``found``; its last cell counts the improved."""
    for k in range(n):
        c = int(row[k])
        found[counter_pair(t, c // FLAGS)] += 1
        found[N_PAIRS] += 1 if c & IMPROVED else 0


@jit
def audit(s, t, found):
    """Return the first finding among the units of a position, ``SOUND`` for none.

    Args:
        found: int64 (N_PAIRS + 1,), overwritten.
    """
    for k in range(N_PAIRS):
        found[k] = s.counters_free[k]
    found[N_PAIRS] = s.improved_free
    for hand in range(2):
        _count(s.hold_unit[hand], s.hold_units[hand], t, found)
    for side in range(2):
        for area in range(N_PLACES):
            n = int(s.pool_units[side, area])
            _count(s.pool_unit[side, area], n, t, found)
            if area < N_AREAS:
                for b in range(N_BGS):
                    n += int(s.bg_units[side, area, b])
                    _count(s.bg_unit[side, area, b], s.bg_units[side, area, b], t, found)
            if n != s.area_units[side, area]:
                return WRONG_AREA
    for k in range(N_PAIRS):
        if found[k] != t.counters[k]:
            return WRONG_COUNTERS
    return SOUND if found[N_PAIRS] == t.improved_limit else WRONG_MARKERS


@jit
def cities_held(s):
    """Number of cities that are occupied: no purchase changes it (6.2, 6.4, ruling A-45)."""
    n = 0
    for side in range(2):
        for area in range(N_AREAS):
            n += 1 if occupies(s, side, area) else 0
    return n


@jit
def _audit_mask(w):
    """Return ``SOUND`` if the mask has legal actions, as many as it says."""
    if w.n_legal == 0:
        return NO_ACTION
    n = 0
    for k in range(len(w.mask)):
        n += w.mask[k]
    return SOUND if n == w.n_legal else WRONG_MASK


@jit
def audited_game(states, tables, scratch, policies, decisions, found):
    """Play ``states[0]``, of which only ``rng`` is set, to its end; return the first finding, ``SOUND`` for none.

    Args:
        policies: int64 (2,), policy code of each side.
        decisions: int64 (2,), overwritten: decisions of each side.
        found: as ``audit``.
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
        finding = _audit_mask(w)
        if finding == SOUND:
            finding = audit(s, t, found)
        if finding != SOUND:
            return finding
        decisions[s.to_move] += 1
        if decisions[0] + decisions[1] > MOST_DECISIONS:
            return ENDLESS
        action = choose(s, t, w, policies[s.to_move])
        buys, held = NODE.SUPPLY_MENU <= s.node <= NODE.BLOCKADE_LOSE, cities_held(s)
        w.n_event = 0
        RULES.take_step(s, t, w, action)
        if buys and cities_held(s) != held:
            return WRONG_CITY
    return SOUND
