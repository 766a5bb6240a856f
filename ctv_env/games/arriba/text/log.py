"""The log of a game: the events of the engine (``events.py``) in words, with every die and every term."""

import typing
from collections.abc import Callable

import numpy as np

from ctv_env.games.arriba.loading.load import ArribaTables
from ctv_env.games.arriba.model import events
from ctv_env.games.arriba.model.codes import (
    CITY,
    CONTESTED,
    DISRUPTED,
    N_COLUMNS,
    NO_UNIT,
    NOWHERE,
    POST,
    RESULT,
    TRACK_END,
    Stage,
)
from ctv_env.games.arriba.model.events import LIFTS, AttackKind, Cause, Drm, ShiftKind
from ctv_env.games.arriba.text.names import (
    AP_TYPES,
    FACTIONS,
    POWERS,
    SIDES,
    area_name,
    group_words,
    place_words,
    unit_name,
)

_PARTS = {
    Stage.POLITICAL_1: "politics",
    Stage.POLITICAL_2: "politics",
    Stage.STRATEGIC_1: "strategy",
    Stage.STRATEGIC_2: "strategy",
    Stage.ORGANISATION_1: "organisation",
    Stage.ORGANISATION_2: "organisation",
    Stage.MOVEMENT_1: "movement",
    Stage.MOVEMENT_2: "movement",
    Stage.COMBAT_1: "combat",
    Stage.COMBAT_2: "combat",
    Stage.RECOVERY_1: "recovery",
    Stage.RECOVERY_2: "recovery",
}
_DOCTRINES = (
    *("air in attack", "air in defence", "armour in attack", "armour in defence"),
    *("artillery in attack", "artillery in defence", "breakthrough", "duration"),
)
SIDE_HEADS = ("Government", "Rebels")


def words(tables: ArribaTables, rows: np.ndarray) -> list[str]:
    """Return the log in English, about one line per event.

    Args:
        tables: the tables of the game.
        rows: int (n, EVENT_WIDTH), rows of ``w.event`` in order, from one or more steps.
    """
    lines: list[str] = []
    paid = ""  # the price, logged with the purchase
    for event in events.decode(rows):
        line = LINES[type(event)](tables, event)
        if isinstance(event, events.EquipmentChanged) and event.cause == events.CAUSE.PURCHASE:
            paid = f": {-event.change} EP, {event.stock} left"
        elif line and paid:
            lines, paid = [*lines, line.replace(f": {Cause.PURCHASE.word}", "") + paid], ""
        elif line:
            lines.append(line)
    return [*lines, f"  Paid{paid}"] if paid else lines


def column_name(tables: ArribaTables, column: int) -> str:
    """Return the odds of a column of the combat table, or of a notional one beyond its ends (rulings A-79, A-80)."""
    t = tables.record[0]
    if column >= N_COLUMNS:
        return f"{int(t['beyond_right']) + column - N_COLUMNS}:1"
    if column < 0:
        return f"1:{int(t['odds_def'][0]) - column}"
    return f"{t['odds_att'][column]}:{t['odds_def'][column]}"


def result_name(number: int) -> str:
    """Return a number of the combat table."""
    return {RESULT.EXCHANGE: "X", RESULT.ELIMINATION: "E"}.get(number, str(number))


def _signed(n: int) -> str:
    return f"{n:+d}"


def _area(t: ArribaTables, a: int) -> str:
    return area_name(t, a)


def _region(t: ArribaTables, region: int) -> str:
    return t.places.region_titles[region]


def _start(side: int) -> str:
    """Return a side as the beginning of a sentence."""
    return SIDES[side][0].upper() + SIDES[side][1:]


def _group(event: typing.Any) -> str:
    units = (event.unit_1, event.unit_2, event.unit_3, event.unit_4)
    return group_words(units, event.armour, event.artillery)


def _post(post: int) -> str:
    return "into the city" if post == POST.CITY else "in the country"


# -- chapters 3 to 7 -----------------------------------------------------------------------------------------------


