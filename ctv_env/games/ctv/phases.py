"""The sequence of play (rule 3): one line a stage, one line a node.  Only here are dice rolled.

``settle`` plays on until a side has a choice, a die is due or the game is over.
"""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.actions import as_cell, as_piece
from ctv_env.games.ctv.codes import (
    ADVANCE,
    ADVANCE_TO,
    AIR_ABSENT,
    AIR_COMBAT_DIE,
    AIR_READY,
    AIR_USED,
    ARMOUR_DIE,
    ATTACKERS,
    ATTRITION_DIE,
    BASQUE_DIE,
    BASQUE_STAGE,
    BOMBARD_DIE,
    BREAKDOWN,
    BREAKDOWNS,
    CELLS,
    CHANCE,
    COMBAT_DIE,
    DONE,
    END_AIR,
    END_OF_TURN,
    END_SC,
    FACTORY,
    FACTORY_DIE,
    GAME_OVER,
    LOSS_ATT,
    LOSS_DEF,
    MAP,
    MORALE_DIE,
    MOVE,
    MOVE_TO,
    N_GROUND,
    N_PIECES,
    NAT_AIR,
    NAT_COMBAT,
    NAT_MOVEMENT,
    NAT_SC,
    NATIONALIST,
    NEW_COLUMN,
    NO_NODE,
    NOBODY,
    NOWHERE,
    OFFENSIVE,
    OFFENSIVE_DIE,
    OFFENSIVE_SUCCESS,
    OFFENSIVE_SUCCESS_DIE,
    OVER,
    PLACE,
    PLACE_SC,
    PLACE_TRENCH,
    REP_COMBAT,
    REP_MOVEMENT,
    REP_SC,
    REPUBLICAN,
    RESERVE_DIE,
    RETREAT,
    SETUP_ARMOUR,
    SETUP_DICE,
    SETUP_NATIONALIST,
    SETUP_REPUBLICAN,
    SETUP_RESERVES,
    SETUP_TRENCHES,
    SUPPLY_COLUMN_ATT,
    SUPPLY_COLUMN_DEF,
    SUPPORT_ATT,
    SUPPORT_DEF,
    TARGET,
    TRENCH,
    WEATHER,
    WEATHER_DIE,
    WITHDRAW,
    WITHDRAWAL,
)
from ctv_env.games.ctv.combat import (
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
from ctv_env.games.ctv.events import EV_AIR_BACK, EV_NEW_COLUMN, EV_STAGE, emit
from ctv_env.games.ctv.legal import fill_mask
from ctv_env.games.ctv.luck import next_die
from ctv_env.games.ctv.pieces import put_column
from ctv_env.games.ctv.rules.r04_setup import (
    clear,
    deploy,
    judge_armour,
    judge_reserve,
    next_to_place,
    place,
    place_trench,
    receive_air_units,
)
from ctv_env.games.ctv.rules.r06_supply import check_supply
from ctv_env.games.ctv.rules.r08_costs import end_segment, start_segment
from ctv_env.games.ctv.rules.r08_movement import move_piece
from ctv_env.games.ctv.rules.r09_bombardment import (
    commit_column,
    commit_support,
    end_dsg,
    next_air,
    suffer_attrition,
)
from ctv_env.games.ctv.rules.r10_advance import advance
from ctv_env.games.ctv.rules.r10_attack import name_attacker
from ctv_env.games.ctv.rules.r10_losses import lose_step
from ctv_env.games.ctv.rules.r11_weather import judge_weather
from ctv_env.games.ctv.rules.r12_offensives import (
    judge_offensive,
    judge_success,
    needed_for_offensive,
    success_is_due,
    withdraw,
)
from ctv_env.games.ctv.rules.r13_basque_surrender import judge_surrender, name_breakdown, surrender_threatens
from ctv_env.games.ctv.rules.r14_victory import factory_is_threatened, judge_end, judge_factory
from ctv_env.games.ctv.rules.r15_optional import fire_in_air_combat

# -- the stages, in order (rules 3 and 4) --------------------------------------------------------------------------


@jit
def begin(s, t):
    """A new game: the first stage of set-up, or the fixed deployment and turn 1 (rule 4, ruling R-55)."""
    clear(s, t)
    s.to_move = NOBODY
    s.phasing = NATIONALIST
    s.stage = SETUP_DICE
    if t.placement:
        ask(s, RESERVE_DIE, CHANCE)
        s.cursor = 1
    else:
        deploy(s, t)
        receive_air_units(s)
        s.stage = SETUP_RESERVES
        s.node = NO_NODE
        s.turn = t.start_turn - 1
        s.weather = t.start_weather
        s.morale = t.start_morale


@jit
def next_stage(s):
    """The stage after the present one; after the end of a turn the next turn's weather (rule 3)."""
    if s.stage == END_OF_TURN:
        s.stage = WEATHER if s.winner == NOBODY else GAME_OVER
    else:
        s.stage += 1
    if s.stage == WEATHER:
        s.turn += 1


@jit
def enter_stage(s, t, w):
    """What happens at the start of the present stage; leaves a node to stop at, or NO_NODE to go on."""
    emit(w, EV_STAGE, int(s.stage), int(s.turn))
    stage = int(s.stage)
    if stage == SETUP_REPUBLICAN:  # 4.2
        _begin_placing(s, t, REPUBLICAN)
    elif stage == SETUP_TRENCHES:  # 4.2
        s.cursor = 0
        _ask_trench(s, t)
    elif stage == SETUP_ARMOUR:  # 4.3
        ask(s, ARMOUR_DIE, CHANCE)
    elif stage == SETUP_NATIONALIST:  # 4.3
        _begin_placing(s, t, NATIONALIST)
    elif stage == SETUP_RESERVES:  # 4.3.1
        _begin_placing(s, t, REPUBLICAN)
    elif stage == WEATHER:  # 3.A
        _begin_turn(s, t, w)
    elif stage == OFFENSIVE:  # 3.B.1
        _begin_offensive(s, t, w)
    elif stage == OFFENSIVE_SUCCESS:  # 12.3
        if success_is_due(s):
            ask(s, OFFENSIVE_SUCCESS_DIE, CHANCE)
    elif stage == WITHDRAWAL:  # 12.3
        _ask_withdrawal(s)
    elif stage == NEW_COLUMN:  # 9.3
        _ask_column(s, t)
    elif stage == NAT_MOVEMENT:  # 3.B.2
        check_supply(s, t, w, False)
        _begin_movement(s, t)
    elif stage in (NAT_COMBAT, REP_COMBAT):  # 3.B.3, 3.C.3
        _begin_combat(s, t, w)
    elif stage == BASQUE_STAGE:  # 3.C.1
        _begin_republican_phase(s, t, w)
    elif stage == BREAKDOWNS:  # 13.3
        if s.owed_battalions > 0:
            ask(s, BREAKDOWN, REPUBLICAN)
    elif stage == FACTORY:  # 14.2
        if factory_is_threatened(s, t):
            ask(s, FACTORY_DIE, CHANCE)
    elif stage == REP_MOVEMENT:  # 3.C.2; the check at the start of the phase serves (ruling R-15)
        _begin_movement(s, t)
    elif stage == END_OF_TURN:  # 3.D
        _end_turn(s, t, w)
    elif stage == GAME_OVER:
        ask(s, OVER, NOBODY)


@jit
def _begin_placing(s, t, side):
    s.to_move = side
    s.cursor = 0
    _ask_place(s, t)


@jit
def _ask_place(s, t):
    """Ask for the next piece of the present set-up stage; after the last the air units come too (4.3.2)."""
    s.piece = next_to_place(s, t)
    if s.piece != NOWHERE:
        s.node = PLACE
        return
    s.node = NO_NODE
    s.cursor = 0
    if s.stage == SETUP_RESERVES:
        receive_air_units(s)


@jit
def _ask_trench(s, t):
    if s.cursor < t.n_trenches:
        s.piece = TRENCH + s.cursor
        ask(s, PLACE_TRENCH, REPUBLICAN)
    else:
        _close_trenches(s)


@jit
def _close_trenches(s):
    s.piece = NOWHERE
    s.cursor = 0
    s.node = NO_NODE


@jit
def _begin_turn(s, t, w):
    """Air units come back (9.1.1); the weather die, but on the first turn (3.A, 11.2)."""
    for p in range(NAT_AIR, END_AIR):
        if s.piece_place[p] == AIR_ABSENT and s.air_return[p] == s.turn:
            s.piece_place[p] = AIR_READY
            s.air_return[p] = 0
            emit(w, EV_AIR_BACK, p)
    s.phasing = NATIONALIST
    if s.turn > t.start_turn:
        ask(s, WEATHER_DIE, CHANCE)


@jit
def _begin_offensive(s, t, w):
    """The offensive die, unless it has begun, is not due yet, or begins by itself (12.2, ruling R-47)."""
    needed = needed_for_offensive(s, t)
    if needed == 1:
        judge_offensive(s, t, w, 1)
    elif needed > 1:
        ask(s, OFFENSIVE_DIE, CHANCE)


@jit
def _ask_withdrawal(s):
    if s.owed_infantry > 0 or s.owed_air > 0:
        ask(s, WITHDRAW, NATIONALIST)
    else:
        s.node = NO_NODE


@jit
def _ask_column(s, t):
    """A new Nationalist supply column on turns 2 to 6, eight on the map at most (9.3, ruling R-33)."""
    on_map = 0
    s.piece = NOWHERE
    for p in range(REP_SC - 1, NAT_SC - 1, -1):
        if s.piece_place[p] == MAP:
            on_map += 1
        elif s.piece_place[p] != 0:
            s.piece = p
    if t.sc_first_turn <= s.turn <= t.sc_last_turn and on_map < t.sc_max[NATIONALIST] and s.piece != NOWHERE:
        ask(s, PLACE_SC, NATIONALIST)
    else:
        s.piece = NOWHERE


@jit
def _begin_movement(s, t):
    start_segment(s, t, int(s.phasing))
    ask(s, MOVE, s.phasing)


@jit
def _begin_combat(s, t, w):
    end_segment(s)
    for c in range(CELLS):
        s.cell_fights[c] = 0
    check_supply(s, t, w, False)
    ask(s, TARGET, s.phasing)


@jit
def _begin_republican_phase(s, t, w):
    """Supply for the whole phase's start (ruling R-15), then the Basque surrender die if it threatens (13.2)."""
    s.phasing = REPUBLICAN
    check_supply(s, t, w, False)
    if surrender_threatens(s, t):
        ask(s, BASQUE_DIE, CHANCE)


@jit
def _end_turn(s, t, w):
    """Markers off, HQs and air units operative again, victory (3.D, 14.1)."""
    end_dsg(s, t)
    for p in range(N_PIECES):
        s.piece_used[p] = 0
        s.piece_seen[p] = 0
        if s.piece_place[p] == AIR_USED:
            s.piece_place[p] = AIR_READY
    for p in range(NAT_SC, END_SC):
        s.sc_moved[p] = 0
    judge_end(s, t, w)


# -- the nodes -----------------------------------------------------------------------------------------------------


@jit
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


@jit
def apply_choice(s, t, w, action):
    """Decision node: apply a legal ``action`` of the side to move."""
    node = int(s.node)
    if action == DONE:
        _apply_done(s, t, w, node)
    elif node == PLACE:
        place(s, t, w, int(s.piece), as_cell(action))
        s.cursor += 1
        _ask_place(s, t)
    elif node == PLACE_TRENCH:
        place_trench(s, w, int(s.piece), as_cell(action))
        s.cursor += 1
        _ask_trench(s, t)
    elif node == WITHDRAW:
        withdraw(s, t, w, as_piece(action))
        _ask_withdrawal(s)
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
        _close_trenches(s)
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
    emit(w, EV_NEW_COLUMN, p, c)
    s.piece = NOWHERE
    s.node = NO_NODE


@jit
def _forfeit(s):
    """No legal hex for a new supply column: it is lost (ruling R-33)."""
    s.piece = NOWHERE
    s.node = NO_NODE


@jit
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
