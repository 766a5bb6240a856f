"""A combat from target to advance (rule 10.2), node by node: each function sets the next node.

``engine/node_table.py`` lists which function is called at which node; the rules are in chapters 9 and 10.
"""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import MORALE, N_GROUND, NAT_AIR, NODE, NOWHERE, SIDE
from ctv_env.games.ctv.model.events import EV, emit
from ctv_env.games.ctv.rules.r06_supply import check_supply
from ctv_env.games.ctv.rules.r09_bombardment import bombard, next_air, points, remove_used_columns, suffer_attrition
from ctv_env.games.ctv.rules.r10_advance import advance
from ctv_env.games.ctv.rules.r10_attack import choose_target, commit_attack, n_attackers
from ctv_env.games.ctv.rules.r10_combat import close_combat, is_breakthrough, look_up_result, sum_odds
from ctv_env.games.ctv.rules.r10_losses import break_through, eliminate_lone_hq, lose_step, side_can_lose_step
from ctv_env.games.ctv.rules.r10_morale import judge_morale, next_judged
from ctv_env.games.ctv.rules.r10_retreat import mark_retreats, retreat, retreat_from
from ctv_env.games.ctv.rules.r15_optional import fire_in_air_combat, is_air_combat, settle_air_combat


@jit
def ask(s, node, side):
    """Stop at ``node``, at which ``side`` (or CHANCE) decides."""
    s.node = node
    s.to_move = side


@jit
def end_attacks(s):
    """End the attacks of the phasing player (10.1)."""
    for u in range(N_GROUND):
        s.unit_attacked[u] = 0
    s.node = NODE.NONE


@jit
def open_combat(s, t, w, c):
    """Begin an attack on ``c`` (10.2)."""
    s.cell_fights[c] += t.keyed_dice
    choose_target(s, w, c)
    ask(s, NODE.ATTACKERS, s.phasing)


@jit
def close_attackers(s, t, w):
    """All attackers are named: check the supply of those involved (10.2 step 1), then ask for support (10.2 step 2)."""
    commit_attack(s, w)
    check_supply(s, t, w, True)
    if not end_one_sided_combat(s, t, w):
        ask(s, NODE.SUPPORT_ATT, s.phasing)


@jit
def close_support(s, t, w):
    """Go on to the next kind of support: attacker's units, defender's, attacker's columns, defender's (9.4.1, R-27)."""
    if s.node == NODE.SUPPORT_ATT:
        ask(s, NODE.SUPPORT_DEF, 1 - s.phasing)
    elif s.node == NODE.SUPPORT_DEF:
        ask(s, NODE.SUPPLY_COLUMN_ATT, s.phasing)
    elif s.node == NODE.SUPPLY_COLUMN_ATT:
        ask(s, NODE.SUPPLY_COLUMN_DEF, 1 - s.phasing)
    elif is_air_combat(s, t):
        s.cursor = next_air(s, NAT_AIR)
        ask(s, NODE.AIR_COMBAT_DIE, SIDE.CHANCE)
    else:
        begin_bombardment(s, t, w)


@jit
def roll_air_combat(s, t, w, die):
    """Apply the die of an air unit; then the next one fires, or the air combat is settled (15.1)."""
    fire_in_air_combat(s, t, w, int(s.cursor), die)
    s.cursor = next_air(s, int(s.cursor) + 1)
    if s.cursor != NOWHERE:
        ask(s, NODE.AIR_COMBAT_DIE, SIDE.CHANCE)
        return
    settle_air_combat(s, w)
    s.cursor = 0
    begin_bombardment(s, t, w)


@jit
def begin_bombardment(s, t, w):
    """Compare the points: the side with more rolls, neither if they are equal (9.4.2, ruling R-31)."""
    attacker = points(s, t, int(s.phasing))
    defender = points(s, t, 1 - int(s.phasing))
    emit(w, EV.BOMBARDMENT_POINTS, attacker, defender)
    if attacker == defender:
        end_bombardment(s, t, w)
    else:
        ask(s, NODE.BOMBARD_DIE, SIDE.CHANCE)