def _stage_begun(t: ArribaTables, event: events.StageBegun) -> str:
    stage = Stage(event.stage)
    if stage == Stage.EVENTS:
        return f"== Turn {event.turn}, {t.dates[event.turn - 1]} =="
    if stage == Stage.SETUP:
        return "-- Set-up --"
    if stage == Stage.INTER_PHASE:
        return f"-- Turn {event.turn}, control and support --"
    if stage in (Stage.COUNTERATTACK_1, Stage.COUNTERATTACK_2):
        return f"-- Turn {event.turn}, {SIDE_HEADS[1 - event.side]}: counterattacks --"
    if stage in _PARTS:
        return f"-- Turn {event.turn}, {SIDE_HEADS[event.side]}: {_PARTS[stage]} --"
    return ""


def _order_die(t: ArribaTables, event: events.OrderDie) -> str:
    return f"  Order die {event.die}: {SIDES[event.side]} first (rule 3)"


def _event_drawn(t: ArribaTables, event: events.EventDrawn) -> str:
    title, text = t.events[(event.tens - 1) * 6 + event.ones - 1]
    outcome = text if event.occurs else "does not occur"
    return f"  Dice {event.tens} and {event.ones}: {title}: {outcome} (rule 4.1)"


def _amount_die(t: ArribaTables, event: events.AmountDie) -> str:
    left = f", {event.left} more to roll" if event.left else ""
    return f"  Die {event.die}: {Cause(event.cause).word}{left}"


def _support_changed(t: ArribaTables, event: events.SupportChanged) -> str:
    side = _start(event.side)
    return f"  {side}: support {_signed(event.change)}, now {event.level}: {Cause(event.cause).word}"


def _equipment_changed(t: ArribaTables, event: events.EquipmentChanged) -> str:
    return f"  {_start(event.side)}: {_signed(event.change)} EP, now {event.stock}: {Cause(event.cause).word}"


def _box(box: int) -> str:
    """Return a box of the track of powers."""
    if box == 0:
        return "neutral"
    side = ("the Government's", "the Rebels'")[box > 0]
    return f"{side} box {abs(box)} of {TRACK_END}"


def _power_moved(t: ArribaTables, event: events.PowerMoved) -> str:
    power = POWERS[event.power]
    return f"  {power[0].upper()}{power[1:]} moves from {_box(event.start)} to {_box(event.goal)} (rule 5.3)"


def _purged(t: ArribaTables, event: events.Purged) -> str:
    return f"  The Government purges the {FACTIONS[event.faction]} faction (rule 5.2.2)"


def _influence_die(t: ArribaTables, event: events.InfluenceDie) -> str:
    terms = "".join(
        f" {_signed(n)} {what}"
        for n, what in (
            (event.bought, "bought"),
            (event.opposed, "opposed power"),
            (event.target, "backs the enemy"),
        )
        if n
    )
    total = f" = {event.score}" if terms else ""
    effect = {-1: "it backfires", 0: "no effect", 1: "one box"}.get(event.boxes, f"{event.boxes} boxes")
    who = f"  {_start(event.side)}: {POWERS[event.power]} is influenced"
    return f"{who}: die {event.die}{terms}{total}: {effect} (rule 5.3.1)"


def _legion_came(t: ArribaTables, event: events.LegionCame) -> str:
    return f"  The legion of {POWERS[event.power]} lands in {_area(t, event.area)} (rule 5.4.2)"


def _legion_gone(t: ArribaTables, event: events.LegionGone) -> str:
    return f"  The legion of {POWERS[event.power]} is gone for good (rule 5.4.2)"


def _at(t: ArribaTables, a: int) -> str:
    return "" if a == NOWHERE else f" in {_area(t, a)}"


def _placed(t: ArribaTables, event: events.Placed) -> str:
    return f"  {_start(event.side)}: new {unit_name(event.unit)}{_at(t, event.area)}: {Cause(event.cause).word}"


def _removed(t: ArribaTables, event: events.Removed) -> str:
    return f"  {_start(event.side)}: {unit_name(event.unit)}{_at(t, event.area)} is removed: {Cause(event.cause).word}"


