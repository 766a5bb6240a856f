"""The scene of a step (``core.ui.Scene``)."""

import numpy as np

from ctv_env.core.entries import entries
from ctv_env.core.terms import Scene
from ctv_env.games.ctv.drawing.news import readable
from ctv_env.games.ctv.engine.machine import RULES
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import N_ACTIONS
from ctv_env.games.ctv.model.events import EVENTS
from ctv_env.games.ctv.observation.visibility import look
from ctv_env.games.ctv.text.log import lines_of
from ctv_env.games.ctv.text.notation import hex_name

_NOTHING = np.zeros(N_ACTIONS, np.int8)


def scene(tables: GameTables, states: np.ndarray, i: int, events: np.ndarray, n_new: int, side: str | None) -> Scene:
    """Return the scene of the step that led to ``states[i]``.

    Args:
        tables: the tables of the game.
        states: records of positions.
        i: index of the position.
        events: the log.
        n_new: number of its last rows that belong to this step.
        side: the viewing side; None sees everything.
    """
    visible = look(tables, states, i, side, _NOTHING)
    new = slice(len(events) - n_new, None)
    decoded = EVENTS.read(events[new][readable(visible, events)[new]])
    targets = [event.cell for event in decoded if isinstance(event, EVENTS.TARGET)]
    return Scene(
        lines=lines_of(tables, decoded),
        chapter=hex_name(tables, targets[-1]) if targets else "",
        figures={
            "Victory points": int(entries(RULES).score(states, i, tables.record)),
            "Republican morale": int(states[i]["morale"]),
        },
    )
