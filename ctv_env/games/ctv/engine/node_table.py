"""The nodes of the game: the decider of each, the effect of a choice or a die, its legality and its wording.

A new node takes a code in ``model/codes.py``, a declaration here, its functions in a chapter of ``rules``, which refers
to it by its code, and a test.  Everything else follows: effects, mask and errors (``machine.py``), wording, advice,
positions in JSON, the table in README.md.
"""

import numpy as np

from ctv_env.core.nodes import DIE, Decider, NodeDeclaration, Wording, node_table
from ctv_env.core.terms import Advice
from ctv_env.games.ctv.model import codes
from ctv_env.games.ctv.model.codes import Node, Stage
from ctv_env.games.ctv.rules.r03_choices import (
    end_movement,
    leave_battalion,
    move_to,
    name_mover,
    place_column,
    roll_reserve,
    set_up_piece,
    set_up_trench,
    withdraw_unit,
)
from ctv_env.games.ctv.rules.r03_sequence import close_trenches
from ctv_env.games.ctv.rules.r04_setup import judge_armour, why_not_set_up, why_not_trench
from ctv_env.games.ctv.rules.r06_supply import trace_net_of_mover
from ctv_env.games.ctv.rules.r08_movement import mark_destinations, mark_movers, why_not_move, why_not_move_to
from ctv_env.games.ctv.rules.r08_paths import reach_of_chosen
from ctv_env.games.ctv.rules.r09_bombardment import (
    commit_column,
    commit_support,
    why_not_new_column,
    why_not_own_column,
    why_not_own_support,
)
from ctv_env.games.ctv.rules.r10_advance import why_not_advance, why_not_advance_to
from ctv_env.games.ctv.rules.r10_attack import (
    mark_targets,
    name_attacker,
    why_not_all_named,
    why_not_attacker,
    why_not_target,
)
from ctv_env.games.ctv.rules.r10_losses import why_not_loss_att, why_not_loss_def
from ctv_env.games.ctv.rules.r10_retreat import mark_retreats_of_mover, why_not_retreat, why_not_stand
from ctv_env.games.ctv.rules.r10_sequence import (
    advance_to,
    choose_retreat,
    close_attackers,
    close_support,
    continue_losses_def,
    end_attacks,
    end_combat,
    lose_attacker,
    lose_defender,
    name_advancing,
    open_combat,
    roll_air_combat,
    roll_attrition,
    roll_bombardment,
    roll_combat,
    roll_morale,
)
from ctv_env.games.ctv.rules.r11_weather import judge_weather
from ctv_env.games.ctv.rules.r12_offensives import judge_offensive, judge_success, why_not_withdraw
from ctv_env.games.ctv.rules.r13_basque_surrender import judge_surrender, why_not_breakdown
from ctv_env.games.ctv.rules.r14_victory import judge_factory


def _placing(s: np.void) -> int:
    return codes.SIDE.NATIONALIST if s["stage"] == Stage.SETUP_NATIONALIST else codes.SIDE.REPUBLICAN


def _retreating(s: np.void) -> int:
    """Return the attacker if one of its stacks is judged, else the defender."""
    return int(s["phasing"]) if s["judged_hex"] != codes.NOWHERE else 1 - int(s["phasing"])


CHANCE = Decider("chance", lambda s: codes.SIDE.CHANCE)
NOBODY = Decider("nobody", lambda s: codes.SIDE.NOBODY)
REPUBLICAN = Decider("Republican", lambda s: codes.SIDE.REPUBLICAN)
PLACING = Decider("side that sets up", _placing)
PHASING = Decider("phasing side", lambda s: int(s["phasing"]))
ATTACKER = Decider("attacker", lambda s: int(s["phasing"]))
DEFENDER = Decider("defender", lambda s: 1 - int(s["phasing"]))
RETREATING = Decider("owner of the stack", _retreating)

MOVEMENT = (Stage.NAT_MOVEMENT, Stage.REP_MOVEMENT)
COMBAT = (Stage.NAT_COMBAT, Stage.REP_COMBAT)
SETTING_UP = (Stage.SETUP_REPUBLICAN, Stage.SETUP_NATIONALIST, Stage.SETUP_RESERVES)

# Fields that are used in a movement segment; in a combat; once its odds are known; once its die has been rolled; and
# while the attackers advance.
MOVING = ("piece_mp", "piece_began_zoc")
FIGHTING = ("target", "piece_role", "unit_from", "unit_attacked")
RECKONED = (*FIGHTING, "strength_att", "strength_def", "column_shift", "drm")
ROLLED = (*RECKONED, "unit_lost", "result_att", "result_def", "morale_result")
ADVANCING = (*ROLLED, "unit_advanced", "retreat_hex", "won_counted")

