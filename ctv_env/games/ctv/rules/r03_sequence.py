"""The stages of set-up and of a turn, in the order of rules 3 and 4: how each begins, and which comes next."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import (
    CELLS,
    END_AIR,
    END_SC,
    N_CELLS,
    N_PIECES,
    NAT_AIR,
    NAT_SC,
    NODE,
    NOWHERE,
    PLACE,
    REP_SC,
    SIDE,
    STAGE,
    TRENCH,
)
from ctv_env.games.ctv.model.events import EV, emit
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.pieces import lose_sight
from ctv_env.games.ctv.rules.r04_setup import clear, deploy, next_to_place, receive_air_units
from ctv_env.games.ctv.rules.r06_supply import check_supply
from ctv_env.games.ctv.rules.r08_costs import start_segment
from ctv_env.games.ctv.rules.r09_bombardment import end_dsg, why_not_new_column
from ctv_env.games.ctv.rules.r10_sequence import ask
from ctv_env.games.ctv.rules.r12_offensives import judge_offensive, needed_for_offensive, success_is_due
from ctv_env.games.ctv.rules.r13_basque_surrender import surrender_threatens
from ctv_env.games.ctv.rules.r14_victory import judge_end, note_factory, take_factory_note


@jit
def begin(s, t):
    """Begin a game with the first stage of set-up, or with the fixed deployment and turn 1 (rule 4, ruling R-55)."""
    clear(s, t)
    s.phasing = SIDE.NATIONALIST
    s.stage = STAGE.SETUP_DICE
    if t.placement:
        ask(s, NODE.RESERVE_DIE, SIDE.CHANCE)
        s.cursor = 1
    else:
        deploy(s, t)
        receive_air_units(s)
        s.stage = STAGE.SETUP_RESERVES
        s.node = NODE.NONE
        s.turn = t.start_turn - 1
        s.weather = t.start_weather
        s.morale = t.start_morale


@jit
def next_stage(s):
    """Go to the stage after the current one; after the end of a turn to the next turn's weather (rule 3)."""
    if s.stage == STAGE.END_OF_TURN:
        s.stage = STAGE.WEATHER if s.winner == SIDE.NOBODY else STAGE.GAME_OVER
    else:
        s.stage += 1
    if s.stage == STAGE.WEATHER:
        s.turn += 1


@rule_kernel()
def enter_stage(s, t, w):
    """Begin the current stage; set the node at which to stop, or NO_NODE to go on."""
    emit(w, EV.STAGE_BEGUN, int(s.stage), int(s.turn))
    stage = int(s.stage)
    if stage == STAGE.SETUP_REPUBLICAN:  # 4.2
        _begin_placing(s, t, SIDE.REPUBLICAN)
    elif stage == STAGE.SETUP_TRENCHES:  # 4.2
        ask_trench(s, t)
    elif stage == STAGE.SETUP_ARMOUR:  # 4.3
        ask(s, NODE.ARMOUR_DIE, SIDE.CHANCE)
    elif stage == STAGE.SETUP_NATIONALIST:  # 4.3
        _begin_placing(s, t, SIDE.NATIONALIST)
    elif stage == STAGE.SETUP_RESERVES:  # 4.3.1
        _begin_placing(s, t, SIDE.REPUBLICAN)
    elif stage == STAGE.WEATHER:  # 3.A
        _begin_turn(s, t, w)
    elif stage == STAGE.OFFENSIVE:  # 3.B.1
        _begin_offensive(s, t, w)
    elif stage == STAGE.OFFENSIVE_SUCCESS:  # 12.3
        if success_is_due(s):
            ask(s, NODE.OFFENSIVE_SUCCESS_DIE, SIDE.CHANCE)
    elif stage == STAGE.WITHDRAWAL:  # 12.3
        ask_withdrawal(s)
    elif stage == STAGE.NEW_COLUMN:  # 9.3
        _ask_column(s, t)
    elif stage == STAGE.NAT_MOVEMENT:  # 3.B.2
        check_supply(s, t, w, False)
        _begin_movement(s, t)
    elif stage in (STAGE.NAT_COMBAT, STAGE.REP_COMBAT):  # 3.B.3, 3.C.3
        _begin_combat(s, t, w)
    elif stage == STAGE.BASQUE:  # 3.C.1
        _begin_republican_phase(s, t, w)
    elif stage == STAGE.BREAKDOWNS:  # 13.3
        if s.owed_battalions > 0:
            ask(s, NODE.BREAKDOWN, SIDE.REPUBLICAN)
    elif stage == STAGE.FACTORY:  # 14.2
        if take_factory_note(s, t):
            ask(s, NODE.FACTORY_DIE, SIDE.CHANCE)
    elif stage == STAGE.REP_MOVEMENT:  # 3.C.2; uses the supply check at the start of the phase (ruling R-15)
        _begin_movement(s, t)
    elif stage == STAGE.END_OF_TURN:  # 3.D
        _end_turn(s, t, w)
    elif stage == STAGE.GAME_OVER:
        ask(s, NODE.OVER, SIDE.NOBODY)