@jit
def roll_bombardment(s, t, w, die):
    """Apply the bombardment die (9.4.2)."""
    bombard(s, t, w, points(s, t, int(s.phasing)) - points(s, t, 1 - int(s.phasing)), die)
    end_bombardment(s, t, w)


@jit
def end_bombardment(s, t, w):
    """Remove used columns, then ask for an attrition die per air unit used (9.3.1, 9.1.1, ruling R-32)."""
    remove_used_columns(s, w)
    s.cursor = next_air(s, NAT_AIR)
    after_attrition(s, t, w)


@jit
def roll_attrition(s, t, w, die):
    """Apply the attrition die of an air unit (9.1.1)."""
    suffer_attrition(s, t, w, int(s.cursor), die)
    s.cursor = next_air(s, int(s.cursor) + 1)
    after_attrition(s, t, w)


@jit
def after_attrition(s, t, w):
    """Ask for the next attrition die; after the last one compare strengths (10.2 step 3)."""
    if s.cursor != NOWHERE:
        ask(s, NODE.ATTRITION_DIE, SIDE.CHANCE)
        return
    s.cursor = 0
    if not end_one_sided_combat(s, t, w):
        sum_odds(s, t, w)
        ask(s, NODE.COMBAT_DIE, SIDE.CHANCE)


@jit
def end_one_sided_combat(s, t, w):
    """End the combat without a die if one side has no units left; the hex is won if that is the defender (R-34a)."""
    if s.cell_ground[s.target] == 0:
        emit(w, EV.NO_COMBAT, int(s.target), 1 - int(s.phasing))
        ask(s, NODE.ADVANCE, s.phasing)
        return True
    if n_attackers(s) == 0:
        emit(w, EV.NO_COMBAT, int(s.target), int(s.phasing))
        end_combat(s)
        return True
    return False


@jit
def roll_combat(s, t, w, die):
    """Apply the combat die: result B at once, else the attacker's losses first (10.2 step 4, 10.3, ruling R-40)."""
    look_up_result(s, t, w, die)
    if is_breakthrough(s):
        break_through(s, t, w)
        ask(s, NODE.ADVANCE, s.phasing)
        return
    s.owed_att = s.result_att
    continue_losses_att(s, t, w)


@jit
def lose_attacker(s, t, w, u):
    """Take a step of the attacker's losses from ``u`` (10.3)."""
    s.owed_att -= 1
    lose_step(s, t, w, u)
    continue_losses_att(s, t, w)


@jit
def continue_losses_att(s, t, w):
    """Ask for the attacker's next step loss; after the last go on to the morale of the attacking stacks."""
    if s.owed_att > 0 and side_can_lose_step(s, t, True):
        ask(s, NODE.LOSS_ATT, s.phasing)
        return
    s.owed_att = 0
    if s.judged_hex == NOWHERE:
        judge_next_stack(s, t, w, 0)
    elif s.morale_step == 1:
        retreat_attackers(s, t, w)
    else:
        judge_next_stack(s, t, w, int(s.judged_hex) + 1)


@jit
def judge_next_stack(s, t, w, first):
    """Judge the next attacking Republican stack with losses; after the last go on to the defender (10.6, R-41)."""
    s.judged_hex = next_judged(s, t, first)
    s.morale_step = 0
    if s.judged_hex != NOWHERE:
        ask(s, NODE.MORALE_DIE, SIDE.CHANCE)
    else:
        s.morale_result = MORALE.HOLD
        begin_losses_def(s, t, w)


@jit
def roll_morale(s, t, w, die):
    """Apply the morale die of a stack (10.6)."""
    judge_morale(s, t, w, die)
    if s.judged_hex == NOWHERE:
        decide_retreat(s, t, w)
    elif s.morale_result == MORALE.COLLAPSE:
        s.morale_step = 1
        s.owed_att = 1
        continue_losses_att(s, t, w)
    elif s.morale_result == MORALE.FLIGHT:
        retreat_attackers(s, t, w)
    else:
        judge_next_stack(s, t, w, int(s.judged_hex) + 1)


