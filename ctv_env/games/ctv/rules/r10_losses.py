"""Rule 10.3: step losses, one at a time, each taken by a unit of the owner's choice."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import EDITION, N_GROUND, NOWHERE, PLACE, ROLE
from ctv_env.games.ctv.model.events import CAUSE, EV, emit
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.pieces import eliminate


@jit
def judged_cell(s, t):
    """Cell of the attacking stack whose morale is being judged, NOWHERE if none."""
    return int(t.nbr[s.target, s.judged_hex]) if s.judged_hex != NOWHERE else NOWHERE


@jit
def can_lose_step(s, t, u, attacking):
    """True if ``u`` is among the units that can lose steps now: combat units only (rule 9.2, ruling R-40)."""
    if s.piece_place[u] != PLACE.MAP or not t.is_combat[u]:
        return False
    if not attacking:
        return s.piece_hex[u] == s.target
    stack = judged_cell(s, t)
    return s.piece_role[u] == ROLE.ATTACKS and (stack == NOWHERE or s.unit_from[u] == stack)


@jit
def _shares(s, t, u, other, attacking):
    """True if losses must be balanced between ``u`` and ``other``: per stack (English), per side (Italian; R-40)."""
    return can_lose_step(s, t, other, attacking) and (t.edition == EDITION.IT or s.piece_hex[other] == s.piece_hex[u])


@jit
def why_not_loss(s, t, u, attacking):
    """Reason why ``u`` may not lose the next step: units that have lost fewer come first (rule 10.3)."""
    if not can_lose_step(s, t, u, attacking):
        return WHY.NOT_IN_THE_FIGHT
    for other in range(N_GROUND):
        if s.unit_lost[other] < s.unit_lost[u] and _shares(s, t, u, other, attacking):
            return WHY.OTHERS_FIRST
    return WHY.LEGAL


@jit
def why_not_loss_att(s, t, u):
    """``why_not_loss`` for the attacker."""
    return why_not_loss(s, t, u, True)


@jit
def why_not_loss_def(s, t, u):
    """``why_not_loss`` for the defender."""
    return why_not_loss(s, t, u, False)


@jit
def side_can_lose_step(s, t, attacking):
    """True if any unit can lose another step; losses beyond the last step are ignored (ruling R-40)."""
    for u in range(N_GROUND):
        if can_lose_step(s, t, u, attacking):
            return True
    return False


@jit
def lose_step(s, t, w, u):
    """Take a step from ``u``: it is flipped, or eliminated with its last step (rule 10.3)."""
    s.unit_lost[u] += 1
    emit(w, EV.STEP_LOSS, u, int(s.unit_steps[u]) - 1)
    if s.unit_steps[u] == 1:
        eliminate(s, t, w, u, CAUSE.LOSS)
    else:
        s.unit_steps[u] -= 1


@jit
def eliminate_defenders(s, t, w, cause):
    """Eliminate all units in the attacked hex: result B (rule 10.4.1), or a loss of a lone HQ (ruling R-34)."""
    while s.cell_first[s.target] != NOWHERE:
        eliminate(s, t, w, int(s.cell_first[s.target]), cause)


@jit
def break_through(s, t, w):
    """Apply result B: eliminate all defenders (rule 10.4.1, ruling R-43)."""
    eliminate_defenders(s, t, w, CAUSE.BREAKTHROUGH)


@jit
def eliminate_lone_hq(s, t, w):
    """Eliminate an HQ that is attacked without combat units and suffers any loss (rule 9.2, ruling R-34)."""
    eliminate_defenders(s, t, w, CAUSE.LOSS)
