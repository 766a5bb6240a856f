"""The array ``advice``: what ``staff`` thinks of each legal action, by the scores with which it chooses."""

import numpy as np
import pytest

from ctv_env.core.advice import MIDDLE
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.core.observation import split
from ctv_env.core.playout import playout
from ctv_env.envs.batch import BatchGames
from ctv_env.games.arriba.model.actions import DONE, FIRST_AREA
from ctv_env.games.arriba.model.channels import ADVICE
from ctv_env.games.arriba.model.codes import Node
from ctv_env.games.arriba.policies.scores import CHOSEN

AT = ADVICE.first
BY_SCORE = {  # nodes at which staff takes what scores most
    *("INFLUENCE", "INFLUENCE_DICE", "MOVE", "MOVE_BG", "MOVE_TO", "ATTACK", "ATTACK_BG", "TARGET", "COUNTER"),
    *("LOSS_ATT", "LOSS_DEF", "BUILD_CLASS", "BUILD_AREA", "CHANGE_AREA", "EVENT_PLACE"),
}
BY_RULE = {"SUPPLY_MENU", "AP_TYPE", "ORGANISE", "FORM", "FORM_POST", "LIFT_MENU"}


@pytest.fixture(scope="module")
def positions():
    """(node, mask, advice, what staff does) of many positions, half of them from games with random actions."""
    games = BatchGames(24, game="arriba", side="both", obs="advised", dtype="uint8")
    advise, scratch = playout(games.spec.hooks()).advise, records(1, games.spec.scratch)
    scratch[0]["rng"] = stream(1, POLICY)
    games.reset(range(24))
    actions, found = np.empty(24, np.int64), []
    for _ in range(800):
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


def test_the_action_that_staff_takes_scores_most_wherever_it_compares_them(positions):
    seen = set()
    for node, mask, advice, action in positions:
        if node in BY_SCORE:
            scores = np.where(mask == 1, advice[:, AT.score].astype(int), -1)
            assert scores[action] == scores.max(), (node, action, int(scores.argmax()))
            assert advice[action, AT.behind] == 0, node
            seen.add(node)
    assert seen == BY_SCORE


def test_it_compares_even_groups_that_have_nowhere_to_go():
    games = BatchGames(1, game="arriba", side="both", obs="advised", dtype="uint8")
    advise, scratch = playout(games.spec.hooks()).advise, records(1, games.spec.scratch)
    games.reset([53])
    for _ in range(237):
        games.step(games.draw_actions())
    assert Node(int(games.batch.states["node"][0])) == Node.MOVE_BG
    advice, action = split(games.batch.rows, games.layouts)["advice"][0], np.zeros(1, np.int64)
    assert advice[:, AT.score].max() == 0  # the least that the channel tells
    for seed in range(8):  # without an opinion it would draw
        scratch[0]["rng"] = stream(seed, POLICY)
        advise(games.batch.states, games.batch.tables, scratch, games.spec.policies.index("staff"), action)
        assert advice[action[0], AT.behind] == 0


def test_where_it_follows_a_rule_its_choice_alone_has_a_score(positions):
    seen = set()
    for node, mask, advice, action in positions:
        scores = advice[:, AT.score].astype(int) - MIDDLE
        if node in BY_RULE and (scores[mask == 1] != 0).any():
            assert scores[action] == CHOSEN
            assert (scores[mask == 1] != 0).sum() == 1
            seen.add(node)
    assert seen == BY_RULE


def test_staff_passes_unless_a_move_or_an_attack_gains_more_than_passing(positions):
    passed = {"MOVE": 0, "ATTACK": 0}
    for node, mask, advice, action in positions:
        if node in passed and mask[DONE] and mask.sum() > 1:
            others = np.delete(advice[:, AT.score], DONE)[np.delete(mask, DONE) == 1]
            assert (action == DONE) == (others.max() <= advice[DONE, AT.score]) or others.max() == advice[
                DONE, AT.score
            ]
            passed[node] += action == DONE
    assert min(passed.values()) > 5


def test_what_is_behind_the_best_says_by_how_much(positions):
    for _, mask, advice, _ in positions:
        scores, behind = (advice[mask == 1, at].astype(int) for at in (AT.score, AT.behind))
        if scores.min() > 0 and scores.max() < 2 * MIDDLE:  # nothing is clipped
            assert np.array_equal(behind, scores.max() - scores)


def test_an_area_has_what_the_survey_says_of_it(positions):
    rows = np.concatenate(
        [
            advice[FIRST_AREA : FIRST_AREA + 47][mask[FIRST_AREA : FIRST_AREA + 47] == 1]
            for _, mask, advice, _ in positions
        ]
    )
    assert (rows[:, AT.worth] >= 20).all()
    assert (rows[:, AT.risk] <= rows[:, AT.worth]).all()
    assert (rows[rows[:, AT.threat] == 0, AT.risk] == 0).all()
    assert (rows[(rows[:, AT.cf] == 0) & (rows[:, AT.threat] > 0), AT.risk] > 0).all()
    for channel in (AT.threat, AT.risk, AT.prospects, AT.cf):
        assert rows[:, channel].any()


def test_the_side_that_does_not_decide_sees_no_advice():
    games = BatchGames(1, game="arriba", side="government", obs="advised", dtype="uint8")
    games.reset([3])
    advice = split(games.batch.rows, games.layouts)["advice"]
    assert advice.any() == (games.batch.states["to_move"][0] == 0)