@jit
def retreat_attackers(s, t, w):
    """Retreat the judged attackers; without a legal hex they lose an extra step and stay in order (R-41, R-61)."""
    s.morale_step = 2
    if next_judged(s, t, int(s.judged_hex)) != s.judged_hex:  # no unit of the stack is left
        judge_next_stack(s, t, w, int(s.judged_hex) + 1)
    elif mark_retreats(s, t, w, int(s.phasing)) > 0:
        ask(s, NODE.RETREAT, s.phasing)
    else:
        emit(w, EV.NO_RETREAT, retreat_from(s, t))
        s.owed_att = 1
        ask(s, NODE.LOSS_ATT, s.phasing)


@jit
def begin_losses_def(s, t, w):
    """Begin the defender's losses: a morale roll if Republican, then the choice of retreat (10.5, 10.6)."""
    s.owed_def = s.result_def
    if s.owed_def == 0:
        end_combat(s)
    elif s.cell_combat[s.target] == 0:
        s.owed_def = 0
        eliminate_lone_hq(s, t, w)
        ask(s, NODE.ADVANCE, s.phasing)
    elif s.phasing != SIDE.REPUBLICAN:
        ask(s, NODE.MORALE_DIE, SIDE.CHANCE)
    else:
        decide_retreat(s, t, w)


@jit
def decide_retreat(s, t, w):
    """Ask for the choice of 10.5, or for a retreat if the defender's morale forces one (10.6, ruling R-41)."""
    if s.morale_result == MORALE.COLLAPSE:
        s.owed_def += 1
    if s.morale_result == MORALE.HOLD or mark_retreats(s, t, w, 1 - int(s.phasing)) > 0:
        ask(s, NODE.RETREAT, 1 - s.phasing)
        return
    emit(w, EV.NO_RETREAT, int(s.target))
    s.owed_def += 1
    continue_losses_def(s, t, w)


@jit
def choose_retreat(s, t, w, c):
    """Retreat the stack to ``c``; a defender saves one step by it, except in flight (10.5, ruling R-42)."""
    if s.judged_hex != NOWHERE:
        retreat(s, t, w, c)
        judge_next_stack(s, t, w, int(s.judged_hex) + 1)
        return
    s.retreat_hex = c
    if s.morale_result == MORALE.HOLD or s.morale_result == MORALE.MUST_RETREAT:
        s.owed_def -= 1
    continue_losses_def(s, t, w)


@jit
def lose_defender(s, t, w, u):
    """Take a step of the defender's losses from ``u`` (10.3)."""
    s.owed_def -= 1
    lose_step(s, t, w, u)
    continue_losses_def(s, t, w)


@jit
def continue_losses_def(s, t, w):
    """Ask for the defender's next step loss; after the last retreat the survivors, then advance (10.3 to 10.5)."""
    if s.owed_def > 0 and side_can_lose_step(s, t, False):
        ask(s, NODE.LOSS_DEF, 1 - s.phasing)
        return
    s.owed_def = 0
    if s.retreat_hex != NOWHERE:
        retreat(s, t, w, int(s.retreat_hex))  # of nobody, if no combat unit is left
    if s.cell_ground[s.target] == 0:
        ask(s, NODE.ADVANCE, s.phasing)
    else:
        end_combat(s)


@jit
def name_advancing(s, u):
    """Select ``u`` to advance (10.4)."""
    s.piece = u
    s.node = NODE.ADVANCE_TO


@jit
def advance_to(s, t, w, c):
    """Advance the selected unit to ``c``; then another may advance, or the same one again (10.4, ruling R-62)."""
    advance(s, t, w, int(s.piece), c)
    s.piece = NOWHERE
    s.node = NODE.ADVANCE


@jit
def end_combat(s):
    """End the combat; the phasing player may choose another target (10.1)."""
    close_combat(s)
    ask(s, NODE.TARGET, s.phasing)
