"""``events.yaml``: the event chits, in numbers."""

from ctv_env.core.codes import by_word
from ctv_env.core.datafile import Choice, Document, ListOf, MapOf, Number, Record, Text
from ctv_env.games.tscw.loading.board import HEX_CODE, Map
from ctv_env.games.tscw.loading.pieces import Pieces
from ctv_env.games.tscw.model.codes import (
    DOT,
    MAX_TURNS,
    N_CHITS,
    NOBODY_PIECE,
    OFF,
    PURSES,
    Act,
    Dot,
    Need,
    Size,
    When,
)

_SIDES = ("N", "R")
_RP = MapOf(Number(-20, 20), "|".join(PURSES), f"one of {', '.join(PURSES)}")
_WHEN = tuple(when.name.lower() for when in When if when != When.NEVER)
_NEEDS = tuple(need.name.lower() for need in Need if need != Need.NONE)
_ONE = Number(1, 1)
_EFFECT = Record(
    {},
    {
        "drm": (_DRM := Number(-6, 6), 0),
        "drm_side": (_DRM, 0),
        "rp": (_RP, {}),
        "else_rp": (_RP, {}),
        "rml": (Number(-99, 99), 0),
        "n_rail": (Number(0, 0), None),
        "n_rail_add": (Number(-9, 9), 0),
        "r_rail": (Number(0, 0), None),
        "r_rail_add": (Number(-9, 9), 0),
        "n_sea": (Number(0, 0), None),
        "needs": (Choice(_NEEDS), ""),
        "void_if": (Choice(_NEEDS), ""),
        # acts, of which a chit has one at most
        "forced_attack": (Text(HEX_CODE, "a hex"), None),
        "else_rml": (Number(-99, 0), 0),
        "activate": (Text(), None),
        "neutralise": (Text(), None),
        "use_air": (ListOf(Text(), high=2), None),
        "enter": (ListOf(Text(), high=2), None),
        "region": (Choice(("Santander",)), ""),
        "no_air": (Choice(("north",)), None),
        "refresh_hq": (_ONE, None),
        "free_rebuild": (Choice(("armour",)), None),
        "free_replenish": (Choice(("division", "nat")), None),
        "die_each": (Choice(("basque_in_santander",)), None),
        "lose_on": (Number(1, 6), 0),
        "refresh_naval": (_ONE, None),
        "withdraw_one": (ListOf(Text(), high=2), None),
        "ma_bonus": (Number(1, 4), None),
        "units": (Number(1, 6), 0),
        "use_enemy_air": (_ONE, None),
        "max_attacks": (Number(0, 20), None),
    },
)
_ACTS = {act.name.lower(): act for act in Act if act != Act.NONE}

EVENT_TABLE = Record(
    {
        "no_event": Number(1, 20),
        "chits": MapOf(
            Record(
                {
                    "side": Choice(_SIDES),
                    "title": Text(),
                    "text": Text(),
                    "dot": Choice(tuple(by_word(Dot))),
                    "entry": Text(r"start|\d{1,2}", f"start, or a turn up to {MAX_TURNS}"),
                    "count": Number(1, 9),
                    "effect": _EFFECT,
                },
                {"when": (Choice(_WHEN), "never")},
            ),
            r"[1-9]|[1-3]\d|4[01]",
            f"a number from 1 to {N_CHITS}",
        ),
    }
)


def pack_events(document: Document, chosen: list[int], places: Map, pieces: Pieces, lines: list[str]) -> dict:
    """Return the fields of the tables record from the chits; those not ``chosen`` have no copies.

    Raises:
        DataError: a chit is missing, or a held one says not where it is played.
    """
    chits = document.data["chits"]
    if [int(number) for number in chits] != list(range(1, N_CHITS + 1)):
        raise document.error(("chits",), "a chit is missing or misplaced", f"they are 1 to {N_CHITS}")
    fields = {name: [empty] for name, empty in _EMPTY.items()}
    for number, chit in chits.items():
        if (chit["when"] == "never") != (chit["dot"] != "hold"):
            raise document.error(("chits", number), "its dot does not fit its when", "a held chit has a when, no other")
        for name, value in _chit(chit, places, pieces, lines).items():
            fields[name].append(value)
        fields["chit_count"][-1] *= int(number) in chosen
    return fields | {"no_event": document.data["no_event"]}


_EMPTY: dict = {
    **dict.fromkeys(("chit_side", "chit_count", "chit_entry", "chit_when", "chit_need", "chit_void"), 0),
    **dict.fromkeys(("chit_drm", "chit_drm_side", "chit_rml", "chit_no_sea", "chit_act", "chit_number"), 0),
    "chit_dot": DOT.IMMEDIATE,
    "chit_rp": [0] * len(PURSES),
    "chit_else_rp": [0] * len(PURSES),
    "chit_rail": [0, 0],
    "chit_no_rail": [0, 0],
    "chit_cell": OFF,
    "chit_piece": [NOBODY_PIECE] * 2,
}


def _chit(chit: dict, places: Map, pieces: Pieces, lines: list[str]) -> dict:
    effect = chit["effect"]
    act = next((name for name in _ACTS if effect.get(name) is not None), "")
    named = effect[act] if act in ("use_air", "enter", "withdraw_one") else []
    found = [pieces.names.index(name) for name in named if name in pieces.names]
    return {
        "chit_side": _SIDES.index(chit["side"]),
        "chit_count": chit["count"],
        "chit_entry": int(chit["entry"]) if chit["entry"] != "start" else 0,
        "chit_dot": by_word(Dot)[chit["dot"]],
        "chit_when": When[chit["when"].upper()],
        "chit_need": Need[(effect["needs"] or "none").upper()],
        "chit_void": Need[(effect["void_if"] or "none").upper()],
        "chit_drm": effect["drm"],
        "chit_drm_side": effect["drm_side"],
        "chit_rp": [effect["rp"].get(purse, 0) for purse in PURSES],
        "chit_else_rp": [effect["else_rp"].get(purse, 0) for purse in PURSES],
        "chit_rml": effect["rml"] or effect["else_rml"],
        "chit_rail": [2 * effect["n_rail_add"], 2 * effect["r_rail_add"]],
        "chit_no_rail": [effect["n_rail"] is not None, effect["r_rail"] is not None],
        "chit_no_sea": effect["n_sea"] is not None,
        "chit_act": _ACTS.get(act, Act.NONE),
        "chit_number": _number(effect, act, lines),
        "chit_cell": places.cell(effect["forced_attack"]) if act == "forced_attack" else OFF,
        "chit_piece": (found + [NOBODY_PIECE] * 2)[:2],
    }


def _number(effect: dict, act: str, lines: list[str]) -> int:
    """The number of an act: a line, the lowest die, units, or the size of units."""
    if act in ("activate", "neutralise"):
        return lines.index(effect[act])
    if act == "die_each":
        return effect["lose_on"]
    if act == "ma_bonus":
        return effect["units"]
    if act == "free_replenish":
        return Size.DIVISION if effect[act] == "division" else Size.BRIGADE
    return effect[act] if act == "max_attacks" else 0
