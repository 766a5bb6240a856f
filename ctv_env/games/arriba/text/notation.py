"""Actions in words: conversion between action numbers and names, and sentences for players."""

import numpy as np

from ctv_env.core.dice import FACES
from ctv_env.core.notation import Notation
from ctv_env.core.terms import Tables
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.loading.load import ArribaTables
from ctv_env.games.arriba.model.actions import ACTIONS, N_AMOUNTS
from ctv_env.games.arriba.model.codes import CITY, MOROCCO, N_BGS, NODE, NOWHERE, SIDE, Node, Power, Verb
from ctv_env.games.arriba.model.reasons import REASONS, WHY
from ctv_env.games.arriba.text.names import (
    AP_TYPES,
    CLASSES,
    FACTIONS,
    POSTS,
    POWERS,
    area_name,
    group_words,
    place_words,
)

VERBS = {
    Verb.BUILD: "build a unit",
    Verb.CONVERT: "make a larger unit of one",
    Verb.REPLENISH: "replenish a remnant",
    Verb.IMPROVE: "improve the cadre of a unit",
    Verb.BUY_AP: "buy an asset point",
    Verb.FORTIFY: "build a fort",
    Verb.AIR_LIFT: "lift a unit by air",
    Verb.AFRICA_LIFT: "bring units from Africa by sea",
    Verb.SEA_LIFT: "move units by sea",
    Verb.DROP_PIECES: "drop a part here",
    Verb.DOCTRINE: "roll a new doctrine",
    Verb.FREEZE: "keep the Rebels there from counterattacking",
    Verb.DISRUPT: "disrupt a battlegroup",
}
_ENEMY_NAMED = (Node.TARGET, Node.BREAKTHROUGH_TARGET, Node.COUNTER_TARGET, Node.GUERRILLA_MODE)
"""Nodes at which a battlegroup of the enemy is named."""
_SPECIAL = {
    (Node.MOVE_TO, "AREA"): "go to {what}",
    (Node.MOVE_TO, "POST"): "end the move in the {what}",
    (Node.EVENT_LOSE, "AREA"): "a brigade in {what}",
    (Node.LOSS_ATT, "VERB"): "give up the fort",
    (Node.LOSS_DEF, "VERB"): "give up the fort",
}
"""Wordings of actions for which that of their node does not fit."""
_TOWARD = ("Government", "Rebel")


def _names(tables: Tables, segment: str) -> tuple[str, ...]:
    """Return the names of the actions of a segment, as ``decode`` gives them."""
    assert isinstance(tables, ArribaTables)
    return {
        "AREA": tables.places.areas,
        "BG": ("city", *map(str, range(1, N_BGS))),
        "UNIT": CLASSES,
        "AP": AP_TYPES,
        "AMOUNT": tuple(map(str, range(N_AMOUNTS))),
        "POWER": tuple(power.name for power in Power),
        "FACTION": FACTIONS,
        "VERB": tuple(verb.name.lower() for verb in Verb),
        "POST": POSTS,
        "TOWARD": ("government", "rebel"),
    }.get(segment, ())


NOTATION = Notation(_names)


def describe(tables: ArribaTables, record: np.void, action: int) -> str:
    """Return what ``action`` does at the node of ``record``, in a player's words.

    Raises:
        ValueError: ``action`` is not an action number.
    """
    if record["to_move"] == SIDE.CHANCE and 1 <= action <= FACES:
        return f"roll {int(action)}"
    NOTATION.decode(tables, action)
    segment, _ = ACTIONS.locate(action)
    return _fill(tables, record, _template(int(record["node"]), segment), action)


def _template(node: int, segment: str) -> str:
    """Return the wording of an action of a segment at a node."""
    kind = NODES.get(node)
    if not kind or not kind.words:
        return "{what}"
    if segment == "DONE":
        return kind.words.done or "{what}"
    return _SPECIAL.get((Node(node), segment), kind.words.choice if segment in kind.asked else "{what}")


def explain(tables: ArribaTables, record: np.void, reason: int, action: int) -> str:
    """Return the sentence of a reason code about ``action``, with its rule in parentheses."""
    _, rules, sentence = REASONS[reason]
    if reason == WHY.NOT_HERE:
        sentence += "; " + _asked(record)
    filled = _fill(tables, record, sentence, action)
    return f"{filled[0].upper()}{filled[1:]}" + (f" ({cited(rules)})" if rules else "")


def cited(rules: str) -> str:
    """Format rule numbers of ``reasons.REASONS`` as citations: ``"rules 8.1, 7.2"``, ``"rule 5, ruling A-12"``."""
    numbers = [part for part in rules.split(", ") if part[0].isdigit()]
    others = [part for part in rules.split(", ") if not part[0].isdigit()]
    plural = "s" if len(numbers) > 1 else ""
    return ", ".join(([f"rule{plural} {', '.join(numbers)}"] if numbers else []) + others)


def _asked(record: np.void) -> str:
    """Return what the node of ``record`` asks for, as the end of a sentence."""
    if record["node"] == NODE.OVER:
        return "the game is over"
    if record["to_move"] == SIDE.CHANCE:
        return f"it asks for the face of a die, 1 to {FACES}"
    words = NODES[int(record["node"])].words
    return f"it asks for {words.asks}" if words else "it asks for nothing"


def _fill(tables: ArribaTables, record: np.void, template: str, action: int) -> str:
    """Fill in ``template`` with what ``action`` names, and with the unit of the position."""
    unit = int(record["unit"])
    piece = CLASSES[unit] if 0 <= unit < len(CLASSES) else "the unit"
    return template.format(what=_what(tables, record, action), piece=piece)


def _what(tables: ArribaTables, record: np.void, action: int) -> str:
    """Return what an action names, in words."""
    if not 0 <= action < ACTIONS.n:
        return "that"
    segment, k = ACTIONS.locate(action)
    match segment:
        case "DONE":
            return "passing on"
        case "YES":
            return "yes"
        case "AREA":
            return area_name(tables, k)
        case "BG":
            return _group(record, k)
        case "UNIT":
            return CLASSES[k]
        case "AP":
            return f"{AP_TYPES[k]} AP"
        case "AMOUNT":
            return str(k)
        case "POWER":
            return POWERS[k]
        case "FACTION":
            return f"the {FACTIONS[k]} faction"
        case "VERB":
            return VERBS[Verb(k)]
        case "POST":
            return POSTS[k]
        case _:
            return _TOWARD[k]


def _group(record: np.void, b: int) -> str:
    """Return a battlegroup of the area in question, with its contents if it exists."""
    area = int(record["battle_area"]) if record["battle_area"] != NOWHERE else int(record["area"])
    side = int(record["to_move"])
    if not 0 <= area < MOROCCO or side > 1:
        return place_words(b)
    if int(record["node"]) in _ENEMY_NAMED:
        side = 1 - side
    units = record["bg_unit"][side, area, b][: int(record["bg_units"][side, area, b])]
    content = group_words(units, record["bg_armour"][side, area, b], record["bg_artillery"][side, area, b])
    empty = content == "nothing"
    where = "in the city" if b == CITY else f"no. {b} in the country"
    return place_words(b) if empty else f"{content} ({where})"
