"""The array ``globals``: what is decided, and all that the rules keep beside the map."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import (
    AIR_READY,
    BREAKTHROUGH,
    END_AIR,
    END_SC,
    MAP,
    NAT_AIR,
    NAT_SC,
    REPUBLICAN,
    SIDE_SLOTS,
    SURRENDERED,
    UNUSED,
)
from ctv_env.games.ctv.observation.layout import GLOBALS, SHARE
from ctv_env.games.ctv.rules.pieces import side_of
from ctv_env.games.ctv.rules.r09_bombardment import points
from ctv_env.games.ctv.rules.r14_victory import brigades_eliminated, victory_points

_NODE = GLOBALS.at("node")
_TO_MOVE = GLOBALS.at("to_move")
_REPUBLICAN = GLOBALS.at("republican")
_OWN_PHASE = GLOBALS.at("own_phase")
_TURN = GLOBALS.at("turn")
_LAST_TURN = GLOBALS.at("last_turn")
_RAIN = GLOBALS.at("rain")
_MORALE = GLOBALS.at("morale")
_VP = GLOBALS.at("vp")
_VP_REACHED = GLOBALS.at("vp_reached")
_BRIGADES = GLOBALS.at("brigades")
_SURRENDERED = GLOBALS.at("surrendered")
_FACTORY = GLOBALS.at("factory")
_OFFENSIVE = GLOBALS.at("offensive")
_OWED_WITHDRAWALS = GLOBALS.at("owed_withdrawals")
_OWED_BATTALIONS = GLOBALS.at("owed_battalions")
_OWN_AIR = GLOBALS.at("own_air")
_ENEMY_AIR = GLOBALS.at("enemy_air")
_OWN_STEPS = GLOBALS.at("own_steps")
_ENEMY_UNITS = GLOBALS.at("enemy_units")
_MOVABLE = GLOBALS.at("movable")
_DIE = GLOBALS.at("die")
_STRENGTH_ATT = GLOBALS.at("strength_att")
_STRENGTH_DEF = GLOBALS.at("strength_def")
_COLUMN_SHIFT = GLOBALS.at("column_shift")
_DRM = GLOBALS.at("drm")
_BREAKTHROUGH = GLOBALS.at("breakthrough")
_OWN_OWED = GLOBALS.at("own_owed")
_ENEMY_OWED = GLOBALS.at("enemy_owed")
_MORALE_RESULT = GLOBALS.at("morale_result")
_OWN_POINTS = GLOBALS.at("own_points")
_ENEMY_POINTS = GLOBALS.at("enemy_points")


@jit
def share(value, whole):
    """``value`` of ``whole`` as a channel of shares has it; 0 of nothing."""
    if whole <= 0 or value <= 0:
        return 0
    return min((2 * SHARE * int(value) + int(whole)) // (2 * int(whole)), SHARE)


@jit
def fill_globals(s, t, side, out):
    """Write the channels of ``GLOBALS`` into ``out``, uint8, zeros before, from its first element on."""
    out[_NODE + int(s.node)] = 1
    out[_TO_MOVE] = 1 if s.to_move == side else 0
    out[_REPUBLICAN] = 1 if side == REPUBLICAN else 0
    out[_OWN_PHASE] = 1 if s.phasing == side else 0
    out[_TURN] = share(int(s.turn), int(t.n_turns))
    out[_LAST_TURN] = 1 if s.turn == t.n_turns else 0
    out[_RAIN] = s.weather
    out[_MORALE] = share(int(s.morale), int(t.morale_max))
    _fill_victory(s, t, out)
    _fill_forces(s, t, side, out)
    _fill_combat(s, t, side, out)


@jit
def renew_node(s, before, out):
    """As ``fill_globals`` where only the node has changed, from ``before``."""
    out[_NODE + before] = 0
    out[_NODE + int(s.node)] = 1


@jit
def _fill_victory(s, t, out):
    vp = victory_points(s, t)
    out[_VP] = share(vp, 2 * int(t.vp_to_win))
    out[_VP_REACHED] = 1 if vp >= t.vp_to_win else 0
    out[_BRIGADES] = share(brigades_eliminated(s, t), int(t.brigades_for_vp))
    out[_FACTORY] = s.factory
    out[_OFFENSIVE] = 1 if s.offensive_turn > 0 else 0
    out[_OWED_WITHDRAWALS] = min(int(s.owed_infantry) + int(s.owed_air), 8)
    out[_OWED_BATTALIONS] = min(int(s.owed_battalions), 5)


@jit
def _fill_forces(s, t, side, out):
    """Air units ready, own steps, enemy units still there, and how much of the own movement is still to come."""
    own_steps = full_steps = on_map = movable = surrendered = 0
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        place = int(s.piece_place[u])
        own_steps += int(s.unit_steps[u]) * (place != UNUSED)
        full_steps += int(t.steps[u]) * (place != UNUSED)
        on_map += place == MAP
        movable += (place == MAP) & (s.piece_mp[u] > 0)
        surrendered |= place == SURRENDERED
    for p in range(NAT_SC, END_SC):
        if side_of(p) == side and s.piece_place[p] == MAP:
            on_map += 1
            movable += s.piece_mp[p] > 0
    enemies = all_enemies = 0
    for u in range((1 - side) * SIDE_SLOTS, (2 - side) * SIDE_SLOTS):
        place = int(s.piece_place[u])
        all_enemies += place != UNUSED
        enemies += place == MAP
        surrendered |= place == SURRENDERED
    air = enemy_air = 0
    for p in range(NAT_AIR, END_AIR):
        if s.piece_place[p] == AIR_READY:
            air += side_of(p) == side
            enemy_air += side_of(p) != side
    out[_SURRENDERED] = surrendered
    out[_OWN_STEPS] = share(own_steps, full_steps)
    out[_ENEMY_UNITS] = share(enemies, all_enemies)
    out[_MOVABLE] = share(movable, on_map)
    out[_OWN_AIR] = min(air, 9)
    out[_ENEMY_AIR] = min(enemy_air, 9)


@jit
def _fill_combat(s, t, side, out):
    """The combat being fought; both sides know its strengths, since all in it are seen (ruling R-56)."""
    attacks = s.phasing == side
    out[_DIE] = s.die
    out[_STRENGTH_ATT] = min(int(s.strength_att), 40)
    out[_STRENGTH_DEF] = min(int(s.strength_def), 40)
    out[_COLUMN_SHIFT] = min(max(int(s.column_shift) + 1, 0), 10)
    out[_DRM] = min(max(int(s.drm) + 3, 0), 6)
    out[_BREAKTHROUGH] = 1 if s.result_def == BREAKTHROUGH else 0
    out[_OWN_OWED] = min(int(s.owed_att) if attacks else int(s.owed_def), 4)
    out[_ENEMY_OWED] = min(int(s.owed_def) if attacks else int(s.owed_att), 4)
    out[_MORALE_RESULT] = s.morale_result
    if s.target >= 0:
        out[_OWN_POINTS] = min(points(s, t, side), 10)
        out[_ENEMY_POINTS] = min(points(s, t, 1 - side), 10)
