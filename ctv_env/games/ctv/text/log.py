"""The log of a game: the events of the rules (``events.py``) in words, with every term of every sum."""

import itertools
from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from ctv_env.core.events import Happened
from ctv_env.core.log import Log, Words
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import BREAKTHROUGH, NOWHERE, STAGE, WEATHER, Terrain
from ctv_env.games.ctv.model.events import EVENTS, Cause, Drm
from ctv_env.games.ctv.model.state import DSG_NAMES, MORALE_RESULTS
from ctv_env.games.ctv.text.notation import hex_name, piece_name

SIDES = ("Nationalist", "Republican")

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


def _halves(n: int) -> str:
    """Format half points as a number: 7 is ``"3.5"``."""
    return f"{n / 2:g}"


_WORDS: Mapping[str, Words] = {
    "piece": piece_name,
    "brigade": piece_name,
    "cell": hex_name,
    "start": hex_name,
    "goal": hex_name,
    "side": SIDES,
    "supplied": ("Out of", "In"),
    "defending": ("attack", "defence"),
    "hit": ("no hit", "a hit"),
    "level": DSG_NAMES,
    "surrender": ("fight on", "surrender"),
}


class CtvLog(Log):
    """The log in English; keeps the terms of the current combat for its sums."""

    events = EVENTS
    words = _WORDS

    def __init__(self, tables: GameTables):
        super().__init__(tables)
        self.record = tables.record[0]
        self.attacks: list[int] = []  # strengths of the attackers' hexes
        self.defence = 0
        self.drms: list[int] | None = None  # die modifiers, None until the odds are known
        self.following: Happened = None  # the next event

    def joined(self, events: Iterable[Happened]) -> Iterator[Happened]:
        """Yield the events; neighbours that share a line are one, and a goal is all cells on the way there."""
        found = list(super().joined(_with_paths(events)))
        for event, self.following in itertools.zip_longest(found, found[1:]):
            yield event

    def _piece(self, p: int) -> str:
        return piece_name(self.tables, p)

    def _hex(self, c: int) -> str:
        return hex_name(self.tables, c)

    def _pieces(self, slots: Iterable[int]) -> str:
        return ", ".join(map(self._piece, slots))

    def _column(self, column: int) -> str:
        """Return the name of a column of the combat table, including those beyond its ends."""
        last = len(self.record["odds_att"]) - 1
        printed = min(max(column, 0), last)
        beyond = "below " if column < 0 else "above " if column > last else ""
        return f"{beyond}{self.record['odds_att'][printed]}:{self.record['odds_def'][printed]}"

    # -- set-up and turns ----------------------------------------------------------------------------------------

    def tell_stage_begun(self, event: Happened) -> str:
        return HEADLINES.get(event.stage, "").format(turn=event.turn)

    def tell_reserve_die(self, event: Happened) -> str:
        units = self._pieces(np.flatnonzero(self.record["reserve_group"] == event.group))
        what = "a reserve, set up last" if event.reserve else "no reserve"
        return f"  Die {event.die} for {units}: {what} (rule 4.1)"

    def tell_armour_received(self, event: Happened) -> str:
        needed = self.record["armour_from"]
        received = self._pieces(np.flatnonzero((needed > 0) & (needed <= event.die)))
        return f"  Die {event.die} for Nationalist armour: {received or 'none'} received (rule 4.3)"

    def tell_weather_die(self, event: Happened) -> str:
        after = f" {event.drm:+d} after rain = {event.die + event.drm}" if event.drm else ""
        return f"  Weather: die {event.die}{after}: {'rain' if event.weather == WEATHER.RAIN else 'fair'} (rule 11.2)"

    def tell_offensive_die(self, event: Happened) -> str:
        if event.needed == 1:
            return "  A Republican offensive elsewhere begins by itself this turn (rule 12.2)"
        what = "begins" if event.begins else "does not begin"
        dice = f"Die {event.die}, {event.needed} or more needed"
        return f"  {dice}: a Republican offensive elsewhere {what} (rule 12.2)"

    def tell_withdrawn(self, event: Happened) -> str:
        place = f" from {self._hex(event.cell)}" if event.cell != NOWHERE else ""
        return f"  {self._piece(event.piece)} is withdrawn{place}"

    # -- moves ---------------------------------------------------------------------------------------------------

    def _way(self, event: Happened) -> str:
        """Return the start and the goal of a move or advance, with the hexes passed."""
        *via, goal = map(self._hex, event.goal)
        passed = f" via {', '.join(via)}" if via else ""
        return f"{self._hex(event.start)} -> {goal}{passed}"

    def tell_moved(self, event: Happened) -> str:
        return f"{self._piece(event.piece)} moves {self._way(event)} ({_halves(event.half_mp)} MP)"

    def tell_eliminated(self, event: Happened) -> str:
        place = f" in {self._hex(event.cell)}" if event.cell != NOWHERE else ""
        return f"  {self._piece(event.piece)} is eliminated{place}: {Cause(event.cause).word}"

    # -- combat: support and bombardment -------------------------------------------------------------------------

    def tell_bombardment_points(self, event: Happened) -> str:
        net = event.attacker - event.defender
        what = f"net {abs(net)} against the {'defenders' if net > 0 else 'attackers'}" if net else "nobody rolls"
        return f"  Bombardment points: attack {event.attacker}, defence {event.defender}: {what} (rule 9.4.2)"

    def tell_bombardment(self, event: Happened) -> str:
        trench = f" {event.drm:+d} trench (rule 10.7) = {event.die + event.drm}" if event.drm else ""
        whom = "defenders" if event.on_defender else "attackers"
        what = "disorganised" if event.hit else "no effect"
        return f"  Bombardment of the {whom}: die {event.die}{trench}, {event.needed} or more needed: {what}"

    def tell_attrition(self, event: Happened) -> str:
        what = f"away until turn {event.turn_back}" if event.turn_back else "no loss"
        return f"  Attrition of {self._piece(event.piece)}: die {event.die}: {what} (rule 9.1.1)"

    # -- combat: odds and result ---------------------------------------------------------------------------------

    def tell_strength(self, event: Happened) -> str:
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
        if isinstance(self.following, EVENTS.ODDS):
            self.defence = event.result
            return f"  Defence of {self._hex(event.cell)}: {total}{sum_up}"
        self.attacks.append(event.result)
        return f"  Attack out of {self._hex(event.cell)}: {total}{sum_up}"

    def tell_odds(self, event: Happened) -> str:
        total = " + ".join(map(str, self.attacks))
        total = f"{total} = {event.attack}" if len(self.attacks) > 1 else str(event.attack)
        near = f", first turn near the CTV HQ {event.shift:+d} (rule 4.4): {self._column(event.after)}"
        moved = near if event.shift else ""
        raised = sum(self.attacks) < event.attack or self.defence < event.defence
        least = ", never below 1 (ruling R-07)" if raised else ""
        self.attacks, self.drms = [], []
        return f"  Odds: {total} to {event.defence}{least}, column {self._column(event.column)}{moved}"

    def tell_die_modifier(self, event: Happened) -> str:
        if self.drms is not None:
            self.drms.append(event.value)
        return f"  Die modifier {event.value:+d}: {Drm(event.modifier).word}"

    def tell_combat_result(self, event: Happened) -> str:
        """The combat die with the modifiers logged before; if they are from an earlier step, only with their sum."""
        terms = "".join(f" {value:+d}" for value in self.drms or ())
        if self.drms:
            total = event.die + sum(self.drms)
            terms += f" = {total}" + (f", held to the table's {event.modified}" if total != event.modified else "")
        elif event.modified != event.die:
            terms = f", modified {event.modified}"
        self.drms = None
        losses = f"attacker loses {event.attacker}, defender {event.defender}"
        result = "B, breakthrough (rule 10.4.1)" if event.defender == BREAKTHROUGH else losses
        return f"  Combat die {event.die}{terms} on {self._column(event.column)}: {result}"

    # -- combat: losses, morale, advance ---------------------------------------------------------------------------

    def tell_step_loss(self, event: Happened) -> str:
        return f"  {self._piece(event.piece)} loses {'a' if event.steps_left else 'its last'} step"

    def tell_morale_die(self, event: Happened) -> str:
        total = event.die + event.marker + event.troops
        terms = f"die {event.die} {event.marker:+d} marker {event.troops:+d} troops = {total}"
        return f"  Morale of {self._hex(event.cell)}: {terms}: {MORALE_RESULTS[event.result]} (rule 10.6)"

    def tell_advanced(self, event: Happened) -> str:
        return f"  {self._piece(event.piece)} advances {self._way(event)}"

    # -- events of the war, end ------------------------------------------------------------------------------------

    def tell_factory_die(self, event: Happened) -> str:
        what = "stands" if event.stands else "is demolished"
        return f"  Die {event.die}: the factory of {self._hex(self.record['factory_cell'])} {what} (rule 14.2)"

    def tell_game_end(self, event: Happened) -> str:
        needed = self.record["vp_to_win"]
        return f"The {SIDES[event.winner]} wins: the Nationalist has {event.vp} VP of {needed} (rule 14.1)"


def _with_paths(happened: Iterable[Happened]) -> list[Happened]:
    """Return the events; the goal of a move or advance becomes all cells on the way there, which follow as THROUGH."""
    found: list[Happened] = []
    move = None  # index of the last move
    for event in happened:
        if isinstance(event, EVENTS.THROUGH) and move is not None and found[move].piece == event.piece:
            *via, goal = found[move].goal
            found[move] = found[move]._replace(goal=(*via, event.cell, goal))
        elif isinstance(event, EVENTS.MOVED | EVENTS.ADVANCED):
            move = len(found)
            found.append(event._replace(goal=(event.goal,)))
        else:
            found.append(event)
    return found


def lines_of(tables: GameTables, events: Iterable[Happened]) -> list[str]:
    """Return the log in English, about one line per event, from one or more steps."""
    return CtvLog(tables).lines(events)


words = CtvLog.told
