"""``events.yaml``: the Random Events Table, in numbers.

An effect is four numbers: a code, then

- GIVE_SUPPORT, GIVE_EQUIPMENT: side, dice with their sign, number without dice;
- MOVE_POWER: power, side toward which it moves or NOBODY for neutral;
- GIVE_ASSET: side, type, number;
- GIVE_BRIGADE: side, kind;
- LOSE_BRIGADE: side, kinds as bits;
- SET_LIFTS: side, factor.

A condition is three: a code, then IF_BACKS: power, side; IF_OCCUPIES: side, area; IF_NOT_PURGED: faction;
IF_SUPPORT_UP_TO: side, level.
"""

import numpy as np

from ctv_env.core.datafile import Document, Flag, ListOf, MapOf, Number, Record, Text
from ctv_env.games.arriba.loading.board import Places
from ctv_env.games.arriba.loading.charts import dice_of
from ctv_env.games.arriba.model.codes import (
    CONDITION,
    EFFECT,
    FIRST_FACTION,
    N_EVENTS,
    SIDE,
    SIDE_NAMES,
    Asset,
    Kind,
    Power,
)
from ctv_env.games.arriba.model.tables import MAX_ALTERNATIVES, MAX_EFFECTS, MAX_TERMS, MAX_TURNS

_SIDE = "government|rebel"
_TYPE = "air|armour|artillery"
_KIND = "|".join(kind.name.lower() for kind in Kind)
_POWER = "|".join(power.name for power in Power)
_TERM = rf"backs ({_POWER}) ({_SIDE})|occupies ({_SIDE}) \w+|not_purged ({_KIND})|support_up_to ({_SIDE}) \d+"
_EFFECT = (
    rf"(support|equipment) ({_SIDE}) -?\d(d6)?|power ({_POWER}) ({_SIDE}|neutral)|asset ({_SIDE}) ({_TYPE}) \d"
    rf"|brigade ({_SIDE}) ({_KIND})|lose_brigade ({_SIDE})( ({_KIND}))+|lifts ({_SIDE}) (none|double)"
)
_TURN = Number(1, MAX_TURNS)

EVENT_TABLE = Record(
    {
        "events": MapOf(
            Record(
                {
                    "title": Text(),
                    "text": Text(),
                    "turns": ListOf(_TURN, low=2, high=2),
                    "once": Flag(),
                    "if": ListOf(ListOf(Text(_TERM, "a condition"), low=1, high=MAX_TERMS), high=MAX_ALTERNATIVES),
                    "effects": ListOf(Text(_EFFECT, "an effect"), high=MAX_EFFECTS),
                }
            ),
            "[1-6][1-6]",
            "two dice",
        )
    }
)


def pack_events(document: Document, places: Places) -> dict:
    """Return the fields of the tables record from the events; DataError unless there is one for each roll."""
    events = document.data["events"]
    if list(events) != [f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7)]:
        raise document.error(("events",), "an event is missing or misplaced", "there is one for each roll, 11 to 66")
    terms = np.zeros((N_EVENTS, MAX_ALTERNATIVES, MAX_TERMS, 3), np.int8)
    effects = np.zeros((N_EVENTS, MAX_EFFECTS, 4), np.int16)
    for number, (roll, event) in enumerate(events.items()):
        for a, alternative in enumerate(event["if"]):
            for b, text in enumerate(alternative):
                path = ("events", roll, "if", a, b)
                numbers = _term(document, path, text, places)
                terms[number, a, b, : len(numbers)] = numbers
        for e, text in enumerate(event["effects"]):
            numbers = _effect(text)
            effects[number, e, : len(numbers)] = numbers
    return {
        "event_turns": [event["turns"] for event in events.values()],
        "event_once": [event["once"] for event in events.values()],
        "event_if": terms,
        "event_alternatives": [len(event["if"]) for event in events.values()],
        "event_effect": effects,
    }


def _side(word: str) -> int:
    return SIDE_NAMES.index(word)


def _term(document: Document, path: tuple, text: str, places: Places) -> tuple[int, ...]:
    code, *words = text.split()
    if code == "backs":
        return CONDITION.BACKS, Power[words[0]], _side(words[1])
    if code == "occupies":
        return CONDITION.OCCUPIES, _side(words[0]), places.area(document, path, words[1])
    if code == "not_purged":
        return CONDITION.NOT_PURGED, Kind[words[0].upper()] - FIRST_FACTION
    return CONDITION.SUPPORT_UP_TO, _side(words[0]), int(words[1])


def _effect(text: str) -> tuple[int, ...]:
    code, *words = text.split()
    if code == "power":
        return EFFECT.MOVE_POWER, Power[words[0]], SIDE.NOBODY if words[1] == "neutral" else _side(words[1])
    side = _side(words[0])
    if code == "asset":
        return EFFECT.GIVE_ASSET, side, Asset[words[1].upper()], int(words[2])
    if code == "brigade":
        return EFFECT.GIVE_BRIGADE, side, Kind[words[1].upper()]
    if code == "lose_brigade":
        return EFFECT.LOSE_BRIGADE, side, sum(1 << Kind[word.upper()] for word in words[1:])
    if code == "lifts":
        return EFFECT.SET_LIFTS, side, 0 if words[1] == "none" else 2
    return (EFFECT.GIVE_SUPPORT if code == "support" else EFFECT.GIVE_EQUIPMENT, side, *dice_of(words[1]))
