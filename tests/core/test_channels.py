"""Observation channels: offsets, bounds, hash."""

import numpy as np
import pytest

from ctv_env.core.channels import Channel, Layout, layout_hash, split

CHANNELS = (Channel("sea", "closed"), Channel("kind", "one-hot", n=3), Channel("odds", "log", -1.0, 2.0))
BOARD = Layout("board", CHANNELS, after=(2, 4))
ROWS = Layout("rows", CHANNELS, before=(6,))


def test_shapes_and_offsets_count_every_channel_of_a_group():
    assert (BOARD.shape, ROWS.shape, BOARD.size) == ((5, 2, 4), (6, 5), 40)
    assert [BOARD.at(name) for name in ("sea", "kind", "odds")] == [0, 1, 4]
    with pytest.raises(KeyError, match="no channel 'land' in 'board'"):
        BOARD.at("land")


def test_bounds_follow_the_channel_axis():
    low, high = BOARD.bounds()
    assert low.shape == high.shape == BOARD.shape
    assert (low[4] == -1).all()
    assert (high[4] == 2).all()
    assert (low[:4] == 0).all()
    low, high = ROWS.bounds()
    assert (high[:, 4] == 2).all()
    assert (high[:, :4] == 1).all()


@pytest.mark.parametrize(
    ("channels", "words"),
    [
        ((Channel("a", ""), Channel("a", "")), "twice: a"),
        ((Channel("a", "", 1.0, 1.0),), "low < high"),
        ((Channel("a", "", n=0),), "n > 0"),
    ],
)
def test_a_wrong_declaration_is_refused(channels, words):
    with pytest.raises(ValueError, match=words):
        Layout("wrong", channels)


def test_the_hash_covers_names_order_sizes_shapes_and_ranges_but_no_wording():
    def hashed(channels, **shape):
        return layout_hash(Layout("board", channels, **(shape or {"after": (2, 4)})))

    a, b, c = CHANNELS
    assert hashed(CHANNELS) == layout_hash(BOARD) == hashed((a._replace(meaning="else"), b, c))
    others = {
        hashed((a._replace(name="land"), b, c)),
        hashed((b, a, c)),
        hashed((a, b._replace(n=4), c)),
        hashed((a, b, c._replace(high=3.0))),
        hashed(CHANNELS, after=(4, 2)),
        layout_hash(BOARD, ROWS),
        layout_hash(BOARD),
    }
    assert len(others) == 7


def test_rows_are_split_into_views():
    block = np.arange(2 * (BOARD.size + ROWS.size), dtype=np.float32).reshape(2, -1)
    arrays = split(block, (BOARD, ROWS))
    assert {name: array.shape for name, array in arrays.items()} == {"board": (2, 5, 2, 4), "rows": (2, 6, 5)}
    assert arrays["rows"][0, 0, 0] == BOARD.size
    arrays["board"][1, 0, 0, 0] = -5
    assert block[1, 0] == -5
