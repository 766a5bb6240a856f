"""Chapter 9.2.3 to 9.3: disruption, breakthrough and advance, in this order (ruling A-70)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    ASSET,
    BG_SIZE,
    CITY,
    DISRUPTED,
    DOCTRINE,
    HAND,
    MARK,
    MAX_AT_LARGE,
    NODE,
    NOWHERE,
    PART,
    POST,
)
from ctv_env.games.arriba.model.events import EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import (
    change_unit,
    has_class,
    hold_ap,
    hold_unit,
    is_bg,
    is_city_open,
    is_disrupted,
    pick_up,
    put_ap,
    set_down,
    settle,
    take_unit,
)
from ctv_env.games.arriba.rules.r09_battle import (
    armour_of,
    artillery_of,
    attacking_side,
    count_disrupted,
    forget_battle,
    forget_fight,
    is_counterattack,
    place_of,
    units_of,
)
from ctv_env.games.arriba.rules.support import ask


@jit
def after_losses(s, t, w):
    """Go on to disruption, breakthrough and advance once all losses are taken."""
    side = int(s.attacker)
    if s.gone_att > 0 and s.gone_att >= s.gone_def:
        disrupt(s, w, side, int(s.battle_area), place_of(s, side))
    if s.gone_def > 0 and s.gone_def >= s.gone_att:
        disrupt(s, w, 1 - side, int(s.battle_area), place_of(s, 1 - side))
    if _can_break_through(s, t):
        ask(s, NODE.BREAKTHROUGH, side)
    else:
        _ask_to_advance(s, w)


# -- disruption (9.2.3, ruling A-89) -----------------------------------------------------------------------------


@jit
def disrupt(s, w, side, a, b):
    """Disrupt all units of a battlegroup (9.2.3)."""
    if s.bg_units[side, a, b] == count_disrupted(s, side, a, b):
        return
    emit(w, EV.DISRUPTED, side, a, b)
    for _ in range(BG_SIZE):
        for k in range(int(s.bg_units[side, a, b])):
            c = int(s.bg_unit[side, a, b, k])
            if not is_disrupted(c):
                change_unit(s, side, a, b, c, c | DISRUPTED)
                break
    settle(s, side, a)


# -- breakthrough (9.3, ruling A-91) ------------------------------------------------------------------------------


@jit
def breaks_through(s, t, side, ap):
    """True if AP of the type take part in breakthroughs: armour, and air; or what the doctrine says (9.3, 15.5)."""
    return t.doctrine_breaks[s.doctrine[side, DOCTRINE.BREAKTHROUGH], ap] == 1


@jit
def _breaking_armour(s, t):
    side = int(s.attacker)
    return armour_of(s, side) if breaks_through(s, t, side, ASSET.ARMOUR) else 0


@jit
def _breaking_artillery(s, t):
    side = int(s.attacker)
    return artillery_of(s, side) if breaks_through(s, t, side, ASSET.ARTILLERY) else 0


@jit
def _breaking_units(s, t):
    """Number of units that break through: one for each such AP, or all if there are fewer."""
    return min(units_of(s, int(s.attacker)), _breaking_armour(s, t) + _breaking_artillery(s, t))


@jit
def _all_go(s, t):
    """True if neither a unit nor an AP stays behind; then no place at large is needed (ruling A-178)."""
    side = int(s.attacker)
    ground_ap = armour_of(s, side) + artillery_of(s, side)
    return (
        _breaking_units(s, t) == units_of(s, side) and _breaking_armour(s, t) + _breaking_artillery(s, t) == ground_ap
    )


@jit
def _places_needed(s, t):
    """Number of places at large that a breakthrough takes (rulings A-138, A-178).

    AP that stay behind in the city without a unit need one, too, since they leave it (ruling A-119).
    """
    if _all_go(s, t):
        return 0
    side = int(s.attacker)
    alone = place_of(s, side) == CITY and _breaking_units(s, t) == units_of(s, side)
    return 2 if alone else 1


@jit
def _can_break_through(s, t):
    """True if the target has no units left, and the attacker can attack again and has a target."""
    side, a = int(s.attacker), int(s.battle_area)
    if s.second_attack == 1 or units_of(s, 1 - side) > 0 or _breaking_units(s, t) == 0:
        return False
    if count_disrupted(s, side, a, place_of(s, side)) > 0:
        return False
    if s.at_large[side, a] + _places_needed(s, t) > MAX_AT_LARGE:
        return False
    for b in range(1 + int(s.at_large[1 - side, a])):
        if why_not_breakthrough_target(s, t, b) == WHY.LEGAL:
            return True
    return False


@jit
def why_not_breakthrough(s, t, w):
    """Never illegal: it is asked only if it is possible."""
    return WHY.LEGAL


@jit
def why_not_breakthrough_target(s, t, b):
    """Reason why a target cannot be attacked: in the Counterattack Phase it must have attacked (9.4)."""
    side, a = 1 - int(s.attacker), int(s.battle_area)
    if not is_bg(s, side, a, b):
        return WHY.NO_TARGET
    if is_counterattack(s) and s.bg_marks[side, a, b] & MARK.ATTACKER == 0:
        return WHY.DID_NOT_ATTACK
    return WHY.LEGAL


@jit
def break_through(s, t, w):
    """Begin a second attack: the AP go; ask for the units that go with them, unless all do."""
    side, a = int(s.attacker), int(s.battle_area)
    if _all_go(s, t):
        _note_breakthrough(s, w, s.bg_unit[side, a, place_of(s, side)], armour_of(s, side), artillery_of(s, side))
        _ask_second_target(s)
        return
    units = _breaking_units(s, t)
    armour, artillery = _breaking_armour(s, t), _breaking_artillery(s, t)
    s.hold_marks[PART] = s.bg_marks[side, a, place_of(s, side)]
    hold_ap(s, PART, ASSET.ARMOUR, armour)
    hold_ap(s, PART, ASSET.ARTILLERY, artillery)
    put_ap(s, side, a, place_of(s, side), ASSET.ARMOUR, -armour)
    put_ap(s, side, a, place_of(s, side), ASSET.ARTILLERY, -artillery)
    if units < units_of(s, side):
        settle(s, side, a)
        ask(s, NODE.BREAKTHROUGH_UNIT, side)
        return
    while units_of(s, side) > 0:  # ruling A-134
        _send(s, int(s.bg_unit[side, a, place_of(s, side), 0]))
    settle(s, side, a)
    _ask_to_advance(s, w)


@jit
def decline_breakthrough(s, t, w):
    """Decline the second attack."""
    _ask_to_advance(s, w)


@jit
def why_not_breaking_unit(s, t, w, c):
    """Reason why a unit cannot break through: it must be in the battlegroup."""
    side, a = int(s.attacker), int(s.battle_area)
    row = s.bg_unit[side, a, place_of(s, side)]
    return WHY.LEGAL if has_class(row, units_of(s, side), c) else WHY.NOT_IN_GROUP


@jit
def send_unit(s, t, w, c):
    """Add a unit to the breakthrough; once each AP has one, the others stay."""
    _send(s, c)
    settle(s, int(s.attacker), int(s.battle_area))
    if s.hold_units[PART] == s.hold_armour[PART] + s.hold_artillery[PART]:
        _ask_to_advance(s, w)


@jit
def _send(s, c):
    """Move a unit from the battlegroup to the part that breaks through; call ``settle`` afterwards."""
    side = int(s.attacker)
    take_unit(s, side, int(s.battle_area), place_of(s, side), c)
    hold_unit(s, PART, c)


@jit
def _form_breakthrough(s, w):
    """Make the part that has broken through a battlegroup at large, which attacks."""
    side, a = int(s.attacker), int(s.battle_area)
    _note_breakthrough(s, w, s.hold_unit[PART], int(s.hold_armour[PART]), int(s.hold_artillery[PART]))
    s.att_bg = s.at_large[side, a] + 1
    set_down(s, w, side, a, PART, POST.COUNTRY)
    _ask_second_target(s)


@jit
def _note_breakthrough(s, w, row, armour, artillery):
    side, a = int(s.attacker), int(s.battle_area)
    emit(w, EV.BREAKTHROUGH, side, a, int(row[0]), int(row[1]), int(row[2]), int(row[3]), armour, artillery)


@jit
def _ask_second_target(s):
    forget_fight(s)
    s.def_bg = NOWHERE
    s.second_attack = 1
    ask(s, NODE.BREAKTHROUGH_TARGET, int(s.attacker))


# -- advance (9.2.4, rulings) ------------------------------------------------------------------------


@jit
def _ask_to_advance(s, w):
    """Ask for an advance into the city if the target stood there and is gone, and a unit is left to advance."""
    side = int(s.attacker)
    if s.def_was_in_city == 1 and units_of(s, side) > 0 and is_city_open(s, side, int(s.battle_area)):
        ask(s, NODE.ADVANCE, side)
    else:
        _end_attack(s, w)


@jit
def why_not_advance(s, t, w):
    """Never illegal: it is asked only if it is possible."""
    return WHY.LEGAL


@jit
def advance(s, t, w):
    """Move the whole battlegroup into the city, disrupted or not."""
    side, a = int(s.attacker), int(s.battle_area)
    pick_up(s, side, a, place_of(s, side), HAND)
    set_down(s, w, side, a, HAND, POST.CITY)
    s.att_bg = CITY
    emit(w, EV.ADVANCED, side, a)
    _end_attack(s, w)


@jit
def stay(s, t, w):
    """Do not advance into the city."""
    _end_attack(s, w)


@jit
def _end_attack(s, w):
    """Go on to the second attack after a breakthrough, else to the next battlegroup's attack."""
    if s.hold_units[PART] > 0:
        _form_breakthrough(s, w)
        return
    forget_battle(s)
    ask(s, NODE.COUNTER if is_counterattack(s) else NODE.ATTACK, attacking_side(s))
