"""Consistency checks of written positions: each check raises an error with the key and the remedy.

A position need not be reachable in play, but every rule must be able to continue from it.
"""

import numpy as np

from ctv_env.core.entries import entries
from ctv_env.core.fields import PositionError, refuse_if
from ctv_env.core.positions import leftovers
from ctv_env.games.ctv.engine.machine import RULES
from ctv_env.games.ctv.engine.node_table import NODES
from ctv_env.games.ctv.model.codes import (
    EDITION,
    END_AIR,
    KIND,
    N_GROUND,
    N_PIECES,
    NAT_AIR,
    NATION,
    NODE,
    NOWHERE,
    PLACE,
    REP_AIR,
    ROLE,
    SIDE,
    SIDE_NAMES,
    SIDE_SLOTS,
    STAGE,
    TRENCH,
    Node,
    Place,
    Stage,
)
from ctv_env.games.ctv.model.state import STATE_FIELDS
from ctv_env.games.ctv.rules.pieces import is_hq, side_of
from ctv_env.games.ctv.rules.r05_stacking import survive_with
from ctv_env.games.ctv.rules.r06_supply import is_lost
from ctv_env.games.ctv.rules.r08_costs import allowance
from ctv_env.games.ctv.rules.r09_bombardment import points
from ctv_env.games.ctv.rules.r10_attack import is_beside, n_attackers
from ctv_env.games.ctv.rules.r10_morale import next_judged
from ctv_env.games.ctv.rules.r12_offensives import needed_for_offensive
from ctv_env.games.ctv.rules.r15_optional import is_air_combat
from ctv_env.games.ctv.serialization.codecs import Context
from ctv_env.games.ctv.serialization.fields import FIELDS, MOVE_FIELDS, NODES_OF, UNIT_FIELDS, on_map


def _nodes_with(field: str) -> tuple[int, ...]:
    """Return the nodes at which a field may be non-empty."""
    return tuple(sorted(int(code) for code, kind in NODES.items() if field in kind.holds))


MAY_DIFFER_AT = {field: _nodes_with(field) for kind in NODES.values() for field in kind.holds}
"""Nodes at which a field may be non-empty; at all others it is empty."""
_FIGHTING = MAY_DIFFER_AT["target"]
_ROLLED = MAY_DIFFER_AT["result_att"]  # after the combat die
_ADVANCING = MAY_DIFFER_AT["unit_advanced"]
_BOTH_FIGHT = tuple(node for node in _FIGHTING if node not in (NODE.ATTACKERS, NODE.ATTRITION_DIE, *_ROLLED))
_COLUMNS_GONE = (NODE.ATTRITION_DIE, *MAY_DIFFER_AT["strength_att"])

_KEYS = {field.field: field.key for field in (*UNIT_FIELDS, *MOVE_FIELDS)}

_PLACES = {
    KIND.SUPPLY_COLUMN: (PLACE.WAITING, PLACE.MAP, PLACE.ELIMINATED),
    KIND.AIR: (PLACE.WAITING, PLACE.AIR_READY, PLACE.AIR_USED, PLACE.AIR_ABSENT, PLACE.ELIMINATED, PLACE.WITHDRAWN),
    KIND.TRENCH: (PLACE.WAITING, PLACE.MAP, PLACE.ELIMINATED),
}
_GROUND_PLACES = (PLACE.WAITING, PLACE.MAP, PLACE.ELIMINATED, PLACE.WITHDRAWN, PLACE.SURRENDERED)
_ONLY_ON_MAP = ("unit_steps", "unit_dsg", "unit_supplied", "unit_attacked", "piece_mp", "piece_began_zoc", "piece_seen")


def check(ctx: Context) -> None:
    """Refuse an inconsistent position; its derived fields must be correct.

    Raises:
        PositionError: names the first wrong key.
    """
    for one_check in (
        _check_time,
        _check_places,
        _check_hexes,
        _check_pieces,
        _check_memory,
        _check_empty,
        _check_roles,
        _check_combat,
        _check_losses,
        _check_dice,
        _check_choice,
    ):
        one_check(ctx)


