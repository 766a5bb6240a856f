"""What a side may know of a game: all that it sees, and nothing that fog hides."""

import numpy as np
import pytest
from support.knowledge import SIDES, all_arrays, knowledge
from support.walks import walk

from ctv_env import new_game
from ctv_env.core.jit import records
from ctv_env.core.view import View
from ctv_env.games.ctv.model.codes import END_SC, PLACE
from ctv_env.games.ctv.model.state import SCRATCH
from ctv_env.games.ctv.rules.pieces import side_of
from ctv_env.games.ctv.rules.r05_fog import knows

LOOKS = ("node", "score", "segments", "side", "sides", "text", "to_move", "turn")
ASKS = (
    *("action_mask", "advise", "describe", "determinize", "encode", "explain_illegal", "legal_actions", "log"),
    "observation",
)


def contents(view: View) -> tuple:
    """All that a view shows but its log, which a determinization has not, and its draws."""
    words = [view.describe(action) for action in view.legal_actions()]
    refusals = [view.explain_illegal(action) for action in range(0, 469, 17)]
    kinds = (view.observation(kind) for kind in ("planes", "pieces", "flat"))
    arrays = [array.tobytes() for seen in kinds for array in (seen.values() if isinstance(seen, dict) else [seen])]
    advice = [view.advise(name, records(1, SCRATCH)) for name in ("greedy", "staff") if view.legal_actions()]
    return [getattr(view, name) for name in LOOKS], view.action_mask().tobytes(), words, refusals, arrays, advice


def hidden_places(game, side: str) -> dict[int, int]:
    """Cell of each piece on the map that ``side`` may not know."""
    s, t, index = game._states[0], game.tables.record[0], SIDES.index(side)
    pieces = (p for p in range(END_SC) if side_of(p) != index and s["piece_place"][p] == PLACE.MAP)
    return {p: int(s["piece_hex"][p]) for p in pieces if not knows(s, t, index, p)}


def agreements(view: View, truth, seeds) -> np.ndarray:
    """Return how many hidden pieces a draw places like the true game and like an independent draw, as shares (2,)."""
    independent = truth.determinize(view.side, np.random.default_rng(99))
    true, other = hidden_places(truth, view.side), hidden_places(independent, view.side)
    draws = [hidden_places(view.determinize(seed), view.side) for seed in seeds]
    return np.mean([[np.mean([draw[p] == places[p] for p in true]) for places in (true, other)] for draw in draws], 0)


def is_blind(shares: np.ndarray) -> bool:
    """True if draws are hardly nearer to the truth than to another draw."""
    return shares[0] < shares[1] + 0.03


class Hole(View):
    """A view with a hole in the fog: what it draws is the true position."""

    def determinize(self, seed):
        return self._game.clone_for_search(seed)


def test_a_view_has_no_other_door():
    assert sorted(name for name in dir(View) if not name.startswith("_")) == sorted(LOOKS + ASKS)


@pytest.mark.whole_games
@pytest.mark.parametrize("side", SIDES)
def test_5_2_a_view_shows_the_same_of_positions_that_differ_only_in_fog(side):
    rng, game, changed = np.random.default_rng(2), new_game(seed=5), 0
    for k, _ in enumerate(walk(game, 5)):
        if k % 23 == 0:
            twin = game.determinize(side, rng)
            assert contents(View(twin, side)) == contents(View(game, side))
            changed += twin.state_hash() != game.state_hash()
    assert changed > 20


@pytest.mark.whole_games
@pytest.mark.parametrize("side", SIDES)
def test_a_draw_is_no_nearer_to_the_truth_than_to_another_draw(side):
    """So nothing that is made of draws can tell the true position; with a hole in the fog the same check fails."""
    game, rows, holes = new_game(seed=6), [], []
    for k, _ in enumerate(walk(game, 6)):
        if k % 40 == 20 and len(hidden_places(game, side)) > 5:
            rows.append(agreements(View(game, side), game, range(8)))
            holes.append(agreements(Hole(game, side), game, range(2)))
    assert len(rows) > 10
    assert is_blind(np.mean(rows, 0))
    assert not is_blind(np.mean(holes, 0))


def test_a_draw_is_seen_as_the_game_is_and_has_other_dice():
    game = new_game(seed=3)
    for _ in zip(range(80), walk(game, 3), strict=False):
        pass
    view = View(game, "republican")
    one, two, other = (view.determinize(seed) for seed in (1, 1, 2))
    assert one.to_bytes() == two.to_bytes() != other.to_bytes()
    assert knowledge(one, "republican", 29) == knowledge(game, "republican", 29)
    assert len({int(one.record["rng"]), int(other.record["rng"]), int(game.record["rng"])}) == 3
    assert one.log == []


def test_of_the_other_sides_decision_a_view_shows_only_that_it_is_due():
    game = new_game(seed=1, scenario="duel")
    mine, other = View(game, "nationalist"), View(game, "republican")
    assert (mine.to_move, other.to_move) == ("nationalist", "nationalist")
    assert mine.legal_actions() == game.legal_actions()
    assert mine.describe(0) == game.describe(0)
    assert (other.legal_actions(), other.action_mask().sum()) == ([], 0)
    with pytest.raises(ValueError, match="it is not the turn of the republican"):
        other.advise("staff", records(1, SCRATCH))
    with pytest.raises(ValueError, match="action 0 is not legal for the republican here"):
        other.describe(0)
    assert other.explain_illegal(0) == "it is not the turn of the republican"
    assert mine.explain_illegal(0) == ""
    assert "is not a whole number" in mine.explain_illegal("DONE")


def test_a_view_shows_the_present_position():
    game = new_game(seed=1, scenario="duel")
    view, before = View(game, "nationalist"), all_arrays(game, "nationalist")
    game.step(game.legal_actions()[-1])
    assert all_arrays(game, "nationalist") != before
    assert (view.observation("flat") == game.observation("nationalist", "flat")).all()
    assert (view.score, view.turn, view.text) == (game.score(), 7, game.text("nationalist"))


def test_a_view_is_that_of_a_side_and_a_draw_needs_a_seed():
    with pytest.raises(ValueError, match="no side 'chance'; the sides are nationalist, republican"):
        View(new_game(seed=1), "chance")
    with pytest.raises(ValueError, match="a seed is a whole number"):
        View(new_game(seed=1), "republican").determinize(-1)
