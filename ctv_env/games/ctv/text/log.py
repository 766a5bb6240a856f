"""The log of a game: what the engine noted in numbers (``events.py``), in words that let every sum be checked."""

import typing

import numpy as np

from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import (
    BASQUE_STAGE,
    BREAKTHROUGH,
    END_OF_TURN,
    NAT_COMBAT,
    NAT_MOVEMENT,
    NOWHERE,
    RAIN,
    REP_COMBAT,
    REP_MOVEMENT,
    SETUP_NATIONALIST,
    SETUP_REPUBLICAN,
    SETUP_RESERVES,
    WEATHER,
    Terrain,
)
from ctv_env.games.ctv.model.events import (
    CAUSES,
    DRM_NAMES,
    EV_ADVANCED,
    EV_AIR_BACK,
    EV_ATTACKER,
    EV_CONTROL,
    EV_DSG,
    EV_MOVED,
    EV_ODDS,
    EV_RETREATED,
    EV_SUPPLY,
    EV_SUPPORT,
    EV_SURRENDERED,
    EV_THROUGH,
    EVENTS,
)
from ctv_env.games.ctv.text.notation import hex_name, piece_name

SIDES = ("Nationalist", "Republican")
DSG_NAMES = ("none", "DSG", "DSG1", "DSG2")
"""Levels of disorganisation (9.5)."""
MORALE_RESULTS = ("hold", "retreat", "flight", "collapse")

HEADLINES = {
    SETUP_REPUBLICAN: "-- Set-up, Republican --",
    SETUP_NATIONALIST: "-- Set-up, Nationalist --",
    SETUP_RESERVES: "-- Set-up, Republican reserves --",
    WEATHER: "== Turn {turn} ==",
    NAT_MOVEMENT: "-- Turn {turn}, Nationalist movement --",
    NAT_COMBAT: "-- Turn {turn}, Nationalist combat --",
    BASQUE_STAGE: "-- Turn {turn}, Republican phase --",
    REP_MOVEMENT: "-- Turn {turn}, Republican movement --",
    REP_COMBAT: "-- Turn {turn}, Republican combat --",
    END_OF_TURN: "-- End of turn {turn} --",
}

# Events that come in rows become one line: the column that is listed, and those that must agree.
_JOINED = {
    EV_AIR_BACK: (1, ()),
    EV_SUPPLY: (1, (2,)),
    EV_CONTROL: (2, (1,)),
    EV_ATTACKER: (1, (2,)),
    EV_SUPPORT: (1, (2,)),
    EV_DSG: (1, (2,)),
    EV_RETREATED: (1, (2, 3)),
    EV_SURRENDERED: (1, ()),
}


class _Entry(typing.NamedTuple):
    """One line to be: an event, what it lists together with its neighbours, the cells passed on the way."""

    row: tuple[int, ...]
    listed: tuple[int, ...] = ()
    via: tuple[int, ...] = ()


def words(tables: GameTables, events: np.ndarray) -> list[str]:
    """The log in English, about one line per event.

    Args:
        tables: the tables of the game.
        events: int (n, 8), rows of ``events.EVENTS`` in order: of one step, or of any number of them.
    """
    teller = _Teller(tables)
    entries = _entries(events)
    codes = [entry.row[0] for entry in entries[1:]] + [NOWHERE]
    lines = (teller.tell(entry, following) for entry, following in zip(entries, codes, strict=False))
    return [line for line in lines if line]


def _entries(events: np.ndarray) -> list[_Entry]:
    """Rows joined: the hexes of a path go to its move, and neighbours that list the same thing become one entry."""
    entries: list[_Entry] = []
    move = NOWHERE  # index of the last move
    for row in (tuple(map(int, event)) for event in events):
        code = row[0]
        if code == EV_THROUGH and move != NOWHERE and entries[move].row[1] == row[1]:
            entries[move] = entries[move]._replace(via=(*entries[move].via, row[2]))
            continue
        if code in (EV_MOVED, EV_ADVANCED):
            move = len(entries)
        if code not in _JOINED:
            entries.append(_Entry(row))
            continue
        column, same = _JOINED[code]
        last = entries[-1] if entries else None
        if last and last.row[0] == code and all(last.row[k] == row[k] for k in same):
            entries[-1] = last._replace(listed=(*last.listed, row[column]))
        else:
            entries.append(_Entry(row, (row[column],)))
    return entries


