"""Chapter 9.2: the die, its result, and the losses of both sides, one removal at a time (rulings A-70, A-83)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import ASSET, N_COLUMNS, N_ROWS, NODE, RESULT, VERB
from ctv_env.games.arriba.model.events import EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import ap_at, has_class, is_bg
from ctv_env.games.arriba.rules.r09_after import after_losses
from ctv_env.games.arriba.rules.r09_battle import count_disrupted, place_of, units_of
from ctv_env.games.arriba.rules.r09_losses import can_lose_fort, lose_air, lose_ap, lose_fort, lose_unit, wipe_out
from ctv_env.games.arriba.rules.r09_odds import cadre_of
from ctv_env.games.arriba.rules.support import ask

_NATURAL_SIX = 6


# -- the die (9.1, 9.2) ------------------------------------------------------------------------------------------


@jit
def roll_combat(s, t, w, die):
    """Look up the result; a natural six costs air AP; then apply columns beyond the table, and losses (9.2)."""
    row = min(max(die + int(s.drm), 0), N_ROWS - 1)  # ruling A-80
    column = min(max(int(s.column), 0), N_COLUMNS - 1)
    s.result_att = t.crt_att[column, row]
    s.result_def = t.crt_def[column, row]
    emit(w, EV.COMBAT_DIE, die, row, int(s.column), int(s.result_att), int(s.result_def))
    if die == _NATURAL_SIX:
        _lose_air_of_both(s, t, w)
    _adjust_for_disrupted(s)
    _adjust_for_columns_left(s)
    if not _adjust_for_columns_right(s):
        ask(s, NODE.SPLIT, int(s.attacker))
        return
    _begin_losses(s, t, w)


@jit
def _lose_air_of_both(s, t, w):
    """Remove an air AP of each side that used any (9.1.6, 9.2.1, ruling A-76)."""
    if s.air_att > 0:
        lose_air(s, t, w, int(s.attacker))
    if s.air_def > 0:
        lose_air(s, t, w, 1 - int(s.attacker))


@jit
def _adjust_for_disrupted(s):
    """Reduce the loss of an attacker of only disrupted units by 1 CF, except in X or E (9.2.2, 9.2.3, ruling A-82)."""
    side = 1 - int(s.attacker)
    all_disrupted = count_disrupted(s, side, int(s.battle_area), place_of(s, side)) == units_of(s, side)
    if all_disrupted and s.result_att > 0 and s.result_att < RESULT.EXCHANGE:
        s.result_att -= 1


@jit
def _adjust_for_columns_left(s):
    """Take 1 off the defender's number for each column left of the table (9.2.2, ruling A-81)."""
    if s.result_def < RESULT.EXCHANGE:
        s.result_def = max(int(s.result_def) + min(int(s.column), 0), 0)


@jit
def columns_right(s):
    """Number of columns right of the table (9.2.2)."""
    return max(int(s.column) - (N_COLUMNS - 1), 0)


@jit
def _adjust_for_columns_right(s):
    """Apply the columns right of the table unless the attacker has a choice; return False if he has (9.2.2, A-81)."""
    columns = columns_right(s)
    if columns == 0 or s.result_att == RESULT.EXCHANGE:
        return True
    if s.result_def == RESULT.ELIMINATION:  # ruling A-139
        if s.result_att < RESULT.EXCHANGE:
            s.result_att = max(int(s.result_att) - columns, 0)
        return True
    if s.result_att == RESULT.ELIMINATION or s.result_att == 0:
        s.result_def += columns
        return True
    return False


@jit
def why_not_split(s, t, w, n):
    """Reason why ``n`` columns cannot be taken off the attacker's own number (ruling A-129)."""
    return WHY.LEGAL if n <= min(columns_right(s), int(s.result_att)) else WHY.TOO_MANY_COLUMNS


@jit
def split_columns(s, t, w, n):
    """Use ``n`` columns to lower the attacker's number, the others to raise the defender's (9.2.2)."""
    s.result_att -= n
    s.result_def += columns_right(s) - n
    _begin_losses(s, t, w)


