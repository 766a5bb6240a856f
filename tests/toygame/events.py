"""The events of the toy game."""

from ctv_env.core.codes import codes
from ctv_env.core.events import Event, EventTable

EVENTS = EventTable(
    Event("PRICE", "A counter sets the price.", "counter price", "counter {counter}: a man costs {price} gold"),
    Event("ORDERED", "A side chooses.", "side order", "{side} orders in secret: {order}", secret="side"),
    Event("HIRED", "Men are hired.", "side men", "{side} hires {men}"),
    Event("MARCHED", "A column moves.", "side area", "{side} marches to {area}"),
    Event("PASSED", "A side passes.", "side", "{side} passes"),
    Event("ROLLED", "The dice are rolled.", "dice", "dice {dice}"),
    Event("FOUGHT", "Columns fight.", "winner lead", "fight: {winner}, azure was ahead by {lead}"),
    Event("PAID", "A side is paid.", "side gold", "{side} is paid {gold} gold"),
    Event("ENDED", "The game is over.", "winner", "the game ends: {winner}"),
)
EV = codes(EVENTS.names)


@EVENTS.writer
def emit(w, code, *numbers):
    """Write an event to ``w.event``."""
