"""Reasons why an action is illegal: one code per reason, with its rule and a sentence for players.

The ``why_not_...`` functions of the chapters return these codes, 0 for legal.  The mask, the error and the explanation
all use them, so they cannot disagree.
"""

from ctv_env.core.codes import codes

# name, rules, sentence ({what} is the piece or hex that was tried)
REASONS = (
    ("LEGAL", "", "{what} is legal"),
    ("NOT_HERE", "3", "{what} is not something this decision asks for"),
    ("NO_PIECE", "4.1", "there is no such piece in this game"),
    ("NOT_YOURS", "3", "{what} belongs to the other side"),
    ("NOT_ON_MAP", "8.1", "{what} is not on the map"),
    ("NOT_DONE_YET", "10.2", "this decision cannot be passed over: something must be named first"),
    ("SEA", "1.3.2", "{what} is not a land hex"),
    ("NOT_CONTROLLED", "4.3, ruling R-53", "{what} is not under your control"),
    ("NOT_FRONT", "4.2, ruling R-53", "{what} is not a front hex, and this brigade sets up on the front line"),
    ("NOT_BASQUE_ZONE", "4.2", "{what} is over three hexes from column 18, and two Basque brigades already are"),
    ("NOT_CTV_ZONE", "15.2", "{what} is outside columns 10 to 15, where the CTV sets up"),
    ("NOT_NEAR_HQ", "4.2, 4.3, ruling R-33", "{what} is neither stacked with nor adjacent to a fitting HQ"),
    ("FULL", "5", "{what} would be over its stacking limit, or hold a second HQ or armour unit"),
    (
        "TWICE_FULL",
        "5.1.1, ruling R-12",
        "{what} would lose units at twice its stacking limit, or hold a second HQ or armour unit",
    ),
    ("UNSUPPLIED", "8.1.1, ruling R-17", "the piece would be out of supply in {what}"),
    ("UNSUPPLIED_SETUP", "ruling R-53", "the piece would be set up out of supply in {what}"),
    ("LINE_UNCOVERED", "4.2, 4.3, ruling R-54", "after {what} the units still to come could not cover the front line"),
    ("NO_UNIT_THERE", "4.2", "{what} holds no unit of yours to dig in"),
    ("TRENCH_THERE", "4.2", "{what} already has a trench"),
    ("COLUMN_THERE", "ruling R-33", "{what} already holds a supply column"),
    ("NOT_INFANTRY", "12.3, ruling R-47", "{what} is neither infantry on the map nor an available air unit"),
    ("ENOUGH_WITHDRAWN", "12.3", "enough pieces of the kind of {what} have been withdrawn"),
    ("NO_POINTS", "8.1, 7.2", "{what} has no movement points left"),
    ("CANNOT_MOVE", "8.1, 8.1.1", "{what} has no hex that it could move to"),
    ("STAYS", "8.1", "{what} is where the piece already is"),
    ("ENEMY_THERE", "ruling R-20", "{what} is held by the enemy"),
    ("OUT_OF_REACH", "8.1, 7.2", "{what} is out of reach with the movement points left"),
    ("NO_ENEMY", "10.1", "{what} holds no enemy ground unit"),
    ("NOBODY_TO_ATTACK", "10.1, ruling R-35", "no unit of yours beside {what} can still attack it"),
    ("NO_ATTACK_FACTOR", "ruling R-35", "{what} is not a combat unit with an attack factor"),
    ("HAS_ATTACKED", "10.1", "{what} has attacked in this segment"),
    ("NOT_ADJACENT", "10.1, 1.3.2", "{what} is not adjacent across a passable hexside"),
    ("ALREADY_NAMED", "10.2", "{what} has been named already"),
    ("TOO_MANY", "10.1, ruling R-36", "with {what} more SP would attack out of one hex than the target may hold"),
    ("NOT_A_SUPPORTER", "9.4", "{what} is neither an HQ nor an air unit"),
    ("RAINS", "11.3", "{what} cannot fly in the rain"),
    ("AIR_NOT_READY", "9.4, 9.1.1", "{what} is not in the box of available air units"),
    ("HQ_USED", "9.4", "{what} has bombarded this turn"),
    ("HQ_UNSUPPLIED", "6.3.1", "{what} is out of supply"),
    ("HQ_TOO_FAR", "9.2, ruling R-28", "{what} is more than two hexes from the attacked hex"),
    ("NOT_ITS_DIVISION", "9.2, ruling R-29", "no unit of the division of {what} takes part"),
    ("NO_SPANIARDS", "9.1, 9.2, ruling R-29", "{what} is Spanish and no Spanish Nationalist unit takes part"),
    ("NOT_A_COLUMN", "9.3.1", "{what} is not a supply column"),
    ("COLUMN_MOVED", "9.3.2, ruling R-26", "{what} is on its movement side"),
    ("NOT_IN_THE_FIGHT", "10.3", "{what} is not among the units that may lose steps here"),
    ("OTHERS_FIRST", "10.3, ruling R-40", "another unit has lost fewer steps than {what}"),
    ("NO_RETREAT_THERE", "10.5.1, ruling R-42", "{what} is held by the enemy, or in enemy ZoC without a friendly unit"),
    ("BETTER_RETREATS", "ruling R-12", "{what} would be overstacked, and other retreats are open"),
    ("MUST_GO_BACK", "10.6, ruling R-41", "the morale of the stack does not let it stand"),
    ("DID_NOT_ATTACK", "10.4", "{what} did not attack here, was driven back, or has advanced as far as it may"),
    ("NO_ADVANCE", "10.4, 10.4.1, ruling R-43", "{what} cannot be entered in this advance"),
    ("NOT_BASQUE", "13.3", "{what} is not a Basque brigade on the map that can still be named"),
)
WHY = codes(name for name, *_ in REASONS)
