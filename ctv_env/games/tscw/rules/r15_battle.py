"""Chapter 15.6: the steps of a battle in order, from the last attacker named to the last advance.

Each ``_then_...`` asks for the next decision, or goes on to the next step if there is nothing to decide.
"""

from ctv_env.core.bitboard import put
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import (
    CANCELLED,
    ELIMINATION,
    FACTION,
    N_CHITS,
    NEED,
    NOBODY_PIECE,
    NODE,
    PICK,
    PLACE,
    REGION,
    ROLE,
    SIDE,
    WHEN,
    WHERE,
)
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.model.tables import N_RESULTS
from ctv_env.games.tscw.rules.pieces import eliminate, free_reserves
from ctv_env.games.tscw.rules.r06_needs import is_met
from ctv_env.games.tscw.rules.r12_support import (
    commit_hq,
    count_aa,
    fly,
    halve,
    has_air,
    has_artillery,
    has_condor,
    has_flyer,
    has_hq,
    has_naval,
    reveal_air,
    sail,
    use_artillery,
)
from ctv_env.games.tscw.rules.r15_advance import finish_advance, has_advance, mark_pursuers
from ctv_env.games.tscw.rules.r15_attack import ask_target, clear_battle, declare
from ctv_env.games.tscw.rules.r15_losses import has_victim, steps_in, take_loss, wipe_out, wipe_out_attackers
from ctv_env.games.tscw.rules.r15_odds import fix_odds, has_city_choice, has_columns
from ctv_env.games.tscw.rules.r15_strength import trace_all
from ctv_env.games.tscw.rules.support import ask, end_of, first_of, forget_choice

_LARGE = 4  # combat units in the target of a large battle (15.9)
_SURPLUS_OF_E = 4  # movement factors after an elimination (15.8, ruling T-94)


# -- A: HQs, air, naval units --------------------------------------------------------------------------------


@jit
def close_attackers(s, t, w):
    """All attackers are named: declare the attack; a lone HQ dies without a die (12.1.3, ruling T-75)."""
    declare(s, t, w)
    if s.lone_hq == 1:
        put(s.struck_rows, t.n_columns, int(s.target), True)
        eliminate(s, t, w, int(s.cell_first[s.target]))
        _then_advance(s, t, w)
    elif has_hq(s, t, w, int(s.phasing)):
        ask(s, NODE.HQ_ATT, int(s.phasing))
    else:
        _then_hq_def(s, t, w)


@jit
def name_hq_att(s, t, w, p):
    """Support the attack with an HQ."""
    side = int(s.phasing)
    commit_hq(s, t, w, side, p)
    if has_artillery(s, t, side):
        ask(s, NODE.ARTILLERY_ATT, side)
    else:
        no_hq_att(s, t, w)


@jit
def choose_artillery_att(s, t, w, x):
    """Use artillery in the attack, or not."""
    use_artillery(s, t, w, int(s.phasing), x)
    no_hq_att(s, t, w)


@jit
def no_hq_att(s, t, w):
    """Go on to the defender's HQ."""
    trace_all(s, t, w)
    _then_hq_def(s, t, w)


@jit
def _then_hq_def(s, t, w):
    if has_hq(s, t, w, 1 - int(s.phasing)):
        ask(s, NODE.HQ_DEF, 1 - int(s.phasing))
    else:
        no_hq_def(s, t, w)


@jit
def name_hq_def(s, t, w, p):
    """Support the defence with an HQ."""
    side = 1 - int(s.phasing)
    commit_hq(s, t, w, side, p)
    if has_artillery(s, t, side):
        ask(s, NODE.ARTILLERY_DEF, side)
    else:
        no_hq_def(s, t, w)


@jit
def choose_artillery_def(s, t, w, x):
    """Use artillery in defence, or not."""
    use_artillery(s, t, w, 1 - int(s.phasing), x)
    no_hq_def(s, t, w)


