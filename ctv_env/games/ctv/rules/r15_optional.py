"""Chapter 15: optional rules.  15.2 is a set-up zone in ``r04_setup``, 15.3 is part of ``r09_bombardment.end_dsg``."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import END_AIR, NAT_AIR, NOWHERE, PLACE, ROLE, SIDE
from ctv_env.games.ctv.model.events import CAUSE, EV, emit
from ctv_env.games.ctv.rules.pieces import side_of


@jit
def is_air_combat(s, t):
    """True if air units of both sides support this combat and rule 15.1 is in force."""
    if not t.air_combat:
        return False
    n_nationalist = 0
    n_republican = 0
    for p in range(NAT_AIR, END_AIR):
        if s.piece_role[p] == ROLE.SUPPORTS:
            if side_of(p) == SIDE.NATIONALIST:
                n_nationalist += 1
            else:
                n_republican += 1
    return n_nationalist > 0 and n_republican > 0


@jit
def fire_in_air_combat(s, t, w, p, die):
    """Apply the die of air unit ``p``: a 6 costs the enemy an air unit once both sides have rolled (15.1, R-50)."""
    hit = 1 if die >= t.air_hit_from else 0
    s.hits[1 - side_of(p)] += hit
    emit(w, EV.AIR_COMBAT, p, die, hit)


@jit
def settle_air_combat(s, w):
    """Eliminate the air units hit: for each side the first ones in the order of battle (15.1, ruling R-58)."""
    for side in (SIDE.NATIONALIST, SIDE.REPUBLICAN):
        for p in range(NAT_AIR, END_AIR):
            if s.hits[side] > 0 and side_of(p) == side and s.piece_role[p] == ROLE.SUPPORTS:
                s.hits[side] -= 1
                s.piece_role[p] = ROLE.NONE
                s.piece_place[p] = PLACE.ELIMINATED
                emit(w, EV.ELIMINATED, p, NOWHERE, CAUSE.AIR_COMBAT)
        s.hits[side] = 0