def _name(code: int) -> str:
    return Node(code).name


# -- memory ----------------------------------------------------------------------------------------------------------


def _check_memory(ctx: Context) -> None:
    """Check what was last seen of a piece (ruling R-64): place and time together, fog on, on the map, in the past.

    There is nothing to remember of trenches, which are public (ruling R-56).
    """
    s = ctx.s
    there = on_map(ctx, N_PIECES)
    for field in ("piece_seen", "seen_turn", "seen_hex"):
        dug = np.flatnonzero(s[field][TRENCH:] != FIELDS[field].empty)
        for p in (TRENCH + dug).tolist():
            raise PositionError(ctx.piece_key(p, _KEYS[field]), "a trench is always in sight", "leave it out")
    for p in np.flatnonzero((s["seen_turn"] > 0) | (s["seen_hex"] != NOWHERE)).tolist():
        turn, key = int(s["seen_turn"][p]), ctx.piece_key(p, "last_turn")
        refuse_if(not there[p], key, "the piece is not on the map", "leave it out")
        refuse_if(not ctx.t["fog"], key, "there is no fog", "leave it out: everything is visible")
        refuse_if(s["seen_hex"][p] == NOWHERE, ctx.piece_key(p, "last_hex"), "null", "name the hex where it was seen")
        refuse_if(not 1 <= turn <= s["turn"], key, f"{turn}", f"it must be 1 to {int(s['turn'])}, the current turn")
    for u in range(N_GROUND):
        steps, now = int(s["seen_steps"][u]), int(s["unit_steps"][u])
        known = s["seen_turn"][u] > 0
        right = now <= steps <= int(ctx.t["steps"][u]) if known else steps == 0
        remedy = f"it must be {now} to {int(ctx.t['steps'][u])}" if known else "it goes with last_turn and last_hex"
        refuse_if(not right, ctx.piece_key(u, "last_steps"), f"{steps}", remedy)


# -- time ------------------------------------------------------------------------------------------------------------


def _check_time(ctx: Context) -> None:
    s, turn, stage = ctx.s, int(ctx.s["turn"]), Stage(int(ctx.s["stage"]))
    nodes = NODES_OF[stage]
    right = ", ".join(node.name for node in nodes)
    refuse_if(ctx.node not in nodes, "node", f"{_name(ctx.node)} is none of {stage.name}", f"it must be {right}")
    first, last = int(ctx.t["start_turn"]), int(ctx.t["n_turns"])
    if stage < STAGE.WEATHER:
        refuse_if(turn != 0, "turn", f"{turn} in set-up", "it must be 0")
    else:
        refuse_if(not first <= turn <= last, "turn", f"{turn} after set-up", f"it must be {first} to {last}")
    began = int(s["offensive_turn"])
    refuse_if(began > turn, "offensive_turn", f"{began} is later than turn {turn}", f"it must be 0 to {turn}")
    may_be_due = ctx.t["edition"] == EDITION.EN and s["factory"] and turn >= ctx.t["factory_turn"]
    remedy = f"in edition 'en' one is from turn {int(ctx.t['factory_turn'])} on, while the factory stands (14.2)"
    refuse_if(s["factory_due"] and not may_be_due, "factory_due", "no demolition die is to come", remedy)
    over = ctx.node == NODE.OVER and s["winner"] == SIDE.NOBODY
    refuse_if(over, "winner", "nobody has won at OVER", f"it must be {' or '.join(map(repr, SIDE_NAMES[:2]))}")


# -- the map ---------------------------------------------------------------------------------------------------------


