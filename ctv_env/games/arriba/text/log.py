"""The log of a game: the events of the rules (``events.py``) in words, with every die and every term."""

from collections.abc import Iterable, Mapping

from ctv_env.core.events import Happened
from ctv_env.core.log import Log, Words
from ctv_env.games.arriba.loading.load import ArribaTables
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
from ctv_env.games.arriba.model.events import CAUSE, EVENTS, LIFTS, AttackKind, Cause, Drm, ShiftKind
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


def _start(side: int) -> str:
    """Return a side as the beginning of a sentence."""
    return SIDES[side][0].upper() + SIDES[side][1:]


def _box(_: ArribaTables, box: int) -> str:
    """Return a box of the track of powers."""
    if box == 0:
        return "neutral"
    side = ("the Government's", "the Rebels'")[box > 0]
    return f"{side} box {abs(box)} of {TRACK_END}"


def _at(tables: ArribaTables, a: int) -> str:
    return "" if a == NOWHERE else f" in {area_name(tables, a)}"


def _loss(number: int) -> str:
    return {0: "nothing", RESULT.ELIMINATION: "everything"}.get(number, f"{number} CF")


def _terms(*terms: tuple[int, str]) -> str:
    """Return the terms of a sum that are not 0, each with its sign and name."""
    return "".join(f" {n:+d} {what}" for n, what in terms if n)


def _group(event: Happened) -> str:
    units = (event.unit_1, event.unit_2, event.unit_3, event.unit_4)
    return group_words(units, event.armour, event.artillery)


def _post(post: int) -> str:
    return "into the city" if post == POST.CITY else "in the country"


_WORDS: Mapping[str, Words] = {
    "side": SIDES,
    "area": area_name,
    "at": _at,
    "region": lambda tables, region: tables.places.region_titles[region],
    "power": POWERS,
    "box": _box,
    "to_box": _box,
    "faction": FACTIONS,
    "unit": lambda _, unit: unit_name(unit),
    "into": lambda _, unit: unit_name(unit),
    "ap": AP_TYPES,
    "cause": Cause,
    "affordable": (", more than there is", ""),
    "doctrine": _DOCTRINES,
    "success": ("they fail", "they succeed"),
    "froze": ("a battlegroup is disrupted", "the Rebels will not counterattack there"),
    "kind": AttackKind,
    "attacker": lambda _, place: place_words(place),
    "target": lambda _, place: place_words(place),
    "column": column_name,
    "shift": ShiftKind,
    "modifier": Drm,
    "place": lambda _, place: "in the city" if place == CITY else "in the country",
    "succeeds": ("no success", "success"),
}


