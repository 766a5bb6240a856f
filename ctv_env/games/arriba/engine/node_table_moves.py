"""The nodes of the Movement Phase (chapter 8, 15.7)."""

from ctv_env.core.nodes import DIE, Asked, NodeDeclaration, Wording
from ctv_env.core.terms import Advice
from ctv_env.games.arriba.engine.deciders import CHANCE, PHASING
from ctv_env.games.arriba.model.codes import Node, Stage
from ctv_env.games.arriba.rules.r08_drop import (
    begin_drop,
    close_part,
    drop_ap,
    drop_unit,
    post_part,
    why_not_ap_of_part,
    why_not_drop,
    why_not_part_done,
    why_not_part_post,
    why_not_unit_of_part,
)
from ctv_env.games.arriba.rules.r08_movement import (
    end_movement,
    go_to,
    mark_destinations,
    name_start,
    post_mover,
    take_mover,
    why_not_destination,
    why_not_mover,
    why_not_post,
    why_not_start,
)
from ctv_env.games.arriba.rules.r15_command import roll_command

_MOVEMENT = (Stage.MOVEMENT_1, Stage.MOVEMENT_2)
_IN_HAND = ("hold_unit", "hold_units", "hold_armour", "hold_artillery", "hold_marks")
_MOVING = ("area", "bg", "move_from", "verb", "command_left", *_IN_HAND)

MOVEMENT_NODES = (
    NodeDeclaration(
        Node.COMMAND_DIE,
        _MOVEMENT,
        CHANCE,
        rules="15.7, A-116",
        asks=DIE,
        act=roll_command,
        awaited=True,
        holds=("dice_left", "dice_sum"),
    ),
    NodeDeclaration(
        Node.MOVE,
        _MOVEMENT,
        PHASING,
        rules="8.1, A-60",
        asks="AREA",
        act=name_start,
        why_not=why_not_start,
        done=end_movement,
        words=Wording("an area to move from", "move from {what}", "no more moves"),
        advice=Advice(
            "Move a battlegroup",
            "Each battlegroup may be moved once. It goes as far as you like, until it meets the enemy. First name the "
            "area where it stands.",
            "End your movement and go on to combat",
        ),
        holds=("command_left",),
    ),
    NodeDeclaration(
        Node.MOVE_BG,
        _MOVEMENT,
        PHASING,
        rules="8.1, A-60",
        asks="BG",
        act=take_mover,
        why_not=why_not_mover,
        words=Wording("a battlegroup to move", "move {what}"),
        advice=Advice("Which battlegroup?", "Choose the battlegroup of this area that moves."),
        holds=("area", "command_left"),
    ),
    NodeDeclaration(
        Node.MOVE_TO,
        _MOVEMENT,
        PHASING,
        rules="8.1, 8.2, 8.2.2, A-61 to A-66",
        asks="AREA",
        act=go_to,
        why_not=why_not_destination,
        also={"POST": Asked(post_mover, why_not_post), "VERB": Asked(begin_drop, why_not_drop)},
        prepare=mark_destinations,
        words=Wording("where the battlegroup goes, or how it ends its move", "{what}"),
        advice=Advice(
            "Where to?",
            "Go to an area, or end the move here, in the city or in the country. You may drop a part, which stays "
            "behind; the rest may go on.",
        ),
        holds=_MOVING,
    ),
    NodeDeclaration(
        Node.DROP,
        _MOVEMENT,
        PHASING,
        rules="8.1, A-63, A-133",
        asks="UNIT",
        act=drop_unit,
        why_not=why_not_unit_of_part,
        also={"AP": Asked(drop_ap, why_not_ap_of_part)},
        done=close_part,
        why_not_done=why_not_part_done,
        words=Wording("a unit or asset point to drop", "drop {what}", "the part is complete"),
        advice=Advice(
            "What stays here?",
            "The pieces that you name become a battlegroup here, which does not move again in this phase.",
            "No more pieces stay here",
        ),
        holds=_MOVING,
    ),
    NodeDeclaration(
        Node.DROP_POST,
        _MOVEMENT,
        PHASING,
        rules="8.1, 7.2, A-63",
        asks="POST",
        act=post_part,
        why_not=why_not_part_post,
        words=Wording("where the part stands", "post the part in the {what}"),
        advice=Advice(
            "City or country?", "The part that stays stands in the city, if that is open, or in the country."
        ),
        holds=_MOVING,
    ),
)
