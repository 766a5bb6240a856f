"""The scene of a step (``core.ui.Scene``)."""

import numpy as np

from ctv_env.core.terms import Scene
from ctv_env.games.arriba.loading.load import ArribaTables
from ctv_env.games.arriba.model.codes import SIDE
from ctv_env.games.arriba.model.events import EVENTS
from ctv_env.games.arriba.text.log import words
from ctv_env.games.arriba.text.names import area_name


def scene(tables: ArribaTables, states: np.ndarray, i: int, events: np.ndarray, n_new: int, side: str | None) -> Scene:
    """See ``core.terms.Pictures``: new log lines, the area of a battle that begins, levels of support."""
    new = events[len(events) - n_new :]
    attacks = [event.area for event in EVENTS.read(new) if isinstance(event, EVENTS.ATTACKED)]
    levels = states[i]["ps"]
    return Scene(
        lines=words(tables, new),
        chapter=area_name(tables, attacks[-1]) if attacks else "",
        figures={"Government support": int(levels[SIDE.GOVERNMENT]), "Rebel support": int(levels[SIDE.REBEL])},
    )
