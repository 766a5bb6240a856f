"""Sizes and codes of the game: sides, places of pieces, kinds of units, nodes, stages.

Each ``IntEnum`` is for Python; compiled code uses the plain ints below it, since numba does not convert enum members.
"""

from enum import IntEnum

# -- capacities: those of the whole map; scenarios use the first cells and pieces of each array --------------
MAX_ROWS, MAX_COLUMNS = 27, 26
MAX_CELLS = MAX_ROWS * MAX_COLUMNS
BOARD_ROWS = MAX_ROWS + 2  # of a set of cells as bits, with its margin (core/bitboard.py)
OFF = MAX_CELLS  # no cell: off the board, or across a hexside that cannot be crossed
MAX_PIECES = 180
NOBODY_PIECE = -1  # no piece
MAX_TURNS = 19
N_CHITS = 41
MAX_LINES = 3
MAX_TOWNS = 160


class Side(IntEnum):
    """The side that decides at a node or controls a hex."""

    NATIONALIST = 0
    REPUBLICAN = 1
    CHANCE = 2
    NOBODY = 3


(
    NATIONALIST,
    REPUBLICAN,
    CHANCE,
    NOBODY,
) = (int(v) for v in Side)
SIDE_NAMES = ("nationalist", "republican", "chance")


class Faction(IntEnum):
    """Colours of counters (2.6); HQ-N and AIR-N are NORTH."""

    NATIONAL = 0
    COLONIAL = 1
    CTV = 2
    FLECHAS = 3
    CONDOR = 4
    NORTH = 5
    ASTURIAN = 6
    SANTANDER = 7
    BASQUE = 8
    PEOPLE = 9


(
    NATIONAL,
    COLONIAL,
    CTV,
    FLECHAS,
    CONDOR,
    NORTH,
    ASTURIAN,
    SANTANDER,
    BASQUE,
    PEOPLE,
) = (int(v) for v in Faction)
FACTION_WORDS = {
    "Nationalist": Faction.NATIONAL,
    "Colonial": Faction.COLONIAL,
    "CTV": Faction.CTV,
    "Flechas": Faction.FLECHAS,
    "Legion Condor": Faction.CONDOR,
    "North": Faction.NORTH,
    "Asturian": Faction.ASTURIAN,
    "Santander": Faction.SANTANDER,
    "Basque": Faction.BASQUE,
    "Republican": Faction.PEOPLE,
}
"""Factions by their name in the data."""
N_GROUPS = 3  # northern groups: factions ASTURIAN, SANTANDER, BASQUE, and their regions
NO_GROUP = -1


class Region(IntEnum):
    """Regions that rules name; all others are ELSEWHERE."""

    ASTURIAS = 0
    SANTANDER_REGION = 1
    EUSKADI = 2
    ELSEWHERE = 3


(
    ASTURIAS,
    SANTANDER_REGION,
    EUSKADI,
    ELSEWHERE,
) = (int(v) for v in Region)


class Kind(IntEnum):
    """Types of units (2.8)."""

    INFANTRY = 0
    MOUNTAIN = 1
    CAVALRY = 2
    ARMOUR = 3
    MOTORIZED = 4
    AA = 5
    TRAIN = 6
    HQ = 7
    AIR = 8
    NAVAL = 9


(
    INFANTRY,
    MOUNTAIN,
    CAVALRY,
    ARMOUR,
    MOTORIZED,
    AA,
    TRAIN,
    HQ,
    AIR,
    NAVAL,
) = (int(v) for v in Kind)
KIND_WORDS = {
    "infantry": Kind.INFANTRY,
    "mountain": Kind.MOUNTAIN,
    "cavalry": Kind.CAVALRY,
    "armor": Kind.ARMOUR,
    "motorized": Kind.MOTORIZED,
    "aa": Kind.AA,
    "train": Kind.TRAIN,
    "hq": Kind.HQ,
    "air": Kind.AIR,
    "naval": Kind.NAVAL,
}
"""Types of units by their name in the data."""
MOTORIZED_KINDS = (Kind.ARMOUR, Kind.MOTORIZED, Kind.AA, Kind.TRAIN, Kind.HQ)  # 2.8, ruling T-07


