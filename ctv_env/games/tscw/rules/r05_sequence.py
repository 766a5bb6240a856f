"""Chapter 5: the segments of a turn, in the order of the rulebook: how each begins, and which comes next (5.2)."""

from ctv_env.core.events import CODE
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import LANDING, NODE, SIDE, STAGE
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.kernel import rule_kernel
from ctv_env.games.tscw.rules.pieces import is_ground
from ctv_env.games.tscw.rules.r03_set_up import begin_game, begin_set_up
from ctv_env.games.tscw.rules.r04_victory import judge
from ctv_env.games.tscw.rules.r06_chits import (
    add_bonus,
    judge_forced_attack,
    open_window,
    play_operation,
    refresh,
    take_chit,
)
from ctv_env.games.tscw.rules.r06_events import begin_events
from ctv_env.games.tscw.rules.r07_arrivals import begin_arrivals, begin_mobilization
from ctv_env.games.tscw.rules.r07_changes import begin_changes
from ctv_env.games.tscw.rules.r07_resources import begin_resources, cut_purses
from ctv_env.games.tscw.rules.r09_supply import check_supply
from ctv_env.games.tscw.rules.r10_control import activate_lines
from ctv_env.games.tscw.rules.r11_strategic import begin_transport
from ctv_env.games.tscw.rules.r12_reserves import ask_release, begin_reserves, forget_releases, release
from ctv_env.games.tscw.rules.r13_evacuation import ask_evacuation, declare_evacuation, end_evacuation, evacuate
from ctv_env.games.tscw.rules.r13_movement import close_movement, open_movement
from ctv_env.games.tscw.rules.r15_attack import ask_target, close_combat, open_combat
from ctv_env.games.tscw.rules.support import ask, forget_choice, go_on

_MOVEMENT = (STAGE.MOVEMENT_N, STAGE.MOVEMENT_R)
_COMBAT = (STAGE.COMBAT_N, STAGE.COMBAT_R, STAGE.EXPLOIT_COMBAT_N, STAGE.EXPLOIT_COMBAT_R)


@jit
def begin(s, t):
    """Begin a game: the Republicans set up first (ruling T-101)."""
    begin_game(s, t)
    s.turn = t.first_turn - 1
    s.stage = STAGE.SETUP_R - 1
    s.node = NODE.NONE
    s.to_move = SIDE.NOBODY


@jit
def next_stage(s):
    """Go to the next segment; after the last to the next turn's events (5.2)."""
    if s.winner != SIDE.NOBODY:
        s.stage = STAGE.GAME_OVER
    elif s.stage == STAGE.RELEASE_R:
        s.stage = STAGE.EVENTS_N
    else:
        s.stage += 1


@jit
def side_of_stage(stage):
    """Side whose segment it is; of those of both sides the Nationalists' (ruling T-10)."""
    republican = stage in (
        STAGE.SETUP_R,
        STAGE.EVENTS_R,
        STAGE.MOBILIZATION,
        STAGE.CHANGES_R,
        STAGE.RESOURCES_R,
        STAGE.ARRIVALS_R,
        STAGE.TRANSPORT_R,
        STAGE.RESERVES_R,
    )
    if republican or STAGE.MOVEMENT_R <= stage <= STAGE.EXPLOIT_COMBAT_R or stage == STAGE.RELEASE_R:
        return SIDE.REPUBLICAN
    return SIDE.NATIONALIST


@rule_kernel()
def enter_stage(s, t, w):
    """Begin the current segment; set the node at which to stop, or NO_NODE to go on."""
    stage = int(s.stage)
    s.phasing = side_of_stage(stage)
    if stage == STAGE.EVENTS_N:
        s.turn += 1
    elif stage == STAGE.MOVEMENT_N:
        cut_purses(s, t, w)
    _announce(s, w, stage)
    if stage in (STAGE.SETUP_R, STAGE.SETUP_N):
        begin_set_up(s, t, w)
    elif stage in (STAGE.EVENTS_N, STAGE.EVENTS_R):  # 5.2 A.I
        if stage == STAGE.EVENTS_N:
            _begin_turn(s, t, w)
        begin_events(s, t, w)
    elif stage == STAGE.MOBILIZATION:  # A.II
        begin_mobilization(s, t, w)
    elif stage in (STAGE.CHANGES_N, STAGE.CHANGES_R):  # A.III a
        begin_changes(s, t, w)
    elif stage in (STAGE.RESOURCES_N, STAGE.RESOURCES_R):  # A.III b
        begin_resources(s, t, w)
    elif stage in (STAGE.ARRIVALS_N, STAGE.ARRIVALS_R):  # A.III c
        begin_arrivals(s, t, w)
    elif stage in (STAGE.TRANSPORT_N, STAGE.TRANSPORT_R):  # A.IV
        if stage == STAGE.TRANSPORT_N:
            check_supply(s, t, w)
        begin_transport(s, t, w)
    elif stage in (STAGE.RESERVES_N, STAGE.RESERVES_R):  # A.V
        begin_reserves(s, t, w)
    else:
        _enter_phase(s, t, w, stage)


@jit
def begin_next_stage(s, t, w):
    """Begin the next segment."""
    next_stage(s)
    enter_stage(s, t, w)


@jit
def _announce(s, w, stage):
    """Write that a segment begins, in place of one that has passed in this step without any event."""
    last = int(w.n_event) - 1
    if last >= 0 and w.event[last, CODE] == EV.STAGE:
        w.n_event = last
    emit(w, EV.STAGE, stage, int(s.turn), int(s.phasing))


