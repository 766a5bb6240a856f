"""Sizes and codes of the game: places, kinds and sizes of units, powers, factions, nodes, stages.

Each enumeration is for Python; compiled code uses its plain ints, such as ``NODE.OVER`` (``core/codes.py``).
"""

from enum import IntEnum

from ctv_env.core.codes import codes

# -- places (2.1) ------------------------------------------------------------------------------------------------
N_AREAS = 47
MOROCCO = 47  # the holding box (2.1.2), after the areas
N_PLACES = 48
N_REGIONS = 14
MAX_BORDERS = 8  # maximum number of neighbours of an area
NOWHERE = -1  # no area, battlegroup, class or power

# -- battlegroups (7): one in the city, the others at large -------------------------------------------------------
CITY = 0  # its place; those at large have 1 to 11, without a gap
N_BGS = 12
MAX_AT_LARGE = N_BGS - 1
MAX_UNITS = 24  # of a side in an area (ruling A-44)
BG_SIZE = 4  # maximum number of units in a battlegroup (7.1.1)
POOL = N_BGS  # the other place of a unit: the area's pool (ruling A-45)
NO_UNIT = 127  # an empty slot; greater than all classes, so that units sort first
HAND, PART = 0, 1  # battlegroups in hand: the one that moves or is formed, and what is dropped or breaks through


class Mark(IntEnum):
    """Bits of a battlegroup, in the sorting order of ruling A-122."""

    ATTACKED = 1
    ATTACKER = 2
    MOVED = 4


MARK = codes(Mark)


class Side(IntEnum):
    """The side that decides at a node or controls a region."""

    GOVERNMENT = 0
    REBEL = 1
    CHANCE = 2
    NOBODY = 3


SIDE = codes(Side)
SIDE_NAMES = ("government", "rebel", "chance")
CONTESTED = SIDE.NOBODY  # control of a region (2.1)


class Kind(IntEnum):
    """Factions and nationalities (2.2)."""

    POPULAR_ARMY = 0
    INTERNATIONAL = 1
    ANARCHIST = 2
    POUM = 3
    CATALONIA = 4
    ASTURIAS = 5
    BASQUE = 6
    SANTANDER = 7
    NATIONALIST = 8
    CARLIST = 9
    COLONIAL = 10
    ITALIAN = 11
    PORTUGUESE = 12


KIND = codes(Kind)
N_KINDS = len(Kind)
FIRST_FACTION = KIND.ANARCHIST  # the minor factions (5.2) are six kinds in a row
N_FACTIONS = 6
FIRST_GOBERNITO = KIND.CATALONIA  # to SANTANDER (2.2.3)
FIRST_REBEL_KIND = KIND.NATIONALIST


class Size(IntEnum):
    """Sizes of units (2.2.3)."""

    BRIGADE = 0
    REMNANT = 1
    ONE_STEP = 2
    TWO_STEP = 3


SIZE = codes(Size)
N_SIZES = len(Size)

# -- classes of units (ruling A-06): pair x 4 + improved + 2 x disrupted ------------------------------------------
_ALL_SIZES, _TO_ONE_STEP = (SIZE.BRIGADE, SIZE.REMNANT, SIZE.ONE_STEP, SIZE.TWO_STEP), (SIZE.BRIGADE, SIZE.ONE_STEP)
PAIRS = tuple(
    (kind, size)
    for kind, sizes in (
        (KIND.POPULAR_ARMY, _ALL_SIZES),
        (KIND.INTERNATIONAL, _TO_ONE_STEP),
        (KIND.ANARCHIST, _TO_ONE_STEP),
        (KIND.POUM, (SIZE.BRIGADE,)),
        (KIND.CATALONIA, _TO_ONE_STEP),
        (KIND.ASTURIAS, _TO_ONE_STEP),
        (KIND.BASQUE, _TO_ONE_STEP),
        (KIND.SANTANDER, (SIZE.BRIGADE,)),
        (KIND.NATIONALIST, _ALL_SIZES),
        (KIND.CARLIST, _TO_ONE_STEP),
        (KIND.COLONIAL, _ALL_SIZES),
        (KIND.ITALIAN, _TO_ONE_STEP),
        (KIND.PORTUGUESE, (SIZE.ONE_STEP,)),
    )
    for size in sizes
)
"""The existing combinations of kind and size, by code."""
N_PAIRS = len(PAIRS)
FIRST_REBEL_PAIR = PAIRS.index((KIND.NATIONALIST, SIZE.BRIGADE))
PAIR_OF = tuple(
    tuple(PAIRS.index((k, z)) if (k, z) in PAIRS else NOWHERE for z in range(N_SIZES)) for k in range(N_KINDS)
)
"""Pair of a kind and a size, NOWHERE if it does not exist."""
FLAGS = 4  # classes of a pair
IMPROVED, DISRUPTED = 1, 2  # ruling A-05
N_CLASSES = N_PAIRS * FLAGS


