"""The array ``advice``: what ``staff`` thinks of each legal action, by the scores with which it chooses."""

import numpy as np
import pytest

from ctv_env.core.advice import MIDDLE
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.core.observation import split
from ctv_env.core.playout import playout
from ctv_env.envs.batch import BatchGames
from ctv_env.games.tscw.model.actions import DONE
from ctv_env.games.tscw.model.channels import A, H
from ctv_env.games.tscw.model.codes import Node
from ctv_env.games.tscw.policies.scores import CHOSEN

BY_SCORE = {  # nodes at which staff takes what scores most
    *("TARGET", "LOSS_ATT", "LOSS_DEF", "ADVANCE", "ADVANCE_TO", "MOVE_MODE", "ARRIVE", "RP_SPEND", "RAIL_PIECE"),
    *("RAIL_TO", "HQ_ATT", "HQ_DEF", "ARTILLERY_ATT", "ARTILLERY_DEF", "NAVAL_ATT", "CHIT_ATT"),
}
BY_RULE = {"EVENT_PICK", "RESERVE_HQ", "RP_FULL", "RP_PURSE"}
HIDDEN = {"fog": True, "chits": "closed", "air": "simultaneous"}


def play(n: int, steps: int, scenario: str = "north-1937", **options):
    """Yield (node, mask, advice, what staff does, hexes, whether staff plays it) of games, half of them random."""
    games = BatchGames(n, game="tscw", scenario=scenario, side="both", obs="advised", dtype="uint8", **options)
    advise, scratch = playout(games.spec.hooks()).advise, records(1, games.spec.scratch)
    scratch[0]["rng"] = stream(1, POLICY)
    games.reset(range(n))
    actions = np.empty(n, np.int64)
    for _ in range(steps):
        advise(games.batch.states, games.batch.tables, scratch, games.spec.policies.index("staff"), actions)
        arrays = split(games.batch.rows, games.layouts)
        for i in range(n):
            node = Node(int(games.batch.states["node"][i])).name
            advice, hexes = arrays["advice"][i].copy(), arrays["hexes"][i].copy()
            yield node, games.masks[i].copy(), advice, int(actions[i]), hexes, i % 2 == 0
        random = games.draw_actions()
        games.step(np.where(np.arange(n) % 2, random, actions))


@pytest.fixture(scope="module")
def positions():
    return [*play(24, 900), *play(4, 500, "1937")]


def score(advice: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """How far each legal action is ahead of the worst that the channel can tell; -1 for the others."""
    return np.where(mask == 1, 255 - advice[:, A.behind].astype(int), -1)


def test_only_legal_actions_are_described(positions):
    for _, mask, advice, *_ in positions:
        assert np.array_equal(advice[:, A.legal], mask)
        assert not advice[mask == 0].any()


def test_the_action_that_staff_takes_scores_most_wherever_it_compares_them(positions):
    seen = set()
    for node, _, advice, action, *_ in positions:
        if node in BY_SCORE:
            assert advice[action, A.behind] == 0, (node, action)
            seen.add(node)
    assert seen == BY_SCORE


def test_where_it_follows_a_rule_its_choice_alone_has_a_score(positions):
    seen = set()
    for node, mask, advice, action, *_ in positions:
        scores = advice[:, A.score].astype(int) - MIDDLE
        if node in BY_RULE and (scores[mask == 1] != 0).any():
            assert scores[action] == CHOSEN
            assert (scores[mask == 1] != 0).sum() == 1
            seen.add(node)
    assert seen == BY_RULE


def test_staff_moves_a_unit_that_gains_and_passes_where_none_gains_more_than_passing(positions):
    moved = passed = 0
    for node, mask, advice, action, *_ in positions:
        if node != "MOVE_PIECE":
            continue
        gains = score(advice, mask)
        if action != DONE:
            assert gains[action] > gains[DONE] or gains[DONE] == 0  # 0: too far behind to tell
            moved += 1
        passed += gains.argmax() == DONE
        assert action == DONE or gains.argmax() != DONE
    assert min(moved, passed) > 50


def test_another_attacker_joins_where_it_adds_to_the_attack(positions):
    """In games of staff: in attacks that it would not make, it has no opinion."""
    joined = 0
    for node, mask, advice, action, _, is_staff in positions:
        if node == "ATTACKER" and is_staff and mask[DONE] and advice[DONE, A.behind] > 0:
            assert action != DONE
            assert advice[action, A.behind] == 0
            joined += 1
    assert joined > 20


def test_what_is_behind_the_best_says_by_how_much(positions):
    for _, mask, advice, *_ in positions:
        scores, behind = (advice[mask == 1, at].astype(int) for at in (A.score, A.behind))
        if scores.min() > 0 and scores.max() < 2 * MIDDLE:  # nothing is clipped
            assert np.array_equal(behind, scores.max() - scores)


def test_a_hex_has_what_the_survey_says_of_it(positions):
    seen = 0
    for node, mask, advice, _, hexes, _ in positions:
        n = len(hexes)
        rows, legal = advice[-n:], mask[-n:] == 1
        if node == "TARGET" and legal.any():
            assert (rows[legal, A.near] == 0).all()
            assert (rows[legal, A.foe_attack] == hexes[legal, H.attack + 1]).all()
            assert (rows[legal, A.foe_defence] >= 1).all()
            assert (rows[legal, A.held] == 0).all()
            assert (rows[legal, A.worth] >= 20).all()
            seen += int(rows[legal, A.force].any())
    assert seen > 20


def test_a_piece_has_what_the_survey_says_of_its_hex(positions):
    for node, mask, advice, *_ in positions:
        if node == "ATTACKER":
            pieces = np.delete(advice, DONE, axis=0)[np.delete(mask, DONE) == 1]
            assert (pieces[:, A.near] == 1).all()
            assert (pieces[:, A.held] > 0).all()
            assert not pieces[:, A.foe_defence].any()


# -- what is hidden (15.5, T-78, T-106) ------------------------------------------------------------------------------


def test_15_5_T_106_in_fog_the_advice_tells_only_what_is_legal():
    decisions = 0
    for _, mask, advice, *_ in play(8, 300, fog=True):
        assert np.array_equal(advice[:, A.legal], mask)
        assert not np.delete(advice, A.legal, axis=1).any()
        decisions += mask.any()
    assert decisions > 1000


def test_12_2_4_T_78_nor_more_to_a_defender_who_does_not_see_the_air_units_of_the_attacker():
    blind = sighted = 0
    for node, _, advice, *_ in play(16, 600, chits="closed", air="simultaneous"):
        told = np.delete(advice, A.legal, axis=1).any()
        if node == "AIR_DEF":
            assert not told
            blind += 1
        sighted += told
    assert blind > 10
    assert sighted > 1000


def test_the_side_that_does_not_decide_sees_no_advice():
    games = BatchGames(1, game="tscw", side="nationalist", obs="advised", dtype="uint8")
    games.reset([3])
    advice = split(games.batch.rows, games.layouts)["advice"]
    assert advice.any() == (games.batch.states["to_move"][0] == 0)
