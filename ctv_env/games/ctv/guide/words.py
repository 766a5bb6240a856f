"""The game in the words of one who explains it at the table; what is said of each decision stands with its node."""

from ctv_env.core.ui import Words

SUMMARY = "August 1937: Italian and Nationalist troops attack Santander. Seven turns decide."

HELP = (
    ("A turn:", "weather, then the Nationalist moves and attacks, then the Republican moves and attacks."),
    ("To move:", "click a unit, then a hex. In a stack you are asked which one."),
    (
        "To attack:",
        "click an enemy hex, then the units that attack it, then the button. Look at the odds: at 3:1 or better an "
        "attack mostly goes well.",
    ),
    ("A counter", "shows attack, defence and movement. Most units have two steps; the last one lost is the end."),
    ("The enemy:", "units next to him must stop there. With fog his counters lie face down until they fight."),
    ("Supply:", "units without a free line of hexes to their own supply are halved."),
    ("Stars", "are victory points; the frames around them show which hexes count."),
)

AIMS = {
    "nationalist": "Take the hexes with victory points before the last turn ends. Attack with many units on one hex, "
    "out of several hexes, with aircraft and HQs in support; keep your units in supply.",
    "republican": "Keep the hexes with victory points until the last turn ends. Hold hills, towns and trenches, block "
    "the roads, and give ground rather than brigades.",
}

WORDS = Words(
    space="hex",
    spaces="hexes",
    empty="Nobody stands here.",
    hidden="counter, face down",
    several_hidden="counters, face down",
    uncovered="The cards lie open now: all counters are shown.",
    chance="a die",
    let_fall="Roll the die",
    undo="works as long as no die fell and nothing was revealed.",
    awaits="You roll the combat die yourself, with the odds before your eyes",
    chapter="combat",
    chapters="combats",
)
