"""Saved positions, which are not trusted: checks of raw bytes."""

import numpy as np

from ctv_env.core.jit import records
from ctv_env.core.spec import GameSpec
from ctv_env.core.terms import TablesT

_WRONG = (ValueError, TypeError, LookupError, OverflowError, StopIteration, ArithmeticError)
"""What writing or reading a position raises if its numbers have no meaning."""


class SaveError(ValueError):
    """Data that is not a saved game of this version."""


def restored(spec: GameSpec[TablesT], tables: TablesT, raw: bytes) -> np.ndarray:
    """Return the position in ``raw`` as states (1,), once it has passed the checks of ``from_dict``.

    Compiled code trusts the numbers of a position.  So every number must be one that ``from_dict`` gives for the same
    position when it is written out.

    Raises:
        SaveError: wrong length, a number out of its range, or an inconsistent position.
    """
    if len(raw) != spec.state.itemsize:
        raise SaveError(f"the position has {len(raw)} bytes, {spec.state.itemsize} were expected")
    states = records(1, spec.state)
    states.view(np.uint8)[:] = np.frombuffer(raw, np.uint8)
    try:
        _, again = spec.from_dict(spec.to_dict(tables, states[0]))
    except _WRONG as error:
        raise SaveError(f"the position is not consistent: {error or type(error).__name__}") from error
    for name in spec.state.names or ():
        if not np.array_equal(states[0][name], again[0][name]):
            raise SaveError(
                f"the position is not consistent: its {name} does not follow from the rest, or has no meaning"
            )
    return states
