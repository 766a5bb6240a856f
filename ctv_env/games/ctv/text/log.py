"""The log of a game: the events of the engine (``events.py``) in words, with every term of every sum."""

import typing
from collections.abc import Callable, Iterable

import numpy as np

from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model import events
from ctv_env.games.ctv.model.codes import BREAKTHROUGH, NOWHERE, STAGE, WEATHER, Terrain
from ctv_env.games.ctv.model.events import Cause, Drm
from ctv_env.games.ctv.text.log_entries import Entry, joined
from ctv_env.games.ctv.text.notation import hex_name, piece_name

SIDES = ("Nationalist", "Republican")
DSG_NAMES = ("none", "DSG", "DSG1", "DSG2")
"""Levels of disorganisation (9.5)."""
MORALE_RESULTS = ("hold", "retreat", "flight", "collapse")

HEADLINES = {
    STAGE.SETUP_REPUBLICAN: "-- Set-up, Republican --",
    STAGE.SETUP_NATIONALIST: "-- Set-up, Nationalist --",
    STAGE.SETUP_RESERVES: "-- Set-up, Republican reserves --",
    STAGE.WEATHER: "== Turn {turn} ==",
    STAGE.NAT_MOVEMENT: "-- Turn {turn}, Nationalist movement --",
    STAGE.NAT_COMBAT: "-- Turn {turn}, Nationalist combat --",
    STAGE.BASQUE: "-- Turn {turn}, Republican phase --",
    STAGE.REP_MOVEMENT: "-- Turn {turn}, Republican movement --",
    STAGE.REP_COMBAT: "-- Turn {turn}, Republican combat --",
    STAGE.END_OF_TURN: "-- End of turn {turn} --",
}


def words(tables: GameTables, rows: np.ndarray) -> list[str]:
    """Return the log in English, about one line per event.

    Args:
        tables: the tables of the game.
        rows: int (n, 8), rows of ``w.event`` in order, from one or more steps.
    """
    return lines_of(tables, events.decode(rows))


def lines_of(tables: GameTables, events: Iterable[typing.NamedTuple]) -> list[str]:
    """Like ``words``, from decoded events in order."""
    writer = LogWriter(tables)
    entries = joined(events)
    following = [type(entry.event) for entry in entries[1:]] + [None]
    lines = (writer.line(entry, after) for entry, after in zip(entries, following, strict=False))
    return [line for line in lines if line]


def _signed(n: int) -> str:
    return f"{n:+d}"


def _halves(n: int) -> str:
    """Format half points as a number: 7 is ``"3.5"``."""
    return f"{n / 2:g}"


