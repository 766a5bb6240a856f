"""What counts as an action: a whole number, in any form in which people and libraries write one.

Python's, numpy's and torch's integers, arrays and tensors of one element, and floats with a whole value, since JSON and
some learners know no integers.  Nothing else: a bool is a comparison that went astray, a list a batch.
"""

import operator
from typing import Any

import numpy as np

_EXACT = 2**53
"""Below this a float holds every whole number."""
_MOST = 2**63 - 1


def whole_number(action: Any) -> int:
    """Return ``action`` as an int.

    Raises:
        TypeError: it is not a whole number; the message says what is.
    """
    if type(action) is int:
        return action
    try:
        value = action.item() if hasattr(action, "item") else action
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if not isinstance(value, bool):
            return operator.index(value)
    except (TypeError, ValueError, RuntimeError):  # libraries disagree about arrays of several elements
        pass
    raise TypeError(f"an action must be a whole number, or an array of one, not {action!r}")


def whole_numbers(actions: Any, n: int) -> np.ndarray:
    """Return one action for each of ``n`` games as int64 (n,).

    Args:
        actions: an array, a tensor or a list of n actions; the rows of a column are arrays of one element.

    Raises:
        ValueError: there are not n.
        TypeError: some are not whole numbers; the message names the first.
    """
    array = _array(actions)
    if array.shape[:1] != (n,) or array.size != n:
        raise ValueError(f"actions must be {n} whole numbers, not {array.dtype} of shape {array.shape}")
    if array.dtype.kind in "iu":
        return array.reshape(n).astype(np.int64, copy=False)
    if array.dtype.kind == "f" and ((array == np.floor(array)) & (np.abs(array) < _EXACT)).all():
        return array.reshape(n).astype(np.int64)
    return np.array([_of_game(i, one) for i, one in enumerate(array.reshape(n).tolist())], np.int64)


def _of_game(i: int, action: Any) -> int:
    try:
        return min(max(whole_number(action), -1), _MOST)  # no game has either of these
    except TypeError as error:
        raise TypeError(f"game {i}: {error}") from None


def _array(actions: Any) -> np.ndarray:
    """Return ``actions`` as an array."""
    try:
        return np.asarray(actions)
    except (TypeError, ValueError, RuntimeError):  # tensors on a device, with a gradient, or of a type of their own
        if hasattr(actions, "tolist"):
            return np.asarray(actions.tolist())
    array = np.empty(len(actions), object)
    for i, action in enumerate(actions):
        array[i] = action
    return array
