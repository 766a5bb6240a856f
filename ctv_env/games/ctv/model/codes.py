"""Sizes and codes of the game: board, piece slots, kinds, nodes, stages.

Each enumeration is for Python; compiled code uses its plain ints, such as ``NODE.OVER`` (``core/codes.py``).
"""

from enum import IntEnum

from ctv_env.core.codes import codes

# -- board: printed hex numbers RRCC (1.3) ------------------------------------------------------------------
FIRST_ROW, FIRST_COLUMN, ROWS, COLUMNS = 10, 1, 17, 20
N_CELLS = ROWS * COLUMNS
OFF = N_CELLS  # the sentinel cell: no terrain, no neighbours, no pieces
CELLS = N_CELLS + 1
BOARD_ROWS = ROWS + 2  # rows of a set of cells as bits, with a margin above and below (core/bitboard.py)

# -- pieces: fixed slots, so that the index of a piece determines its side and its class --------------------------
SIDE_SLOTS = 48
N_GROUND = 2 * SIDE_SLOTS  # 0..47 Nationalist, 48..95 Republican ground units
NAT_SC, REP_SC, END_SC = 96, 106, 108  # supply columns
NAT_AIR, REP_AIR, END_AIR = 108, 120, 124  # air units
TRENCH, N_PIECES = 124, 128  # trenches; number of slots
NOWHERE = -1
MAX_HALF_MP = 60  # maximum allowance of a piece

# -- actions: DONE | PIECE | HEX (see actions.py) ---------------------------------------------------------------
DONE = 0
FIRST_PIECE = 1
FIRST_HEX = FIRST_PIECE + N_PIECES
N_ACTIONS = FIRST_HEX + N_CELLS


class Side(IntEnum):
    """The side that decides at a node or controls a hex."""

    NATIONALIST = 0
    REPUBLICAN = 1
    CHANCE = 2
    NOBODY = 3


SIDE = codes(Side)


class Kind(IntEnum):
    """Kinds of piece (2.2, ruling R-03)."""

    NONE = 0
    INFANTRY = 1
    MECHANISED = 2
    ARMOUR = 3
    HQ_DIVISION = 4
    HQ_CORPS = 5
    SUPPLY_COLUMN = 6
    AIR = 7
    TRENCH = 8


KIND = codes(Kind)


class Nationality(IntEnum):
    """Nationalities (2.3, 2.3.1; ruling R-04)."""

    NONE = 0
    SPANISH = 1
    ITALIAN = 2
    ITALO_SPANISH = 3
    GERMAN = 4
    SANTANDER = 5
    BASQUE = 6
    ASTURIAN = 7
    REPUBLICAN = 8


NATION = codes(Nationality)
N_NATIONS = len(Nationality)


class Place(IntEnum):
    """Location of a piece."""

    UNUSED = 0  # no such piece in this scenario
    WAITING = 1  # may still arrive: not yet set up, breakdown battalions, spare supply columns
    MAP = 2
    AIR_READY = 3  # in the box "available" (4.3.2)
    AIR_USED = 4  # has flown this turn (9.4)
    AIR_ABSENT = 5  # attrition (9.1.1), back on turn ``air_return``
    ELIMINATED = 6
    WITHDRAWN = 7  # sent elsewhere (12.3), or never received (4.3)
    SURRENDERED = 8  # a Basque brigade (13.3)


PLACE = codes(Place)


class Terrain(IntEnum):
    """Terrain of a hex (1.3.1); SEA is closed (1.3.2)."""

    SEA = 0
    CLEAR = 1
    CITY = 2
    HILL = 3
    MOUNTAIN = 4


TERRAIN = codes(Terrain)
N_TERRAINS = len(Terrain)


class Weather(IntEnum):
    """Weather (6.1)."""

    FAIR = 0
    RAIN = 1


WEATHER = codes(Weather)


class Edition(IntEnum):
    """The two editions of the rulebook."""

    EN = 0
    IT = 1


EDITION = codes(Edition)


class Source(IntEnum):
    """Bits of ``tables.source``: the sides for which a cell is a supply source (6.2)."""

    NAT = 1
    REP = 2
    REP_CITY = 4


SOURCE = codes(Source)


class Setup(IntEnum):
    """Where a piece may be set up (ruling R-53)."""

    ANYWHERE = 0  # any hex under own control
    FRONT = 1  # Republican front hexes (4.2)
    BASQUE_ZONE = 2  # near column 18, except two brigades (4.2)
    CTV_ZONE = 3  # columns 10 to 15, with option 15.2
    NEAR_HQ = 4  # a supply column: stacked with or adjacent to an own HQ


SETUP = codes(Setup)


class Role(IntEnum):
    """Role of a piece in the current combat."""

    NONE = 0
    ATTACKS = 1
    SUPPORTS = 2  # a committed HQ, air unit or supply column
    FELL_BACK = 3  # an attacker driven back by its morale: it does not advance (ruling R-41)
    LEAVES_BATTALION = 4  # a Basque brigade named to leave a breakdown battalion (13.3)


ROLE = codes(Role)


class Node(IntEnum):
    """The current decision, by a side or a die; declared in ``engine/node_table.py``."""

    NONE = 0  # none: the sequence of play goes on
    RESERVE_DIE = 1
    PLACE = 2
    PLACE_TRENCH = 3
    ARMOUR_DIE = 4
    WEATHER_DIE = 5
    OFFENSIVE_DIE = 6
    OFFENSIVE_SUCCESS_DIE = 7
    WITHDRAW = 8
    PLACE_SC = 9
    MOVE = 10
    MOVE_TO = 11
    TARGET = 12
    ATTACKERS = 13
    SUPPORT_ATT = 14
    SUPPORT_DEF = 15
    SUPPLY_COLUMN_ATT = 16
    SUPPLY_COLUMN_DEF = 17
    AIR_COMBAT_DIE = 18
    BOMBARD_DIE = 19
    ATTRITION_DIE = 20
    COMBAT_DIE = 21
    LOSS_ATT = 22
    LOSS_DEF = 23
    MORALE_DIE = 24
    RETREAT = 25
    ADVANCE = 26
    ADVANCE_TO = 27
    BASQUE_DIE = 28
    BREAKDOWN = 29
    FACTORY_DIE = 30
    OVER = 31


NODE = codes(Node)
N_NODES = len(Node)


class Stage(IntEnum):
    """Stages of set-up (4) and of a game turn (3), in order of play."""

    SETUP_DICE = 0
    SETUP_REPUBLICAN = 1
    SETUP_TRENCHES = 2
    SETUP_ARMOUR = 3
    SETUP_NATIONALIST = 4
    SETUP_RESERVES = 5
    WEATHER = 6
    OFFENSIVE = 7
    OFFENSIVE_SUCCESS = 8
    WITHDRAWAL = 9
    NEW_COLUMN = 10
    NAT_MOVEMENT = 11
    NAT_COMBAT = 12
    BASQUE = 13
    BREAKDOWNS = 14
    FACTORY = 15
    REP_MOVEMENT = 16
    REP_COMBAT = 17
    END_OF_TURN = 18
    GAME_OVER = 19


STAGE = codes(Stage)


class MoraleResult(IntEnum):
    """Results of the Republican Morale Table (10.6)."""

    HOLD = 0
    MUST_RETREAT = 1
    FLIGHT = 2
    COLLAPSE = 3


MORALE = codes(MoraleResult)
BREAKTHROUGH = 99  # result B of the combat table (10.4.1)
SIDE_NAMES = ("nationalist", "republican", "chance")
