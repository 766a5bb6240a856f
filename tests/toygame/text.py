"""The toy in words: actions, reasons, the log, a map in text, positions as data."""

import numpy as np

from ctv_env.core.notation import Notation
from ctv_env.core.positions import FlatPositions
from ctv_env.core.spec import CHANCE, FIRST, NOBODY, SECOND, Language
from toygame.model import (
    COUNTER,
    COUNTERS,
    DICE,
    EV_ENDED,
    EV_FOUGHT,
    EV_HIRED,
    EV_MARCHED,
    EV_ORDERED,
    EV_PAID,
    EV_PASSED,
    EV_PRICE,
    EV_ROLLED,
    MAX_BUY,
    NO_ORDER,
    NODES,
    ORDER,
    OVER,
    SIDES,
    STATE,
)
from toygame.rules import REASONS
from toygame.tables import ToyTables, load


def _names(tables: ToyTables, segment: str) -> tuple[str, ...]:
    """What the actions of a segment name."""
    return {"BUY": tuple(str(n + 1) for n in range(MAX_BUY)), "MOVE": tables.board.names, "PASS": ()}[segment]


NOTATION = Notation(_names)


def _order(tables: ToyTables, action: int) -> str:
    """An order in words."""
    segment, name = NOTATION.decode(tables, action)
    return {"BUY": f"hire {_men(action + 1)}", "MOVE": f"march to {name}", "PASS": "pass"}[segment]


def _men(n: int) -> str:
    return "1 man" if n == 1 else f"{n} men"


def describe(tables: ToyTables, record: np.void, action: int) -> str:
    """What an action or an outcome does."""
    if record["to_move"] == CHANCE:
        if record["node"] == COUNTER:
            return f"draw {COUNTERS[action] if action < len(COUNTERS) else action}"
        return f"roll {action}"
    return _order(tables, action)


def explain(tables: ToyTables, record: np.void, reason: int, action: int) -> str:
    """The sentence of a reason code."""
    what = describe(tables, record, action)
    return f"{what[0].upper()}{what[1:]}: {REASONS[reason]}"


_LINES = {
    EV_PRICE: lambda tables, kind, price: f"counter {COUNTERS[kind]}: a man costs {price} gold",
    EV_ORDERED: lambda tables, side, action: f"{SIDES[side]} orders in secret: {_order(tables, action)}",
    EV_HIRED: lambda tables, side, n: f"{SIDES[side]} hires {_men(n)}",
    EV_MARCHED: lambda tables, side, area: f"{SIDES[side]} marches to {tables.board.names[area]}",
    EV_PASSED: lambda tables, side, _: f"{SIDES[side]} passes",
    EV_ROLLED: lambda tables, dice, _: f"dice {dice}",
    EV_FOUGHT: lambda tables, side, lead: f"fight: {_winner(side)}, azure was ahead by {lead}",
    EV_PAID: lambda tables, side, gold: f"{SIDES[side]} is paid {gold} gold",
    EV_ENDED: lambda tables, side, _: f"the game ends: {_winner(side)}",
}
"""Each event in words."""


def _winner(side: int) -> str:
    return "nobody wins" if side == NOBODY else f"{SIDES[side]} wins"


def log(tables: ToyTables, events: np.ndarray) -> list[str]:
    """Events in words, a line each."""
    return [_LINES[code](tables, *numbers) for code, *numbers in events.tolist()]


def visible_events(tables: ToyTables, events: np.ndarray, side: int) -> np.ndarray:
    """All but the orders of the other side: once they are carried out, other events tell of them."""
    return events[(events[:, 0] != EV_ORDERED) | (events[:, 1] == side)]


def text(tables: ToyTables, states: np.ndarray, i: int, side: int) -> str:
    """The position in a few lines; of the orders only the own one."""
    s, t = states[i], tables.record[0]
    lines = [f"round {s['turn']} of {t['n_rounds']}, {NODES[s['node']]}, a man costs {s['price'] or '?'} gold"]
    for area, name in enumerate(tables.board.names):
        here = [f"{SIDES[one]} {s['men'][one]}" for one in range(2) if s["place"][one] == area]
        lines.append(f"  {name:6}worth {t['worth'][area]}  {', '.join(here)}".rstrip())
    lines.append("gold: " + ", ".join(f"{SIDES[one]} {s['gold'][one]}" for one in range(2)))
    if s["order"][side] != NO_ORDER:
        lines.append(f"own order: {_order(tables, int(s['order'][side]))}")
    return "\n".join(lines)


def check(tables: ToyTables, record: np.void) -> None:
    """Raise a ValueError for a position that the rules cannot handle."""
    s, t = record, tables.record[0]
    to_draw = 0 if t["fixed_price"] else t["n_rounds"] - s["turn"] + (s["node"] == COUNTER)
    decide = {COUNTER: (CHANCE,), ORDER: (FIRST, SECOND), DICE: (CHANCE,), OVER: (NOBODY,)}.get(int(s["node"]), ())
    for name, right, wanted in (
        ("to_move", s["to_move"] in decide, "who decides at this node"),
        ("turn", 1 <= s["turn"] <= t["n_rounds"], f"1 to {t['n_rounds']}"),
        ("place", all(0 <= area < t["n_areas"] for area in s["place"]), f"two areas below {t['n_areas']}"),
        ("order", all(NO_ORDER <= order < tables.actions.n for order in s["order"]), f"from {NO_ORDER} on"),
        ("cup", min(s["cup"]) >= 0 and s["cup"].sum() >= to_draw, f"{to_draw} counters or more"),
        ("men", min(s["men"]) >= 0, "0 or more"),
        ("gold", min(s["gold"]) >= 0, "0 or more"),
        ("price", 0 <= s["price"] <= len(COUNTERS), "a price"),
        ("winner", s["winner"] in (FIRST, SECOND, NOBODY), "a side or nobody"),
    ):
        if not right:
            raise ValueError(f"{name!r} is {s[name]}: it must be {wanted}")


POSITIONS = FlatPositions("toy", STATE, load, check)
LANGUAGE = Language(
    decode=NOTATION.decode,
    encode=NOTATION.encode,
    describe=describe,
    explain=explain,
    log=log,
    visible_events=visible_events,
    text=text,
    coloured=str,
)
