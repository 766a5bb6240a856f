"""Features of candidates: what each legal action names is found by the layouts alone, in every game."""

import numpy as np
import pytest

from ctv_env.agents.learned.gather import gather, make_plan
from ctv_env.core.actions import ActionLayout
from ctv_env.core.observation import Channel, Layout, split
from ctv_env.envs.batch import BatchGames

GAMES = [
    ("ctv", "both"),
    ("ctv", "advised"),
    ("arriba", "areas"),
    ("arriba", "flat"),
    ("tscw", "board"),
    ("tscw", "flat"),
    ("toygame.spec:SPEC", "areas"),
]


def _played(game: str, kind: str) -> BatchGames:
    """Games after some random moves."""
    games = BatchGames(6, game=game, obs=kind, dtype="uint8", opponent=None)
    games.reset(range(6))
    for _ in range(25):
        games.step(games.draw_actions())
    return games


@pytest.fixture(scope="module")
def advised() -> BatchGames:
    """Games of which some choose a piece and others a hex."""
    games = BatchGames(16, game="ctv", obs="advised", dtype="uint8", side="both")
    games.reset(range(16))
    hexes = games.tables.actions.first("HEX")
    for _ in range(400):
        names_hex = games.masks[:, hexes:].any(axis=1).sum()
        if 4 < names_hex < 12:
            break
        games.step(games.draw_actions())
    return games


@pytest.mark.parametrize(("game", "kind"), GAMES)
def test_every_legal_action_of_every_game_is_gathered_in_order(game, kind):
    games = _played(game, kind)
    plan = make_plan(games.layouts, games.tables.actions)
    found = gather(plan, games.batch.rows, games.masks)
    where, actions = np.nonzero(games.masks)
    assert np.array_equal(found.actions, actions)
    assert np.array_equal(found.counts, np.bincount(where, minlength=6))
    assert found.context.shape == (6, plan.n_context)
    assert found.features.shape == (len(actions), plan.width)
    for zeros, units, width in zip(plan.zeros, plan.units, plan.widths, strict=True):
        assert len(zeros) == len(units) == width


def test_a_hex_has_its_channels_and_the_means_of_those_around_it(advised):
    plan = make_plan(advised.layouts, advised.tables.actions)
    arrays = split(advised.batch.rows, advised.layouts)
    found = gather(plan, advised.batch.rows, advised.masks)
    where, actions = np.nonzero(advised.masks)
    first = advised.tables.actions.first("HEX")
    n_advice, n = arrays["advice"].shape[2], arrays["planes"].shape[1]
    checked = 0
    for k in np.flatnonzero(actions >= first):
        planes = arrays["planes"][where[k]].astype(int)
        r, c = divmod(int(actions[k]) - first, planes.shape[2])
        window = planes[:, max(r - 1, 0) : r + 2, max(c - 1, 0) : c + 2].reshape(n, -1)
        around = (window.sum(axis=1) - planes[:, r, c]) // (window.shape[1] - 1)
        expected = [arrays["advice"][where[k], actions[k]], planes[:, r, c], around]
        assert np.array_equal(found.features[k, : n_advice + 2 * n], np.concatenate(expected))
        checked += 1
    assert checked > 10


def test_a_piece_has_its_row_and_the_channels_of_its_hex(advised):
    plan = make_plan(advised.layouts, advised.tables.actions)
    arrays = split(advised.batch.rows, advised.layouts)
    found = gather(plan, advised.batch.rows, advised.masks)
    where, actions = np.nonzero(advised.masks)
    layouts = {layout.name: layout for layout in advised.layouts}
    at_row, at_column = layouts["pieces"].at("row"), layouts["pieces"].at("column")
    segment = advised.tables.actions
    checked = 0
    for k in np.flatnonzero((actions >= segment.first("PIECE")) & (actions < segment.first("HEX"))):
        row = arrays["pieces"][where[k], actions[k] - segment.first("PIECE")]
        start = arrays["advice"].shape[2]
        assert np.array_equal(found.features[k, start : start + len(row)], row)
        r, c = int(row[at_row]), int(row[at_column])
        planes = arrays["planes"][where[k]]
        expected = planes[:, r - 1, c - 1] if r and c else np.zeros(len(planes))
        assert np.array_equal(found.features[k, start + len(row) :][: len(planes)], expected)
        checked += 1
    assert checked > 10


ROWS = Layout(
    "things", (Channel("row", "", 9), Channel("column", "", 9), Channel("chosen", ""), Channel("size", "", 7)), (3,)
)
MAP = Layout("map", (Channel("height", "", 5), Channel("signed", "", 4, 2)), after=(2, 2))
REST = Layout("rest", (Channel("turn", "", 9), Channel("side", "", n=2)))


def test_the_position_has_its_numbers_the_chosen_row_and_its_cell_and_sums():
    actions = ActionLayout((("DONE", 1), ("THING", 3), ("CELL", 4)), idle="DONE")
    plan = make_plan((ROWS, MAP, REST), actions)
    things = [[1, 2, 0, 3], [2, 1, 1, 4], [0, 0, 0, 7]]
    cells = [[1, 2, 3, 4], [2, 2, 0, 4]]  # by channel
    row = np.array([*np.ravel(things), *np.ravel(cells), 6, 0, 1], np.uint8)
    found = gather(plan, row[None], np.ones((1, 8), np.int8))
    chosen, sums, here = [2, 1, 1, 4], [3, 3, 1, 14], [3, 0]
    assert found.context[0].tolist() == [*chosen, *sums, *here, 6, 0, 1, 10, 8]
    second = found.features[2].tolist()  # the action of the second thing, which stands in the third cell
    assert second == [2, 1, 1, 4, 3, 0, (1 + 2 + 4) // 3, (2 + 2 + 4) // 3]
    assert found.features[0].tolist() == [0] * 8  # nothing is known of DONE
    assert found.features[3].tolist() == [0, 0, 0, 7, 0, 0, 0, 0]  # off the map
    assert plan.widths == (0, 8, 4)
    assert plan.context_units[-1] == 0.0  # sums of signed numbers mean nothing


def test_an_array_with_a_row_for_each_action_describes_all_of_them():
    actions = ActionLayout((("DONE", 1), ("TWO", 2)), idle="DONE")
    plan = make_plan((Layout("each", (Channel("good", "", 9), Channel("bad", "", 9)), before=(3,)), REST), actions)
    row = np.array([1, 2, 3, 4, 5, 6, 0, 0, 0], np.uint8)
    found = gather(plan, row[None], np.array([[1, 0, 1]], np.int8))
    assert found.features.tolist() == [[1, 2], [5, 6]]


def test_a_position_without_a_legal_action_is_refused(advised):
    masks = advised.masks.copy()
    masks[3] = 0
    plan = make_plan(advised.layouts, advised.tables.actions)
    with pytest.raises(ValueError, match="the mask of position 3 of 16 allows no action"):
        gather(plan, advised.batch.rows, masks)