class Size(IntEnum):
    """Sizes of units (2.9)."""

    COLUMN = 0
    BATTALION = 1
    REGIMENT = 2
    BRIGADE = 3
    DIVISION = 4
    STAFF = 5
    NO_SIZE = 6


(
    COLUMN,
    BATTALION,
    REGIMENT,
    BRIGADE,
    DIVISION,
    STAFF,
    NO_SIZE,
) = (int(v) for v in Size)
FOOT, HORSE, MOTOR = range(3)  # rows of the movement costs (13.12)
CLEAR, ROUGH, MOUNTAINS, MARSH = range(4)
TERRAINS = ("clear", "rough", "mountain", "marsh")
NO_RIVER, MINOR_RIVER, MAJOR_RIVER = range(3)
NO_PLACE, TOWN_PLACE, CITY_PLACE = range(3)
INLAND, CANTABRIAN, ATLANTIC, MEDITERRANEAN = range(4)
SEAS = ("Cantabrian", "Atlantic", "Mediterranean")


class Where(IntEnum):
    """Where a piece is: on its way, on the map, or out."""

    LATER = 0
    MOBILIZED_LATER = 1
    AT_EVENT = 2
    DUE = 3
    REBUILT = 4
    ON_MAP = 5
    DEAD = 6
    GONE = 7


(
    LATER,
    MOBILIZED_LATER,
    AT_EVENT,
    DUE,
    REBUILT,
    ON_MAP,
    DEAD,
    GONE,
) = (int(v) for v in Where)
# LATER: turn of entry to come; DUE: new, waits for a hex; REBUILT: the same, ignores its hex of entry (7.8)

FULL, TOWN, OUT = range(3)  # supply states (9.1, ruling T-43)
NET_N, NET_R, NET_NORTH = range(3)  # nets of lines of supply: Nationalist, Republican, northern (9.7, 9.8)
NOT_LANDED, LANDED_NOW, LANDED_BEFORE = range(3)  # 11.8, ruling T-62
NAT, ITA, REP, NOR = range(4)  # purses (7.2, ruling T-25)
PURSES = ("NAT", "ITA", "REP", "NOR")
CAMP_A, CAMP_B, CAMP_C = 1, 2, 4  # sets of parties of which any two agree: units do if they share a camp (15.25.3)
ALL_CAMPS = CAMP_A | CAMP_B | CAMP_C
CAMPS = {
    "anarchist": CAMP_A,
    "communist": CAMP_B,
    "poum": CAMP_A | CAMP_C,
    "catalan": CAMP_C,
    "basque": CAMP_C,
}
INACTIVE, ACTIVE, NEUTRALISED = range(3)  # fortified lines (15.14)
REGULAR, MARCH, ADVANCING, PURSUING = range(4)  # modes of a move
ATTACKS, PURSUES, FLIES, HALVED, UNFED, RELEASED = 1, 2, 4, 8, 16, 32  # bits of ``role``
NO_PICK, PICK_CITY, PICK_OTHER = range(3)  # in-hex terrain of a battle (ruling T-84)
ELIMINATION = 99  # E in the combat table (15.8)
CANCELLED = 99  # in the table of the columns' die (15.25.1)
NO_LIMIT = -1  # of attacks in a segment (chit 39)
ANY_TURN, LAST_TURN = range(2)  # when the three ports win (ruling T-104)

# -- event chits (6) -----------------------------------------------------------------------------------------
IMMEDIATE, OPERATION, HOLD = range(3)
DOTS = ("immediate", "operation", "hold")