def _changed(t: ArribaTables, event: events.Changed) -> str:
    return f"  {_start(event.side)}: {unit_name(event.unit)}{_at(t, event.area)} becomes {unit_name(event.into)}"


def _price_die(t: ArribaTables, event: events.PriceDie) -> str:
    short = "" if event.affordable else ", more than there is"
    return f"  {_start(event.side)}: {AP_TYPES[event.ap]} AP, price die: {event.price} EP{short} (rule 6.5)"


def _ap_refused(t: ArribaTables, event: events.ApRefused) -> str:
    return f"  {_start(event.side)}: no more {AP_TYPES[event.ap]} AP this turn (rule 6.5)"


def _ap_placed(t: ArribaTables, event: events.ApPlaced) -> str:
    return f"  {_start(event.side)}: new {AP_TYPES[event.ap]} AP{_at(t, event.area)}: {Cause(event.cause).word}"


def _ap_removed(t: ArribaTables, event: events.ApRemoved) -> str:
    return f"  {_start(event.side)}: {AP_TYPES[event.ap]} AP{_at(t, event.area)} is removed: {Cause(event.cause).word}"


def _unserved(t: ArribaTables, event: events.Unserved) -> str:
    return f"  Nothing was spent on the {FACTIONS[event.faction]} faction (rule 5.2.1)"


def _lifted(t: ArribaTables, event: events.Lifted) -> str:
    what = group_words(() if event.unit in (NO_UNIT, NOWHERE) else (event.unit,), event.armour, event.artillery)
    way = f"{_area(t, event.start)} -> {_area(t, event.goal)}"
    return f"  {_start(event.side)}: lift {LIFTS[event.lift]} {way}: {what}"


def _formed(t: ArribaTables, event: events.Formed) -> str:
    return f"  {_area(t, event.area)}, {_where(event.post)}: {_group(event)}"


def _where(post: int) -> str:
    return "city" if post == POST.CITY else "country"


def _blockade_die(t: ArribaTables, event: events.BlockadeDie) -> str:
    what = f"{event.lost} {'AP' if event.of_ap else 'EP'} lost" if event.lost else "nothing is lost"
    grade = "strong" if event.strong else "weak"
    return f"  {POWERS[event.power].capitalize()}, {grade} blockade: die {event.die}: {what} (rule 15.4)"


def _fort_built(t: ArribaTables, event: events.FortBuilt) -> str:
    return f"  {_start(event.side)}: a fort in {_area(t, event.area)} (rule 15.3)"


def _fort_removed(t: ArribaTables, event: events.FortRemoved) -> str:
    return f"  {_start(event.side)}: the fort in {_area(t, event.area)} is gone: {Cause(event.cause).word}"


def _doctrine_die(t: ArribaTables, event: events.DoctrineDie) -> str:
    return f"  {_start(event.side)}: doctrine, {_DOCTRINES[event.column]}: die {event.die} (rule 15.5)"


def _revolt_die(t: ArribaTables, event: events.RevoltDie) -> str:
    return f"  Die {event.die} in {_area(t, event.area)}: a brigade for {SIDES[event.side]} (rule 15.6)"


def _city_die(t: ArribaTables, event: events.CityDie) -> str:
    return f"  Die {event.die} for the city of {_area(t, event.area)}: {SIDES[event.side]} (rule 15.6)"


def _game_end(t: ArribaTables, event: events.GameEnd) -> str:
    verb = "win" if event.winner else "wins"
    return f"{_start(event.winner)} {verb} the war (rule 13)"


# -- chapters 8 to 13 ----------------------------------------------------------------------------------------------


def _command_die(t: ArribaTables, event: events.CommandDie) -> str:
    moves = f": {event.moves} battlegroups may be moved" if event.moves else ""
    return f"  Command die {event.die}{moves} (rule 15.7)"


def _moved(t: ArribaTables, event: events.Moved) -> str:
    way = _area(t, event.start) if event.start == event.goal else f"{_area(t, event.start)} -> {_area(t, event.goal)}"
    return f"  {way}, {_post(event.post)}: {_group(event)}"


def _dropped(t: ArribaTables, event: events.Dropped) -> str:
    return f"  Left behind in {_area(t, event.area)}, {_post(event.post)}: {_group(event)}"


