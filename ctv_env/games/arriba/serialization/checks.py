"""Consistency checks of written positions: each check raises an error with the key and the remedy.

A position need not be reachable in play, but every rule must be able to continue from it.
"""

import numpy as np

from ctv_env.core.fields import refuse_if
from ctv_env.core.jit import records
from ctv_env.core.positions import check_decision, check_leftovers
from ctv_env.core.terms import Tables
from ctv_env.games.arriba.engine.machine import RULES
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.model import codes
from ctv_env.games.arriba.model.codes import (
    CITY,
    FIRST_REBEL_PAIR,
    FLAGS,
    IMPROVED,
    MAX_UNITS,
    MOROCCO,
    N_AREAS,
    N_BGS,
    N_PAIRS,
    NO_UNIT,
    NODE,
    NOWHERE,
    SIDE,
    SIDE_NAMES,
    Stage,
)
from ctv_env.games.arriba.model.state import SCRATCH, STATE_FIELDS
from ctv_env.games.arriba.rules.pieces import counter_pair, order_key
from ctv_env.games.arriba.serialization.steps import check_attack, check_dice, check_hands, check_lift


def check(tables: Tables, record: np.void) -> None:
    """Refuse an inconsistent position, whose numbers all have a meaning.

    Raises:
        PositionError: names the first wrong key, what is wrong with it and what would be right.
    """
    t, over = tables.record[0], int(record["node"]) == NODE.OVER
    check_decision(NODES, record)
    for one_check in (_check_turn, _check_rows, _check_groups, _check_places, _check_counters, _check_ap):
        one_check(t, record)
    if not over:  # a game that is over may stop in the middle of anything
        check_leftovers(STATE_FIELDS, NODES, record)
        for one_check in (_check_named, _check_fighters, _check_hand):
            one_check(t, record)
        _check_steps(t, s_of(record))
    _check_choice(tables, record)