# -- losses (9.2) ------------------------------------------------------------------------------------------------


@jit
def _begin_losses(s, t, w):
    """Begin the losses with the attacker's (ruling A-83)."""
    emit(w, EV.RESULT_ADJUSTED, int(s.result_att), int(s.result_def))
    if s.result_att == RESULT.EXCHANGE:
        _begin_round(s)
        return
    if s.result_att == RESULT.ELIMINATION:
        s.gone_att += wipe_out(s, t, w, int(s.attacker))
    else:
        s.owed_att = s.result_att
    if s.result_def != RESULT.ELIMINATION:
        s.owed_def = s.result_def
    _go_on_with_losses(s, t, w)


@jit
def _go_on_with_losses(s, t, w):
    """Ask for the next removal; losses that a side cannot take are ignored (ruling A-85, A-130)."""
    side, a = int(s.attacker), int(s.battle_area)
    if s.owed_att > 0 and is_bg(s, side, a, place_of(s, side)):
        ask(s, NODE.LOSS_ATT, side)
        return
    s.owed_att = 0
    if s.result_def == RESULT.ELIMINATION:
        s.gone_def += wipe_out(s, t, w, 1 - side)
    if s.owed_def > 0 and is_bg(s, 1 - side, a, place_of(s, 1 - side)):
        ask(s, NODE.LOSS_DEF, 1 - side)
        return
    s.owed_def = 0
    if s.result_att == RESULT.EXCHANGE and _goes_on(s, w):
        ask(s, NODE.EXCHANGE, side)
    else:
        after_losses(s, t, w)


@jit
def _attacker_lost(s, t, w, cf):
    """Count a removal of the attacker; in an exchange the defender must match it (9.2, ruling A-87)."""
    s.gone_att += cf
    s.owed_att = max(int(s.owed_att) - cf, 0)
    if s.result_att == RESULT.EXCHANGE:
        s.owed_def = cf
    _go_on_with_losses(s, t, w)


@jit
def _defender_lost(s, t, w, cf):
    s.gone_def += cf
    s.owed_def = max(int(s.owed_def) - cf, 0)
    _go_on_with_losses(s, t, w)


# -- exchange (9.2 X, ruling A-87) -------------------------------------------------------------------------------


@jit
def _begin_round(s):
    """Begin a round of the exchange: one removal of the attacker, of any value."""
    s.owed_att = 1
    ask(s, NODE.LOSS_ATT, int(s.attacker))


@jit
def _goes_on(s, w):
    """End a round; return True if both sides have units left."""
    emit(w, EV.EXCHANGE_ROUND, int(s.gone_att), int(s.gone_def))
    return units_of(s, int(s.attacker)) > 0 and units_of(s, 1 - int(s.attacker)) > 0


@jit
def why_not_exchange(s, t, w):
    """Never illegal: a side without units is not asked."""
    return WHY.LEGAL


@jit
def repeat_exchange(s, t, w):
    """Begin another round."""
    _begin_round(s)


@jit
def stop_exchange(s, t, w):
    """Stop the exchange."""
    after_losses(s, t, w)


# -- removals of the attacker, required losses first (9.2.1, ruling A-86) ---------------------------------------------


@jit
def _owes_cadre(s, t):
    """True if a unit of the best cadre level must be lost, and one is left."""
    side, a = int(s.attacker), int(s.battle_area)
    if s.required_cadre == 0:
        return False
    for k in range(units_of(s, side)):
        if _is_cadre(s, t, int(s.bg_unit[side, a, place_of(s, side), k])):
            return True
    return False


@jit
def _is_cadre(s, t, c):
    """True for a unit of the level that gave the attacker its shift."""
    return cadre_of(s, t, c) == s.best_cadre


@jit
def _owes_armour(s):
    """True if an armour AP must be lost; the one that was used is there until then."""
    return s.required_armour == 1


