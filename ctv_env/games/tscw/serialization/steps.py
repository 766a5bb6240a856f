"""Consistency checks of decisions of several steps: what earlier steps have named must be there."""

import numpy as np

from ctv_env.core.fields import refuse_if
from ctv_env.games.tscw.model.codes import (
    N_CHITS,
    NOBODY_PIECE,
    OFF,
    ROLE,
    Act,
    Kind,
    Node,
    Size,
    Where,
)

_ON_MAP = {
    Node.SEA_TO,
    Node.RAIL_TO,
    Node.MOVE_MODE,
    Node.MOVE_TO,
    Node.ADVANCE_TO,
    Node.RELEASE_UNIT,
    Node.RESERVE_UNIT,
}
_OFF_MAP = {Node.ARRIVE, Node.MOBILIZE_PLACE, Node.REMNANTS_PLACE, Node.SETUP_PLACE}
_PAYING = {Node.RP_PURSE, Node.RP_FULL}
_WITH_CELL = {Node.EXCESS, Node.LAND_UNIT, Node.RESERVE_UNIT, Node.RELEASE_UNIT, Node.CHIT_UNITS}
_WITH_CHIT = {
    Node.EVENT_PICK: (Act.FREE_REBUILD, Act.FREE_REPLENISH, Act.WITHDRAW_ONE, Act.USE_ENEMY_AIR),
    Node.SANTONA_DIE: (Act.DIE_EACH,),
    Node.CHIT_HEX: (Act.MA_BONUS,),
    Node.CHIT_UNITS: (Act.MA_BONUS,),
    Node.CHIT_PIECE: (Act.REFRESH_HQ, Act.REFRESH_NAVAL),
    Node.REMNANTS: (Act.ENTER,),
    Node.REMNANTS_PLACE: (Act.ENTER,),
}
_BATTLE = range(Node.ATTACKER, Node.ADVANCE_TO + 1)


def check_choice(t: np.void, s: np.void) -> None:
    """Check the parts of the choice in progress, and of the battle."""
    node = Node(int(s["node"]))
    _check_piece(t, s, node)
    _check_cell(t, s, node)
    _check_chit(t, s, node)
    _check_cursor(t, s, node)
    _check_battle(t, s, node)


def _is_ground(t: np.void, p: int) -> bool:
    return int(t["echelon"][0][p]) != Size.NONE


def _side_of(t: np.void, p: int) -> int:
    return int(p >= int(t["n_nationalist"]))


def _check_piece(t: np.void, s: np.void, node: Node) -> None:
    p = int(s["piece"])
    needs = node in _ON_MAP | _OFF_MAP | _PAYING
    refuse_if(needs and p == NOBODY_PIECE, "piece", "no unit is chosen", f"{node.name} needs one")
    if not needs:
        return
    where = Where(int(s["where"][p]))
    refuse_if(not _is_ground(t, p), "piece", "it is no ground unit", "name one")
    refuse_if(_side_of(t, p) != int(s["phasing"]), "piece", "it belongs to the other side", "name one of your own")
    refuse_if(node in _ON_MAP and where != Where.ON_MAP, "piece", "it is not on the map", "name a unit on the map")
    waits = (Where.DUE, Where.REBUILT)
    refuse_if(node in _OFF_MAP and where not in waits, "piece", "it does not wait", "name a unit that does")
    hq = int(t["kind"][p]) == Kind.HQ
    lists = node in (Node.RELEASE_UNIT, Node.RESERVE_UNIT)
    refuse_if(lists and not hq, "piece", "it is no HQ", "name an HQ")


def _check_cell(t: np.void, s: np.void, node: Node) -> None:
    c = int(s["cell"])
    needs = node in _WITH_CELL
    refuse_if(needs and (c == OFF or not t["land"][c]), "cell", "no hex is chosen", f"{node.name} needs one")
    lists = node in (Node.RELEASE_UNIT, Node.RESERVE_UNIT)
    wrong = lists and int(s["piece_cell"][int(s["piece"])]) != c
    refuse_if(wrong, "cell", "the HQ does not stand there", "it must be the hex of the HQ")