def _check_places(ctx: Context) -> None:
    """Check that each kind of piece is in one of its places."""
    for p in range(N_PIECES):
        kind, place = int(ctx.t["kind"][p]), int(ctx.s["piece_place"][p])
        if kind == KIND.NONE:
            continue
        allowed = [a for a in _PLACES.get(kind, _GROUND_PLACES) if _may_be(ctx, p, a)]
        words = ["a hex" if a == PLACE.MAP else Place(a).name.lower() for a in allowed]
        refuse_if(place not in allowed, ctx.piece_key(p, "at"), _placed(ctx, p), f"it must be {', '.join(words)}")


def _may_be(ctx: Context, p: int, place: int) -> bool:
    """Whether piece ``p`` may have that place: only some can be withdrawn (4.3, 12.3) or surrender (13.3)."""
    if place == PLACE.WITHDRAWN:
        return side_of(p) == SIDE.NATIONALIST
    if place == PLACE.SURRENDERED:
        return bool(ctx.t["is_brigade"][p]) and ctx.t["nation"][p] == NATION.BASQUE
    return True


def _placed(ctx: Context, p: int) -> str:
    place = Place(int(ctx.s["piece_place"][p]))
    return ctx.code(ctx.s["piece_hex"][p]) if place == Place.MAP else place.name.lower()


def _check_hexes(ctx: Context) -> None:
    """Check which pieces share a hex (5, 9.3); two armour units may, after a retreat (ruling R-12)."""
    pieces_in: dict[int, list[int]] = {}
    for p in np.flatnonzero(ctx.s["piece_place"] == PLACE.MAP).tolist():
        pieces_in.setdefault(int(ctx.s["piece_hex"][p]), []).append(p)
    for c, here in pieces_in.items():
        _check_singles(ctx, c, here)
        units = [p for p in here if p < N_GROUND]
        for p in here:
            if units and ctx.t["kind"][p] != KIND.TRENCH and side_of(p) != side_of(units[0]):
                problem = f"{ctx.code(c)} holds {ctx.tables.piece_names[units[0]]} of the other side"
                raise PositionError(ctx.piece_key(p, "at"), problem, "units and columns in a hex are of one side")
        largest = max(units, key=lambda u: int(ctx.t["sp"][u]), default=NOWHERE)
        if units and not survive_with(ctx.s, ctx.t, largest, c):
            problem = f"{int(ctx.s['cell_sp'][c])} stacking points in {ctx.code(c)}"
            but_one = "" if ctx.t["edition"] == EDITION.EN else " without one of its units"
            remedy = f"it must hold fewer than {2 * int(ctx.t['stack_limit'][c])}{but_one} (5.1.1)"
            raise PositionError(ctx.piece_key(units[-1], "at"), problem, remedy)


def _check_singles(ctx: Context, c: int, here: list[int]) -> None:
    """Check for one HQ, one supply column and one trench per hex (4.2, 5; ruling R-11)."""
    kinds = {
        "HQ": [p for p in here if is_hq(ctx.t, p)],
        "supply column": [p for p in here if ctx.t["kind"][p] == KIND.SUPPLY_COLUMN],
        "trench": [p for p in here if ctx.t["kind"][p] == KIND.TRENCH],
    }
    for what, group in kinds.items():
        if len(group) > 1:
            raise PositionError(ctx.piece_key(group[1], "at"), f"a second {what} in {ctx.code(c)}", "one per hex")


