"""The channels of the observations.

The same numbers come in two forms: ``areas`` in three arrays, ``flat`` in one.  Everything is from the observer's point
of view: own before enemy, and the track of the powers with the own end on the right.
"""

import typing

from ctv_env.core.advice import SCORES
from ctv_env.core.observation import Channel, Layout
from ctv_env.games.arriba.model.actions import N_ACTIONS
from ctv_env.games.arriba.model.codes import (
    BG_SIZE,
    MAX_AT_LARGE,
    MAX_UNITS,
    N_AP,
    N_BGS,
    N_DOCTRINE,
    N_EVENTS,
    N_FACTIONS,
    N_KINDS,
    N_LIFTS,
    N_NODES,
    N_PAIRS,
    N_PLACES,
    N_POWERS,
    N_REGIONS,
    TRACK_END,
    Coast,
    Stage,
)

MOST = 255
LEVEL = 99  # of political support
MOST_AP = 11  # of a type and side, those of the German legion included
MOST_CF = 24  # of a battlegroup: four divisions of 5, improved or not, and a margin
_COASTS, _STAGES = len(Coast), len(Stage)
_SIDES = 2

AREA = (
    Channel("own_units", "units of the observer by kind and size, its pool included", MAX_UNITS, n=N_PAIRS),
    Channel("enemy_units", "units of the enemy by kind and size", MAX_UNITS, n=N_PAIRS),
    Channel("improved", "improved units: own, enemy", MAX_UNITS, n=_SIDES),
    Channel("disrupted", "disrupted units: own, enemy", MAX_UNITS, n=_SIDES),
    Channel("armour", "armour AP: own, enemy", MOST_AP, n=_SIDES),
    Channel("artillery", "artillery AP: own, enemy", MOST_AP, n=_SIDES),
    Channel("pool", "units in the pool: own, enemy", MAX_UNITS, n=_SIDES),
    Channel("city", "CF of the units in the city: own, enemy", MOST, scale=20, n=_SIDES),
    Channel("at_large", "battlegroups at large: own, enemy", MAX_AT_LARGE, n=_SIDES),
    Channel("strongest", "CF of the strongest battlegroup at large: own, enemy", MOST, scale=20, n=_SIDES),
    Channel("unmoved", "battlegroups that have not been moved in this phase: own, enemy", N_BGS, n=_SIDES),
    Channel("supplied", "whether units other than Gobernitos are in supply here: own, enemy", n=_SIDES),
    Channel("fort", "whether a fort is in the city: own, enemy", n=_SIDES),
    Channel("control", "who controls the region: the observer, the enemy, nobody", n=3),
    Channel("organised", "whether the area has been organised in this part of the phase"),
    Channel("chosen", "whether it is the area of the choice"),
    Channel("start", "whether the current move or lift began here"),
    Channel("goal", "whether the current lift ends here"),
    Channel("battle", "whether a battle is fought here"),
    Channel("frozen", "whether guerrillas keep the Rebels here from counterattacking"),
    Channel("legal", "whether the observer can name it now"),
    Channel("coast", "coast of its port: none, Atlantic, Cantabrian, Mediterranean", n=_COASTS, static=True),
    Channel("mountain", "whether it is mountainous", static=True),
    Channel("frontier", "whether it borders on France, on Portugal", n=2, static=True),
    Channel("arms", "whether its city gives EP", static=True),
    Channel("capital", "whether it is the capital of a faction", static=True),
    Channel("region", "its region", n=N_REGIONS, static=True),
)
"""Of each area, the last row Morocco."""

GROUP = (
    Channel("units", "units by kind and size", BG_SIZE, n=N_PAIRS),
    Channel("improved", "improved units", BG_SIZE),
    Channel("disrupted", "disrupted units", BG_SIZE),
    Channel("armour", "armour AP", MOST_AP),
    Channel("artillery", "artillery AP", MOST_AP),
    Channel("was_attacked", "whether it was attacked in the Combat Phase"),
    Channel("attacked", "whether it has attacked"),
    Channel("moved", "whether it has been moved"),
    Channel("own", "whether it is the observer's"),
    Channel("in_city", "whether it stands in the city"),
    Channel("chosen", "whether it is the chosen battlegroup, or fights in the current battle"),
    Channel("legal", "whether the observer can name its place now"),
)
"""Of each battlegroup in the area of the choice or battle: own by place, enemy by place, and the two in hand."""
N_GROUPS = 2 * N_BGS + 2