def _guerrilla_die(t: ArribaTables, event: events.GuerrillaDie) -> str:
    what = "they succeed" if event.success else "they fail"
    return f"  Guerrillas in {_area(t, event.area)}: die {event.die}: {what} (rule 15.1)"


def _guerrilla_effect(t: ArribaTables, event: events.GuerrillaEffect) -> str:
    what = "the Rebels will not counterattack there" if event.froze else "a battlegroup is disrupted"
    return f"  Guerrillas in {_area(t, event.area)}: {what} (rule 15.1)"


def _attacked(t: ArribaTables, event: events.Attacked) -> str:
    who = f"{place_words(event.attacker)} against {place_words(event.target)}"
    return f"{_area(t, event.area)}: {AttackKind(event.kind).word} by {SIDES[event.side]}, {who}"


def _engaged(t: ArribaTables, event: events.Engaged) -> str:
    return f"  {_start(event.side)}: {_group(event)}"


def _offensive_paid(t: ArribaTables, event: events.OffensivePaid) -> str:
    """Return nothing: the EP have a line of their own."""
    return ""


def _strength(t: ArribaTables, event: events.Strength) -> str:
    terms = [f"{event.supplied} CF"] if event.supplied or not event.unsupplied else []
    terms += [f"{event.unsupplied} CF out of supply, halved"] if event.unsupplied else []
    weak = ", halved for want of an offensive" if event.halved else ""
    plain = not event.unsupplied and not event.halved
    total = "" if plain else f" = {event.cf}"
    return f"  {_start(event.side)}: {' + '.join(terms)}{weak}{total}"


def _odds(t: ArribaTables, event: events.Odds) -> str:
    return f"  Odds {event.attack} to {event.defence}: column {column_name(t, event.column)}"


def _shift(t: ArribaTables, event: events.Shift) -> str:
    return f"  Shift {_signed(event.columns)}: {ShiftKind(event.kind).word}"


def _die_modifier(t: ArribaTables, event: events.DieModifier) -> str:
    return f"  Die modifier {_signed(event.value)}: {Drm(event.kind).word}"


def _combat_die(t: ArribaTables, event: events.CombatDie) -> str:
    row = "" if event.row == event.die else f", modified {event.row}"
    column = column_name(t, event.column)
    if event.attacker == RESULT.EXCHANGE:
        return f"  Combat die {event.die}{row} on {column}: X, exchange (rule 9.2)"
    return f"  Combat die {event.die}{row} on {column}: {result_name(event.attacker)}/{result_name(event.defender)}"


def _result_adjusted(t: ArribaTables, event: events.ResultAdjusted) -> str:
    if event.attacker == RESULT.EXCHANGE:
        return ""
    return f"  Attacker loses {_loss(event.attacker)}, defender {_loss(event.defender)}"


def _loss(number: int) -> str:
    return {0: "nothing", RESULT.ELIMINATION: "everything"}.get(number, f"{number} CF")


def _unit_lost(t: ArribaTables, event: events.UnitLost) -> str:
    fate = "is destroyed" if event.into in (NO_UNIT, NOWHERE) else f"is reduced to {unit_name(event.into)}"
    return f"  {_start(event.side)}: {unit_name(event.unit)} {fate} ({event.cf} CF)"


def _ap_lost(t: ArribaTables, event: events.ApLost) -> str:
    return f"  {_start(event.side)}: {AP_TYPES[event.ap]} AP is destroyed"


def _exchange_round(t: ArribaTables, event: events.ExchangeRound) -> str:
    return f"  Exchange so far: attacker {event.attacker} CF, defender {event.defender} CF"


def _disrupted(t: ArribaTables, event: events.Disrupted) -> str:
    where = "in the city" if event.place == CITY else "in the country"
    return f"  {_start(event.side)}: the battlegroup {where} of {_area(t, event.area)} is disrupted (rule 9.2.3)"


def _advanced(t: ArribaTables, event: events.Advanced) -> str:
    return f"  {_start(event.side)}: advance into the city of {_area(t, event.area)} (rule 9.2.4)"


