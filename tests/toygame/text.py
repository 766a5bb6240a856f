"""Text of the toy game: names of actions, sentences, log, positions as data, plain views."""

import numpy as np

from ctv_env.core.fields import Names, refuse_if
from ctv_env.core.log import Log
from ctv_env.core.notation import Notation
from ctv_env.core.plain_views import PlainViews
from ctv_env.core.positions import Positions, check_decision
from ctv_env.core.tables import BoardTables
from ctv_env.core.terms import FIRST, SECOND
from toygame.engine import NODES
from toygame.model import COUNTERS, EVENTS, MAX_BUY, MOST, NO_ORDER, NODE, ROUNDS, SIDES, STATE_FIELDS
from toygame.rules import REASONS, WHY, why_not_order_of
from toygame.tables import LOADER


class ToyNotation(Notation):
    """Names and sentences of actions."""

    nodes, reasons = NODES, REASONS

    def names(self, tables: BoardTables, segment: str) -> tuple[str, ...]:
        return {"BUY": tuple(str(n + 1) for n in range(MAX_BUY)), "MOVE": tables.board.names}.get(segment, ())

    def what(self, tables: BoardTables, record: np.void, segment: str, k: int) -> str:
        return f"march to {tables.board.names[k]}" if segment == "MOVE" else f"hire {k + 1}"

    def drawn(self, tables: BoardTables, record: np.void, outcome: int) -> str:
        return COUNTERS[outcome] if record["node"] == NODE.COUNTER else str(outcome)


NOTATION = ToyNotation()
_WORDS = {
    "side": SIDES,
    "counter": COUNTERS,
    "order": lambda tables, order: " ".join(filter(None, NOTATION.decode(tables, order))),
    "area": lambda tables, area: tables.board.names[area],
    "winner": lambda tables, side: f"{SIDES[side]} wins" if side in (FIRST, SECOND) else "nobody wins",
}


class ToyLog(Log):
    """The log in words."""

    events, words = EVENTS, _WORDS


def check(tables: BoardTables, record: np.void) -> None:
    """Raise a PositionError for a position that the rules cannot handle."""
    check_decision(NODES, record, draws=True)
    s, t = record, tables.record[0]
    over, waits = s["node"] == NODE.OVER, s["to_move"] == SECOND
    is_legal = s["order"] != NO_ORDER and why_not_order_of(s, t, FIRST, int(s["order"])) == WHY.LEGAL
    left = ROUNDS - int(s["turn"])
    to_draw = 0 if t["fixed_price"] else left + (s["node"] == NODE.COUNTER)
    most = int((s["men"] + s["gold"]).max()) + (0 if over else (left + 1) * int(t["worth"].max()))
    for name, right, wanted in (
        ("order", is_legal if waits else s["order"] == NO_ORDER, "a legal one while bronze decides, else none"),
        ("cup", s["cup"].sum() >= to_draw, f"{to_draw} counters or more"),
        ("men", min(s["men"]) >= (not over), "1 or more, 0 only at the end"),
        ("gold", most <= MOST, f"with men and pay at most {MOST}"),
        ("price", s["price"] >= (s["node"] == NODE.ORDER), "a price"),
    ):
        refuse_if(not right, name, f"it is {s[name]}", f"it must be {wanted}")


def names(tables: BoardTables) -> Names:
    """Return the names by which positions are written."""
    return Names({"side": SIDES, "area": tables.board.names, "counter": COUNTERS})


def fight(tables: BoardTables, events: np.ndarray) -> str:
    """Return the area of a fight, with which a chapter of the record begins; "" if there was none."""
    areas = [event.area for event in EVENTS.read(events) if isinstance(event, EVENTS.FOUGHT)]
    return tables.board.names[areas[-1]] if areas else ""


POSITIONS = Positions("toy", STATE_FIELDS, LOADER.load, names, check)
VIEWS = PlainViews("toygame.spec:SPEC", fight)
LANGUAGE = NOTATION.language(ToyLog, VIEWS.text)
