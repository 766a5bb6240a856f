"""Sizes and codes of the game: sides, places of pieces, kinds of units, nodes, stages.

Each enumeration is for Python; compiled code uses its plain ints, such as ``NODE.OVER`` (``core/codes.py``).
"""

from enum import IntEnum

from ctv_env.core.codes import Vocabulary, codes

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


SIDE = codes(Side)
SIDE_NAMES = ("nationalist", "republican", "chance")


class Faction(Vocabulary):
    """Colours of counters (2.6); HQ-N and AIR-N are NORTH."""

    NATIONAL = 0, "Nationalist"
    COLONIAL = 1, "Colonial"
    CTV = 2, "CTV"
    FLECHAS = 3, "Flechas"
    CONDOR = 4, "Legion Condor"
    NORTH = 5, "North"
    ASTURIAN = 6, "Asturian"
    SANTANDER = 7, "Santander"
    BASQUE = 8, "Basque"
    PEOPLE = 9, "Republican"


FACTION = codes(Faction)
N_GROUPS = 3  # northern groups: factions ASTURIAN, SANTANDER, BASQUE, and their regions
NO_GROUP = -1


class Region(IntEnum):
    """Regions that rules name; all others are ELSEWHERE."""

    ASTURIAS = 0
    SANTANDER = 1
    EUSKADI = 2
    ELSEWHERE = 3


REGION = codes(Region)


class Kind(Vocabulary):
    """Types of units (2.8)."""

    INFANTRY = 0
    MOUNTAIN = 1
    CAVALRY = 2
    ARMOUR = 3, "armor"
    MOTORIZED = 4
    AA = 5
    TRAIN = 6
    HQ = 7
    AIR = 8
    NAVAL = 9


KIND = codes(Kind)
MOTORIZED_KINDS = (Kind.ARMOUR, Kind.MOTORIZED, Kind.AA, Kind.TRAIN, Kind.HQ)  # 2.8, ruling T-07


class Size(IntEnum):
    """Sizes of units (2.9)."""

    COLUMN = 0
    BATTALION = 1
    REGIMENT = 2
    BRIGADE = 3
    DIVISION = 4
    STAFF = 5
    NONE = 6


SIZE = codes(Size)


class Mobility(IntEnum):
    """Rows of the movement costs (13.12)."""

    FOOT = 0
    HORSE = 1
    MOTOR = 2


MOBILITY = codes(Mobility)


class Terrain(Vocabulary):
    """Terrain of a hex."""

    CLEAR = 0
    ROUGH = 1
    MOUNTAIN = 2
    MARSH = 3


TERRAIN = codes(Terrain)


class River(IntEnum):
    """River along a hexside."""

    NONE = 0
    MINOR = 1
    MAJOR = 2


RIVER = codes(River)


class Place(IntEnum):
    """Built-up area in a hex."""

    NONE = 0
    TOWN = 1
    CITY = 2


PLACE = codes(Place)


class Sea(Vocabulary):
    """The sea at a hex."""

    NONE = 0
    CANTABRIAN = 1, "Cantabrian"
    ATLANTIC = 2, "Atlantic"
    MEDITERRANEAN = 3, "Mediterranean"


SEA = codes(Sea)
SEAS = tuple(sea.word for sea in Sea if sea != Sea.NONE)


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


WHERE = codes(Where)
# LATER: turn of entry to come; DUE: new, waits for a hex; REBUILT: the same, ignores its hex of entry (7.8)


class Supply(IntEnum):
    """Supply states (9.1, ruling T-43)."""

    FULL = 0
    TOWN = 1
    OUT = 2


SUPPLY = codes(Supply)


class Net(IntEnum):
    """Nets of lines of supply: Nationalist, Republican, northern (9.7, 9.8)."""

    N = 0
    R = 1
    NORTH = 2


NET = codes(Net)


class Landing(IntEnum):
    """Landings of a unit (11.8, ruling T-62)."""

    NONE = 0
    NOW = 1
    BEFORE = 2


LANDING = codes(Landing)


class Purse(Vocabulary):
    """Purses (7.2, ruling T-25)."""

    NAT = 0, "Nationalist RP"
    ITA = 1, "Italian RP"
    REP = 2, "Republican RP"
    NOR = 3, "northern RP"


PURSE = codes(Purse)
PURSES = tuple(Purse.__members__)


class Camp(IntEnum):
    """Sets of parties of which any two agree: units do if they share a camp (15.25.3)."""

    A = 1
    B = 2
    C = 4


CAMP = codes(Camp)
ALL_CAMPS = CAMP.A | CAMP.B | CAMP.C
CAMPS = {
    "anarchist": CAMP.A,
    "communist": CAMP.B,
    "poum": CAMP.A | CAMP.C,
    "catalan": CAMP.C,
    "basque": CAMP.C,
}


class Line(IntEnum):
    """States of a fortified line (15.14)."""

    INACTIVE = 0
    ACTIVE = 1
    NEUTRALISED = 2


LINE = codes(Line)


class Mode(IntEnum):
    """Modes of a move."""

    REGULAR = 0
    MARCH = 1
    ADVANCING = 2
    PURSUING = 3


MODE = codes(Mode)


class Role(IntEnum):
    """Bits of ``role``."""

    ATTACKS = 1
    PURSUES = 2
    FLIES = 4
    HALVED = 8
    UNFED = 16
    RELEASED = 32


ROLE = codes(Role)


class Pick(IntEnum):
    """In-hex terrain of a battle (ruling T-84)."""

    NONE = 0
    CITY = 1
    OTHER = 2


PICK = codes(Pick)
ELIMINATION = 99  # E in the combat table (15.8)
CANCELLED = 99  # in the table of the columns' die (15.25.1)
NO_LIMIT = -1  # of attacks in a segment (chit 39)


class PortsCheck(IntEnum):
    """When the three ports win (ruling T-104)."""

    ANY_TURN = 0
    LAST_TURN = 1


PORTS = codes(PortsCheck)

# -- event chits (6) -----------------------------------------------------------------------------------------


class Dot(Vocabulary):
    """When an event chit takes effect (6)."""

    IMMEDIATE = 0
    OPERATION = 1
    HOLD = 2


DOT = codes(Dot)


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


WHEN = codes(When)


class Need(IntEnum):
    """What a chit needs, else it is masked (ruling T-18) or void."""

    NONE = 0
    BILBAO_N = 1
    BILBAO_N_AND_NORTH_HEX = 2
    LC_IN_BATTLE = 3
    CITY_HEX = 4
    ASTURIAN_IN_BATTLE = 5
    NO_NORTH_PORT = 6
    OVIEDO_R = 7


NEED = codes(Need)


class Act(IntEnum):
    """What a chit does besides die modifiers, RP, morale and capacities."""

    NONE = 0
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


ACT = codes(Act)


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


NODE = codes(Node)
NO_NODE = NODE.NONE
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


STAGE = codes(Stage)