class ArribaLog(Log):
    """The log in English.  The price of a purchase, which is paid first, is told with what it buys."""

    events = EVENTS
    words = _WORDS

    def __init__(self, tables: ArribaTables):
        super().__init__(tables)
        self.price = ""  # of the purchase that comes next

    def lines(self, events: Iterable[Happened]) -> list[str]:
        """Return the lines of events in order, from one or more steps."""
        lines = super().lines(events)
        return [*lines, f"  Paid: {self.price}"] if self.price else lines

    def tell(self, event: Happened) -> str:
        """Return the line of an event."""
        if isinstance(event, EVENTS.EQUIPMENT_CHANGED) and event.cause == CAUSE.PURCHASE:
            self.price = f"{-event.change} EP, {event.stock} left"
            return ""
        line = super().tell(event)
        if line and self.price:
            line, self.price = f"{line}: {self.price}", ""
        return line

    def word(self, field: str, number: int) -> str | int:
        """Return the words for a number of a field: the price instead of the cause of a purchase."""
        if field == "cause" and number == CAUSE.PURCHASE and self.price:
            price, self.price = self.price, ""
            return price
        return super().word(field, number)

    # -- chapters 3 to 7 ---------------------------------------------------------------------------------------------

    def tell_stage_begun(self, event: Happened) -> str:
        stage = Stage(event.stage)
        if stage == Stage.EVENTS:
            return f"== Turn {event.turn}, {self.tables.dates[event.turn - 1]} =="
        if stage == Stage.SETUP:
            return "-- Set-up --"
        if stage == Stage.INTER_PHASE:
            return f"-- Turn {event.turn}, control and support --"
        if stage in (Stage.COUNTERATTACK_1, Stage.COUNTERATTACK_2):
            return f"-- Turn {event.turn}, {SIDE_HEADS[1 - event.side]}: counterattacks --"
        if stage in _PARTS:
            return f"-- Turn {event.turn}, {SIDE_HEADS[event.side]}: {_PARTS[stage]} --"
        return ""

    def tell_event_drawn(self, event: Happened) -> str:
        title, text = self.tables.events[(event.tens - 1) * 6 + event.ones - 1]
        outcome = text if event.occurs else "does not occur"
        return f"  Dice {event.tens} and {event.ones}: {title}: {outcome} (rule 4.1)"

    def tell_amount_die(self, event: Happened) -> str:
        left = f", {event.left} more to roll" if event.left else ""
        return f"  Die {event.die}: {Cause(event.cause).word}{left}"

    def tell_influence_die(self, event: Happened) -> str:
        terms = _terms((event.bought, "bought"), (event.opposed, "opposed power"), (event.target, "backs the enemy"))
        total = f" = {event.score}" if terms else ""
        effect = {-1: "it backfires", 0: "no effect", 1: "one box"}.get(event.boxes, f"{event.boxes} boxes")
        who = f"  {_start(event.side)}: {POWERS[event.power]} is influenced"
        return f"{who}: die {event.die}{terms}{total}: {effect} (rule 5.3.1)"

    def tell_lifted(self, event: Happened) -> str:
        what = group_words(() if event.unit in (NO_UNIT, NOWHERE) else (event.unit,), event.armour, event.artillery)
        way = f"{area_name(self.tables, event.start)} -> {area_name(self.tables, event.goal)}"
        return f"  {_start(event.side)}: lift {LIFTS[event.lift]} {way}: {what}"

    def tell_formed(self, event: Happened) -> str:
        where = "city" if event.post == POST.CITY else "country"
        return f"  {area_name(self.tables, event.area)}, {where}: {_group(event)}"

    def tell_blockade_die(self, event: Happened) -> str:
        what = f"{event.lost} {'AP' if event.of_ap else 'EP'} lost" if event.lost else "nothing is lost"
        grade = "strong" if event.strong else "weak"
        return f"  {POWERS[event.power].capitalize()}, {grade} blockade: die {event.die}: {what} (rule 15.4)"

    def tell_game_end(self, event: Happened) -> str:
        verb = "win" if event.winner else "wins"
        return f"{_start(event.winner)} {verb} the war (rule 13)"

    # -- chapters 8 to 13 --------------------------------------------------------------------------------------------

    def tell_command_die(self, event: Happened) -> str:
        moves = f": {event.moves} battlegroups may be moved" if event.moves else ""
        return f"  Command die {event.die}{moves} (rule 15.7)"

    def tell_moved(self, event: Happened) -> str:
        start, goal = (area_name(self.tables, a) for a in (event.start, event.goal))
        way = start if event.start == event.goal else f"{start} -> {goal}"
        return f"  {way}, {_post(event.post)}: {_group(event)}"

    def tell_dropped(self, event: Happened) -> str:
        return f"  Left behind in {area_name(self.tables, event.area)}, {_post(event.post)}: {_group(event)}"

    def tell_engaged(self, event: Happened) -> str:
        return f"  {_start(event.side)}: {_group(event)}"

    def tell_offensive_paid(self, _: Happened) -> str:
        """Return nothing: the EP have a line of their own."""
        return ""

    def tell_strength(self, event: Happened) -> str:
        terms = [f"{event.supplied} CF"] if event.supplied or not event.unsupplied else []
        terms += [f"{event.unsupplied} CF out of supply, halved"] if event.unsupplied else []
        weak = ", halved for want of an offensive" if event.halved else ""
        plain = not event.unsupplied and not event.halved
        total = "" if plain else f" = {event.cf}"
        return f"  {_start(event.side)}: {' + '.join(terms)}{weak}{total}"

    def tell_combat_die(self, event: Happened) -> str:
        row = "" if event.row == event.die else f", modified {event.row}"
        die = f"  Combat die {event.die}{row} on {column_name(self.tables, event.column)}"
        if event.attacker == RESULT.EXCHANGE:
            return f"{die}: X, exchange (rule 9.2)"
        return f"{die}: {result_name(event.attacker)}/{result_name(event.defender)}"

    def tell_result_adjusted(self, event: Happened) -> str:
        if event.attacker == RESULT.EXCHANGE:
            return ""
        return f"  Attacker loses {_loss(event.attacker)}, defender {_loss(event.defender)}"

    def tell_unit_lost(self, event: Happened) -> str:
        fate = "is destroyed" if event.into in (NO_UNIT, NOWHERE) else f"is reduced to {unit_name(event.into)}"
        return f"  {_start(event.side)}: {unit_name(event.unit)} {fate} ({event.cf} CF)"

    def tell_breakthrough(self, event: Happened) -> str:
        where = area_name(self.tables, event.area)
        return f"  {_start(event.side)}: breakthrough in {where}: {_group(event)} (rule 9.3)"

    def tell_recovery_die(self, event: Happened) -> str:
        terms = _terms((event.support, "support"), (event.supply, "supply"), (event.city, "city"))
        what = "recovers" if event.recovers else "stays disrupted"
        unit = f"{area_name(self.tables, event.area)}, {unit_name(event.unit & ~DISRUPTED)}"
        return f"  {unit}: die {event.die}{terms}: {what} (rule 10)"

    def tell_control_set(self, event: Happened) -> str:
        holder = "contested" if event.side == CONTESTED else f"controlled by {SIDES[event.side]}"
        return f"  {self.word('region', event.region)} is now {holder}"

    def tell_region_die(self, event: Happened) -> str:
        what, sign = ("gained", "+") if event.gained else ("lost", "-")
        die = f"die {event.die}: {sign}{event.die} (rule 12.3)"
        return f"  {self.word('region', event.region)} {what} by {SIDES[event.side]}: {die}"

    def tell_hold_row(self, event: Happened) -> str:
        held = f"{event.own} region{'s' * (event.own != 1)} against {event.other}"
        return f"  {_start(event.side)}: {held}: {event.change:+d} support (rule 12.3)"


words = ArribaLog.told