@jit
def no_hq_def(s, t, w):
    """Go on to the air units of the attacker (12.2.4, ruling T-78)."""
    trace_all(s, t, w)
    if has_air(s, t, w, int(s.phasing)):
        ask(s, NODE.AIR_ATT, int(s.phasing))
    else:
        no_air_att(s, t, w)


@jit
def name_air_att(s, t, w, p):
    """Commit an air unit to the attack."""
    fly(s, t, w, p)
    trace_all(s, t, w)
    if has_air(s, t, w, int(s.phasing)):
        ask(s, NODE.AIR_ATT, int(s.phasing))
    else:
        no_air_att(s, t, w)


@jit
def no_air_att(s, t, w):
    """Go on to the air units of the defender."""
    trace_all(s, t, w)
    if has_air(s, t, w, 1 - int(s.phasing)):
        ask(s, NODE.AIR_DEF, 1 - int(s.phasing))
    else:
        no_air_def(s, t, w)


@jit
def name_air_def(s, t, w, p):
    """Commit an air unit to the defence."""
    fly(s, t, w, p)
    trace_all(s, t, w)
    if has_air(s, t, w, 1 - int(s.phasing)):
        ask(s, NODE.AIR_DEF, 1 - int(s.phasing))
    else:
        no_air_def(s, t, w)


@jit
def no_air_def(s, t, w):
    """Both sides have committed: go on to anti-aircraft, attacker first (12.2.7)."""
    reveal_air(s, t, w)
    s.n_named = 0
    s.aa_left = count_aa(s, t, int(s.phasing))
    _then_aa(s, t, w)


@jit
def _then_aa(s, t, w):
    """Ask which air unit AA halves: ``s.n_named`` is 0 for the attacker's AA, 1 for the defender's."""
    while s.n_named < 2:
        side = int(s.phasing) if s.n_named == 0 else 1 - int(s.phasing)
        if s.aa_left > 0 and has_flyer(s, t, 1 - side):
            ask(s, NODE.AA_PICK, side)
            return
        s.n_named += 1
        s.aa_left = count_aa(s, t, 1 - int(s.phasing)) if s.n_named == 1 else 0
    s.n_named = 0
    _then_naval_att(s, t, w)


@jit
def pick_halved(s, t, w, p):
    """Halve an enemy air unit."""
    halve(s, t, w, p)
    _then_aa(s, t, w)


@jit
def _then_naval_att(s, t, w):
    if has_naval(s, t, w, int(s.phasing)):
        ask(s, NODE.NAVAL_ATT, int(s.phasing))
    else:
        no_naval_att(s, t, w)


@jit
def name_naval_att(s, t, w, p):
    """Commit a naval unit to the attack."""
    sail(s, t, w, p)
    _then_naval_att(s, t, w)


@jit
def no_naval_att(s, t, w):
    """Go on to the naval units of the defender."""
    if has_naval(s, t, w, 1 - int(s.phasing)):
        ask(s, NODE.NAVAL_DEF, 1 - int(s.phasing))
    else:
        no_naval_def(s, t, w)


@jit
def name_naval_def(s, t, w, p):
    """Commit a naval unit to the defence."""
    sail(s, t, w, p)
    no_naval_att(s, t, w)


@jit
def no_naval_def(s, t, w):
    """Go on to the terrain, then the chits."""
    if s.pick == PICK.NONE and has_city_choice(s, t):
        ask(s, NODE.TERRAIN_PICK, 1 - int(s.phasing))
    else:
        _then_chit_att(s, t, w)


@jit
def why_not_terrain(s, t, w, x):
    """Reason why an option is illegal: there are two, 0 the city and 1 the other terrain (T-84)."""
    return WHY.LEGAL if x <= 1 else WHY.NO_SUCH_OPTION


@jit
def pick_terrain(s, t, w, x):
    """The defender picks the in-hex terrain that counts (15.22)."""
    s.pick = PICK.CITY if x == 0 else PICK.OTHER
    _then_chit_att(s, t, w)


# -- C: chits (15.12, rulings T-15, T-18) --------------------------------------------------------------------