class Asset(IntEnum):
    """Types of asset points (2.2.4)."""

    AIR = 0
    ARMOUR = 1
    ARTILLERY = 2


ASSET = codes(Asset)
N_AP = len(Asset)


class Power(IntEnum):
    """Foreign powers (5.3)."""

    BR = 0
    FR = 1
    GE = 2
    IT = 3
    PO = 4
    USSR = 5


POWER = codes(Power)
N_POWERS = len(Power)
TRACK_END = 3  # boxes go from -3, the Government's end, to 3


class Backing(IntEnum):
    """Meaning of a box for a side (5.3)."""

    NONE = 0
    SUPPORT = 1
    INTERVENTION = 2


BACKING = codes(Backing)


class Legion(IntEnum):
    """Legions of GE, IT and PO (5.4.2)."""

    TO_COME = 0
    HERE = 1
    GONE = 2


LEGION = codes(Legion)


class Purge(IntEnum):
    """Purges of a faction."""

    NONE = 0
    DONE = 1
    NOW = 2


PURGE = codes(Purge)


class Coast(IntEnum):
    """Coast of a port (2.1.1, 6.7)."""

    NONE = 0
    ATLANTIC = 1
    CANTABRIAN = 2
    MEDITERRANEAN = 3


COAST = codes(Coast)


class Verb(IntEnum):
    """Meanings of the VERB actions."""

    BUILD = 0
    CONVERT = 1
    REPLENISH = 2
    IMPROVE = 3
    BUY_AP = 4
    FORTIFY = 5
    AIR_LIFT = 6
    AFRICA_LIFT = 7
    SEA_LIFT = 8
    DROP_PIECES = 9
    DOCTRINE = 10
    FREEZE = 11
    DISRUPT = 12


VERB = codes(Verb)
N_VERBS = len(Verb)


class Post(IntEnum):
    """The actions POST."""

    CITY = 0
    COUNTRY = 1


POST = codes(Post)
N_LIFTS = 3  # by air, from Africa, by sea: AIR_LIFT, AFRICA_LIFT and SEA_LIFT, less AIR_LIFT

# -- events (4.1): conditions and effects, see loading/events.py --------------------------------------------------
N_EVENTS = 36


class Condition(IntEnum):
    """Conditions of events (4.1)."""

    NONE = 0
    BACKS = 1
    OCCUPIES = 2
    NOT_PURGED = 3
    SUPPORT_UP_TO = 4


CONDITION = codes(Condition)


class Effect(IntEnum):
    """Effects of events (4.1)."""

    NONE = 0
    GIVE_SUPPORT = 1
    GIVE_EQUIPMENT = 2
    MOVE_POWER = 3
    GIVE_ASSET = 4
    GIVE_BRIGADE = 5
    LOSE_BRIGADE = 6
    SET_LIFTS = 7


EFFECT = codes(Effect)

# -- results of the combat table (9.2) -----------------------------------------------------------------------------


class Result(IntEnum):
    """Results of the combat table (9.2) that are no numbers."""

    EXCHANGE = 98
    ELIMINATION = 99


RESULT = codes(Result)
N_COLUMNS, N_ROWS = 8, 10

