"""A fixed load resembling the engine's; dividing the engine's rate by its rate cancels out the machine.

It floods a map of the engine's size from changing cells around changing obstacles, and writes byte planes.  It uses
nothing of the engine and must never change: the committed baseline is in units of its rate.
"""

import numpy as np

from ctv_env.bench.measure import Workload
from ctv_env.core.jit import jit

_ROWS, _COLUMNS, _SIDES = 17, 20, 6
_CELLS = _ROWS * _COLUMNS  # one extra cell stands for everything off the map
_PLANES = 20
_FLOODS = 100  # per workload
_FACTOR, _WORD = 0x45D9F3B, 0xFFFFFFFF


@jit
def _flood(neighbours: np.ndarray, marks: np.ndarray, queue: np.ndarray, start: int) -> None:
    """Mark every unmarked cell that can be reached from ``start``."""
    queue[0] = start
    marks[start] = 1
    head = 0
    tail = 1
    while head < tail:
        c = int(queue[head])
        head += 1
        for d in range(_SIDES):
            n = int(neighbours[c, d])
            if marks[n] == 0:
                marks[n] = 1
                queue[tail] = n
                tail += 1


@jit
def _floods(neighbours: np.ndarray, marks: np.ndarray, queue: np.ndarray, planes: np.ndarray, key: int) -> int:
    """Flood around changing obstacles and write each result into all planes; return the next key."""
    for _ in range(_FLOODS):
        key = ((key >> 16) ^ key) * _FACTOR & _WORD
        for c in range(_CELLS):
            marks[c] = 1 if ((key >> (c & 15)) + c) % 5 == 0 else 0
        marks[_CELLS] = 1
        _flood(neighbours, marks, queue, key % _CELLS)
        for p in range(_PLANES):
            for c in range(_CELLS):
                planes[p, c] = 40 * p if marks[c] else 0
    return key


def calibration() -> Workload:
    """Return the load as a workload that counts floods."""
    rows, columns = np.divmod(np.arange(_CELLS), _COLUMNS)
    neighbours = np.full((_CELLS + 1, _SIDES), _CELLS, np.int16)
    for d, (down, right) in enumerate(((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1))):
        there = (rows + down >= 0) & (rows + down < _ROWS) & (columns + right >= 0) & (columns + right < _COLUMNS)
        neighbours[:_CELLS][there, d] = ((rows + down) * _COLUMNS + columns + right)[there]
    marks, queue = np.zeros(_CELLS + 1, np.int8), np.zeros(_CELLS + 1, np.int16)
    planes = np.zeros((_PLANES, _CELLS), np.uint8)
    key = 1

    def workload() -> int:
        nonlocal key
        key = int(_floods(neighbours, marks, queue, planes, key))
        return _FLOODS

    return workload
