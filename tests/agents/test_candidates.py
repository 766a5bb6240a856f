"""The network that scores candidates: its probabilities, its samples, its checkpoints."""

import numpy as np
import pytest
import torch

from ctv_env.agents.learned.candidate_policy import CandidatePolicy
from ctv_env.agents.learned.candidates import choose, ragged_log_softmax
from ctv_env.agents.learned.gather import gather
from ctv_env.agents.learned.policy import DivergedError
from ctv_env.envs.batch import BatchGames

COUNTS = [3, 1, 4]
OWNERS = torch.repeat_interleave(torch.arange(3), torch.tensor(COUNTS))


@pytest.fixture(scope="module")
def games() -> BatchGames:
    games = BatchGames(8, game="ctv", scenario="duel", obs="advised", dtype="uint8", opponent="random")
    games.reset(range(8))
    return games


@pytest.fixture
def policy(games) -> CandidatePolicy:
    torch.manual_seed(1)
    made = CandidatePolicy(
        games.observation_space,
        games.action_space,
        lambda _: 1e-3,
        games.layouts,
        games.tables.actions,
        [16, 8],
        4,
    )
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.1)
    return made


def test_the_probabilities_of_each_position_are_those_of_a_softmax():
    logits = torch.randn(8, generator=torch.Generator().manual_seed(1)) * 5
    expected = torch.cat([part.log_softmax(0) for part in logits.split(COUNTS)])
    torch.testing.assert_close(ragged_log_softmax(logits, OWNERS, 3), expected)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -1e9])
def test_logits_that_are_no_numbers_stop_a_run_in_words(bad):
    logits = torch.zeros(8)
    logits[4] = bad
    with pytest.raises(DivergedError, match="the network has diverged: its logits are"):
        ragged_log_softmax(logits, OWNERS, 3)


def test_gradients_flow_as_through_a_softmax():
    values = torch.randn(8, generator=torch.Generator().manual_seed(2))
    gradients = []
    for flat in (True, False):
        logits = values.clone().requires_grad_()
        log_p = (
            ragged_log_softmax(logits, OWNERS, 3)
            if flat
            else torch.cat([part.log_softmax(0) for part in logits.split(COUNTS)])
        )
        (log_p * torch.arange(8)).sum().backward()
        gradients.append(logits.grad)
    torch.testing.assert_close(*gradients)


def test_it_only_takes_legal_actions_and_the_most_likely_if_it_does_not_sample(policy, games):
    seen, masks = games.observation(), games.masks
    p = policy.probabilities(seen, masks)
    assert p.sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    assert (p[masks == 0] == 0).all()
    assert np.array_equal(policy.act_many(seen, masks, sample=False), p.argmax(axis=1))
    for _ in range(20):
        assert masks[np.arange(8), policy.act_many(seen, masks, sample=True)].all()


def test_samples_are_as_frequent_as_likely(policy, games):
    n = 5000
    rows, masks = np.repeat(games.batch.rows[:1], n, axis=0), np.repeat(games.masks[:1], n, axis=0)
    scores = policy.scores(gather(policy.plan, rows, masks))
    torch.manual_seed(3)
    found = np.bincount((choose(scores, sample=True) - scores.starts).numpy(), minlength=int(masks[0].sum())) / n
    expected = scores.log_p[: masks[0].sum()].detach().exp().numpy()
    assert len(expected) > 1
    assert found == pytest.approx(expected, abs=5 * 0.5 / n**0.5)  # five standard deviations


def test_it_sees_the_same_in_whole_numbers_and_in_values(policy, games):
    values = BatchGames(8, game="ctv", scenario="duel", obs="advised", opponent="random")
    seen = values.reset(range(8))
    assert np.array_equal(policy.rows(games.observation()), games.batch.rows)
    assert np.array_equal(policy.rows(seen), values.batch.rows)


def test_the_order_of_positions_does_not_matter(policy, games):
    seen, masks = {name: array[::-1] for name, array in games.observation().items()}, games.masks[::-1]
    assert policy.probabilities(seen, masks)[::-1] == pytest.approx(
        policy.probabilities(games.observation(), games.masks), abs=1e-6
    )


def test_what_the_value_learns_does_not_change_the_policy(policy, games):
    seen, masks = games.observation(), games.masks
    before = policy.probabilities(seen, masks)
    loss = policy.scores(gather(policy.plan, games.batch.rows, masks)).values.square().sum()
    loss.backward()
    policy.optimizer.step()
    assert np.array_equal(policy.probabilities(seen, masks), before)
