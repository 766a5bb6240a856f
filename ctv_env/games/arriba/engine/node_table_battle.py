"""The nodes of the Combat and Counterattack Phases (chapter 9, 15.1)."""

from ctv_env.core.nodes import DIE, Asked, NodeDeclaration, Wording
from ctv_env.core.terms import Advice
from ctv_env.games.arriba.engine.deciders import ATTACKER, CHANCE, DEFENDER, GOVERNMENT, OTHER, PHASING
from ctv_env.games.arriba.model.codes import Node, Stage
from ctv_env.games.arriba.rules.r09_after import (
    advance,
    break_through,
    decline_breakthrough,
    send_unit,
    stay,
    why_not_advance,
    why_not_breaking_unit,
    why_not_breakthrough,
    why_not_breakthrough_target,
)
from ctv_env.games.arriba.rules.r09_combat import (
    decline_offensive,
    end_combat,
    name_attack_area,
    name_attacker,
    name_second_target,
    name_target,
    pay_offensive,
    use_air_of_attacker,
    use_air_of_defender,
    use_armour,
    why_not_air_of_attacker,
    why_not_air_of_defender,
    why_not_armour,
    why_not_attack_area,
    why_not_attacker,
    why_not_offensive,
    why_not_target,
)
from ctv_env.games.arriba.rules.r09_counterattack import (
    end_counterattacks,
    name_counter_area,
    name_counter_target,
    name_counterattacker,
    why_not_counter_area,
    why_not_counter_target,
    why_not_counterattacker,
)
from ctv_env.games.arriba.rules.r09_results import (
    lose_ap_of_attacker,
    lose_ap_of_defender,
    lose_fort_of_attacker,
    lose_fort_of_defender,
    lose_unit_of_attacker,
    lose_unit_of_defender,
    repeat_exchange,
    roll_combat,
    split_columns,
    stop_exchange,
    why_not_ap_of_attacker,
    why_not_ap_of_defender,
    why_not_exchange,
    why_not_fort_of_attacker,
    why_not_fort_of_defender,
    why_not_split,
    why_not_unit_of_attacker,
    why_not_unit_of_defender,
)
from ctv_env.games.arriba.rules.r15_guerrillas import (
    choose_mode,
    decline_guerrillas,
    harass,
    roll_guerrillas,
    send_guerrillas,
    why_not_guerrillas,
    why_not_harassed,
    why_not_mode,
)

_COMBAT = (Stage.COMBAT_1, Stage.COMBAT_2)
_COUNTERATTACK = (Stage.COUNTERATTACK_1, Stage.COUNTERATTACK_2)
_BATTLE = (*_COMBAT, *_COUNTERATTACK)
_PHASE = ("frozen_area", "sum_ps")
_WHO = ("battle_area", "attacker", "att_bg", "def_bg", "def_was_in_city", "second_attack", *_PHASE)
_WITH_WHAT = (*_WHO, "offensive", "air_att", "armour_att", "air_def")
_ODDS = (*_WITH_WHAT, "column", "drm", "required_cadre", "required_armour", "best_cadre")
_RESULT = (*_ODDS, "result_att", "result_def", "owed_att", "owed_def", "gone_att", "gone_def")
_PART = ("hold_unit", "hold_units", "hold_armour", "hold_artillery", "hold_marks")

_GUERRILLA_NODES = (
    NodeDeclaration(
        Node.GUERRILLA,
        _COMBAT,
        GOVERNMENT,
        rules="15.1, A-111",
        asks="AREA",
        act=send_guerrillas,
        why_not=why_not_guerrillas,
        done=decline_guerrillas,
        words=Wording("an area for guerrillas", "guerrillas attack in {what}", "no guerrillas"),
        advice=Advice(
            "Guerrillas",
            "Once a turn, for 1 EP, guerrillas may attack the Rebels in an area behind their lines. They succeed on 4 "
            "or more.",
            "No guerrilla attack this turn",
        ),
    ),
    NodeDeclaration(
        Node.GUERRILLA_DIE,
        _COMBAT,
        CHANCE,
        rules="15.1",
        asks=DIE,
        act=roll_guerrillas,
        awaited=True,
        holds=("area",),
    ),
    NodeDeclaration(
        Node.GUERRILLA_MODE,
        _COMBAT,
        GOVERNMENT,
        rules="15.1, A-111, A-141",
        asks="VERB",
        act=choose_mode,
        why_not=why_not_mode,
        also={"BG": Asked(harass, why_not_harassed)},
        words=Wording("what the guerrillas do", "{what}"),
        advice=Advice(
            "What do they do?",
            "They keep the Rebels of the area from counterattacking in this player turn, or disrupt one battlegroup.",
        ),
        holds=("area", "verb"),
    ),
)

