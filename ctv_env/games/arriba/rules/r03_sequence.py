"""Chapter 3: the stages of a game turn, in the order of the rulebook: how each begins, and which comes next."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import N_FACTIONS, NODE, PURGE, SIDE, STAGE
from ctv_env.games.arriba.model.events import EV, emit
from ctv_env.games.arriba.model.kernel import rule_kernel
from ctv_env.games.arriba.rules.r04_events import begin_events
from ctv_env.games.arriba.rules.r05_political import begin_political, forget_attitudes, note_attitudes
from ctv_env.games.arriba.rules.r06_strategic import begin_strategic
from ctv_env.games.arriba.rules.r07_organisation import begin_organisation
from ctv_env.games.arriba.rules.r08_movement import begin_movement
from ctv_env.games.arriba.rules.r09_combat import begin_combat
from ctv_env.games.arriba.rules.r09_counterattack import begin_counterattack
from ctv_env.games.arriba.rules.r10_recovery import begin_recovery
from ctv_env.games.arriba.rules.r12_inter_phase import begin_inter_phase
from ctv_env.games.arriba.rules.r14_set_up import begin_set_up, set_up
from ctv_env.games.arriba.rules.support import ask, forget_choice

_LAST_FOR_GOVERNMENT = 3  # on an order die (ruling A-08)


@jit
def begin(s, t):
    """Begin a game with the set-up (rule 14.1)."""
    set_up(s, t)
    forget_choice(s)
    s.winner = SIDE.NOBODY
    s.to_move = SIDE.NOBODY
    s.turn = t.first_turn - 1
    s.stage = STAGE.SETUP - 1
    s.node = NODE.NONE


@jit
def next_stage(s):
    """Go to the stage after the current one; after the Inter-Phase to the next turn's events (rule 3.0)."""
    if s.winner != SIDE.NOBODY:
        s.stage = STAGE.GAME_OVER
    elif s.stage == STAGE.INTER_PHASE:
        s.stage = STAGE.EVENTS
    else:
        s.stage += 1
    if s.stage == STAGE.EVENTS:
        s.turn += 1


@rule_kernel()
def enter_stage(s, t, w):
    """Begin the current stage; set the node at which to stop, or NO_NODE to go on."""
    stage = int(s.stage)
    _set_phasing(s, stage)
    emit(w, EV.STAGE_BEGUN, stage, int(s.turn), int(s.phasing))
    if stage == STAGE.SETUP:
        begin_set_up(s, t, w)
    elif stage == STAGE.EVENTS:  # 3.0 a
        _begin_turn(s, t)
        begin_events(s, t, w)
    elif stage in (STAGE.POLITICAL_ORDER, STAGE.STRATEGIC_ORDER, STAGE.ORGANISATION_ORDER):
        if stage == STAGE.POLITICAL_ORDER:
            note_attitudes(s)
        elif stage == STAGE.STRATEGIC_ORDER:
            forget_attitudes(s)
        ask(s, NODE.ORDER_DIE, SIDE.CHANCE)
    elif stage in (STAGE.POLITICAL_1, STAGE.POLITICAL_2):  # 3.0 b
        begin_political(s, t, w)
    elif stage in (STAGE.STRATEGIC_1, STAGE.STRATEGIC_2):  # 3.0 c
        begin_strategic(s, t, w)
    elif stage == STAGE.FIRST_PLAYER:
        _find_first_player(s, t)
    elif stage in (STAGE.ORGANISATION_1, STAGE.ORGANISATION_2):  # 3.0 d
        begin_organisation(s, t, w)
    elif stage in (STAGE.MOVEMENT_1, STAGE.MOVEMENT_2):  # 3.0 e
        begin_movement(s, t, w)
    elif stage in (STAGE.COMBAT_1, STAGE.COMBAT_2):  # 3.0 f
        begin_combat(s, t, w)
    elif stage in (STAGE.COUNTERATTACK_1, STAGE.COUNTERATTACK_2):  # 3.0 g
        begin_counterattack(s, t, w)
    elif stage in (STAGE.RECOVERY_1, STAGE.RECOVERY_2):  # 3.0 h
        begin_recovery(s, t, w)
    elif stage == STAGE.INTER_PHASE:  # 3.0 i
        begin_inter_phase(s, t, w)
    elif stage == STAGE.GAME_OVER:
        emit(w, EV.GAME_END, int(s.winner))
        s.node = NODE.OVER
        s.to_move = SIDE.NOBODY


@jit
def begin_next_stage(s, t, w):
    """Begin the next stage."""
    next_stage(s)
    enter_stage(s, t, w)


@jit
def _set_phasing(s, stage):
    """Set the side whose part of the phase or player turn it is; GOVERNMENT for stages of both (A-18)."""
    s.phasing = SIDE.GOVERNMENT
    if stage in (STAGE.POLITICAL_1, STAGE.STRATEGIC_1, STAGE.ORGANISATION_1):
        s.phasing = s.phase_first
    elif stage in (STAGE.POLITICAL_2, STAGE.STRATEGIC_2, STAGE.ORGANISATION_2):
        s.phasing = 1 - s.phase_first
    elif STAGE.MOVEMENT_1 <= stage <= STAGE.RECOVERY_1:
        s.phasing = s.first_player
    elif STAGE.MOVEMENT_2 <= stage <= STAGE.RECOVERY_2:
        s.phasing = 1 - s.first_player


@jit
def _begin_turn(s, t):
    """Reset what holds for one turn: frozen factions, lifts, guerrillas, losses to be replaced."""
    for faction in range(N_FACTIONS):
        if s.purged[faction] == PURGE.NOW:
            s.purged[faction] = PURGE.DONE  # ruling A-27
    for side in range(2):
        s.lift_factor[side] = t.lifts_first_turn[side] if s.turn == 1 else 1  # 14.2 d
        s.lost_cf_before[side] = s.lost_cf[side]  # 6.1.1
        s.lost_cf[side] = 0
    s.guerrilla_used = 0
    s.first_player = SIDE.GOVERNMENT


@jit
def roll_order(s, t, w, die):
    """Apply an order die: 1 to 3 puts the Government first, in a phase or in the player turns (3.0, ruling A-08)."""
    side = SIDE.GOVERNMENT if die <= _LAST_FOR_GOVERNMENT else SIDE.REBEL
    emit(w, EV.ORDER_DIE, die, side)
    if s.stage == STAGE.FIRST_PLAYER:
        s.first_player = side
    else:
        s.phase_first = side


@jit
def _find_first_player(s, t):
    """Give the first player turn to the side with more support; a die on turn 1 and at a tie (3.0, A-12, A-17)."""
    s.phase_first = SIDE.GOVERNMENT
    if s.turn == 1 or s.ps[SIDE.GOVERNMENT] == s.ps[SIDE.REBEL]:
        ask(s, NODE.ORDER_DIE, SIDE.CHANCE)
    else:
        s.first_player = SIDE.GOVERNMENT if s.ps[SIDE.GOVERNMENT] > s.ps[SIDE.REBEL] else SIDE.REBEL
