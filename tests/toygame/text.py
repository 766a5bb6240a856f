"""The toy in words: actions, reasons, the log, a map in text, positions as data."""

import numpy as np

from ctv_env.core.notation import Notation
from ctv_env.core.positions import FlatPositions
from ctv_env.core.spec import CHANCE, NOBODY, Language
from toygame.model import COUNTER, COUNTERS, EV_ORDERED, MAX_BUY, NO_ORDER, NODES, ORDER, SIDES, STATE
from toygame.rules import REASONS
from toygame.tables import ToyTables, load


def _names(tables: ToyTables, segment: str) -> tuple[str, ...]:
    """What the actions of a segment name."""
    return {"BUY": tuple(str(n + 1) for n in range(MAX_BUY)), "MOVE": tables.board.names, "PASS": ()}[segment]


NOTATION = Notation(_names)


def _order(tables: ToyTables, action: int) -> str:
    """An order in words."""
    segment, name = NOTATION.decode(tables, action)
    return {"BUY": f"hire {name} men", "MOVE": f"march to {name}", "PASS": "pass"}[segment]


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


def _line(tables: ToyTables, code: int, about: int, number: int) -> str:
    """An event in words."""
    who = SIDES[about] if about < len(SIDES) else "nobody"
    if code == EV_ORDERED:
        return f"{who} orders in secret: {_order(tables, number)}"
    area = tables.board.names[number] if 0 <= number < tables.board.n else ""
    return (
        f"counter {COUNTERS[min(about, 2)]}: a man costs {number} gold",
        "",
        f"{who} hires {number} men",
        f"{who} marches to {area}",
        f"{who} passes",
        f"dice {about}",
        f"fight: azure leads by {number}, {who} wins",
        f"{who} is paid {number} gold",
        f"the game ends: {who} wins",
    )[code]


def log(tables: ToyTables, events: np.ndarray) -> list[str]:
    """Events in words, a line each."""
    return [_line(tables, *event) for event in events.tolist()]


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
    decider = {COUNTER: (CHANCE,), ORDER: (0, 1), NODES.index("DICE"): (CHANCE,), NODES.index("OVER"): (NOBODY,)}
    node, t = int(record["node"]), tables.record[0]
    if record["to_move"] not in decider.get(node, ()):
        raise ValueError(f"'to_move' is {record['to_move']}: at node {node} somebody else decides")
    if not (record["place"] >= 0).all() or (record["place"] >= t["n_areas"]).any():
        raise ValueError(f"'place' is {record['place']}: there are {t['n_areas']} areas")
    for name in ("gold", "men", "cup", "price"):
        if (record[name] < 0).any():
            raise ValueError(f"{name!r} is {record[name]}: it cannot be negative")


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
