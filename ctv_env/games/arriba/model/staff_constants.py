"""The constants of the policy ``staff`` that can be tuned (``core.tuning``), and their columns in ``t.staff``.

Worths are tenths of an EP, about, unless they say otherwise.
"""

from ctv_env.core.jit import jit
from ctv_env.core.tuning import Constant, Tuning, by_side, columns
from ctv_env.games.arriba.model.codes import SIDE, SIDE_NAMES

_R = (SIDE.REBEL,)
_SIDES = SIDE_NAMES[:2]

CONSTANTS = (
    # the map (survey.py)
    Constant("city_worth", 20, 0, 80, "worth of any city"),
    Constant("arms_worth", 15, 0, 80, "more if it makes equipment (6.1)"),
    Constant("region_worth", 140, 0, 560, "worth of a region, shared by its cities (12.2, 12.3)"),
    Constant(
        "control_worth", 60, 0, 240, "worth of control of a region rather than none, in the next Inter-Phase (12.2)"
    ),
    Constant("capital_worth", 5, 0, 80, "more for each faction that has its capital in a city (5.2)"),
    Constant("fear", 10, 0, 30, "tenths, weight of the CF of an enemy battlegroup that can come to a city"),
    # moves (moves.py)
    Constant("least_move", 20, 0, 120, "least gain for which a battlegroup moves, six times its worth"),
    Constant("capture", 10, 0, 40, "tenths, weight of the worth of a city that a move takes"),
    Constant("tenure", 8, 0, 40, "fortieths of the worth of an own city that standing in it is worth, safe or not"),
    *by_side("care", _SIDES, (20, 10), 0, 80, "fortieths, weight of risks to cities: the enemy cannot go everywhere"),
    Constant(
        "country", 4, 0, 12, "share, of six, of a garrison's use that a battlegroup has which stands beside the city"
    ),
    Constant("assault", 10, 0, 40, "tenths, weight of the attack that a move makes possible"),
    # attacks (forecast.py, fights.py), in units of which an enemy CF is worth 10
    Constant("spared", 5, 0, 60, "worth of the end of a battlegroup outside a city, which spares its counterattack"),
    Constant("own_cf", 7, 0, 30, "worth of an own CF, which comes back for less than an EP"),
    Constant(
        "disruption", 1, 0, 10, "lost for each CF of the attacker that is disrupted: it cannot attack again at once"
    ),
    Constant("effort", 10, 0, 60, "price of an EP for a major offensive (9.1.1)"),
    *by_side("hurdle", _SIDES, (10, 0), -40, 80, "least mean gain of an attack"),
    Constant("ap_loss", 15, 1, 60, "worth of an AP, when losses are taken"),
    Constant("improved_loss", 8, 0, 60, "worth of an improved cadre then"),
    # purchases (purchases.py)
    Constant("reserve", 3, 0, 15, "EP kept for offensives"),
    Constant("dear", 3, 0, 8, "the highest price paid for an AP"),
    Constant("rich", 8, 0, 40, "EP above which any price is paid"),
    Constant("morocco_worth", 20, 0, 200, "worth of a new unit in Morocco, which will come over", _R),
    Constant("improved_share", 6, 1, 15, "of the units of an area, one in so many is improved"),
    Constant("army", 12, 0, 48, "CF in an area, from which its cadres are improved, and up to which units are added"),
    # powers (politics.py), in tenths of a PSP of the Government
    *by_side("safe_ps", _SIDES, (15, 10), 0, 45, "points of support that are not risked for powers"),
    *by_side("psp_worth", _SIDES, (10, 2), 0, 40, "worth of a PSP in the campaign", own=False),
    *by_side("ep_worth", _SIDES, (10, 8), 0, 40, "worth of an EP, which goes into an army that lasts", own=False),
    Constant("lasts", 4, 1, 14, "turns for which a change of attitude is expected to last"),
    Constant("midway", 35, 0, 100, "percent of the way from support to intervention for which the box between counts"),
    Constant("least_attempt", 10, -40, 80, "least gain for which a power is influenced"),
)

STAFF = columns(CONSTANTS, _SIDES)
"""Columns; of a constant by side, that of the Government, before that of the Rebel."""

TUNING = Tuning("staff", CONSTANTS, "staff", "staff_row")
"""``GameSpec.tuning`` of this game."""


@jit
def constant(t, w, column):
    """Return a constant of the variant of the staff that decides."""
    return int(t.staff[w.variant, column])
