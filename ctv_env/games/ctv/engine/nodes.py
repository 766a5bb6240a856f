"""The nodes: what a choice or a die at each of them does, and playing on to the next.  Only here are dice rolled.

``settle`` plays on until a side has a choice, a die is due or the game is over.
"""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine.event_dice import next_die
from ctv_env.games.ctv.engine.legal import fill_mask
from ctv_env.games.ctv.model.actions import as_cell, as_piece
from ctv_env.games.ctv.model.codes import (
    ADVANCE,
    ADVANCE_TO,
    AIR_COMBAT_DIE,
    ARMOUR_DIE,
    ATTACKERS,
    ATTRITION_DIE,
    BASQUE_DIE,
    BOMBARD_DIE,
    BREAKDOWN,
    CHANCE,
    COMBAT_DIE,
    DONE,
    FACTORY_DIE,
    LOSS_ATT,
    LOSS_DEF,
    MORALE_DIE,
    MOVE,
    MOVE_TO,
    N_GROUND,
    NO_NODE,
    NOWHERE,
    OFFENSIVE_DIE,
    OFFENSIVE_SUCCESS_DIE,
    OVER,
    PLACE,
    PLACE_SC,
    PLACE_TRENCH,
    RESERVE_DIE,
    RETREAT,
    SUPPLY_COLUMN_ATT,
    SUPPLY_COLUMN_DEF,
    SUPPORT_ATT,
    SUPPORT_DEF,
    TARGET,
    WEATHER_DIE,
    WITHDRAW,
)
from ctv_env.games.ctv.model.emit import emit_new_column
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.rules.pieces import put_column
from ctv_env.games.ctv.rules.r03_sequence import (
    ask_place,
    ask_trench,
    ask_withdrawal,
    close_trenches,
    enter_stage,
    next_stage,
)
from ctv_env.games.ctv.rules.r04_setup import judge_armour, judge_reserve, place, place_trench
from ctv_env.games.ctv.rules.r08_costs import end_segment
from ctv_env.games.ctv.rules.r08_movement import move_piece
from ctv_env.games.ctv.rules.r09_bombardment import commit_column, commit_support, next_air, suffer_attrition
from ctv_env.games.ctv.rules.r10_advance import advance
from ctv_env.games.ctv.rules.r10_attack import name_attacker
from ctv_env.games.ctv.rules.r10_losses import lose_step
from ctv_env.games.ctv.rules.r10_sequence import (
    after_attrition,
    ask,
    choose_retreat,
    close_attackers,
    close_support,
    continue_air_combat,
    continue_losses_att,
    continue_losses_def,
    end_combat,
    open_combat,
    roll_bombardment,
    roll_combat,
    roll_morale,
)
from ctv_env.games.ctv.rules.r11_weather import judge_weather
from ctv_env.games.ctv.rules.r12_offensives import judge_offensive, judge_success, withdraw
from ctv_env.games.ctv.rules.r13_basque_surrender import judge_surrender, name_breakdown
from ctv_env.games.ctv.rules.r14_victory import judge_factory
from ctv_env.games.ctv.rules.r15_optional import fire_in_air_combat


@rule_kernel(numbers=1)
def apply_die(s, t, w, die):
    """Chance node: apply ``die``, 1 to 6."""
    node = int(s.node)
    s.die = die
    s.node = NO_NODE
    if node == RESERVE_DIE:
        judge_reserve(s, t, w, int(s.cursor), die)
        s.cursor += 1
        if s.cursor < s.reserve.shape[0]:
            ask(s, RESERVE_DIE, CHANCE)
    elif node == ARMOUR_DIE:
        judge_armour(s, t, w, die)
    elif node == WEATHER_DIE:
        judge_weather(s, t, w, die)
    elif node == OFFENSIVE_DIE:
        judge_offensive(s, t, w, die)
    elif node == OFFENSIVE_SUCCESS_DIE:
        judge_success(s, t, w, die)
    elif node == BASQUE_DIE:
        judge_surrender(s, t, w, die)
    elif node == FACTORY_DIE:
        judge_factory(s, t, w, die)
    else:
        _apply_combat_die(s, t, w, node, die)


@jit
def _apply_combat_die(s, t, w, node, die):
    s.node = node
    if node == AIR_COMBAT_DIE:
        fire_in_air_combat(s, t, w, int(s.cursor), die)
        continue_air_combat(s, t, w)
    elif node == BOMBARD_DIE:
        roll_bombardment(s, t, w, die)
    elif node == ATTRITION_DIE:
        suffer_attrition(s, t, w, int(s.cursor), die)
        s.cursor = next_air(s, int(s.cursor) + 1)
        after_attrition(s, t, w)
    elif node == COMBAT_DIE:
        roll_combat(s, t, w, die)
    elif node == MORALE_DIE:
        roll_morale(s, t, w, die)