_SETUP_AND_TURN = (
    NodeDeclaration(
        Node.RESERVE_DIE,
        (Stage.SETUP_DICE,),
        CHANCE,
        rules="4.1",
        asks=DIE,
        act=roll_reserve,
        holds=("cursor",),
    ),
    NodeDeclaration(
        Node.PLACE,
        SETTING_UP,
        PLACING,
        rules="4.2, 4.3, 4.3.1; R-52 to R-54",
        asks="HEX",
        act=set_up_piece,
        why_not=why_not_set_up,
        prepare=trace_net_of_mover,
        words=Wording("a hex to set up {piece} in", "set up {piece} in {what}"),
        advice=Advice(
            "Set up a unit", "Put the unit named in one of the marked hexes. The line must be held everywhere."
        ),
        holds=("piece", "cursor"),
    ),
    NodeDeclaration(
        Node.PLACE_TRENCH,
        (Stage.SETUP_TRENCHES,),
        REPUBLICAN,
        rules="4.2",
        asks="HEX",
        act=set_up_trench,
        why_not=why_not_trench,
        done=close_trenches,
        words=Wording("a hex for a trench", "dig a trench in {what}", "no more trenches"),
        advice=Advice(
            "Dig a trench",
            "A trench takes 1 from the die of whoever attacks or bombards its hex.",
            "Dig no more trenches",
        ),
        holds=("piece", "cursor"),
    ),
    NodeDeclaration(Node.ARMOUR_DIE, (Stage.SETUP_ARMOUR,), CHANCE, rules="4.3", asks=DIE, act=judge_armour),
    NodeDeclaration(Node.WEATHER_DIE, (Stage.WEATHER,), CHANCE, rules="11.2", asks=DIE, act=judge_weather),
    NodeDeclaration(Node.OFFENSIVE_DIE, (Stage.OFFENSIVE,), CHANCE, rules="12.2", asks=DIE, act=judge_offensive),
    NodeDeclaration(
        Node.OFFENSIVE_SUCCESS_DIE, (Stage.OFFENSIVE_SUCCESS,), CHANCE, rules="12.3", asks=DIE, act=judge_success
    ),
    NodeDeclaration(
        Node.WITHDRAW,
        (Stage.WITHDRAWAL,),
        PHASING,
        rules="12.3",
        asks="PIECE",
        act=withdraw_unit,
        why_not=why_not_withdraw,
        words=Wording("a piece to withdraw", "withdraw {what}"),
        advice=Advice(
            "Send a unit away", "A Republican offensive elsewhere calls units from this front. Choose one that leaves."
        ),
        holds=("owed_infantry", "owed_air"),
    ),
    NodeDeclaration(
        Node.PLACE_SC,
        (Stage.NEW_COLUMN,),
        PHASING,
        rules="9.3, R-33",
        asks="HEX",
        act=place_column,
        why_not=why_not_new_column,
        words=Wording("a hex for the new supply column {piece}", "place {piece} in {what}"),
        advice=Advice(
            "Place a supply column", "A supply column gives an HQ within reach more bombardment points, once."
        ),
        holds=("piece",),
    ),
    NodeDeclaration(
        Node.MOVE,
        MOVEMENT,
        PHASING,
        rules="8.1, 7.2",
        asks="PIECE",
        act=name_mover,
        why_not=why_not_move,
        done=end_movement,
        prepare=trace_net_of_mover,
        mark=mark_movers,
        words=Wording("a piece to move", "choose {what} to move", "end of the movement segment"),
        advice=Advice(
            "Move your units",
            "Click one of your units, then its destination. It may move again while it has movement points. "
            "Entering a hex next to an enemy stops it; roads are fast for motorised units. You need not move at all.",
            "End your movement and go on to combat",
        ),
        holds=MOVING,
    ),
    NodeDeclaration(
        Node.MOVE_TO,
        MOVEMENT,
        PHASING,
        rules="8.1, 8.1.1, 7.2",
        asks="HEX",
        act=move_to,
        why_not=why_not_move_to,
        prepare=reach_of_chosen,
        mark=mark_destinations,
        words=Wording("a hex for {piece} to move to", "move {piece} to {what}"),
        advice=Advice(
            "Where to?",
            "Click one of the marked hexes: the unit takes the cheapest path. To choose another unit, click it, or "
            "undo.",
        ),
        holds=("piece", *MOVING),
    ),
    NodeDeclaration(Node.BASQUE_DIE, (Stage.BASQUE,), CHANCE, rules="13.2", asks=DIE, act=judge_surrender),
    NodeDeclaration(
        Node.BREAKDOWN,
        (Stage.BREAKDOWNS,),
        PHASING,
        rules="13.3",
        asks="PIECE",
        act=leave_battalion,
        why_not=why_not_breakdown,
        words=Wording("a brigade that leaves a battalion", "{what} leaves a battalion"),
        advice=Advice("The Basques surrender", "Choose a brigade that leaves a battalion behind to fight on."),
        holds=("owed_battalions", "piece_role"),
    ),
    NodeDeclaration(Node.FACTORY_DIE, (Stage.FACTORY,), CHANCE, rules="14.2", asks=DIE, act=judge_factory),
    NodeDeclaration(Node.OVER, (Stage.GAME_OVER,), NOBODY, rules="14.1", holds=("winner",)),
)

