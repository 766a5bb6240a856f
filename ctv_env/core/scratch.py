"""The scratch record of a game that needs no working memory of its own."""

import numpy as np

from ctv_env.core.events import EventTable
from ctv_env.core.fields import record_type


def scratch_type(n_actions: int, events: EventTable, n_events: int = 32) -> np.dtype:
    """Return the dtype with the fields that ``terms.py`` and the machine require, and no others.

    Args:
        n_actions: the most actions, or outcomes of chance if these are more.
        events: the table of events.
        n_events: the most events of a step; later ones would be dropped.
    """
    return record_type(
        (
            ("rng", np.uint64, (), "random stream of the policies"),
            ("n_event", np.int32, (), "events of the last step"),
            ("event", np.int16, (n_events, events.width), "the events"),
            ("mask", np.int8, (n_actions,), "legal actions, or outcomes"),
            ("n_legal", np.int32, (), "their number"),
        )
    )