@jit
def why_not_chit(s, t, w, chit, side):
    """Reason why a side may not play a chit in the battle."""
    if s.hand[chit] == 0 or t.chit_side[chit] != side:
        return WHY.NOT_HELD
    when = int(t.chit_when[chit])
    right = when == WHEN.COMBAT_EITHER or when == (WHEN.COMBAT_ATTACKER if side == s.phasing else WHEN.COMBAT_DEFENDER)
    return WHY.LEGAL if right and _is_met_here(s, t, int(t.chit_need[chit])) else WHY.CHIT_NOT_NOW


@jit
def _is_met_here(s, t, need):
    """True if what a chit needs is met in this battle."""
    if need == NEED.LC_IN_BATTLE:
        return has_condor(s, t)
    if need == NEED.CITY_HEX:
        return t.place[s.target] == PLACE.CITY
    if need == NEED.BILBAO_N_AND_NORTH_HEX:
        return is_met(s, t, need) and t.region[s.target] != REGION.ELSEWHERE
    if need == NEED.ASTURIAN_IN_BATTLE:
        for p in range(first_of(t, SIDE.REPUBLICAN), end_of(t, SIDE.REPUBLICAN)):
            if t.faction[p] == FACTION.ASTURIAN and s.where[p] == WHERE.ON_MAP:
                if s.role[p] & ROLE.ATTACKS != 0 or s.piece_cell[p] == s.target:
                    return True
        return False
    return is_met(s, t, need)


@jit
def _has_chit(s, t, w, side):
    for chit in range(1, N_CHITS + 1):
        if s.hand[chit] > 0 and why_not_chit(s, t, w, chit, side) == WHY.LEGAL:
            return True
    return False


@jit
def why_not_chit_att(s, t, w, chit):
    """Reason why the attacker may not play a chit."""
    return why_not_chit(s, t, w, chit, int(s.phasing))


@jit
def why_not_chit_def(s, t, w, chit):
    """Reason why the defender may not play a chit."""
    return why_not_chit(s, t, w, chit, 1 - int(s.phasing))


@jit
def _play(s, t, w, chit, side):
    s.hand[chit] -= 1
    sign = 1 if side == s.phasing else -1
    s.chit_drm += int(t.chit_drm[chit]) + sign * int(t.chit_drm_side[chit])
    emit(w, EV.PLAYED, side, chit)


@jit
def _then_chit_att(s, t, w):
    if _has_chit(s, t, w, int(s.phasing)):
        ask(s, NODE.CHIT_ATT, int(s.phasing))
    else:
        no_chit_att(s, t, w)


@jit
def play_chit_att(s, t, w, chit):
    """Play a chit for the attack."""
    _play(s, t, w, chit, int(s.phasing))
    _then_chit_att(s, t, w)


@jit
def no_chit_att(s, t, w):
    """Go on to the chits of the defender."""
    if _has_chit(s, t, w, 1 - int(s.phasing)):
        ask(s, NODE.CHIT_DEF, 1 - int(s.phasing))
    else:
        no_chit_def(s, t, w)


@jit
def play_chit_def(s, t, w, chit):
    """Play a chit for the defence."""
    _play(s, t, w, chit, 1 - int(s.phasing))
    no_chit_att(s, t, w)


@jit
def no_chit_def(s, t, w):
    """Go on to the columns' die (15.25.1), or the odds."""
    if s.phasing == SIDE.REPUBLICAN and has_columns(s, t):
        ask(s, NODE.COLUMN_DIE, SIDE.CHANCE)
    else:
        _then_dice(s, t, w)


# -- dice (15.8, 15.9, 15.25.1) ------------------------------------------------------------------------------


@jit
def roll_columns(s, t, w, die):
    """Apply the columns' die; a cancelled attack costs its units nothing but their attack (rulings T-59, T-90)."""
    effect = int(t.columns_die[die])
    emit(w, EV.COLUMNS_DIE, die, effect)
    if effect == CANCELLED:
        emit(w, EV.CANCELLED, int(s.target))
        end_battle(s, t, w)
    else:
        s.elan = effect
        _then_dice(s, t, w)


