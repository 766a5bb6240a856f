"""A row updated only where a decision may have changed it equals the row refilled (``observation/changes.py``)."""

import numpy as np
import pytest
from support.renewal import renewed_game

from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.core.observation import FIRST_CHANGE, NEW
from ctv_env.core.spec import spec_of
from ctv_env.games.ctv.model.channels import CHANGES, OBSERVATIONS
from ctv_env.games.ctv.observation import changes
from ctv_env.games.ctv.policies import RANDOM, STAFF

CASES = (
    {},
    {"fog": False, "edition": "it", "rivers": True},
    {"setup": "placement", "air_combat": True, "play_forced": False},
)


def channel_at(kind: str, k: int) -> str:
    """Name of the channel of the number ``k`` in a row."""
    for layout in OBSERVATIONS[kind]:
        if k < layout.size:
            index = np.unravel_index(k, layout.shape)[len(layout.before)]
            names = [channel.name for channel in layout.channels for _ in range(channel.n)]
            return f"{layout.name}.{names[index]}"
        k -= layout.size
    raise IndexError("beyond the row")


def play(kind: str, n_games: int, options: dict, policy: int = RANDOM) -> np.ndarray:
    """How often a row was renewed after each change, by code, in ``n_games``; fails where a renewed row is wrong."""
    spec = spec_of("ctv")
    tables = spec.load("campaign", **options)
    scratch = records(1, spec.scratch)
    scratch[0]["rng"] = stream(len(options), POLICY)
    rows = np.zeros((2, sum(layout.size for layout in OBSERVATIONS[kind])), np.uint8)
    places = np.array([row.ctypes.data for row in rows])
    counts = np.zeros(FIRST_CHANGE + len(CHANGES), np.int64)
    for seed in range(n_games):
        states = records(1, spec.state)
        states[0]["rng"] = stream(seed)
        k = renewed_game(states, tables.record, scratch, list(OBSERVATIONS).index(kind), rows, places, counts, policy)
        if k >= 0:
            change = ("new", "any", *CHANGES)[counts[NEW]]
            pytest.fail(f"{channel_at(kind, k)} is stale after {change!r}, seed {seed}, {options}")
    return counts


@pytest.mark.parametrize("options", CASES, ids=range(len(CASES)))
@pytest.mark.parametrize("kind", OBSERVATIONS)
def test_no_row_is_stale_whatever_has_changed(kind, options):
    counts = play(kind, 20, options)
    assert (counts[FIRST_CHANGE:] > 100).all()


@pytest.mark.parametrize("kind", ["planes", "pieces"])
def test_no_row_is_stale_in_games_of_the_staff(kind):
    counts = play(kind, 20, {}, STAFF)
    assert counts[changes.NAMED] > 100