GENERAL = (
    Channel("side", "which side the observer is: government, rebel", n=_SIDES),
    Channel("decides", "whether the observer decides"),
    Channel("node", "what is decided", n=N_NODES),
    Channel("stage", "stage of the turn", n=_STAGES),
    Channel("turn", "game turn", 14),
    Channel("phasing", "whether this part of the phase is the observer's"),
    Channel("first", "whether the observer is first: in the phase, in the player turns", n=2),
    Channel("support", "political support: own, enemy", LEVEL, n=_SIDES),
    Channel("equipment", "EP, those of replacement included: own, enemy", MOST, scale=20, n=_SIDES),
    Channel("lost_cf", "CF lost in this turn that are replaced: own, enemy", MOST, scale=20, n=_SIDES),
    Channel("lost_before", "the same for the last turn", MOST, scale=20, n=_SIDES),
    Channel("gathered", "PSP gathered in this phase: own, enemy", MOST, 128, scale=20, n=_SIDES),
    Channel("air_ready", "air AP that may be used: own, enemy", MOST_AP, n=_SIDES),
    Channel("air_used", "air AP used this turn: own, enemy", MOST_AP, n=_SIDES),
    Channel("own_ap_free", "AP of each type that the observer may still receive", MOST_AP, n=N_AP),
    Channel("enemy_ap_free", "AP that the enemy may still receive", MOST_AP, n=N_AP),
    Channel("counters_free", "counters off the map by kind and size", 64, n=N_PAIRS),
    Channel("markers_free", "free markers: improved cadre, forts", 16, n=2),
    Channel("power_at", "box of each power, the observer's end on the right", 2 * TRACK_END, TRACK_END, n=N_POWERS),
    Channel("power_before", "the same at the start of the Political Phase", 2 * TRACK_END, TRACK_END, n=N_POWERS),
    Channel("tried", "powers tried this turn by the player who is trying", n=N_POWERS),
    Channel("legion", "legion of each power: to come, here, gone", 2, n=N_POWERS),
    Channel("purged", "factions: not purged, purged, purged this turn", 2, n=N_FACTIONS),
    Channel("served", "factions served in these purchases", n=N_FACTIONS),
    Channel("could_serve", "factions that could be served in them", n=N_FACTIONS),
    Channel("event_done", "events that happen once and have happened", n=N_EVENTS),
    Channel("lift_factor", "factor of the lifts of this turn: own, enemy", 2, n=_SIDES),
    Channel("lifts_used", "lifts used by the player who is lifting: air, Africa, sea", 4, n=N_LIFTS),
    Channel("ap_closed", "types of AP of which no more can be bought this turn", n=N_AP),
    Channel("ap_due", "AP bought that wait for the blockade", MOST_AP, n=N_AP),
    Channel("kind_ep", "EP spent on new units of a kind in these purchases", MOST, scale=4, n=N_KINDS),
    Channel("control", "control of the regions: own, then enemy", n=2 * N_REGIONS),
    Channel("control_before", "the same before this Inter-Phase", n=2 * N_REGIONS),
    Channel("hold", "units in the battlegroup in hand, in its part", BG_SIZE, n=2),
    Channel("event", "event in progress, counted from 1", N_EVENTS),
    Channel("effect", "its effect"),
    Channel("tens", "first die of the event", 6),
    Channel("dice_left", "dice of an amount still to be rolled", 6),
    Channel("dice_sum", "sum of those rolled", MOST, 128, scale=20),
    Channel("price", "EP asked for an AP", 6),
    Channel("foreign_ep", "foreign EP at the blockade", MOST, scale=20),
    Channel("power", "power of the choice", n=N_POWERS),
    Channel("bought", "dice bought for the attempt", 6),
    Channel("boxes", "boxes that the marker may be moved", 6, 3),
    Channel("faction", "faction that is being purged", n=N_FACTIONS),
    Channel("verb", "verb chosen, counted from 1", 13),
    Channel("unit", "pair of kind and size of the unit chosen", n=N_PAIRS),
    Channel("unit_flags", "whether that unit is improved, disrupted", n=2),
    Channel("ap", "type of AP chosen", n=N_AP),
    Channel("lift_ap", "AP that go with the lift: armour, artillery", MOST_AP, n=2),
    Channel("attacker", "whether the observer attacks in the battle, the enemy", n=_SIDES),
    Channel("second_attack", "whether it is a breakthrough attack"),
    Channel("was_in_city", "whether its target stood in the city"),
    Channel("offensive", "whether a major offensive is paid"),
    Channel("battle_ap", "AP used in it: attacker's air, armour, defender's air", MOST_AP, n=3),
    Channel("column", "column of the combat table, shifts included", 40, 20, scale=8),
    Channel("drm", "sum of the die modifiers", 40, 20, scale=6),
    Channel("results", "numbers of attacker, defender; 98 exchange, 99 elimination", 99, scale=10, n=2),
    Channel("required", "losses required of the attacker: cadre, armour", n=2),
    Channel("best_cadre", "the cadre level that is required", 8, 4),
    Channel("owed", "CF still to be removed by the attacker, the defender", MOST, scale=20, n=2),
    Channel("gone", "CF lost by them in this battle", MOST, scale=20, n=2),
    Channel("guerrillas", "whether guerrillas have attacked this turn"),
    Channel("command_left", "battlegroups that may still be moved with option 15.7, counted from 1", MOST, scale=12),
    Channel("own_doctrine", "dice of the observer's doctrine", 6, n=N_DOCTRINE),
    Channel("enemy_doctrine", "dice of the enemy's", 6, n=N_DOCTRINE),
    Channel("doctrine_until", "turn from which a new doctrine is offered: own, enemy", 30, n=_SIDES),
    Channel("cursor", "next item of a sequence", 127),
    Channel("die", "last die", 6),
)
"""Of the whole position."""

