"""What happened in a step: small numbered records that the engine writes and ``text/log.py`` puts in words."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.state import N_EVENTS

# code: the meaning of the up to seven numbers behind it
EVENTS = (
    ("STAGE", "stage, turn"),
    ("RESERVE", "group, die, reserve"),
    ("ARMOUR_RECEIVED", "die"),
    ("PLACED", "piece, cell"),
    ("TRENCH_PLACED", "cell"),
    ("WEATHER", "die, drm, weather"),
    ("OFFENSIVE", "die, begins, needed"),
    ("OFFENSIVE_SUCCESS", "die, infantry, air"),
    ("WITHDRAWN", "piece, cell"),
    ("NEW_COLUMN", "piece, cell"),
    ("AIR_BACK", "piece"),
    ("SUPPLY", "piece, supplied"),
    ("MOVED", "piece, from, to, half MPs"),
    ("THROUGH", "piece, cell"),
    ("CONTROL", "side, cell"),
    ("MORALE_MARKER", "change, marker"),
    ("ELIMINATED", "piece, cell, cause"),
    ("TRENCH_REMOVED", "cell"),
    ("TARGET", "cell"),
    ("ATTACKER", "piece, cell"),
    ("SUPPORT", "piece, defending"),
    ("AIR_COMBAT", "piece, die, hit"),
    ("POINTS", "attacker, defender"),
    ("BOMBARDMENT", "die, drm, needed, on the defender, hit"),
    ("DSG", "piece, level"),
    ("ATTRITION", "piece, die, turn back"),
    ("STRENGTH", "side, cell, not halved, halved before, halved after, multiplier in halves, result"),
    ("ODDS", "attack, defence, column, shift, column after"),
    ("DRM", "kind, value"),
    ("RESULT", "die, modified, column, attacker, defender"),
    ("LOSS", "piece, steps left"),
    ("MORALE", "cell, die, marker, troop drm, result"),
    ("NO_RETREAT", "cell"),
    ("RETREATED", "piece, from, to"),
    ("ADVANCED", "piece, from, to"),
    ("NO_COMBAT", "cell, side bereaved"),
    ("BASQUE", "die, surrender"),
    ("SURRENDERED", "piece, cell"),
    ("BATTALION", "piece, brigade, cell"),
    ("FACTORY", "die, stands"),
    ("END", "winner, vp"),
)
(
    EV_STAGE,
    EV_RESERVE,
    EV_ARMOUR_RECEIVED,
    EV_PLACED,
    EV_TRENCH_PLACED,
    EV_WEATHER,
    EV_OFFENSIVE,
    EV_OFFENSIVE_SUCCESS,
    EV_WITHDRAWN,
    EV_NEW_COLUMN,
    EV_AIR_BACK,
    EV_SUPPLY,
    EV_MOVED,
    EV_THROUGH,
    EV_CONTROL,
    EV_MORALE_MARKER,
    EV_ELIMINATED,
    EV_TRENCH_REMOVED,
    EV_TARGET,
    EV_ATTACKER,
    EV_SUPPORT,
    EV_AIR_COMBAT,
    EV_POINTS,
    EV_BOMBARDMENT,
    EV_DSG,
    EV_ATTRITION,
    EV_STRENGTH,
    EV_ODDS,
    EV_DRM,
    EV_RESULT,
    EV_LOSS,
    EV_MORALE,
    EV_NO_RETREAT,
    EV_RETREATED,
    EV_ADVANCED,
    EV_NO_COMBAT,
    EV_BASQUE,
    EV_SURRENDERED,
    EV_BATTALION,
    EV_FACTORY,
    EV_END,
) = range(len(EVENTS))

# Causes of an elimination.
BY_LOSS, BY_BREAKTHROUGH, BY_DSG, BY_SUPPLY, BY_STACKING, BY_BEREAVED, BY_OVERRUN, BY_USE, BY_AIR_COMBAT = range(9)
CAUSES = (
    "step losses (rule 10.3)",
    "breakthrough (rule 10.4.1)",
    "disorganised beyond DSG2 (rule 9.5.1)",
    "DSG2 and out of supply (rule 9.5.1)",
    "twice the stacking limit (rule 5.1.1)",
    "an HQ bereaved of its combat units (rule 9.2)",
    "the enemy entered its hex (rule 9.3)",
    "used for bombardment (rule 9.3.1)",
    "air combat (rule 15.1)",
)

# Kinds of die modifier in a combat.
DRM_CONCENTRIC, DRM_TRENCH, DRM_RIVER, DRM_BEYOND = range(4)
DRM_NAMES = ("concentric attack 10.2.1", "trench 10.7", "river", "odds beyond the table 10.2")


@jit
def emit(w, code, a=0, b=0, c=0, d=0, e=0, f=0, g=0):
    """Write one event; beyond the capacity of ``w.event`` it is dropped (no step of one action comes near it)."""
    n = int(w.n_event)
    if n < N_EVENTS:
        row = w.event[n]
        row[0] = code
        row[1] = a
        row[2] = b
        row[3] = c
        row[4] = d
        row[5] = e
        row[6] = f
        row[7] = g
        w.n_event = n + 1