@jit
def _enter_phase(s, t, w, stage):
    """Begin a segment of a player phase or of the end of the turn (5.2 B to D)."""
    if stage in _MOVEMENT:
        open_movement(s, t, w)
        if stage == STAGE.MOVEMENT_N or not ask_evacuation(s, t, w):
            begin_moves(s, t, w)
    elif stage in (STAGE.EXPLOIT_N, STAGE.EXPLOIT_R):
        open_movement(s, t, w)
        next_release(s, t, w)
    elif stage in _COMBAT:
        open_combat(s, t, w)
        s.cursor = 0
        next_window(s, t, w)
    elif stage == STAGE.VICTORY:  # D.I
        judge(s, t, w)
        go_on(s)
    elif stage == STAGE.CONDITIONS:  # D.II, D.III; ruling T-118
        check_supply(s, t, w)
        _end_turn(s, t)
        go_on(s)
    elif stage in (STAGE.RELEASE_N, STAGE.RELEASE_R):  # D.III
        next_release(s, t, w)
    elif stage == STAGE.GAME_OVER:
        emit(w, EV.GAME_END, int(s.winner))
        s.node = NODE.OVER
        s.to_move = SIDE.NOBODY


@jit
def _begin_turn(s, t, w):
    """Lines become active (T-99), and the capacities of the turn are set (11.2)."""
    activate_lines(s, t, w)
    for side in range(2):
        s.rail[side] = t.transport[s.turn, 2 * side]
        s.sea[side] = t.transport[s.turn, 2 * side + 1]
    s.north_rail_only = 0


@jit
def _end_turn(s, t):
    """Air and naval units become available; what holds for one turn ends (5.2 D.III, 12.2.1)."""
    for p in range(int(t.n_pieces)):
        if not is_ground(t, p):
            s.used[p] = 0
        s.carried[p] = 0
        s.halted[p] = 0
        s.fought[p] = 0
        s.eligible[p] = 0
        if s.landed[p] == LANDING.NOW:
            s.landed[p] = LANDING.BEFORE
    for side in range(2):
        s.rail[side] = 0
        s.sea[side] = 0


# -- movement segments ---------------------------------------------------------------------------------------


@jit
def begin_moves(s, t, w):
    """Play the operation chits, then move (ruling T-14)."""
    forget_choice(s)
    if not play_operation(s, t, w):
        ask(s, NODE.MOVE_PIECE, int(s.phasing))


@jit
def answer_evacuation(s, t, w, x):
    """Declare the evacuation, or not (13.8)."""
    if x == 1:
        declare_evacuation(s, t, w)
    else:
        begin_moves(s, t, w)


@jit
def evacuate_unit(s, t, w, p):
    """Evacuate a unit."""
    if evacuate(s, t, w, p):
        stop_evacuation(s, t, w)


@jit
def stop_evacuation(s, t, w):
    """Evacuate no more."""
    end_evacuation(s)
    begin_moves(s, t, w)


@jit
def name_bonus_unit(s, t, w, p):
    """Name a unit for chit 36."""
    if add_bonus(s, t, w, p):
        begin_moves(s, t, w)


@jit
def next_release(s, t, w):
    """Ask for the next HQ that releases reserves (12.1.4); then the units move, or the turn ends."""
    if ask_release(s, t, w):
        return
    forget_releases(s)
    if s.stage in (STAGE.EXPLOIT_N, STAGE.EXPLOIT_R):
        ask(s, NODE.MOVE_PIECE, int(s.phasing))
    else:
        go_on(s)


@jit
def end_releases(s, t, w):
    """Release no more."""
    forget_choice(s)
    forget_releases(s)
    if s.stage in (STAGE.EXPLOIT_N, STAGE.EXPLOIT_R):
        ask(s, NODE.MOVE_PIECE, int(s.phasing))
    else:
        go_on(s)


@jit
def release_unit(s, t, w, p):
    """Release a unit."""
    if release(s, t, w, p):
        next_release(s, t, w)


@jit
def end_movement(s, t, w):
    """End the movement segment."""
    close_movement(s, t, w)


# -- combat segments -----------------------------------------------------------------------------------------


@jit
def next_window(s, t, w):
    """Ask for chits at the start of a combat segment (T-140), then for a target."""
    if not open_window(s, t, w):
        ask_target(s, t)


@jit
def play_chit(s, t, w, chit):
    """Play a held chit."""
    if not take_chit(s, t, w, chit):
        next_window(s, t, w)


@jit
def refresh_piece(s, t, w, p):
    """Make a piece available again by a chit."""
    refresh(s, t, w, p)
    next_window(s, t, w)


@jit
def no_chits(s, t, w):
    """Play no more chits now."""
    s.cursor += 1
    next_window(s, t, w)


@jit
def end_attacks(s, t, w):
    """End the combat segment."""
    if s.stage in (STAGE.COMBAT_N, STAGE.COMBAT_R):
        judge_forced_attack(s, t, w)
    close_combat(s, t, w)
    if s.stage in (STAGE.EXPLOIT_COMBAT_N, STAGE.EXPLOIT_COMBAT_R):
        s.no_air = 0
        for p in range(int(t.n_pieces)):
            s.eligible[p] = 0
    forget_choice(s)
    go_on(s)
