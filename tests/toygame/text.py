"""Text output of the toy game: actions, reasons, log, text map, positions as data."""

from collections.abc import Mapping

import numpy as np

from ctv_env.core.fields import Names, refuse_if
from ctv_env.core.log import Log, Words
from ctv_env.core.notation import Notation
from ctv_env.core.positions import Positions
from ctv_env.core.terms import CHANCE, FIRST, NOBODY, SECOND, Language
from toygame.engine import NODES
from toygame.events import EVENTS
from toygame.model import (
    COUNTERS,
    MAX_BUY,
    MOST,
    NO_ORDER,
    NODE,
    SIDES,
    STATE_FIELDS,
    Node,
)
from toygame.rules import REASONS, WHY, why_not_order
from toygame.tables import LOADER, ToyTables


def _names(tables: ToyTables, segment: str) -> tuple[str, ...]:
    """Return the names of the actions of a segment."""
    return {"BUY": tuple(str(n + 1) for n in range(MAX_BUY)), "MOVE": tables.board.names, "PASS": ()}[segment]


NOTATION = Notation(_names)


def _order(tables: ToyTables, action: int) -> str:
    """Return an order in words."""
    segment, name = NOTATION.decode(tables, action)
    return {"BUY": f"hire {_men(action)}", "MOVE": f"march to {name}", "PASS": "pass"}[segment]


def _men(n: int) -> str:
    return "1 man" if n == 1 else f"{n} men"


def describe(tables: ToyTables, record: np.void, action: int) -> str:
    """Return what an action or an outcome does."""
    if record["to_move"] == CHANCE:
        if record["node"] == NODE.COUNTER:
            return f"draw {COUNTERS[action] if action < len(COUNTERS) else action}"
        return f"roll {action}"
    return _order(tables, action)


def explain(tables: ToyTables, record: np.void, reason: int, action: int) -> str:
    """Return the sentence of a reason code."""
    what = describe(tables, record, action)
    return f"{what[0].upper()}{what[1:]}: {REASONS[reason][1]}"


def _winner(_: ToyTables, side: int) -> str:
    return "nobody wins" if side == NOBODY else f"{SIDES[side]} wins"


_WORDS: Mapping[str, Words] = {
    "side": SIDES,
    "counter": COUNTERS,
    "order": _order,
    "men": lambda _, n: _men(n),
    "area": lambda tables, area: tables.board.names[area],
    "winner": _winner,
}


class ToyLog(Log):
    """The log in words."""

    events = EVENTS
    words = _WORDS


def log(tables: ToyTables, events: np.ndarray) -> list[str]:
    """Return events in words, one line each."""
    return ToyLog(tables).lines(EVENTS.read(events))


def visible_events(tables: ToyTables, events: np.ndarray, side: int) -> np.ndarray:
    """Return all events except the other side's orders, which other events reveal once they are carried out."""
    return events[~EVENTS.secret(events, side, {"side": lambda sides: sides})]


def text(tables: ToyTables, states: np.ndarray, i: int, side: int) -> str:
    """Return the position in a few lines, with only the side's own order."""
    s, t = states[i], tables.record[0]
    lines = [f"round {s['turn']} of {t['n_rounds']}, {Node(s['node']).name}, a man costs {s['price'] or '?'} gold"]
    for area, name in enumerate(tables.board.names):
        here = [f"{SIDES[one]} {s['men'][one]}" for one in range(2) if s["place"][one] == area]
        lines.append(f"  {name:6}worth {t['worth'][area]}  {', '.join(here)}".rstrip())
    lines.append("gold: " + ", ".join(f"{SIDES[one]} {s['gold'][one]}" for one in range(2)))
    if s["order"][side] != NO_ORDER:
        lines.append(f"own order: {_order(tables, int(s['order'][side]))}")
    return "\n".join(lines)


def check(tables: ToyTables, record: np.void) -> None:
    """Raise a PositionError for a position that the rules cannot handle."""
    s, t = record, tables.record[0]
    to_draw = 0 if t["fixed_price"] else int(t["n_rounds"]) - int(s["turn"]) + (s["node"] == NODE.COUNTER)
    decide = {NODE.ORDER: (FIRST, SECOND), NODE.OVER: (NOBODY,)}.get(int(s["node"]), (CHANCE,))
    for name, right, wanted in (
        ("to_move", s["to_move"] in decide, "who decides at this node"),
        ("stage", int(s["node"]) in NODES and s["stage"] in NODES[int(s["node"])].stages, "a stage of the node"),
        ("turn", s["turn"] <= t["n_rounds"], f"1 to {t['n_rounds']}"),
        ("order", _are_orders(tables, s), "what each side has chosen, or nothing"),
        ("cup", s["cup"].sum() >= to_draw, f"{to_draw} counters or more"),
        ("men", min(s["men"]) >= (s["node"] != NODE.OVER), "1 or more, 0 only at the end"),
        ("gold", _most(s, t) <= MOST, f"with men and pay at most {MOST}"),
        ("price", s["price"] >= (s["node"] == NODE.ORDER), "a price"),
        ("winner", s["winner"] == NOBODY or s["node"] == NODE.OVER, "nobody yet"),
    ):
        refuse_if(not right, name, f"it is {s[name]}", f"it must be {wanted}")


def _most(s: np.void, t: np.void) -> int:
    """The men that the richer side can ever have, at 1 gold each."""
    rounds = 0 if s["node"] == NODE.OVER else int(t["n_rounds"]) - int(s["turn"]) + 1
    return max(int(s["men"][side]) + int(s["gold"][side]) for side in range(2)) + rounds * int(t["worth"].max())


def _are_orders(tables: ToyTables, s: np.void) -> bool:
    """Whether the orders are actions; that of the first side, while it waits for the second's, must be legal."""
    first, second = s["order"].tolist()
    if max(first, second) >= tables.actions.n:
        return False
    waits = s["node"] == NODE.ORDER and s["to_move"] == SECOND
    return not waits or (first != NO_ORDER and why_not_order(s, tables.record[0], FIRST, first) == WHY.LEGAL)


def names(tables: ToyTables) -> Names:
    """Return the names by which positions are written."""
    return Names({"side": SIDES, "area": tables.board.names, "counter": COUNTERS})


POSITIONS = Positions("toy", STATE_FIELDS, LOADER.load, names, check)
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
