"""The array ``globals``: the current decision, and everything that the rules record off the map."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.channels import GLOBALS, SHARE
from ctv_env.games.ctv.model.codes import (
    BREAKTHROUGH,
    END_AIR,
    END_SC,
    N_NODES,
    NAT_AIR,
    NAT_SC,
    PLACE,
    SIDE,
    SIDE_SLOTS,
)
from ctv_env.games.ctv.rules.pieces import side_of
from ctv_env.games.ctv.rules.r09_bombardment import points
from ctv_env.games.ctv.rules.r14_victory import brigades_eliminated, victory_points

_AT, _ALL = GLOBALS.first, GLOBALS.refills


@jit
def share(value, whole):
    """Return ``value / whole`` in the units of a channel of shares; 0 if ``whole`` is 0."""
    if whole <= 0 or value <= 0:
        return 0
    return min((2 * SHARE * int(value) + int(whole)) // (2 * int(whole)), SHARE)


@jit
def fill_globals(s, t, side, change, out):
    """Write the channels of ``GLOBALS`` that ``change`` may affect to ``out``, uint8.

    Args:
        change: code of the change since ``out`` was written: NEW, ANY or one of ``changes.py``.
    """
    if _ALL.node >> change & 1:
        _fill_node(s, out)
    if _ALL.turn_and_sides >> change & 1:
        _fill_turn_and_sides(s, t, side, out)
    if _ALL.morale >> change & 1:
        out[_AT.morale] = share(int(s.morale), int(t.morale_max))
    if _ALL.victory >> change & 1:
        _fill_victory(s, t, out)
    if _ALL.forces >> change & 1:
        _fill_forces(s, t, side, out)
    if _ALL.combat >> change & 1:
        _fill_combat(s, t, side, out)


@jit
def _fill_node(s, out):
    for k in range(N_NODES):
        out[_AT.node + k] = 0
    out[_AT.node + int(s.node)] = 1


@jit
def _fill_turn_and_sides(s, t, side, out):
    out[_AT.to_move] = 1 if s.to_move == side else 0
    out[_AT.republican] = 1 if side == SIDE.REPUBLICAN else 0
    out[_AT.own_phase] = 1 if s.phasing == side else 0
    out[_AT.turn] = share(int(s.turn), int(t.n_turns))
    out[_AT.last_turn] = 1 if s.turn == t.n_turns else 0
    out[_AT.rain] = s.weather


@jit
def _fill_victory(s, t, out):
    vp = victory_points(s, t)
    out[_AT.vp] = share(vp, 2 * int(t.vp_to_win))
    out[_AT.vp_reached] = 1 if vp >= t.vp_to_win else 0
    out[_AT.brigades] = share(brigades_eliminated(s, t), int(t.brigades_for_vp))
    out[_AT.factory] = s.factory
    out[_AT.offensive] = 1 if s.offensive_turn > 0 else 0
    out[_AT.owed_withdrawals] = min(int(s.owed_infantry) + int(s.owed_air), 8)
    out[_AT.owed_battalions] = min(int(s.owed_battalions), 5)


@jit
def _fill_forces(s, t, side, out):
    """Write air units ready, own steps, remaining enemy units, and the share of own pieces still to move."""
    own_steps = full_steps = on_map = movable = surrendered = 0
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        place = int(s.piece_place[u])
        own_steps += int(s.unit_steps[u]) * (place != PLACE.UNUSED)
        full_steps += int(t.steps[u]) * (place != PLACE.UNUSED)
        on_map += place == PLACE.MAP
        movable += (place == PLACE.MAP) & (s.piece_mp[u] > 0)
        surrendered |= place == PLACE.SURRENDERED
    for p in range(NAT_SC, END_SC):
        if side_of(p) == side and s.piece_place[p] == PLACE.MAP:
            on_map += 1
            movable += s.piece_mp[p] > 0
    enemies = all_enemies = 0
    for u in range((1 - side) * SIDE_SLOTS, (2 - side) * SIDE_SLOTS):
        place = int(s.piece_place[u])
        all_enemies += place != PLACE.UNUSED
        enemies += place == PLACE.MAP
        surrendered |= place == PLACE.SURRENDERED
    air = enemy_air = 0
    for p in range(NAT_AIR, END_AIR):
        if s.piece_place[p] == PLACE.AIR_READY:
            air += side_of(p) == side
            enemy_air += side_of(p) != side
    out[_AT.surrendered] = surrendered
    out[_AT.own_steps] = share(own_steps, full_steps)
    out[_AT.enemy_units] = share(enemies, all_enemies)
    out[_AT.movable] = share(movable, on_map)
    out[_AT.own_air] = min(air, 9)
    out[_AT.enemy_air] = min(enemy_air, 9)


@jit
def _fill_combat(s, t, side, out):
    """Write the current combat; both sides know its strengths, since all units in it are seen (ruling R-56)."""
    attacks = s.phasing == side
    out[_AT.die] = s.die
    out[_AT.strength_att] = min(int(s.strength_att), 40)
    out[_AT.strength_def] = min(int(s.strength_def), 40)
    out[_AT.column_shift] = min(max(int(s.column_shift) + 1, 0), 10)
    out[_AT.drm] = min(max(int(s.drm) + 3, 0), 6)
    out[_AT.breakthrough] = 1 if s.result_def == BREAKTHROUGH else 0
    out[_AT.own_owed] = min(int(s.owed_att) if attacks else int(s.owed_def), 4)
    out[_AT.enemy_owed] = min(int(s.owed_def) if attacks else int(s.owed_att), 4)
    out[_AT.morale_result] = s.morale_result
    out[_AT.own_points] = min(points(s, t, side), 10) if s.target >= 0 else 0
    out[_AT.enemy_points] = min(points(s, t, 1 - side), 10) if s.target >= 0 else 0
