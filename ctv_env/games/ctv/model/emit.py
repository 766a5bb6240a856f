"""Functions that write events to ``w.event``: one for each class in ``events.py``, with its fields as arguments."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.events import (
    EV_ADVANCED,
    EV_AIR_BACK,
    EV_AIR_COMBAT,
    EV_ARMOUR_RECEIVED,
    EV_ATTACKER,
    EV_ATTRITION,
    EV_BASQUE_DIE,
    EV_BATTALION,
    EV_BOMBARDMENT,
    EV_BOMBARDMENT_POINTS,
    EV_COMBAT_RESULT,
    EV_CONTROL,
    EV_DIE_MODIFIER,
    EV_DISORGANISED,
    EV_ELIMINATED,
    EV_FACTORY_DIE,
    EV_GAME_END,
    EV_MORALE_DIE,
    EV_MORALE_MARKER,
    EV_MOVED,
    EV_NEW_COLUMN,
    EV_NO_COMBAT,
    EV_NO_RETREAT,
    EV_ODDS,
    EV_OFFENSIVE_DIE,
    EV_OFFENSIVE_SUCCESS,
    EV_PLACED,
    EV_RESERVE_DIE,
    EV_RETREATED,
    EV_STAGE_BEGUN,
    EV_STEP_LOSS,
    EV_STRENGTH,
    EV_SUPPLY_CHANGED,
    EV_SUPPORT,
    EV_SURRENDERED,
    EV_TARGET,
    EV_THROUGH,
    EV_TRENCH_PLACED,
    EV_TRENCH_REMOVED,
    EV_WEATHER_DIE,
    EV_WITHDRAWN,
)
from ctv_env.games.ctv.model.state import N_EVENTS


@jit
def _write(w, code, a=0, b=0, c=0, d=0, e=0, f=0, g=0):
    """Write a row; rows beyond the capacity of ``w.event`` are dropped (no step comes near it)."""
    n = int(w.n_event)
    if n < N_EVENTS:
        row = w.event[n]
        row[0] = code
        row[1] = a
        row[2] = b
        row[3] = c
        row[4] = d
        row[5] = e
        row[6] = f
        row[7] = g
        w.n_event = n + 1


# -- set-up and turns ------------------------------------------------------------------------------------------


@jit
def emit_stage_begun(w, stage, turn):
    _write(w, EV_STAGE_BEGUN, stage, turn)


@jit
def emit_reserve_die(w, group, die, reserve):
    _write(w, EV_RESERVE_DIE, group, die, reserve)


@jit
def emit_armour_received(w, die):
    _write(w, EV_ARMOUR_RECEIVED, die)


@jit
def emit_placed(w, piece, cell):
    _write(w, EV_PLACED, piece, cell)


@jit
def emit_trench_placed(w, cell):
    _write(w, EV_TRENCH_PLACED, cell)


@jit
def emit_weather_die(w, die, drm, weather):
    _write(w, EV_WEATHER_DIE, die, drm, weather)


@jit
def emit_offensive_die(w, die, begins, needed):
    _write(w, EV_OFFENSIVE_DIE, die, begins, needed)


@jit
def emit_offensive_success(w, die, infantry, air):
    _write(w, EV_OFFENSIVE_SUCCESS, die, infantry, air)


@jit
def emit_withdrawn(w, piece, cell):
    _write(w, EV_WITHDRAWN, piece, cell)


@jit
def emit_new_column(w, piece, cell):
    _write(w, EV_NEW_COLUMN, piece, cell)


@jit
def emit_air_back(w, piece):
    _write(w, EV_AIR_BACK, piece)


@jit
def emit_supply_changed(w, piece, supplied):
    _write(w, EV_SUPPLY_CHANGED, piece, supplied)


# -- moves, control, eliminations ------------------------------------------------------------------------------


@jit
def emit_moved(w, piece, start, goal, half_mp):
    _write(w, EV_MOVED, piece, start, goal, half_mp)


@jit
def emit_through(w, piece, cell):
    _write(w, EV_THROUGH, piece, cell)


@jit
def emit_control(w, side, cell):
    _write(w, EV_CONTROL, side, cell)


@jit
def emit_morale_marker(w, change, marker):
    _write(w, EV_MORALE_MARKER, change, marker)


@jit
def emit_eliminated(w, piece, cell, cause):
    _write(w, EV_ELIMINATED, piece, cell, cause)


@jit
def emit_trench_removed(w, cell):
    _write(w, EV_TRENCH_REMOVED, cell)


# -- combat: support and bombardment ---------------------------------------------------------------------------


@jit
def emit_target(w, cell):
    _write(w, EV_TARGET, cell)


@jit
def emit_attacker(w, piece, cell):
    _write(w, EV_ATTACKER, piece, cell)


@jit
def emit_support(w, piece, defending):
    _write(w, EV_SUPPORT, piece, defending)


@jit
def emit_air_combat(w, piece, die, hit):
    _write(w, EV_AIR_COMBAT, piece, die, hit)


@jit
def emit_bombardment_points(w, attacker, defender):
    _write(w, EV_BOMBARDMENT_POINTS, attacker, defender)


@jit
def emit_bombardment(w, die, drm, needed, on_defender, hit):
    _write(w, EV_BOMBARDMENT, die, drm, needed, on_defender, hit)


@jit
def emit_disorganised(w, piece, level):
    _write(w, EV_DISORGANISED, piece, level)


@jit
def emit_attrition(w, piece, die, turn_back):
    _write(w, EV_ATTRITION, piece, die, turn_back)


# -- combat: odds and result -----------------------------------------------------------------------------------


@jit
def emit_strength(w, side, cell, whole, halved, half, multiplier, result):
    _write(w, EV_STRENGTH, side, cell, whole, halved, half, multiplier, result)


@jit
def emit_odds(w, attack, defence, column, shift, after):
    _write(w, EV_ODDS, attack, defence, column, shift, after)


@jit
def emit_die_modifier(w, kind, value):
    _write(w, EV_DIE_MODIFIER, kind, value)


@jit
def emit_combat_result(w, die, modified, column, attacker, defender):
    _write(w, EV_COMBAT_RESULT, die, modified, column, attacker, defender)


# -- combat: losses, morale, retreat, advance ------------------------------------------------------------------


@jit
def emit_step_loss(w, piece, steps_left):
    _write(w, EV_STEP_LOSS, piece, steps_left)


@jit
def emit_morale_die(w, cell, die, marker, troops, result):
    _write(w, EV_MORALE_DIE, cell, die, marker, troops, result)


@jit
def emit_no_retreat(w, cell):
    _write(w, EV_NO_RETREAT, cell)


@jit
def emit_retreated(w, piece, start, goal):
    _write(w, EV_RETREATED, piece, start, goal)


@jit
def emit_advanced(w, piece, start, goal):
    _write(w, EV_ADVANCED, piece, start, goal)


@jit
def emit_no_combat(w, cell, side):
    _write(w, EV_NO_COMBAT, cell, side)


# -- events of the war, end ------------------------------------------------------------------------------------


@jit
def emit_basque_die(w, die, surrender):
    _write(w, EV_BASQUE_DIE, die, surrender)


@jit
def emit_surrendered(w, piece, cell):
    _write(w, EV_SURRENDERED, piece, cell)


@jit
def emit_battalion(w, piece, brigade, cell):
    _write(w, EV_BATTALION, piece, brigade, cell)


@jit
def emit_factory_die(w, die, stands):
    _write(w, EV_FACTORY_DIE, die, stands)


@jit
def emit_game_end(w, winner, vp):
    _write(w, EV_GAME_END, winner, vp)