_ATTACK_NODES = (
    NodeDeclaration(
        Node.ATTACK,
        _COMBAT,
        PHASING,
        rules="9.1, A-71, A-72",
        asks="AREA",
        act=name_attack_area,
        why_not=why_not_attack_area,
        done=end_combat,
        words=Wording("an area to attack in", "attack in {what}", "no more attacks"),
        advice=Advice(
            "Attack",
            "Each battlegroup may attack one enemy battlegroup in its area, once. Nobody must. First name the area.",
            "End your attacks",
        ),
        holds=_PHASE,
    ),
    NodeDeclaration(
        Node.ATTACK_BG,
        _COMBAT,
        PHASING,
        rules="9.1, 9.2.3, A-72",
        asks="BG",
        act=name_attacker,
        why_not=why_not_attacker,
        words=Wording("a battlegroup that attacks", "attack with {what}"),
        advice=Advice("Who attacks?", "The battlegroup attacks as a whole; one with a disrupted unit cannot."),
        holds=("area", *_PHASE),
    ),
    NodeDeclaration(
        Node.TARGET,
        _COMBAT,
        PHASING,
        rules="9.1, A-71",
        asks="BG",
        act=name_target,
        why_not=why_not_target,
        words=Wording("an enemy battlegroup to attack", "attack {what}"),
        advice=Advice("Whom?", "Any enemy battlegroup of the area. Cities and mountains help the defender."),
        holds=("area", "bg", *_PHASE),
    ),
    NodeDeclaration(
        Node.OFFENSIVE,
        _COMBAT,
        ATTACKER,
        rules="9.1.1, A-74",
        asks="YES",
        act=pay_offensive,
        why_not=why_not_offensive,
        done=decline_offensive,
        words=Wording("whether to pay for a major offensive", "pay 1 EP", "attack at half strength"),
        advice=Advice(
            "Major offensive?",
            "Two or more divisions attack at full strength only if you pay 1 EP.",
            "Attack with half the CF",
        ),
        holds=_WHO,
    ),
    NodeDeclaration(
        Node.AIR_ATT,
        _BATTLE,
        ATTACKER,
        rules="9.1.6, 9.3, A-76",
        asks="AMOUNT",
        act=use_air_of_attacker,
        why_not=why_not_air_of_attacker,
        words=Wording("air AP for the attack", "use {what} air AP"),
        advice=Advice("Air support", "Each air AP adds 1 to the die and is used up until the end of the turn."),
        holds=(*_WHO, "offensive"),
    ),
    NodeDeclaration(
        Node.ARMOUR_ATT,
        _BATTLE,
        ATTACKER,
        rules="9.1.7, A-77",
        asks="AMOUNT",
        act=use_armour,
        why_not=why_not_armour,
        words=Wording("armour AP for the attack", "use {what} armour AP"),
        advice=Advice(
            "Armour",
            "Each armour AP used adds 1 to the die, but if you have losses one of them must be armour. Artillery "
            "supports the units that are left.",
        ),
        holds=(*_WHO, "offensive", "air_att"),
    ),
    NodeDeclaration(
        Node.AIR_DEF,
        _BATTLE,
        DEFENDER,
        rules="9.1.6, A-76",
        asks="AMOUNT",
        act=use_air_of_defender,
        why_not=why_not_air_of_defender,
        words=Wording("air AP for the defence", "use {what} air AP"),
        advice=Advice("Air support", "Each air AP takes 1 from the die and is used up until the end of the turn."),
        holds=(*_WHO, "offensive", "air_att", "armour_att"),
    ),
    NodeDeclaration(
        Node.COMBAT_DIE, _BATTLE, CHANCE, rules="9.1, 9.2", asks=DIE, act=roll_combat, awaited=True, holds=_ODDS
    ),
)

_LOSS_NODES = (
    NodeDeclaration(
        Node.SPLIT,
        _BATTLE,
        ATTACKER,
        rules="9.2.2, A-81, A-129",
        asks="AMOUNT",
        act=split_columns,
        why_not=why_not_split,
        words=Wording("columns that lower your own loss", "{what} off your own loss"),
        advice=Advice(
            "Use your superiority",
            "Each column beyond the table takes 1 off your own loss or adds 1 to the enemy's. Say how many you use for "
            "yourself.",
        ),
        holds=_RESULT,
    ),
    NodeDeclaration(
        Node.LOSS_ATT,
        _BATTLE,
        ATTACKER,
        rules="9.2, 9.2.1, A-83 to A-87",
        asks="UNIT",
        act=lose_unit_of_attacker,
        why_not=why_not_unit_of_attacker,
        also={
            "AP": Asked(lose_ap_of_attacker, why_not_ap_of_attacker),
            "VERB": Asked(lose_fort_of_attacker, why_not_fort_of_attacker),
        },
        words=Wording("a loss of the attacker", "lose {what}"),
        advice=Advice(
            "Your losses",
            "Brigades and asset points count 1 CF, divisions are reduced for 3. A unit or armour that helped your "
            "attack must go first.",
        ),
        holds=_RESULT,
    ),
    NodeDeclaration(
        Node.LOSS_DEF,
        _BATTLE,
        DEFENDER,
        rules="9.2, A-83 to A-87",
        asks="UNIT",
        act=lose_unit_of_defender,
        why_not=why_not_unit_of_defender,
        also={
            "AP": Asked(lose_ap_of_defender, why_not_ap_of_defender),
            "VERB": Asked(lose_fort_of_defender, why_not_fort_of_defender),
        },
        words=Wording("a loss of the defender", "lose {what}"),
        advice=Advice("Your losses", "Brigades and asset points count 1 CF, divisions are reduced for 3."),
        holds=_RESULT,
    ),
    NodeDeclaration(
        Node.EXCHANGE,
        _BATTLE,
        ATTACKER,
        rules="9.2 X, A-87",
        asks="YES",
        act=repeat_exchange,
        why_not=why_not_exchange,
        done=stop_exchange,
        words=Wording("whether the exchange goes on", "another round", "stop the exchange"),
        advice=Advice(
            "Escalate?",
            "In each round you remove something, and the enemy must remove at least as many CF.",
            "Stop the exchange",
        ),
        holds=_RESULT,
    ),
)

