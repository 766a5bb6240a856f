"""Functions that write events to ``w.event``: one for each class in ``events.py``, with its fields as arguments."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.events import EV
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
    _write(w, EV.STAGE_BEGUN, stage, turn)


@jit
def emit_reserve_die(w, group, die, reserve):
    _write(w, EV.RESERVE_DIE, group, die, reserve)


@jit
def emit_armour_received(w, die):
    _write(w, EV.ARMOUR_RECEIVED, die)


@jit
def emit_placed(w, piece, cell):
    _write(w, EV.PLACED, piece, cell)


@jit
def emit_trench_placed(w, cell):
    _write(w, EV.TRENCH_PLACED, cell)


@jit
def emit_weather_die(w, die, drm, weather):
    _write(w, EV.WEATHER_DIE, die, drm, weather)


@jit
def emit_offensive_die(w, die, begins, needed):
    _write(w, EV.OFFENSIVE_DIE, die, begins, needed)


@jit
def emit_offensive_success(w, die, infantry, air):
    _write(w, EV.OFFENSIVE_SUCCESS, die, infantry, air)


@jit
def emit_withdrawn(w, piece, cell):
    _write(w, EV.WITHDRAWN, piece, cell)


@jit
def emit_new_column(w, piece, cell):
    _write(w, EV.NEW_COLUMN, piece, cell)


@jit
def emit_air_back(w, piece):
    _write(w, EV.AIR_BACK, piece)


@jit
def emit_supply_changed(w, piece, supplied):
    _write(w, EV.SUPPLY_CHANGED, piece, supplied)


# -- moves, control, eliminations ------------------------------------------------------------------------------


@jit
def emit_moved(w, piece, start, goal, half_mp):
    _write(w, EV.MOVED, piece, start, goal, half_mp)


@jit
def emit_through(w, piece, cell):
    _write(w, EV.THROUGH, piece, cell)


@jit
def emit_control(w, side, cell):
    _write(w, EV.CONTROL, side, cell)


@jit
def emit_morale_marker(w, change, marker):
    _write(w, EV.MORALE_MARKER, change, marker)


@jit
def emit_eliminated(w, piece, cell, cause):
    _write(w, EV.ELIMINATED, piece, cell, cause)


@jit
def emit_trench_removed(w, cell):
    _write(w, EV.TRENCH_REMOVED, cell)


# -- combat: support and bombardment ---------------------------------------------------------------------------


@jit
def emit_target(w, cell):
    _write(w, EV.TARGET, cell)


@jit
def emit_attacker(w, piece, cell):
    _write(w, EV.ATTACKER, piece, cell)


@jit
def emit_support(w, piece, defending):
    _write(w, EV.SUPPORT, piece, defending)


@jit
def emit_air_combat(w, piece, die, hit):
    _write(w, EV.AIR_COMBAT, piece, die, hit)


@jit
def emit_bombardment_points(w, attacker, defender):
    _write(w, EV.BOMBARDMENT_POINTS, attacker, defender)


@jit
def emit_bombardment(w, die, drm, needed, on_defender, hit):
    _write(w, EV.BOMBARDMENT, die, drm, needed, on_defender, hit)


@jit
def emit_disorganised(w, piece, level):
    _write(w, EV.DISORGANISED, piece, level)


@jit
def emit_attrition(w, piece, die, turn_back):
    _write(w, EV.ATTRITION, piece, die, turn_back)


# -- combat: odds and result -----------------------------------------------------------------------------------


@jit
def emit_strength(w, side, cell, whole, halved, half, multiplier, result):
    _write(w, EV.STRENGTH, side, cell, whole, halved, half, multiplier, result)


@jit
def emit_odds(w, attack, defence, column, shift, after):
    _write(w, EV.ODDS, attack, defence, column, shift, after)


@jit
def emit_die_modifier(w, kind, value):
    _write(w, EV.DIE_MODIFIER, kind, value)


@jit
def emit_combat_result(w, die, modified, column, attacker, defender):
    _write(w, EV.COMBAT_RESULT, die, modified, column, attacker, defender)


# -- combat: losses, morale, retreat, advance ------------------------------------------------------------------


@jit
def emit_step_loss(w, piece, steps_left):
    _write(w, EV.STEP_LOSS, piece, steps_left)


@jit
def emit_morale_die(w, cell, die, marker, troops, result):
    _write(w, EV.MORALE_DIE, cell, die, marker, troops, result)


@jit
def emit_no_retreat(w, cell):
    _write(w, EV.NO_RETREAT, cell)


@jit
def emit_retreated(w, piece, start, goal):
    _write(w, EV.RETREATED, piece, start, goal)


@jit
def emit_advanced(w, piece, start, goal):
    _write(w, EV.ADVANCED, piece, start, goal)


@jit
def emit_no_combat(w, cell, side):
    _write(w, EV.NO_COMBAT, cell, side)


# -- events of the war, end ------------------------------------------------------------------------------------


@jit
def emit_basque_die(w, die, surrender):
    _write(w, EV.BASQUE_DIE, die, surrender)


@jit
def emit_surrendered(w, piece, cell):
    _write(w, EV.SURRENDERED, piece, cell)


@jit
def emit_battalion(w, piece, brigade, cell):
    _write(w, EV.BATTALION, piece, brigade, cell)


@jit
def emit_factory_die(w, die, stands):
    _write(w, EV.FACTORY_DIE, die, stands)


@jit
def emit_game_end(w, winner, vp):
    _write(w, EV.GAME_END, winner, vp)
