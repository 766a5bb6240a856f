"""The function that writes events to ``w.event``; ``events.py`` has their codes and fields."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.state import EVENT_ROWS


@jit
def emit(w, code, a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0):
    """Write an event; rows beyond the capacity of ``w.event`` are dropped (no step comes near it)."""
    n = int(w.n_event)
    if n < EVENT_ROWS:
        row = w.event[n]
        row[0] = code
        row[1] = a
        row[2] = b
        row[3] = c
        row[4] = d
        row[5] = e
        row[6] = f
        row[7] = g
        row[8] = h
        w.n_event = n + 1
