"""Features of the legal actions, and of the whole position, gathered from the rows of an observation.

What an action names is found by the layouts alone, so that this works for every game:

- an array with a row for each action describes all actions;
- an array with as many rows as a segment of the action space has actions describes what that segment names;
- an array with as many cells as a segment has actions is a map, and describes the cells that the segment names;
- rows with channels ``row`` and ``column`` stand in a cell of the map, whose channels describe them too;
- rows with a channel ``chosen`` describe the choice in progress.
"""

import typing
from collections.abc import Sequence

import numpy as np

from ctv_env.core.actions import ActionLayout
from ctv_env.core.jit import jit
from ctv_env.core.observation import Layout

_NONE = -1
_SUM_UNIT = np.float32(1 / 32)

# Columns of a row of ``Plan.segments``; an offset is the place of an array in the row of the observation.
_ALIGNED, _N_ALIGNED, _ROWS, _N_ROW, _ROW_AT, _COLUMN_AT, _IS_MAP, _FIRST = range(8)
# Entries of ``Plan.board``.
_MAP, _N_CHANNELS, _HEIGHT, _WIDTH = range(4)
# Columns of a row of ``Plan.vectors`` and ``Plan.groups``.
_AT, _SIZE, _N, _CHOSEN_AT, _GROUP_ROW, _GROUP_COLUMN = range(6)


class Plan(typing.NamedTuple):
    """Where the features of each action and of the position are in a row of the observation."""

    segment_of: np.ndarray  # int64 (n_actions,), segment of each action
    segments: np.ndarray  # int64 (n_segments, 8)
    board: np.ndarray  # int64 (4,), the map; no channels if there is none
    vectors: np.ndarray  # int64 (n, 6), arrays without rows or cells
    groups: np.ndarray  # int64 (n, 6), arrays with rows
    widths: tuple[int, ...]  # number of features of an action, by segment
    zeros: tuple[np.ndarray, ...]  # by segment, float32 (width,): the number that represents 0
    units: tuple[np.ndarray, ...]  # by segment, float32 (width,): the value of one step
    context_zeros: np.ndarray  # float32 (n_context,), the same for the position
    context_units: np.ndarray

    @property
    def width(self) -> int:
        """Most features of an action."""
        return max(self.widths)

    @property
    def n_context(self) -> int:
        """Number of features of the position."""
        return len(self.context_zeros)


class Gathered(typing.NamedTuple):
    """The legal actions of n positions, m in all, in the order of the positions."""

    context: np.ndarray  # uint8 (n, n_context)
    features: np.ndarray  # uint8 (m, width)
    actions: np.ndarray  # int16 (m,)
    counts: np.ndarray  # int64 (n,), number of legal actions of each position


def make_plan(layouts: Sequence[Layout], actions: ActionLayout) -> Plan:
    """Return the plan for the arrays ``layouts``, contiguous in memory, and an action space."""
    offsets = np.cumsum([0, *(layout.size for layout in layouts)]).tolist()
    places = list(zip(layouts, offsets, strict=False))
    maps = [(one, at) for one, at in places if len(one.after) == 2 and not one.before]
    board, board_at = maps[0] if maps else (None, 0)
    cells = board.n_channels if board is not None else 0
    segments, zeros, units = [], [], []
    for segment in actions.segments:
        entry, parts = _describe(segment.size, segment.first, places, board, actions.n)
        segments.append(entry)
        zeros.append(np.concatenate([z for z, _ in parts]))
        units.append(np.concatenate([u for _, u in parts]))
    vectors, groups, context = [], [], []
    for layout, at in places:
        z, u = _channel_meaning(layout)
        if len(layout.before) == 1 and not layout.after and layout.before[0] != actions.n:
            n, at_row, at_column = layout.before[0], _find(layout, "row"), _find(layout, "column")
            chosen = _find(layout, "chosen")
            on_map = board is not None and at_row != _NONE and at_column != _NONE
            groups.append(
                (at, layout.n_channels, n, chosen, at_row if on_map else _NONE, at_column if on_map else _NONE)
            )
            context += [(z, u), _summed(z)]
            if board is not None:
                context.append(_channel_meaning(board))
        elif not layout.before and not layout.after:
            vectors.append((at, layout.size, 0, _NONE, _NONE, _NONE))
            context.append((z, u))
    if board is not None:
        context.append(_summed(_channel_meaning(board)[0]))
    segment_of = np.repeat(np.arange(len(segments)), [segment.size for segment in actions.segments])
    height, width = board.after if board is not None else (0, 0)
    return Plan(
        segment_of,
        np.array(segments, np.int64),
        np.array([board_at, cells, height, width], np.int64),
        np.array(vectors, np.int64).reshape(-1, 6),
        np.array(groups, np.int64).reshape(-1, 6),
        tuple(map(len, zeros)),
        tuple(zeros),
        tuple(units),
        *(np.concatenate([np.zeros(0, np.float32), *each]) for each in zip(*context, strict=True)),
    )


