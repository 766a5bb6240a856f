"""The array ``advice``: what ``staff`` thinks of each legal action, by the scores with which it chooses."""

import numpy as np
import pytest

from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.core.observation import split
from ctv_env.core.playout import playout
from ctv_env.envs.batch import BatchGames
from ctv_env.games.ctv.model.channels import ADVICE
from ctv_env.games.ctv.model.codes import DONE, FIRST_HEX, Node

AT = ADVICE.first
BY_SCORE = {  # nodes at which staff takes what scores most, or the first of those that do
    *("PLACE_SC", "MOVE_TO", "TARGET", "SUPPORT_ATT", "SUPPORT_DEF", "SUPPLY_COLUMN_ATT", "SUPPLY_COLUMN_DEF"),
    *("LOSS_ATT", "LOSS_DEF", "ADVANCE", "ADVANCE_TO", "WITHDRAW", "BREAKDOWN", "PLACE", "PLACE_TRENCH"),
}


@pytest.fixture(scope="module")
def positions():
    """(node, mask, advice, what staff does) of many positions, half of them from random play; both kinds of set-up."""
    found = []
    for setup in ("historical", "placement"):
        games = BatchGames(24, game="ctv", side="both", obs="advised", dtype="uint8", setup=setup)
        advise, scratch = playout(games.spec.hooks()).advise, records(1, games.spec.scratch)
        scratch[0]["rng"] = stream(1, POLICY)
        games.reset(range(24))
        actions = np.empty(24, np.int64)
        for _ in range(350):
            advise(games.batch.states, games.batch.tables, scratch, games.spec.policies.index("staff"), actions)
            advice = split(games.batch.rows, games.layouts)["advice"]
            for i in range(24):
                node = Node(int(games.batch.states["node"][i])).name
                found.append((node, games.masks[i].copy(), advice[i].copy(), int(actions[i])))
            random = games.draw_actions()
            games.step(np.where(np.arange(24) % 2, random, actions))
    return found


def test_only_legal_actions_are_described(positions):
    for _, mask, advice, _ in positions:
        assert np.array_equal(advice[:, AT.legal], mask)
        assert not advice[mask == 0].any()


def test_the_action_that_staff_takes_scores_most_wherever_it_goes_by_scores(positions):
    seen = set()
    for node, mask, advice, action in positions:
        if node in BY_SCORE:
            scores = np.where(mask == 1, advice[:, AT.score].astype(int), -1)
            assert scores[action] == scores.max(), (node, action, int(scores.argmax()))
            assert advice[action, AT.behind] == 0, node
            seen.add(node)
    assert seen >= BY_SCORE - {"BREAKDOWN", "WITHDRAW", "SUPPLY_COLUMN_DEF"}  # which are rare


def test_at_move_staff_takes_a_piece_that_gains_and_passes_if_none_does(positions):
    n_passes = 0
    for node, mask, advice, action in positions:
        if node == "MOVE":
            gains = advice[:, AT.score].astype(int) - 127
            assert gains[DONE] == 0
            assert (gains[mask == 1] >= 0).all()
            assert action == DONE or gains[action] > 0
            n_passes += action == DONE
    assert n_passes > 5


def test_what_is_behind_the_best_says_by_how_much(positions):
    for _, mask, advice, _ in positions:
        scores, behind = (advice[mask == 1, at].astype(int) for at in (AT.score, AT.behind))
        if scores.min() > 0 and scores.max() < 254:  # nothing is clipped
            assert np.array_equal(behind, scores.max() - scores)


def test_a_hex_has_what_the_survey_says_of_it(positions):
    near = [advice[mask == 1] for node, mask, advice, _ in positions if node == "TARGET"]
    targets = np.concatenate([rows[1:] for rows in near])  # without passing
    assert (targets[:, AT.near] == 0).all()
    assert (targets[:, AT.foe_defence] > 0).any()
    moves = np.concatenate([advice[mask == 1] for node, mask, advice, _ in positions if node == "MOVE_TO"])
    assert (moves[:, AT.near] > 0).all()
    assert len(np.unique(moves[:, AT.march])) > 5


def test_the_side_that_does_not_decide_gets_no_advice():
    games = BatchGames(1, game="ctv", obs="advised", dtype="uint8", side="both")
    games.reset([1])
    game = games.game(0)
    other = next(side for side in game.spec.sides if side != game.to_move)
    assert not game.observation(other, "advised", "uint8")["advice"].any()
    assert game.observation(game.to_move, "advised", "uint8")["advice"][:FIRST_HEX].any()