class When(IntEnum):
    """Where a held chit may be played."""

    NEVER = 0
    COMBAT_ATTACKER = 1
    COMBAT_DEFENDER = 2
    COMBAT_EITHER = 3
    R_REINFORCEMENTS = 4
    START_OF_ANY_OPERATIONAL_COMBAT = 5
    START_OWN_OPERATIONAL_COMBAT = 6
    START_OWN_ANY_COMBAT = 7


(
    NEVER,
    COMBAT_ATTACKER,
    COMBAT_DEFENDER,
    COMBAT_EITHER,
    R_REINFORCEMENTS,
    START_OF_ANY_OPERATIONAL_COMBAT,
    START_OWN_OPERATIONAL_COMBAT,
    START_OWN_ANY_COMBAT,
) = (int(v) for v in When)


class Need(IntEnum):
    """What a chit needs, else it is masked (ruling T-18) or void."""

    NO_NEED = 0
    BILBAO_N = 1
    BILBAO_N_AND_NORTH_HEX = 2
    LC_IN_BATTLE = 3
    CITY_HEX = 4
    ASTURIAN_IN_BATTLE = 5
    NO_NORTH_PORT = 6
    OVIEDO_R = 7


(
    NO_NEED,
    BILBAO_N,
    BILBAO_N_AND_NORTH_HEX,
    LC_IN_BATTLE,
    CITY_HEX,
    ASTURIAN_IN_BATTLE,
    NO_NORTH_PORT,
    OVIEDO_R,
) = (int(v) for v in Need)


class Act(IntEnum):
    """What a chit does besides die modifiers, RP, morale and capacities."""

    NO_ACT = 0
    FORCED_ATTACK = 1
    ACTIVATE = 2
    NEUTRALISE = 3
    USE_AIR = 4
    ENTER = 5
    NO_AIR = 6
    REFRESH_HQ = 7
    FREE_REBUILD = 8
    FREE_REPLENISH = 9
    DIE_EACH = 10
    REFRESH_NAVAL = 11
    WITHDRAW_ONE = 12
    MA_BONUS = 13
    USE_ENEMY_AIR = 14
    MAX_ATTACKS = 15


(
    NO_ACT,
    FORCED_ATTACK,
    ACTIVATE,
    NEUTRALISE,
    USE_AIR,
    ENTER,
    NO_AIR,
    REFRESH_HQ,
    FREE_REBUILD,
    FREE_REPLENISH,
    DIE_EACH,
    REFRESH_NAVAL,
    WITHDRAW_ONE,
    MA_BONUS,
    USE_ENEMY_AIR,
    MAX_ATTACKS,
) = (int(v) for v in Act)


class Node(IntEnum):
    """What is decided or rolled (decisions are listed in engine/node_table.py)."""

    NONE = 0
    SETUP_PLACE = 1
    EVENT_DRAW = 2
    EVENT_PICK = 3
    SANTONA_DIE = 4
    MOBILIZE = 5
    MOBILIZE_PLACE = 6
    EXCESS = 7
    RP_SPEND = 8
    RP_PURSE = 9
    RP_FULL = 10
    REMNANTS = 11
    REMNANTS_PLACE = 12
    ARRIVE = 13
    SEA_PIECE = 14
    SEA_TO = 15
    LAND_TO = 16
    LAND_UNIT = 17
    RAIL_PIECE = 18
    RAIL_TO = 19
    RESERVE_HQ = 20
    RESERVE_UNIT = 21
    EVENT_PLAY = 22
    CHIT_PIECE = 23
    CHIT_HEX = 24
    CHIT_UNITS = 25
    EVACUATE = 26
    EVACUATE_UNIT = 27
    MOVE_PIECE = 28
    MOVE_MODE = 29
    MOVE_TO = 30
    TARGET = 31
    ATTACKER = 32
    HQ_ATT = 33
    ARTILLERY_ATT = 34
    HQ_DEF = 35
    ARTILLERY_DEF = 36
    AIR_ATT = 37
    AIR_DEF = 38
    AA_PICK = 39
    NAVAL_ATT = 40
    NAVAL_DEF = 41
    TERRAIN_PICK = 42
    CHIT_ATT = 43
    CHIT_DEF = 44
    COLUMN_DIE = 45
    COMBAT_DIE = 46
    LOSS_ATT = 47
    LOSS_DEF = 48
    ADVANCE = 49
    ADVANCE_TO = 50
    RELEASE_HQ = 51
    RELEASE_UNIT = 52
    OVER = 53


