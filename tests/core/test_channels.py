"""Observation channels: offsets, bounds, values, hash."""

import numpy as np
import pytest

from ctv_env.core.observation import ANY, FIRST_CHANGE, NEW, Channel, Layout, layout_hash, meaning_of, split

CHANNELS = (
    Channel("sea", "closed"),
    Channel("kind", "one-hot", n=3),
    Channel("odds", "log of 2", 6, 2),
    Channel("shift", "of 9", 10, 1, 9),
)
CHANGES = ("moved", "named", "paid")
DECLARED = (
    Channel("sea", "closed", filler="map", static=True),
    Channel("land", "open", filler="map", static=True),
    Channel("units", "own", filler="stacks", changes=("moved", "named"), local=("moved", "named")),
    Channel("steps", "own", filler="stacks", changes=("moved",)),
    Channel("turn", "of all", changes=()),
    Channel("cash", "says nothing", n=2),
)
BOARD = Layout("board", CHANNELS, after=(2, 4))
ROWS = Layout("rows", CHANNELS, before=(6,))


def test_shapes_and_offsets_count_every_channel_of_a_group():
    assert (BOARD.shape, ROWS.shape, BOARD.size) == ((6, 2, 4), (6, 6), 48)
    assert [BOARD.at(name) for name in ("sea", "kind", "odds", "shift")] == [0, 1, 4, 5]
    with pytest.raises(KeyError, match="no channel 'land' in 'board'"):
        BOARD.at("land")


def test_offsets_count_numbers_in_the_flat_array_or_in_its_row():
    assert BOARD.first._asdict() == {"sea": 0, "kind": 8, "odds": 32, "shift": 40}
    assert ROWS.first._asdict() == {"sea": 0, "kind": 1, "odds": 4, "shift": 5}
    layout = Layout("declared", DECLARED, after=(2, 4), changes=CHANGES)
    assert layout.written_by("stacks") == (16, 24)
    assert layout.written_by("cash") == (40, 48)


def changes_of(mask: int) -> set[str]:
    """The changes whose bits are set in a mask."""
    names = {NEW: "new", ANY: "any"} | {FIRST_CHANGE + k: name for k, name in enumerate(CHANGES)}
    return {name for code, name in names.items() if mask >> code & 1}


def test_a_filler_runs_after_the_changes_that_its_channels_declare():
    layout = Layout("declared", DECLARED, changes=CHANGES)
    whole = {name: changes_of(mask) for name, mask in layout.refills._asdict().items()}
    assert whole == {
        "map": {"new"},  # determined by the tables
        "stacks": {"new", "any", "moved"},  # steps may change anywhere when a piece moves
        "turn": {"new", "any"},
        "cash": {"new", "any", "moved", "named", "paid"},  # declares no changes: never stale
    }
    local = {name: changes_of(mask) for name, mask in layout.local_refills._asdict().items()}
    assert local == {"map": set(), "stacks": {"named"}, "turn": set(), "cash": set()}


def test_channels_that_are_written_as_a_whole_lie_in_runs():
    layout = Layout("declared", DECLARED, after=(2, 4), changes=CHANGES)
    assert layout.runs.tolist() == [
        [[0, 56], [0, 0]],  # new
        [[16, 56], [0, 0]],  # any: the map stays
        [[16, 32], [40, 56]],  # moved
        [[40, 56], [0, 0]],  # named: only the stacks it touched
        [[40, 56], [0, 0]],  # paid
    ]


def test_a_channel_that_declares_nothing_has_all_of_its_filler_s_channels_written():
    layout = Layout("declared", (*DECLARED, Channel("fuel", "own", filler="stacks")), changes=CHANGES)
    assert changes_of(layout.refills.stacks) == {"new", "any", *CHANGES}
    assert layout.local_refills.stacks == 0


@pytest.mark.parametrize(
    ("channel", "words"),
    [
        (Channel("a", "", changes=("moved", "sunk")), "changes that the layout does not name: sunk"),
        (Channel("a", "", changes=("moved",), local=("named",)), "local changes that are not among its changes"),
        (Channel("a", "", local=("moved",)), "local changes that are not among its changes"),
        (Channel("a", "", changes=("moved",), static=True), "is static and declares changes"),
    ],
)
def test_a_wrong_declaration_of_changes_is_refused(channel, words):
    with pytest.raises(ValueError, match=words):
        Layout("wrong", (channel,), changes=CHANGES)


