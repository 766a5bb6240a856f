"""The constants of the policy ``staff`` that can be tuned (``core.tuning``), and their columns in ``t.staff``.

Tenths and the like are finer units than the defaults need, so that a search has values in between.
"""

from ctv_env.core.jit import jit
from ctv_env.core.tuning import Constant, Tuning, by_side, columns
from ctv_env.games.ctv.model.codes import SIDE, SIDE_NAMES

_N, _R = (SIDE.NATIONALIST,), (SIDE.REPUBLICAN,)
_SIDES = SIDE_NAMES[:2]

CONSTANTS = (
    # the map (plan.py)
    Constant("base_worth", 10, 0, 60, "worth of any front hex"),
    Constant("march_worth", 10, 0, 60, "twentieths of extra worth per half MP nearer to an objective"),
    Constant("vp_worth", 40, 0, 160, "extra worth of a hex per victory point"),
    Constant("held_up", 4, 0, 20, "half MPs by which an enemy in the way delays a march"),
    # moves (moves.py)
    Constant("inertia", 3, 0, 20, "least gain for which a unit moves"),
    Constant("column_inertia", 4, 0, 20, "least gain for which a column moves, which then is used up (9.3.2)", _N),
    # posts of combat units (posts.py)
    Constant("mass", 60, 10, 200, "tenths of the odds up to which more attackers beside an enemy are useful", _N),
    Constant("attack_weight", 30, 0, 120, "tenths, weight of a unit's share in the worth of an attack", _N),
    Constant("capture", 60, 0, 240, "worth of entering an objective, per victory point"),
    Constant("march_weight", 60, 0, 240, "fortieths, weight of each half MP of distance from an objective", _N),
    Constant("wing", 3, 0, 30, "worth of a hex of its own beside an enemy, towards a concentric attack", _N),
    Constant("hold_odds", 40, 5, 160, "tenths of the ratio of threat to strength up to which a post may hold", _R),
    Constant("hold_weight", 20, 0, 80, "tenths, weight of a unit's share in the worth of a strong point", _R),
    *by_side("cover_weight", _SIDES, (20, 140), 0, 400, "tenths, weight of a hex that no other unit covers"),
    Constant("garrison", 80, 0, 320, "worth of an objective that no other unit holds, per victory point", _R),
    *by_side("cut_off", _SIDES, (30, 60), 0, 240, "penalty of a hex that is nearly enclosed"),
    *by_side("ways_out", _SIDES, (1, 2), 0, 5, "most open neighbours of a hex that counts as nearly enclosed"),
    Constant("rear_hexes", 2, 0, 6, "hexes behind the line where reserves belong", _R),
    Constant("rear_weight", 2, 0, 20, "penalty for each hex farther back", _R),
    Constant("basque_land", 60, 0, 240, "worth of keeping the last Basque brigade near column 18 (13.2)", _R),
    Constant("good_odds", 30, 10, 100, "tenths of the odds towards which a unit joins an attack", _R),
    Constant("counterstroke", 12, 0, 60, "worth of a hex that completes these odds", _R),
    # posts of HQs and supply columns (posts.py)
    Constant("range_weight", 40, 0, 200, "tenths, weight of a fight that an HQ could support"),
    Constant("shells", 5, 0, 30, "worth of a supply column that an HQ can use, per column (9.3.2)", _N),
    Constant("exposed", 60, 0, 240, "penalty of a lone HQ or column within the enemy's reach"),
    Constant("forward", 8, 0, 60, "penalty of an HQ or column beside the enemy, with combat units"),
    Constant("reach_hexes", 3, 0, 8, "hexes from which the enemy may come up and attack"),
    Constant("hq_march", 10, 0, 60, "twentieths, weight of each half MP of an HQ's distance from an objective", _N),
    Constant("hq_near", 2, 0, 20, "penalty of an HQ for each hex from the enemy", _R),
    Constant("column_work", 9, 0, 60, "most that the fights near its HQ are worth to a column", _N),
    Constant("column_tether", 3, 0, 20, "penalty of a column for each hex out of range of its HQ", _N),
    # fights (fights.py, support.py), in units of which an enemy step is worth 10
    *by_side("own_step", _SIDES, (5, 14), 0, 60, "worth of an own step in an attack"),
    Constant("ground", 15, 0, 90, "worth of an enemy hex"),
    Constant("objective", 30, 0, 150, "extra worth of an enemy hex per victory point"),
    Constant("rout", 40, 0, 200, "worth of a breakthrough"),
    *by_side("hurdle", _SIDES, (0, 12), -30, 60, "least expected gain of an attack"),
    Constant("air_share", 2, 0, 6, "air units to expect in an attack, at most", _N),
    Constant("certain", 7, 2, 8, "column of the combat table from which no more attackers join"),
    Constant("price_hq", 1, 0, 20, "price of an HQ's support in a combat"),
    Constant("price_air", 1, 0, 20, "price of an air unit's support"),
    Constant("price_column", 2, 0, 20, "price of a supply column"),
    # after combat (after_combat.py)
    *by_side("pursuit", _SIDES, (8, 0), -30, 60, "worth of any advance after combat"),
    Constant("last_steps", 2, 0, 8, "fewest steps with which a stack stands instead of retreating", _R),
)

STAFF = columns(CONSTANTS, _SIDES)
"""Columns; of a constant by side, that of the Nationalist, before that of the Republican."""

TUNING = Tuning("staff", CONSTANTS, "staff", "staff_row")
"""``GameSpec.tuning`` of this game."""


@jit
def constant(t, w, column):
    """Return a constant of the variant of the staff that decides."""
    return int(t.staff[w.variant, column])