@jit
def why_not_unit_of_attacker(s, t, w, c):
    """Reason why the attacker cannot lose a unit."""
    why = _why_not_unit(s, int(s.attacker), c)
    if why != WHY.LEGAL:
        return why
    if _owes_cadre(s, t):
        return WHY.LEGAL if _is_cadre(s, t, c) else WHY.REQUIRED_FIRST
    return WHY.REQUIRED_FIRST if _owes_armour(s) else WHY.LEGAL


@jit
def lose_unit_of_attacker(s, t, w, c):
    """Take a loss from a unit of the attacker."""
    if _is_cadre(s, t, c):
        s.required_cadre = 0
    _attacker_lost(s, t, w, lose_unit(s, t, w, int(s.attacker), c))


@jit
def why_not_ap_of_attacker(s, t, w, ap):
    """Reason why the attacker cannot lose an AP."""
    why = _why_not_ap(s, int(s.attacker), ap)
    if why != WHY.LEGAL:
        return why
    if _owes_armour(s):
        return WHY.LEGAL if ap == ASSET.ARMOUR else WHY.REQUIRED_FIRST
    return WHY.REQUIRED_FIRST if _owes_cadre(s, t) else WHY.LEGAL


@jit
def lose_ap_of_attacker(s, t, w, ap):
    """Take a loss from an AP of the attacker."""
    if ap == ASSET.ARMOUR:
        s.required_armour = 0
    _attacker_lost(s, t, w, lose_ap(s, t, w, int(s.attacker), ap))


@jit
def why_not_fort_of_attacker(s, t, w, verb):
    """Reason why the attacker cannot lose his fort (15.3)."""
    if verb != VERB.FORTIFY:
        return WHY.NOT_HERE
    if not can_lose_fort(s, int(s.attacker)):
        return WHY.NOT_A_LOSS
    return WHY.REQUIRED_FIRST if _owes_cadre(s, t) or _owes_armour(s) else WHY.LEGAL


@jit
def lose_fort_of_attacker(s, t, w, verb):
    """Give up the attacker's fort (ruling A-140)."""
    _attacker_lost(s, t, w, lose_fort(s, w, int(s.attacker)))


# -- removals of the defender ----------------------------------------------------------------------------------------


@jit
def why_not_unit_of_defender(s, t, w, c):
    """Reason why the defender cannot lose a unit."""
    return _why_not_unit(s, 1 - int(s.attacker), c)


@jit
def lose_unit_of_defender(s, t, w, c):
    """Take a loss from a unit of the defender."""
    _defender_lost(s, t, w, lose_unit(s, t, w, 1 - int(s.attacker), c))


@jit
def why_not_ap_of_defender(s, t, w, ap):
    """Reason why the defender cannot lose an AP."""
    return _why_not_ap(s, 1 - int(s.attacker), ap)


@jit
def lose_ap_of_defender(s, t, w, ap):
    """Take a loss from an AP of the defender."""
    _defender_lost(s, t, w, lose_ap(s, t, w, 1 - int(s.attacker), ap))


@jit
def why_not_fort_of_defender(s, t, w, verb):
    """Reason why the defender cannot lose his fort (15.3)."""
    if verb != VERB.FORTIFY:
        return WHY.NOT_HERE
    return WHY.LEGAL if can_lose_fort(s, 1 - int(s.attacker)) else WHY.NOT_A_LOSS


@jit
def lose_fort_of_defender(s, t, w, verb):
    """Give up the defender's fort."""
    _defender_lost(s, t, w, lose_fort(s, w, 1 - int(s.attacker)))


@jit
def _why_not_unit(s, side, c):
    a, b = int(s.battle_area), place_of(s, side)
    return WHY.LEGAL if has_class(s.bg_unit[side, a, b], int(s.bg_units[side, a, b]), c) else WHY.NOT_IN_GROUP


@jit
def _why_not_ap(s, side, ap):
    if ap == ASSET.AIR:
        return WHY.NOT_A_LOSS  # ruling A-83
    return WHY.LEGAL if ap_at(s, side, int(s.battle_area), place_of(s, side), ap) > 0 else WHY.NOT_IN_GROUP