def test_a_value_is_how_far_its_number_lies_from_zero_in_units():
    ranges = [(channel.unit, channel.low, channel.high) for channel in CHANNELS]
    assert ranges == [(1, 0, 1), (1, 0, 1), (4, -2 / 4, 1), (9, -1 / 9, 1)]
    assert Channel("half", "", 4, scale=2).high == 2  # a scale below the top: values above 1


def test_bounds_follow_the_channel_axis():
    low, high = BOARD.bounds("float32")
    assert low.shape == high.shape == BOARD.shape
    assert low.dtype == high.dtype == np.float32
    assert (low[4] == -0.5).all()
    assert (low[:4] == 0).all()
    assert (high == 1).all()
    low, high = ROWS.bounds("uint8")
    assert low.dtype == high.dtype == np.uint8
    assert (low == 0).all()
    assert (high == [1, 1, 1, 1, 6, 10]).all()


def test_the_meaning_of_several_arrays_turns_numbers_into_values():
    zeros, units = meaning_of((BOARD, ROWS))
    assert zeros.shape == units.shape == (BOARD.size + ROWS.size,)
    assert zeros.dtype == units.dtype == np.float32
    highest = np.concatenate([layout.bounds("uint8")[1].ravel() for layout in (BOARD, ROWS)])
    assert (highest - zeros) * units == pytest.approx(1)
    values = split(-zeros * units, (BOARD, ROWS))
    assert values["board"][4] == pytest.approx(-2 / 4)
    assert values["rows"][:, 5] == pytest.approx(-1 / 9)
    assert not values["rows"][:, :4].any()


@pytest.mark.parametrize(
    ("channels", "words"),
    [
        ((Channel("a", ""), Channel("a", "")), "twice: a"),
        ((Channel("a", "", 1, 1),), "zero < top"),
        ((Channel("a", "", 1, -1),), "0 <= zero"),
        ((Channel("a", "", 256),), "top <= 255"),
        ((Channel("a", "", scale=-1),), "scale >= 0"),
        ((Channel("a", "", n=0),), "n > 0"),
    ],
)
def test_a_wrong_declaration_is_refused(channels, words):
    with pytest.raises(ValueError, match=words):
        Layout("wrong", channels)


def test_the_hash_covers_names_order_sizes_shapes_and_ranges_but_no_wording():
    def hashed(channels, **shape):
        return layout_hash(Layout("board", channels, **(shape or {"after": (2, 4)})))

    a, b, c, d = CHANNELS
    assert hashed(CHANNELS) == layout_hash(BOARD) == hashed((a._replace(meaning="else"), b, c, d))
    assert hashed(CHANNELS) == hashed((a, b, c._replace(scale=4), d))  # defaults, stated explicitly
    declared = (a._replace(static=True), b._replace(filler="pieces", changes=()), c, d)
    assert hashed(CHANNELS) == hashed(declared, after=(2, 4), changes=CHANGES)  # how rows are updated does not count
    others = {
        hashed((a._replace(name="land"), b, c, d)),
        hashed((b, a, c, d)),
        hashed((a, b._replace(n=4), c, d)),
        hashed((a, b, c._replace(top=7, scale=4), d)),
        hashed((a, b, c._replace(zero=3, scale=4), d)),
        hashed((a, b, c, d._replace(scale=8))),
        hashed(CHANNELS, after=(4, 2)),
        layout_hash(BOARD, ROWS),
        layout_hash(BOARD),
    }
    assert len(others) == 9


def test_rows_are_split_into_views():
    block = np.arange(2 * (BOARD.size + ROWS.size), dtype=np.float32).reshape(2, -1)
    arrays = split(block, (BOARD, ROWS))
    assert {name: array.shape for name, array in arrays.items()} == {"board": (2, 6, 2, 4), "rows": (2, 6, 6)}
    assert arrays["rows"][0, 0, 0] == BOARD.size
    arrays["board"][1, 0, 0, 0] = -5
    assert block[1, 0] == -5
