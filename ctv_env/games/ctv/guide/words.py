"""Explanations of the game for beginners; those of each decision are declared with its node."""

from ctv_env.core.ui import Words

SUMMARY = "August 1937: Italian and Nationalist troops attack Santander. Seven turns decide."

HELP = (
    ("A turn:", "weather, then the Nationalist moves and attacks, then the Republican moves and attacks."),
    ("To move:", "click a unit, then a hex. In a stack you are asked which one."),
    (
        "To attack:",
        "click an enemy hex, then the units that attack it, then the button. Look at the odds: attacks at 3:1 or "
        "better usually succeed.",
    ),
    (
        "A counter",
        "shows attack, defence and movement. Most units have two steps; without steps they are lost.",
    ),
    ("The enemy:", "units that move next to it must stop. With fog its counters are face down until they fight."),
    ("Supply:", "units without a free line of hexes to their own supply are halved."),
    ("Stars", "are victory points; the frames around them show which hexes count."),
)

AIMS = {
    "nationalist": "Take the hexes with victory points before the last turn ends. Attack with many units from "
    "several sides, with aircraft and HQs in support; keep your units in supply.",
    "republican": "Keep the hexes with victory points until the last turn ends. Hold hills, towns and trenches, block "
    "the roads, and give ground rather than brigades.",
}

WORDS = Words(
    space="hex",
    spaces="hexes",
    empty="This hex is empty.",
    hidden="counter, face down",
    several_hidden="counters, face down",
    uncovered="The game is over: all counters are shown.",
    undo="works until a die is rolled or something is revealed.",
    awaits="You roll the combat die yourself, with the odds in view",
    chapter="combat",
    chapters="combats",
)
