"""The channels of the whole position."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.channels import MOST, S
from ctv_env.games.arriba.model.codes import (
    DISRUPTED,
    FLAGS,
    IMPROVED,
    N_AP,
    N_DOCTRINE,
    N_EVENTS,
    N_FACTIONS,
    N_KINDS,
    N_LIFTS,
    N_PAIRS,
    N_POWERS,
    N_REGIONS,
    NOWHERE,
    SIDE,
    TRACK_END,
)
from ctv_env.games.arriba.rules.support import available_ep

_MIDDLE = 128  # the number that represents 0 in signed channels


@jit
def fill_globals(s, t, side, out):
    """Write all channels."""
    _turn(s, side, out)
    for k in range(2):
        _side(s, side if k == 0 else 1 - side, k, out)
    _politics(s, side, out)
    _purchases(s, out)
    _choice(s, out)
    _battle(s, side, out)


@jit
def _clip(n, top):
    return min(max(int(n), 0), top)


@jit
def _turn(s, side, out):
    """The current decision and stage of the turn."""
    out[S.side + side] = 1
    out[S.decides] = s.to_move == side
    out[S.node + int(s.node)] = 1
    out[S.stage + int(s.stage)] = 1
    out[S.turn] = s.turn
    out[S.phasing] = s.phasing == side
    out[S.first] = s.phase_first == side
    out[S.first + 1] = s.first_player == side
    out[S.guerrillas] = s.guerrilla_used
    out[S.command_left] = _clip(int(s.command_left) + 1, MOST)
    out[S.cursor] = _clip(s.cursor, 127)
    out[S.die] = s.die


@jit
def _side(s, who, k, out):
    """The possessions of each side; ``k`` is 0 for the observer."""
    out[S.support + k] = s.ps[who]
    out[S.equipment + k] = _clip(available_ep(s, who), MOST)
    out[S.lost_cf + k] = _clip(s.lost_cf[who], MOST)
    out[S.lost_before + k] = _clip(s.lost_cf_before[who], MOST)
    out[S.gathered + k] = _clip(int(s.sum_ps[who]) + _MIDDLE, MOST)
    out[S.air_ready + k] = s.air_ready[who]
    out[S.air_used + k] = s.air_used[who]
    out[S.lift_factor + k] = s.lift_factor[who]
    out[S.doctrine_until + k] = s.doctrine_until[who]
    for ap in range(N_AP):
        out[(S.own_ap_free if k == 0 else S.enemy_ap_free) + ap] = s.ap_free[who, ap]
    for column in range(N_DOCTRINE):
        out[(S.own_doctrine if k == 0 else S.enemy_doctrine) + column] = s.doctrine[who, column]
    for region in range(N_REGIONS):
        out[S.control + k * N_REGIONS + region] = s.control[region] == who
        out[S.control_before + k * N_REGIONS + region] = s.control_before[region] == who


@jit
def _politics(s, side, out):
    """Powers, factions and events."""
    sign = -1 if side == SIDE.GOVERNMENT else 1
    for power in range(N_POWERS):
        out[S.power_at + power] = TRACK_END + sign * int(s.power_at[power])
        out[S.power_before + power] = TRACK_END + sign * int(s.power_before[power])
        out[S.tried + power] = s.tried[power]
        out[S.legion + power] = s.legion[power]
    for faction in range(N_FACTIONS):
        out[S.purged + faction] = s.purged[faction]
        out[S.served + faction] = s.served[faction]
        out[S.could_serve + faction] = s.could_serve[faction]
    for event in range(N_EVENTS):
        out[S.event_done + event] = s.event_done[event]
    if s.power != NOWHERE:
        out[S.power + int(s.power)] = 1
    if s.faction != NOWHERE:
        out[S.faction + int(s.faction)] = 1
    out[S.event] = int(s.event) + 1
    out[S.effect] = s.effect
    out[S.tens] = s.tens
    out[S.bought] = s.bought
    out[S.boxes] = int(s.boxes) + 3


@jit
def _purchases(s, out):
    """Equipment, counters and lifts."""
    for pair in range(N_PAIRS):
        out[S.counters_free + pair] = s.counters_free[pair]
    out[S.markers_free] = s.improved_free
    out[S.markers_free + 1] = s.forts_free
    for ap in range(N_AP):
        out[S.ap_closed + ap] = s.ap_closed[ap]
        out[S.ap_due + ap] = s.ap_due[ap]
    for kind in range(N_KINDS):
        out[S.kind_ep + kind] = s.kind_ep[kind]
    for lift in range(N_LIFTS):
        out[S.lifts_used + lift] = s.lifts_used[lift]
    out[S.price] = s.price
    out[S.foreign_ep] = _clip(s.foreign_ep, MOST)
    out[S.dice_left] = s.dice_left
    out[S.dice_sum] = _clip(int(s.dice_sum) + _MIDDLE, MOST)
    out[S.lift_ap] = s.lift_armour
    out[S.lift_ap + 1] = s.lift_artillery


@jit
def _choice(s, out):
    """The parts of a choice of several steps that have been named."""
    out[S.verb] = int(s.verb) + 1
    if s.unit != NOWHERE:
        out[S.unit + int(s.unit) // FLAGS] = 1
        out[S.unit_flags] = int(s.unit) & IMPROVED != 0
        out[S.unit_flags + 1] = int(s.unit) & DISRUPTED != 0
    if s.ap != NOWHERE:
        out[S.ap + int(s.ap)] = 1
    for hand in range(2):
        out[S.hold + hand] = s.hold_units[hand]


@jit
def _battle(s, side, out):
    """The current battle."""
    if s.battle_area != NOWHERE:
        out[S.attacker + int(s.attacker != side)] = 1
    out[S.second_attack] = s.second_attack
    out[S.was_in_city] = s.def_was_in_city
    out[S.offensive] = s.offensive
    out[S.battle_ap] = s.air_att
    out[S.battle_ap + 1] = s.armour_att
    out[S.battle_ap + 2] = s.air_def
    out[S.column] = _clip(int(s.column) + 20, 40)
    out[S.drm] = _clip(int(s.drm) + 20, 40)
    out[S.results] = _clip(s.result_att, 99)
    out[S.results + 1] = _clip(s.result_def, 99)
    out[S.required] = s.required_cadre
    out[S.required + 1] = s.required_armour
    out[S.best_cadre] = _clip(int(s.best_cadre) + 4, 8)
    out[S.owed] = _clip(s.owed_att, MOST)
    out[S.owed + 1] = _clip(s.owed_def, MOST)
    out[S.gone] = _clip(s.gone_att, MOST)
    out[S.gone + 1] = _clip(s.gone_def, MOST)
