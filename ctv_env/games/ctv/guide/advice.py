"""Each decision in the words of one who explains the game at the table."""

from ctv_env.core.spec import Advice

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

ADVICE = {
    "PLACE": Advice(
        "Set up a unit", "Put the unit named in one of the marked hexes. The line must be held everywhere."
    ),
    "PLACE_TRENCH": Advice(
        "Dig a trench", "A trench takes 1 from the die of whoever attacks or bombards its hex.", "Dig no more trenches"
    ),
    "WITHDRAW": Advice(
        "Send a unit away", "A Republican offensive elsewhere calls units from this front. Choose one that leaves."
    ),
    "PLACE_SC": Advice(
        "Place a supply column", "A supply column gives an HQ within reach more bombardment points, once."
    ),
    "MOVE": Advice(
        "Move your units",
        "Click a unit of yours, then the hex it shall go to. It may move again while it has movement points. Entering "
        "a hex next to an enemy stops it; roads are fast for motorised units. You need not move at all.",
        "End your movement and go on to combat",
    ),
    "MOVE_TO": Advice(
        "Where to?",
        "Click one of the marked hexes: the unit takes the cheapest way. To choose another unit, click it, or undo.",
    ),
    "TARGET": Advice(
        "Attack?",
        "Click an enemy hex next to your units. You then name who attacks and what supports them, and see the odds. A "
        "unit may attack once in a turn; you need not attack at all.",
        "End your attacks",
    ),
    "ATTACKERS": Advice(
        "Who attacks?",
        "Click the units next to the target that shall attack; the odds are summed up below as you go. Units out of "
        "several hexes together are stronger, and five or more hexes around the target give +1 to the die.",
        "These attack: see the defenders",
    ),
    "SUPPORT_ATT": Advice(
        "Support for your attack",
        "Aircraft and HQs add bombardment points. If you have more than the defender, a die may disorganise him, "
        "which halves him. Each can be used once a turn, and aircraft may be lost.",
        "No more support",
    ),
    "SUPPORT_DEF": Advice(
        "Support for your defence",
        "Aircraft and HQs add bombardment points against the attack. If you have more than the attacker, a die may "
        "disorganise him, which halves him. Each can be used once a turn.",
        "No more support",
    ),
    "SUPPLY_COLUMN_ATT": Advice(
        "Use up a supply column?", "It adds bombardment points to your attack, and is then gone.", "Keep the columns"
    ),
    "SUPPLY_COLUMN_DEF": Advice(
        "Use up a supply column?", "It adds bombardment points to your defence, and is then gone.", "Keep the columns"
    ),
    "COMBAT_DIE": Advice(
        "The combat die",
        "The odds are settled. One die decides: the line below shows for each face how many steps attacker and "
        "defender lose; B is a breakthrough, which destroys the defenders.",
    ),
    "LOSS_ATT": Advice("Your losses", "Your attack costs a step. Choose the unit that takes it; most units have two."),
    "LOSS_DEF": Advice("Your losses", "The defence costs a step. Choose the unit that takes it; most units have two."),
    "RETREAT": Advice(
        "Go back?",
        "A defender who goes back one hex loses one step less; the hex is then the enemy's to enter. Broken troops "
        "must go.",
        "Stand and take the loss",
    ),
    "ADVANCE": Advice(
        "Advance?",
        "The hex is empty: units that attacked may enter it. After a breakthrough they may go further.",
        "No more advances",
    ),
    "ADVANCE_TO": Advice("Advance where?", "Click the hex that the unit shall enter."),
    "BREAKDOWN": Advice("The Basques surrender", "Choose a brigade that leaves a battalion behind to fight on."),
}

AWAITED = frozenset({"COMBAT_DIE"})
"""The die that settles a fight; its odds are worth a look before it falls."""