def _check_chit(t: np.void, s: np.void, node: Node) -> None:
    chit = int(s["chit"])
    acts = _WITH_CHIT.get(node, ())
    wrong = bool(acts) and (chit == 0 or int(t["chit_act"][chit]) not in acts)
    refuse_if(wrong, "chit", "it does not fit the decision", f"{node.name} needs a chit of that kind")
    must = int(s["must_attack"])
    forced = must == 0 or int(t["chit_act"][must]) == Act.FORCED_ATTACK
    refuse_if(not forced, "must_attack", "that chit forces no attack", "it must be 0, or such a chit")


def _check_cursor(t: np.void, s: np.void, node: Node) -> None:
    n, cursor = int(t["n_pieces"]), int(s["cursor"])
    if node in (Node.SANTONA_DIE, Node.SETUP_PLACE):
        refuse_if(cursor >= n, "cursor", f"it is {cursor}", f"it must be a piece, up to {n - 1}")
    if node == Node.SANTONA_DIE:
        refuse_if(int(s["where"][cursor]) != Where.ON_MAP, "cursor", "that unit is not on the map", "name one there")
        refuse_if(not _is_ground(t, cursor), "cursor", "it is no ground unit", "name one")
    if node == Node.SETUP_PLACE:
        refuse_if(cursor != int(s["piece"]), "cursor", "it is not the chosen unit", "it must be that of ``piece``")
    if node == Node.EVENT_PLAY:
        refuse_if(cursor > 1, "cursor", f"it is {cursor}", "it must be 0 or 1")
    if node == Node.EVENT_DRAW:
        side = np.asarray(t["chit_side"]) == int(s["phasing"])
        refuse_if(int(np.asarray(s["cup"])[side].sum()) > N_CHITS * 9, "cup", "too many chits", "take some away")


def _check_battle(t: np.void, s: np.void, node: Node) -> None:
    """Check that a battle has a target, units that attack it, and HQs that are there."""
    target, roles = int(s["target"]), np.asarray(s["role"])
    if node not in _BATTLE:
        refuse_if(
            bool((roles & ~ROLE.RELEASED).any()), "role", "there is no battle to have a part in", "it must be released"
        )
        return
    refuse_if(target == OFF or not t["land"][target], "target", "no hex is attacked", f"{node.name} needs one")
    n = int(t["n_pieces"])
    named = [p for p in range(n) if int(roles[p]) & ROLE.ATTACKS]
    for p in named:
        right = int(s["where"][p]) == Where.ON_MAP and _is_ground(t, p) and _side_of(t, p) == int(s["phasing"])
        refuse_if(not right, "role", "an attacker is not on the map", "only units of the phasing side attack")
    for side in range(2):
        hq = int(s["hq"][side])
        right = hq == NOBODY_PIECE or (_side_of(t, hq) == side and int(t["kind"][hq]) == Kind.HQ)
        refuse_if(not right, "hq", "it is no HQ of that side", f"it must be one, or {NOBODY_PIECE}")
    before_losses = node < Node.LOSS_ATT and node != Node.ATTACKER
    units = int(s["stack_units"][target])
    refuse_if(before_losses and units == 0, "target", "no combat unit is there", "name a hex with enemies")
    owner = next((p for p in range(n) if int(s["piece_cell"][p]) == target), None)
    mine = owner is not None and _side_of(t, owner) == int(s["phasing"])
    refuse_if(node <= Node.COMBAT_DIE and mine, "target", "it holds units of the attacker", "name an enemy hex")
    if node == Node.COMBAT_DIE:
        left = int(s["dice_left"])
        refuse_if(left < 1, "dice_left", f"it is {left}", "it must be 1 or 2")
    if node == Node.ADVANCE_TO:
        p = int(s["piece"])
        refuse_if(int(roles[p]) == 0, "role", "the chosen unit has no part in the battle", "it must advance or pursue")
