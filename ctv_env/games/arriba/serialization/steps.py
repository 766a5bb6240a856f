"""Consistency checks of decisions and dice of several steps: what earlier steps have left must lead somewhere."""

import numpy as np

from ctv_env.core.fields import refuse_if
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.model import codes
from ctv_env.games.arriba.model.codes import HAND, N_AREAS, NOWHERE, PART, SIDE_NAMES
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.model.state import MOST_DICE
from ctv_env.games.arriba.rules import r06_lifts
from ctv_env.games.arriba.rules.r09_combat import has_target
from ctv_env.games.arriba.rules.r10_recovery import next_place
from ctv_env.games.arriba.rules.r12_inter_phase import dice_of_region
from ctv_env.games.arriba.rules.r14_set_up import brigades_in_doubt

_CURSORS = {
    codes.NODE.DOCTRINE_DIE: codes.N_DOCTRINE,
    codes.NODE.RECOVERY_DIE: N_AREAS,
    codes.NODE.CONTROL_DIE: codes.N_REGIONS,
    codes.NODE.PS_DIE: codes.N_REGIONS,
}
"""What the cursor counts at dice that are rolled one by one."""


def check_dice(t: np.void, s: np.void) -> None:
    """There is something to roll for, and a number of dice that can be left."""
    node = int(s["node"])
    if node in _CURSORS:
        end, cursor = _CURSORS[node], int(s["cursor"])
        refuse_if(cursor >= end, "cursor", f"it is {cursor}", f"at {NODES[node].code.name} it must be 0 to {end - 1}")
    if node == codes.NODE.RECOVERY_DIE:
        waits = next_place(s, int(s["phasing"]), int(s["cursor"])) != NOWHERE
        refuse_if(not waits, "cursor", "nobody has to roll in that area", "name an area with a disrupted unit")
    if node in (codes.NODE.REVOLT_DIE, codes.NODE.CITY_DIE):
        refuse_if(int(s["area"]) >= N_AREAS, "area", "no brigade is in doubt there", f"it must be 0 to {N_AREAS - 1}")
    if s["to_move"] == codes.SIDE.CHANCE and "dice_left" in NODES[node].holds:
        most, left = _most_dice(t, s), int(s["dice_left"])
        refuse_if(not 1 <= left <= most, "dice_left", f"it is {left}", f"it must be 1 to {most}")


def _most_dice(t: np.void, s: np.void) -> int:
    node = int(s["node"])
    if node == codes.NODE.PS_DIE:
        return int(dice_of_region(s, t, int(s["cursor"])))
    if node == codes.NODE.REVOLT_DIE:
        return int(brigades_in_doubt(t, int(s["area"])))
    return 2 if node == codes.NODE.CONTROL_DIE else MOST_DICE


def check_hands(s: np.void) -> None:
    """A part is in hand only while it is dropped or breaks through; a hand without pieces has no marks."""
    node = int(s["node"])
    pieces = np.asarray(s["hold_units"]) + s["hold_armour"] + s["hold_artillery"]
    empty = (
        []
        if node in (codes.NODE.DROP, codes.NODE.DROP_POST)
        else [HAND if "battle_area" in NODES[node].holds else PART]
    )
    for hand in empty:
        wrong = pieces[hand] > 0 or s["hold_marks"][hand] != 0
        refuse_if(wrong, "hold_units", f"hand {hand} is not empty", f"at {NODES[node].code.name} nothing is in it")


def check_lift(t: np.void, s: np.void) -> None:
    """What a lift has named so far can be lifted (6.7)."""
    node = int(s["node"])
    if node not in (codes.NODE.LIFT_FROM, codes.NODE.LIFT_TO, codes.NODE.LIFT_UNIT, codes.NODE.LIFT_AP):
        return
    verb, begins, ends = int(s["verb"]), int(s["lift_from"]), int(s["lift_to"])
    lifts = range(codes.VERB.AIR_LIFT, codes.VERB.AIR_LIFT + codes.N_LIFTS)
    left = verb in lifts and r06_lifts.lifts_left(s, t, verb) > 0
    refuse_if(not left, "verb", "no lift of that kind is left", "name another kind")
    if node == codes.NODE.LIFT_FROM:
        return
    refuse_if(not r06_lifts.can_leave(s, t, verb, begins), "lift_from", "the lift cannot begin there", "rule 6.7")
    if node == codes.NODE.LIFT_TO:
        return
    lands = begins != ends and r06_lifts.can_land(s, t, verb, ends)
    refuse_if(not lands, "lift_to", "the lift cannot end there", "rule 6.7")
    for key, ap in (("lift_armour", codes.ASSET.ARMOUR), ("lift_artillery", codes.ASSET.ARTILLERY)):
        too_many = s[key] > 0 and (verb != codes.VERB.SEA_LIFT or r06_lifts.ap_to_lift(s, begins, ap) < 0)
        refuse_if(too_many, key, "so many are not there", "name fewer")
    unit = int(s["unit"])
    wrong = unit != NOWHERE and r06_lifts.why_not_lift_unit(s, t, unit) != WHY.LEGAL
    refuse_if(wrong, "unit", "it cannot be lifted", "name another unit")


def check_attack(s: np.void) -> None:
    """Where somebody is about to attack, there is somebody to be attacked (9.1)."""
    if int(s["node"]) in (codes.NODE.ATTACK_BG, codes.NODE.TARGET):
        enemy, area = 1 - int(s["phasing"]), int(s["area"])
        there = area < N_AREAS and has_target(s, enemy, area)
        refuse_if(not there, "area", f"{SIDE_NAMES[enemy]} has no battlegroup there", "name another area")
