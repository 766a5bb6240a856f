"""Small positions for rule tests, and short words for what a test does to them.

A scene holds only the pieces that it names, on the real map with its start control; who stands in a hex controls
it.  Pieces that are not named are out of play (withdrawn), so that they count for nothing; breakdown battalions and
supply columns that are not named wait.  Forced nodes are shown (``play_forced=False``) unless the test says otherwise::

    game = scene({"LIT 1": "2110", "CLXX": ("1909", {"steps": 1, "supplied": False})}, turn=3, weather="rain")
    move(game, "LIT 1", "2010")
    assert unit(game, "LIT 1").mp == 12
"""

import types

import numpy as np

from ctv_env.core.dice import stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.games import rules_of
from ctv_env.games.ctv.codes import (
    AIR_READY,
    CHANCE,
    MAP,
    N_GROUND,
    N_PIECES,
    NAT_AIR,
    NAT_SC,
    NATIONALIST,
    NOBODY,
    REPUBLICAN,
    SIDE_NAMES,
    SUPPLY_COLUMN,
    TRENCH,
    WAITING,
    WITHDRAWN,
    Node,
    Place,
    Stage,
)
from ctv_env.games.ctv.load import OPTIONS, load_tables
from ctv_env.games.ctv.pieces import side_of
from ctv_env.games.ctv.rules.r04_setup import clear
from ctv_env.games.ctv.rules.r08_costs import start_segment
from ctv_env.games.ctv.state import STATE, STATE_FIELDS, WORK

_SCALARS = {name for name, _, shape, _ in STATE_FIELDS if shape == ()}
_FIELDS = {name for name, *_ in STATE_FIELDS}

# Node at which a scene may begin: its stage by phasing side, and who decides (None: the phasing side).
_BEGINNINGS = {
    "WEATHER_DIE": ((Stage.WEATHER, None), CHANCE),
    "OFFENSIVE_DIE": ((Stage.OFFENSIVE, None), CHANCE),
    "OFFENSIVE_SUCCESS_DIE": ((Stage.OFFENSIVE_SUCCESS, None), CHANCE),
    "MOVE": ((Stage.NAT_MOVEMENT, Stage.REP_MOVEMENT), None),
    "TARGET": ((Stage.NAT_COMBAT, Stage.REP_COMBAT), None),
    "BASQUE_DIE": ((None, Stage.BASQUE), CHANCE),
    "FACTORY_DIE": ((None, Stage.FACTORY), CHANCE),
}