@rule_kernel(numbers=1)
def apply_choice(s, t, w, action):
    """Decision node: apply a legal ``action`` of the side to move."""
    node = int(s.node)
    if action == DONE:
        _apply_done(s, t, w, node)
    elif node == PLACE:
        place(s, t, w, int(s.piece), as_cell(action))
        s.cursor += 1
        ask_place(s, t)
    elif node == PLACE_TRENCH:
        place_trench(s, w, int(s.piece), as_cell(action))
        s.cursor += 1
        ask_trench(s, t)
    elif node == WITHDRAW:
        withdraw(s, t, w, as_piece(action))
        ask_withdrawal(s)
    elif node == PLACE_SC:
        _place_column(s, w, as_cell(action))
    elif node == BREAKDOWN:
        name_breakdown(s, t, w, as_piece(action))
        s.node = BREAKDOWN if s.owed_battalions > 0 else NO_NODE
    elif node == MOVE:
        s.piece = as_piece(action)
        s.node = MOVE_TO
    elif node == MOVE_TO:
        move_piece(s, t, w, int(s.piece), as_cell(action))
        s.piece = NOWHERE
        s.node = MOVE
    else:
        _apply_combat_choice(s, t, w, node, action)


@jit
def _apply_combat_choice(s, t, w, node, action):
    if node == TARGET:
        s.cell_fights[as_cell(action)] += t.keyed_dice
        open_combat(s, w, as_cell(action))
    elif node == ATTACKERS:
        name_attacker(s, w, as_piece(action))
    elif node in (SUPPORT_ATT, SUPPORT_DEF):
        commit_support(s, w, as_piece(action))
    elif node in (SUPPLY_COLUMN_ATT, SUPPLY_COLUMN_DEF):
        commit_column(s, w, as_piece(action))
    elif node == LOSS_ATT:
        s.owed_att -= 1
        lose_step(s, t, w, as_piece(action))
        continue_losses_att(s, t, w)
    elif node == LOSS_DEF:
        s.owed_def -= 1
        lose_step(s, t, w, as_piece(action))
        continue_losses_def(s, t, w)
    elif node == RETREAT:
        choose_retreat(s, t, w, as_cell(action))
    elif node == ADVANCE:
        s.piece = as_piece(action)
        s.node = ADVANCE_TO
    elif node == ADVANCE_TO:
        advance(s, t, w, int(s.piece), as_cell(action))
        s.piece = NOWHERE
        s.node = ADVANCE


@jit
def _apply_done(s, t, w, node):
    if node == PLACE_TRENCH:
        close_trenches(s)
    elif node == MOVE:
        end_segment(s)
        s.node = NO_NODE
    elif node == TARGET:
        for u in range(N_GROUND):
            s.unit_attacked[u] = 0
        s.node = NO_NODE
    elif node == ATTACKERS:
        close_attackers(s, t, w)
    elif node == RETREAT:
        continue_losses_def(s, t, w)
    elif node == ADVANCE:
        end_combat(s)
    else:
        close_support(s, t, w)


@jit
def _place_column(s, w, c):
    p = int(s.piece)
    put_column(s, p, c)
    emit_new_column(w, p, c)
    s.piece = NOWHERE
    s.node = NO_NODE


@jit
def _forfeit(s):
    """No legal hex for a new supply column: it is lost (ruling R-33)."""
    s.piece = NOWHERE
    s.node = NO_NODE


@rule_kernel()
def settle(s, t, w):
    """Play on until a side has a choice, a die is due or the game is over; leaves the mask of that node in ``w``."""
    while True:
        if s.node == NO_NODE:
            next_stage(s)
            enter_stage(s, t, w)
            continue
        n_legal = fill_mask(s, t, w)
        if s.node == OVER or s.to_move == CHANCE:
            return
        if n_legal == 0 and s.node == PLACE_SC:
            _forfeit(s)
        elif n_legal == 1 and t.play_forced:
            apply_choice(s, t, w, only_action(w))
        else:
            return


@jit
def only_action(w):
    """The single legal action of the mask."""
    for action in range(w.mask.shape[0]):
        if w.mask[action]:
            return action
    return DONE


@jit
def take_step(s, t, w, action):
    """Apply a legal action, or the outcome of a die at a chance node, and play on."""
    if s.to_move == CHANCE:
        apply_die(s, t, w, action)
    else:
        apply_choice(s, t, w, action)
    settle(s, t, w)


@jit
def roll_on(s, t, w):
    """Let the game's own stream roll every die that is due, until a side decides or the game is over."""
    while s.to_move == CHANCE:
        take_step(s, t, w, next_die(s, t))
