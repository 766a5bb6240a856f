"""Chapter 9, properties of the current battle, used by the rest of the chapter."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import NOWHERE, SIDE, STAGE
from ctv_env.games.arriba.rules.pieces import cf_of, is_disrupted, is_division


@jit
def is_counterattack(s):
    """True in the Counterattack Phase (9.4)."""
    return s.stage in (STAGE.COUNTERATTACK_1, STAGE.COUNTERATTACK_2)


@jit
def attacking_side(s):
    """The attacking side of the phase: the phasing one, in the Counterattack Phase the other (9.1, 9.4)."""
    return 1 - int(s.phasing) if is_counterattack(s) else int(s.phasing)


@jit
def place_of(s, side):
    """Place of a side's battlegroup in the battle."""
    return int(s.att_bg if side == s.attacker else s.def_bg)


@jit
def units_of(s, side):
    """Units of a side in the battle."""
    return int(s.bg_units[side, s.battle_area, place_of(s, side)])


@jit
def armour_of(s, side):
    """Armour AP of a side's battlegroup."""
    return int(s.bg_armour[side, s.battle_area, place_of(s, side)])


@jit
def artillery_of(s, side):
    """Artillery AP of a side's battlegroup."""
    return int(s.bg_artillery[side, s.battle_area, place_of(s, side)])


@jit
def cf_in(s, t, side):
    """CF of the units of a side in the battle."""
    cf = 0
    for k in range(units_of(s, side)):
        cf += cf_of(t, int(s.bg_unit[side, s.battle_area, place_of(s, side), k]))
    return cf


@jit
def count_disrupted(s, side, a, b):
    """Disrupted units of a battlegroup."""
    n = 0
    for k in range(int(s.bg_units[side, a, b])):
        if is_disrupted(int(s.bg_unit[side, a, b, k])):
            n += 1
    return n


@jit
def count_divisions(s, t, side, a, b):
    """Number of divisions of a battlegroup, not counting remnants (2.2.3, ruling A-03)."""
    n = 0
    for k in range(int(s.bg_units[side, a, b])):
        if is_division(t, int(s.bg_unit[side, a, b, k])):
            n += 1
    return n


@jit
def forget_fight(s):
    """Clear the last attack; the area and the battlegroups of the battle stay."""
    s.def_was_in_city = 0
    s.offensive = 0
    s.air_att = 0
    s.air_def = 0
    s.armour_att = 0
    s.column = 0
    s.drm = 0
    s.result_att = 0
    s.result_def = 0
    s.required_cadre = 0
    s.required_armour = 0
    s.best_cadre = 0
    s.owed_att = 0
    s.owed_def = 0
    s.gone_att = 0
    s.gone_def = 0


@jit
def forget_battle(s):
    """Clear the battle."""
    forget_fight(s)
    s.battle_area = NOWHERE
    s.attacker = SIDE.GOVERNMENT
    s.att_bg = NOWHERE
    s.def_bg = NOWHERE
    s.second_attack = 0
