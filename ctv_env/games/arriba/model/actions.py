"""The action space: one ``Discrete(216)``, fixed, hashed into every checkpoint.

::

    0          DONE      no, stop, close, end of the phase
    1          YES       pay, accept, advance, again
    2 .. 49    AREA      the 47 areas in the order of the map, then Morocco
    50 .. 61   BG        a battlegroup's place in the area in question: 0 the city, 1 to 11 at large
    62 .. 177  UNIT      a class: pair of kind and size x 4 + improved + 2 x disrupted
    178 .. 180 AP        air, armour, artillery
    181 .. 186 AMOUNT    0 to 5
    187 .. 192 POWER     BR FR GE IT PO USSR
    193 .. 198 FACTION   anarchist, poum, catalonia, asturias, basque, santander
    199 .. 211 VERB      of ``codes.Verb``
    212 .. 213 POST      city, country
    214 .. 215 TOWARD    the Government's end of the track, the Rebel's

At a chance node the actions are the faces 1 to 6.
"""

from ctv_env.core.actions import SegmentDeclaration, layout_of
from ctv_env.games.arriba.model.codes import N_AP, N_BGS, N_CLASSES, N_FACTIONS, N_PLACES, N_POWERS, N_VERBS

N_AMOUNTS = 6
SEGMENTS = (
    SegmentDeclaration("DONE", 1),
    SegmentDeclaration("YES", 1),
    SegmentDeclaration("AREA", N_PLACES),
    SegmentDeclaration("BG", N_BGS),
    SegmentDeclaration("UNIT", N_CLASSES),
    SegmentDeclaration("AP", N_AP),
    SegmentDeclaration("AMOUNT", N_AMOUNTS),
    SegmentDeclaration("POWER", N_POWERS),
    SegmentDeclaration("FACTION", N_FACTIONS),
    SegmentDeclaration("VERB", N_VERBS),
    SegmentDeclaration("POST", 2),
    SegmentDeclaration("TOWARD", 2),
)
ACTIONS = layout_of(SEGMENTS)

# Plain ints for compiled code: the first action of each segment.
(
    DONE,
    YES,
    FIRST_AREA,
    FIRST_BG,
    FIRST_UNIT,
    FIRST_AP,
    FIRST_AMOUNT,
    FIRST_POWER,
    FIRST_FACTION,
    FIRST_VERB,
    FIRST_POST,
    FIRST_TOWARD,
) = (segment.first for segment in ACTIONS.segments)
N_ACTIONS = ACTIONS.n