def _breakthrough(t: ArribaTables, event: events.Breakthrough) -> str:
    return f"  {_start(event.side)}: breakthrough in {_area(t, event.area)}: {_group(event)} (rule 9.3)"


def _recovery_die(t: ArribaTables, event: events.RecoveryDie) -> str:
    terms = "".join(
        f" {_signed(n)} {what}"
        for n, what in ((event.support, "support"), (event.supply, "supply"), (event.city, "city"))
        if n
    )
    what = "recovers" if event.recovers else "stays disrupted"
    name = unit_name(event.unit & ~DISRUPTED)
    return f"  {_area(t, event.area)}, {name}: die {event.die}{terms}: {what} (rule 10)"


def _control_die(t: ArribaTables, event: events.ControlDie) -> str:
    what = "success" if event.succeeds else "no success"
    side = SIDES[event.side]
    return f"  {_region(t, event.region)}, {side}: die {event.die}, up to {event.needed} needed: {what} (rule 12.2)"


def _control_set(t: ArribaTables, event: events.ControlSet) -> str:
    holder = "contested" if event.side == CONTESTED else f"controlled by {SIDES[event.side]}"
    return f"  {_region(t, event.region)} is now {holder}"


def _region_die(t: ArribaTables, event: events.RegionDie) -> str:
    what = "gained" if event.gained else "lost"
    sign = "+" if event.gained else "-"
    return f"  {_region(t, event.region)} {what} by {SIDES[event.side]}: die {event.die}: {sign}{event.die} (rule 12.3)"


def _hold_row(t: ArribaTables, event: events.HoldRow) -> str:
    held = f"{event.own} region{'s' * (event.own != 1)} against {event.other}"
    return f"  {_start(event.side)}: {held}: {_signed(event.change)} support (rule 12.3)"


LINES: dict[type, Callable[[ArribaTables, typing.Any], str]] = {
    events.StageBegun: _stage_begun,
    events.OrderDie: _order_die,
    events.EventDrawn: _event_drawn,
    events.AmountDie: _amount_die,
    events.SupportChanged: _support_changed,
    events.EquipmentChanged: _equipment_changed,
    events.PowerMoved: _power_moved,
    events.Purged: _purged,
    events.InfluenceDie: _influence_die,
    events.LegionCame: _legion_came,
    events.LegionGone: _legion_gone,
    events.Placed: _placed,
    events.Removed: _removed,
    events.Changed: _changed,
    events.PriceDie: _price_die,
    events.ApRefused: _ap_refused,
    events.ApPlaced: _ap_placed,
    events.ApRemoved: _ap_removed,
    events.Unserved: _unserved,
    events.Lifted: _lifted,
    events.Formed: _formed,
    events.BlockadeDie: _blockade_die,
    events.FortBuilt: _fort_built,
    events.FortRemoved: _fort_removed,
    events.DoctrineDie: _doctrine_die,
    events.RevoltDie: _revolt_die,
    events.CityDie: _city_die,
    events.GameEnd: _game_end,
    events.CommandDie: _command_die,
    events.Moved: _moved,
    events.Dropped: _dropped,
    events.GuerrillaDie: _guerrilla_die,
    events.GuerrillaEffect: _guerrilla_effect,
    events.Attacked: _attacked,
    events.Engaged: _engaged,
    events.OffensivePaid: _offensive_paid,
    events.Strength: _strength,
    events.Odds: _odds,
    events.Shift: _shift,
    events.DieModifier: _die_modifier,
    events.CombatDie: _combat_die,
    events.ResultAdjusted: _result_adjusted,
    events.UnitLost: _unit_lost,
    events.ApLost: _ap_lost,
    events.ExchangeRound: _exchange_round,
    events.Disrupted: _disrupted,
    events.Advanced: _advanced,
    events.Breakthrough: _breakthrough,
    events.RecoveryDie: _recovery_die,
    events.ControlDie: _control_die,
    events.ControlSet: _control_set,
    events.RegionDie: _region_die,
    events.HoldRow: _hold_row,
}
"""The words of each event."""