_AFTER_NODES = (
    NodeDeclaration(
        Node.BREAKTHROUGH,
        _BATTLE,
        ATTACKER,
        rules="9.3, A-91, A-138",
        asks="YES",
        act=break_through,
        why_not=why_not_breakthrough,
        done=decline_breakthrough,
        words=Wording("whether to break through", "break through", "no breakthrough"),
        advice=Advice(
            "Breakthrough?",
            "The target is gone: your armour, with one unit for each AP, may attack another battlegroup of the area at "
            "once.",
            "No second attack",
        ),
        holds=_RESULT,
    ),
    NodeDeclaration(
        Node.BREAKTHROUGH_UNIT,
        _BATTLE,
        ATTACKER,
        rules="9.3, A-91, A-134",
        asks="UNIT",
        act=send_unit,
        why_not=why_not_breaking_unit,
        words=Wording("a unit that breaks through", "send {what}"),
        advice=Advice(
            "Who goes with the armour?", "One unit for each asset point that breaks through; the others stay."
        ),
        holds=(*_RESULT, *_PART),
    ),
    NodeDeclaration(
        Node.ADVANCE,
        _BATTLE,
        ATTACKER,
        rules="9.2.4, A-90, A-92",
        asks="YES",
        act=advance,
        why_not=why_not_advance,
        done=stay,
        words=Wording("whether to advance into the city", "advance", "stay in the country"),
        advice=Advice("Take the city?", "The city is empty: your battlegroup may move in.", "Stay in the country"),
        holds=(*_RESULT, *_PART),
    ),
    NodeDeclaration(
        Node.BREAKTHROUGH_TARGET,
        _BATTLE,
        ATTACKER,
        rules="9.3, A-91",
        asks="BG",
        act=name_second_target,
        why_not=why_not_breakthrough_target,
        words=Wording("the target of the breakthrough", "attack {what}"),
        advice=Advice("Whom do they attack?", "Another enemy battlegroup of the area."),
        holds=_WHO,
    ),
)

_COUNTER_NODES = (
    NodeDeclaration(
        Node.COUNTER,
        _COUNTERATTACK,
        OTHER,
        rules="9.4, A-93",
        asks="AREA",
        act=name_counter_area,
        why_not=why_not_counter_area,
        done=end_counterattacks,
        words=Wording("an area to counterattack in", "counterattack in {what}", "no more counterattacks"),
        advice=Advice(
            "Counterattack",
            "Your battlegroups in the country that were not attacked may attack those that did. It costs no EP.",
            "End your counterattacks",
        ),
        holds=_PHASE,
    ),
    NodeDeclaration(
        Node.COUNTER_BG,
        _COUNTERATTACK,
        OTHER,
        rules="9.4, A-93",
        asks="BG",
        act=name_counterattacker,
        why_not=why_not_counterattacker,
        words=Wording("a battlegroup that counterattacks", "counterattack with {what}"),
        advice=Advice("Who counterattacks?", "A battlegroup in the country that was not attacked, and none disrupted."),
        holds=("area", *_PHASE),
    ),
    NodeDeclaration(
        Node.COUNTER_TARGET,
        _COUNTERATTACK,
        OTHER,
        rules="9.4, A-93, A-143",
        asks="BG",
        act=name_counter_target,
        why_not=why_not_counter_target,
        words=Wording("a battlegroup to counterattack", "counterattack {what}"),
        advice=Advice("Whom?", "An enemy battlegroup that attacked in the phase before."),
        holds=("area", "bg", *_PHASE),
    ),
)

BATTLE_NODES = (*_GUERRILLA_NODES, *_ATTACK_NODES, *_LOSS_NODES, *_AFTER_NODES, *_COUNTER_NODES)
