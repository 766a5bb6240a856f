"""Chapter 5: the segments of a turn, in the order of the rulebook: how each begins, and which comes next (5.2)."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import (
    ARRIVALS_N,
    ARRIVALS_R,
    CHANGES_N,
    CHANGES_R,
    COMBAT_N,
    COMBAT_R,
    CONDITIONS,
    EVENTS_N,
    EVENTS_R,
    EXPLOIT_COMBAT_N,
    EXPLOIT_COMBAT_R,
    EXPLOIT_N,
    EXPLOIT_R,
    GAME_OVER,
    LANDED_BEFORE,
    LANDED_NOW,
    MOBILIZATION,
    MOVE_PIECE,
    MOVEMENT_N,
    MOVEMENT_R,
    NATIONALIST,
    NO_NODE,
    NOBODY,
    OVER,
    RELEASE_N,
    RELEASE_R,
    REPUBLICAN,
    RESERVES_N,
    RESERVES_R,
    RESOURCES_N,
    RESOURCES_R,
    SETUP_N,
    SETUP_R,
    TRANSPORT_N,
    TRANSPORT_R,
    VICTORY,
)
from ctv_env.games.tscw.model.emit import emit
from ctv_env.games.tscw.model.events import EV_GAME_END, EV_STAGE
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

_MOVEMENT = (MOVEMENT_N, MOVEMENT_R)
_COMBAT = (COMBAT_N, COMBAT_R, EXPLOIT_COMBAT_N, EXPLOIT_COMBAT_R)


@jit
def begin(s, t):
    """Begin a game: the Republicans set up first (ruling T-101)."""
    begin_game(s, t)
    s.turn = t.first_turn - 1
    s.stage = SETUP_R - 1
    s.node = NO_NODE
    s.to_move = NOBODY


@jit
def next_stage(s):
    """Go to the next segment; after the last to the next turn's events (5.2)."""
    if s.winner != NOBODY:
        s.stage = GAME_OVER
    elif s.stage == RELEASE_R:
        s.stage = EVENTS_N
    else:
        s.stage += 1


@jit
def side_of_stage(stage):
    """Side whose segment it is; of those of both sides the Nationalists' (ruling T-10)."""
    republican = stage in (SETUP_R, EVENTS_R, MOBILIZATION, CHANGES_R, RESOURCES_R, ARRIVALS_R, TRANSPORT_R, RESERVES_R)
    if republican or MOVEMENT_R <= stage <= EXPLOIT_COMBAT_R or stage == RELEASE_R:
        return REPUBLICAN
    return NATIONALIST


@rule_kernel()
def enter_stage(s, t, w):
    """Begin the current segment; set the node at which to stop, or NO_NODE to go on."""
    stage = int(s.stage)
    s.phasing = side_of_stage(stage)
    if stage == EVENTS_N:
        s.turn += 1
    elif stage == MOVEMENT_N:
        cut_purses(s, t, w)
    _announce(s, w, stage)
    if stage in (SETUP_R, SETUP_N):
        begin_set_up(s, t, w)
    elif stage in (EVENTS_N, EVENTS_R):  # 5.2 A.I
        if stage == EVENTS_N:
            _begin_turn(s, t, w)
        begin_events(s, t, w)
    elif stage == MOBILIZATION:  # A.II
        begin_mobilization(s, t, w)
    elif stage in (CHANGES_N, CHANGES_R):  # A.III a
        begin_changes(s, t, w)
    elif stage in (RESOURCES_N, RESOURCES_R):  # A.III b
        begin_resources(s, t, w)
    elif stage in (ARRIVALS_N, ARRIVALS_R):  # A.III c
        begin_arrivals(s, t, w)
    elif stage in (TRANSPORT_N, TRANSPORT_R):  # A.IV
        if stage == TRANSPORT_N:
            check_supply(s, t, w)
        begin_transport(s, t, w)
    elif stage in (RESERVES_N, RESERVES_R):  # A.V
        begin_reserves(s, t, w)
    else:
        _enter_phase(s, t, w, stage)


@jit
def _announce(s, w, stage):
    """Write that a segment begins, in place of one that has passed in this step without any event."""
    last = int(w.n_event) - 1
    if last >= 0 and w.event[last, 0] == EV_STAGE:
        w.n_event = last
    emit(w, EV_STAGE, stage, int(s.turn), int(s.phasing))


@jit
def _enter_phase(s, t, w, stage):
    """Begin a segment of a player phase or of the end of the turn (5.2 B to D)."""
    if stage in _MOVEMENT:
        open_movement(s, t, w)
        if stage == MOVEMENT_N or not ask_evacuation(s, t, w):
            begin_moves(s, t, w)
    elif stage in (EXPLOIT_N, EXPLOIT_R):
        open_movement(s, t, w)
        next_release(s, t, w)
    elif stage in _COMBAT:
        open_combat(s, t, w)
        s.cursor = 0
        next_window(s, t, w)
    elif stage == VICTORY:  # D.I
        judge(s, t, w)
        go_on(s)
    elif stage == CONDITIONS:  # D.II, D.III; ruling T-118
        check_supply(s, t, w)
        _end_turn(s, t)
        go_on(s)
    elif stage in (RELEASE_N, RELEASE_R):  # D.III
        next_release(s, t, w)
    elif stage == GAME_OVER:
        emit(w, EV_GAME_END, int(s.winner))
        s.node = OVER
        s.to_move = NOBODY


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
        if s.landed[p] == LANDED_NOW:
            s.landed[p] = LANDED_BEFORE
    for side in range(2):
        s.rail[side] = 0
        s.sea[side] = 0


# -- movement segments ---------------------------------------------------------------------------------------


@jit
def begin_moves(s, t, w):
    """Play the operation chits, then move (ruling T-14)."""
    forget_choice(s)
    if not play_operation(s, t, w):
        ask(s, MOVE_PIECE, int(s.phasing))


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
    if s.stage in (EXPLOIT_N, EXPLOIT_R):
        ask(s, MOVE_PIECE, int(s.phasing))
    else:
        go_on(s)


@jit
def end_releases(s, t, w):
    """Release no more."""
    forget_choice(s)
    forget_releases(s)
    if s.stage in (EXPLOIT_N, EXPLOIT_R):
        ask(s, MOVE_PIECE, int(s.phasing))
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
    if s.stage in (COMBAT_N, COMBAT_R):
        judge_forced_attack(s, t, w)
    close_combat(s, t, w)
    if s.stage in (EXPLOIT_COMBAT_N, EXPLOIT_COMBAT_R):
        s.no_air = 0
        for p in range(int(t.n_pieces)):
            s.eligible[p] = 0
    forget_choice(s)
    go_on(s)