def _describe(
    size: int, first: int, places: Sequence[tuple[Layout, int]], board: Layout | None, n_actions: int
) -> tuple[tuple[int, ...], list[tuple[np.ndarray, np.ndarray]]]:
    """Return the entry of a segment in ``Plan.segments``, and zeros and units of the parts of its features."""
    aligned = next(((one, at) for one, at in places if one.before == (n_actions,) and not one.after), None)
    rows = next(((one, at) for one, at in places if one.before == (size,) and not one.after and size > 1), None)
    is_map = board is not None and board.after[0] * board.after[1] == size
    if rows is not None and rows == aligned:
        rows = None
    at_row = at_column = _NONE
    parts = []
    if aligned is not None:
        parts.append(_channel_meaning(aligned[0]))
    if rows is not None:
        parts.append(_channel_meaning(rows[0]))
        if board is not None:
            at_row, at_column = _find(rows[0], "row"), _find(rows[0], "column")
    if board is not None and (is_map or at_row != _NONE):
        parts += [_channel_meaning(board)] * 2
    if not parts:
        parts.append((np.zeros(0, np.float32), np.zeros(0, np.float32)))
    entry = (
        *((aligned[1], aligned[0].n_channels) if aligned is not None else (0, 0)),
        *((rows[1], rows[0].n_channels) if rows is not None else (0, 0)),
        *(at_row, at_column, int(is_map), first),
    )
    return entry, parts


def _find(layout: Layout, name: str) -> int:
    """Return the index of a single channel called ``name``, _NONE if there is none."""
    names = {channel.name: channel.n for channel in layout.channels}
    return layout.at(name) if names.get(name) == 1 else _NONE


def _channel_meaning(layout: Layout) -> tuple[np.ndarray, np.ndarray]:
    """Return zeros and units of the channels of one row or cell."""
    repeats = [channel.n for channel in layout.channels]
    zeros = np.repeat(np.array([channel.zero for channel in layout.channels], np.float32), repeats)
    units = np.repeat(np.array([1 / channel.unit for channel in layout.channels], np.float32), repeats)
    return zeros, units