_COMBAT = (
    NodeDeclaration(
        Node.TARGET,
        COMBAT,
        PHASING,
        rules="10.1",
        asks="HEX",
        act=open_combat,
        why_not=why_not_target,
        done=end_attacks,
        mark=mark_targets,
        words=Wording("a hex to attack", "attack {what}", "end of the combat segment"),
        advice=Advice(
            "Attack?",
            "Click an enemy hex next to your units. You then name who attacks and what supports them, and see the "
            "odds. A unit may attack once in a turn; you need not attack at all.",
            "End your attacks",
        ),
        holds=("unit_attacked",),
    ),
    NodeDeclaration(
        Node.ATTACKERS,
        COMBAT,
        ATTACKER,
        rules="10.1, 10.2; R-35, R-36",
        asks="PIECE",
        act=name_attacker,
        why_not=why_not_attacker,
        done=close_attackers,
        why_not_done=why_not_all_named,
        words=Wording("a unit that attacks", "{what} attacks", "no more attackers"),
        advice=Advice(
            "Who attacks?",
            "Click the units next to the target that should attack; the odds are updated below as you go. Attacks "
            "from several hexes are stronger, and five or more hexes around the target give +1 to the die.",
            "These attack: see the defenders",
        ),
        holds=FIGHTING,
    ),
    NodeDeclaration(
        Node.SUPPORT_ATT,
        COMBAT,
        ATTACKER,
        rules="9.4, 9.4.1; R-27",
        asks="PIECE",
        act=commit_support,
        why_not=why_not_own_support,
        done=close_support,
        words=Wording("an air unit or HQ in support of the attack", "{what} supports", "no more support"),
        advice=Advice(
            "Support for your attack",
            "Aircraft and HQs add bombardment points. If you have more than the defender, a die may disorganise the "
            "defenders, which halves them. Each can be used once a turn, and aircraft may be lost.",
            "No more support",
        ),
        holds=FIGHTING,
    ),
    NodeDeclaration(
        Node.SUPPORT_DEF,
        COMBAT,
        DEFENDER,
        rules="9.4, 9.4.1; R-27",
        asks="PIECE",
        act=commit_support,
        why_not=why_not_own_support,
        done=close_support,
        words=Wording("an air unit or HQ in support of the defence", "{what} supports", "no more support"),
        advice=Advice(
            "Support for your defence",
            "Aircraft and HQs add bombardment points against the attack. If you have more than the attacker, a die "
            "may disorganise the attackers, which halves them. Each can be used once a turn.",
            "No more support",
        ),
        holds=FIGHTING,
    ),
    NodeDeclaration(
        Node.SUPPLY_COLUMN_ATT,
        COMBAT,
        ATTACKER,
        rules="9.3.1, 9.3.2; R-30",
        asks="PIECE",
        act=commit_column,
        why_not=why_not_own_column,
        done=close_support,
        words=Wording("a supply column to use", "use {what}", "no more supply columns"),
        advice=Advice(
            "Use up a supply column?",
            "It adds bombardment points to your attack, and is then used up.",
            "Keep the columns",
        ),
        holds=FIGHTING,
    ),
    NodeDeclaration(
        Node.SUPPLY_COLUMN_DEF,
        COMBAT,
        DEFENDER,
        rules="9.3.1, 9.3.2; R-30",
        asks="PIECE",
        act=commit_column,
        why_not=why_not_own_column,
        done=close_support,
        words=Wording("a supply column to use", "use {what}", "no more supply columns"),
        advice=Advice(
            "Use up a supply column?",
            "It adds bombardment points to your defence, and is then used up.",
            "Keep the columns",
        ),
        holds=FIGHTING,
    ),
    NodeDeclaration(
        Node.AIR_COMBAT_DIE,
        COMBAT,
        CHANCE,
        rules="15.1",
        asks=DIE,
        act=roll_air_combat,
        holds=(*FIGHTING, "cursor", "hits"),
    ),
    NodeDeclaration(
        Node.BOMBARD_DIE, COMBAT, CHANCE, rules="9.4.2", asks=DIE, act=roll_bombardment, holds=(*FIGHTING, "cursor")
    ),
    NodeDeclaration(
        Node.ATTRITION_DIE, COMBAT, CHANCE, rules="9.1.1", asks=DIE, act=roll_attrition, holds=(*FIGHTING, "cursor")
    ),
    NodeDeclaration(
        Node.COMBAT_DIE,
        COMBAT,
        CHANCE,
        rules="10.2",
        asks=DIE,
        act=roll_combat,
        advice=Advice(
            "The combat die",
            "The odds are settled. One die decides: the line below shows for each face how many steps attacker and "
            "defender lose; B is a breakthrough, which destroys the defenders.",
        ),
        awaited=True,
        holds=RECKONED,
    ),
    NodeDeclaration(
        Node.LOSS_ATT,
        COMBAT,
        ATTACKER,
        rules="10.3, R-40",
        asks="PIECE",
        act=lose_attacker,
        why_not=why_not_loss_att,
        words=Wording("an attacker that loses a step", "{what} loses a step"),
        advice=Advice("Your losses", "Your attack costs a step. Choose the unit that takes it; most units have two."),
        holds=(*ROLLED, "owed_att", "morale_step", "judged_hex"),
    ),
    NodeDeclaration(
        Node.LOSS_DEF,
        COMBAT,
        DEFENDER,
        rules="10.3, R-40",
        asks="PIECE",
        act=lose_defender,
        why_not=why_not_loss_def,
        words=Wording("a defender that loses a step", "{what} loses a step"),
        advice=Advice("Your losses", "The defence costs a step. Choose the unit that takes it; most units have two."),
        holds=(*ROLLED, "owed_def", "retreat_hex"),
    ),
    NodeDeclaration(
        Node.MORALE_DIE,
        COMBAT,
        CHANCE,
        rules="10.6",
        asks=DIE,
        act=roll_morale,
        holds=(*ROLLED, "owed_def", "judged_hex"),
    ),
    NodeDeclaration(
        Node.RETREAT,
        COMBAT,
        RETREATING,
        rules="10.5, 10.6; R-41, R-42",
        asks="HEX",
        act=choose_retreat,
        why_not=why_not_retreat,
        done=continue_losses_def,
        why_not_done=why_not_stand,
        prepare=mark_retreats_of_mover,
        words=Wording("a hex to retreat to", "retreat to {what}", "stand"),
        advice=Advice(
            "Retreat?",
            "A defender that retreats one hex loses one step fewer, but leaves the hex to the enemy. Broken troops "
            "must retreat.",
            "Stand and take the loss",
        ),
        holds=(*ROLLED, "owed_def", "morale_step", "judged_hex"),
    ),
    NodeDeclaration(
        Node.ADVANCE,
        COMBAT,
        ATTACKER,
        rules="10.4, 10.4.1",
        asks="PIECE",
        act=name_advancing,
        why_not=why_not_advance,
        done=end_combat,
        words=Wording("a unit that advances", "choose {what} to advance", "no more advances"),
        advice=Advice(
            "Advance?",
            "The hex is empty: units that attacked may enter it. After a breakthrough they may go further.",
            "No more advances",
        ),
        holds=ADVANCING,
    ),
    NodeDeclaration(
        Node.ADVANCE_TO,
        COMBAT,
        ATTACKER,
        rules="10.4, 10.4.1; R-43, R-62",
        asks="HEX",
        act=advance_to,
        why_not=why_not_advance_to,
        prepare=reach_of_chosen,
        words=Wording("a hex for {piece} to advance to", "advance {piece} to {what}"),
        advice=Advice("Advance where?", "Click the hex to advance to."),
        holds=("piece", *ADVANCING),
    ),
)

NODES = node_table((*_SETUP_AND_TURN, *_COMBAT), (code for code in Node if code != Node.NONE))
"""``NodeDeclaration`` by code, for every node except NONE, at which the sequence of play goes on."""