# -- doctrine (15.5): columns of the table -------------------------------------------------------------------------


class Doctrine(IntEnum):
    """Columns of the doctrine table (15.5)."""

    AIR_ATTACK = 0
    AIR_DEFENCE = 1
    ARMOUR_ATTACK = 2
    ARMOUR_DEFENCE = 3
    ARTILLERY_ATTACK = 4
    ARTILLERY_DEFENCE = 5
    BREAKTHROUGH = 6
    LENGTH = 7


DOCTRINE = codes(Doctrine)

N_DOCTRINE = 8


class Node(IntEnum):
    """The current decision, by a side or a die; declared in ``engine/node_table.py``."""

    NONE = 0  # none: the sequence of play goes on
    REVOLT_DIE = 1
    CITY_DIE = 2
    DOCTRINE_DIE = 3
    EVENT_TENS = 4
    EVENT_ONES = 5
    EVENT_DIE = 6
    EVENT_PLACE = 7
    EVENT_LOSE = 8
    ORDER_DIE = 9
    PURGE = 10
    PURGE_DIE = 11
    INFLUENCE = 12
    INFLUENCE_DICE = 13
    PAY_DIE = 14
    INFLUENCE_DIE = 15
    INFLUENCE_WAY = 16
    LEGION_LEAVES = 17
    AID_DIE = 18
    FOREIGN_EP_DIE = 19
    BLOCKADE_DIE = 20
    LEGION_PORT = 21
    SUPPLY_MENU = 22
    BUILD_CLASS = 23
    BUILD_AREA = 24
    CHANGE_AREA = 25
    CHANGE_UNIT = 26
    AP_TYPE = 27
    PRICE_DIE = 28
    AP_PAY = 29
    AP_PORT = 30
    FORT_AREA = 31
    BLOCKADE_LOSE = 32
    LIFT_MENU = 33
    LIFT_FROM = 34
    LIFT_TO = 35
    LIFT_UNIT = 36
    LIFT_AP = 37
    ORGANISE = 38
    FORM = 39
    FORM_POST = 40
    COMMAND_DIE = 41
    MOVE = 42
    MOVE_BG = 43
    MOVE_TO = 44
    DROP = 45
    DROP_POST = 46
    GUERRILLA = 47
    GUERRILLA_DIE = 48
    GUERRILLA_MODE = 49
    ATTACK = 50
    ATTACK_BG = 51
    TARGET = 52
    OFFENSIVE = 53
    AIR_ATT = 54
    ARMOUR_ATT = 55
    AIR_DEF = 56
    COMBAT_DIE = 57
    SPLIT = 58
    LOSS_ATT = 59
    LOSS_DEF = 60
    EXCHANGE = 61
    BREAKTHROUGH = 62
    BREAKTHROUGH_UNIT = 63
    ADVANCE = 64
    BREAKTHROUGH_TARGET = 65
    COUNTER = 66
    COUNTER_BG = 67
    COUNTER_TARGET = 68
    RECOVERY_DIE = 69
    CONTROL_DIE = 70
    PS_DIE = 71
    OVER = 72


NODE = codes(Node)
N_NODES = len(Node)


class Stage(IntEnum):
    """Stages of a game turn (3.0), in order of play; 1 and 2 are the parts of the first and the second player."""

    SETUP = 0
    EVENTS = 1
    POLITICAL_ORDER = 2
    POLITICAL_1 = 3
    POLITICAL_2 = 4
    STRATEGIC_ORDER = 5
    STRATEGIC_1 = 6
    STRATEGIC_2 = 7
    FIRST_PLAYER = 8
    ORGANISATION_ORDER = 9
    ORGANISATION_1 = 10
    ORGANISATION_2 = 11
    MOVEMENT_1 = 12
    COMBAT_1 = 13
    COUNTERATTACK_1 = 14
    RECOVERY_1 = 15
    MOVEMENT_2 = 16
    COMBAT_2 = 17
    COUNTERATTACK_2 = 18
    RECOVERY_2 = 19
    INTER_PHASE = 20
    GAME_OVER = 21


STAGE = codes(Stage)