def _summed(zeros: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return zeros and units of sums over rows or cells; a sum of signed numbers means nothing."""
    return np.zeros_like(zeros), np.where(zeros == 0, _SUM_UNIT, np.float32(0))


def gather(plan: Plan, rows: np.ndarray, masks: np.ndarray) -> Gathered:
    """Return the features of the legal actions.

    Args:
        plan: of the layouts of the rows.
        rows: uint8 (n, size), observations.
        masks: int8 or bool (n, n_actions), at least one legal action in each.

    Raises:
        ValueError: a position has no legal action.
    """
    where, actions = np.nonzero(masks)
    n = len(rows)
    counts = np.bincount(where, minlength=n)
    if not counts.all():
        raise ValueError(
            f"the mask of position {int(np.argmin(counts))} of {n} allows no action: there is no candidate"
        )
    context = np.zeros((n, plan.n_context), np.uint8)
    features = np.zeros((len(actions), plan.width), np.uint8)
    _fill_context(rows, plan.board, plan.vectors, plan.groups, context)
    _fill_features(rows, plan.segment_of, plan.segments, plan.board, where, actions, features)
    return Gathered(context, features, actions.astype(np.int16), counts)


@jit
def _fill_features(
    rows: np.ndarray,
    segment_of: np.ndarray,
    segments: np.ndarray,
    board: np.ndarray,
    where: np.ndarray,
    actions: np.ndarray,
    features: np.ndarray,
) -> None:
    for k in range(actions.shape[0]):
        row = rows[where[k]]
        segment = segments[segment_of[actions[k]]]
        index = actions[k] - segment[_FIRST]
        at = 0
        first = segment[_ALIGNED] + actions[k] * segment[_N_ALIGNED]
        for j in range(segment[_N_ALIGNED]):
            features[k, at + j] = row[first + j]
        at += segment[_N_ALIGNED]
        first = segment[_ROWS] + index * segment[_N_ROW]
        for j in range(segment[_N_ROW]):
            features[k, at + j] = row[first + j]
        at += segment[_N_ROW]
        cell = -1
        if segment[_IS_MAP]:
            cell = index
        elif segment[_ROW_AT] >= 0 and segment[_N_ROW] > 0:
            cell = _cell(row, first, segment[_ROW_AT], segment[_COLUMN_AT], board[_WIDTH])
        if cell >= 0:
            _fill_cell(row, board, cell, features[k, at:])


@jit
def _cell(row: np.ndarray, first: int, row_at: int, column_at: int, width: int) -> int:
    """Return the cell in which the thing described at ``first`` stands, -1 if it is not on the map."""
    r, c = int(row[first + row_at]), int(row[first + column_at])
    return (r - 1) * width + c - 1 if r > 0 and c > 0 else -1


@jit
def _fill_cell(row: np.ndarray, board: np.ndarray, cell: int, out: np.ndarray) -> None:
    """Write the channels of a cell, then their means over the cells around it."""
    height, width, n = board[_HEIGHT], board[_WIDTH], board[_N_CHANNELS]
    n_cells = height * width
    r, c = cell // width, cell % width
    for j in range(n):
        plane = board[_MAP] + j * n_cells
        out[j] = row[plane + cell]
        total = 0
        count = 0
        for y in range(max(r - 1, 0), min(r + 2, height)):
            for x in range(max(c - 1, 0), min(c + 2, width)):
                total += int(row[plane + y * width + x])
                count += 1
        out[n + j] = (total - int(out[j])) // max(count - 1, 1)


@jit
def _fill_context(
    rows: np.ndarray, board: np.ndarray, vectors: np.ndarray, groups: np.ndarray, context: np.ndarray
) -> None:
    n_cells = board[_HEIGHT] * board[_WIDTH]
    for i in range(rows.shape[0]):
        row = rows[i]
        at = 0
        v = 0
        g = 0
        while v < vectors.shape[0] or g < groups.shape[0]:  # in the order of the arrays
            if g == groups.shape[0] or (v < vectors.shape[0] and vectors[v, _AT] < groups[g, _AT]):
                for j in range(vectors[v, _SIZE]):
                    context[i, at + j] = row[vectors[v, _AT] + j]
                at += vectors[v, _SIZE]
                v += 1
            else:
                at = _fill_group(row, groups[g], board, context[i], at)
                g += 1
        for j in range(board[_N_CHANNELS]):
            total = 0
            for cell in range(n_cells):
                total += int(row[board[_MAP] + j * n_cells + cell])
            context[i, at + j] = min(total, 255)


@jit
def _fill_group(row: np.ndarray, group: np.ndarray, board: np.ndarray, out: np.ndarray, at: int) -> int:
    """Write the chosen row of a group, the sums over its rows, and the cell of the chosen one; return the end."""
    size = group[_SIZE]
    for k in range(group[_N]):
        first = group[_AT] + k * size
        for j in range(size):
            out[at + size + j] = min(int(out[at + size + j]) + int(row[first + j]), 255)
    end = at + 2 * size + board[_N_CHANNELS]
    if group[_CHOSEN_AT] < 0:
        return end
    for k in range(group[_N]):
        first = group[_AT] + k * size
        if row[first + group[_CHOSEN_AT]]:
            for j in range(size):
                out[at + j] = row[first + j]
            cell = _cell(row, first, group[_GROUP_ROW], group[_GROUP_COLUMN], board[_WIDTH])
            if group[_GROUP_ROW] >= 0 and cell >= 0:
                for j in range(board[_N_CHANNELS]):
                    out[at + 2 * size + j] = row[board[_MAP] + j * board[_HEIGHT] * board[_WIDTH] + cell]
            return end
    return end