class LogWriter:
    """Formats log entries; keeps the terms of the current combat for its sums."""

    def __init__(self, tables: GameTables):
        self.tables = tables
        self.record = tables.record[0]
        self.attacks: list[int] = []  # strengths of the attackers' hexes
        self.defence = 0
        self.drms: list[int] | None = None  # die modifiers, None until the odds are known
        self.entry = Entry(())  # the current entry
        self.following: type | None = None  # class of the next event

    def line(self, entry: Entry, following: type | None) -> str:
        """Return the line of an entry, given the class of the next event; empty for a stage without a headline."""
        self.entry, self.following = entry, following
        return LINES[type(entry.event)](self, entry.event)

    def _piece(self, p: int) -> str:
        return piece_name(self.tables, p)

    def _hex(self, c: int) -> str:
        return hex_name(self.tables, c)

    def _pieces(self, slots: Iterable[int]) -> str:
        return ", ".join(map(self._piece, slots))

    def _hexes(self, cells: Iterable[int]) -> str:
        return ", ".join(map(self._hex, cells))

    def _column(self, column: int) -> str:
        """Return the name of a column of the combat table, including those beyond its ends."""
        last = len(self.record["odds_att"]) - 1
        printed = min(max(column, 0), last)
        beyond = "below " if column < 0 else "above " if column > last else ""
        return f"{beyond}{self.record['odds_att'][printed]}:{self.record['odds_def'][printed]}"

    # -- set-up and turns ----------------------------------------------------------------------------------------

    def _stage_begun(self, event: events.StageBegun) -> str:
        return HEADLINES.get(event.stage, "").format(turn=event.turn)

    def _reserve_die(self, event: events.ReserveDie) -> str:
        units = self._pieces(np.flatnonzero(self.record["reserve_group"] == event.group))
        what = "a reserve, set up last" if event.reserve else "no reserve"
        return f"  Die {event.die} for {units}: {what} (rule 4.1)"

    def _armour_received(self, event: events.ArmourReceived) -> str:
        needed = self.record["armour_from"]
        received = self._pieces(np.flatnonzero((needed > 0) & (needed <= event.die)))
        return f"  Die {event.die} for Nationalist armour: {received or 'none'} received (rule 4.3)"

    def _placed(self, event: events.Placed) -> str:
        return f"  {self._piece(event.piece)} is set up in {self._hex(event.cell)}"

    def _trench_placed(self, event: events.TrenchPlaced) -> str:
        return f"  A trench is dug in {self._hex(event.cell)}"

    def _weather_die(self, event: events.WeatherDie) -> str:
        after = f" {_signed(event.drm)} after rain = {event.die + event.drm}" if event.drm else ""
        return f"  Weather: die {event.die}{after}: {'rain' if event.weather == WEATHER.RAIN else 'fair'} (rule 11.2)"

    def _offensive_die(self, event: events.OffensiveDie) -> str:
        if event.needed == 1:
            return "  A Republican offensive elsewhere begins by itself this turn (rule 12.2)"
        what = "begins" if event.begins else "does not begin"
        dice = f"Die {event.die}, {event.needed} or more needed"
        return f"  {dice}: a Republican offensive elsewhere {what} (rule 12.2)"

    def _offensive_success(self, event: events.OffensiveSuccess) -> str:
        leaving = f"infantry units that leave: {event.infantry}, air units: {event.air}"
        return f"  Die {event.die}: {leaving} (rule 12.3)"

    def _withdrawn(self, event: events.Withdrawn) -> str:
        place = f" from {self._hex(event.cell)}" if event.cell != NOWHERE else ""
        return f"  {self._piece(event.piece)} is withdrawn{place}"

    def _new_column(self, event: events.NewColumn) -> str:
        return f"  {self._piece(event.piece)} arrives in {self._hex(event.cell)} (rule 9.3)"

    def _air_back(self, _: events.AirBack) -> str:
        return f"  Air units back: {self._pieces(self.entry.listed)} (rule 9.1.1)"

    def _supply_changed(self, event: events.SupplyChanged) -> str:
        return f"  {'In' if event.supplied else 'Out of'} supply: {self._pieces(self.entry.listed)}"

    # -- moves ---------------------------------------------------------------------------------------------------

    def _way(self, start: int, goal: int, via: Iterable[int] = ()) -> str:
        passed = f" via {self._hexes(via)}" if via else ""
        return f"{self._hex(start)} -> {self._hex(goal)}{passed}"

    def _moved(self, event: events.Moved) -> str:
        way = self._way(event.start, event.goal, self.entry.via)
        return f"{self._piece(event.piece)} moves {way} ({_halves(event.half_mp)} MP)"

    def _through(self, event: events.Through) -> str:
        return f"  {self._piece(event.piece)} passes {self._hex(event.cell)}"

    def _control(self, event: events.Control) -> str:
        return f"  {SIDES[event.side]} control: {self._hexes(self.entry.listed)}"

    def _morale_marker(self, event: events.MoraleMarker) -> str:
        return f"  Republican morale marker {_signed(event.change)}: now {event.marker} (rule 10.6.1)"

    def _eliminated(self, event: events.Eliminated) -> str:
        place = f" in {self._hex(event.cell)}" if event.cell != NOWHERE else ""
        return f"  {self._piece(event.piece)} is eliminated{place}: {Cause(event.cause).word}"

    def _trench_removed(self, event: events.TrenchRemoved) -> str:
        return f"  The trench in {self._hex(event.cell)} is removed (rule 10.7)"

    # -- combat: support and bombardment -------------------------------------------------------------------------

    def _target(self, event: events.Target) -> str:
        return f"Attack on {self._hex(event.cell)}"

    def _attacker(self, event: events.Attacker) -> str:
        return f"  From {self._hex(event.cell)}: {self._pieces(self.entry.listed)}"

    def _support(self, event: events.Support) -> str:
        return f"  Support of the {'defence' if event.defending else 'attack'}: {self._pieces(self.entry.listed)}"

    def _air_combat(self, event: events.AirCombat) -> str:
        what = "a hit" if event.hit else "no hit"
        return f"  Air combat (rule 15.1): {self._piece(event.piece)} rolls {event.die}: {what}"

    def _bombardment_points(self, event: events.BombardmentPoints) -> str:
        net = event.attacker - event.defender
        what = f"net {abs(net)} against the {'defenders' if net > 0 else 'attackers'}" if net else "nobody rolls"
        return f"  Bombardment points: attack {event.attacker}, defence {event.defender}: {what} (rule 9.4.2)"

    def _bombardment(self, event: events.Bombardment) -> str:
        trench = f" {_signed(event.drm)} trench (rule 10.7) = {event.die + event.drm}" if event.drm else ""
        whom = "defenders" if event.on_defender else "attackers"
        what = "disorganised" if event.hit else "no effect"
        return f"  Bombardment of the {whom}: die {event.die}{trench}, {event.needed} or more needed: {what}"

    def _disorganised(self, event: events.Disorganised) -> str:
        return f"  Disorganised to {DSG_NAMES[event.level]}: {self._pieces(self.entry.listed)}"

    def _attrition(self, event: events.Attrition) -> str:
        what = f"away until turn {event.turn_back}" if event.turn_back else "no loss"
        return f"  Attrition of {self._piece(event.piece)}: die {event.die}: {what} (rule 9.1.1)"

    # -- combat: odds and result ---------------------------------------------------------------------------------

    def _strength(self, event: events.Strength) -> str:
        """Strength of a hex; the last one before the odds is the defence."""
        half_term = [f"half of {event.halved} = {event.half}"] if event.halved else []
        terms = ([str(event.whole)] if event.whole or not event.halved else []) + half_term
        total = " + ".join(terms)
        rounded = ", rounded up" if (event.whole + event.half) * event.multiplier % 2 else ""
        if event.multiplier != 2:
            terrain = Terrain(int(self.record["terrain"][event.cell])).name.lower()
            total = f"{f'({total})' if event.halved else total} x {_halves(event.multiplier)} ({terrain})"
        single = event.multiplier == 2 and (not event.halved or not event.whole)  # a single number needs no sum
        sum_up = "" if single else f" -> {event.result}{rounded}"
        if self.following is events.Odds:
            self.defence = event.result
            return f"  Defence of {self._hex(event.cell)}: {total}{sum_up}"
        self.attacks.append(event.result)
        return f"  Attack out of {self._hex(event.cell)}: {total}{sum_up}"

    def _odds(self, event: events.Odds) -> str:
        total = " + ".join(map(str, self.attacks))
        total = f"{total} = {event.attack}" if len(self.attacks) > 1 else str(event.attack)
        near = f", first turn near the CTV HQ {_signed(event.shift)} (rule 4.4): {self._column(event.after)}"
        moved = near if event.shift else ""
        raised = sum(self.attacks) < event.attack or self.defence < event.defence
        least = ", never below 1 (ruling R-07)" if raised else ""
        self.attacks, self.drms = [], []
        return f"  Odds: {total} to {event.defence}{least}, column {self._column(event.column)}{moved}"

    def _die_modifier(self, event: events.DieModifier) -> str:
        if self.drms is not None:
            self.drms.append(event.value)
        return f"  Die modifier {_signed(event.value)}: {Drm(event.kind).word}"

    def _combat_result(self, event: events.CombatResult) -> str:
        """The combat die with the modifiers logged before; if they are from an earlier step, only with their sum."""
        terms = "".join(f" {_signed(value)}" for value in self.drms or ())
        if self.drms:
            total = event.die + sum(self.drms)
            terms += f" = {total}" + (f", held to the table's {event.modified}" if total != event.modified else "")
        elif event.modified != event.die:
            terms = f", modified {event.modified}"
        self.drms = None
        losses = f"attacker loses {event.attacker}, defender {event.defender}"
        result = "B, breakthrough (rule 10.4.1)" if event.defender == BREAKTHROUGH else losses
        return f"  Combat die {event.die}{terms} on {self._column(event.column)}: {result}"

    # -- combat: losses, morale, retreat, advance ------------------------------------------------------------------

    def _step_loss(self, event: events.StepLoss) -> str:
        return f"  {self._piece(event.piece)} loses {'a' if event.steps_left else 'its last'} step"

    def _morale_die(self, event: events.MoraleDie) -> str:
        total = event.die + event.marker + event.troops
        terms = f"die {event.die} {_signed(event.marker)} marker {_signed(event.troops)} troops = {total}"
        return f"  Morale of {self._hex(event.cell)}: {terms}: {MORALE_RESULTS[event.result]} (rule 10.6)"

    def _no_retreat(self, event: events.NoRetreat) -> str:
        return f"  No hex to go back to from {self._hex(event.cell)}: one step more, and they stay (ruling R-41)"

    def _retreated(self, event: events.Retreated) -> str:
        return f"  Retreat of {self._pieces(self.entry.listed)}: {self._way(event.start, event.goal)}"

    def _advanced(self, event: events.Advanced) -> str:
        return f"  {self._piece(event.piece)} advances {self._way(event.start, event.goal, self.entry.via)}"

    def _no_combat(self, event: events.NoCombat) -> str:
        return f"  No {SIDES[event.side]} is left to fight for {self._hex(event.cell)}: no combat die (ruling R-34a)"

    # -- events of the war, end ------------------------------------------------------------------------------------

    def _basque_die(self, event: events.BasqueDie) -> str:
        return f"  Die {event.die}: the Basques {'surrender' if event.surrender else 'fight on'} (rule 13.2)"

    def _surrendered(self, _: events.Surrendered) -> str:
        return f"  Surrendered: {self._pieces(self.entry.listed)} (rule 13.3)"

    def _battalion(self, event: events.Battalion) -> str:
        return (
            f"  {self._piece(event.brigade)} leaves {self._piece(event.piece)} in {self._hex(event.cell)} (rule 13.3)"
        )

    def _factory_die(self, event: events.FactoryDie) -> str:
        what = "stands" if event.stands else "is demolished"
        return f"  Die {event.die}: the factory of {self._hex(self.record['factory_cell'])} {what} (rule 14.2)"

    def _game_end(self, event: events.GameEnd) -> str:
        needed = self.record["vp_to_win"]
        return f"The {SIDES[event.winner]} wins: the Nationalist has {event.vp} VP of {needed} (rule 14.1)"


