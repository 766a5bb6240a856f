"""The nodes of the movement segments, and the release of reserves (chapters 12.1.4, 13, 14)."""

from ctv_env.core.nodes import NodeDeclaration, Wording
from ctv_env.core.terms import Advice
from ctv_env.games.tscw.engine.segments import HEX, OPTION, PHASING, PIECE, REPUBLICAN
from ctv_env.games.tscw.model.codes import Node, Stage
from ctv_env.games.tscw.rules.r05_sequence import (
    answer_evacuation,
    begin_moves,
    end_movement,
    end_releases,
    evacuate_unit,
    name_bonus_unit,
    next_release,
    release_unit,
    stop_evacuation,
)
from ctv_env.games.tscw.rules.r06_chits import name_bonus_hex, why_not_bonus_hex, why_not_bonus_unit
from ctv_env.games.tscw.rules.r12_reserves import (
    name_release_hq,
    why_not_named_one,
    why_not_release,
    why_not_release_hq,
)
from ctv_env.games.tscw.rules.r13_evacuation import why_not_all_evacuated, why_not_answer, why_not_evacuate
from ctv_env.games.tscw.rules.r13_movement import (
    choose_mode,
    move_to,
    name_mover,
    prepare_move,
    prepare_movers,
    stop,
    why_not_go,
    why_not_mode,
    why_not_move,
    why_not_stop,
)

_MOVEMENT = (
    Stage.MOVEMENT_N,
    Stage.MOVEMENT_R,
    Stage.EXPLOIT_N,
    Stage.EXPLOIT_R,
)
_RELEASE = (
    Stage.EXPLOIT_N,
    Stage.EXPLOIT_R,
    Stage.RELEASE_N,
    Stage.RELEASE_R,
)

MOVEMENT_NODES: tuple[NodeDeclaration, ...] = (
    NodeDeclaration(
        Node.EVACUATE,
        _MOVEMENT,
        REPUBLICAN,
        rules="13.8, T-69",
        asks=OPTION,
        act=answer_evacuation,
        why_not=why_not_answer,
        words=Wording("whether to evacuate units", "{what}"),
        advice=Advice(
            "Evacuation through France?",
            "Once a game, up to two divisions beside France go to the north-east of Catalonia.",
        ),
    ),
    NodeDeclaration(
        Node.EVACUATE_UNIT,
        _MOVEMENT,
        REPUBLICAN,
        rules="13.8",
        asks=PIECE,
        act=evacuate_unit,
        why_not=why_not_evacuate,
        done=stop_evacuation,
        why_not_done=why_not_all_evacuated,
        words=Wording("a unit to evacuate", "evacuate {what}", "no more"),
        advice=Advice("Who is evacuated?", "Two divisions, or two smaller units for each.", "No more"),
    ),
    NodeDeclaration(
        Node.CHIT_HEX,
        _MOVEMENT,
        PHASING,
        rules="6.4, T-129, T-157",
        asks=HEX,
        act=name_bonus_hex,
        why_not=why_not_bonus_hex,
        words=Wording("a hex for the event", "units in {what}"),
        advice=Advice("Which hex?", "Up to four units of one hex get another movement factor."),
    ),
    NodeDeclaration(
        Node.CHIT_UNITS,
        _MOVEMENT,
        PHASING,
        rules="6.4, T-157",
        asks=PIECE,
        act=name_bonus_unit,
        why_not=why_not_bonus_unit,
        done=begin_moves,
        words=Wording("a unit for the event", "{what} gets a movement factor", "no more"),
        advice=Advice("Which units?", "Each gets another movement factor in this segment.", "No more"),
    ),
    NodeDeclaration(
        Node.RELEASE_HQ,
        _RELEASE,
        PHASING,
        rules="12.1.4, T-58, T-154",
        asks=PIECE,
        act=name_release_hq,
        why_not=why_not_release_hq,
        done=end_releases,
        words=Wording("an HQ that releases reserves", "release reserves of {what}", "no more"),
        advice=Advice(
            "Release reserves",
            "For a resource point units in reserve may move and attack now; at the end of the turn it is free.",
            "Release no more",
        ),
    ),
    NodeDeclaration(
        Node.RELEASE_UNIT,
        _RELEASE,
        PHASING,
        rules="12.1.4",
        asks=PIECE,
        act=release_unit,
        why_not=why_not_release,
        done=next_release,
        why_not_done=why_not_named_one,
        words=Wording("a unit to release", "release {what}", "no more"),
        advice=Advice("Who is released?", "Any units that are in reserve with this HQ.", "No more"),
    ),
    NodeDeclaration(
        Node.MOVE_PIECE,
        _MOVEMENT,
        PHASING,
        rules="13.1, 14.1, T-61",
        asks=PIECE,
        act=name_mover,
        why_not=why_not_move,
        done=end_movement,
        prepare=prepare_movers,
        words=Wording("a unit to move", "move {what}", "no more moves"),
        advice=Advice("Move a unit", "Each unit moves once. Enemy zones of control stop it.", "End your movement"),
    ),
    NodeDeclaration(
        Node.MOVE_MODE,
        _MOVEMENT,
        PHASING,
        rules="13.11, T-65",
        asks=OPTION,
        act=choose_mode,
        why_not=why_not_mode,
        words=Wording("how {piece} moves", "{what}"),
        advice=Advice(
            "Regular movement or march?",
            "A march covers twice the distance, but only through friendly hexes away from enemies.",
        ),
    ),
    NodeDeclaration(
        Node.MOVE_TO,
        _MOVEMENT,
        PHASING,
        rules="13.2, 9.2, T-63",
        asks=HEX,
        act=move_to,
        why_not=why_not_go,
        done=stop,
        why_not_done=why_not_stop,
        prepare=prepare_move,
        words=Wording("where {piece} goes", "{piece} goes to {what}", "stop here"),
        advice=Advice(
            "Where to?",
            "Hexes where the unit may stop; it can go on from there while it has movement factors.",
            "Stop here",
        ),
    ),
)
