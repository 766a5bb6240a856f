"""Events of a step, which the engine writes as rows of numbers and ``text/log.py`` turns into words.

A row of ``w.event`` is the code ``EV_...``, the fields in the order of ``EVENTS``, then zeros; ``emit.py`` writes it.
"""

from collections.abc import Sequence

from ctv_env.core.codes import Vocabulary, codes

# name, meaning, fields
EVENTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("STAGE", "A segment of the turn begins (5.2).", ("stage", "turn", "side")),
    ("SET_UP", "A piece is set up (3.3).", ("piece", "cell")),
    ("DRAWN", "A side draws a chit, 0 for No Event (6.2).", ("side", "chit", "void")),
    ("CHIT_ADDED", "A chit is added to the cup (6.1).", ("side", "chit")),
    ("PLAYED", "A side plays a held or operation chit (6.4).", ("side", "chit")),
    ("USED_UP", "A chit uses up an air unit for this turn.", ("piece",)),
    ("SANTONA_DIE", "The die of chit 28 for a Basque unit.", ("piece", "die", "lost")),
    ("BONUS", "Chit 36 adds a movement factor to a unit.", ("piece",)),
    ("NAVAL_READY", "A naval unit becomes available again (chit 30).", ("piece",)),
    ("MORALE", "Republican morale changes (4.2).", ("change", "level")),
    ("RP", "The RP of a purse change (7.2).", ("purse", "change", "stock")),
    ("MOBILIZED", "The Republicans mobilize (7.10).", ()),
    ("CONVERTED", "A column converts, in the box if the cell is OFF (7.5).", ("piece", "cell")),
    ("WITHDRAWN", "A unit is withdrawn (7.4).", ("piece", "cell")),
    ("REPLENISHED", "A unit regains its full strength (7.6).", ("piece",)),
    ("REBUILT", "A unit is rebuilt and waits for a hex (7.6).", ("piece",)),
    ("ARRIVED", "A unit enters (7.8).", ("piece", "cell")),
    ("DELAYED", "A unit has no hex to enter (7.8).", ("piece",)),
    ("CONTROL", "A hex changes hands (10.7).", ("side", "cell")),
    ("LINE", "The state of a fortified line changes (15.14).", ("line", "state")),
    ("FORT_DESTROYED", "A fortified hex is destroyed (15.14.3).", ("cell",)),
    ("AIR_GONE", "The northern air unit leaves the game (12.2.3).", ("piece",)),
    ("SHIPPED", "A unit is shipped (11.5).", ("piece", "start", "goal")),
    ("LANDED", "A unit lands (11.8).", ("piece", "start", "goal")),
    ("RAILED", "A unit goes by rail (11.4).", ("piece", "start", "goal")),
    ("HQ_READY", "An HQ becomes available (12.1).", ("piece",)),
    ("RESERVED", "A unit is placed in reserve (12.1.4).", ("piece", "hq")),
    ("RELEASED", "A unit is released from reserve (12.1.4).", ("piece", "hq")),
    ("EVACUATED", "A unit is evacuated through France (13.8).", ("piece", "start")),
    ("MOVED", "A unit moves (13).", ("piece", "start", "goal", "mode")),
    ("ATTACK", "An attack on a hex is declared (15.6).", ("side", "cell")),
    ("ATTACKER", "A unit attacks; all of them follow each other (15.6).", ("piece",)),
    ("HQ", "An HQ supports its side (12.1.3).", ("piece", "factor")),
    ("ARTILLERY", "An HQ's artillery supports its side (12.1.5).", ("piece", "columns")),
    ("AIR", "An air unit supports its side (12.2.4).", ("piece", "factor")),
    ("HALVED", "AA halves an air unit (12.2.7).", ("piece",)),
    ("NAVAL", "A naval unit supports its side (12.2.6).", ("piece",)),
    ("STRENGTH", "Factors of a side: its units, and what HQs and air add (15.6).", ("side", "units", "support")),
    ("ODDS", "Factors of both sides and their step on the ladder (15.6).", ("attack", "defence", "step")),
    ("SHIFT", "Columns shifted (15.7).", ("kind", "columns")),
    ("DRM", "A die modifier (15.10).", ("kind", "change")),
    ("COLUMN", "Column of the table, and all modifiers (15.7).", ("column", "drm")),
    ("COLUMNS_DIE", "The die for attacks with columns (15.25.1).", ("die", "effect")),
    ("CANCELLED", "The attack does not materialize (15.25.1).", ("cell",)),
    ("COMBAT_DIE", "A combat die and its result (15.8).", ("die", "net", "column", "attacker", "defender")),
    ("RESULT", "Steps that both sides lose (15.8).", ("attacker", "defender")),
    ("REDUCED", "A unit loses a step (2.12).", ("piece", "cell")),
    ("LOST", "A unit is eliminated (2.12).", ("piece", "cell")),
    ("ADVANCED", "A unit advances or pursues (15.23, 15.24).", ("piece", "start", "goal", "mode")),
    ("GAME_END", "The game is over (4).", ("side",)),
    ("VERDICT", "The victory check decides the game (4.1).", ("verdict",)),
)
"""The events by code.  Fields: ``piece``, ``hq`` are pieces, ``cell``, ``start``, ``goal`` cells, the rest numbers."""
EV = codes(name for name, *_ in EVENTS)

HIDDEN_CHIT = -1
"""A chit in an event that the reader may not know."""


class Verdict(Vocabulary):
    """Outcomes of the victory check (4.1)."""

    NONE = 0, ""
    CAPITALS = 1, "four provincial capitals that were Nationalist are Republican, with a garrison in supply"
    PORTS = 2, "Bilbao, Santander and Gijon are Nationalist"
    MADRID = 3, "Madrid is Nationalist"
    MORALE = 4, "Republican morale is 0"
    TIME = 5, "the last turn is over, and no aim of the Nationalists is reached"


VERDICT = codes(Verdict)


class Shift(Vocabulary):
    """Kinds of column shift in a combat."""

    CITY = 0, "city (15.22)"
    TERRAIN = 1, "terrain (15.22)"
    CONDOR = 2, "Legion Condor (12.2.5)"
    ARTILLERY_ATT = 3, "artillery (12.1.5)"
    ARTILLERY_DEF = 4, "defending artillery (12.1.5)"


SHIFT = codes(Shift)


class Drm(Vocabulary):
    """Kinds of die modifier in a combat."""

    BELOW = 0, "odds below 1:3 (15.7)"
    ABOVE = 1, "odds above 7:1 (15.7)"
    TERRAIN = 2, "terrain (15.22)"
    RIVER = 3, "river (15.22)"
    FORT = 4, "fortifications (15.14.4)"
    OOS = 5, "defender out of supply (15.17)"
    CONCENTRIC = 6, "concentric attack (15.19)"
    COLONIAL = 7, "Colonial units and columns (15.18)"
    NAVAL = 8, "naval units (12.2.6)"
    CHITS = 9, "event chits (15.12)"
    ELAN = 10, "columns (15.25.1)"


DRM = codes(Drm)


def decode(row: Sequence[int]) -> tuple[str, dict[str, int]]:
    """Return the name of the event in a row of ``w.event``, and its fields by name."""
    name, _, fields = EVENTS[int(row[0])]
    return name, {field: int(number) for field, number in zip(fields, row[1:], strict=False)}