@jit
def begin_next_stage(s, t, w):
    """Begin the next stage."""
    next_stage(s)
    enter_stage(s, t, w)


@jit
def _begin_placing(s, t, side):
    s.to_move = side
    s.cursor = 0
    ask_place(s, t)


@jit
def ask_place(s, t):
    """Ask for the next piece of the current set-up stage; after the last one the air units arrive too (4.3.2)."""
    s.piece = next_to_place(s, t)
    if s.piece != NOWHERE:
        s.node = NODE.PLACE
        return
    s.node = NODE.NONE
    s.cursor = 0
    if s.stage == STAGE.SETUP_RESERVES:
        receive_air_units(s)


@jit
def ask_trench(s, t):
    if s.cursor < t.n_trenches:
        s.piece = TRENCH + s.cursor
        ask(s, NODE.PLACE_TRENCH, SIDE.REPUBLICAN)
    else:
        close_trenches(s)


@jit
def close_trenches(s):
    s.piece = NOWHERE
    s.cursor = 0
    s.node = NODE.NONE


@jit
def _begin_turn(s, t, w):
    """Return absent air units (9.1.1), then ask for the weather die, except on the first turn (3.A, 11.2).

    Who holds Reinosa is noted, for the die of 14.2.
    """
    note_factory(s, t)
    for p in range(NAT_AIR, END_AIR):
        if s.piece_place[p] == PLACE.AIR_ABSENT and s.air_return[p] == s.turn:
            s.piece_place[p] = PLACE.AIR_READY
            s.air_return[p] = 0
            emit(w, EV.AIR_BACK, p)
    s.phasing = SIDE.NATIONALIST
    if s.turn > t.start_turn:
        ask(s, NODE.WEATHER_DIE, SIDE.CHANCE)


@jit
def _begin_offensive(s, t, w):
    """Ask for the offensive die, unless it has begun, is not possible yet, or begins by itself (12.2, ruling R-47)."""
    needed = needed_for_offensive(s, t)
    if needed == 1:
        judge_offensive(s, t, w, 1)
    elif needed > 1:
        ask(s, NODE.OFFENSIVE_DIE, SIDE.CHANCE)


@jit
def ask_withdrawal(s):
    if s.owed_infantry > 0 or s.owed_air > 0:
        ask(s, NODE.WITHDRAW, SIDE.NATIONALIST)
    else:
        s.node = NODE.NONE


@jit
def _ask_column(s, t):
    """Ask where to put a new Nationalist supply column on turns 2 to 6, at most eight on the map (9.3, ruling R-33).

    It is lost if there is no hex for it.
    """
    on_map = 0
    s.piece = NOWHERE
    for p in range(REP_SC - 1, NAT_SC - 1, -1):
        if s.piece_place[p] == PLACE.MAP:
            on_map += 1
        elif s.piece_place[p] != 0:
            s.piece = p
    is_due = t.sc_first_turn <= s.turn <= t.sc_last_turn and on_map < t.sc_max[SIDE.NATIONALIST]
    if is_due and s.piece != NOWHERE and _has_hex_for_column(s, t):
        ask(s, NODE.PLACE_SC, SIDE.NATIONALIST)
    else:
        s.piece = NOWHERE


@jit
def _has_hex_for_column(s, t):
    for c in range(N_CELLS):
        if why_not_new_column(s, t, c) == WHY.LEGAL:
            return True
    return False


@jit
def _begin_movement(s, t):
    start_segment(s, t, int(s.phasing))
    ask(s, NODE.MOVE, s.phasing)


@jit
def _begin_combat(s, t, w):
    for c in range(CELLS):
        s.cell_fights[c] = 0
    check_supply(s, t, w, False)
    ask(s, NODE.TARGET, s.phasing)


@jit
def _begin_republican_phase(s, t, w):
    """Check supply at the start of the phase (ruling R-15), then ask for the surrender die if it is due (13.2)."""
    s.phasing = SIDE.REPUBLICAN
    check_supply(s, t, w, False)
    if surrender_threatens(s, t):
        ask(s, NODE.BASQUE_DIE, SIDE.CHANCE)


@jit
def _end_turn(s, t, w):
    """Remove markers, restore HQs and air units, and check for victory (3.D, 14.1)."""
    end_dsg(s, t)
    for p in range(N_PIECES):
        s.piece_used[p] = 0
        if s.piece_place[p] == PLACE.MAP:
            lose_sight(s, t, p)
        if s.piece_place[p] == PLACE.AIR_USED:
            s.piece_place[p] = PLACE.AIR_READY
    for p in range(NAT_SC, END_SC):
        s.sc_moved[p] = 0
    judge_end(s, t, w)