LINES: dict[type, Callable[[LogWriter, typing.Any], str]] = {
    events.StageBegun: LogWriter._stage_begun,
    events.ReserveDie: LogWriter._reserve_die,
    events.ArmourReceived: LogWriter._armour_received,
    events.Placed: LogWriter._placed,
    events.TrenchPlaced: LogWriter._trench_placed,
    events.WeatherDie: LogWriter._weather_die,
    events.OffensiveDie: LogWriter._offensive_die,
    events.OffensiveSuccess: LogWriter._offensive_success,
    events.Withdrawn: LogWriter._withdrawn,
    events.NewColumn: LogWriter._new_column,
    events.AirBack: LogWriter._air_back,
    events.SupplyChanged: LogWriter._supply_changed,
    events.Moved: LogWriter._moved,
    events.Through: LogWriter._through,
    events.Control: LogWriter._control,
    events.MoraleMarker: LogWriter._morale_marker,
    events.Eliminated: LogWriter._eliminated,
    events.TrenchRemoved: LogWriter._trench_removed,
    events.Target: LogWriter._target,
    events.Attacker: LogWriter._attacker,
    events.Support: LogWriter._support,
    events.AirCombat: LogWriter._air_combat,
    events.BombardmentPoints: LogWriter._bombardment_points,
    events.Bombardment: LogWriter._bombardment,
    events.Disorganised: LogWriter._disorganised,
    events.Attrition: LogWriter._attrition,
    events.Strength: LogWriter._strength,
    events.Odds: LogWriter._odds,
    events.DieModifier: LogWriter._die_modifier,
    events.CombatResult: LogWriter._combat_result,
    events.StepLoss: LogWriter._step_loss,
    events.MoraleDie: LogWriter._morale_die,
    events.NoRetreat: LogWriter._no_retreat,
    events.Retreated: LogWriter._retreated,
    events.Advanced: LogWriter._advanced,
    events.NoCombat: LogWriter._no_combat,
    events.BasqueDie: LogWriter._basque_die,
    events.Surrendered: LogWriter._surrendered,
    events.Battalion: LogWriter._battalion,
    events.FactoryDie: LogWriter._factory_die,
    events.GameEnd: LogWriter._game_end,
}
"""The formatting method of each event."""
