"""Explanations of the game for beginners; those of each decision are declared with its node."""

from ctv_env.core.ui import Words

SUMMARY = (
    "The Spanish Civil War, 1936 to 1939, in fourteen turns: politics, foreign aid and the war itself. Map and charts "
    "are reconstructed; this is an unofficial implementation."
)

HELP = (
    ("A turn:", "an event, politics, equipment and new units, battlegroups; then each side moves and attacks."),
    ("Support", "decides the war: a side at 0 has lost. Foreign aid, battles and regions held change it."),
    (
        "Equipment points (EP)",
        "buy units, air, armour and artillery. Arms cities, marked with a star, and foreign powers send them.",
    ),
    (
        "Factions:",
        "the Government loses support for each of its six factions on which it spends nothing in a turn.",
    ),
    (
        "Battlegroups",
        "of three units, the Rebels' of four, do the fighting. New units wait in an area until they are organised.",
    ),
    ("To move:", "name an area, a battlegroup there, where it goes, and whether it ends in the city or the country."),
    ("To attack:", "one battlegroup against one in its area. 2:1 or better usually pays; cities help the defender."),
    ("Regions", "are controlled by the side that holds most of their cities, in part by dice, at the end of a turn."),
    ("On the map", "a disc is an area, its square the city in its holder's colour, the numbers combat factors (CF)."),
    ("Colours:", "pale discs are controlled regions; brown rims stand for mountains, blue rings for ports."),
    ("Lines", "join neighbours, broad ones those of the same region."),
)

AIMS = {
    "government": "Last until the end of turn 14 with your support above 0, or bring that of the Rebels down to 0. In "
    "a shorter game, have no less support than they at its end.",
    "rebel": "Bring the Government's support down to 0 before the end of turn 14: take regions, win battles, and keep "
    "foreign powers from helping it. In a shorter game, have more support than it at its end.",
}

WORDS = Words(
    space="area",
    spaces="areas",
    awaits="You roll the combat die yourself, with the odds in view",
    chapter="battle",
    chapters="battles",
)