(
    NONE,
    SETUP_PLACE,
    EVENT_DRAW,
    EVENT_PICK,
    SANTONA_DIE,
    MOBILIZE,
    MOBILIZE_PLACE,
    EXCESS,
    RP_SPEND,
    RP_PURSE,
    RP_FULL,
    REMNANTS,
    REMNANTS_PLACE,
    ARRIVE,
    SEA_PIECE,
    SEA_TO,
    LAND_TO,
    LAND_UNIT,
    RAIL_PIECE,
    RAIL_TO,
    RESERVE_HQ,
    RESERVE_UNIT,
    EVENT_PLAY,
    CHIT_PIECE,
    CHIT_HEX,
    CHIT_UNITS,
    EVACUATE,
    EVACUATE_UNIT,
    MOVE_PIECE,
    MOVE_MODE,
    MOVE_TO,
    TARGET,
    ATTACKER,
    HQ_ATT,
    ARTILLERY_ATT,
    HQ_DEF,
    ARTILLERY_DEF,
    AIR_ATT,
    AIR_DEF,
    AA_PICK,
    NAVAL_ATT,
    NAVAL_DEF,
    TERRAIN_PICK,
    CHIT_ATT,
    CHIT_DEF,
    COLUMN_DIE,
    COMBAT_DIE,
    LOSS_ATT,
    LOSS_DEF,
    ADVANCE,
    ADVANCE_TO,
    RELEASE_HQ,
    RELEASE_UNIT,
    OVER,
) = (int(v) for v in Node)
NO_NODE = NONE
N_NODES = len(Node)


class Stage(IntEnum):
    """Segments of a turn by side (5.2, ruling T-10), after the set-up."""

    SETUP_R = 0
    SETUP_N = 1
    EVENTS_N = 2
    EVENTS_R = 3
    MOBILIZATION = 4
    CHANGES_N = 5
    RESOURCES_N = 6
    ARRIVALS_N = 7
    CHANGES_R = 8
    RESOURCES_R = 9
    ARRIVALS_R = 10
    TRANSPORT_N = 11
    TRANSPORT_R = 12
    RESERVES_N = 13
    RESERVES_R = 14
    MOVEMENT_N = 15
    COMBAT_N = 16
    EXPLOIT_N = 17
    EXPLOIT_COMBAT_N = 18
    MOVEMENT_R = 19
    COMBAT_R = 20
    EXPLOIT_R = 21
    EXPLOIT_COMBAT_R = 22
    VICTORY = 23
    CONDITIONS = 24
    RELEASE_N = 25
    RELEASE_R = 26
    GAME_OVER = 27


(
    SETUP_R,
    SETUP_N,
    EVENTS_N,
    EVENTS_R,
    MOBILIZATION,
    CHANGES_N,
    RESOURCES_N,
    ARRIVALS_N,
    CHANGES_R,
    RESOURCES_R,
    ARRIVALS_R,
    TRANSPORT_N,
    TRANSPORT_R,
    RESERVES_N,
    RESERVES_R,
    MOVEMENT_N,
    COMBAT_N,
    EXPLOIT_N,
    EXPLOIT_COMBAT_N,
    MOVEMENT_R,
    COMBAT_R,
    EXPLOIT_R,
    EXPLOIT_COMBAT_R,
    VICTORY,
    CONDITIONS,
    RELEASE_N,
    RELEASE_R,
    GAME_OVER,
) = (int(v) for v in Stage)