@jit
def _then_dice(s, t, w):
    """Fix the odds; reserves in the target leave reserve (12.1.4, T-59); two dice for a large battle (15.9)."""
    fix_odds(s, t, w)
    put(s.struck_rows, t.n_columns, int(s.target), True)
    free_reserves(s, int(s.target))
    s.target_steps = steps_in(s, int(s.target))
    attackers = 0
    for p in range(first_of(t, int(s.phasing)), end_of(t, int(s.phasing))):
        attackers += 1 if s.role[p] & ROLE.ATTACKS != 0 else 0
    defenders = int(s.stack_units[s.target])
    s.dice_left = 2 if defenders >= _LARGE and attackers >= defenders else 1
    s.result_att = 0
    s.result_def = 0
    ask(s, NODE.COMBAT_DIE, SIDE.CHANCE)


@jit
def roll_combat(s, t, w, die):
    """Apply a combat die; results of two dice are added (15.8, 15.9, 15.13, rulings T-89, T-166)."""
    net = min(max(die + int(s.drm), 0), N_RESULTS - 1)
    att, lost = int(t.crt_att[s.column, net]), int(t.crt_def[s.column, net])
    emit(w, EV.COMBAT_DIE, die, net, int(s.column), att, lost)
    s.result_att = min(int(s.result_att) + att, ELIMINATION)
    s.result_def = min(int(s.result_def) + lost, ELIMINATION)
    s.dice_left -= 1
    if s.dice_left > 0:
        ask(s, NODE.COMBAT_DIE, SIDE.CHANCE)
        return
    emit(w, EV.RESULT, int(s.result_att), int(s.result_def))
    s.loss_att = s.result_att
    s.loss_def = s.result_def
    _then_loss_att(s, t, w)


# -- D: losses (15.8) ----------------------------------------------------------------------------------------


@jit
def _then_loss_att(s, t, w):
    if s.loss_att >= ELIMINATION:
        wipe_out_attackers(s, t, w)
    elif s.loss_att > 0 and has_victim(s, t, int(s.phasing)):
        ask(s, NODE.LOSS_ATT, int(s.phasing))
        return
    s.loss_att = 0
    if s.loss_def >= ELIMINATION:
        wipe_out(s, t, w)
        s.loss_def = 0
    _then_loss_def(s, t, w)


@jit
def lose_att(s, t, w, p):
    """The attacker takes a step loss."""
    take_loss(s, t, w, p)
    s.loss_att -= 1
    _then_loss_att(s, t, w)


@jit
def _then_loss_def(s, t, w):
    if s.loss_def > 0 and has_victim(s, t, 1 - int(s.phasing)):
        ask(s, NODE.LOSS_DEF, 1 - int(s.phasing))
        return
    s.loss_def = 0
    if s.stack_units[s.target] > 0:
        end_battle(s, t, w)
        return
    over = int(s.result_def) - int(s.target_steps)
    s.surplus = _SURPLUS_OF_E if s.result_def >= ELIMINATION else max(0, over)
    mark_pursuers(s, t, w)
    _then_advance(s, t, w)


@jit
def lose_def(s, t, w, p):
    """The defender takes a step loss."""
    take_loss(s, t, w, p)
    s.loss_def -= 1
    _then_loss_def(s, t, w)


# -- E: advance (15.23, 15.24) -------------------------------------------------------------------------------


@jit
def _then_advance(s, t, w):
    if has_advance(s, t, w):
        ask(s, NODE.ADVANCE, int(s.phasing))
    else:
        end_battle(s, t, w)


@jit
def stop_advance(s, t, w):
    """The unit stops; ask for the next."""
    finish_advance(s, t, w)
    s.piece = NOBODY_PIECE
    s.stepped = 0
    s.passed = 0
    s.mf_left = 0
    s.mode = 0
    _then_advance(s, t, w)


@jit
def end_battle(s, t, w):
    """Conclude the battle; ask for the next target."""
    clear_battle(s, t)
    forget_choice(s)
    ask_target(s, t)