def _signed(n: int) -> str:
    return f"{n:+d}"


def _halves(n: int) -> str:
    """Half points as a number: 7 is ``"3.5"``."""
    return f"{n / 2:g}"


class _Teller:
    """Puts entries in words; keeps the terms of the combat being told, for its sums."""

    def __init__(self, tables: GameTables):
        self.tables = tables
        self.record = tables.record[0]
        self.attacks: list[int] = []  # strengths of the attackers' hexes
        self.defence = 0
        self.drms: list[int] | None = None  # die modifiers, None while the odds are not known
        self.following = NOWHERE  # code of the event after the one being told

    def tell(self, entry: _Entry, following: int) -> str:
        """The line of an entry, given the code of the next one; empty for a stage without a headline."""
        self.following = following
        name, meaning = EVENTS[entry.row[0]]
        n_numbers = meaning.count(",") + 1
        return getattr(self, f"_{name.lower()}")(entry, *entry.row[1 : 1 + n_numbers])

    def _piece(self, p: int) -> str:
        return piece_name(self.tables, p)

    def _hex(self, c: int) -> str:
        return hex_name(self.tables, c)

    def _pieces(self, slots: typing.Iterable[int]) -> str:
        return ", ".join(map(self._piece, slots))

    def _hexes(self, cells: typing.Iterable[int]) -> str:
        return ", ".join(map(self._hex, cells))

    def _column(self, column: int) -> str:
        """Name of a column of the combat table, also of those beyond it."""
        last = len(self.record["odds_att"]) - 1
        printed = min(max(column, 0), last)
        beyond = "below " if column < 0 else "above " if column > last else ""
        return f"{beyond}{self.record['odds_att'][printed]}:{self.record['odds_def'][printed]}"

    # -- set-up and turns ----------------------------------------------------------------------------------------

    def _stage(self, _, stage, turn):
        return HEADLINES.get(stage, "").format(turn=turn)

    def _reserve(self, _, group, die, reserve):
        units = self._pieces(np.flatnonzero(self.record["reserve_group"] == group))
        what = "a reserve, set up last" if reserve else "no reserve"
        return f"  Die {die} for {units}: {what} (rule 4.1)"

    def _armour_received(self, _, die):
        needed = self.record["armour_from"]
        received = self._pieces(np.flatnonzero((needed > 0) & (needed <= die)))
        return f"  Die {die} for Nationalist armour: {received or 'none'} received (rule 4.3)"

    def _placed(self, _, piece, cell):
        return f"  {self._piece(piece)} is set up in {self._hex(cell)}"

    def _trench_placed(self, _, cell):
        return f"  A trench is dug in {self._hex(cell)}"

    def _weather(self, _, die, drm, weather):
        after = f" {_signed(drm)} after rain = {die + drm}" if drm else ""
        return f"  Weather: die {die}{after}: {'rain' if weather == RAIN else 'fair'} (rule 11.2)"

    def _offensive(self, _, die, begins, needed):
        if needed == 1:
            return "  A Republican offensive elsewhere begins by itself this turn (rule 12.2)"
        what = "begins" if begins else "does not begin"
        return f"  Die {die}, {needed} or more needed: a Republican offensive elsewhere {what} (rule 12.2)"

    def _offensive_success(self, _, die, infantry, air):
        return f"  Die {die}: infantry units that leave: {infantry}, air units: {air} (rule 12.3)"

    def _withdrawn(self, _, piece, cell):
        place = f" from {self._hex(cell)}" if cell != NOWHERE else ""
        return f"  {self._piece(piece)} is withdrawn{place}"

    def _new_column(self, _, piece, cell):
        return f"  {self._piece(piece)} arrives in {self._hex(cell)} (rule 9.3)"

    def _air_back(self, entry, *_):
        return f"  Air units back: {self._pieces(entry.listed)} (rule 9.1.1)"

    def _supply(self, entry, _, supplied):
        return f"  {'In' if supplied else 'Out of'} supply: {self._pieces(entry.listed)}"

    # -- moves ---------------------------------------------------------------------------------------------------

    def _way(self, start, goal, via):
        passed = f" via {self._hexes(via)}" if via else ""
        return f"{self._hex(start)} -> {self._hex(goal)}{passed}"

    def _moved(self, entry, piece, start, goal, half_mp):
        return f"{self._piece(piece)} moves {self._way(start, goal, entry.via)} ({_halves(half_mp)} MP)"

    def _through(self, _, piece, cell):
        return f"  {self._piece(piece)} passes {self._hex(cell)}"

    def _control(self, entry, side, _):
        return f"  {SIDES[side]} control: {self._hexes(entry.listed)}"

    def _morale_marker(self, _, change, marker):
        return f"  Republican morale marker {_signed(change)}: now {marker} (rule 10.6.1)"

    def _eliminated(self, _, piece, cell, cause):
        place = f" in {self._hex(cell)}" if cell != NOWHERE else ""
        return f"  {self._piece(piece)} is eliminated{place}: {CAUSES[cause]}"

    def _trench_removed(self, _, cell):
        return f"  The trench in {self._hex(cell)} is removed (rule 10.7)"

    # -- combat: support and bombardment -------------------------------------------------------------------------

    def _target(self, _, cell):
        return f"Attack on {self._hex(cell)}"

    def _attacker(self, entry, _, cell):
        return f"  From {self._hex(cell)}: {self._pieces(entry.listed)}"

    def _support(self, entry, _, defending):
        return f"  Support of the {'defence' if defending else 'attack'}: {self._pieces(entry.listed)}"

    def _air_combat(self, _, piece, die, hit):
        return f"  Air combat (rule 15.1): {self._piece(piece)} rolls {die}: {'a hit' if hit else 'no hit'}"

    def _points(self, _, attacker, defender):
        net = attacker - defender
        what = f"net {abs(net)} against the {'defenders' if net > 0 else 'attackers'}" if net else "nobody rolls"
        return f"  Bombardment points: attack {attacker}, defence {defender}: {what} (rule 9.4.2)"

    def _bombardment(self, _, die, drm, needed, on_defender, hit):
        trench = f" {_signed(drm)} trench (rule 10.7) = {die + drm}" if drm else ""
        whom = "defenders" if on_defender else "attackers"
        what = "disorganised" if hit else "no effect"
        return f"  Bombardment of the {whom}: die {die}{trench}, {needed} or more needed: {what}"

    def _dsg(self, entry, _, level):
        return f"  Disorganised to {DSG_NAMES[level]}: {self._pieces(entry.listed)}"

    def _attrition(self, _, piece, die, turn_back):
        what = f"away until turn {turn_back}" if turn_back else "no loss"
        return f"  Attrition of {self._piece(piece)}: die {die}: {what} (rule 9.1.1)"

    # -- combat: odds and result ---------------------------------------------------------------------------------

    def _strength(self, _, __, cell, whole, halved, half, multiplier, result):
        """Strength of a hex; the defence is the last one before the odds."""
        half_term = [f"half of {halved} = {half}"] if halved else []
        terms = ([str(whole)] if whole or not halved else []) + half_term
        total = " + ".join(terms)
        rounded = ", rounded up" if (whole + half) * multiplier % 2 else ""
        if multiplier != 2:
            terrain = Terrain(int(self.record["terrain"][cell])).name.lower()
            total = f"{f'({total})' if halved else total} x {_halves(multiplier)} ({terrain})"
        told = multiplier == 2 and (not halved or not whole)  # a single number needs no sum
        sum_up = "" if told else f" -> {result}{rounded}"
        if self.following == EV_ODDS:
            self.defence = result
            return f"  Defence of {self._hex(cell)}: {total}{sum_up}"
        self.attacks.append(result)
        return f"  Attack out of {self._hex(cell)}: {total}{sum_up}"

    def _odds(self, _, attack, defence, column, shift, after):
        total = " + ".join(map(str, self.attacks))
        total = f"{total} = {attack}" if len(self.attacks) > 1 else str(attack)
        moved = f", first turn near the CTV HQ {_signed(shift)} (rule 4.4): {self._column(after)}" if shift else ""
        least = ", never below 1 (ruling R-07)" if sum(self.attacks) < attack or self.defence < defence else ""
        self.attacks, self.drms = [], []
        return f"  Odds: {total} to {defence}{least}, column {self._column(column)}{moved}"

    def _drm(self, _, kind, value):
        if self.drms is not None:
            self.drms.append(value)
        return f"  Die modifier {_signed(value)}: {DRM_NAMES[kind]}"

    def _result(self, _, die, modified, column, attacker, defender):
        """The combat die with the modifiers told before; if they came in an earlier step, only where they lead."""
        terms = "".join(f" {_signed(value)}" for value in self.drms or ())
        if self.drms:
            total = die + sum(self.drms)
            terms += f" = {total}" + (f", held to the table's {modified}" if total != modified else "")
        elif modified != die:
            terms = f", modified {modified}"
        self.drms = None
        losses = f"attacker loses {attacker}, defender {defender}"
        result = "B, breakthrough (rule 10.4.1)" if defender == BREAKTHROUGH else losses
        return f"  Combat die {die}{terms} on {self._column(column)}: {result}"

    # -- combat: losses, morale, retreat, advance ------------------------------------------------------------------

    def _loss(self, _, piece, steps_left):
        return f"  {self._piece(piece)} loses {'a' if steps_left else 'its last'} step"

    def _morale(self, _, cell, die, marker, troops, result):
        total = die + marker + troops
        terms = f"die {die} {_signed(marker)} marker {_signed(troops)} troops = {total}"
        return f"  Morale of {self._hex(cell)}: {terms}: {MORALE_RESULTS[result]} (rule 10.6)"

    def _no_retreat(self, _, cell):
        return f"  No hex to go back to from {self._hex(cell)}: one step more, and they stay (ruling R-41)"

    def _retreated(self, entry, _, start, goal):
        return f"  Retreat of {self._pieces(entry.listed)}: {self._way(start, goal, ())}"

    def _advanced(self, entry, piece, start, goal):
        return f"  {self._piece(piece)} advances {self._way(start, goal, entry.via)}"

    def _no_combat(self, _, cell, side):
        return f"  No {SIDES[side]} is left to fight for {self._hex(cell)}: no combat die (ruling R-34a)"

    # -- events of the war, end ------------------------------------------------------------------------------------

    def _basque(self, _, die, surrender):
        return f"  Die {die}: the Basques {'surrender' if surrender else 'fight on'} (rule 13.2)"

    def _surrendered(self, entry, *_):
        return f"  Surrendered: {self._pieces(entry.listed)} (rule 13.3)"

    def _battalion(self, _, piece, brigade, cell):
        return f"  {self._piece(brigade)} leaves {self._piece(piece)} in {self._hex(cell)} (rule 13.3)"

    def _factory(self, _, die, stands):
        what = "stands" if stands else "is demolished"
        return f"  Die {die}: the factory of {self._hex(self.record['factory_cell'])} {what} (rule 14.2)"

    def _end(self, _, winner, vp):
        needed = self.record["vp_to_win"]
        return f"The {SIDES[winner]} wins: the Nationalist has {vp} VP of {needed} (rule 14.1)"
