"""The whole picture of a position."""

import functools
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from ctv_env.core.drawing import Drawing, StaticGroup, Window
from ctv_env.core.entries import entries
from ctv_env.core.layers import check_layers, check_policy
from ctv_env.games.ctv.drawing import layers as layer
from ctv_env.games.ctv.drawing import marks
from ctv_env.games.ctv.drawing.board import board
from ctv_env.games.ctv.drawing.geometry import HEIGHT, MAP_FRAME, WIDTH, view
from ctv_env.games.ctv.drawing.last_seen import remembered
from ctv_env.games.ctv.drawing.legend import frame
from ctv_env.games.ctv.drawing.margin import LOG_LINES, margin
from ctv_env.games.ctv.drawing.news import news
from ctv_env.games.ctv.drawing.stacks import stacks
from ctv_env.games.ctv.engine.machine import RULES
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import DONE
from ctv_env.games.ctv.observation.visibility import look, supply_nets


@functools.lru_cache(maxsize=16)
def background(tables: GameTables) -> StaticGroup:
    """Draw everything that is printed."""
    return StaticGroup([*frame(tables), Window(*MAP_FRAME, view(tables), board(tables))])


def draw(
    tables: GameTables,
    states: np.ndarray,
    i: int,
    scratch: np.ndarray,
    mask: np.ndarray,
    events: np.ndarray,
    side: str | None = None,
    layers: str | Iterable[str] = (),
    policy: ArrayLike | None = None,
    value: float | None = None,
    before: np.void | None = None,
) -> Drawing:
    """Draw the position ``states[i]`` as ``side`` sees it, with fog of war if it is on.

    Args:
        tables: the tables of the game.
        states: records of positions.
        i: index of the position.
        scratch: (1,) scratch records, whose supply nets are overwritten.
        mask: int8 (n_actions,), legal actions of the node.
        events: rows of the log, newest last.
        side: name of a side; None shows everything.
        layers: names from ``layers.LAYERS``.
        policy: probabilities (n_actions,) of the side to move, or None.
        value: an estimate of the result for the Nationalist, -1 to 1, or None.
        before: an earlier position of the same game; moves since then are shown by arrows.

    Raises:
        ValueError: an unknown layer, or ``policy`` is not a probability distribution.
    """
    chosen = check_layers(layers, layer.LAYERS)
    chances = None if policy is None else check_policy(policy, tables.actions.n)
    visible = look(tables, states, i, side, mask)
    recent = news(visible, events, LOG_LINES)
    vp = int(entries(RULES).score(states, i, tables.record))
    nets = supply_nets(visible, scratch) if "supply" in chosen else None
    windows = [
        *marks.control(visible),
        *(layer.zones_of_control(visible) if "zoc" in chosen else ()),
        *marks.trenches(visible),
        *marks.legal_hexes(visible),
        *stacks(visible),
        *remembered(visible),
        *marks.stars(visible),
        *(layer.supply(visible, nets) if nets is not None else ()),
        *(marks.last_move(visible, recent) if before is None else marks.moves_since(visible, before)),
        *marks.fight(visible),
        *marks.last_fight(visible, recent),
        *(layer.probabilities(visible, chances) if chances is not None else ()),
        *margin(visible, recent, vp, value, None if chances is None else float(chances[DONE])),
    ]
    seen_by = f", seen by the {side}" if side else ""
    title = f"Santander 1937, {tables.scenario}, turn {int(states[i]['turn'])}{seen_by}"
    return Drawing(WIDTH, HEIGHT, background(tables), windows, title)
