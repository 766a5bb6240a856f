"""Explanations of the game for beginners; those of each decision are declared with its node."""

from ctv_env.core.ui import Words

SUMMARY = (
    "The Spanish Civil War in 1937, on hexes of 39 km and in turns of two months. Reconstructed map, order of battle, "
    "charts and victory levels; results say nothing about the balance of the published game. This is an unofficial "
    "implementation."
)

HELP = (
    (
        "A turn:",
        "events, resource points, reinforcements and railways for both; then each side moves and attacks twice.",
    ),
    ("Supply", "runs over three hexes to a town or an HQ, and from there through friendly hexes to a source."),
    ("Zones of control", "of brigades and divisions stop movement. A unit never goes from one to another."),
    ("There is no retreat:", "battles cost steps. Fronts move when a stack is destroyed and the attackers advance."),
    ("Resource points (RP)", "bring back steps and units, and pay for artillery and the release of reserves."),
    ("HQs", "support one battle a turn, feed units, and place units in reserve for the exploitation segment."),
    ("To attack:", "name a hex, then the units that attack it, then the support. 2:1 or better usually pays."),
    ("Exploitation:", "motorized units away from the enemy, and released reserves, move and attack again."),
)

AIMS = {
    "nationalist": "Take Gijon, Santander and Bilbao. In North 1937 you win at the end of the turn in which you hold "
    "all three, in 1937 only if you hold them at the end of the last turn. Madrid, in 1937, wins at the end of any "
    "turn.",
    "republican": "Hold one of the three northern ports until the end of the last turn, or take four Nationalist "
    "capitals.",
}

WORDS = Words(
    space="hex",
    spaces="hexes",
    uncovered="The game is over: everything is shown.",
    chance="a die or a chit",
    let_fall="Roll or draw",
    undo="works until chance decides or something is revealed.",
    awaits="You roll the dice and draw the chits yourself, with the odds in view",
    chapter="battle",
    chapters="battles",
)