def _check_pieces(ctx: Context) -> None:
    """Check steps, supply, movement points and boxes against the place of each piece."""
    s, t = ctx.s, ctx.t
    for field in _ONLY_ON_MAP:
        off = np.flatnonzero((s[field] != 0) & ~on_map(ctx, len(s[field])))
        if len(off):
            key = ctx.piece_key(int(off[0]), _KEYS[field])
            raise PositionError(key, "the piece is not on the map", "leave it out, or put the piece into a hex")
    for u in np.flatnonzero(on_map(ctx, N_GROUND)).tolist():
        steps, full = int(s["unit_steps"][u]), int(t["steps"][u])
        refuse_if(not 1 <= steps <= full, ctx.piece_key(u, "steps"), f"{steps}", f"it must be 1 to {full}")
        refuse_if(is_lost(s, t, u), ctx.piece_key(u, "dsg"), "DSG2 and out of supply", "it would be eliminated (9.5.1)")
    for p in np.flatnonzero(s["piece_mp"]).tolist():
        full = int(allowance(s, t, p)) if side_of(p) == s["phasing"] else 0
        problem, remedy = f"{s['piece_mp'][p] / 2:g} MP", f"it must be 0 to {full / 2:g}"
        refuse_if(s["piece_mp"][p] > full, ctx.piece_key(p, "mp"), problem, remedy)
    for p in range(N_PIECES):
        absent, back = s["piece_place"][p] == PLACE.AIR_ABSENT, int(s["air_return"][p])
        first, last = int(s["turn"]) + 1, int(s["turn"] + t["air_absence"])
        right = first <= back <= last if absent else back == 0
        remedy = f"it must be {first} to {last}" if absent else "only an absent air unit has one"
        refuse_if(not right, ctx.piece_key(p, "return"), f"{back}", remedy)


# -- choices in progress -----------------------------------------------------------------------------------------------


def _check_empty(ctx: Context) -> None:
    """Check that fields of choices that are over or not yet due are empty."""
    for field, where in leftovers(STATE_FIELDS, NODES, ctx.s):
        full = ctx.s[field.name] != field.empty
        key = ctx.piece_key(int(np.argmax(full)), _KEYS[field.name]) if field.name in _KEYS else field.name
        raise PositionError(key, f"not allowed at {_name(ctx.node)}", f"leave it out; it is for {where}")


def _check_roles(ctx: Context) -> None:
    """Check that the pieces in the combat may take part in it, and are in the right places."""
    for p in np.flatnonzero(ctx.s["piece_role"] != ROLE.NONE).tolist():
        role, key = int(ctx.s["piece_role"][p]), ctx.piece_key(p, "role")
        if role == ROLE.LEAVES_BATTALION:
            right = (
                ctx.node == NODE.BREAKDOWN
                and p < N_GROUND
                and ctx.t["is_brigade"][p]
                and ctx.t["nation"][p] == NATION.BASQUE
            )
            refuse_if(not right, key, "leaves a battalion", "only Basque brigades do, at BREAKDOWN")
        elif role == ROLE.SUPPORTS:
            _check_supporter(ctx, p, key)
        else:
            _check_attacker(ctx, p, key)
    unasked = np.flatnonzero((ctx.s["unit_from"] != NOWHERE) & ~_attacking(ctx))
    if len(unasked):
        raise PositionError(ctx.piece_key(int(unasked[0]), "from"), "the unit does not attack", "leave it out")


def _attacking(ctx: Context) -> np.ndarray:
    """bool (N_GROUND,): the attackers of this combat, including those lost or driven back."""
    return np.isin(ctx.s["piece_role"][:N_GROUND], (ROLE.ATTACKS, ROLE.FELL_BACK))


def _check_supporter(ctx: Context, p: int, key: str) -> None:
    place, column = int(ctx.s["piece_place"][p]), ctx.t["kind"][p] == KIND.SUPPLY_COLUMN
    supports = column or NAT_AIR <= p < END_AIR or is_hq(ctx.t, p)
    right = ctx.node in _FIGHTING and ctx.node != NODE.ATTACKERS and supports
    refuse_if(not right, key, "supports", "only HQs, air units and columns do, once the attackers are named")
    if NAT_AIR <= p < END_AIR:
        right = place in (PLACE.AIR_USED, PLACE.AIR_ABSENT)
        refuse_if(not right, ctx.piece_key(p, "at"), f"{_placed(ctx, p)} though it supports", "it must be air_used")
    elif column:
        right = place == PLACE.MAP and ctx.node not in _COLUMNS_GONE
        refuse_if(not right, key, "the column is used up", "it supports on the map, until the bombardment")
    else:
        right = (place == PLACE.MAP and ctx.s["piece_used"][p]) or place == PLACE.ELIMINATED
        refuse_if(not right, ctx.piece_key(p, "used"), "an HQ that supports is used", "it must be true")


