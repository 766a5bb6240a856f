"""Observations as arrays; ``model/channels.py`` describes the channels."""

import numpy as np

from ctv_env.core.jit import array_at
from ctv_env.games.arriba.model.channels import ADVISED_KIND, AREAS, FLAT, FLAT_KIND, GROUPS, N_GROUPS
from ctv_env.games.arriba.model.codes import N_PLACES
from ctv_env.games.arriba.model.kernel import rule_kernel
from ctv_env.games.arriba.observation.advice import fill_advice
from ctv_env.games.arriba.observation.areas import fill_areas
from ctv_env.games.arriba.observation.globals import fill_globals
from ctv_env.games.arriba.observation.groups import fill_groups

_SIZE, _AREAS, _GROUPS = FLAT.size, AREAS.size, GROUPS.size
_AREA_CHANNELS, _GROUP_CHANNELS = AREAS.n_channels, GROUPS.n_channels


@rule_kernel(numbers=4)
def fill_row(s, t, w, side, kind, place, has_static):
    """Write the observation of ``side`` to a row (``core.terms.Hooks``).

    All kinds have the same numbers: ``flat`` with all rows of a channel together, the others with all channels of a
    row. ``advised`` has the advice after them.
    """
    row = array_at(place, (_SIZE,), np.uint8)
    for k in range(_SIZE):
        row[k] = 0
    flat = kind == FLAT_KIND
    areas, groups = row[:_AREAS], row[_AREAS : _AREAS + _GROUPS]
    fill_areas(s, t, w, side, areas, 1 if flat else _AREA_CHANNELS, N_PLACES if flat else 1)
    fill_groups(s, w, side, groups, 1 if flat else _GROUP_CHANNELS, N_GROUPS if flat else 1)
    fill_globals(s, t, side, row[_AREAS + _GROUPS :])
    if kind == ADVISED_KIND:
        fill_advice(s, t, w, side, place + _SIZE)
