"""Actions in words: conversion between action numbers and names, and sentences for players."""

import numpy as np

from ctv_env.core.nodes import NodeDeclaration
from ctv_env.core.notation import Notation
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.loading.load import ArribaTables
from ctv_env.games.arriba.model.actions import N_AMOUNTS
from ctv_env.games.arriba.model.codes import CITY, MOROCCO, N_BGS, NOWHERE, Node, Power, Verb
from ctv_env.games.arriba.model.reasons import REASONS
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


class ArribaNotation(Notation):
    """Names and sentences of actions."""

    nodes, reasons = NODES, REASONS

    def names(self, tables: ArribaTables, segment: str) -> tuple[str, ...]:
        """See ``Notation``."""
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

    def choice(self, node: NodeDeclaration, segment: str) -> str:
        """See ``Notation``."""
        return _SPECIAL.get((Node(node.code), segment)) or super().choice(node, segment)

    def piece(self, tables: ArribaTables, record: np.void) -> str:
        """See ``Notation``."""
        unit = int(record["unit"])
        return CLASSES[unit] if 0 <= unit < len(CLASSES) else "the unit"

    def what(self, tables: ArribaTables, record: np.void, segment: str, k: int) -> str:
        """See ``Notation``."""
        match segment:
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


NOTATION = ArribaNotation()
describe, explain = NOTATION.describe, NOTATION.explain