def derive(tables: Tables, states: np.ndarray) -> None:
    """Fill the derived fields of ``states``, (1,): numbers of units and battlegroups, and what is left of counters."""
    s, t = states[0], tables.record[0]
    for units, number in (("bg_unit", "bg_units"), ("pool_unit", "pool_units"), ("hold_unit", "hold_units")):
        s[number] = (s[units] != NO_UNIT).sum(-1)
    s["at_large"] = (_sizes(s)[..., 1:] > 0).sum(-1)
    s["area_units"] = s["pool_units"]
    s["area_units"][:, :N_AREAS] += s["bg_units"].sum(-1, dtype=s["area_units"].dtype)
    used = np.concatenate([s[units].ravel() for units in ("bg_unit", "pool_unit", "hold_unit")])
    used = used[used != NO_UNIT].astype(int)
    pairs = [counter_pair(t, pair) for pair in (used // FLAGS).tolist()]
    s["counters_free"] = t["counters"] - np.bincount(pairs, minlength=N_PAIRS)
    s["improved_free"] = t["improved_limit"] - np.count_nonzero(used & IMPROVED)
    s["forts_free"] = t["fort_limit"] - np.count_nonzero(s["fort"] != SIDE.NOBODY)


def _sizes(s: np.void) -> np.ndarray:
    """Return the number of units and AP of each battlegroup, (2, N_AREAS, N_BGS)."""
    return s["bg_units"] + s["bg_armour"] + s["bg_artillery"]


def _check_steps(t: np.void, s: np.void) -> None:
    check_dice(tables_record(t), s)
    check_hands(s)
    check_lift(tables_record(t), s)
    check_attack(s)


def _check_turn(t: np.void, s: np.void) -> None:
    """Check that the turn is one of the scenario."""
    turn, first, last = int(s["turn"]), int(t["first_turn"]) - (int(s["stage"]) == Stage.SETUP), int(t["last_turn"])
    refuse_if(not first <= turn <= last, "turn", f"it is {turn}", f"it must be {first} to {last}")


def _check_rows(t: np.void, s: np.void) -> None:
    """Check that rows of classes are sorted and of one side."""
    for key in ("bg_unit", "pool_unit", "hold_unit"):
        rising = np.diff(np.asarray(s[key]).astype(int)) >= 0
        refuse_if(not rising.all(), key, "classes are not in rising order", "empty places, 127, come last")
    for key in ("bg_unit", "pool_unit"):
        units = np.asarray(s[key])
        of_rebel = units >= FIRST_REBEL_PAIR * FLAGS
        own = (of_rebel[0] <= (units[0] == NO_UNIT)).all() and of_rebel[1].all()
        refuse_if(not own, key, "a unit stands with the other side", "units of a side come in its own half")


def _check_groups(t: np.void, s: np.void) -> None:
    """Check that battlegroups are without gaps, sorted and within their sizes, and that no city has AP alone."""
    size = _sizes(s)
    taken = np.arange(1, N_BGS) <= np.asarray(s["at_large"])[..., None]
    refuse_if(((size[..., 1:] > 0) != taken).any(), "bg_unit", "there are gaps between battlegroups", "leave none")
    alone = (np.asarray(s["bg_units"])[..., CITY] == 0) & (size[..., CITY] > 0)
    refuse_if(alone.any(), "bg_unit", "AP stand in a city without a unit", "post them in the country")
    refuse_if((np.asarray(s["bg_marks"])[size == 0] != 0).any(), "bg_marks", "nobody is there", "they must be 0")
    most = np.asarray(t["bg_size"])[:, None, None]
    refuse_if((np.asarray(s["bg_units"]) > most).any(), "bg_unit", "a battlegroup is too large", "rule 7.1.1")
    for side, a in np.argwhere(np.asarray(s["at_large"]) > 1).tolist():
        keys = [order_key(s_of(s), side, a, b) for b in range(1, 1 + int(s["at_large"][side, a]))]
        refuse_if(keys != sorted(keys), "bg_unit", "battlegroups at large are not sorted", "ruling A-122")


def s_of(record: np.void) -> np.void:
    """Return a record that compiled functions take, with fields as attributes."""
    states = records(1, record.dtype)
    states[0] = record
    return states[0]


def _check_places(t: np.void, s: np.void) -> None:
    """Check pools, the sides in cities, and how many units an area has."""
    crowded = (np.asarray(s["area_units"]) > MAX_UNITS).any()
    refuse_if(crowded, "bg_unit", "too many units of a side are in an area", f"there can be {MAX_UNITS} (ruling A-44)")
    waits = np.asarray(s["pool_units"]) + s["pool_armour"] + s["pool_artillery"]
    in_city = np.asarray(s["pool_in_city"]) == 1
    refuse_if((in_city & (waits == 0)).any(), "pool_in_city", "nothing waits there", "it must be 0 (ruling A-45)")
    refuse_if(in_city[:, MOROCCO].any(), "pool_in_city", "Morocco has no city", "it must be 0 there")
    holds = (np.asarray(s["bg_units"])[..., CITY] > 0) | (in_city & (np.asarray(s["pool_units"]) > 0))[:, :N_AREAS]
    refuse_if(holds.all(0).any(), "bg_unit", "units of both sides stand in one city", "only one side can")


def _check_counters(t: np.void, s: np.void) -> None:
    """Check that no more counters and markers are in use than there are."""
    for free, key, things in (
        ("counters_free", "bg_unit", "units of a kind, those of pools included, than counters"),
        ("improved_free", "bg_unit", "improved units than markers"),
        ("forts_free", "fort", "forts than markers"),
    ):
        refuse_if((np.asarray(s[free]) < 0).any(), key, f"there are more {things}", "take some away")


def tables_record(t: np.void) -> np.void:
    """Return the tables record in the form that compiled functions take."""
    return s_of(t)


def _check_ap(t: np.void, s: np.void) -> None:
    """Check that asset points in play, on the way and available add up to the total (rulings A-35, A-50)."""
    on_map = {
        codes.ASSET.ARMOUR: np.asarray(s["bg_armour"]).sum((1, 2)) + np.asarray(s["pool_armour"]).sum(1),
        codes.ASSET.ARTILLERY: np.asarray(s["bg_artillery"]).sum((1, 2)) + np.asarray(s["pool_artillery"]).sum(1),
        codes.ASSET.AIR: np.asarray(s["air_ready"]).astype(int) + s["air_used"],
    }
    node = int(s["node"])
    holder = int(s["attacker"]) if "battle_area" in NODES[node].holds else int(s["phasing"])
    on_map[codes.ASSET.ARMOUR][holder] += np.asarray(s["hold_armour"]).sum()
    on_map[codes.ASSET.ARTILLERY][holder] += np.asarray(s["hold_artillery"]).sum()
    here = int(s["legion"][codes.POWER.GE]) == codes.LEGION.HERE
    for ap, found in on_map.items():
        landing = node == codes.NODE.AP_PORT and s["ap"] == ap and s["ap_due"][ap] == 0
        found[int(s["phasing"])] += int(s["ap_due"][ap]) + landing
        limits = np.full(2, int(t["ap_limit"][ap]))
        leaving = node == codes.NODE.LEGION_LEAVES and ap == codes.ASSET.ARMOUR
        limits[codes.SIDE.REBEL] += int(t["german_ap"][ap]) * (here or leaving)
        wrong = found + s["ap_free"][:, ap] != limits
        problem = f"with those in play there are {(found + s['ap_free'][:, ap]).tolist()} of type {ap}"
        refuse_if(wrong.any(), "ap_free", problem, f"there must be {limits.tolist()}")


def _check_named(t: np.void, s: np.void) -> None:
    """Check that the parts of a choice of several steps are named."""
    node = int(s["node"])
    for key in NODES[node].holds:
        wrong = key in _NEEDED and key not in _OPEN.get(node, ()) and int(s[key]) == NOWHERE
        refuse_if(wrong, key, "it names nothing", f"{NODES[node].code.name} needs it")
    no_gift = node == codes.NODE.EVENT_PLACE and s["unit"] == NOWHERE and s["ap"] == NOWHERE
    refuse_if(no_gift, "unit", "neither a unit nor an AP is to be placed", "EVENT_PLACE needs one of them")


_IN_HAND = (codes.NODE.MOVE_TO, codes.NODE.DROP, codes.NODE.DROP_POST, codes.NODE.FORM_POST)


def _check_fighters(t: np.void, s: np.void) -> None:
    """Check that the named battlegroups exist and have units, which they may lose after the combat die."""
    node = int(s["node"])
    holds = NODES[node].holds
    named = []
    if "battle_area" in holds and "result_att" not in holds:
        a, attacker = int(s["battle_area"]), int(s["attacker"])
        named.append(("att_bg", attacker, a, int(s["att_bg"])))
        if node != codes.NODE.BREAKTHROUGH_TARGET:
            named.append(("def_bg", 1 - attacker, a, int(s["def_bg"])))
    elif "bg" in holds and node not in _OPEN:
        named.append(("bg", int(s["to_move"]), int(s["area"]), int(s["bg"])))
    for key, side, a, b in named:
        there = 0 <= a < N_AREAS and 0 <= b < N_BGS and s["bg_units"][side, a, b] > 0
        refuse_if(not there, key, f"{SIDE_NAMES[side]} has no units at that place", "name a battlegroup")


def _check_hand(t: np.void, s: np.void) -> None:
    """Check that a battlegroup that moves or is to be posted is in hand, and its area on the map."""
    node = int(s["node"])
    if node in (codes.NODE.ORGANISE, codes.NODE.FORM, codes.NODE.FORM_POST):
        waits = np.asarray(s["pool_units"]) + s["pool_armour"] + s["pool_artillery"]
        left = (waits[int(s["to_move"]), :N_AREAS] > 0) & (np.asarray(s["organised"]) == 1)
        left &= np.arange(N_AREAS) != int(s["area"])
        refuse_if(left.any(), "organised", "something waits in an area that has been organised", "it must be 0 there")
    if node not in _IN_HAND and node != codes.NODE.FORM:
        return
    refuse_if(not 0 <= s["area"] < N_AREAS, "area", "it is not on the map", f"it must be 0 to {N_AREAS - 1}")
    forming = node in (codes.NODE.FORM, codes.NODE.FORM_POST)
    unnamed = forming and s["organised"][int(s["area"])] == 0
    refuse_if(unnamed, "organised", "the area under choice is not among them", "it must be 1 there")
    pieces = s["hold_units"] + s["hold_armour"] + s["hold_artillery"]
    missing = node in _IN_HAND and pieces[codes.HAND] == 0
    refuse_if(missing, "hold_units", "nothing is in hand", f"{NODES[node].code.name} needs a battlegroup")


_NEEDED = ("battle_area", "att_bg", "def_bg", "area", "bg", "lift_from", "lift_to", "unit", "power", "faction", "ap")
_OPEN = {  # fields that a node may have but does not need
    **dict.fromkeys((codes.NODE.MOVE_TO, codes.NODE.DROP, codes.NODE.DROP_POST), ("bg",)),
    codes.NODE.BREAKTHROUGH_TARGET: ("def_bg",),
    codes.NODE.EVENT_LOSE: ("area",),
    codes.NODE.EVENT_PLACE: ("unit", "ap"),
    codes.NODE.LIFT_AP: ("unit",),  # asset points alone (ruling A-54)
}


def _check_choice(tables: Tables, record: np.void) -> None:
    """Check that there is something to decide, unless the game is over."""
    states, scratch = records(1, record.dtype), records(1, SCRATCH)
    states[0] = record
    n = int(RULES.fill_mask(states[0], tables.record[0], scratch[0]))
    refuse_if(
        n == 0 and int(record["node"]) != NODE.OVER, "node", "nothing can be decided there", "choose another node"
    )
