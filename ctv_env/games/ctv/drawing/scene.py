"""What a viewer is told of a step besides the picture."""

import numpy as np

from ctv_env.core.scene import Scene
from ctv_env.games.ctv import engine
from ctv_env.games.ctv.chronicle import words
from ctv_env.games.ctv.codes import N_ACTIONS
from ctv_env.games.ctv.drawing.news import may_know
from ctv_env.games.ctv.drawing.sight import look
from ctv_env.games.ctv.events import EV_TARGET
from ctv_env.games.ctv.load import GameTables
from ctv_env.games.ctv.notation import hex_name

_NOTHING = np.zeros(N_ACTIONS, np.int8)


def scene(tables: GameTables, states: np.ndarray, i: int, events: np.ndarray, side: str | None) -> Scene:
    """The step that has led to ``states[i]``.

    Args:
        tables: the tables of the game.
        states: records of positions.
        i: which of them.
        events: rows of the log, of this step alone.
        side: who looks; None sees all.
    """
    sight = look(tables, states, i, side, _NOTHING)
    rows = [row for row in events.tolist() if not sight.fogged or may_know(sight, row)]
    targets = [row[1] for row in rows if row[0] == EV_TARGET]
    return Scene(
        lines=words(tables, np.array(rows)) if rows else [],
        combat=hex_name(tables, targets[-1]) if targets else "",
        figures={
            "Victory points": int(engine.vp(states, i, tables.record)),
            "Republican morale": int(states[i]["morale"]),
        },
    )
