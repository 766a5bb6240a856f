"""When objectives are lost by the side that held them at the start."""

import numpy as np

from ctv_env.agents.balance.history import Event
from ctv_env.core.spec import GameSpec, analysis_of
from ctv_env.core.terms import Tables


def falls_in(held: np.ndarray, holders: np.ndarray) -> tuple[int, ...]:
    """Return the turn at whose end each objective is first held by the other side, 0 for never.

    Args:
        held: int8 (turns, objectives), as ``Analysis.held``.
        holders: (objectives,), the same at the start.
    """
    lost = held == 1 - holders
    return tuple(np.where(lost.any(axis=0), lost.argmax(axis=0) + 1, 0).tolist())


def events_of(falls: np.ndarray, spec: GameSpec, tables: Tables) -> list[Event]:
    """Return when each objective fell; those with the name of a landmark have its historical date.

    Args:
        falls: int (games, objectives), turns, 0 for never.
        spec: of the game.
        tables: of the scenario.
    """
    analysis = analysis_of(spec)
    dates = {mark.name: mark.history for mark in analysis.landmarks(tables)}
    last = analysis.n_turns(tables)
    events = []
    for name, turns in zip(analysis.objectives(tables), falls.T, strict=True):
        counts = np.bincount(turns, minlength=last + 1)[1:]
        events.append(Event(name, dates.get(name, ""), len(turns), tuple(counts.tolist())))
    return events