def _check_attacker(ctx: Context, u: int, key: str) -> None:
    s, t = ctx.s, ctx.t
    right = ctx.node in _FIGHTING and u < N_GROUND and t["is_combat"][u] and side_of(u) == s["phasing"]
    refuse_if(not right, key, "attacks", "only combat units of the phasing side do, at nodes of a combat")
    fell_back = s["piece_role"][u] == ROLE.FELL_BACK
    right = not fell_back or (s["phasing"] == SIDE.REPUBLICAN and ctx.node in _ROLLED)
    refuse_if(not right, key, "fell back", "only Republican attackers do, after the combat die (10.6)")
    cell, target, from_key = int(s["unit_from"][u]), int(s["target"]), ctx.piece_key(u, "from")
    right = NOWHERE not in (cell, target) and is_beside(t, cell, target)
    refuse_if(not right, from_key, "not beside the target", "an attacker needs the hex from which it attacks")
    stands = s["piece_place"][u] == PLACE.MAP and ctx.node not in _ADVANCING and not fell_back
    moved = stands and s["piece_hex"][u] != cell
    refuse_if(moved, from_key, f"{ctx.code(cell)}, but it stands elsewhere", "it attacks out of its own hex")


def _check_combat(ctx: Context) -> None:
    """Check the target, and that both sides have units in the combat."""
    s, node = ctx.s, ctx.node
    if node not in _FIGHTING:
        return
    target, name = int(s["target"]), _name(node)
    refuse_if(target == NOWHERE, "target", f"none at {name}", "it must be the hex under attack")
    held = s["cell_ground"][target] > 0 and s["cell_side"][target] != s["phasing"]
    enemies = (*_BOTH_FIGHT, NODE.ATTACKERS, NODE.LOSS_ATT, NODE.MORALE_DIE, NODE.RETREAT, NODE.LOSS_DEF)
    refuse_if(node in enemies and not held, "target", "no defender is there", f"{name} needs one")
    refuse_if(node in _ADVANCING and held, "target", "defenders are left there", f"{name} needs it empty of them")
    nobody = node != NODE.ATTACKERS and not _attacking(ctx).any()
    refuse_if(nobody, "pieces", f"nobody attacks at {name}", "a piece must have the role 'attacks'")
    gone = node in _BOTH_FIGHT and n_attackers(s) == 0
    refuse_if(gone, "pieces", "no attacker is left on the map", f"{name} needs one")


def _check_losses(ctx: Context) -> None:
    """Check that losses and retreats are owed, and that the judged stack exists."""
    s, node = ctx.s, ctx.node
    refuse_if(node == NODE.LOSS_ATT and not s["owed_att"], "owed_att", "0 at LOSS_ATT", "it must be 1 or more")
    judged = s["judged_hex"] != NOWHERE
    defends = node == NODE.LOSS_DEF or (node in (NODE.MORALE_DIE, NODE.RETREAT) and not judged)
    refuse_if(defends and not s["owed_def"], "owed_def", f"0 at {_name(node)}", "it must be 1 or more")
    refuse_if(judged and s["owed_def"], "owed_def", "the attackers are judged first", "it must be 0")
    refuse_if(judged and s["phasing"] != SIDE.REPUBLICAN, "judged_hex", "Nationalists have no morale", "leave it out")
    nationalists = node == NODE.MORALE_DIE and not judged and s["phasing"] == SIDE.REPUBLICAN
    refuse_if(nationalists, "node", "MORALE_DIE for Nationalists", "only Republicans roll for morale (10.6)")
    if judged:
        lost = next_judged(s, ctx.t, int(s["judged_hex"])) == s["judged_hex"]
        needed = node in (NODE.MORALE_DIE, NODE.RETREAT) and not lost
        refuse_if(needed, "judged_hex", "no attacker there has lost a step", "give one of them 'lost'")