AREAS = Layout("areas", AREA, before=(N_PLACES,))
GROUPS = Layout("groups", GROUP, before=(N_GROUPS,))
GLOBALS = Layout("globals", GENERAL)


def _spread(name: str, channels: tuple[Channel, ...], n: int) -> tuple[Channel, ...]:
    """Return channels for ``n`` rows in one array: all rows of a channel together."""
    each = f", for each {name}"
    return tuple(one._replace(name=f"{name}_{one.name}", meaning=one.meaning + each, n=one.n * n) for one in channels)


FLAT = Layout("flat", (*_spread("area", AREA, N_PLACES), *_spread("group", GROUP, N_GROUPS), *GENERAL))

ADVICE = Layout(
    "advice",
    (
        *SCORES,
        # of the area that it names
        Channel("worth", "what `staff` thinks that its city is worth", MOST, scale=50),
        Channel("threat", "CF of the strongest enemy battlegroup that can come", MOST, scale=20),
        Channel("risk", "how much of that worth is at risk with the present garrison", MOST, scale=50),
        Channel("prospects", "worth of the best enemy city in it or beside it", MOST, scale=50),
        Channel("cf", "CF of the own battlegroups in it; of a unit that the action names, its CF", MOST, scale=10),
    ),
    before=(N_ACTIONS,),
)

OBSERVATIONS: dict[str, tuple[Layout, ...]] = {
    "areas": (AREAS, GROUPS, GLOBALS),
    "flat": (FLAT,),
    "advised": (AREAS, GROUPS, GLOBALS, ADVICE),
}
"""Kinds of observation, the default first."""
AREAS_KIND, FLAT_KIND, ADVISED_KIND = range(len(OBSERVATIONS))

A: typing.Any = AREAS.first
G: typing.Any = GROUPS.first
S: typing.Any = GLOBALS.first
"""Index of the first channel of each name, in a row of ``areas`` and ``groups`` and in ``globals``."""
