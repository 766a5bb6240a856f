"""The scene of a step (``core.ui.Scene``)."""

import numpy as np

from ctv_env.core.terms import Scene
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import SIDE_NAMES
from ctv_env.games.tscw.model.events import EVENTS
from ctv_env.games.tscw.observation.visible_events import visible_events
from ctv_env.games.tscw.text.log import words
from ctv_env.games.tscw.text.names import hex_name


def scene(tables: TscwTables, states: np.ndarray, i: int, events: np.ndarray, n_new: int, side: str | None) -> Scene:
    """See ``core.terms.Pictures``: new log lines, the hex of a battle that begins, the level of morale."""
    new = events[len(events) - n_new :]
    if side is not None:
        new = visible_events(tables, new, SIDE_NAMES.index(side))
    attacks = [event.cell for event in EVENTS.read(new) if isinstance(event, EVENTS.ATTACK)]
    return Scene(
        lines=words(tables, new),
        chapter=hex_name(tables, attacks[-1]) if attacks else "",
        figures={"Republican morale": int(states[i]["rml"])},
    )