def _check_dice(ctx: Context) -> None:
    """Check that the die of a chance node is due, and that keyed dice can be counted on."""
    s, t, node = ctx.s, ctx.t, ctx.node
    fights = int(s["cell_fights"].max())  # every combat takes a unit that has not attacked in the segment (10.1)
    refuse_if(fights > SIDE_SLOTS, "cell_fights", f"{fights}", f"it must be at most {SIDE_SLOTS}, one for each unit")
    if node == NODE.RESERVE_DIE:
        refuse_if(not 1 <= s["cursor"] <= 3, "cursor", f"{s['cursor']}", "it must be the group that rolls, 1 to 3")
    elif node in (NODE.AIR_COMBAT_DIE, NODE.ATTRITION_DIE):
        p = int(s["cursor"])
        right = NAT_AIR <= p < END_AIR and s["piece_role"][p] == ROLE.SUPPORTS
        refuse_if(not right, "cursor", "no air unit that supports", "it must be the one that rolls")
        no_fight = node == NODE.AIR_COMBAT_DIE and not is_air_combat(s, t)
        refuse_if(no_fight, "node", "no air combat", "it needs option air_combat, and air units of both sides (15.1)")
    elif node == NODE.BOMBARD_DIE:
        equal = points(s, t, SIDE.NATIONALIST) == points(s, t, SIDE.REPUBLICAN)
        refuse_if(equal, "node", "BOMBARD_DIE with equal points", "nobody rolls then (9.4.2)")
    elif node == Node.OFFENSIVE_DIE:
        remedy = "it needs a turn of 12.2 before the offensive began"
        refuse_if(needed_for_offensive(s, t) <= 1, "node", "OFFENSIVE_DIE without a roll", remedy)


def _check_choice(ctx: Context) -> None:
    """Check that the decision of the node can be made."""
    s, t, node = ctx.s, ctx.t, ctx.node
    p = int(s["piece"])
    if node == NODE.MOVE_TO:
        right = (
            p != NOWHERE and s["piece_place"][p] == PLACE.MAP and side_of(p) == s["phasing"] and p < len(s["piece_mp"])
        )
        remedy = f"it must be a {SIDE_NAMES[int(s['phasing'])]} unit or column on the map"
        refuse_if(not right, "piece", f"{_shown(ctx, p)} at MOVE_TO", remedy)
    if node == NODE.ADVANCE_TO:
        right = NOWHERE < p < N_GROUND and s["piece_place"][p] == PLACE.MAP and s["piece_role"][p] == ROLE.ATTACKS
        refuse_if(not right, "piece", f"{_shown(ctx, p)} at ADVANCE_TO", "it must be an attacker on the map")
    if node == NODE.WITHDRAW:
        own = slice(NAT_AIR, REP_AIR)
        nationalists = [side_of(p) == SIDE.NATIONALIST for p in range(N_PIECES)]
        there = {
            "owed_infantry": np.count_nonzero((t["kind"] == KIND.INFANTRY) & on_map(ctx, N_PIECES) & nationalists),
            "owed_air": np.count_nonzero(s["piece_place"][own] == PLACE.AIR_READY),
        }
        for key, number in there.items():
            refuse_if(s[key] > number, key, f"{s[key]} must leave", f"there are {number}")
    brigades = (t["is_brigade"] == 1) & (t["nation"] == NATION.BASQUE) & on_map(ctx, N_PIECES)
    unnamed = np.count_nonzero(brigades & (s["piece_role"] == ROLE.NONE))
    refuse_if(s["owed_battalions"] > unnamed, "owed_battalions", f"{s['owed_battalions']}", f"{unnamed} are unnamed")
    legal = entries(RULES).mask(ctx.states, 0, ctx.tables.record, ctx.scratch)
    remedy = "change the position, or the node"
    refuse_if(legal == 0 and node != NODE.OVER, "node", f"nothing is legal at {_name(node)}", remedy)


def _shown(ctx: Context, p: int) -> str:
    return "nothing" if p == NOWHERE else ctx.tables.piece_names[p]
